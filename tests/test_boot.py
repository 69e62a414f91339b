"""boot.py decides what to install and what to leave alone; here its steps are written down instead of carried out."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import boot


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A project in an empty folder, whose environment is made by creating its python."""
    done: list[list[str]] = []
    venv = tmp_path / ".venv"
    (tmp_path / "pyproject.toml").write_text("one", encoding="utf-8")
    for name, path in (
        ("ROOT", tmp_path),
        ("VENV", venv),
        ("OURS", venv / "ours"),
        ("STAMP", venv / "stamp"),
    ):
        monkeypatch.setattr(boot, name, path)

    def step(command: list[str], failure: str) -> None:
        done.append(command)
        boot.program("python").parent.mkdir(parents=True, exist_ok=True)
        boot.program("python").touch()

    monkeypatch.setattr(boot, "run_step", step)
    return done


def test_install_once(steps: list[list[str]]) -> None:
    assert not boot.is_ready("")
    boot.install("")
    assert [step[2] for step in steps] == ["venv", "pip"]
    assert boot.is_ready("")
    assert not boot.is_ready("dev")


def test_what_the_tests_need_serves_the_program_too(steps: list[list[str]]) -> None:
    boot.install("dev")
    assert steps[-1][-1].endswith("[dev]")
    assert boot.is_ready("dev")
    assert boot.is_ready("")


def test_changed_requirements_are_installed_into_the_same_environment(steps: list[list[str]]) -> None:
    boot.install("")
    (boot.ROOT / "pyproject.toml").write_text("two", encoding="utf-8")
    assert not boot.is_ready("")
    boot.install("")
    assert [step[2] for step in steps] == ["venv", "pip", "pip"]
    assert boot.is_ready("")


def test_an_interrupted_installation_starts_again(
    steps: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    step = boot.run_step

    def interrupted(command: list[str], failure: str) -> None:
        if "pip" in command:
            raise KeyboardInterrupt
        step(command, failure)

    with monkeypatch.context() as patch:
        patch.setattr(boot, "run_step", interrupted)
        with pytest.raises(KeyboardInterrupt):
            boot.install("")
    (boot.VENV / "half").touch()
    assert not boot.is_ready("")
    boot.install("")
    assert not (boot.VENV / "half").exists()
    assert boot.is_ready("")


def test_an_environment_of_the_user_is_never_deleted(steps: list[list[str]]) -> None:
    boot.VENV.mkdir()
    (boot.VENV / "theirs").touch()
    with pytest.raises(SystemExit, match="did not make"):
        boot.install("")
    boot.program("python").parent.mkdir()
    boot.program("python").touch()
    boot.install("")
    assert (boot.VENV / "theirs").exists()
    assert [step[2] for step in steps] == ["pip"]


def test_missing_parts_of_python_are_named(steps: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "ensurepip" else name)
    with pytest.raises(SystemExit, match="lacks its module ensurepip"):
        boot.install("")
    assert not boot.VENV.exists()


@pytest.mark.parametrize("arguments", [[], ["run"], ["check", "more"]])
def test_usage(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["boot.py", *arguments])
    with pytest.raises(SystemExit, match="usage"):
        boot.main()
