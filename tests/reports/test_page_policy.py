"""The Content-Security-Policy of pages: it names their scripts by hash, so that a script which slipped through does nothing."""

from __future__ import annotations

import base64
import re
from hashlib import sha256
from html import unescape
from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest
from markupsafe import Markup

from experiments.two_runs import compare_runs
from reports.page import Replays, two_runs_page
from reports.page_parts import render_page
from reports.switch_signal.replay.page import replay_page
from tests.pages import ROOT
from tests.replays import played
from tests.reports.test_report_page import page_of
from tests.runs import made_run

ASSETS = [
    each for each in files("reports").joinpath("assets").iterdir() if each.name.endswith((".js", ".j2"))
]


@pytest.fixture(scope="module")
def pages() -> list[str]:
    """One page of every kind that the program writes, and the sample in docs/."""
    results = made_run({"tokens": (7, 8), "locations": ("dice", "stack")}, games=200)
    scenario, game = played("tiny")
    return [
        page_of(results, replays=Replays(script=Markup("/* plays */"))),
        replay_page(scenario.board_data, game),
        two_runs_page(compare_runs(results, results)),
        (ROOT / "docs" / "sample" / "report.html").read_text(encoding="utf-8"),
    ]


def policy_of(page: str) -> dict[str, list[str]]:
    """The directives of a page's policy, which stands before anything that a run could have written."""
    found = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)
    assert found
    assert found.start() < page.index("<title>")
    words = (directive.split() for directive in unescape(found[1]).split(";"))
    return {name: values for name, *values in words}


def test_a_page_allows_its_own_scripts_and_no_other(pages: list[str]) -> None:
    counts = []
    for page in pages:
        scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
        hashes = [base64.b64encode(sha256(text.encode()).digest()).decode() for text in scripts]
        assert policy_of(page)["script-src"] == ([f"'sha256-{each}'" for each in hashes] or ["'none'"])
        counts.append(len(hashes))
    assert counts == [5, 1, 0, 5]


def test_a_page_allows_nothing_else_that_runs_or_leads_away(pages: list[str]) -> None:
    for page in pages:
        policy = policy_of(page)
        assert policy.pop("script-src")
        assert policy == {
            "default-src": ["'none'"],
            "style-src": ["'unsafe-inline'"],
            "img-src": ["data:"],
            "base-uri": ["'none'"],
            "form-action": ["'none'"],
        }


def test_a_script_in_a_value_is_not_allowed() -> None:
    """Hashes are those of scripts that were handed over as such, not of what stands in the page in the end."""
    page = render_page(
        "replay_page.html.j2",
        title="a title",
        style="",
        scripts=[Markup("ours()")],
        viewer=Markup("<script>theirs()</script>"),
    )
    assert "<script>theirs()</script>" in page
    assert len(policy_of(page)["script-src"]) == 1


@pytest.mark.parametrize("asset", ASSETS, ids=lambda asset: asset.name)
def test_no_asset_needs_what_the_policy_forbids(asset: Traversable) -> None:
    text = asset.read_text(encoding="utf-8")
    assert not re.search(r"\son[a-z]+\s*=\s*[\"']|javascript:|\beval\(|new Function", text)
    assert "\r" not in text  # a browser would hash another text
    if asset.name.endswith(".js"):
        assert not re.search(r"</script|<!--", text, re.IGNORECASE)
