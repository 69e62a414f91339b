"""The table of the report in a browser: sort, filter and download do what they say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from experiments.results import Results
from experiments.summary import csv_lines, summarize

if TYPE_CHECKING:
    from playwright.sync_api import Page


def column(page: Page, name: str) -> list[str]:
    heads = page.locator("table.cells th").all_inner_texts()
    at = next(number for number, head in enumerate(heads) if head.startswith(name))
    rows = page.locator("table.cells tbody tr:visible").all()
    return [row.locator("td").nth(at).inner_text() for row in rows]


def test_the_table_sorts_and_filters(page: Page, results: Results) -> None:
    rates = sorted(cell.rate for cell in results.cells)
    head = page.locator("table.cells th", has_text="won, %")
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    assert column(page, "won, %") == [f"{100 * rate:.1f}" for rate in rates]
    head.get_by_role("button").click()
    assert column(page, "won, %") == [f"{100 * rate:.1f}" for rate in reversed(rates)]
    page.locator(".tools").get_by_label("policy").select_option("novice")
    page.locator(".tools").get_by_label("time tokens").select_option("8")
    assert column(page, "policy") == ["novice", "novice"]
    assert column(page, "time tokens") == ["8", "8"]
    assert page.locator(".tools output").inner_text() == "2 of 16 settings"


def test_the_download_is_the_table_as_it_is_shown(page: Page, results: Results, tmp_path: Path) -> None:
    head, *lines = csv_lines(results, summarize(results))
    with page.expect_download() as whole:
        page.get_by_role("button", name="Download as CSV").click()
    whole.value.save_as(tmp_path / "all.csv")
    assert (tmp_path / "all.csv").read_bytes().decode() == head + "".join(lines)
    page.locator(".tools").get_by_label("start places").select_option("stack")
    with page.expect_download() as part:
        page.get_by_role("button", name="Download as CSV").click()
    part.value.save_as(tmp_path / "part.csv")
    kept = [
        line for line, cell in zip(lines, results.cells, strict=True) if cell.levels["locations"] == "stack"
    ]
    assert (tmp_path / "part.csv").read_bytes().decode() == head + "".join(kept)
