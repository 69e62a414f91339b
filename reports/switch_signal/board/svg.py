"""A board as inline SVG for pages: small, in the colours of the page's style, every part addressable by its name in traces.

`data-cell`, `data-field` and `data-junction` carry those names. `board_style` gives the CSS that a page with such drawings
needs once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib.resources import files

from markupsafe import Markup

from reports.switch_signal.board import theme as colours
from reports.switch_signal.board.geometry import CITY_RADIUS, JUNCTION_RADIUS, START_RADIUS
from reports.switch_signal.board.names import Name
from reports.switch_signal.board.outline import outline
from reports.switch_signal.board.pieces import SHORT_SEGMENT, numbers_in_words
from reports.switch_signal.board.svg_sheet import ALL, FEW, UNIT, Sheet, pixels
from simulator.switch_signal.board import Board


@dataclass(frozen=True)
class Heat:
    """How a cell, field or junction is lit up."""

    shade: int  # of HEAT in board_theme.py: from little to much
    width: float  # of the glow in drawing units; 0.4 is as broad as the track's bed
    words: str = ""  # shown when one points at it


def board_style() -> str:
    """The style of board drawings: the colours of `board_theme`, light and dark, and the rules of assets/board.css."""
    fixed = {f"good-{name}": value for name, value in colours.GOODS.items()}
    fixed |= {f"train-{name}": value for name, value in colours.TRAINS.items()}
    fixed |= {
        "red": colours.RED_FIELD,
        "green": colours.GREEN_DISC,
        "disc": colours.SWITCH_DISC,
        "navy": colours.NAVY,
    }
    light, dark, always = _variables(colours.LIGHT), _variables(colours.DARK), _declared(fixed)
    quiet = [
        _variables(theme) + " " + _declared({f"heat-{k}": shade for k, shade in enumerate(shades)})
        for theme, shades in ((colours.QUIET, colours.HEAT), (colours.QUIET_DARK, colours.HEAT_DARK))
    ]
    rules = files("reports").joinpath("assets", "board.css").read_text(encoding="utf-8")
    return (
        f":root {{ {light} {always} }}\n.board.quiet {{ {quiet[0]} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} }} .board.quiet {{ {quiet[1]} }} }}\n{rules}"
    )


def _variables(theme: colours.Theme) -> str:
    return _declared({name.replace("_", "-"): value for name, value in asdict(theme).items()})


def _declared(values: Mapping[str, str]) -> str:
    return " ".join(f"--board-{name}: {value};" for name, value in values.items())


def board_svg(
    board: Board,
    *,
    label: str,
    heat: Mapping[str, Heat] | None = None,
    sheet: Sheet | None = None,
    sizes: Mapping[str, float] = ALL,
    under: Markup | str = "",
    layer: Markup | str = "",
    below: Markup | str = "",
    room: int = 0,
) -> Markup:
    """One <svg> element with the standard layout; `label` says to those who cannot see it what is shown.

    `heat` lights up cells, fields and junctions by their names in traces, and lets everything else step back. `sizes` are those of names.
    `under` is markup drawn on the tracks but under the places, `layer` on top of all, and `below` has so much `room` at the foot.
    """
    sheet = sheet or Sheet(board)
    kind = ("board", "large" if sheet.large else "", "quiet" if heat else "")
    parts = [
        _land(sheet),
        _beds(sheet),
        _segments(sheet),
        _heat(sheet, heat or {}),
        _junctions(sheet),
        under,
        _places(sheet),
        _signals(sheet),
        _names(sheet, "all", sizes),
        _names(sheet, "few", FEW) if sheet.large else "",
        layer,
        below,
    ]
    opening = Markup('<svg class="{}" viewBox="0 0 {} {}" role="img" aria-label="{}">')
    return (
        opening.format(" ".join(filter(None, kind)), sheet.width, sheet.height + room, label)
        + Markup("\n").join(filter(None, parts))
        + Markup("\n</svg>")
    )


def _group(kind: str, parts: Iterable[Markup]) -> Markup:
    return Markup('<g class="{}">{}</g>').format(kind, Markup("").join(parts))


def _land(sheet: Sheet) -> Markup:
    """A plate under the network: its convex hull, widened by a broad stroke."""
    shape = sheet.polyline(outline(list(sheet.geometry.places.values()))) + "Z"
    return Markup('<path class="coast" d="{0}"/><path class="land" d="{0}"/>').format(shape)


def _beds(sheet: Sheet) -> Markup:
    shapes = Markup("").join(sheet.polyline(track.path.points) for track in sheet.geometry.tracks.values())
    return Markup('<path class="bed" d="{0}"/><path class="joint" d="{0}"/>').format(shapes)


def _segments(sheet: Sheet) -> Markup:
    """Bars with light sleepers, so that segments can be counted; those of crowded lines have neither round ends nor sleepers."""
    long = Markup('<g data-cell="{0}"><path class="bar" d="{1}"/><path class="sleepers" d="{1}"/></g>')
    short = Markup('<path class="bar short" data-cell="{0}" d="{1}"/>')
    return _group(
        "segments",
        (
            (short if stop - start < SHORT_SEGMENT else long).format(cell, _bar(sheet, cell, start, stop))
            for cell, (start, stop) in sheet.cells.items()
        ),
    )


def _bar(sheet: Sheet, cell: str, start: float, stop: float) -> str:
    """Round caps stick out, so the bar itself begins later and ends earlier."""
    by = 0.1 if stop - start >= SHORT_SEGMENT else 0.0
    path = sheet.geometry.tracks[cell.rpartition("#")[0]].path
    return sheet.polyline(path.between(start + by, stop - by))


def _junctions(sheet: Sheet) -> Markup:
    return _group("junctions", (_junction(sheet, junction) for junction in sheet.board.arms))


def _junction(sheet: Sheet, junction: str) -> Markup:
    """B2: all arms are visible, the joined pair is one strong curve, a disc lies on each closed arm."""
    x, y = sheet.geometry.places[junction]
    ends = {}
    for line, end in sheet.board.arms[junction]:
        dx, dy = sheet.geometry.arm(line, end)
        ends[line] = sheet.at((x + dx * JUNCTION_RADIUS, y + dy * JUNCTION_RADIUS)), (dx, dy)
    middle = sheet.at((x, y))
    arms = Markup("").join(f"M{middle[0]} {middle[1]} {a} {b}" for (a, b), _ in ends.values())
    joined = sheet.board.layout.switches.get(junction, ())
    discs = (
        Markup('<g class="arm" data-line="{}" data-end="{} {}" {}transform="translate({} {}) rotate({})">'
               '<circle r="6"/><path d="M0-3.5V3.5"/></g>').format(
            line, a, b, Markup('hidden="" ') if line in joined else "", a, b,
            round(math.degrees(math.atan2(-dy, dx))),
        )
        for line, ((a, b), (dx, dy)) in ends.items()
    )  # fmt: skip
    curve = ""
    if joined:
        (a, b), (c, d) = ends[joined[0]][0], ends[joined[1]][0]
        curve = f"M{a} {b}Q{middle[0]} {middle[1]} {c} {d}"
    return Markup(
        '<g data-junction="{0}" data-middle="{1} {2}" data-open="{3}"><circle class="plate" cx="{1}" cy="{2}" r="{4}"/>'
        '<path class="arms" d="{5}"/><path class="joined" d="{6}"/>{7}</g>'
    ).format(
        junction, *middle, " ".join(joined), pixels(JUNCTION_RADIUS), arms, curve, Markup("").join(discs)
    )


def _places(sheet: Sheet) -> Markup:
    return _group("places", [*_cities(sheet), *_starts(sheet)])


def _cities(sheet: Sheet) -> Iterable[Markup]:
    anchor = Markup(
        '<path class="anchor" d="M0 11V-6M-6-3H6M-10 4A11 11 0 0 0 10 4"/><circle class="ring" cy="-9" r="3"/>'
    )
    for city in sheet.board.cities:
        x, y = sheet.cell(city.id)
        if city.goods is None:
            yield Markup(
                '<g class="port" data-cell="{}" transform="translate({} {})"><rect x="-19" y="-19" width="38" height="38" rx="6"/>{}</g>'
            ).format(city.id, x, y, anchor)
        else:
            yield Markup(
                '<g class="city {1}" data-cell="{0}" transform="translate({2} {3})"><circle class="plate" r="{4}"/>'
                '<circle class="good" r="{5}"/><text y="6">{6}</text></g>'
            ).format(city.id, city.goods, x, y, pixels(CITY_RADIUS), pixels(0.8 * CITY_RADIUS), city.goods[0].upper())  # fmt: skip


def _starts(sheet: Sheet) -> Iterable[Markup]:
    corners = [
        (math.cos(math.pi / 8 + k * math.pi / 4), math.sin(math.pi / 8 + k * math.pi / 4)) for k in range(8)
    ]
    shape = "M" + " ".join(f"{pixels(START_RADIUS * a)} {pixels(START_RADIUS * b)}" for a, b in corners) + "Z"
    for start in sheet.board.starts:
        words = numbers_in_words(start.numbers)
        yield Markup(
            '<g class="start" data-cell="{}" transform="translate({} {})"><path d="{}"/><text y="5" data-letters="{}">{}</text></g>'
        ).format(start.id, *sheet.cell(start.id), shape, len(words), words)


def _signals(sheet: Sheet) -> Markup:
    """B3: a red field is a small square, a green disc a larger ring."""
    template = Markup(
        '<g class="signal" data-field="{}" data-green="{}" transform="translate({} {})">'
        '<rect x="-4" y="-4" width="8" height="8"/><circle r="7"/></g>'
    )
    return _group(
        "signals",
        (
            template.format(field, int(field in sheet.board.layout.signals), *sheet.at(sheet.geometry.field(field)[0]))
            for field in sheet.board.fields
        ),
    )  # fmt: skip


def _names(sheet: Sheet, kind: str, sizes: Mapping[str, float]) -> Markup:
    variables = ";".join(f"--{name}:{pixels(size)}px" for name, size in sizes.items())
    return Markup('<g class="names {}" style="{}">{}</g>').format(
        kind,
        variables,
        Markup("").join(_name(sheet, name, sizes[name.kind]) for name in sheet.names_of(sizes)),
    )


def _name(sheet: Sheet, name: Name, size: float) -> Markup:
    """Anchored at the side that is next to the thing."""
    left, _, right, high = name.box
    anchor = "start" if left > name.near[0] else "end" if right < name.near[0] else "middle"
    across = {"start": left, "end": right, "middle": (left + right) / 2}[anchor]
    x, y = sheet.at((across, high))
    first = y + pixels(0.95 * size)
    return Markup("").join(
        Markup('<text class="name {}{}" x="{}" y="{}" text-anchor="{}">{}</text>').format(
            name.kind, " haloed" if name.on_tracks else "", x, first + round(1.2 * size * UNIT * row), anchor, line
        )
        for row, line in enumerate(name.words.split("\n"))
    )  # fmt: skip


def _heat(sheet: Sheet, heat: Mapping[str, Heat]) -> Markup:
    if not heat:
        return Markup("")
    return _group("heat", (_glow(sheet, name, found) for name, found in heat.items()))


def _glow(sheet: Sheet, name: str, heat: Heat) -> Markup:
    title = Markup("<title>{}</title>").format(heat.words) if heat.words else Markup("")
    if name in sheet.cells:
        start, stop = sheet.cells[name]
        path = sheet.geometry.tracks[name.rpartition("#")[0]].path
        return Markup(
            '<path data-heat="{}" d="{}" style="stroke:var(--board-heat-{});stroke-width:{}">{}</path>'
        ).format(name, sheet.polyline(path.between(start, stop)), heat.shade, pixels(heat.width), title)  # fmt: skip
    if ":" in name:
        at, radius = sheet.geometry.field(name)[0], 0.1
    else:
        at = sheet.geometry.places[name]
        radius = (
            JUNCTION_RADIUS
            if name in sheet.board.arms
            else CITY_RADIUS
            if name in sheet.board.entrances
            else START_RADIUS
        )
    return Markup(
        '<circle data-heat="{}" cx="{}" cy="{}" r="{}" style="fill:var(--board-heat-{})">{}</circle>'
    ).format(name, *sheet.at(at), pixels(radius + heat.width / 2), heat.shade, title)
