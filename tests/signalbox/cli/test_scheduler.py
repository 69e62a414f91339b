"""`--scheduler` as the shell sees it; what happens behind it is in tests/experiments/test_cluster.py."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from experiments.findings import MAPS_FOLDER
from tests.conftest import Sim
from tests.experiments.machines import ROOT, Machines
from tests.experiments.sweeps import contents

GRID = ("sweep", "--board", "tiny", "--tokens", "7,9", "--policy", "random", "--no-report")
SIM = [sys.executable, "-m", "signalbox.cli.main"]
SWEEP = (*GRID, "--games", 100)


@pytest.mark.slow
def test_a_sweep_on_two_workers_gives_the_figures_of_a_local_one_and_goes_on_there(
    sim: Sim, tmp_path: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with Machines(tmp_path) as machines:
        first = sim(*SWEEP, "--out", there, "--scheduler", machines.address)
        assert (first.code, first.err.count("error")) == (0, 0)
        assert sim("resume", there, "--games", 150, "--scheduler", machines.address).code == 0
    assert sim(*GRID, "--games", 150, "--out", here).code == 0
    assert (here / "summary.csv").read_bytes() == (there / "summary.csv").read_bytes()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl to make a certificate")
def test_a_sweep_over_tls_needs_the_certificate_that_the_machines_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the settings of docs/scale.md, in processes of their own: dask reads them once, when it starts."""
    for name, value in certificate(tmp_path / "ours").items():
        monkeypatch.setenv(name, value)
    with Machines(tmp_path, workers=1, protocol="tls") as machines:
        assert machines.address.startswith("tls://")
        command = [*SIM, *map(str, SWEEP), "--scheduler", machines.address, "--out"]
        done = subprocess.run([*command, tmp_path / "there"], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        for name, value in certificate(tmp_path / "others").items():
            monkeypatch.setenv(name, value)
        done = subprocess.run([*command, tmp_path / "refused"], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-1].startswith(
        f"error: the scheduler at {machines.address} does not answer"
    )
    assert "Traceback" not in done.stderr
    assert (tmp_path / "there" / "summary.csv").exists()
    assert not (tmp_path / "refused").exists()


def certificate(folder: Path) -> dict[str, str]:
    """Make a key and its certificate, and give the variables that tell dask of them."""
    folder.mkdir()
    cert, key = folder / "cert.pem", folder / "key.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "365"]
    subprocess.run(
        [*make, "-subj", "/CN=signalbox", "-keyout", key, "-out", cert], check=True, capture_output=True
    )
    settings = {"REQUIRE_ENCRYPTION": "true", "TLS__CA_FILE": str(cert)}
    for role in ("SCHEDULER", "WORKER", "CLIENT"):
        settings |= {f"TLS__{role}__CERT": str(cert), f"TLS__{role}__KEY": str(key)}
    return {f"DASK_DISTRIBUTED__COMM__{name}": value for name, value in settings.items()}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            ("--scheduler", "nowhere"),
            'error: --scheduler: "nowhere" must have the form tcp://host:port or tls://host:port.\n',
        ),
        (
            ("--scheduler", "tcp://localhost:1", "--jobs", 2),
            "error: --jobs and --scheduler exclude each other: the scheduler's workers say how many cores they use.\n",
        ),
    ],
)
def test_options_that_cannot_be(sim: Sim, tmp_path: Path, options: tuple[object, ...], sentence: str) -> None:
    result = sim(*SWEEP, "--out", tmp_path / "run", *options)
    assert (result.code, result.out, result.err) == (2, "", sentence)


def test_a_scheduler_that_does_not_answer(sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("experiments.cluster.ANSWER_SECONDS", 1.0)
    result = sim(*SWEEP, "--out", tmp_path / "run", "--scheduler", "tcp://127.0.0.1:1")
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("error: the scheduler at tcp://127.0.0.1:1 does not answer (OSError: ")
    assert result.err.count("\n") == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_other_maps_are_played_by_the_workers_too(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    command = ("sweep", "--tokens", "7,8", "--policy", "random", "--games", 10, "--no-report", "--out")
    with Machines(tmp_path) as machines, monkeypatch.context() as patched:
        patched.setattr("experiments.sweep.play_here", nobody_plays_here)
        done = sim(*command, there, "--scheduler", machines.address)
        assert (done.code, done.err.count("error")) == (0, 0)
    assert sim(*command, here).code == 0
    assert contents(here / MAPS_FOLDER / "cells") == contents(there / MAPS_FOLDER / "cells")
    assert len(list((there / MAPS_FOLDER / "cells").iterdir())) == 24


def nobody_plays_here(*_: object) -> None:
    raise AssertionError("the workers play")
