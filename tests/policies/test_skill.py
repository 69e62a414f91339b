"""A table's skill as a setting of the planner: the file that `sim calibrate` writes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from policies.registry import load_policy
from simulator.errors import InputError


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "is not a table's skill; `sim calibrate` writes such files."),
        ('{"signalbox": "table"}', "attention = None must be a number from 0 to 1."),
        ('{"signalbox": "table", "attention": 1.5}', "attention = 1.5 must be a number from 0 to 1."),
        ('{"signalbox": "table", "attention": true}', "attention = true must be a number"),
        ('{"signalbox": "table", "attention": NaN}', "attention = nan must be a number"),
        ("attention = 0.5", "is not JSON"),
        (100_000 * "[", "is not JSON"),
    ],
)
def test_files_of_skill_are_data_and_checked(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "table.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"^--policy: skill=") as error:
        load_policy(f"planner:skill={file}")
    assert sentence in str(error.value)


def test_skill_is_said_once_and_of_planners_only(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text('{"signalbox": "table", "attention": 0.5}', encoding="utf-8")
    with pytest.raises(InputError, match="attention is given twice"):
        load_policy(f"planner:attention=0.5,skill={file}")
    with pytest.raises(InputError, match='novice has no parameter "skill"'):
        load_policy(f"novice:skill={file}")
    with pytest.raises(InputError, match="there is no such file"):
        load_policy("planner:skill=nowhere.json")
    assert load_policy(f"planner:skill={file}").name == "planner:attention=0.5"


def test_the_file_of_a_planner_is_spelled_planner(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text('{"signalbox": "table", "attention": 1.0}', encoding="utf-8")
    assert load_policy(f"planner:skill={file}").name == "planner"
    assert np.isfinite(load_policy(f"planner:skill={file}").params).all()
