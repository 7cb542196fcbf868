"""The people at the table: which names are possible, and who played here before.

Owns what a name may look like and the file of remembered names. A name is short, printable, reads
from left to right and can be drawn; nobody is refused for how they are called, it is only tidied.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from cacho.engine import Level
from cacho.services import lock, safefile
from cacho.services.i18n import _
from cacho.services.notices import Notice, NoticeKind

_TROUBLES = (
    NoticeKind.PEOPLE_RESTORED,
    NoticeKind.PEOPLE_DAMAGED,
    NoticeKind.PEOPLE_UNREADABLE,
)
"""What is told of a file that could not be read as it should."""

NAME = "people"
LONGEST = 16  # letters as a person counts them
MARKS = 2  # accents upon one letter
REMEMBERED = 60
SEATS = 6
STAND_IN = r"(Jugador|Player) \d"  # what an empty seat is called, in every language

Drawable = Callable[[str], bool]

# Letters of categories that are kept, but nobody sees them.
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")

# Latin letters that no decomposition takes to their nearest plain one.
PLAIN = str.maketrans(
    {
        **dict(zip("łŁøØđĐðÐħĦıŧŦŋŊĸ", "lLoOdDdDhHitTnNk", strict=True)),
        **{"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "Th"},
        **{"’": "'", "‘": "'", "ʼ": "'", "ʻ": "'", "“": '"', "”": '"', "–": "-", "—": "-"},
    }
)


Bots = tuple[tuple[str, Level], ...]
"""Seats that the program played: name and level of each."""


class People(NamedTuple):
    """`recent`: everybody remembered, newest first. `last`: the last match, in seat order.

    `bots` are those of the last match that the program played; they are nobody to remember.
    """

    recent: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    bots: Bots = ()

    def remember(self, names: Sequence[str], bots: Bots = ()) -> "People":
        """Put the names of a new match first; "Jugador 2" is nobody's name, only a seat's."""
        played = _distinct(names)[:SEATS]
        played_by = {clean_name(name): level for name, level in bots}
        own = [name for name in played if not is_stand_in(name) and name not in played_by]
        kept = tuple((name, played_by[name]) for name in played if name in played_by)
        return People(_distinct((*own, *self.recent))[:REMEMBERED], played, kept)

    def forget(self, name: str) -> "People":
        """Strike a name from the list that is offered."""
        return self._replace(recent=tuple(known for known in self.recent if known != name))

    def level_of(self, name: str) -> Level | None:
        """How the program played a seat of the last match; None where a person did."""
        return dict(self.bots).get(name)


def load_people(path: Path) -> tuple[People, Notice | None]:
    """Read the remembered names; what is no name is left out."""
    reading = safefile.read_json(path, NAME)
    recent, last = (_names_in(reading.body.get(key)) for key in ("recent", "last"))
    people = People(recent[:REMEMBERED], last[:SEATS], _bots_in(reading.body.get("bots")))
    return people, reading.told(*_TROUBLES)


def save_people(path: Path, people: People) -> Notice | None:
    """Write the remembered names; a second copy of the program does not (SECOND_COPY)."""
    if not lock.may_save(path.parent):
        return Notice(NoticeKind.SECOND_COPY)
    body = {
        "recent": list(_distinct(people.recent)),
        "last": list(_distinct(people.last)),
        "bots": {name: level.value for name, level in people.bots},
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        safefile.write_json(path, NAME, body)
    except OSError as error:
        return Notice(NoticeKind.PEOPLE_UNSAVED, error.strerror or "")
    return None


def clean_name(text: str, drawable: Drawable | None = None) -> str:
    """Make a name of whatever was typed or pasted; "" if nothing of it can be a name.

    Line breaks become spaces; control characters, emoji, direction marks and invisible letters
    go; at most two accents stay on a letter and 16 letters in all. With `drawable` (does the
    font have this character?) a letter that is missing gives way to its plain one, or goes.
    Cleaning a clean name changes nothing.
    """
    text = text[: 64 * LONGEST]  # a pasted book is not worth reading to the end
    for _round in range(4):
        tidied = _tidy(text, drawable)
        if tidied == text:
            break
        text = tidied
    return text


def seat_names(names: Sequence[str], default: str | None = None) -> list[str]:
    """Give every seat a name of its own: "Jugador 2" for an empty one, "Ana 2" for another Ana.

    `default` is the pattern of an empty seat's name, with `{n}` for the seat's number.
    """
    pattern = _("Jugador {n}") if default is None else default
    given: list[str] = []
    for number, name in enumerate(names, start=1):
        wanted = clean_name(name) or clean_name(pattern.replace("{n}", str(number)))
        given.append(_unlike(given, wanted, taken=[clean_name(later) for later in names[number:]]))
    return given


def is_stand_in(name: str) -> bool:
    """Whether a name is only what an empty seat is called, in any language: "Jugador 2"."""
    return re.fullmatch(STAND_IN, name) is not None


def same_name(one: str, other: str) -> bool:
    """Whether two names look alike at the table ("Ana" and "ANA" do)."""
    return _alike(one) == _alike(other)


def _tidy(text: str, drawable: Drawable | None) -> str:
    kept = "".join(filter(None, map(_kept, unicodedata.normalize("NFC", text))))
    letters = _letters(unicodedata.normalize("NFC", kept))
    if drawable is not None:
        letters = [_drawn(letter, drawable) for letter in letters]
    words = unicodedata.normalize("NFC", "".join(letters)).split(" ")
    shortened = _letters(" ".join(filter(None, words)))[:LONGEST]
    return unicodedata.normalize("NFC", "".join(shortened)).strip(" ")


def _kept(char: str) -> str:
    """Give the character, a space for any kind of gap, or "" for what no name has."""
    category = unicodedata.category(char)
    if char in "\t\n\r\v\f\x1c\x1d\x1e\x1f\x85" or category[0] == "Z":
        return " "
    if char in INVISIBLE or 0xFE00 <= ord(char) <= 0xFE0F or 0xE0100 <= ord(char) <= 0xE01EF:
        return ""
    if category[0] == "S":  # keeps + $ ° and the like, not the symbols that emoji are made of
        return char if ord(char) < 0x250 and char not in "©®" else ""
    return char if category[0] in "LNP" or category in ("Mn", "Mc") else ""


def _letters(text: str) -> list[str]:
    """Split into letters as a person counts them, each with no more than two marks."""
    letters: list[str] = []
    for char in text:
        if unicodedata.category(char)[0] != "M":
            letters.append(char)
        elif letters and letters[-1] != " " and _marks(letters[-1]) < MARKS:
            letters[-1] += char
    return letters


def _marks(letter: str) -> int:
    return sum(unicodedata.category(c)[0] == "M" for c in unicodedata.normalize("NFD", letter))


def _drawn(letter: str, drawable: Drawable) -> str:
    """Give the nearest writing of a letter that the font has, or ""."""
    parts = unicodedata.normalize("NFKD", letter)
    fewer = [unicodedata.normalize("NFC", parts[:end]) for end in range(len(parts), 0, -1)]
    bare = "".join(char for char in parts if not unicodedata.combining(char))
    for candidate in (letter, *fewer[: _marks(letter)], bare, bare.translate(PLAIN)):
        if candidate and all(char == " " or drawable(char) for char in candidate):
            return candidate
    return ""


def _unlike(given: Sequence[str], name: str, taken: Sequence[str]) -> str:
    """Number a name that was given before, but not into one that somebody else typed."""
    if not any(same_name(name, other) for other in given):
        return name
    number = 2
    while True:
        ending = f" {number}"
        numbered = "".join(_letters(name)[: LONGEST - len(ending)]).rstrip(" ") + ending
        if not any(same_name(numbered, other) for other in (*given, *taken)):
            return numbered
        number += 1


def _alike(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Clean the names and keep each once, at its first place."""
    first: dict[str, str] = {}
    for name in map(clean_name, names):
        if name:
            first.setdefault(_alike(name), name)
    return tuple(first.values())


def _names_in(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    return _distinct([name for name in value if isinstance(name, str)])


def _bots_in(value: object) -> Bots:
    if not isinstance(value, dict):
        return ()
    levels = {level.value: level for level in Level}
    return tuple(
        (name, levels[level])
        for name, level in value.items()
        if isinstance(name, str) and isinstance(level, str) and level in levels
    )
