"""Names: everybody can be called something, and nothing that is typed breaks the table."""

import json
import tempfile
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacho.engine import CASUAL, Seat, Setup, header_lines, parse_record
from cacho.services import i18n
from cacho.services.notices import NoticeKind
from cacho.services.paths import Home
from cacho.services.people import (
    LONGEST,
    People,
    clean_name,
    load_people,
    same_name,
    save_people,
    seat_names,
)

TYPED = {
    "José Ñandú": "José Ñandú",
    "Jose\u0301 N\u0303andu\u0301": "José Ñandú",
    "  Ana   María \t ": "Ana María",
    "Ana\nMaría\r\n": "Ana María",
    "Íñigo Müller-Çelik": "Íñigo Müller-Çel",
    "": "",
    "   ": "",
    "\u3164\u115f\u2800": "",
    "🎲🎲": "",
    "Ana 🎲 Paz": "Ana Paz",
    "👩‍👩‍👧‍👦": "",
    "Luis👍🏽": "Luis",
    "1️⃣": "1",
    "🇧🇴": "",
    "Ana\u202eolleH": "AnaolleH",
    "\u200bAna\u200d\u2066\u2069\ufeff": "Ana",
    "A\u00adna": "Ana",
    "null\x00 byte\x1b[31m": "null byte[31m",
    "lone \ud800 half": "lone half",
    "\ue000private\U000f0000": "private",
    "O’Brien": "O’Brien",
    "Ana & Luis": "Ana & Luis",
    "{name} %s": "{name} %s",
    "<b>": "<b>",
    "#1": "#1",
    "=cmd": "=cmd",
    "Maximilianoooooooooooooo": "Maximilianoooooo",
    "M\u00a0N": "M N",
    "a\u0301\u0302\u0303\u0304\u0305": "a\u0301\u0302",
    "\u0301\u0302Ana": "Ana",
    "Z\u0338\u0327\u0321\u0306a\u0323\u0336\u030cl": "Z\u0338\u0327ạ\u0336l",
    "ひろ": "ひろ",
    "Ｗｉｄｅ": "Ｗｉｄｅ",
}


@pytest.mark.parametrize("typed", TYPED, ids=ascii)
def test_names_are_tidied(typed: str) -> None:
    assert clean_name(typed) == unicodedata.normalize("NFC", TYPED[typed])


def latin(char: str) -> bool:
    """What our fonts draw, roughly: Latin with its accents."""
    return ord(char) < 0x17F or char in "’"


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        ("Ñusta Çelik", "Ñusta Çelik"),
        ("محمد", ""),
        ("דוד", ""),
        ("Ana محمد", "Ana"),
        ("دAnaد", "Ana"),
        ("ひろ", ""),
        ("Дмитрий", ""),
        ("Nguyễn", "Nguyên"),
        ("Ｗｉｄｅ", "Wide"),
        ("𝐀𝐧𝐚", "Ana"),
        ("ﬁno", "fino"),
        ("ǎǐ", "ai"),
        ("Łukasz", "Łukasz"),
    ],
)
def test_letters_that_cannot_be_drawn_give_way(typed: str, drawn: str) -> None:
    assert clean_name(typed, latin) == drawn


def test_letters_without_parts_have_a_plain_one() -> None:
    assert clean_name("Øyvind Łódź ß Æsir", str.isascii) == "Oyvind Lodz ss A"


ANYTHING = st.text(
    st.characters(codec=None)
    | st.sampled_from(
        "a n\u0303\u0301\u0345\u200d\ufe0f\u202e🎲👍🏽\u1100\u1161\u11a8\u05d0\u0627 "
    ),
    max_size=40,
)


@given(ANYTHING)
def test_whatever_is_typed_gives_a_short_plain_stable_name(typed: str) -> None:
    name = clean_name(typed)
    assert clean_name(name) == name
    assert unicodedata.normalize("NFC", name) == name
    bases = [char for char in name if unicodedata.category(char)[0] != "M"]
    assert len(bases) <= LONGEST
    assert len(name) <= 3 * LONGEST
    assert name.isprintable()
    assert name == " ".join(name.split())
    assert not any(unicodedata.category(char)[0] == "C" for char in name)
    assert not name or unicodedata.category(name[0])[0] != "M"
    name.encode("utf-8")


@given(ANYTHING)
def test_with_a_font_only_what_it_has_is_left(typed: str) -> None:
    name = clean_name(typed, latin)
    assert all(char == " " or latin(char) for char in name)
    assert clean_name(name, latin) == name


@given(st.lists(ANYTHING, min_size=1, max_size=6))
def test_every_seat_has_a_name_of_its_own_that_a_record_takes(typed: list[str]) -> None:
    names = seat_names(typed)
    assert len(names) == len(typed)
    assert all(names)
    for at, name in enumerate(names):
        assert clean_name(name) == name
        assert not any(same_name(name, other) for other in names[:at])
    setup = Setup(CASUAL, tuple(map(Seat, names)), 0)
    text = "\n".join(header_lines(setup)) + "\n"
    assert [seat.name for seat in parse_record(text).setup.seats] == names


def test_a_megabyte_of_name_is_no_trouble() -> None:
    assert clean_name("Ana" * 400_000) == "AnaAnaAnaAnaAnaA"
    assert clean_name("a" + "\u0301" * 400_000) == "á\u0301"


@pytest.mark.parametrize(
    ("typed", "seats"),
    [
        (["", "  ", "🎲"], ["Jugador 1", "Jugador 2", "Jugador 3"]),
        (["Ana", "", "Luis"], ["Ana", "Jugador 2", "Luis"]),
        (["Ana", "Ana", "Ana"], ["Ana", "Ana 2", "Ana 3"]),
        (["Ana", "ANA", "ana "], ["Ana", "ANA 2", "ana 3"]),
        (["Ana", "Ana", "Ana 2"], ["Ana", "Ana 3", "Ana 2"]),
        (["Ana 2", "Ana", "Ana"], ["Ana 2", "Ana", "Ana 3"]),
        (["Jugador 2", ""], ["Jugador 2", "Jugador 2 2"]),
        (["Maximilianoooooo"] * 2, ["Maximilianoooooo", "Maximilianoooo 2"]),
        ([], []),
    ],
)
def test_empty_and_equal_names(typed: list[str], seats: list[str]) -> None:
    assert seat_names(typed) == seats


def test_empty_seats_are_called_in_the_language_in_use() -> None:
    i18n.set_language("en")
    assert seat_names(["", "Ana"]) == ["Player 1", "Ana"]
    assert seat_names(["", "Ana"], "Silla {n}") == ["Silla 1", "Ana"]


# ------------------------------------------------------------------------- remembering


def test_the_newest_names_come_first_and_each_once() -> None:
    people = People().remember(["Ana", "Luis"]).remember(["Eva", "LUIS"])
    assert people.recent == ("Eva", "LUIS", "Ana")
    assert people.last == ("Eva", "LUIS")
    assert people.forget("LUIS").recent == ("Eva", "Ana")


def test_sixty_names_are_remembered() -> None:
    people = People()
    for number in range(100):
        people = people.remember([f"P{number}"])
    assert len(people.recent) == 60
    assert people.recent[0] == "P99"


def test_people_come_back(home: Home) -> None:
    assert load_people(home.people_file) == (People(), None)
    people = People().remember(["Ana", "José Ñandú", "ひろ"])
    assert save_people(home.people_file, people) is None
    assert load_people(home.people_file) == (people, None)
    assert "José Ñandú" in home.people_file.read_text("utf-8"), "readable by a person"


@pytest.mark.parametrize("content", [b"", b"{", bytes(50), b"[1]", b'{"cacho": "settings"}'])
def test_a_damaged_list_is_set_aside(home: Home, content: bytes) -> None:
    home.people_file.write_bytes(content)
    people, notice = load_people(home.people_file)
    assert people == People()
    assert notice is not None
    assert notice.kind is NoticeKind.PEOPLE_DAMAGED
    assert (home.data / notice.detail).read_bytes() == content


def test_an_older_list_serves_when_the_newest_is_damaged(home: Home) -> None:
    older = People().remember(["Ana"])
    save_people(home.people_file, older)
    save_people(home.people_file, older.remember(["Luis"]))
    home.people_file.write_bytes(b"\xff")
    people, notice = load_people(home.people_file)
    assert people == older
    assert notice is not None
    assert notice.kind is NoticeKind.PEOPLE_RESTORED


def test_a_list_that_cannot_be_saved_is_told(home: Home) -> None:
    home.people_file.mkdir()
    notice = save_people(home.people_file, People(("Ana",), ("Ana",)))
    assert notice is not None
    assert notice.kind is NoticeKind.PEOPLE_UNSAVED


NAMES = st.lists(st.text(max_size=5) | st.integers() | st.none() | st.lists(st.text(max_size=1)))


@given(st.fixed_dictionaries({}, optional={"recent": NAMES | st.text(), "last": NAMES | st.none()}))
def test_whatever_the_file_lists_names_come_out(body: dict[str, object]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "people.json")
        path.write_text(json.dumps({"cacho": "people", "body": body}))
        people, _ = load_people(path)
        assert len(people.last) <= 6
        for name in (*people.recent, *people.last):
            assert name
            assert clean_name(name) == name
        assert save_people(path, people) is None
        assert load_people(path)[0] == people
