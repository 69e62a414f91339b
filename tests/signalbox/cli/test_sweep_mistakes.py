"""Mistakes in grids, studies and folders of runs: one sentence, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from experiments.run_store.manifest import FORMAT
from tests.conftest import SMALL, Sim


@pytest.mark.usefixtures("few_figures")
def test_a_manifest_never_opens_a_file_that_it_names(sim: Sim, tmp_path: Path) -> None:
    """A run from a stranger: its policy is a program, and is not executed unless it is named again."""
    mine = tmp_path / "mine.py"
    mine.write_text("def wait(table):\n    return table.options()[0]\n")
    policy = f"{mine}:wait"
    sim(
        "sweep",
        "--board",
        "tiny",
        "--tokens",
        "7..8",
        "--policy",
        policy,
        "--games",
        4,
        "-o",
        tmp_path / "run",
    )
    for block in (tmp_path / "run").rglob("*.block"):
        block.unlink()
    mine.write_text("raise SystemExit('executed')\n")
    refused = sim("resume", tmp_path / "run")
    assert refused.code == 2
    assert "name it again if you trust it" in refused.err
    mark = tmp_path / "mark"
    mine.write_text(f"open({str(mark)!r}, 'w')\ndef wait(table):\n    return table.options()[0]\n")
    for spelling in (policy, str(mine)):
        other = sim("resume", tmp_path / "run", "--policy", spelling)
        assert other.code == 2
        assert "is not the program that the run was begun with" in other.err
        assert not mark.exists()
    assert "there is no such file" in sim("resume", tmp_path / "run", "--policy", "nowhere.py:wait").err
    mine.write_text("def wait(table):\n    return table.options()[0]\n")
    assert sim("resume", tmp_path / "run", "--policy", policy, "--no-report").code == 0


def test_a_file_beside_a_policy_is_part_of_it(sim: Sim, tmp_path: Path) -> None:
    for name, text in (
        ("mine.py", "from a_part_of_mine import wait\n\ndef decide(table):\n    return wait(table)\n"),
        ("a_part_of_mine.py", "import one_more_part\n\ndef wait(table):\n    return table.options()[0]\n"),
        ("one_more_part.py", ""),
        ("another.py", ""),
    ):
        (tmp_path / name).write_text(text)
    policy, run = f"{tmp_path / 'mine.py'}:decide", tmp_path / "run"
    assert (
        sim("sweep", "--board", "tiny", "--policy", policy, "--games", 4, "-o", run, "--no-report").code == 0
    )
    (tmp_path / "another.py").write_text("# it has nothing to do with it\n")
    assert sim("resume", run, "--policy", policy, "--no-report").code == 0
    (tmp_path / "one_more_part.py").write_text("ANOTHER = True\n")
    refused = sim("resume", run, "--policy", policy)
    assert refused.code == 2
    assert "is not the program that the run was begun with, or imports another one beside it" in refused.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("sweep",), "nothing is varied; give for instance --tokens 7..10"),
        (("sweep", "--tokens", "10..7"), "--tokens: 10..7 runs backwards; write 7..10."),
        (("sweep", "--tokens", ""), "names an empty level"),
        (("sweep", "--tokens", "7..11"), "--tokens: 11 must be"),
        (("sweep", "--locations", "dize"), 'must be one of dice, shuffled, stack (did you mean "dice"?)'),
        (("sweep", "--policy", "novcie"), 'there is no policy "novcie" (did you mean "novice"?)'),
        (("sweep", "maps-2"), 'there is no study "maps-2"'),
        (("sweep", "--tokens", "1..10", "--removed", "0..17", "--players", "2..4"), "--yes plays it"),
        (
            ("sweep", "--tokens", "1..1000", "--removed", "0..10", "--yes"),
            "a run has at most 10,000; play it in parts",
        ),
        (("sweep", "--tokens", "7", "--games", "5", "--precision", "1"), "exclude each other"),
        (("sweep", "--tokens", "7", "--games", "0"), "--games: 0 must be"),
        (("sweep", "--tokens", "7", "--precision", "0"), "must be percentage points"),
        (("sweep", "--tokens", "7", "--precision", "50pp"), "must be percentage points from 0.01 to 49"),
        (
            ("resume", "nowhere"),
            "nowhere is no run: it has no manifest.json; `sim runs` lists those that there are.",
        ),
        (("sweep", "--tokens", "7", "-o", "/proc/nowhere"), "cannot be written"),
    ],
)
def test_mistakes_get_one_sentence_and_write_nothing(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = sim(*words)
    assert refused.code == 2
    assert sentence in refused.err
    assert "Traceback" not in refused.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[factors]\ntokens = '10..7'", "mine.toml: tokens: 10..7 runs backwards; write 7..10."),
        ("[factors]\ntokens = 11", "mine.toml: tokens: 11 must be a whole number from 1 to 10"),
        ("[factors]\npolicy = 'novcie'", 'mine.toml: policy: there is no policy "novcie"'),
        ("[factors]\n'house draw' = 'x'", "mine.toml: house: draw=x must be a whole number"),
        ("[variants]\na = { tokens = 11 }", "mine.toml: variants.a: tokens: 11 must be a whole number"),
        ("[factors]\ntokens = []", "mine.toml: factors.tokens must be a level"),
    ],
)
def test_mistakes_in_a_study_name_the_file_and_the_key(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(text)
    refused = sim("sweep", "mine.toml")
    assert refused.code == 2
    assert refused.err.startswith(f"error: {sentence}")


def test_a_mistake_on_the_command_line_is_not_laid_to_the_study(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text("[factors]\ntokens = 7")
    assert sim("sweep", "mine.toml", "--tokens", "11").err.startswith("error: --tokens: 11 must be")


@pytest.mark.parametrize(("found", "kind"), [(99, "a newer"), (0, "an older")])
def test_a_run_of_another_format_is_refused(sim: Sim, tmp_path: Path, found: int, kind: str) -> None:
    sim(*SMALL, "-o", tmp_path / "run")
    path = tmp_path / "run" / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "format": found}))
    for command in ("resume", "report", "export"):
        refused = sim(command, tmp_path / "run")
        assert refused.code == 2
        assert f"was made by {kind} version of Signalbox (format {found}, here {FORMAT})" in refused.err


@pytest.mark.parametrize("command", ["sweep", "resume"])
def test_fewer_games_than_planned_are_refused(sim: Sim, tmp_path: Path, command: str) -> None:
    """They would be played in spite of it."""
    run = tmp_path / "run"
    sim(*SMALL, "-o", run)
    for block in run.rglob("*.block"):
        block.unlink()
    fewer = ["100" if word == "200" else word for word in SMALL]
    words = (*fewer, "-o", run) if command == "sweep" else ("resume", run, "--games", 100)
    refused = sim(*words)
    assert refused.code == 2
    assert (
        "--games: 100 is less than the 200 games that the run has planned already; `sim resume` goes on"
        in refused.err
    )
    assert not list(run.rglob("*.block"))
