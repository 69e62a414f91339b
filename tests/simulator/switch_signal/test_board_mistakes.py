"""Every mistake in a board file is one sentence that names file, key, what was found and what is allowed."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.core.errors import InputError
from simulator.core.file_limits import MAX_FILE_BYTES
from simulator.switch_signal.board import load_board, parse_board

FOLDER = Path(__file__).parents[3] / "simulator" / "switch_signal" / "data" / "boards"
TINY, EUROPE, AMERICA, COAST, LOOP = (
    (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    for name in ("tiny", "central-europe", "north-america", "tiny-na", "loop")
)
ANNEX = """
[[start]]
id = "annex"
name = "Annex"
numbers = [12]
at = [0.0, 0.0]
"""


def complaint(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_board(text, "x.toml")
    message = str(caught.value)
    assert message.startswith("x.toml: ")
    assert message.endswith(".")
    assert "\n" not in message
    return message.removeprefix("x.toml: ").removesuffix(".")


def changed(text: str, old: str, new: str, count: int = 1) -> str:
    assert old in text, old
    return text.replace(old, new, count)


KEYS = [
    # one table, one key at a time
    ('name = "Tiny Valley"\n', "", "the key name is missing"),
    ('name = "Tiny Valley"', 'name = " "', 'name = " " must be a text that is not blank'),
    ('name = "Tiny Valley"', "name = 7", "name = 7 must be a text that is not blank"),
    ('name = "Tiny Valley"', f'name = "{"x" * 81}"', f'name = "{"x" * 57}..." must be at most 80 characters long'),
    ('name = "Mill"', 'name = "Mi\\u0007ll"', 'city "mill": name = "Mi�ll" must be free of control characters and invisible ones'),
    ('name = "Mill"', 'name = "Mi\\u202ell"', 'city "mill": name = "Mi�ll" must be free of control characters and invisible ones'),
    ('name = "Tiny Valley"', 'name = "Tiny Valley"\ncolour = 1', 'unknown key "colour"; known are name, family, provenance, city, port, start, line, layout, components, junction'),
    ('name = "Tiny Valley"', 'name = "Tiny Valley"\njunctoin = 1', 'unknown key "junctoin" (did you mean "junction"?); known are name, family, provenance, city, port, start, line, layout, components, junction'),
    ('family = "central-europe"', 'family = "central-europ"', 'family = "central-europ" must be one of central-europe, north-america (did you mean "central-europe"?)'),
    ('family = "central-europe"', "family = 1979-05-27", "family = 1979-05-27 must be one of central-europe, north-america"),
    ('family = "central-europe"', 'family = "central-europe"\ncomponents = "box"', 'components = "box" must be one of printed'),
    ('layout = "invented: ', 'layout = "guessed: ', 'provenance: layout = "guessed: a test board, as small as the checks allow" must be a text that begins with known:, reconstructed: or invented:'),
    ('topology = "invented: a test board, as small as the checks allow"\n', "", "provenance: the key topology is missing"),
    ('id = "mill"', 'id = "Mill"', 'city "Mill": id = "Mill" must be lower-case letters, digits and hyphens, at most 60 of them'),
    ('id = "mill"', "id = 5", "city number 1: id = 5 must be lower-case letters, digits and hyphens, at most 60 of them"),
    ('id = "mill"\n', "", "city number 1: the key id is missing"),
    ('id = "haven"', 'id = "mill"', 'port "mill": this id is used a second time'),
    ('id = "fork-mill"', 'id = "mill"', 'line "mill": this id is used a second time'),
    ('goods = "yellow"', 'goods = "yelow"', 'city "mill": goods = "yelow" must be one of yellow, blue, red, white (did you mean "yellow"?)'),
    ('goods = "yellow"', "goods = {}", 'city "mill": goods = {} must be one of yellow, blue, red, white'),
    ("at = [4.0, 2.0]", "at = [4.0]", 'city "mill": at = [4.0] must be two numbers, [x, y]'),
    ("at = [4.0, 2.0]", 'at = [4.0, "2"]', 'city "mill": at = "2" must be two numbers, [x, y]'),
    ("at = [4.0, 2.0]", "at = [4.0, true]", 'city "mill": at = true must be two numbers, [x, y]'),
    ("at = [4.0, 2.0]", "at = [nan, 2.0]", 'city "mill": at = nan must be two numbers from -1000000 to 1000000'),
    ("at = [4.0, 2.0]", "at = [-inf, 2.0]", 'city "mill": at = -inf must be two numbers from -1000000 to 1000000'),
    ("at = [4.0, 2.0]", f"at = [0x{'f' * 9000}, 2.0]", 'city "mill": at = a huge number must be two numbers from -1000000 to 1000000'),
    ("numbers = [6, 7, 8]", "numbers = 6", 'start "west": numbers = 6 must be a list'),
    ("numbers = [6, 7, 8]", "numbers = []", 'start "west": numbers is empty, and every start place has at least one number'),
    ("numbers = [6, 7, 8]", "numbers = [6, 7, 13]", 'start "west": numbers = 13 must be a whole number from 2 to 12'),
    ("numbers = [6, 7, 8]", "numbers = [6, 7.0, 8]", 'start "west": numbers = 7.0 must be a whole number from 2 to 12'),
    ("numbers = [6, 7, 8]", "numbers = [6, 7]", "no start place has the number 8, and 2 to 12 must all be there"),
    ("numbers = [6, 7, 8]", "numbers = [6, 7, 8, 5]", 'start "west": number 5 is already that of "north"'),
    ('to = "fork"', 'to = "frok"', 'line "north-fork": to = "frok" is not a place of this board (did you mean "fork"?)'),
    ('to = "fork"', "to = 3", 'line "north-fork": to = 3 is not a place of this board'),
    ('to = "fork"', 'to = "north"', 'line "north-fork": from and to are both "north", and a line joins two different places'),
    ("segments = 1", "segments = true", 'line "west-fork": segments = true must be a whole number from 0 to 400'),
    ("segments = 1", "segments = -1", 'line "west-fork": segments = -1 must be a whole number from 0 to 400'),
    ("segments = 1", "segments = 1.5", 'line "west-fork": segments = 1.5 must be a whole number from 0 to 400'),
    ("segments = 1", "segments = 99999999999999999999", 'line "west-fork": segments = 99999999999999999999 must be a whole number from 0 to 400'),
    ("segments = 1", f"segments = {'9' * 50}", 'line "west-fork": segments = a number of 50 digits must be a whole number from 0 to 400'),
    ("segments = 1", "segments = [1, [2], {}]", 'line "west-fork": segments = [1, [...], {}] must be a whole number from 0 to 400'),
    ("segments = 1", 'segments = {a = 1, b = "x"}', 'line "west-fork": segments = {a = 1, b = "x"} must be a whole number from 0 to 400'),
    ("segments = 1", f"segments = {list(range(99))}", f'line "west-fork": segments = {str(list(range(99)))[:57]}... must be a whole number from 0 to 400'),
    ("segments = 1", "segments = 400", "the board has 408 cells, and at most 400 are allowed"),
    ("signals = [1]", "signals = [2]", 'line "west-fork": signals = 2 must be a whole number from 0 to 1'),
    ("signals = [1]", "signals = [1, 1]", 'line "west-fork": signals names edge 1 twice'),
    ('to = "mill"\nsegments = 1', 'to = "mill"\nsegments = 1\nsignals = [1]', 'line "fork-mill": signals names edge 1, a city entrance, which has its field without saying so'),
    ("signals = [1]", "via = [1, 2]", 'line "west-fork": via = 1 must be two numbers, [x, y]'),
    ("signals = [1]", "signal = [1]", 'line "west-fork": unknown key "signal" (did you mean "signals"?); known are id, from, to, segments, signals, via'),
]  # fmt: skip
LAYOUT = [
    ('"mill-bend:0", "bend', '"mill-bend:9", "bend', 'layout: signals names "mill-bend:9", which is not a signal field of this board (did you mean "mill-bend:0"?)'),
    ('"mill-bend:0", "bend', '"bend', 'layout: signals names 0 entrances of "mill", and exactly one of every city and port is allowed'),
    ('"west-fork:1"]\nextra = ["fork-mill:1"]', '"west-fork:1", "fork-mill:1"]\nextra = []', 'layout: signals names 2 entrances of "mill", and exactly one of every city and port is allowed'),
    ('["mill-bend:0", "bend-haven:1", "west-fork:1"]', '["mill-bend:0", "west-fork:1", "bend-haven:1"]', 'layout: signals names the entrance of "haven" after a line disc, and entrances come first'),
    ('extra = ["fork-mill:1"]', 'extra = ["west-fork:1"]', 'layout: extra names the field "west-fork:1" a second time, and a field holds one disc'),
    ('extra = ["fork-mill:1"]', "extra = [1]", "layout: extra = 1 must be a list of texts"),
    ('extra = ["fork-mill:1"]\n', "", "layout: the key extra is missing"),
    ('fork = ["west-fork", "fork-mill"]\n', "", 'layout.switches: the junction "fork" is missing'),
    ('fork = ["west-fork", "fork-mill"]', 'fork = ["west-fork", "west-fork"]', "layout.switches: fork must be the two different lines that are joined"),
    ('fork = ["west-fork", "fork-mill"]', 'fork = ["west-fork"]', "layout.switches: fork must be the two different lines that are joined"),
    ('fork = ["west-fork", "fork-mill"]', 'fork = ["west-fork", "mill-bend"]', 'layout.switches: fork = "mill-bend" is not a line of this junction; its lines are north-fork, west-fork, fork-mill'),
    ('fork = ["west-fork", "fork-mill"]', 'fokr = ["west-fork", "fork-mill"]', 'layout.switches: "fokr" is not a junction of this board (did you mean "fork"?)'),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "sentence"), KEYS + LAYOUT)
def test_a_wrong_key_is_named(old: str, new: str, sentence: str) -> None:
    assert complaint(changed(TINY, old, new)) == sentence


NETWORK = [
    (TINY, 'to = "haven"', 'to = "fork"', 'city "haven": no line ends there, and a city or port needs at least one entrance'),
    (TINY, 'from = "east"\nto = "bend"', 'from = "east"\nto = "mill"', 'junction "bend": 2 lines end there, and a junction joins 3 or 4'),
    (TINY, 'from = "east"\nto = "bend"', 'from = "west"\nto = "bend"', 'start "west": 2 lines end there, and a start place has exactly 1'),
    (TINY, 'id = "mill-bend"\nfrom = "mill"\nto = "bend"', 'id = "mill-bend"\nfrom = "haven"\nto = "bend"', 'the network is not connected: no line leads from "mill" to "haven"'),
    (TINY, '[[port]]\nid = "haven"', '[[city]]\ngoods = "red"\nid = "haven"', "the key port is missing"),
    (TINY, '[[city]]\nid = "mill"\nname = "Mill"\ngoods = "yellow"', '[[port]]\nid = "mill"\nname = "Mill"', "the key city is missing"),
    (COAST, 'goods = "red"', 'goods = "blue"', 'city "creek": goods = "blue" is already the colour of "ridge"'),
    (COAST, 'family = "north-america"', 'family = "central-europe"', "[[port]] is there 2 times, and a central-europe board has exactly 1"),
    (COAST, 'from = "bay"\nto = "ford"', 'from = "hidden"\nto = "ford"', 'start "hidden": 2 lines end there, and a start place has exactly 1'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "sentence"), NETWORK)
def test_a_wrong_network_is_described(text: str, old: str, new: str, sentence: str) -> None:
    assert complaint(changed(text, old, new)) == sentence


def line(a: str, b: str, segments: int) -> str:
    return f'\n[[line]]\nid = "new-{a}-{b}"\nfrom = "{a}"\nto = "{b}"\nsegments = {segments}\n\n'


def with_line(text: str, *lines: str) -> str:
    return changed(text, "[layout]", "".join(lines) + "[layout]")


def test_two_cities_need_a_segment_between_them() -> None:
    found = complaint(with_line(TINY, line("mill", "haven", 0)))
    assert found == 'line "new-mill-haven": segments = 0, and a line between two cities needs at least 1'


def test_too_many_lines_at_a_junction() -> None:
    text = with_line(TINY, line("fork", "mill", 1), line("fork", "bend", 1))
    assert complaint(text) == 'junction "fork": 5 lines end there, and a junction joins 3 or 4'


def test_a_ring_of_junctions_needs_a_cell() -> None:
    text = changed(
        LOOP, 'from = "teich"\nto = "kreuz"\nsegments = 2', 'from = "teich"\nto = "kreuz"\nsegments = 0'
    )
    found = complaint(with_line(text, line("teich", "weiche", 0)))
    assert found == 'line "new-teich-weiche": segments = 0 closes a ring of junctions without a cell'


def test_every_start_place_must_lead_to_every_goods_city() -> None:
    # in Central Europe a train that reaches the port is gone (M9)
    text = changed(with_line(TINY, ANNEX, line("annex", "haven", 1)), "[9, 10, 11, 12]", "[9, 10, 11]")
    assert complaint(text) == 'no train can come from start place "annex" to city "mill"'


def test_every_goods_city_must_lead_to_every_port() -> None:
    port = '\n[[port]]\nid = "quay"\nname = "Quay"\nat = [9.0, 2.0]\n'
    text = with_line(changed(TINY, "central-europe", "north-america"), port, line("haven", "quay", 1))
    text = changed(text, '"bend-haven:1", ', '"bend-haven:1", "new-haven-quay:1", ')
    assert complaint(text) == 'no loaded train can come from city "mill" to port "quay"'


def test_too_few_start_places() -> None:
    text = changed(
        TINY, '[[start]]\nid = "east"\nname = "East"\nnumbers = [9, 10, 11, 12]', '[[junction]]\nid = "east"'
    )
    text = changed(text, "numbers = [6, 7, 8]", "numbers = [6, 7, 8, 9, 10, 11, 12]")
    assert complaint(text) == "[[start]] is there 2 times, and 3 to 11 start places are allowed"


@pytest.mark.parametrize(
    ("addition", "sentence"),
    [
        ("".join(f'[[junction]]\nid = "j{k}"\nat = [0, 0]\n' for k in range(95)), "the board has 97 junctions, and at most 96 are allowed"),
        ("".join(line("fork", "bend", 0).replace("new-", f"new{k}-") for k in range(510)), "the board has 520 edges, and at most 512 are allowed"),
        (line("mill", "fork", 200) + line("mill", "bend", 198).replace("198", "198\nsignals = [" + ",".join(map(str, range(1, 199))) + "]"), "the board has 407 cells, and at most 400 are allowed"),
        (line("fork", "bend", 195).replace("195", "195\nsignals = [" + ",".join(map(str, range(196))) + "]"), "the board has 200 signal fields, and at most 192 are allowed"),
    ],
)  # fmt: skip
def test_boards_are_limited_in_size(addition: str, sentence: str) -> None:
    assert complaint(with_line(TINY, addition)) == sentence


def without(text: str, fields: str) -> str:
    """The text with those fields gone from the layout's lists."""
    return re.sub(rf'"{fields}",?\s*', "", text)


def test_printed_boards_are_held_to_the_counts_of_the_box() -> None:
    prefix = 'components = "printed": the board '
    small = changed(TINY, 'family = "central-europe"', 'family = "central-europe"\ncomponents = "printed"')
    assert complaint(small) == prefix + "has 3 start places instead of 11"
    more = with_line(EUROPE, line("poitiers", "toulouse", 2))
    assert complaint(more) == prefix + "needs 28 switch discs instead of 26"
    more = with_line(AMERICA, line("boise", "fargo", 2))
    assert complaint(more) == prefix + "needs 30 switch discs instead of at most 29"
    plain = re.sub(r"\nsignals = \[\d\]", "", EUROPE)
    on_lines = "|".join(sorted(load_board("central-europe").line_fields))
    assert (
        complaint(without(plain, f"(?:{on_lines})"))
        == prefix + "has 0 line signal fields instead of at least 3"
    )
    disc = load_board("central-europe").layout.signals[-1]
    assert complaint(without(EUROPE, disc)) == prefix + "has 2 line discs in layout.signals instead of 3"
    bare = re.sub(r"extra = \[.*?\]", "extra = []", EUROPE, flags=re.DOTALL)
    assert complaint(bare) == prefix + "names no field in layout.extra, and V3 needs at least one"


def test_printed_boards_have_four_goods_cities() -> None:
    text = re.sub(
        r'\[\[city\]\]\nid = "berlin"\nname = "Berlin"\ngoods = "white"',
        '[[junction]]\nid = "berlin"',
        EUROPE,
    )
    for field in load_board("central-europe").entrances["berlin"]:
        text = without(text, field)
    text += 'berlin = ["hanover-berlin", "berlin-leipzig"]\n'
    assert complaint(text) == 'components = "printed": the board has 3 goods cities instead of 4'


# Files and names


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the key name is missing."),
        (b"\x89PNG\r\n\xff", "is not text in UTF-8."),
        (b"\x00\x00", "is not TOML (Invalid statement (at line 1, column 1))."),
        (b"name = ", "is not TOML (Invalid value (at end of document))."),
        (b"x = " + b"[" * 100_000, "lists and tables are nested more than 16 deep."),
        (b"x = " + b"9" * 5_000, "is not TOML that can be read (a number is too long or not possible)."),
        (b"#" * (MAX_FILE_BYTES + 1), f"is larger than {MAX_FILE_BYTES} bytes, the most that is read."),
        (b'city = "paris"\nname = 1', "the key family is missing."),
        (b"provenance = 1\nname = 'x'\nfamily = 'central-europe'\ncity = 5\nport = 1\nstart = 1\nline = 1\nlayout = 1", "city = 5 must be a list of tables, [[city]]."),
        (b"provenance = 1\nname = 'x'\nfamily = 'central-europe'\ncity = []\nport = []\nstart = []\nline = []\nlayout = 1", "provenance = 1 must be a table, [provenance]."),
    ],
)  # fmt: skip
def test_any_content_is_answered(tmp_path: Path, content: bytes, sentence: str) -> None:
    file = tmp_path / "my.toml"
    file.write_bytes(content)
    with pytest.raises(InputError) as caught:
        load_board(str(file))
    assert "my.toml: " in str(caught.value)
    assert sentence in str(caught.value)


def test_what_is_not_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    for path, sentence in (
        (tmp_path, "is a directory, not a file."),
        (tmp_path / "no.toml", "there is no such file."),
        (tmp_path / "pipe.toml", "is not an ordinary file."),
        ("a\0b.toml", "a�b.toml: "),
        ("x" * 5000 + ".toml", "cannot be read (File name too long)."),
    ):
        with pytest.raises(InputError, match=re.escape(sentence)):
            load_board(str(path))


def test_an_unknown_name_is_answered_with_near_ones() -> None:
    with pytest.raises(InputError) as caught:
        load_board("central-erope")
    assert str(caught.value) == (
        'there is no board "central-erope" (did you mean "central-europe"?); boards are central-europe, loop, '
        "north-america, tiny, tiny-na, those of the sets ensemble:train and ensemble:test, "
        "or the path of a file that ends in .toml."
    )


def test_a_file_is_found_by_path(tmp_path: Path) -> None:
    file = tmp_path / "copy.toml"
    file.write_text(TINY, encoding="utf-8")
    assert load_board(str(file)).hash == load_board("tiny").hash
    assert load_board(str(file)).source.endswith("copy.toml")


def test_names_are_data() -> None:
    for name in ("<script>alert(1)</script>", "$x^2$", "{0} %s \\\\n", "Ж 東京"):
        assert parse_board(changed(TINY, '"Mill"', f"'{name}'"), "x.toml").cities[0].name == name


LINES = TINY.splitlines()
VALUES = ["[]", "{}", "-1", "nan", "true", '"mill"', "[[1, 2]]", "1e400", "0", "[{}]", "07:32:00"]


@settings(max_examples=150)
@given(st.integers(0, len(LINES) - 1), st.sampled_from([*VALUES, ""]), st.integers(0, len(LINES) - 1))
def test_a_damaged_file_never_ends_in_a_traceback(where: int, value: str, dropped: int) -> None:
    lines = list(LINES)
    key, equals, _ = lines[where].partition("=")
    lines[where] = f"{key}= {value}" if equals else lines[where] * 2
    del lines[dropped]
    sentence = "x.toml: "
    try:
        parse_board("\n".join(lines), "x.toml")
    except InputError as error:
        sentence = str(error)
    assert sentence.startswith("x.toml: ")
