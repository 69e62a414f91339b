"""Which places are joined: a planar network with the degrees that the rules ask for.

All lines come from one Delaunay triangulation of the places, so none cross. Every start place keeps one line. Then lines
are taken away, long ones and those at sharp angles first, until every junction has three or four arms and their switch discs
come out right (B2); none whose loss would leave the rest of the network hanging on a single line, for trains cannot turn.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from scipy.sparse.csgraph import dijkstra
from scipy.spatial import Delaunay

from simulator.switch_signal.generator.chance import Chance
from simulator.switch_signal.generator.prior import SPUR_REACH, SPURS, BoardPlan, Prior
from simulator.switch_signal.generator.sites import Site

Edge = tuple[int, int]

JUNCTION_ARMS = (3, 4)
LONG = 0.4  # what the length of a line, in mean lengths, counts against it, beside a whim of 0 … 1 …
USED = 1.0  # … and what its use on shortest trips, over the mean, counts for it
SHIFTS = 40  # of a surplus line from place to place before a try is given up
SHARP = 0.8  # radians; below this an angle speaks against a line


class Unfit(Exception):
    """This try does not lead to a board; the next one has other random numbers."""


def triangulate(sites: list[Site]) -> list[Edge]:
    corners = Delaunay(np.array([site.at for site in sites])).simplices
    sides = {tuple(sorted((int(tri[i]), int(tri[i - 1])))) for tri in corners for i in range(3)}
    return sorted((a, b) for a, b in sides)


def hang_starts(
    sites: list[Site], edges: list[Edge], near_city: set[str], grow: float, chance: Chance
) -> list[Edge]:
    """One line for each start place, to a near place; `near_city` must get one that leads to a goods city."""
    spurs: list[Edge] = []
    load = [0] * len(sites)
    for start, site in enumerate(sites):
        if site.kind != "start":
            continue
        span = {
            end: math.dist(site.at, sites[end].at)
            for end in (a + b - start for a, b in edges if start in (a, b))
            if load[end] < SPURS.get(sites[end].kind, 0)
        }
        ends = [end for end in span if span[end] <= grow * SPUR_REACH[sites[end].kind]]
        if site.name in near_city:
            ends = [end for end in ends if _leads_to_goods(sites, edges, end)]
        else:
            ends = [end for end in ends if sites[end].kind == "junction"] or ends
        if not ends:
            raise Unfit("a start place with nothing to hang on")
        end = chance.weighted(ends, [math.exp(-1.2 * span[end]) for end in ends])
        load[end] += 1
        spurs.append((start, end))
    return spurs


def _leads_to_goods(sites: list[Site], edges: list[Edge], place: int) -> bool:
    """A goods city, or a junction that may be joined to one."""
    if sites[place].kind == "junction":
        return any(sites[a + b - place].kind == "goods" for a, b in edges if place in (a, b))
    return sites[place].kind == "goods"


def usefulness(sites: list[Site], edges: Iterable[Edge]) -> dict[Edge, float]:
    """Count how many shortest trips from start places to goods cities and on to the ports use each line, over the mean."""
    trips = dict.fromkeys(edges, 0)
    spans = np.zeros((len(sites), len(sites)))
    for a, b in trips:
        spans[a, b] = math.dist(sites[a].at, sites[b].at)
    cities = [place for place, site in enumerate(sites) if site.kind == "goods"]
    steps, nearer = dijkstra(spans, directed=False, indices=cities, return_predecessors=True)
    if np.isinf(steps).any():
        raise Unfit("a place that no line leads to")
    ends = [place for place, site in enumerate(sites) if site.kind in ("start", "port")]
    for city, before in zip(cities, nearer, strict=True):
        for place in ends:
            while place != city:
                step = int(before[place]), place
                trips[step if step in trips else step[::-1]] += 1
                place = step[0]
    mean = sum(trips.values()) / len(trips)
    return {edge: count / mean for edge, count in trips.items()}


def _bearing(site: Site, other: Site) -> float:
    return math.atan2(other.at[1] - site.at[1], other.at[0] - site.at[0])


class Network:
    """The lines so far, and what may be taken away."""

    def __init__(
        self, sites: list[Site], core: Iterable[Edge], spurs: list[Edge], prior: Prior, chance: Chance
    ) -> None:
        self.sites = sites
        self.core = set(core)
        self.meets: list[set[int]] = [set() for _ in sites]
        for a, b in [*self.core, *spurs]:
            self.meets[a].add(b)
            self.meets[b].add(a)
        self.least, self.most = [], []
        for site, meets in zip(sites, self.meets, strict=True):
            least, most = {"start": (1, 1), "junction": JUNCTION_ARMS}.get(
                site.kind, (0, prior.most_entrances)
            )
            if least == 0:
                entrances = prior.goods_entrances if site.kind == "goods" else prior.port_entrances
                # at the edge of the map a city may not find as many lines as it would like
                least = max(entrances[0], min(len(meets), chance.whole(*entrances)))
            if len(meets) < least:
                raise Unfit("a place with too few lines")
            self.least.append(least)
            self.most.append(most)
        self.bearing = [
            {other: _bearing(site, sites[other]) for other in meets}
            for site, meets in zip(sites, self.meets, strict=True)
        ]
        whim = {edge: chance.share() for edge in sorted(self.core)}
        mean = math.fsum(map(self.length, self.core)) / len(self.core)
        use = usefulness(sites, [*sorted(self.core), *spurs])
        self.dislike = {
            edge: LONG * self.length(edge) / mean - USED * min(use[edge], 3.0) + whim[edge]
            for edge in self.core
        }

    def length(self, edge: Edge) -> float:
        return math.dist(self.sites[edge[0]].at, self.sites[edge[1]].at)

    def switch_discs(self) -> int:
        return sum(len(self.meets[i]) - 2 for i, site in enumerate(self.sites) if site.kind == "junction")

    def crowded(self, place: int) -> bool:
        return len(self.meets[place]) > self.most[place]

    def angle(self, place: int, end: int) -> float:
        """The smallest angle at a place between the line to `end` and another one."""
        bearing = self.bearing[place]
        turns = [abs(bearing[other] - bearing[end]) for other in self.meets[place] if other != end]
        return min((min(turn, 2 * math.pi - turn) for turn in turns), default=math.pi)

    def against(self, edge: Edge) -> float:
        """Return how much speaks for taking this line away."""
        a, b = edge
        sharp = max(0.0, 1 - min(self.angle(a, b), self.angle(b, a)) / SHARP)
        return self.dislike[edge] + 1.5 * sharp + self.crowded(a) + self.crowded(b)

    def take_away(self, edge: Edge) -> None:
        a, b = edge
        self.core.discard(edge)
        self.meets[a].discard(b)
        self.meets[b].discard(a)

    def put_back(self, edge: Edge) -> None:
        a, b = edge
        self.core.add(edge)
        self.meets[a].add(b)
        self.meets[b].add(a)

    def has_bridge(self) -> bool:
        """Tell whether the core (start places left out) hangs on a single line somewhere, or is in pieces."""
        core = [i for i, site in enumerate(self.sites) if site.kind != "start"]
        order: dict[int, int] = {}
        bridges = []

        def walk(place: int, before: int) -> int:
            """The earliest place that is met from here on, without the line by which the walk came."""
            earliest = order[place] = len(order)
            for other in self.meets[place]:
                if other != before and self.sites[other].kind != "start":
                    earliest = min(earliest, order[other] if other in order else walk(other, place))
            if earliest == order[place] and before >= 0:
                bridges.append((before, place))
            return earliest

        walk(core[0], -1)
        return bool(bridges) or len(order) < len(core)


def _shift_surplus(network: Network, removed: set[Edge], chance: Chance) -> bool:
    """Move a line too many from its place to another one, by a neighbour that has none to spare: a line there for a line here.

    After some such moves the surplus comes to stand beside another one, and a line between them can go.
    """
    degree = [len(meets) for meets in network.meets]
    for edge in chance.shuffled(sorted(network.core)):
        for full, bare in (edge, edge[::-1]):
            if network.sites[full].kind != "junction" or degree[full] <= network.least[full]:
                continue
            fresh = [old for old in sorted(removed) if bare in old and full not in old]
            fresh = [old for old in fresh if degree[sum(old) - bare] < network.most[sum(old) - bare]]
            if not fresh:
                continue
            other = chance.pick(fresh)
            network.take_away(edge)
            network.put_back(other)
            if network.has_bridge():
                network.put_back(edge)
                network.take_away(other)
                continue
            removed ^= {edge, other}
            return True
    return False


def thin_out(network: Network, plan: BoardPlan, chance: Chance) -> None:
    """Take lines away, the worst first, until degrees and discs fit."""
    needed: set[Edge] = set()
    removed: set[Edge] = set()
    shifts = 0
    is_junction = [site.kind == "junction" for site in network.sites]
    against = {edge: network.against(edge) for edge in sorted(network.core)}
    while True:
        surplus = network.switch_discs() - plan.switch_discs
        if surplus == 0 and not any(map(network.crowded, range(len(network.sites)))):
            return
        spare = [len(meets) - least for meets, least in zip(network.meets, network.least, strict=True)]
        loose = [
            edge
            for edge in against
            if edge not in needed
            and spare[edge[0]] > 0
            and spare[edge[1]] > 0
            and is_junction[edge[0]] + is_junction[edge[1]] <= surplus
        ]
        if not loose:
            if shifts == SHIFTS * plan.size or not _shift_surplus(network, removed, chance):
                raise Unfit("no line left to take away")
            shifts += 1
            needed.clear()
            against = {edge: network.against(edge) for edge in sorted(network.core)}
            continue
        edge = max(loose, key=against.__getitem__)
        network.take_away(edge)
        if network.has_bridge():
            network.put_back(edge)
            needed.add(edge)
            continue
        removed.add(edge)
        del against[edge]
        touched = [other for other in against if edge[0] in other or edge[1] in other]
        against |= {other: network.against(other) for other in touched}


def make_net(
    sites: list[Site], plan: BoardPlan, near_city: set[str], prior: Prior, chance: Chance
) -> list[Edge]:
    """The lines between the places, spurs to start places first."""
    edges = triangulate(sites)
    spurs = hang_starts(sites, edges, near_city, math.sqrt(plan.size), chance)
    core = [(a, b) for a, b in edges if "start" not in (sites[a].kind, sites[b].kind)]
    network = Network(sites, core, spurs, prior, chance)
    thin_out(network, plan, chance)
    return spurs + sorted(network.core)
