"""Every number of docs/rules.md is named in the simulator and has a test, and every switch among the rulings is tested in both readings."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from simulator.switch_signal.house import RULINGS

ROOT = Path(__file__).parents[3]
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NUMBERS = re.findall(r"\*\*([A-Z]\d+)\*\*", RULES)
SWITCHES = re.findall(r"\*\*(X\d+)\*\* ⇄", RULES)


def functions() -> dict[str, ast.FunctionDef]:
    found = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                assert node.name not in found, f"{node.name} is defined twice"
                found[node.name] = node
    return found


TESTS = functions()


def test_the_numbers_are_read_from_the_rules() -> None:
    families = {letter: sum(number[0] == letter for number in NUMBERS) for letter in "BSTDMCKHEVNX"}
    assert families == dict(zip("BSTDMCKHEVNX", (6, 5, 4, 5, 13, 5, 2, 6, 3, 12, 3, 16), strict=True))
    assert len(NUMBERS) == len(set(NUMBERS))


@pytest.mark.parametrize("number", NUMBERS)
def test_every_rule_is_found_in_the_simulator_by_its_number(number: str) -> None:
    """As docs/architecture.md promises who greps for it; `M1–M11` does not name M5."""
    sources = [
        path.read_text(encoding="utf-8") for path in (ROOT / "simulator" / "switch_signal").glob("*.py")
    ]
    assert any(re.search(rf"\b{number}\b", source) for source in sources)


@pytest.mark.parametrize("number", NUMBERS)
def test_every_rule_has_a_test(number: str) -> None:
    assert any(name.startswith(f"test_{number}_") for name in TESTS)


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    named = {match for name in TESTS for match in re.findall(r"_([A-Z]\d+)(?=_)", name)}
    assert named <= set(NUMBERS)


def test_the_switches_of_the_rules_are_those_of_a_scenario() -> None:
    assert sorted(SWITCHES) == sorted(RULINGS)


@pytest.mark.parametrize(
    ("ruling", "reading"), [(ruling, reading) for ruling in RULINGS for reading in RULINGS[ruling]]
)
def test_both_readings_are_tested(ruling: str, reading: str) -> None:
    texts = {
        constant.value
        for name, node in TESTS.items()
        if name.startswith(f"test_{ruling}_")
        for constant in ast.walk(node)
        if isinstance(constant, ast.Constant)
    }
    assert reading in texts
