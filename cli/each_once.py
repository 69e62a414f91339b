"""An option that takes one value may be given once: of two, the shell's last would hold without a word."""

from __future__ import annotations

from collections import Counter
from typing import Any

from typer.core import TyperCommand, TyperOption

from simulator.errors import InputError

SEVERAL = ("LEVELS", "LIST")  # what stands in the help of options that take several values in one text


class EachOnce(TyperCommand):
    """A command as typer makes it, which refuses such options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not ctx.resilient_parsing:  # a line that is being completed may say what it likes
            _, _, given = self.make_parser(ctx).parse_args(args=list(args))
            for option, times in Counter(given).items():
                once = isinstance(option, TyperOption) and not option.multiple and not option.is_flag
                if once and times > 1:
                    how = "separate its values by commas" if option.metavar in SEVERAL else "give it once"
                    raise InputError(f"{option.opts[0]} is given {times} times; {how}.")
        return super().parse_args(ctx, args)
