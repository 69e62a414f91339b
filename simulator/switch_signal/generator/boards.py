"""`generate_board`: a board that fits all that is known of a printed one and is plausible in the rest."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from simulator.core.errors import InputError
from simulator.switch_signal.board_checks import check_board, missing_ways
from simulator.switch_signal.board_layout import standard_layout
from simulator.switch_signal.board_model import GOODS_COLOURS, Board, City, Junction, Layout, Line, Start
from simulator.switch_signal.board_ways import work
from simulator.switch_signal.generator import drawing
from simulator.switch_signal.generator.chance import Chance, Seed
from simulator.switch_signal.generator.figures import faults
from simulator.switch_signal.generator.net import Edge, Unfit, make_net
from simulator.switch_signal.generator.prior import (
    LIKELIEST,
    LIMITS,
    PRIORS,
    SCALES,
    BoardPlan,
    Prior,
    draw_plan,
)
from simulator.switch_signal.generator.sites import Region, Site, choose_sites, load_region

TRIES = 2_000
MARGIN = 0.5
NO_LAYOUT = Layout((), (), {})


def generate_board(
    like: str, seed: Seed, size: int = 1, note: Callable[[str], None] = lambda why: None
) -> Board:
    """The board of a seed; the same one always. `note` hears why tries were given up.

    Seeds that are words make boards that no number makes: those of the frozen sets.
    """
    region, prior = load_region(like), PRIORS[like]
    plan = draw_plan(prior, size, Chance("plan", like, size, seed))
    for number in range(TRIES):
        try:
            return _try(region, prior, plan, seed, Chance("board", like, size, seed, number))
        except Unfit as why:
            note(str(why))
    raise InputError(f"--seed: {seed} gave no plausible board in {TRIES} tries; take another seed.")


def _try(region: Region, prior: Prior, plan: BoardPlan, seed: Seed, chance: Chance) -> Board:
    sites = choose_sites(region, plan, chance)
    edges = make_net(sites, plan, set(region.first_city), prior, chance)
    numbers = _numbers(sites, region.numbered, chance)
    colours = chance.shuffled(GOODS_COLOURS)
    bare = _assemble(region, sites, edges, [1] * len(edges), numbers, colours)
    if any(missing_ways(bare)):
        raise Unfit("a train cannot get everywhere")
    lines = bare.lines

    def work_of(segments: list[int]) -> float:
        longer = [replace(line, segments=count) for line, count in zip(lines, segments, strict=True)]
        return work(replace(bare, lines=tuple(longer)))

    known = _known_lengths(sites, edges, region.first_city)
    segments = _space_lines(sites, edges, known, work_of, plan, prior.length_noise, chance)
    points = np.array([site.at for site in sites])
    radii = np.array([drawing.RADIUS[site.kind] for site in sites])
    points = drawing.relax(points, radii, edges, segments)
    board = _assemble(region, _moved(sites, points), edges, segments, numbers, colours)
    board = _with_signals(board, plan.line_fields, chance)
    if plan.size == 1:
        board = replace(board, components="printed")
    found = faults(board, plan.size)
    if found:
        raise Unfit(found[0])
    board = replace(
        board,
        name=f"{region.name}, generated {seed}" + (f", size {plan.size}" if plan.size > 1 else ""),
        provenance=_provenance(region, seed, plan.size),
        layout=standard_layout(board),
        source=f"generated {seed}",
    )
    check_board(board)
    return board


def _known_lengths(sites: list[Site], edges: list[Edge], first_city: dict[str, int]) -> dict[int, int]:
    """Lines whose segments are known, by their index: those from a start place to its first goods city, directly or over a junction."""
    known: dict[int, int] = {}
    for number, (start, end) in enumerate(edges):
        if sites[start].name not in first_city:
            continue
        segments = first_city[sites[start].name]
        if sites[end].kind == "goods":
            known[number] = segments
            continue
        onward = [
            other
            for other, (a, b) in enumerate(edges)
            if other != number and end in (a, b) and sites[a + b - end].kind == "goods"
        ]
        if not onward:
            raise Unfit("no goods city next to the start place that has one")
        known |= {number: 1, onward[0]: segments - 1}
    return known


def _space_lines(
    sites: list[Site],
    edges: list[Edge],
    known: dict[int, int],
    work_of: Callable[[list[int]], float],
    plan: BoardPlan,
    noise: float,
    chance: Chance,
) -> list[int]:
    """Choose the segments of each line so that `work_of` them comes as near to the plan's as the network allows; `noise` is the spread about what distances suggest."""
    distances = [math.dist(sites[a].at, sites[b].at) * math.exp(noise * chance.normal()) for a, b in edges]
    longest = [LIMITS.longest_spur if sites[a].kind == "start" else LIMITS.longest_line for a, _ in edges]

    def at_scale(scale: float) -> list[int]:
        return [
            known.get(number, min(longest[number], max(1, round(distance / scale - 1))))
            for number, distance in enumerate(distances)
        ]

    low, high = SCALES
    best, error = at_scale(high), math.inf
    for _ in range(9):
        scale = math.sqrt(low * high)
        segments = at_scale(scale)
        if segments.count(1) > LIMITS.one_segment * len(segments):
            high = scale
            continue
        work = work_of(segments)
        if abs(work - plan.work) < error:
            best, error = segments, abs(work - plan.work)
        if work > plan.work:
            low = scale
        else:
            high = scale
    return best


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _moved(sites: list[Site], points: drawing.Points) -> list[Site]:
    points = points - points.min(axis=0) + MARGIN
    return [
        replace(site, at=(round(float(x), 2), round(float(y), 2)))
        for site, (x, y) in zip(sites, points, strict=True)
    ]


def _numbers(sites: list[Site], known: dict[str, int], chance: Chance) -> dict[str, int]:
    """D1: 2 to 12 around the edge, the known ones where they belong, the likeliest apart from each other."""
    starts = [site for site in sites if site.kind == "start"]
    middle = np.mean([site.at for site in starts], axis=0)

    def bearing(site: Site) -> float:
        return math.atan2(site.at[1] - middle[1], site.at[0] - middle[0])

    around = [site.name for site in sorted(starts, key=bearing)]
    while True:
        free = chance.shuffled(number for number in range(2, 13) if number not in known.values())
        dealt = {name: known[name] if name in known else free.pop() for name in around}
        ring = [dealt[name] for name in around]
        neighbours = zip(ring, ring[1:] + ring[:1], strict=True)
        if not any({one, other} <= LIKELIEST for one, other in neighbours):
            return dealt


def _assemble(
    region: Region,
    sites: list[Site],
    edges: list[Edge],
    segments: list[int],
    numbers: dict[str, int],
    colours: list[str],
) -> Board:
    """The board without signals and layout."""
    goods = [site for site in sites if site.kind == "goods"]
    cities = [
        City(_slug(site.name), site.name, site.at, colour)
        for site, colour in zip(goods, colours, strict=True)
    ]
    ports = [City(_slug(site.name), site.name, site.at, None) for site in sites if site.kind == "port"]
    ids = [_slug(site.name) for site in sites]
    return Board(
        name=region.name,
        family=region.family,
        components=None,
        provenance={},
        cities=(*cities, *ports),
        starts=tuple(
            Start(_slug(site.name), site.name, site.at, (numbers[site.name],))
            for site in sites
            if site.kind == "start"
        ),
        junctions=tuple(
            Junction(_slug(site.name), site.name, site.at) for site in sites if site.kind == "junction"
        ),
        lines=tuple(
            Line(f"{ids[a]}-{ids[b]}", ids[a], ids[b], count, (), ())
            for (a, b), count in zip(edges, segments, strict=True)
        ),
        layout=NO_LAYOUT,
        source=region.name,
    )


def _with_signals(board: Board, number: int, chance: Chance) -> Board:
    """B3: line signals about the middle of lines, at most one a line and none to start places."""
    starts, cities = {start.id for start in board.starts}, set(board.entrances)
    # A line of one segment to a city has its middle at the entrance, where there is a field anyway.
    free = [
        line.id
        for line in board.lines
        if not starts & set(line.ends) and (line.segments > 1 or not cities & set(line.ends))
    ]
    chosen = set(chance.shuffled(free)[:number])
    lines = [
        replace(line, signals=((line.segments + chance.whole(0, 1)) // 2,)) if line.id in chosen else line
        for line in board.lines
    ]
    return replace(board, lines=tuple(lines))


def _provenance(region: Region, seed: Seed, size: int) -> dict[str, str]:
    """Say of each kind of fact whether it is known or reconstructed, and how."""
    made = f"generated with seed {seed}" + (f", size {size}" if size > 1 else "")
    central = region.family == "central-europe"
    return {
        "cities": "known: rulebooks and reviews" if central else f"reconstructed: four large towns, {made}",
        "goods_colours": f"reconstructed: the colours are known, which city sends which is not; {made}",
        "ports": "known: rulebooks and reviews; the number of entrances belongs to the topology",
        "start_places": f"reconstructed: eleven at the edge is known{' and Calais among them' if central else ''}; {made}",
        "start_numbers": f"reconstructed: {'Calais is 6 (known: rulebooks), the others ' if central else ''}{made}",
        "topology": f"reconstructed: {made} by the prior of docs/reconstruction.md",
        "segments": f"reconstructed: {'two from Calais to its first city are known, the others by distance, ' if central else 'by distance, '}{made}",
        "signal_fields": f"reconstructed: one at every city entrance is known (rulebooks), those on lines {made}",
        "switch_discs": (
            f"reconstructed: a larger board than the printed one, {made}"
            if size > 1
            else "known: rulebooks: 26 lie on this board"
            if central
            else f"reconstructed: at most 29 is known (rulebooks), {made}"
        ),
        "layout": "reconstructed: made by simulator/switch_signal/board_layout.py, the same procedure for every board",
    }
