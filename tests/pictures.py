"""Pictures as tests look at them."""

from pathlib import Path
from xml.etree import ElementTree

import matplotlib.image
import numpy as np


def assert_alike(one: Path, other: Path) -> None:
    """Another version of the font library may soften an edge; a moved name is hundreds of pixels."""
    first, second = matplotlib.image.imread(one), matplotlib.image.imread(other)
    assert first.shape == second.shape
    assert int((np.abs(first - second).max(axis=2) > 0.3).sum()) < 100


def texts(svg: str) -> list[str]:
    """What is written in a picture."""
    return [
        element.text or "" for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")
    ]
