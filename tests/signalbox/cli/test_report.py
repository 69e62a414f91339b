"""`sim report`: where it writes, what it refuses, and that sweeps make it too."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import pytest

from signalbox.cli.main import invoke
from tests.conftest import Sim

pytestmark = pytest.mark.usefixtures("few_figures")
SMALL = ("sweep", "--board", "tiny", "--policy", "random,novice", "--games", "100")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`run`, and `after` with another house rule."""
    folder = tmp_path_factory.mktemp("played")
    for name, house in (("run", ()), ("after", ("--house", "draw=3"))):
        assert invoke([*SMALL, "--tokens", "7..8", *house, "-o", str(folder / name), "--no-report"]) == 0
    return folder


@pytest.fixture
def run(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played / "run", tmp_path / "run"))


@pytest.fixture
def after(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played / "after", tmp_path / "after"))


def test_a_sweep_ends_with_its_report(sim: Sim, tmp_path: Path) -> None:
    run = tmp_path / "run"
    done = sim(*SMALL, "--tokens", "7..8", "-o", run)
    assert f"report: {run / 'report.html'}" in done.out
    page = (run / "report.html").read_bytes()
    again = sim("resume", run)
    assert f"report: {run / 'report.html'}" in again.out
    assert (run / "report.html").read_bytes() == page
    (run / "report.html").unlink()
    assert json.loads(sim("resume", run, "--json").out)["complete"]  # the paths are told beside it
    assert (run / "report.html").read_bytes() == page


def test_games_to_watch_tell_what_the_player_weighed(sim: Sim, tmp_path: Path) -> None:
    run = tmp_path / "run"
    sim("sweep", "--board", "tiny", "--policy", "planner", "--tokens", "7..8", "--games", "20", "-o", run)
    traces = sorted((run / "traces").iterdir())
    assert traces
    for trace in traces:
        events = [json.loads(line) for line in gzip.decompress(trace.read_bytes()).splitlines()]
        assert any(event.get("why") for event in events if event["event"] == "choice")
    assert '"why":[["' in (run / "report.html").read_text()


def test_without_report_there_is_none(run: Path) -> None:
    assert not (run / "report.html").exists()
    assert not (run / "figures").exists()


def test_the_page_lies_in_the_run_and_is_made_anew(sim: Sim, run: Path) -> None:
    assert sim("report", run).code == 0
    page = (run / "report.html").read_bytes()
    (run / "report.html").write_text("old")
    assert sim("report", run).code == 0
    assert (run / "report.html").read_bytes() == page
    figures = list((run / "figures").glob("*.png"))
    assert figures
    for figure in figures:
        assert figure.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_figures_replace_those_of_an_earlier_report_and_nothing_else(sim: Sim, run: Path) -> None:
    sim("report", run)
    figures = run / "figures"
    made = {path.name for path in figures.glob("*.png")}
    (figures / "my-slide.png").write_bytes(b"mine")
    (figures / "earlier.png").write_bytes(b"of a report before")
    with (figures / "list.txt").open("a") as names:
        names.write("earlier.png\n../manifest.json\n../cells.png\n")
    (run / "cells.png").write_bytes(b"outside")
    assert sim("report", run).code == 0
    assert {path.name for path in figures.glob("*.png")} == made | {"my-slide.png"}
    assert (run / "cells.png").exists()
    assert (run / "manifest.json").exists()


def test_a_folder_from_a_stranger_does_not_make_us_write_elsewhere(
    sim: Sim, run: Path, after: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "letter.html").write_text("dear")
    (outside / "photo.png").write_bytes(b"mine")
    for name, goal in (("report.html", outside / "letter.html"), ("figures", outside)):
        (run / name).symlink_to(goal)
        refused = sim("report", run)
        assert refused.code == 2
        assert f"{name} is a link; a run that is written to must hold none." in refused.err
        (run / name).unlink()
    (run / "against-run.html").symlink_to(outside / "letter.html")
    assert sim("report", run, run).code == 0  # a page for two replaces the link, and does not follow it
    (after / "figures").symlink_to(outside)
    refused = sim("report", run, after)
    assert refused.code == 2
    assert "figures is a link" in refused.err
    assert (outside / "letter.html").read_text() == "dear"
    assert {path.name for path in outside.iterdir()} == {"letter.html", "photo.png"}


def test_a_page_that_cannot_be_written(sim: Sim, run: Path) -> None:
    (run / "report.html").mkdir()
    refused = sim("report", run)
    assert refused.code == 2
    assert "report.html: cannot be written (Is a directory)" in refused.err


@pytest.mark.slow
def test_what_is_left_out_is_said(sim: Sim, run: Path) -> None:
    said = "There are no games to watch"
    sim("report", run)
    assert "Games to watch" in (run / "report.html").read_text()
    assert said not in (run / "report.html").read_text()
    traces = list((run / "traces").iterdir())
    for path in traces:
        path.write_bytes(gzip.compress(b"[" * 100_000))
    assert sim("report", run).code == 0
    page = (run / "report.html").read_text()
    assert "A file was left out: traces/" in page
    assert said not in page
    for path in traces:
        path.write_bytes(gzip.compress(b'{"event": "header"}\n'))
    assert sim("report", run).code == 0
    assert "tells no game" in (run / "report.html").read_text()
    shutil.rmtree(run / "traces")
    assert sim("report", run).code == 0
    assert said in (run / "report.html").read_text()
    shutil.rmtree(run / "boards")
    assert sim("report", run).code == 0
    assert "Boards that the run&#39;s folder lacks" in (run / "report.html").read_text()


@pytest.mark.slow
def test_other_files_are_not_written_over(sim: Sim, run: Path, tmp_path: Path) -> None:
    out = tmp_path / "mine.html"
    assert sim("report", run, "-o", out).code == 0
    refused = sim("report", run, "-o", out)
    assert refused.code == 2
    assert "only --force writes over it" in refused.err
    assert sim("report", run, "-o", out, "--force").code == 0
    assert not (run / "report.html").exists()


def test_markdown_and_text(sim: Sim, run: Path, tmp_path: Path) -> None:
    shown = sim("report", run, "--format", "md")
    assert shown.out.startswith("# ")
    assert sim("report", run, "-o", tmp_path / "sweep.md").code == 0
    assert (tmp_path / "sweep.md").read_text() == shown.out
    assert "95 % interval" in sim("report", run, "--format", "text").out


def test_half_a_run_is_reported_as_such(sim: Sim, run: Path) -> None:
    cell = next((run / "cells").iterdir())
    for block in cell.iterdir():
        block.unlink()
    other = next(path for path in (run / "cells").iterdir() if path != cell)
    sorted(other.iterdir())[-1].unlink()
    assert sim("report", run).code == 0
    page = (run / "report.html").read_text()
    assert "This run is not finished: 100 games of each setting were planned, and 80 to 100 are there" in page
    assert "not finished" in sim("report", run, run, "--format", "md").out


def test_two_runs_side_by_side(sim: Sim, run: Path, after: Path, tmp_path: Path) -> None:
    done = sim("report", run, after)
    assert done.code == 0
    figures = [after / "figures" / f"against-run-{name}.png" for name in ("win-rates", "causes")]
    assert f"report: {after / 'against-run.html'}, 2 figures in {after / 'figures'}" in done.out
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in figures)
    assert "3 cards drawn a turn after" in (after / "against-run.html").read_text()
    shown = sim("report", run, after, "--format", "md").out
    assert shown.count("\n| 7 | ") == shown.count("\n| 8 | ") == 2 * 2  # in either table
    assert sim("report", run, after, "-o", tmp_path / "both.md").code == 0
    assert (tmp_path / "both.md").read_text() == shown


def test_figures_of_two_runs_stay_by_themselves(sim: Sim, run: Path, after: Path, tmp_path: Path) -> None:
    sim("report", run, after)
    both = {path.name for path in (after / "figures").iterdir()}
    sim("report", after)  # the run's own figures take no others away
    assert both < {path.name for path in (after / "figures").iterdir()}
    own = {path.name for path in (after / "figures").iterdir()} - both
    same = tmp_path / "same" / "run"  # of the same name, but the same games: there is nothing to draw
    shutil.copytree(after, same)
    assert ", " not in sim("report", same, after).out
    assert {path.name for path in (after / "figures").glob("*.png")} == {n for n in own if n.endswith("png")}


def test_two_runs_put_their_figures_beside_a_page_elsewhere(
    sim: Sim, run: Path, after: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    names = {"both.html", "both-win-rates.png", "both-causes.png"}
    assert sim("report", run, after, "-o", out / "both.html").code == 0
    assert {path.name for path in out.iterdir()} == names
    assert not (after / "figures").exists()
    (out / "both.html").unlink()
    refused = sim("report", run, after, "-o", out / "both.html")
    assert refused.code == 2
    assert "both-win-rates.png is there already" in refused.err
    assert not (out / "both.html").exists()
    assert sim("report", run, after, "-o", out / "both.html", "--force").code == 0


def test_mistakes_get_one_sentence(sim: Sim, run: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    sim(*SMALL, "--tokens", "9..10", "-o", other, "--no-report")
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "manifest.json").write_bytes((run / "manifest.json").read_bytes())
    newer = tmp_path / "newer"
    newer.mkdir()
    (newer / "manifest.json").write_text('{"format": 99, "cells": []}')
    spoiled = tmp_path / "spoiled"
    shutil.copytree(run, spoiled)
    text = (run / "manifest.json").read_text()
    (spoiled / "manifest.copy.json").unlink()
    (spoiled / "manifest.json").write_text(text.replace('"origin": "invented"', '"origin": "<b>"'))
    for words, sentence in (
        ((spoiled,), "is damaged"),
        ((run, other), "have no setting in common, so nothing can be compared. Only the first run has "),
        ((tmp_path / "nowhere",), "is no run: it has no manifest.json"),
        ((empty,), "has no results yet"),
        ((newer,), "was made by a newer version"),
        ((run, "--format", "htm"), 'there is no format "htm" (did you mean "html"?)'),
        ((run, "--format", "text", "-o", tmp_path / "x.md"), "text is for one run and the screen"),
        ((run, "--format", "md", "-o", tmp_path / "x.html"), "must be the name of a .md file"),
    ):
        refused = sim("report", *words)
        assert refused.code == 2, words
        assert sentence in refused.err
        assert "Traceback" not in refused.err
    assert not (empty / "report.html").exists()


def test_two_runs_of_different_players_name_both(sim: Sim, tmp_path: Path) -> None:
    for policy in ("random", "novice"):
        sim("sweep", "--board", "tiny", "--tokens", "7..8", "--policy", policy, "--games", 100, "--no-report",
            "-o", tmp_path / policy)  # fmt: skip
    told = sim("report", tmp_path / "random", tmp_path / "novice", "--format", "md").out
    assert "before and a careless beginner (novice) " in told
    same = sim("report", tmp_path / "novice", tmp_path / "novice", "--format", "md").out
    assert "Nothing differs between the runs" in same
    assert "the change" not in same


def test_discs_that_follow_from_the_board_are_no_change(sim: Sim, tmp_path: Path) -> None:
    for board in ("tiny", "loop"):
        sim("sweep", "--board", board, "--tokens", "7..8", "--policy", "random", "--games", 100, "--no-report",
            "-o", tmp_path / board)  # fmt: skip
    told = sim("report", tmp_path / "tiny", tmp_path / "loop", "--format", "md").out
    assert "Changed from the first run to the second: " in told
    assert "discs" not in told


def test_a_description_that_was_changed_later_is_told(sim: Sim, tmp_path: Path) -> None:
    run = tmp_path / "run"
    sim(*SMALL, "-o", run)
    for path in run.glob("manifest*.json"):
        manifest = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(
            json.dumps({**manifest, "seed": 77, "command": "sim sweep ; rm -rf x"}), encoding="utf-8"
        )
    for form in ("md", "text"):
        told = sim("report", run, "--format", form).out
        assert "was changed after it was begun" in told
        assert "rm -rf" not in told


def test_a_table_of_an_unfinished_run_says_so_itself(sim: Sim, tmp_path: Path) -> None:
    run = tmp_path / "run"
    sim(*SMALL, "-o", run)
    (run / "summary.csv").unlink()
    for block in list(run.glob("cells/*/*.block"))[:1]:
        block.unlink()
    told = sim("report", run, "--format", "text").out
    assert told.startswith("This run is not finished: ")
    assert "summary.csv" not in told


def test_a_study_of_ones_own_heads_the_report(sim: Sim, tmp_path: Path) -> None:
    study = tmp_path / "mine.toml"
    study.write_text(
        'title = "Our house <rule>"\nabout = "Is it *worth* <it>?"\ngames = 20\n[factors]\ntokens = "7..8"\nboard = "tiny"\npolicy = ["random"]\n'
    )
    assert sim("sweep", study, "-o", tmp_path / "run").code == 0
    page = (tmp_path / "run" / "report.html").read_text()
    assert "Our house &lt;rule&gt;</h1>" in page
    assert '<p class="subtitle">Is it *worth* &lt;it&gt;?</p>' in page
    markdown = sim("report", tmp_path / "run", "--format", "md").out
    assert markdown.startswith(
        "# Our house &#60;rule&#62;\n\nIs it \\*worth\\* &#60;it&#62;?\n\n    sim sweep"
    )
    sim("resume", tmp_path / "run", "--games", 30)
    assert 'class="subtitle"' in (tmp_path / "run" / "report.html").read_text()
