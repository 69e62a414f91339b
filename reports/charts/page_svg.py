"""A figure's SVG made fit for a page: no ids that two figures share, colours and font of the page, nothing that reaches beyond it.

matplotlib numbers its groups alike in every figure and writes a style for the whole document; in one page both would run into each other.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from reports.charts.style import VARIABLES

SPACE = "http://www.w3.org/2000/svg"
LINK = "{http://www.w3.org/1999/xlink}href"
REFERENCE = re.compile(r"url\(#([^)]*)\)")
LONG_NUMBER = re.compile(r"-?\d+\.\d{3,}")
FONT_FAMILY = re.compile(r"font-family:[^;]*;? ?")
NOT_TURNED = re.compile(r"rotate\(-?0(?:\.0*)? [^)]*\)")
COLOUR = re.compile("|".join(map(re.escape, VARIABLES)))


def page_svg(raw: bytes, name: str, alt: str) -> str:
    """One <svg> element that scales with its place and reads `alt` to those who cannot see it."""
    root = ElementTree.fromstring(raw)
    for element in root.iter():
        element.tag = str(element.tag).removeprefix(f"{{{SPACE}}}")
        if LINK in element.attrib:
            element.set("href", element.attrib.pop(LINK))
        if element.tag != "text":
            element.text = None
        element.tail = None
    used = _references(root)
    children = [kept for child in root for kept in _kept(child, name, used)]
    box = root.get("viewBox", "")
    bare = ElementTree.Element("svg", {"xmlns": SPACE, "viewBox": _rounded(box), "role": "img"})
    bare.set("aria-label", alt)
    bare.set("style", "stroke-linejoin:round;stroke-linecap:butt")
    bare.extend(children)
    return ElementTree.tostring(bare, encoding="unicode")


def _references(root: ElementTree.Element) -> set[str]:
    """Return the ids that elements refer to, by links and in the values of attributes."""
    links = {element.get("href", "") for element in root.iter()}
    values = (value for element in root.iter() for value in element.attrib.values())
    return {link[1:] for link in links if link.startswith("#")}.union(*map(REFERENCE.findall, values))


def _kept(element: ElementTree.Element, name: str, used: set[str]) -> list[ElementTree.Element]:
    """The element with what it needs; groups that say nothing are replaced by what is in them."""
    if element.tag in ("metadata", "style") or str(element.tag).startswith("{"):
        return []
    children = [kept for child in element for kept in _kept(child, name, used)]
    if element.get("id") not in used:
        element.attrib.pop("id", None)
    if (element.tag == "g" and not element.attrib) or (element.tag in ("g", "defs") and not children):
        return children
    element[:] = children
    for key, value in list(element.attrib.items()):
        element.set(key, _value(key, value, name))
    if not element.get("transform", "-"):
        del element.attrib["transform"]
    return [element]


def _value(key: str, value: str, name: str) -> str:
    if key == "id":
        return f"{name}-{value}"
    if key == "href":
        return f"#{name}-{value[1:]}" if value.startswith("#") else value
    if key == "style":
        value = COLOUR.sub(lambda found: VARIABLES[found.group()], FONT_FAMILY.sub("", value))
        return value.replace(": ", ":").replace("; ", ";").rstrip(";")
    if key == "d":
        return " ".join(_rounded(value).split())
    value = REFERENCE.sub(lambda found: f"url(#{name}-{found.group(1)})", value)
    return NOT_TURNED.sub("", _rounded(value)).strip()


def _rounded(numbers: str) -> str:
    """A hundredth of a point is finer than any screen."""
    return LONG_NUMBER.sub(lambda found: f"{float(found.group()):.2f}".rstrip("0").rstrip("."), numbers)
