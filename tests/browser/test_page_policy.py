"""The policy that every page carries: its own scripts run, and none that somebody has put in later."""

from __future__ import annotations

from pathlib import Path

import pytest

from experiments.results import Results
from experiments.two_runs import compare_runs
from reports.page import two_runs_page
from reports.switch_signal.replay.page import replay_page
from tests.browser.conftest import Look
from tests.replays import played

# Ways in which text that is not escaped becomes a program. Each would leave a mark on the window.
INJECTED = {
    "a script": "<script>window.pwned = 1</script>",
    "a module": '<script type="module">window.pwned = 1</script>',
    "a handler": '<img src="data:," onerror="window.pwned = 1">',
    "an address": '<a id="injected" href="javascript:window.pwned = 1">click</a>',
    "a frame": '<iframe srcdoc="<script>parent.pwned = 1</script>"></iframe>',
    "a picture": '<svg onload="window.pwned = 1"></svg>',
}


@pytest.fixture(scope="module")
def kinds(whole: Path, results: Results) -> dict[str, str]:
    """One page of every kind that the program writes."""
    scenario, game = played("tiny", 0, explain=True)
    return {
        "report": whole.read_text(encoding="utf-8"),
        "replay": replay_page(scenario.board_data, game),
        "two runs": two_runs_page(compare_runs(results, results)),
    }


# What stands there only if the page's own scripts have run; the page of two runs has none.
WORK = {"report": ".versus tr", "replay": ".replay-turns *", "two runs": "h1"}


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["as it is", "with line ends of Windows"])
@pytest.mark.parametrize("kind", WORK)
def test_scripts_of_the_page_run(
    look: Look, kinds: dict[str, str], tmp_path: Path, kind: str, ends: str
) -> None:
    path = tmp_path / "page.html"
    path.write_text(kinds[kind], encoding="utf-8", newline=ends)
    assert look(path).page.locator(WORK[kind]).count() > 0


@pytest.mark.parametrize("injected", INJECTED)
@pytest.mark.parametrize("kind", WORK)
def test_an_injected_script_does_not_run(
    look: Look, kinds: dict[str, str], tmp_path: Path, kind: str, injected: str
) -> None:
    path = tmp_path / "page.html"
    path.write_text(kinds[kind].replace("<main>", f"<main>{INJECTED[injected]}"), encoding="utf-8")
    watched = look(path)
    page = watched.page
    page.evaluate("document.getElementById('injected')?.click()")
    while not watched.troubles and page.evaluate("window.pwned") is None:
        page.wait_for_timeout(20)
    assert page.evaluate("window.pwned") is None
    assert page.locator(WORK[kind]).count() > 0
    assert watched.troubles
    assert all("Content Security Policy" in trouble for trouble in watched.troubles), watched.troubles
    watched.troubles.clear()
