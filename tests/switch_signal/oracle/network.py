"""The board as a graph of names, read from a parsed board file (B1-B3, docs/board-format.md)."""

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

COLOURS = ("yellow", "blue", "red", "white")


@dataclass
class Network:
    """Places, cells, edges and signal fields, all by name and in the order of the file."""

    family: str
    cities: list[str] = field(default_factory=list)
    ports: list[str] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)
    junctions: list[str] = field(default_factory=list)
    goods_colour: dict[str, str] = field(default_factory=dict)  # goods city -> colour
    printed_numbers: dict[str, list[int]] = field(default_factory=dict)  # start place -> numbers, file order
    ends: dict[str, tuple[str, str]] = field(default_factory=dict)  # edge -> the two nodes it joins
    edges_at: dict[str, list[str]] = field(default_factory=dict)  # node -> its edges, in file order
    fields: list[str] = field(default_factory=list)  # edges that carry a signal field
    city_of_field: dict[str, str] = field(default_factory=dict)  # entrance field -> its city or port

    @property
    def stations(self) -> list[str]:
        """All cities, goods cities before ports."""
        return self.cities + self.ports

    @property
    def colours(self) -> list[str]:
        """The goods colours of this board."""
        return [colour for colour in COLOURS if colour in self.goods_colour.values()]

    @property
    def line_fields(self) -> list[str]:
        """The fields that belong to no city."""
        return [name for name in self.fields if name not in self.city_of_field]

    @property
    def two_ports(self) -> bool:
        """N1: goods are shared out between two ports."""
        return self.family == "north-america" and len(self.ports) == 2

    def city_of_colour(self, colour: str) -> str:
        """The goods city to which a good of this colour belongs."""
        return next(city for city, own in self.goods_colour.items() if own == colour)

    def far_end(self, edge: str, node: str) -> str:
        """Where an edge leads, seen from one of its two nodes."""
        one, other = self.ends[edge]
        return other if node == one else one

    def edge_opposite(self, cell: str, entry: str) -> str:
        """B4: the edge by which a train leaves a track segment that it entered by `entry`."""
        one, other = self.edges_at[cell]
        return other if entry == one else one

    def arms(self, junction: str) -> list[str]:
        """The lines that meet at a junction, in arm order."""
        return [line_of(edge) for edge in self.edges_at[junction]]

    def arm_edge(self, junction: str, line: str) -> str:
        """The edge by which a line reaches a junction."""
        return next(edge for edge in self.edges_at[junction] if line_of(edge) == line)

    def settings(self, junction: str) -> list[list[str]]:
        """B2: the pairs of lines that may be open, in lexicographic order of arms."""
        return [list(pair) for pair in combinations(self.arms(junction), 2)]

    def in_arm_order(self, junction: str, lines: list[str]) -> list[str]:
        """Two open lines in the order in which a setting names them."""
        return [line for line in self.arms(junction) if line in lines]


def line_of(edge: str) -> str:
    """The line to which an edge belongs."""
    return edge.rpartition(":")[0]


def read_network(board: dict[str, Any]) -> Network:
    """Build the graph from a parsed board file."""
    network = Network(family=board["family"])
    for city in board.get("city", []):
        network.cities.append(city["id"])
        network.goods_colour[city["id"]] = city["goods"]
    network.ports = [port["id"] for port in board.get("port", [])]
    for start in board.get("start", []):
        network.starts.append(start["id"])
        network.printed_numbers[start["id"]] = list(start["numbers"])
    network.junctions = [junction["id"] for junction in board.get("junction", [])]
    for line in board.get("line", []):
        _add_line(network, line)
    return network


def _add_line(network: Network, line: dict[str, Any]) -> None:
    """Add a line's cells, edges and fields; an edge that touches a city is an entrance with a field (B3)."""
    name = line["id"]
    segments = [f"{name}#{k}" for k in range(1, line["segments"] + 1)]
    nodes = [line["from"], *segments, line["to"]]
    for k in range(len(nodes) - 1):
        edge = f"{name}:{k}"
        here, there = nodes[k], nodes[k + 1]
        network.ends[edge] = (here, there)
        network.edges_at.setdefault(here, []).append(edge)
        network.edges_at.setdefault(there, []).append(edge)
        touched = [node for node in (here, there) if node in network.stations]
        if touched:
            network.city_of_field[edge] = touched[0]
        if touched or k in line.get("signals", []):
            network.fields.append(edge)
