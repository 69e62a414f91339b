"""`sim bench`: the table and the figures are of the same games."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Sim


def test_speeds_and_signatures(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signalbox.cli.bench.SECONDS", 0.01)
    arguments = ("bench", "--policy", "idle", "--board", "tiny", "--repeats", 1)
    printed = sim(*arguments).out
    found = json.loads(sim(*arguments, "--json").out)
    assert "decisions/s" in printed
    assert found["speeds"][0]["signature"] in printed
    assert [each["policy"] for each in found["speeds"]] == ["idle"]
    assert found["speeds"][0]["two_threads"] > 0
    assert found["starts"] == []
    assert found["bytes_in_play"] <= 1024


def test_at_least_one_repeat(sim: Sim) -> None:
    refused = sim("bench", "--repeats", 0)
    assert (refused.code, refused.err) == (2, "error: --repeats: 0 must be a whole number from 1 to 1000.\n")
