"""What self-contained pages are made of: templates that escape, assets, and data that a script can read."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

# Inside a <script> element only these can end it or be taken for markup; two kinds of line ends are none in JSON but are in scripts.
_ESCAPES = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def unbroken(sentence: str) -> str:
    """A number and its sign of percent stay in one line."""
    return sentence.replace(" %", "\N{NO-BREAK SPACE}%")


@cache
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("reports", "assets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["unbroken"] = unbroken
    return made


def render(template: str, **values: Any) -> Markup:
    """A template of `assets/`; all values are escaped unless they are Markup."""
    return Markup(_templates().get_template(template).render(**values))


def render_page(template: str, scripts: Sequence[Markup] = (), **values: Any) -> str:
    """Make a whole page whose policy lets these scripts run, and no other that might have slipped in through a value."""
    return str(render(template, scripts=scripts, script_hashes=_script_hashes(scripts), **values))


def _script_hashes(scripts: Sequence[Markup]) -> Markup:
    """Name scripts as a Content-Security-Policy does, by what stands between their tags."""
    digests = (sha256(script.encode()).digest() for script in scripts)
    return Markup(" ".join(f"'sha256-{base64.b64encode(each).decode()}'" for each in digests) or "'none'")


def asset(name: str) -> Markup:
    """A style sheet or script of ours, to be put into a <style> or <script> element as it is.

    Its lines end with a line feed on every system, as a browser reads them before it hashes them.
    """
    return Markup(files("reports").joinpath("assets", name).read_text(encoding="utf-8"))


def embedded_json(data: Any) -> Markup:
    """JSON for a <script type="application/json"> element; no text in it can leave the element."""
    return Markup(json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES))
