"""A table's skill as a setting of people: the file that `sim calibrate` writes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simulator.core.errors import InputError
from tests.players import load_player


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "is not a table's skill; `sim calibrate` writes such files."),
        ('{"signalbox": "table"}', "skill = None must be a number from 0 to 1."),
        ('{"signalbox": "table", "skill": 1.5}', "skill = 1.5 must be a number from 0 to 1."),
        ('{"signalbox": "table", "skill": true}', "skill = true must be a number"),
        ('{"signalbox": "table", "skill": NaN}', "skill = nan must be a number"),
        ("skill = 0.5", "is not JSON"),
        (100_000 * "[", "is not JSON"),
    ],
)
def test_files_of_skill_are_data_and_checked(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "table.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"^--policy: skill: ") as error:
        load_player(f"people:skill={file}")
    assert sentence in str(error.value)


def test_skill_is_said_once_and_of_people_only(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text('{"signalbox": "table", "skill": 0.5}', encoding="utf-8")
    with pytest.raises(InputError, match="skill is given twice"):
        load_player(f"people:skill=0.5,skill={file}")
    for name in ("novice", "planner"):
        with pytest.raises(InputError, match=f'{name} has no parameter "skill"'):
            load_player(f"{name}:skill={file}")
    with pytest.raises(InputError, match="there is no such file"):
        load_player("people:skill=nowhere.json")
    assert load_player(f"people:skill={file}") == load_player("people:skill=0.5")


def test_the_file_of_people_as_they_are_unless_set_is_spelled_people(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text('{"signalbox": "table", "skill": 0.5}', encoding="utf-8")
    assert load_player(f"people:skill={file}").name == "people"
    assert np.isfinite(load_player(f"people:skill={file}").params).all()
