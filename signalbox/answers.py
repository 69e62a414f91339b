"""What functions of this package return besides runs: tables for pandas, and sentences, which a notebook shows."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from simulator.core.errors import InputError
from simulator.core.files import write_whole

if TYPE_CHECKING:
    import pandas

    from experiments.calibrate import Calibration
    from experiments.compare import Comparison
    from experiments.play import Matchup
    from experiments.tune import Ladder
    from reports.terminal.play_tables import Summary
    from simulator.game import Event


class Answered(ABC):
    """Something with an answer in sentences, the most important first, and a table behind it."""

    @abstractmethod
    def answer(self) -> list[str]:
        """Return the sentences."""

    @abstractmethod
    def frame(self) -> pandas.DataFrame:
        """Return the table."""

    def __repr__(self) -> str:
        return "\n".join(self.answer())

    def _repr_html_(self) -> str:
        sentences = Markup("").join(map(Markup("<p>{}</p>").format, self.answer()))
        return str(sentences + Markup(self.frame().to_html(index=False, border=0)))


@dataclass(frozen=True, repr=False)
class PlayResults(Answered):
    """Games of one setup, played by one table or by several."""

    summaries: Sequence[Summary]

    def answer(self) -> list[str]:
        """Return how the game went for each table."""
        from reports.terminal.play_tables import answer_sentences

        return list(answer_sentences(self.summaries))

    def frame(self) -> pandas.DataFrame:
        """Return a line for each table: what it came to with its 95 % interval, and the means of all that is counted (docs/data.md)."""
        import pandas

        from experiments.summary import means_of, names_of
        from reports.terminal.play_tables import figures

        lines = []
        for each in self.summaries:
            found = figures(each)
            kept = ("policy", "games", *names_of(each.game.main), "ci_low", "ci_high")
            lines.append({**{name: found[name] for name in kept}, **means_of(each.game, each.tally)})
        return pandas.DataFrame(lines)


@dataclass(frozen=True, repr=False)
class ComparisonResults(Answered):
    """Two sides on the same deals, as one table played them or several."""

    found: Sequence[Comparison]

    def answer(self) -> list[str]:
        """Return the verdict of each table."""
        from reports.terminal.compare_table import verdict

        several = len(self.found) > 1
        return [f"{each.policies[0]}: {verdict(each)}" if several else verdict(each) for each in self.found]

    def frame(self) -> pandas.DataFrame:
        """Return how games go on both sides: a line for every figure, its difference, the standard error and a p-value that allows for all figures."""
        import pandas

        return pandas.DataFrame(
            {
                "policy": each.policies[0],
                "figure": change.name,
                "a": change.first,
                "b": change.second,
                "difference": change.difference,
                "standard_error": change.error,
                "p_holm": change.holm,
            }
            for each in self.found
            for change in each.changes
        )


@dataclass(frozen=True, repr=False)
class TuneResults(Answered):
    """Settings near a target, for one table or for several."""

    found: Sequence[Ladder]

    def answer(self) -> list[str]:
        """Return the smallest change of the rulebook that comes near the target, for each table."""
        from reports.terminal.tune_table import verdict

        several = len(self.found) > 1
        return [f"{each.policy}: {verdict(each)}" if several else verdict(each) for each in self.found]

    def frame(self) -> pandas.DataFrame:
        """Return a line for every setting that was tried: steps from the rulebook, its value with the 95 % interval, and whether it is near."""
        import pandas

        lines = []
        for each in self.found:
            near = {runner.key for runner in each.found}
            for key, runner in each.race.candidates.items():
                if runner.games:
                    low, high = runner.interval
                    lines.append(
                        {
                            **each.cells[key].levels,
                            "steps": each.steps[key],
                            "games": runner.games,
                            "value": runner.rate,
                            "ci_low": low,
                            "ci_high": high,
                            "near": key in near,
                        }
                    )
        return pandas.DataFrame(lines)


@dataclass(frozen=True, repr=False)
class CalibrationResults(Answered):
    """Where a real table stands on the dial of skill."""

    found: Calibration

    @property
    def place(self) -> float:
        """Return its place on the dial, from 0 to 1."""
        return self.found.skill.place

    def answer(self) -> list[str]:
        """Return where it stands, how sure that is, and what follows."""
        from reports.terminal.calibrate_table import sentences

        return sentences(self.found)

    def frame(self) -> pandas.DataFrame:
        """Return a line for every setup of the plays: how often it was played and won, and what the dial expects."""
        import pandas

        return pandas.DataFrame(
            {
                **setting.setup.levels,
                "plays": setting.plays,
                "wins": setting.wins,
            }
            for setting in self.found.plays.settings
        )

    def save(self, path: str | Path) -> None:
        """Write the skill to a .json file; `policy="people:skill=FILE"` then plays as this table does."""
        from reports.terminal.calibrate_table import figures

        if not str(path).endswith(".json"):
            raise InputError(f"{path}: must end in .json.")
        write_whole(path, (json.dumps(figures(self.found), indent=2, ensure_ascii=False) + "\n").encode())


@dataclass(frozen=True, repr=False)
class Replay:
    """One game. In a notebook it is shown as the page that plays it, where the game can be drawn."""

    matchup: Matchup
    seed: int
    number: int

    @cached_property
    def events(self) -> list[Event]:
        """Return its trace, header first (docs/trace.md)."""
        from policies.registry import roster_of

        explain = roster_of(self.matchup.game).explain
        return list(self.matchup.trace(self.seed, self.number, explain=explain))

    def text(self) -> str:
        """Return the game told turn by turn; the trace as text where there are no words for it."""
        from reports.transcript import transcript_of

        lines = transcript_of(self.matchup.game, self.matchup.setup, self.events)
        return "\n".join(map(json.dumps, self.events) if lines is None else lines)

    def page(self) -> str:
        """Return a page that plays the game on the drawn board."""
        from reports.scenes import scene_of

        page = scene_of(self.matchup.game).page(self.matchup.setup, self.events)
        if page is None:
            raise InputError(f"{self.matchup.game.title} has no pages that play a game.")
        return page

    def save(self, path: str | Path) -> None:
        """Write that page to a file."""
        write_whole(path, self.page().encode())

    def outcome(self) -> dict[str, Any]:
        """Return what the game came to."""
        batch = self.matchup.play(self.seed, self.number, 1)
        return {name: batch.outcomes[name][0].tolist() for name in batch.outcomes.dtype.names or ()}

    def __repr__(self) -> str:
        return f"<game {self.number} of seed {self.seed}, {self.matchup.policy}: {len(self.events)} events>"

    def _repr_html_(self) -> str:
        try:
            page = self.page()
        except InputError:
            return str(Markup("<pre>{}</pre>").format(self.text()))
        # A page of its own in a frame: neither style nor script of the notebook meets its own.
        return f'<iframe srcdoc="{escape(page)}" width="100%" height="720" style="border: 0" sandbox="allow-scripts"></iframe>'
