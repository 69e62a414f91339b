"""Primitives as SVG for pages: looks become rules of a style, colours its variables, so that dark mode can turn them over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from reports.drawing.primitives import HALO, Disc, Group, Look, Looks, Palette, Part, Path, Point, Words

BASELINE = 0.36  # of the size of letters, from the middle of their height down to where they stand
LEADING = 1.2  # from line to line


@dataclass(frozen=True)
class Frame:
    """Places drawing units on the page, where y points down and a unit is so many pixels."""

    unit: float
    left: float = 0.0
    top: float = 0.0
    digits: int = (
        1  # of points after the decimal point; what is drawn around a point of its own always has one
    )

    def at(self, point: Point) -> str:
        x, y = (point[0] - self.left) * self.unit, (self.top - point[1]) * self.unit
        return f"{number(x, self.digits)} {number(y, self.digits)}"

    def svg(self, parts: Iterable[Part]) -> Markup:
        """Return the elements of all parts in their order."""
        return Markup("").join(map(self._element, parts))

    def _element(self, part: Part) -> Markup:
        match part:
            case Path():
                return Markup('<path class="{}" d="{}"/>').format(part.look, self._shape(part))
            case Disc():
                x, y = self.at(part.at).split(" ")
                middle = "" if (x, y) == ("0", "0") else Markup(' cx="{}" cy="{}"').format(x, y)
                disc = Markup('<circle class="{}"{} r="{}"/>')
                return disc.format(part.look, middle, number(part.radius * self.unit))
            case Words():
                return self._text(part)
            case Group():
                return self._group(part)

    def _shape(self, path: Path) -> str:
        turn, end = "Q" if path.bent else " ", "Z" if path.closed else ""
        lines = ([self.at(point) for point in line] for line in path.lines)
        shapes = (f"M{first}{turn if rest else ''}{' '.join(rest)}{end}" for first, *rest in lines)
        return "".join(shapes).replace(" -", "-")

    def _text(self, text: Words) -> Markup:
        """Return an element for each line."""
        kind = f"{text.look} {HALO}" if text.halo else text.look
        anchor = "" if text.align == "middle" else Markup(' text-anchor="{}"').format(text.align)
        lines = text.words.split("\n")
        element = Markup('<text class="{}" x="{}" y="{}" font-size="{}"{}>{}</text>')
        rows = []
        for row, line in enumerate(lines):
            down = text.size * (BASELINE + LEADING * (row - (len(lines) - 1) / 2))
            x, y = self.at((text.at[0], text.at[1] - down)).split(" ")
            rows.append(element.format(kind, x, y, number(text.size * self.unit), anchor, line))
        return Markup("").join(rows)

    def _group(self, group: Group) -> Markup:
        inner, attributes = self, dict[str, str]()
        if group.kind:
            attributes["class"] = group.kind
        for name, value in group.attributes.items():
            attributes[name] = value if isinstance(value, str) else self.at(value)
        if group.at != (0.0, 0.0) or group.scale != 1:
            inner = Frame(self.unit)
            scaled = "" if group.scale == 1 else f" scale({round(group.scale, 4)})"
            attributes["transform"] = f"translate({self.at(group.at)}){scaled}"
        if group.hidden:
            attributes["hidden"] = ""
        opening = Markup("").join(Markup(' {}="{}"').format(*each) for each in attributes.items())
        title = Markup("<title>{}</title>").format(group.title) if group.title else ""
        return Markup("<g{}>{}{}</g>").format(opening, title, inner.svg(group.parts))


def number(pixels: float, digits: int = 1) -> str:
    """Write a number with so many decimals at most, and without `.0`."""
    found = round(pixels, digits)
    return str(int(found) if found == int(found) else found)


def style_rules(looks: Looks, scope: str, unit: float) -> str:
    """The rules of all looks for drawings of the class `scope`; a look of several words is one class for each."""
    return "\n".join(
        f".{scope} .{name.replace(' ', '.')} {{ {'; '.join(_declarations(look, scope, unit))}; }}"
        for name, look in looks.items()
    )


def style_variables(palette: Palette, scope: str) -> str:
    """The colours as variables that the rules of `style_rules` use."""
    return " ".join(f"--{scope}-{name}: {colour};" for name, colour in palette.items())


def _declarations(look: Look, scope: str, unit: float) -> Iterable[str]:
    for name, colour in (("fill", look.fill), ("stroke", look.stroke)):
        if colour:
            yield f"{name}: {colour if colour.startswith('#') else f'var(--{scope}-{colour})'}"
    if look.stroke:
        yield f"stroke-width: {number(look.width * unit)}"
    if look.cap != "round":
        yield f"stroke-linecap: {look.cap}"
    if look.dashes:
        yield f"stroke-dasharray: {' '.join(number(dash * look.width * unit) for dash in look.dashes)}"
    if look.bold:
        yield "font-weight: bold"
    if look.italic:
        yield "font-style: italic"
