"""Text of a stranger's run: what cannot be shown is refused where it is read, by every command, and the rest is text wherever it comes out."""

from __future__ import annotations

import csv
import gzip
import json
import re
import shutil
from collections.abc import Iterator
from io import StringIO
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from experiments.play import Matchup
from experiments.run import trace_bytes
from experiments.run_store.blocks import Damaged
from experiments.run_store.kept_files import read_trace, trace_path
from experiments.run_store.manifest import COPY, MANIFEST
from experiments.run_store.store import Store
from experiments.summary import csv_line, no_formula
from signalbox.cli.main import invoke
from simulator.core.errors import InputError
from simulator.core.file_limits import MAX_COMMAND, MAX_SENTENCE, MAX_TEXT
from simulator.switch_signal.game import GAME
from simulator.switch_signal.scenario import Scenario
from tests.conftest import Result, Sim, complaint
from tests.players import load_player

STUDY = """
title = "A question"
about = "What is asked"
[factors]
tokens = [7, 8]
policy = "random"
[variants]
"draw four" = { "house draw" = 4 }
"""
# Half a surrogate pair, commands to a terminal in old and new forms, a formula behind a line feed, a change of direction, and others.
UNFIT = (
    "\ud800",
    "\x1b[31mred",
    "\x1b]0;title\x07",
    "\x9b2J",
    "\n=2+2",
    "\t",
    "\x00",
    "\x7f",
    "\u202egnp.exe",
    "a\u200bb",
    "\ufeff",
    "x" * (MAX_COMMAND + 1),
)
STRANGE = (
    "",
    " ",
    " =1+1",
    "=1+1",
    "@x",
    "-5",
    "<script>alert(1)</script>",
    "[bold]$x^2$[/bold] %s {0}",
    "../../../etc/passwd",
    "planner:@/etc/passwd",
    "x" * MAX_TEXT,
    "😀é漢",
)
Place = tuple[str | int, ...]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    (folder / "study.toml").write_text(STUDY, encoding="utf-8")
    words = ("sweep", folder / "study.toml", "--board", "tiny", "--games", 20, "--keep-games", "--no-report")
    assert invoke([*map(str, words), "-o", str(folder / "run")]) == 0
    return folder / "run"


@pytest.fixture
def run(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "run"))


def places(manifest: dict[str, Any]) -> list[Place]:
    """Where the texts of a manifest are; of several cells, factors or levels one stands for all."""
    found = {tuple(step for step in place if isinstance(step, str)): place for place in _texts(manifest)}
    return list(found.values())


def _texts(value: Any, at: Place = ()) -> Iterator[Place]:
    if isinstance(value, str):
        yield at
    elif isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _texts(each, (*at, key))


def found_at(value: Any, place: Place) -> Any:
    for step in place:
        value = value[step]
    return value


def put(manifest: dict[str, Any], place: Place, text: str) -> dict[str, Any]:
    copy = json.loads(json.dumps(manifest))
    found_at(copy, place[:-1])[place[-1]] = text
    return dict(copy)


def write(run: Path, manifest: dict[str, Any]) -> None:
    for name in (MANIFEST, COPY):
        (run / name).write_text(json.dumps(manifest), encoding="utf-8")


def commands(run: Path) -> Iterator[tuple[object, ...]]:
    """All that print or write text of a run."""
    yield from (("runs", run.parent), ("runs", run), ("runs", run, "--json"), ("report", run))
    for form in ("text", "md"):
        yield "report", run, "--format", form
    for table in ("cells", "tallies", "wins", "games"):
        yield "export", run, "--table", table
    yield "resume", run, "--no-report"


def check(result: Result) -> None:
    """Something was done or refused in a sentence, and nothing of it is a command to a terminal."""
    assert "should not happen" not in result.err
    assert result.code in (0, 2)
    assert all(c.isprintable() or c in "\n\u200b" for c in result.out + result.err)


def test_no_text_of_a_manifest_gets_past_the_door(run: Path) -> None:
    manifest = json.loads((run / MANIFEST).read_text(encoding="utf-8"))
    found = places(manifest)
    assert {"title", "about", "command", "policy", "variant", "name", "machine", "seal"} <= {
        place[-1] for place in found
    }
    for place in found:
        for text in UNFIT:
            write(run, put(manifest, place, text))
            with pytest.raises(InputError, match="is damaged"):
                Store.open(run)
    for text in UNFIT:  # and in what it does not know
        strange: list[dict[str, Any]] = [{text: 1}, {"more": [{"deep": [text]}]}, {"more": {text: {}}}]
        for unknown in strange:
            write(run, manifest | unknown)
            with pytest.raises(InputError, match="is damaged"):
                Store.open(run)


@pytest.mark.parametrize("text", UNFIT, ids=lambda text: repr(text[:12]))
def test_every_command_refuses_such_a_run(sim: Sim, run: Path, text: str) -> None:
    manifest = json.loads((run / MANIFEST).read_text(encoding="utf-8"))
    write(run, json.loads(json.dumps(manifest).replace('"draw four"', json.dumps(text))))
    for words in commands(run):
        result = sim(*words)
        check(result)
        assert "is damaged" in " ".join((result.out + result.err).split())


@pytest.mark.slow
@pytest.mark.usefixtures("few_figures")
def test_strange_text_is_text_in_every_command(sim: Sim, run: Path) -> None:
    """In one place, or wherever the manifest says the same; each text comes to some places."""
    manifest = json.loads((run / MANIFEST).read_text(encoding="utf-8"))
    texts = cycle(STRANGE)
    opened = 0
    for place in places(manifest):
        for text in islice(texts, 2):
            everywhere = json.dumps(manifest).replace(json.dumps(found_at(manifest, place)), json.dumps(text))
            for changed in (put(manifest, place, text), json.loads(everywhere)):
                write(run, changed)
                listed = sim("runs", run)
                check(listed)
                if "is damaged" not in listed.out:
                    opened += 1
                    for words in islice(commands(run), opened % 2, None, 2):
                        check(sim(*words))
    assert opened > 40


@pytest.mark.parametrize("name", [" =1+1", "=1+1", "+1-1", "@SUM(A1)", "-1+1", "＝1+1"])
def test_a_spreadsheet_gets_no_formula(sim: Sim, run: Path, tmp_path: Path, name: str) -> None:
    text = (run / MANIFEST).read_text(encoding="utf-8").replace('"draw four"', json.dumps(name))
    write(run, json.loads(text))
    for table in ("cells", "tallies", "games"):
        lines = sim("export", run, "--table", table).out.splitlines()
        assert any(f"'{name}," in line for line in lines)
        assert not any(f",{name}," in f",{line}" for line in lines)


def test_numbers_below_zero_stay_numbers() -> None:
    assert [no_formula(each) for each in (-5, "-5", "+5.25", "-5-5", "\n=2+2")] == [
        -5,
        "-5",
        "+5.25",
        "'-5-5",
        "\n'=2+2",
    ]


def test_text_with_any_separator_has_quotes_around_it() -> None:
    assert (
        csv_line(["a;b", "a,b", "a\tb", 'say "x"', "a b", 0.5]) == '"a;b","a,b","a\tb","say ""x""",a b,0.5\n'
    )


@pytest.mark.parametrize("separator", [",", ";"])
@pytest.mark.parametrize(
    "name", ["a;=cmd|' /C calc'!A0;b", "a,=2+2", "a; @SUM(A1)", 'a;"=2+2', "a;-1+1", "=1;=2"]
)
def test_a_spreadsheet_that_splits_elsewhere_gets_no_formula_either(
    sim: Sim, run: Path, tmp_path: Path, name: str, separator: str
) -> None:
    """A file with commas may be opened where semicolons separate, and the other way round; some programs split at both."""
    text = (run / MANIFEST).read_text(encoding="utf-8").replace('"draw four"', json.dumps(name))
    write(run, json.loads(text))
    given = ("--semicolons",) if separator == ";" else ()
    for table in ("cells", "tallies", "games"):
        out = sim("export", run, "--table", table, *given).out
        assert "'" in out
        for cell in re.split(r"[,;\n]", out):
            assert not re.match(r'["\s]*[=+@-](?![\d.]+$)', cell), cell
        # Read as it was meant, there is nothing but apostrophes more.
        levels = {line["variant"] for line in csv.DictReader(StringIO(out), delimiter=separator)}
        assert {each.replace("'", "") for each in levels} == {"standard", name.replace("'", "")}


@pytest.mark.parametrize("text", [*UNFIT, "x" * (MAX_SENTENCE + 1)], ids=lambda text: repr(text[:12]))
def test_a_reason_of_failure_that_cannot_be_shown_is_not_told(sim: Sim, run: Path, text: str) -> None:
    cell = next((run / "cells").iterdir())
    next(cell.iterdir()).unlink()
    (cell / "000000000.failed.json").write_text(json.dumps({"error": text}), encoding="utf-8")
    result = sim("runs", run)
    check(result)
    assert "a block failed: for a reason that cannot be read" in result.err


def test_a_reason_that_a_policy_gives_is_kept_as_text(sim: Sim, tmp_path: Path) -> None:
    """Whatever it says: a policy may come from a stranger too."""
    mine = tmp_path / "mine.py"
    mine.write_text("def bad(table):\n    raise RuntimeError('\\x1b[31m\\ud800' + 'x' * 100_000)\n")
    words = ("sweep", "--board", "tiny", "--policy", f"random,{mine}:bad", "--games", 5, "--no-report")
    result = sim(*words, "-o", tmp_path / "run")
    assert result.code == 1
    assert "a block failed: " in result.err
    assert "cannot be read" not in result.err
    assert all(c.isprintable() or c == "\n" for c in result.out + result.err)
    assert len(result.err) < 10 * MAX_SENTENCE


@pytest.mark.parametrize("text", UNFIT[:-1], ids=repr)
def test_a_trace_with_such_text_is_damaged(tmp_path: Path, text: str) -> None:
    """Lines are another matter: a trace may hold its board as a text."""
    (tmp_path / "traces").mkdir()
    path = trace_path(tmp_path, "0123456789ab", "typical-win", 1)
    path.write_bytes(trace_bytes(Matchup(GAME, Scenario(board="tiny"), (load_player("random"),)), 1, 0))
    assert read_trace(path)
    path.write_bytes(gzip.compress(json.dumps({"event": "header", "policy": text}).encode()))
    if text.startswith("\n"):
        assert read_trace(path)
    else:
        with pytest.raises(Damaged):
            read_trace(path)


@pytest.mark.parametrize("name", ["\\u001b[31m", "\\n=2+2", " ", "x" * 81, "\\u202e"])
def test_names_of_variants_follow_the_rule(sim: Sim, tmp_path: Path, name: str) -> None:
    (tmp_path / "study.toml").write_text(f'[variants]\n"{name}" = {{ tokens = 8 }}\n', encoding="utf-8")
    told = complaint(sim, "sweep", tmp_path / "study.toml", "--board", "tiny", "--policy", "random")
    assert "study.toml: variants: the name " in told
    assert "free of control characters and invisible ones" in told


@pytest.mark.parametrize("name", ["a\x1b[31m.toml", "a\u00a0b.toml", "\udcff.toml"])
def test_a_name_that_no_run_can_keep_is_refused_before_anything_is_played(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    sim("board", "copy", "tiny", "-o", "tiny.toml")
    Path("tiny.toml").rename(name)
    told = complaint(sim, "sweep", "--board", name, "--policy", "random", "--games", 5, "-o", "run")
    assert "cannot be kept with a run" in told
    assert not Path("run").exists()


@pytest.mark.usefixtures("few_figures")
def test_the_name_of_a_runs_folder_is_no_command_either(sim: Sim, run: Path) -> None:
    strange = run.rename(run.with_name("\x1b[31m\udcffrun"))
    for words in commands(strange):
        check(sim(*words))
