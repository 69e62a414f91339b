"""How a measure is told: its values, differences and intervals, and what sentences and axes call it. The terminal, pages and figures all write them here.

A share of games is told in percent, and its differences in percentage points; anything else as a plain number. That games are won has words of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor

from simulator.game import Measure

MOST_PLACES = 4
NOTHING = 1e-9  # what sums of floating numbers leave of a difference that is none
WON = "won"  # the measure that sentences call winning
MINUS = "\N{MINUS SIGN}"
HALF_WIDTH = "half the width of the 95 % interval in percentage points (at 0 % and 100 % its end)"


@dataclass(frozen=True)
class Unit:
    """Says what numbers of a measure look like, and what they are called."""

    measure: Measure

    @property
    def is_share(self) -> bool:
        """Tell whether it is told in percent, as a share and how many games have a value of a code."""
        return not self.measure.is_mean

    @property
    def is_winning(self) -> bool:
        """Tell whether sentences say of it that games are won."""
        return self.measure.name == WON

    def goodness(self, value: float) -> float:
        """Return a number that is the greater the better a value is for who plays."""
        return -value if self.measure.better < 0 else value

    # What it is called.

    @property
    def heading(self) -> str:
        """`games won`, over a column or beside an axis."""
        return self.measure.words

    @property
    def column(self) -> str:
        """`won, %`, over a column of numbers without a unit."""
        short = self.measure.short or self.measure.words
        return "won, %" if self.is_winning else f"{short}, %" if self.is_share else short

    @property
    def name(self) -> str:
        """`win rate`: what is said to be high or low."""
        return "win rate" if self.is_winning else self.measure.words

    @property
    def the_name(self) -> str:
        """`the win rate`: what is said to change."""
        return "the win rate" if self.is_winning else self.measure.words

    @property
    def mean_of(self) -> str:
        """`share of games won`: what a value is of many games."""
        return f"share of {self.measure.words}" if self.is_share else f"mean {self.measure.words}"

    @property
    def steps(self) -> str:
        """`percentage points`: what a difference is counted in where a verb has said that games are won; of any other share it says of what."""
        return "percentage points" if self.is_winning else self.differences

    @property
    def differences(self) -> str:
        """`percentage points of win rate`: what a difference is counted in, where nothing has said of what."""
        return f"percentage points of {self.name}" if self.is_share else self.measure.words

    @property
    def distances(self) -> str:
        """`percentage points`: what the distance between two values is counted in."""
        return "percentage points" if self.is_share else self.measure.words

    @property
    def short_differences(self) -> str:
        """`points of win rate`: what a difference is counted in, beside an axis."""
        return f"points of {self.name}" if self.is_share else self.measure.words

    @property
    def half_width(self) -> str:
        """Explain what stands behind ±."""
        return HALF_WIDTH if self.is_share else "half the width of the 95 % interval"

    @property
    def question(self) -> str:
        """`How often is the game won`, to be gone on with."""
        if self.is_winning:
            return "How often is the game won"
        return f"What is the {'share' if self.is_share else 'average'} of {self.measure.words}"

    @property
    def verb(self) -> str:
        """`wins`: what a table does, before a value."""
        return "wins" if self.is_winning else "has" if self.is_share else "averages"

    @property
    def past(self) -> str:
        """`won`: what a table did, before a value."""
        return "won" if self.is_winning else "had" if self.is_share else "averaged"

    @property
    def helps_or_hurts(self) -> tuple[str, str]:
        """Return verbs for a change that raises it, and one that lowers it."""
        return ("helps", "hurts") if self.is_winning else ("raises it", "lowers it")

    # Values.

    def exact(self, value: float) -> str:
        """`62.3%`, in tables of the terminal."""
        return f"{value:.1%}" if self.is_share else _plain(value)

    def exact_ends(self, low: float, high: float) -> tuple[str, str]:
        """Return both ends of an interval, in tables of the terminal."""
        return self._ends(low, high, 1) if self.is_share else (_plain(low), _plain(high))

    def exact_interval(self, low: float, high: float) -> str:
        """`61.2% to 63.4%`."""
        return " to ".join(self.exact_ends(low, high))

    def _ends(self, low: float, high: float, places: int) -> tuple[str, str]:
        """Return the ends of an interval of a share: rounded outwards where all or nothing was seen, and where they would be alike else, with as many digits as leave something between them."""
        alike = f"{low:.{places}%}" == f"{high:.{places}%}"
        if low > 0 and high < 1 and not alike:
            return f"{low:.{places}%}", f"{high:.{places}%}"
        places = next((k for k in range(places, 7) if f"{low:.{k}%}" != f"{high:.{k}%}"), 7)
        unit = 10 ** (places + 2)
        return f"{floor(low * unit) / unit:.{places}%}", f"{ceil(high * unit) / unit:.{places}%}"

    def fine(self, value: float) -> str:
        """`62.31%`, in tables of `sim run`."""
        return f"{value:.2%}" if self.is_share else _plain(value)

    def fine_interval(self, low: float, high: float) -> str:
        """`61.20% to 63.42%`."""
        return " to ".join(self._ends(low, high, 2) if self.is_share else (_plain(low), _plain(high)))

    def bare(self, value: float) -> str:
        """`62.3`, where a heading says that it is percent."""
        return in_points(value) if self.is_share else _plain(value)

    def bare_interval(self, low: float, high: float) -> str:
        """`61.2–63.4`."""
        ends = (end.rstrip("%") for end in self.exact_ends(low, high))
        return _span(*ends)

    def with_sign(self, value: float) -> str:
        """`62.3 %`, on pages."""
        return f"{in_points(value)} %" if self.is_share else _plain(value)

    def rounded(self, value: float) -> str:
        """`62 %`, in figures; what rounds to nothing or to all keeps a digit that says it is not."""
        return percent(value) if self.is_share else _plain(value)

    def give_or_take(self, low: float, high: float) -> str:
        """`±1.1`: half the width of an interval."""
        return give_or_take(low, high) if self.is_share else f"±{_plain((high - low) / 2)}"

    def with_interval(self, value: float, low: float, high: float) -> str:
        """`62 % (61–63)`, in sentences."""
        return share(value, low, high) if self.is_share else _mean(value, low, high)

    def told(self, value: float, low: float, high: float) -> str:
        """`62 % of the time (61–63)`, behind the verb: what is counted is named."""
        found = self.with_interval(value, low, high)
        if self.is_winning:
            return found.replace(" %", " % of the time", 1)
        number, bracket, rest = found.partition(" (")
        return f"{number} {self.measure.words}{bracket}{rest}"

    def doing(self, who: str, what: str) -> str:
        """`a family wins the standard setup`; `a family averages points in the standard setup`."""
        return (
            f"{who} {self.verb} {what}"
            if self.is_winning
            else f"{who} {self.verb} {self.measure.words} in {what}"
        )

    def achieved(self, who: str, what: str, value: str) -> str:
        """`a family wins the standard setup 62 % of the time`; `a family averages 6.30 points in the standard setup`."""
        return (
            f"{who} {self.verb} {what} {value}" if self.is_winning else f"{who} {self.verb} {value} in {what}"
        )

    # Differences.

    def difference(self, value: float, sign: bool = False) -> str:
        """`4.1` of 0.041, or with its sign."""
        return in_points(value, sign) if self.is_share else _plain(value, sign)

    def difference_interval(self, low: float, high: float) -> str:
        """`[+1.2, +3.4]`."""
        return f"[{self.difference(low, sign=True)}, {self.difference(high, sign=True)}]"

    def more_or_less(self, more: bool) -> str:
        """`percentage points more ruined games`: what one side has that another has not, or the other way."""
        if self.is_share:
            return f"percentage points {'more' if more else 'fewer'} {self.measure.words}"
        return f"{self.measure.words} {'more' if more else 'less'}"

    def change(self, value: float, low: float, high: float) -> str:
        """`adds 2.7 percentage points (2.5–2.9)`, or that nothing can be said."""
        if max(abs(low), abs(high)) < NOTHING:
            return "changes nothing"
        if low <= 0 <= high:
            ends = f"{self.difference(low, sign=True)} to {self.difference(high, sign=True)}"
            return f"makes no clear difference ({ends} {self.steps})"
        near, far = (self.difference(end) for end in sorted((abs(low), abs(high))))
        verb = "adds" if value > 0 else "costs" if self.is_winning else "takes away"
        between = f" ({near}–{far})" if high - low > NOTHING else ""  # or nothing varies
        return f"{verb} {self.difference(abs(value))} {self.steps}{between}"


def percent(value: float) -> str:
    """0.623 as 62 %; what rounds to nothing or to all keeps a digit that says it is not."""
    hundred = 100 * value
    rounded = f"{hundred:.0f}"
    if 0 < hundred < 1 or 99 < hundred < 100:
        rounded = f"{min(max(hundred, 0.1), 99.9):.1f}"
    return f"{rounded}\N{NO-BREAK SPACE}%"


def give_or_take(low: float, high: float) -> str:
    """Return half the width of an interval of a share, in points; its far end where all or nothing was seen, since there it has one side only.

    That end is rounded outwards: at most 0.0 would be a claim.
    """
    if low <= 0 or high >= 1:
        return f"≤{ceil(1000 * high) / 10:.1f}" if low <= 0 else f"≥{floor(1000 * low) / 10:.1f}"
    return f"±{50 * (high - low):.1f}"


def share(rate: float, low: float, high: float) -> str:
    """`63 % (62–64)`; near 0 and 100 % with decimals, since the whole matter may happen behind the point."""
    if rate in (0.0, 1.0):
        far = high if rate == 0 else low
        unit = 10.0 if 0.0005 <= far <= 0.9995 else 100.0
        end = (
            ceil(100 * far * unit) if rate == 0 else floor(100 * far * unit)
        ) / unit  # outwards: less would be a claim
        return (
            f"{_percent(rate, 0)} % (at {'most' if rate == 0 else 'least'} {end:.{1 if unit == 10 else 2}f})"
        )
    if min(rate, 1 - rate) < 0.00005:  # seen, but nothing that two digits could tell
        return f"{'less than 0.01' if rate < 0.5 else 'more than 99.99'} %"
    places = 0 if 0.095 < rate < 0.905 else 1 if 0.001 <= rate <= 0.999 else 2
    while places < MOST_PLACES and _percent(low, places) == _percent(high, places):
        places += 1  # an interval without extent would be a claim
    return f"{_percent(rate, places)} % ({_percent(low, places)}–{_percent(high, places)})"


def part_of(value: float) -> str:
    """Write a share of something in whole percents: what rounds to nothing or to all says that it is not."""
    if 0 < value < 0.005 or 0.995 < value < 1:
        return "less than 1 %" if value < 0.5 else "more than 99 %"
    return f"{_percent(value, 0)} %"


def _percent(rate: float, places: int) -> str:
    return f"{100 * rate:.{places}f}"


def in_points(value: float, sign: bool = False) -> str:
    """Write a share in percent, or a difference of shares: 0.041 as 4.1, or with its sign."""
    return _plain(100 * value, sign, 1).replace(",", "")


def _plain(value: float, sign: bool = False, places: int = 2) -> str:
    """Write a number that is no share."""
    seen = round(value, places) + 0.0  # nothing has no minus sign
    return f"{seen:{'+' if sign else ''},.{places}f}".replace("-", MINUS)


def _span(low: str, high: str) -> str:
    """`61.2–63.4`; a dash between numbers with signs would read as another sign."""
    return f"{low} to {high}" if MINUS in low + high else f"{low}–{high}"


def _mean(value: float, low: float, high: float) -> str:
    """`6.30 (6.25–6.35)`; nothing in brackets where nothing varied or there was one game only."""
    if low == high:
        return _plain(value)
    places = 2
    while places < MOST_PLACES and _plain(low, places=places) == _plain(high, places=places):
        places += 1
    ends = (_plain(end, places=places) for end in (low, high))
    return f"{_plain(value, places=places)} ({_span(*ends)})"
