"""Writing a figure as a picture, in the same bytes whenever and for whomever it is drawn."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from simulator.core.errors import InputError
from simulator.core.files import check_writable, write_whole
from simulator.core.messages import check_whole, file_name

DPI = 150
MIN_WIDTH, MAX_WIDTH = 300, 10_000
_SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "signalbox",
    "svg.fonttype": "path",
    "text.usetex": False,
    "path.simplify": False,
}


def check_picture(path: str | Path, width: int | None, least: int = MIN_WIDTH) -> None:
    """Refuse names and widths of pictures that cannot be drawn, and places where none can be written."""
    if Path(path).suffix.lower() not in (".png", ".svg"):
        raise InputError(
            f'--out: "{file_name(str(path))}" must be the name of a .png or .svg file, for instance board.png.'
        )
    if width is not None:
        check_whole("--width", width, least, MAX_WIDTH, "pixels")
    check_writable(path)


def save_picture(path: str | Path, make: Callable[[], Figure]) -> None:
    """Write the figure that `make` draws as PNG or SVG; the same figure always gives the same bytes."""
    with drawing_settings():
        content = picture_bytes(make(), Path(path).suffix.lower()[1:])
    write_whole(path, content)


@contextmanager
def drawing_settings(more: Mapping[Any, Any] | None = None) -> Iterator[None]:
    """Draw in here, and the picture is the same for everybody: matplotlib's own defaults, then ours, then `more`."""
    with matplotlib.rc_context(), warnings.catch_warnings():
        # the user's own matplotlibrc must not change the picture
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        matplotlib.rcParams.update(more or {})
        # a name may use letters the font lacks; a box in the picture says enough
        warnings.simplefilter("ignore", UserWarning)
        yield


def picture_bytes(figure: Figure, kind: str, dpi: float = DPI, **options: Any) -> bytes:
    """A figure as `png` or `svg`, without date or maker; to be called among `drawing_settings`."""
    metadata = {"Software": None} if kind == "png" else {"Date": None, "Creator": None}
    content = BytesIO()
    figure.savefig(content, format=kind, dpi=dpi, metadata=metadata, **options)
    return content.getvalue()
