"""A figure of a report, ready to be shown: in the page as SVG, on a slide as PNG."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from simulator.core.files import check_ending, write_whole


@dataclass(frozen=True, repr=False)
class Chart:
    name: str  # of its file, `figures/NAME.png`, and its place in the page
    section: str  # of the page: setting, effects, losses, where, luck
    title: str  # the question that it answers
    alt: str  # what it shows, with its most important numbers, for those who cannot see it
    caption: str  # how to read it
    svg: str  # one <svg> element; colours of ink, grid and paper are variables of the page's style
    narrow: str  # the same for a phone; empty if the first one is as good there
    png: bytes
    # Places with what is counted there, where the picture shows it only to who points at it.
    numbers: Sequence[tuple[str, str]] = ()

    def picture(self) -> Markup:
        """Return the slide as an element that needs no other file, for notebooks."""
        data = base64.b64encode(self.png).decode()
        return Markup('<img src="data:image/png;base64,{}" alt="{}" width="700">').format(data, self.alt)

    def save(self, path: str | Path) -> None:
        """Write the slide as PNG."""
        check_ending(path, ".png")
        write_whole(path, self.png)

    def __repr__(self) -> str:
        return f"<figure {self.name}: {self.title}>"

    def _repr_html_(self) -> str:
        return str(self.picture())
