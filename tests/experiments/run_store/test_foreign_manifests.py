"""Manifests that are damaged, contradict themselves, or come from another version or a stranger: each is refused in a sentence."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from experiments.run_store.manifest import Manifest
from experiments.run_store.store import Store
from simulator.core.errors import InputError
from tests.experiments.sweeps import small_sweep

Place = tuple[str | int, ...]  # of a value in a manifest


def changed(manifest: Manifest, place: Place, value: Any) -> str:
    """A manifest as a text, with another value in one place; without that place if the value is ABSENT."""
    content = at = msgspec.to_builtins(manifest)
    for step in place[:-1]:
        at = at[step]
    if value is ABSENT:
        del at[place[-1]]
    else:
        at[place[-1]] = value
    return json.dumps(content)


ABSENT = object()
NEEDED: list[Place] = [
    *(
        (key,)
        for key in (
            *("format", "game", "measure", "seed", "games", "block", "keep_games", "command"),
            *("signalbox", "engine", "rules", "python", "numba", "numpy", "machine"),
            *("code", "tallies", "columns"),
            *("factors", "cells"),
        )
    ),
    *(("factors", 1, key) for key in ("name", "levels")),
    *(
        ("cells", 0, key)
        for key in ("id", "levels", "lineup", "sources", "setup", "setup_hash", "own", "places")
    ),
    *(("cells", 0, "places", key) for key in ("board", "deck")),
    *(("cells", 0, "places", "board", key) for key in ("name", "hash", "origin")),
    *(("cells", 0, "setup", key) for key in ("board", "deck", "house draw", "ruling X4", "helpers")),
    ("cells", 0, "levels", "tokens"),
]


@pytest.mark.parametrize("place", NEEDED, ids=lambda place: ".".join(map(str, place)))
def test_a_manifest_without_a_part_is_damaged(tmp_path: Path, place: Place) -> None:
    manifest = small_sweep().manifest()
    for value in (ABSENT, None, [[]], {"x": 1.5}):
        (tmp_path / "manifest.json").write_text(changed(manifest, place, value), encoding="utf-8")
        with pytest.raises(InputError, match="is damaged"):
            Store.open(tmp_path)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("factors", 1, "name"), "ruling ZZ"),
        (("factors", 1, "name"), "house nothing"),
        (("factors", 1, "levels"), []),
        (("factors", 1, "levels"), [7, 8, 10**400]),
        (("measure",), "points"),
        (("cells", 0, "id"), "2957A92A67DE"),
        (("cells", 0, "levels", "tokens"), 9),
        (("cells", 0, "own"), []),
        (("cells", 0, "own"), {"house signals": 10**400}),
        (("cells", 0, "lineup"), ["expert"]),
        (("cells", 0, "lineup"), []),
        (("cells", 0, "lineup"), ["random", "random"]),
        (("cells", 0, "sources"), []),
        (("cells", 0, "places", "board", "origin"), "somewhere"),
        (("cells", 0, "places", "table"), {"name": "x", "hash": "x", "origin": "invented"}),
        (("cells", 0, "setup", "house draw"), {"deep": 1}),
        (("cells", 0, "setup", "house draw"), 10**400),
        (("cells", 0, "setup", "house draw"), True),
        (("cells", 0, "setup", "house hand-limit"), []),
        (("cells", 0, "setup", "house nothing"), 1),
        (("cells", 0, "setup", "players"), "two"),
        (("cells", 0, "setup", "tokens"), -1),
        (("cells", 0, "setup", "ruling X4"), []),
        (("cells", 0, "setup", "helpers"), [1]),
        (("seed",), True),
        (("cells",), []),
    ],
)
def test_a_manifest_that_contradicts_itself_is_damaged(tmp_path: Path, place: Place, value: Any) -> None:
    text = changed(small_sweep().manifest(), place, value)
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="is damaged"):
        Store.open(tmp_path)


def test_factors_that_the_game_does_not_have_are_damage_also_where_cells_have_them(tmp_path: Path) -> None:
    text = small_sweep().manifest()
    content = json.dumps(msgspec.to_builtins(text)).replace('"tokens"', '"points"')
    assert content.count('"points"') > len(text.cells)
    (tmp_path / "manifest.json").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match="is damaged"):
        Store.open(tmp_path)


@pytest.mark.parametrize(("number", "version"), [(1, "0.1.0"), (2, "0.2.0")])
def test_a_run_of_an_older_format_is_told_which_version_reads_it(
    tmp_path: Path, number: int, version: str
) -> None:
    """Whatever else it holds: of other formats nothing but the number is known."""
    (tmp_path / "manifest.json").write_text(json.dumps({"format": number, "cells": 7}), encoding="utf-8")
    sentence = (
        f"{tmp_path} was made by an older version of Signalbox (format {number}, here 3); "
        f"open it with Signalbox {version}, or play it again with another --out."
    )
    with pytest.raises(InputError, match=f"^{re.escape(sentence)}$"):
        Store.open(tmp_path)


def test_a_run_of_a_newer_format_is_not_guessed_at(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps({"format": 4}), encoding="utf-8")
    with pytest.raises(InputError, match=r"a newer version .* \(format 4, here 3\); open it with that one,"):
        Store.open(tmp_path)


def test_a_run_of_a_game_that_is_not_there_is_refused_by_its_name(tmp_path: Path) -> None:
    text = changed(small_sweep().manifest(), ("game",), "far-trains")
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match='there is no game "far-trains"') as refused:
        Store.open(tmp_path)
    assert str(refused.value).startswith(f"{tmp_path} ")


def test_a_program_that_a_stranger_names_as_the_game_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game.py").write_text("open('was_here', 'w').close()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("game.py:GAME", "game.py", str(tmp_path / "game.py"), f"{tmp_path}/game.py:GAME"):
        text = changed(small_sweep().manifest(), ("game",), name)
        (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
        with pytest.raises(InputError):
            Store.open(tmp_path)
    assert not (tmp_path / "was_here").exists()


@pytest.mark.parametrize("text", ["", "[]", "7", "[" * 100_000, '{"format": "1"}', '{"format": true}'])
def test_a_manifest_that_is_none_is_damaged(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="is damaged"):
        Store.open(tmp_path)


def test_a_format_of_thousands_of_digits_is_not_quoted(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(f'{{"format": {"9" * 4000}}}', encoding="utf-8")
    with pytest.raises(InputError, match=r"newer version .* \(format a huge number, here 3\); open"):
        Store.open(tmp_path)
