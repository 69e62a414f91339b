"""One step ahead of a train: where it leads, or what prevents it (B6, M5-M7, M10, X1-X5, X15)."""

from dataclasses import dataclass

from .game import Game, Train


@dataclass(frozen=True)
class Step:
    """A step into `cell` by the edge `entry`, and what comes first in its way, if anything."""

    obstacle: str | None  # red, arm, train, head-on, or start (X4)
    before: str | None  # the field, junction or train in the way
    cell: str
    entry: str

    @property
    def consequence(self) -> str:
        """The rule that an obstacle leads to."""
        return {"head-on": "M10", "start": "M11"}.get(self.obstacle or "", "M3")


def look_ahead(game: Game, mover: Train, at: str, edge: str) -> Step:
    """B6: from a cell along its edge, through junctions by their open arms; what comes first decides."""
    network = game.network
    while True:
        node = network.far_end(edge, at)
        if edge in network.fields and edge not in game.green:
            return Step("red", edge, node, edge)
        if node not in network.junctions:
            return look_at_cell(game, mover, node, edge)
        opened = [network.arm_edge(node, line) for line in game.switches[node] or []]
        if edge not in opened:
            return Step("arm", node, node, edge)
        [onward] = [arm for arm in opened if arm != edge]
        at, edge = node, onward


def look_at_cell(game: Game, mover: Train, cell: str, entry: str) -> Step:
    """M5, M10, X1, X4; X15: a train is never in its own way."""
    other = game.train_on(cell, besides=mover)
    if other is None:
        return Step(None, None, cell, entry)
    if cell in game.network.starts and game.rulings["X4"] == "start-place":
        return Step("start", other.id, cell, entry)
    if other.heading == entry:
        return Step("head-on", other.id, cell, entry)
    return Step("train", other.id, cell, entry)


def run_length(game: Game, mover: Train, edge: str, points: int) -> int:
    """X8 longest: the cells entered up to the roll, a city, a start place or an obstacle."""
    assert mover.at is not None
    at, length = mover.at, 0
    while length < points:
        step = look_ahead(game, mover, at, edge)
        if step.obstacle is not None:
            break
        length += 1
        if step.cell in game.network.stations or step.cell in game.network.starts:
            break
        at, edge = step.cell, game.network.edge_opposite(step.cell, step.entry)
    return length
