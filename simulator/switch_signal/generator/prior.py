"""What a plausible board is, in numbers, stated before any policy was looked at (docs/reconstruction.md gives the reasons).

`Prior` says what is drawn at random and from where; `LIMITS` are the conditions that a finished board must meet, or it is thrown away.
How lines are weighed against each other stands in `net.py`, how places give way to each other in `drawing.py`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from simulator.switch_signal.generator.chance import Chance
from simulator.switch_signal.limits import MAX_JUNCTIONS

START_PLACES = 11
GOODS_CITIES = 4
LIKELIEST = {6, 7, 8}  # these numbers of two dice are never at neighbouring start places
# How many candidates are looked at for each place, the one farthest from all others being taken: more spread more evenly.
LOOKED_AT = {"goods": 5, "port": 1, "start": 4, "junction": 8}
# Start places that may hang on one place, and how far from it, in board units; none on a port, where trains end.
SPURS = {"junction": 2, "goods": 1}
SPUR_REACH = {"junction": 5.0, "goods": 2.5}
SCALES = (0.45, 2.4)  # board units between two neighbouring cells; beyond, no board looks right


@dataclass(frozen=True)
class Prior:
    """Ranges are inclusive and drawn from uniformly."""

    switch_discs: tuple[int, int]  # B2: 3-way junctions + 2 × 4-way junctions
    four_way: tuple[int, int]  # how many of the junctions have four arms
    goods_entrances: tuple[int, int]  # least number of entrances of each goods city; some end up with more
    port_entrances: tuple[int, int]
    most_entrances: int
    line_fields: tuple[int, int]
    work: tuple[float, float]  # steps on shortest ways to bring eight goods home
    length_noise: float  # spread of a line's length about what its distance suggests, as a share


CENTRAL_EUROPE = Prior(
    switch_discs=(26, 26),
    four_way=(2, 7),
    goods_entrances=(2, 3),
    port_entrances=(2, 3),
    most_entrances=5,
    line_fields=(4, 12),
    work=(100.0, 135.0),
    length_noise=0.25,
)
PRIORS = {"central-europe": CENTRAL_EUROPE, "north-america": replace(CENTRAL_EUROPE, switch_discs=(25, 29))}


@dataclass(frozen=True)
class BoardPlan:
    """What was drawn for one board. It stands before the first try, so that what is hard to make is as frequent as the rest.

    Work is an aim: the network that is made may not allow so little.
    """

    size: int
    switch_discs: int
    junctions: int
    line_fields: int
    work: float


def draw_plan(prior: Prior, size: int, chance: Chance) -> BoardPlan:
    """A board of size n has n times the junctions and signals on n times the area, so ways are √n times as long."""
    discs = size * chance.whole(*prior.switch_discs)
    return BoardPlan(
        size=size,
        switch_discs=discs,
        # 3-way + 2 × 4-way = discs, so 3-way + 4-way = discs − 4-way
        junctions=min(MAX_JUNCTIONS, discs - size * chance.whole(*prior.four_way)),
        line_fields=size * chance.whole(*prior.line_fields),
        work=math.sqrt(size) * chance.between(*prior.work),
    )


@dataclass(frozen=True)
class Limits:
    """What would look absurd on a printed board. On larger ones, made for benchmarks, drawings may be more cramped."""

    longest_line: int = 4  # segments
    longest_spur: int = 3  # the same for the line of a start place
    # steps between two goods cities, or a goods city and a port: two segments and the city
    nearest_cities: int = 3
    goods_across: float = 0.35  # width of the board over which goods cities are spread at least
    # share of lines with a single segment; Calais alone shows that there are longer ones
    one_segment: float = 0.85
    entrances: tuple[int, int] = (11, 23)  # of all cities together
    farthest_start: float = 10.0  # steps from a start place to the goods city nearest to it by rail
    farthest_port: float = 20.0  # steps from a goods city to a port
    detour: float = 2.2  # a way by rail over the straight way, both in steps, beyond the first …
    detour_allowance: float = 4.0  # … so many steps
    sharpest_angle: float = 32.0  # degrees between two lines at a place
    clearance: float = 0.3  # between what is drawn at a place and other lines, in board units
    uneven: float = 2.2  # longest over shortest drawn segment


LIMITS = Limits()
