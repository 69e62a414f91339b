"""Pictures as tests look at them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest


@contextmanager
def without_slides() -> Iterator[None]:
    """Figures drawn in here have no slide: it shows what the page does, and would take a third of the time."""
    from reports.charts import canvas
    from reports.drawing.matplotlib import picture_bytes

    usual = picture_bytes

    def page_only(figure: Any, kind: str, *size: float, **options: Any) -> bytes:
        return usual(figure, kind, *size, **options) if kind == "svg" else b""

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(canvas, "picture_bytes", page_only)
        yield


def assert_alike(one: Path, other: Path) -> None:
    """Another version of the font library may soften an edge; a moved name is hundreds of pixels."""
    from matplotlib.image import imread

    first, second = imread(one), imread(other)
    assert first.shape == second.shape
    assert int((np.abs(first - second).max(axis=2) > 0.3).sum()) < 100


def texts(svg: str) -> list[str]:
    """What is written in a picture."""
    return [
        element.text or "" for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")
    ]
