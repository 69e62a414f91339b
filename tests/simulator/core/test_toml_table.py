"""TOML of users, and of strangers: what would be huge work for its parser is refused before it begins."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.core.errors import InputError
from simulator.core.file_limits import MAX_FILE_BYTES, MAX_KEY_PARTS, MAX_NESTING
from simulator.core.toml_table import parse_toml

ROOT = Path(__file__).parents[3]
LONG = f"a key has more than {MAX_KEY_PARTS} parts between its dots."
DEEP = f"lists and tables are nested more than {MAX_NESTING} deep."


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_toml(text, "x.toml")
    return str(caught.value).removeprefix("x.toml: ")


def test_every_file_of_ours_is_read() -> None:
    files = [*ROOT.glob("*/**/data/**/*.toml"), *ROOT.glob("experiments/**/*.toml"), ROOT / "pyproject.toml"]
    assert len(files) > 50
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert parse_toml(text, file.name) == tomllib.loads(text)


def key(parts: int, part: str = "a", dot: str = ".") -> str:
    return dot.join([part] * parts)


@pytest.mark.parametrize("form", ["{} = 1", "[{}]", "[[{}]]", "x = [1, {{ {} = 1 }}]", '"[" = 1 # "\n{} = 1'])
@pytest.mark.parametrize("part", ["a", '"a.b"', "'a'", '""'])
@pytest.mark.parametrize("dot", [".", " .\t"])
def test_a_key_of_many_parts_is_refused(form: str, part: str, dot: str) -> None:
    assert parse_toml(form.format(key(MAX_KEY_PARTS, part, dot)), "x.toml")
    assert refusal(form.format(key(MAX_KEY_PARTS + 1, part, dot))) == LONG


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@given(
    st.sampled_from(["'", '"', "'''", '"""']),
    st.text("'\"\\a.[#\n", max_size=8),
    st.sampled_from(["", "'", '"', "''", '""', "#", "\n", "]"]),
)
def test_no_string_hides_what_follows_it(quotes: str, content: str, more: str) -> None:
    """One that were taken for longer than it is could hide a deep list from us, and not from tomllib."""
    text = f"x = [{quotes}{content}{quotes}{more}, {nested(MAX_NESTING)}]"
    try:
        found = tomllib.loads(text)["x"]
    except tomllib.TOMLDecodeError:
        return
    if isinstance(found[-1], list):  # else all of it is in the string
        assert refusal(text) == DEEP


def test_a_string_that_ends_in_quotes_hides_nothing() -> None:
    for string in ('"""a""""', '"""a"""""', "'''a''''", '"\\""', "'\\'", '""', "''"):
        assert parse_toml(f"x = [{string}, {nested(MAX_NESTING - 1)}]", "x.toml")
        assert refusal(f"x = [{string}, {nested(MAX_NESTING)}]") == DEEP


def test_inline_tables_count_as_lists_do() -> None:
    pairs = "{a=[" * (MAX_NESTING // 2), "]}" * (MAX_NESTING // 2)
    assert parse_toml(f"x = {pairs[0]}{pairs[1]}", "x.toml")
    assert refusal(f"x = [{pairs[0]}{pairs[1]}]") == DEEP


@pytest.mark.parametrize(
    "text",
    [
        'x = "' + "a.b[c{" * 100 + '"',
        "x = '''" + "a.b[c{\n" * 100 + "'''",
        'x = """' + "a.b[c{\n" * 100 + '"""',
        "x = 1 # " + "a.b[c{" * 100,
        "x = [" + "1.5, " * 100 + "]",
        "x = [" + "\n2020-02-02T02:02:02.123, " * 100 + "]",
        "\n".join(f"[a.b.c{n}]\nx.y = 1.5" for n in range(100)),
    ],
)
def test_dots_and_brackets_elsewhere_do_not_count(text: str) -> None:
    assert parse_toml(text, "x.toml") == tomllib.loads(text)


def worst_files() -> dict[str, str]:
    """Files of full size whose tables cost tomllib most: many headings, each of many new parts."""
    heading = ".".join("a" * (MAX_KEY_PARTS - 1))
    lines = (f"[k{number}.{heading}]" for number in range(MAX_FILE_BYTES))
    text = ""
    while len(text) < MAX_FILE_BYTES - 60:
        text += next(lines) + "\n"
    return {"headings": text, "lists": "x = [" + "{a=1}," * ((MAX_FILE_BYTES - 10) // 6) + "]"}


@pytest.mark.parametrize("name", ["headings", "lists"])
def test_the_worst_file_that_is_read_is_read(name: str) -> None:
    assert parse_toml(worst_files()[name], "x.toml")
