"""Commands: how a plain function becomes one for a game, and manners that typer lacks: no option twice, and help that reads well."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Callable, Mapping
from copy import copy
from typing import Annotated, Any, get_args, get_origin

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from signalbox.cli.help_words import commands_of, filled
from simulator.core.errors import InputError
from simulator.game import Game
from simulator.games import all_games

HELP = {"help_option_names": ["--help", "-h"]}
FILES = ("out", "html")  # options that name a file or folder to be written
SEVERAL = ("LEVELS", "LIST")  # what stands in the help of options that take several values in one text


class _WithoutTypes:
    """Help without `<bool>` after `--help` and `<str>` after an argument, which look like something to be typed."""

    def get_params(self, ctx: Any) -> list[Any]:
        parameters: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            if isinstance(parameter, TyperArgument) or parameter.is_flag:
                parameter.display_type_rich = lambda ctx: None
        return parameters


class UnexpectedEnd(Exception):
    """An EOFError, under a name that typer does not take for Ctrl-C."""


class Group(_WithoutTypes, TyperGroup):
    """A group of commands."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find a command; one that only another game has is told to be that."""
        if ctx.parent is None and args and self.get_command(ctx, args[0]) is None:
            for other in all_games():
                if args[0] in commands_of(other).names:
                    raise InputError(
                        f"`{args[0]}` is a command of {other.title} only, and {ctx.obj.title} is played here."
                    )
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except EOFError as error:
            raise UnexpectedEnd(*error.args) from error


class Command(_WithoutTypes, TyperCommand):
    """A command that plays, asks or writes."""

    def __init__(self, *args: Any, help: str | None = None, **more: Any) -> None:
        # A docstring is broken where the source is, which is not where a window ends.
        told = re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.cleandoc(help)) if help else help
        super().__init__(*args, help=told, **more)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuse empty names of files, and an option of a single value that is given again: only the last one would count, without a word."""
        if not ctx.resilient_parsing:  # a line that is being completed may say what it likes
            values, extra, given = self.make_parser(ctx).parse_args(args=list(args))
            self._refuse_bare_option(ctx, args, extra)
            for option in given:
                # One that must be given has a sentence on what it must be.
                if option.name in FILES and not option.required and values.get(option.name) == "":
                    raise InputError(f"{option.opts[0]}: is empty; name a file or folder, or leave it out.")
            for option, times in Counter(given).items():
                once = isinstance(option, TyperOption) and not option.multiple and not option.is_flag
                if once and times > 1:
                    how = "separate its values by commas" if option.metavar in SEVERAL else "give it once"
                    raise InputError(f"{option.opts[0]} is given {times} times; {how}.")
        return super().parse_args(ctx, args)

    def _refuse_bare_option(self, ctx: Any, args: list[str], extra: list[str]) -> None:
        """Refuse `sweep tokens 7..10`, a slip for `sweep --tokens 7..10`, if there is a word too many."""
        options = {
            name.removeprefix("--")
            for each in self.get_params(ctx)
            for name in each.opts
            if name.startswith("--")
        }
        for slip, value in zip(args, [*args[1:], ""], strict=True) if extra else ():
            if slip in options:
                raise InputError(f"`{slip}` is an option here; did you mean {f'--{slip} {value}'.strip()}?")


def _told_in(words: Mapping[str, str], parameter: inspect.Parameter) -> inspect.Parameter:
    """Return a parameter of a command with the game's words in its help and its default."""
    if get_origin(parameter.annotation) is not Annotated:  # typer's own context
        return parameter
    kind, option = get_args(parameter.annotation)
    own = copy(option)
    own.help = filled(option.help, words)
    default = parameter.default
    told = filled(default, words) if isinstance(default, str) else default
    return parameter.replace(annotation=Annotated[kind, own], default=told)


def with_options(command: Callable[..., None], game: Game, words: Mapping[str, str]) -> Callable[..., None]:
    """Return the command as it is for a game: each group of options becomes options of their own, and who asks for the game gets it.

    Help has the game's words.
    """
    fixed: dict[str, Any] = {}
    groups: dict[str, Any] = {}
    flat: list[inspect.Parameter] = []
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        kind: Any = parameter.annotation
        if kind is Game:
            fixed[parameter.name] = game
        elif hasattr(kind, "parameters"):
            groups[parameter.name] = kind
            flat += kind.parameters(game)
        else:
            flat.append(_told_in(words, parameter).replace(kind=inspect.Parameter.KEYWORD_ONLY))

    def flattened(**given: Any) -> None:
        built = {}
        for name, group in groups.items():
            own = {each.name: given.pop(each.name) for each in group.parameters(game)}
            built[name] = group.read(game, own)
        command(**fixed, **built, **given)

    flattened.__name__, flattened.__doc__ = command.__name__, filled(inspect.getdoc(command) or "", words)
    flattened.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]
    return flattened
