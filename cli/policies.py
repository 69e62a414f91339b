"""`sim policies`: who can play."""

from __future__ import annotations

from cli.options import DEFAULT_POLICY
from policies.registry import POLICIES


def list_policies() -> None:
    """List the policies and how they play."""
    from cli.console import plain_table, show

    table = plain_table("policy", "how it plays")
    for name, kind in POLICIES.items():
        table.add_row(name, kind.meaning + (" (default)" if name == DEFAULT_POLICY else ""))
    table.add_row("FILE.py:NAME", "your own, a function in a file (docs/own-policy.md)")
    show(table)
