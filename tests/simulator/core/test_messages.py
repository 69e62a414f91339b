"""Words about values and sources that all messages and reports share."""

from __future__ import annotations

import pytest

from simulator.core.errors import InputError
from simulator.core.messages import check_whole, quote


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("paris", '"paris"'),
        (True, "true"),
        (7, "7"),
        (2**63, "9223372036854775808"),
        (10**49, "a number of 50 digits"),
        (-(10**49), "a number of 50 digits"),
        pytest.param(16**9000, "a huge number", id="huge"),
        ([], "[]"),
        ([1, "b", 2.5], '[1, "b", 2.5]'),
        ([[1, 2], {"a": 1}, []], "[[...], {...}, []]"),
        ({"a": [1], "b": True}, "{a = [...], b = true}"),
        ({"a\x1b[31m": "\n"}, '{a�[31m = "�"}'),
        (["x" * 50] * 3, f'["{"x" * 50}", "x...'),
    ],
)
def test_values_are_shown_shortly_as_in_a_file(value: object, shown: str) -> None:
    assert quote(value) == shown


@pytest.mark.parametrize("value", [0, 11, "5", 5.0, True, None])
def test_what_is_not_a_whole_number_of_the_range_is_refused(value: object) -> None:
    with pytest.raises(InputError) as caught:
        check_whole("--tokens", value, 1, 10, "V1")
    assert str(caught.value) == f"--tokens: {quote(value)} must be a whole number from 1 to 10 (V1)."


def test_whole_numbers_of_the_range_pass() -> None:
    for value in (1, 10):
        check_whole("--tokens", value, 1, 10)
