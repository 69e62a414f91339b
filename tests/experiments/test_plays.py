"""Files of real plays, as spreadsheets and people write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from experiments.plays import Plays, parse_plays, read_plays
from simulator.core.errors import InputError
from simulator.switch_signal.game import GAME


def counts(plays: Plays) -> list[tuple[object, int, int]]:
    return [(each.setup.levels["tokens"], each.plays, each.wins) for each in plays.settings]


def test_plays_are_counted_by_setup() -> None:
    text = "date,board,players,tokens,removed,goods,won\n2026-03-14,central-europe,2,7,2,8,no\n,,,8,,,yes\n,,2,8,2,8,no\n"
    assert counts(parse_plays(GAME, text, "plays.csv")) == [(7, 1, 0), (8, 2, 1)]


@pytest.mark.parametrize(
    "text",
    [
        "tokens;won\r\n8;1\r\n8;0\r\n",
        "Tokens\tWon\n8\tTRUE\n8\tfalse\n",
        '"tokens","won"\n"8","won"\n"8","lost"\n',
        'tokens;won;notes\n8;yes;a, b\n;;\n\n8;NO;"one; two\nthree"\n',
        " tokens , won \n 8 , y \n 8 , n \n",
    ],
)
def test_every_spreadsheet_has_its_own_way(text: str) -> None:
    assert counts(parse_plays(GAME, text, "plays.csv")) == [(8, 2, 1)]


def test_a_byte_order_mark_is_no_part_of_the_first_name(tmp_path: Path) -> None:
    file = tmp_path / "plays.csv"
    file.write_bytes("won;tokens\nyes;8\n".encode("utf-8-sig"))
    assert counts(read_plays(GAME, file)) == [(8, 1, 1)]


def test_other_columns_are_named_and_ignored() -> None:
    assert parse_plays(GAME, "who,won,Extra Signals\nAnn,1,1\n", "x").ignored == ["who"]


def test_boards_as_people_write_them() -> None:
    plays = parse_plays(GAME, "board,won\nNorth America,1\nnorth-america,0\n", "x")
    assert [(each.setup.levels["board"], each.plays) for each in plays.settings] == [("north-america", 2)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "p.csv: is empty; its first line names the columns: date, board"),
        ("\ufeff\n ,,\n", "is empty"),
        ("won\n", "p.csv: has no plays, only the line that names the columns."),
        ("tokens\n7\n", "p.csv, line 1: there is no column won"),
        ("tokens,wn\n7,1\n", '("wn" is no column)'),
        ("tokns,won\n7,yes\n", 'line 1: there is no column "tokns" (did you mean "tokens"?)'),
        ("won" + ",x" * 100_000 + "\n1\n", "line 1: has 100,001 columns, and 200 are the most that is read."),
        ("won,won\n1,1\n", "line 1: the column won is there twice."),
        ("won\nyes\nmaybe\n", 'p.csv, line 3: won = "maybe" must be yes or no'),
        ("won,tokens\n1\n", "line 2: values: 1, columns: 2; both must be as many."),
        ("tokens,won\n11,1\n", "p.csv, line 2: tokens: 11 must be a whole number from 1 to 10"),
        ("tokens,won\n7,1\nseven,1\n", 'line 3: tokens: "seven" must be'),
        ("tokens,won\n7..9,1\n", 'line 2: tokens = "7..9" must be one value.'),
        ("board,won\natlantis,1\n", 'line 2: board: there is no board "atlantis"'),
        ("goods,board,won\n10,tiny,1\n", "line 2: goods: 10 goods (V4) need two goods cities"),
        ('won\n"yes\n', "line 2: is not CSV"),
    ],
)
def test_what_cannot_be_understood_is_named_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as error:
        parse_plays(GAME, text.removeprefix("\ufeff"), "p.csv")
    assert sentence in str(error.value)
    assert str(error.value).count(". ") == 0
