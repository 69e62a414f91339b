"""What the report of a large run costs: time to make it, its size, and how soon its page can be used in a browser.

    python -m benchmarks.report

100 cells with few games each: the time of a report hardly depends on the number of games. The browser is the chromium of the system.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from experiments.summary import summarize
from reports.report import RunReport
from tests.browser.chromium import chromium
from tests.experiments.sweeps import play_run

# Milliseconds from the beginning of loading until the explorer has its rows, and until the document is there.
WATCH = """new MutationObserver((_, self) => {
  if (document.querySelector(".versus tbody tr")) { window.filled = performance.now(); self.disconnect(); }
}).observe(document, { childList: true, subtree: true });"""
TIMES = """() => [performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd, window.filled]"""


def milliseconds(page: Path, repeats: int) -> tuple[float, float] | None:
    """Until DOMContentLoaded, and until the explorer has its rows; the best of several. None without a browser."""
    program = chromium()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    if program is None:
        return None
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for _ in range(repeats):
            opened = browser.new_page(viewport={"width": 1200, "height": 900})
            opened.add_init_script(WATCH)
            opened.goto(page.as_uri())
            found.append(tuple(opened.evaluate(TIMES)))
            opened.close()
        browser.close()
    return min(loaded for loaded, _ in found), min(filled for _, filled in found)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=50, help="in each of 100 cells")
    parser.add_argument("--repeats", type=int, default=3, help="times that the page is opened")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "run"
        results = play_run(folder, given.games)
        rows = summarize(results)
        start, busy = time.perf_counter(), time.process_time()
        RunReport.of(results, rows, folder).write()
        seconds, cpu = time.perf_counter() - start, time.process_time() - busy
        page, figures = folder / "report.html", list((folder / "figures").glob("*.png"))
        table = {
            "cells": f"{len(rows)}",
            "report, CPU": f"{cpu:.1f} s",
            "report, clock": f"{seconds:.1f} s",
            "page": f"{page.stat().st_size / 1e6:.2f} MB",
            f"{len(figures)} figures": f"{sum(path.stat().st_size for path in figures) / 1e6:.2f} MB",
        }
        used = milliseconds(page, given.repeats)
        if used is None:
            table["in a browser"] = "chromium or playwright is missing"
        else:
            table |= {"DOMContentLoaded": f"{used[0]:.0f} ms", "explorer filled": f"{used[1]:.0f} ms"}
    for name, value in table.items():
        print(f"{name:<18}{value:>12}")


if __name__ == "__main__":
    main()
