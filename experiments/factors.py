"""All that a grid can vary: the factors of the game, and three that every game has: preset, variant and policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simulator.core.errors import InputError
from simulator.core.messages import near, show
from simulator.game import Factor
from simulator.switch_signal.factors import FACTORS as OF_THE_GAME
from simulator.switch_signal.factors import GROUPS as GROUPS
from simulator.switch_signal.presets import PRESETS

PRESET, VARIANT, POLICY = "preset", "variant", "policy"
FACTORS: Mapping[str, Factor] = {
    PRESET: Factor(
        PRESET,
        "standard",
        help="A step of the rulebook to start from; `sim presets` lists them",
        example="standard,remove-3",
        known=lambda: PRESETS,
        label="preset",
        role="list",
    ),
    **OF_THE_GAME,
    VARIANT: Factor(VARIANT, "standard", label="variant", role="list"),
    POLICY: Factor(POLICY, None, label="policy"),
}
# Those with an option of their own in every command, in the order of that list.
OPTIONS = tuple(
    name for name, factor in FACTORS.items() if not factor.group and name not in (VARIANT, POLICY)
)
KINDS = (*OPTIONS, POLICY, *(f"{group.name} {group.metavar.partition('=')[0]}" for group in GROUPS.values()))
PLACE = tuple(name for name, factor in FACTORS.items() if factor.role == "place")
WITHIN = (POLICY, *PLACE)  # settings are compared for one policy in one place
LISTS = tuple(name for name, factor in FACTORS.items() if factor.role == "list")


def canonical(name: str) -> str:
    """The name of a factor as it is declared: `ruling x6` is `ruling X6`."""
    group, _, key = name.partition(" ")
    return f"{group} {key.upper()}" if group in GROUPS and GROUPS[group].upper else name


def is_factor(name: str) -> bool:
    """Whether a grid could vary it. Of a group any key will do: whoever knows the keys says which there are."""
    group, _, key = name.partition(" ")
    return name in (*OPTIONS, POLICY) or (group in GROUPS and bool(key.strip()))


def factor_of(name: str) -> Factor:
    """The factor of a name in a run, which may come from a stranger: of one that nobody has declared nothing is known."""
    return FACTORS.get(name) or Factor(name, None)


def declared(name: str) -> Factor:
    """The factor of a name; one sentence if there is none."""
    if name in FACTORS:
        return FACTORS[name]
    group, _, key = name.partition(" ")
    if group not in GROUPS:
        raise no_factor(name, OPTIONS)
    keys = [factor.key for factor in FACTORS.values() if factor.group == group]
    raise InputError(
        f"--{group}: there is no {GROUPS[group].noun} {show(key)}{near(key, keys)}; they are {', '.join(keys)}."
    )


def no_factor(name: str, known: Sequence[str] = KINDS, where: str = "") -> InputError:
    return InputError(
        f"{where}there is no factor {show(name)}{near(name, known)}; they are {', '.join(known)}."
    )
