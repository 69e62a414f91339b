"""A board as inline SVG for pages, in the colours of the page's style; `board_style` gives the CSS that such a page needs once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files

from markupsafe import Markup

from reports.drawing.primitives import Group, Palette, Part
from reports.drawing.svg import style_rules, style_variables
from reports.switch_signal.board.names import name_words
from reports.switch_signal.board.scene import Heat, places, tracks
from reports.switch_signal.board.svg_sheet import ALL, FEW, UNIT, Sheet
from reports.switch_signal.board.theme import DARK, HEAT_LOOKS, LIGHT, LOOKS, QUIET, QUIET_DARK
from simulator.switch_signal.board import Board


def board_style(*, heat: bool = True) -> str:
    """The style of board drawings: colours, light and dark, looks, and the rules of assets/board.css; without `heat` only of those that have none."""
    light, dark = f":root {{ {style_variables(LIGHT, 'board')} }}", f":root {{ {_changes(DARK, LIGHT)} }}"
    looks = LOOKS
    if heat:
        light += f"\n.board.quiet {{ {_changes(QUIET, LIGHT)} }}"
        dark += f" .board.quiet {{ {_changes(QUIET_DARK, DARK)} }}"
        looks = LOOKS | HEAT_LOOKS
    rules = files("reports").joinpath("assets", "board.css").read_text(encoding="utf-8")
    return (
        f"{light}\n@media screen and (prefers-color-scheme: dark) {{ {dark} }}\n"
        f"{style_rules(looks, 'board', UNIT)}\n{rules}"
    )


def _changes(palette: Palette, base: Palette) -> str:
    """The variables of a palette that differ from those of another."""
    return style_variables(
        {name: colour for name, colour in palette.items() if base.get(name) != colour}, "board"
    )


def board_svg(
    board: Board,
    *,
    label: str,
    heat: Mapping[str, Heat] | None = None,
    sheet: Sheet | None = None,
    sizes: Mapping[str, float] = ALL,
    marks: Sequence[Part] = (),
    under: Markup | str = "",
    layer: Markup | str = "",
    below: Markup | str = "",
    room: int = 0,
) -> Markup:
    """One <svg> element with the standard layout; `label` says to those who cannot see it what is shown.

    `heat` lights up segments and places by their names in traces, and lets everything else step back. `sizes` are those of names.
    `under` is markup drawn on the tracks but under the places, `marks` are drawn on the places but under the names,
    `layer` on top of all, and `below` has so much `room` at the foot.
    """
    sheet = sheet or Sheet(board)
    kind = ("board", "large" if sheet.large else "", "quiet" if heat else "")
    names = [Group(name_words(sheet.names_of(sizes), sizes), "names all")]
    if sheet.large:
        names.append(Group(name_words(sheet.names_of(FEW), FEW), "names few"))
    parts = [
        sheet.frame.svg(tracks(board, sheet.geometry, heat)),
        under,
        sheet.frame.svg([*places(board, sheet.geometry), *marks, *names]),
        layer,
        below,
    ]
    opening = Markup('<svg class="{}" viewBox="0 0 {} {}" text-anchor="middle" role="img" aria-label="{}">')
    return (
        opening.format(" ".join(filter(None, kind)), sheet.width, sheet.height + room, label)
        + Markup("\n").join(filter(None, parts))
        + Markup("\n</svg>")
    )
