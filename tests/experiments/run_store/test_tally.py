"""Tallies of blocks: they say what the outcomes say, in files that nobody can damage unnoticed."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.run_store.blocks import SEAL_BYTES, Damaged, read_tally, tally_bytes, tally_layout
from experiments.run_store.tally import Tally, tally_form
from simulator.switch_signal.game import GAME
from simulator.switch_signal.measures import MEASURES
from simulator.switch_signal.play import play
from simulator.switch_signal.records import outcome_dtype
from simulator.switch_signal.scenario import Scenario
from tests.experiments.forged import sealed_again
from tests.players import heat_of, load_player
from tests.tallies import tally_of

TINY = Scenario(board="tiny")
FORM = tally_form(GAME, GAME.main.name)


def test_a_tally_says_what_the_outcomes_say() -> None:
    block = play(TINY, load_player("novice"), 5, 0, 400)
    tally, outcomes = tally_of(FORM, block), block.outcomes
    won = outcomes["won"] == 1
    assert 0 < won.sum() < 400
    assert (tally.values == won).all()
    for name in ("goods", "tokens", "plays", "tokens_by_turn", "goods_by_turn", "deployed", "unspent"):
        both = [outcomes[name][chosen].reshape(chosen.sum(), -1).sum(axis=0) for chosen in (~won, won)]
        assert (tally.columns[name] == np.array(both)).all()
    for name in ("tokens", "cards_lost", "head_ons", "unspent"):
        numbers = outcomes[name].reshape(400, -1).astype(np.int64)
        both = [(numbers[chosen] ** 2).sum(axis=0) for chosen in (~won, won)]
        assert (tally.columns[f"{name}_squares"] == np.array(both)).all()
    turns = tally.columns["turns_histogram"]
    assert (turns[1] == np.bincount(outcomes["turns"][won], minlength=20)).all()
    for turn, game in enumerate(tally.columns["turns_first"][1]):
        games = np.flatnonzero(won & (outcomes["turns"] == turn))
        assert game == (games[0] if len(games) else 2**62)
    assert (tally.columns["heat_visits"] == heat_of(block)["visits"][0]).all()


@given(cuts=st.lists(st.integers(1, 99), min_size=1, max_size=5, unique=True))
def test_slices_leave_no_trace(cuts: list[int]) -> None:
    block = play(TINY, load_player("novice"), 5, 0, 100)
    whole: Tally | None = None
    ends = [*sorted(cuts), 100]
    for first, last in zip([0, *ends], ends, strict=False):
        part = tally_of(FORM, play(TINY, load_player("novice"), 5, first, last - first))
        whole = whole.merged(part) if whole else part
    assert whole is not None
    assert tally_bytes(whole) == tally_bytes(tally_of(FORM, block))


def test_a_tally_is_read_back_as_it_was() -> None:
    tally = tally_of(FORM, play(TINY, load_player("novice"), 5, 200, 77))
    again = read_tally(FORM, tally_bytes(tally), 77)
    assert (again.first, again.games) == (200, 77)
    assert (again.values[:] == tally.values[:]).all()
    assert {name: values.tolist() for name, values in again.columns.items()} == {
        name: values.tolist() for name, values in tally.columns.items()
    }


def test_every_flipped_byte_of_a_file_is_noticed_or_harmless() -> None:
    content = tally_bytes(tally_of(FORM, play(TINY, load_player("novice"), 5, 0, 50)))
    whole = read_tally(FORM, content, 50)
    for place in range(0, len(content), 7):
        spoiled = bytearray(content)
        spoiled[place] ^= 0x55
        try:
            found = read_tally(FORM, bytes(spoiled), 50)
        except Damaged:
            continue
        assert (found.values[:] == whole.values[:]).all()
        assert all((found.columns[name] == whole.columns[name]).all() for name in whole.columns)


def test_all_fields_of_an_outcome_are_kept() -> None:
    """A field that is added to outcomes must find its way into tallies, or be named here."""
    tally = tally_of(FORM, play(TINY, load_player("random"), 1, 0, 10))
    assert set(outcome_dtype.names or ()) == set(MEASURES)
    assert set(MEASURES) - {"won"} <= set(tally.columns)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda numbers: numbers[:8] + (51).to_bytes(8, "little") + numbers[16:], "it holds other games"),
        (lambda numbers: numbers[:16] + bytes([255] * 7) + numbers[23:], "its numbers do not fit together"),
        (lambda numbers: (-1).to_bytes(8, "little", signed=True) + numbers[8:], "its numbers do not fit"),
        (lambda numbers: numbers[8:], "it is not a whole file of such games"),
    ],
)
def test_a_file_that_is_no_tally_is_damaged(change: Callable[[bytes], bytes], sentence: str) -> None:
    """Whole as a file, but made by somebody else."""
    whole = tally_bytes(tally_of(FORM, play(TINY, load_player("novice"), 5, 0, 50)))
    body = zlib.compress(change(zlib.decompress(whole[SEAL_BYTES:])))
    with pytest.raises(Damaged, match=sentence):
        read_tally(FORM, sealed_again(body, tally_layout(FORM, 50)), 50)


def test_a_tally_with_other_columns_is_damaged() -> None:
    whole = tally_bytes(tally_of(FORM, play(TINY, load_player("novice"), 5, 0, 50)))
    other = {name.replace("goods", "points"): kind for name, kind in tally_layout(FORM, 50).items()}
    with pytest.raises(Damaged, match="it is not a whole file of such games"):
        read_tally(FORM, sealed_again(whole[SEAL_BYTES:], other), 50)
