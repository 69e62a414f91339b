"""docs/trace.schema.json, to check events with."""

from __future__ import annotations

import json

from jsonschema import Draft202012Validator

from tests.pages import ROOT

SCHEMA = json.loads((ROOT / "docs" / "trace.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
