"""The range syntax: what people write, and what it means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.factors import parse_files, parse_levels, parse_policies
from simulator.core.errors import InputError


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("7", [7]),
        ("7,9", [7, 9]),
        ("7..10", [7, 8, 9, 10]),
        ("0..6..2", [0, 2, 4, 6]),
        ("0..5..2", [0, 2, 4]),
        ("9,7..8", [9, 7, 8]),
        ("dice,stack", ["dice", "stack"]),
        ("7..7", [7]),
        ("2-2-2,3-3-3", ["2-2-2", "3-3-3"]),
        ("0..20..10", [0, 10, 20]),
        ("0..1..0.25", [0, "0.25", "0.5", "0.75", 1]),
    ],
)
def test_a_value_a_list_a_range(text: str, levels: list[int | str]) -> None:
    assert parse_levels("--tokens", text) == levels


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", '--tokens: "" names an empty level'),
        ("7,,8", "names an empty level"),
        ("10..7", "--tokens: 10..7 runs backwards; write 7..10."),
        ("0.2..0.8", "--tokens: 0.2..0.8 needs a step, as in 0.2..0.8..0.3."),
        ("7..", "is no range"),
        ("..9", "is no range"),
        ("7...9", "is no range"),
        ("a..b", "is no range"),
        ("0..6..0", "the step of 0..6..0 must be more than 0"),
        ("0..999999999", "more than 1000 levels"),
        (",".join(map(str, range(40_000))), "names more than 1000 levels"),
        ("0..900,1000..1900", "names more than 1000 levels"),
        ("7,7", "7 is named twice"),
        ("7,07", "7 is named twice"),
        ("7..9,8", "8 is named twice"),
    ],
)
def test_what_cannot_be_meant_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_levels("--tokens", text)
    assert sentence in str(refused.value)


@given(st.integers(0, 50), st.integers(0, 50), st.integers(1, 9))
def test_a_range_holds_both_its_ends_if_the_step_allows(first: int, more: int, step: int) -> None:
    found = parse_levels("--removed", f"{first}..{first + more}..{step}")
    assert found == list(range(first, first + more + 1, step))


@pytest.mark.parametrize(
    ("texts", "policies"),
    [
        (["novice,planner"], ["novice", "planner"]),
        (["planner:attention=0.6,token=3,novice"], ["planner:attention=0.6,token=3", "novice"]),
        (
            ["planner:attention=0.4..0.8..0.2"],
            ["planner:attention=0.4", "planner:attention=0.6", "planner:attention=0.8"],
        ),
        (["novice", "mine.py:hurry"], ["novice", "mine.py:hurry"]),
        (["planner:@mine.toml,token=2"], ["planner:@mine.toml,token=2"]),
    ],
)
def test_a_comma_before_a_setting_belongs_to_the_policy(texts: list[str], policies: list[str]) -> None:
    assert parse_policies(texts) == policies


def test_too_many_settings_are_refused_before_they_are_written_out() -> None:
    with pytest.raises(InputError, match="more than 1000 settings"):
        parse_policies(["planner:token=1..6..0.01,attention=0..1..0.01"])


def test_a_policy_named_twice_is_refused() -> None:
    with pytest.raises(InputError, match="novice is named twice"):
        parse_policies(["novice,planner", "novice"])


def test_more_files_than_levels_are_refused_before_one_is_looked_for() -> None:
    """Each comma may be part of a name, so that to try them all would take days."""
    with pytest.raises(InputError, match="names more than 1000 levels"):
        parse_files("--board", ",".join(["a.toml"] * 40_000))
