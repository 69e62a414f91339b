"""The replay page in a browser: what it shows is what the trace says, at every step, by keyboard, on a phone, in the dark."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from reports.page_parts import asset
from reports.switch_signal.board.svg import board_style
from reports.switch_signal.replay.data import NOT_YET, Game
from reports.switch_signal.replay.page import replay_assets, replay_page, replay_viewer
from reports.switch_signal.replay.state import State, Unfolding
from tests.browser.conftest import PHONE, Look
from tests.replays import played

HOSTILE = ("<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>")
TINY = Path(__file__).parents[2] / "simulator" / "switch_signal" / "data" / "boards" / "tiny.toml"

# What the page shows, as the State of docs/trace.md; what it does not show is left out.
SHOWN = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const of = (selector, key, value) => Object.fromEntries(all(selector).map((e) => [key(e), value(e)]));
  const d = document.querySelector(".replay").dataset;
  const cards = (selector) => document.querySelector(selector).dataset.cards.split(",").map(Number);
  return {
    turn: Number(d.turn), seat: Number(d.seat),
    clock: Number(document.querySelector(".clock").dataset.clock),
    left: Number(document.querySelector(".timetable").dataset.left),
    bottom: document.querySelector(".timetable").dataset.bottom || null,
    trains: of("[data-train]", (e) => e.dataset.train, (e) => ({at: e.dataset.at || null, heading: e.dataset.heading || null, good: e.dataset.good || null})),
    switches: of("[data-junction]", (e) => e.dataset.junction, (e) => e.dataset.open ? e.dataset.open.split(" ") : null),
    signals: all("[data-field]").filter((e) => e.dataset.green === "1").map((e) => e.dataset.field),
    goods: of("[data-stock]", (e) => e.dataset.stock, (e) => Number(e.dataset.count)),
    home: of("[data-home]", (e) => e.dataset.home, (e) => Number(e.dataset.count)),
    hands: all("[data-hand]").map((e) => e.dataset.cards.split(",").map(Number)),
    pile: cards("[data-pile]"), discards: cards("[data-discards]"),
    helpers: all('[data-helper][data-unused="1"]').map((e) => e.dataset.helper),
  };
}"""


def written(folder: Path, board: str, game: int = 0, **changes: Any) -> tuple[Path, list[State]]:
    """A page, and the state after each of its steps, from the trace."""
    scenario, shown = played(board, game, explain=True, **changes)
    path = folder / "game.html"
    path.write_text(replay_page(scenario.board_data, shown), encoding="utf-8")
    unfolding = Unfolding(scenario.board_data, shown.events[1])
    states = []
    for event in shown.events[1:]:
        unfolding.take(event)
        if event["event"] not in NOT_YET:
            states.append(shown_part(unfolding.state))
    return path, states


def shown_part(state: State) -> State:
    part = {
        key: value
        for key, value in state.items()
        if key not in ("executed", "numbers", "tokens", "delivered")
    }
    part["home"] = {
        f"{port}:{colour}": number
        for port, goods in state["delivered"].items()
        for colour, number in goods.items()
    }
    return deepcopy(part)


@pytest.mark.parametrize(
    ("board", "changes"),
    [
        ("loop", {"players": 3}),
        pytest.param("central-europe", {}, marks=pytest.mark.slow),
        pytest.param(
            "north-america",
            {"players": 3, "locations": "shuffled", "layout": "policy"},
            marks=pytest.mark.slow,
        ),
    ],
)
def test_stepping_to_the_end_by_keyboard_shows_the_states_of_the_trace(
    look: Look, tmp_path: Path, board: str, changes: dict[str, Any]
) -> None:
    path, states = written(tmp_path, board, **changes)
    page = look(path).page
    for number, state in enumerate(states):
        if number:
            page.keyboard.press("ArrowRight")
        if number % 3 == 0 or number == len(states) - 1:
            assert page.evaluate(SHOWN) == state, number
    replay = page.locator(".replay")
    assert replay.get_attribute("data-step") == replay.get_attribute("data-steps") == str(len(states) - 1)
    assert re.match("(Won|Lost): ", page.locator(".replay-words").inner_text())
    for key, step in (("ArrowLeft", len(states) - 2), ("Home", 0), ("End", len(states) - 1), ("Home", 0)):
        page.keyboard.press(key)
        assert page.evaluate(SHOWN) == states[step]


def test_turns_buttons_slider_and_links(look: Look, tmp_path: Path) -> None:
    path, states = written(tmp_path, "tiny", game=1)
    page = look(path, at="#step=7").page
    replay = page.locator(".replay")
    assert page.evaluate(SHOWN) == states[7]
    for key in ("Home", "PageDown", "PageDown"):
        page.keyboard.press(key)
    assert replay.get_attribute("data-turn") == "2"
    page.keyboard.press("PageUp")
    assert replay.get_attribute("data-turn") == "1"
    page.locator(".turn").nth(4).click()
    assert replay.get_attribute("data-turn") == "4"
    before = int(replay.get_attribute("data-step") or 0)
    page.get_by_label("One step on").click()
    assert replay.get_attribute("data-step") == str(before + 1)
    page.wait_for_url(f"**/*#step={before + 1}")
    page.locator(".replay-log .line").first.click()
    assert page.locator(".replay-log [aria-current]").inner_text().startswith("Turn 4")
    page.locator(".replay-slider").fill("3")
    assert page.evaluate(SHOWN) == states[3]


def test_playing_goes_on_by_itself_and_stops(look: Look, tmp_path: Path) -> None:
    path, states = written(tmp_path, "tiny", game=1)
    page = look(path, motion=True, at=f"#step={len(states) - 4}").page
    page.locator(".replay-speed select").select_option("4")
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("Space")
    page.locator(".replay:not([data-playing])").wait_for()
    assert page.evaluate(SHOWN) == states[-1]


def test_a_train_runs_where_motion_is_welcome(look: Look, tmp_path: Path) -> None:
    path, _ = written(tmp_path, "tiny", game=1)
    for motion in (True, False):
        page = look(path, motion=motion).page
        ran = 0
        for _ in range(14):
            page.keyboard.press("ArrowRight")
            ran += page.locator("[data-running]").count()
        assert (ran > 0) == motion


def test_reasons_are_shown(look: Look, tmp_path: Path) -> None:
    path, states = written(tmp_path, "tiny", game=1)
    page = look(path).page
    for _ in states:
        page.keyboard.press("ArrowRight")
        if page.locator(".weighed .chosen").count():
            break
    assert page.locator(".replay-why").is_visible()
    assert page.locator(".weighed li").count() > 1


def test_a_phone_shows_it_without_sideways_scrolling(look: Look, tmp_path: Path) -> None:
    path, _ = written(tmp_path, "central-europe")
    watched = look(path, PHONE)
    for key in ("Home", *["PageDown"] * 6, *["ArrowRight"] * 8, "End"):
        watched.page.keyboard.press(key)
        assert watched.sideways == 0
    tops = [
        watched.page.locator(part).bounding_box()
        for part in (".replay-board", ".replay-controls", ".replay-now")
    ]
    assert [box and box["y"] for box in tops] == sorted(box["y"] for box in tops if box)


def test_light_and_dark_are_two_pictures(look: Look, tmp_path: Path) -> None:
    path, _ = written(tmp_path, "tiny", game=1)
    pictures = [look(path, dark=dark, at="#step=20").page.screenshot() for dark in (False, True)]
    assert pictures[0] != pictures[1]


def test_hostile_names_are_text(look: Look, tmp_path: Path) -> None:
    text = TINY.read_text(encoding="utf-8")
    text = (
        text.replace('"Tiny Valley"', f'"{HOSTILE[0]}"')
        .replace('"Mill"', f'"{HOSTILE[1]}"')
        .replace('"West"', '"</title>"')
    )
    file = tmp_path / "hostile.toml"
    file.write_text(text, encoding="utf-8")
    path, states = written(tmp_path, str(file), game=1)
    page = look(path).page
    assert HOSTILE[0] in page.locator(".replay-title").inner_text()
    assert HOSTILE[0] in page.title()
    assert HOSTILE[1] in page.locator(".goods tbody th").inner_text()
    assert "</title>" in page.locator(".name.start").all_text_contents()
    page.keyboard.press("End")
    assert page.evaluate(SHOWN) == states[-1]


def test_several_games_in_one_viewer(look: Look, tmp_path: Path) -> None:
    """As a report embeds them: keys reach the viewer that has the focus."""
    scenario, first = played("tiny", 0, explain=True)
    _, second = played("tiny", 1, explain=True, players=3)
    games = [Game(first.events, first.cards, "a win"), Game(second.events, second.cards, HOSTILE[0])]
    style, script = replay_assets()
    viewers = replay_viewer(scenario.board_data, games, ident="one") + replay_viewer(
        scenario.board_data, games, ident="two"
    )
    path = tmp_path / "report.html"
    path.write_text(
        f"<!doctype html><meta charset=utf-8><style>{board_style()}{style}</style>{viewers}<script>{asset('elements.js')}{script}</script>",
        encoding="utf-8",
    )
    page = look(path).page
    one, two = page.locator("#one"), page.locator("#two")
    page.keyboard.press("ArrowRight")
    assert (one.get_attribute("data-step"), two.get_attribute("data-step")) == ("0", "0")
    two.get_by_text(HOSTILE[0]).click()
    assert "game 1 of seed 1" in two.locator(".replay-title").inner_text()
    page.keyboard.press("ArrowRight")
    assert (one.get_attribute("data-step"), two.get_attribute("data-step")) == ("0", "1")
    assert [viewer.locator("[data-hand]:visible").count() for viewer in (one, two)] == [2, 3]
    two.locator(".replay-log .line").last.click()
    before = int(two.get_attribute("data-turn") or 0), int(two.get_attribute("data-step") or 0)
    for _ in range(9):  # a click on a line of the story, then on into the next turn, whose lines are others
        page.keyboard.press("ArrowRight")
    assert int(two.get_attribute("data-turn") or 0) > before[0]
    assert int(two.get_attribute("data-step") or 0) == before[1] + 9
    assert one.get_attribute("data-step") == "0"


def test_keys_go_on_when_the_reasons_that_had_the_focus_are_gone(look: Look, tmp_path: Path) -> None:
    scenario, game = played("tiny", 1, explain=True)
    style, script = replay_assets()
    path = tmp_path / "report.html"
    path.write_text(
        f"<!doctype html><meta charset=utf-8><style>{board_style()}{style}</style>"
        f"{replay_viewer(scenario.board_data, [game])}<script>{asset('elements.js')}{script}</script>",
        encoding="utf-8",
    )
    page = look(path).page
    replay, why = page.locator(".replay"), page.locator(".replay-why summary")
    while not why.is_visible():
        page.get_by_label("One step on").click()
    why.focus()
    before = int(replay.get_attribute("data-step") or 0)
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        page.evaluate("new Promise(requestAnimationFrame)")  # browsers take the focus away when they draw
    assert int(replay.get_attribute("data-step") or 0) == before + 12
