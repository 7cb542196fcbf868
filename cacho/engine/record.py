"""The match as text: one line an action, faces included. `docs/record.md` defines the format.

Owns writing, upgrading, parsing and replaying records. A record comes from anywhere, so parsing
trusts nothing: sizes are bounded, and whatever is wrong is a `RecordError` with its line. Must not
touch files.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Literal, TypeVar, assert_never

from .actions import (
    Action,
    Ask,
    Bajo,
    Declare,
    Hand,
    Help,
    Hold,
    IllegalAction,
    Leave,
    Lot,
    Note,
    Reason,
    Roll,
    Stand,
    TakeBack,
)
from .dice import DiceSource, ScriptedDice
from .match import Match
from .rules import (
    PRESETS,
    Box,
    Ruleset,
    RulesetError,
    base_of,
    changes,
    with_fields,
)
from .seats import MAX_SEATS, Level, Seat, SetupError
from .state import Setup

RECORD_VERSION: Final = 2
"""The version that is written; older ones are read, and `upgraded` takes them to this one."""
FORMAT: Final = f"cacho {RECORD_VERSION}"
"""The first line of every record of this version."""
MAX_LINE: Final = 400
"""Characters in a line."""
MAX_LINES: Final = 100_000
"""Lines in a record; a match of six has a few hundred."""
MAX_SIZE: Final = 4_000_000
"""Characters, or bytes, in a record."""


class Problem(StrEnum):
    """What can be wrong with a record. The sentence for the player is the screen's matter."""

    NOT_TEXT = "not-text"
    """Bytes that are not UTF-8, or characters that cannot be printed."""
    TOO_LONG = "too-long"
    """A line or the record is longer than any match needs."""
    NOT_A_RECORD = "not-a-record"
    """The first line is not that of a record."""
    OTHER_VERSION = "other-version"
    """A record of a version that this program does not know."""
    BAD_HEADER = "bad-header"
    """A header line that says nothing known, says it twice, or says something impossible."""
    MISSING_HEADER = "missing-header"
    """A header line that every record has is not there."""
    BAD_RULES = "bad-rules"
    """The rules are none."""
    BAD_ACTION = "bad-action"
    """A line that is no action."""
    ILLEGAL_ACTION = "illegal-action"
    """An action that the rules do not allow there."""
    TORN = "torn"
    """The last line has no end, so it may be half a line; it is left out. Only ever a warning."""


class RecordError(ValueError):
    """A record is damaged: `problem` says how, `line_no` (from 1) where, `detail` what.

    Where the rules do not allow an action, `reason` says why.
    """

    def __init__(
        self, line_no: int, problem: Problem, detail: str, reason: Reason | None = None
    ) -> None:
        self.line_no = line_no
        self.problem = problem
        self.detail = detail
        self.reason = reason
        super().__init__(f"line {line_no}: {detail}")


@dataclass(frozen=True, slots=True)
class RecordWarning:
    """Something that was left out of a record, from `line_no` on."""

    line_no: int
    problem: Problem
    detail: str

    def __str__(self) -> str:
        return f"line {self.line_no}: {self.detail}"


@dataclass(frozen=True, slots=True)
class Record:
    """A parsed record: well-formed, but only `replay` knows whether its actions are legal."""

    setup: Setup
    actions: tuple[Action, ...]
    warnings: tuple[RecordWarning, ...] = ()
    line_nos: tuple[int, ...] = ()
    """The line of each action."""
    version: int = RECORD_VERSION
    """The version of the format in which it was written."""


# ------------------------------------------------------------------------------------------ writing


def header_lines(setup: Setup) -> tuple[str, ...]:
    """The lines that open a record of `setup`, the blank line after them included."""
    lines = [FORMAT, f"match {setup.match_id}", *_rules_lines(setup.rules)]
    lines += [f"seat {seat.name}" for seat in setup.seats]
    lines += [f"bot {at} {seat.bot}" for at, seat in enumerate(setup.seats, 1) if seat.bot]
    lines.append("start lot" if setup.start == "lot" else f"start {setup.start + 1}")
    lines += _agreed_lines(setup)
    return (*lines, "")


def _agreed_lines(setup: Setup) -> Iterator[str]:
    """What few records have: all that is otherwise than usual."""
    if setup.tie_break:
        yield "tie-break yes"
    if setup.trusting:
        yield "trusting yes"
    if not setup.helped:
        yield "help none"
    if setup.own_dice:
        yield "dice table"
    if setup.duplicate:
        yield "dice duplicate"
    if setup.date:
        yield f"date {setup.date}"
    if setup.commitment:
        yield f"commit {setup.commitment}"


def _rules_lines(rules: Ruleset) -> Iterator[str]:
    yield f"rules {rules_text(rules)}"
    if rules.name != base_of(rules).name:
        yield f"called {rules.name}"


def rules_text(rules: Ruleset) -> str:
    """Write rules, without their name, as a header does: `casual wrap=no grandes=1`."""
    base = base_of(rules)
    changed = (f"{name}={text}" for name, text in changes(rules, base).items())
    return " ".join([base.name, *changed])


def action_line(action: Action) -> str:  # noqa: PLR0911, PLR0912 - one line an action
    """Write `action` as a line of a record. Raises ValueError when its faces are not drawn."""
    match action:
        case Lot(faces) if faces is not None:
            return _words("lot", faces)
        case Roll(faces, bajo) if faces is not None:
            return _words("roll", faces) + (" bajo" if bajo else "")
        case Lot() | Roll():
            raise ValueError("only drawn dice can be recorded")
        case Hold(places):
            return _words("hold", sorted(places))
        case Bajo():
            return "bajo"
        case Declare(box):
            return f"declare {box}" if box else "declare"
        case Stand():
            return "stand"
        case Note():
            return _note_line(action)
        case TakeBack(agreed):
            return "undo agreed" if agreed else "undo"
        case Leave(seat):
            return f"leave {seat + 1}"
        case Hand(seat, bot, name):
            return " ".join(["hand", str(seat + 1), bot or "person", *([name] if name else [])])
        case Ask(seat, kind):
            return f"ask {seat + 1} {kind}"
        case _:
            assert_never(action)


def _note_line(note: Note) -> str:
    line = f"note {note.box}"
    if note.hatch:
        line += f" hatch {note.hatch + 1}"
    if note.series is not None:
        line += f" series {note.series + 1}"
    return line if note.turned is None else _words(f"{line} turn", sorted(note.turned))


def _words(word: str, numbers: Iterable[int]) -> str:
    return " ".join([word, *map(str, numbers)])


def record_text(match: Match) -> str:
    """Write the whole record of a match so far."""
    lines = [*header_lines(match.setup), *map(action_line, match.log)]
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------------------ parsing

Line = tuple[int, str]
"""A line with its number, from 1."""
T = TypeVar("T")


def parse_record(data: str | bytes, *, lenient: bool = False) -> Record:
    """Read a record, and trust nothing in it.

    A last line without an end may be half a line: it is left out, with a warning. Anything else
    wrong raises `RecordError`. With `lenient`, a fault after the header is a warning instead, and
    the record holds the actions before it.
    """
    lines, torn, fault = _read_lines(data)
    version = _version(lines, fault)
    header, body = _split(lines, fault, version)
    setup = _read_setup(header, version)
    actions, line_nos, bad = _read_actions(body, version)
    fault = bad or fault
    if fault and not lenient:
        raise fault
    left_out = _as_warning(fault) if fault else torn
    return Record(setup, actions, (left_out,) if left_out else (), line_nos, version)


def upgraded(data: bytes) -> bytes:
    """Give a record of any version that is read as one of the present version.

    Version 2 has lines that version 1 had not, and all of the old ones mean what they meant: only
    the first line changes. Raises `RecordError` where the first line is not that of a record.
    """
    first, end, rest = data.partition(b"\n")
    _version([(1, first.decode("utf-8", "replace").removeprefix("\ufeff").rstrip(" \t\r"))], None)
    return FORMAT.encode("ascii") + end + rest


def _as_warning(fault: RecordError) -> RecordWarning:
    return RecordWarning(fault.line_no, fault.problem, fault.detail)


def _read_lines(
    data: str | bytes,
) -> tuple[list[Line], RecordWarning | None, RecordError | None]:
    """Part data into lines: the good ones, a warning for a torn end, the fault they stop at."""
    if len(data) > MAX_SIZE:
        raise RecordError(1, Problem.TOO_LONG, f"a record has at most {MAX_SIZE} characters")
    text, fault = _decoded(data)
    *whole, rest = text.removeprefix("\ufeff").split("\n")
    lines = [(line_no, line.rstrip(" \t\r")) for line_no, line in enumerate(whole, 1)]
    for at, line in enumerate(lines):
        if bad := _bad_line(*line):
            return lines[:at], None, bad
    if fault or not rest:
        return lines, None, fault
    detail = "the last line has no end and is left out"
    return lines, RecordWarning(len(lines) + 1, Problem.TORN, detail), None


def _decoded(data: str | bytes) -> tuple[str, RecordError | None]:
    """The text as far as it is text, and what is wrong with the rest."""
    if isinstance(data, str):
        return data, None
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8")
        if b"\n" not in data[error.start :]:
            return good + "\ufffd", None  # in a torn last line: left out with it
        detail = "there are bytes here that are not UTF-8 text"
        return good, RecordError(good.count("\n") + 1, Problem.NOT_TEXT, detail)


def _bad_line(line_no: int, line: str) -> RecordError | None:
    if line_no > MAX_LINES:
        detail = f"a record has at most {MAX_LINES} lines"
        return RecordError(line_no, Problem.TOO_LONG, detail)
    if len(line) > MAX_LINE:
        return RecordError(line_no, Problem.TOO_LONG, f"a line has at most {MAX_LINE} characters")
    if not line.replace("\t", " ").isprintable():
        detail = "there are characters here that cannot be printed"
        return RecordError(line_no, Problem.NOT_TEXT, detail)
    return None


def _version(lines: list[Line], fault: RecordError | None) -> int:
    """The version that the first line names, if this program reads it."""
    first = lines[0][1] if lines else ""
    known = {f"cacho {version}": version for version in range(1, RECORD_VERSION + 1)}
    if first in known:
        return known[first]
    if re.fullmatch(r"cacho [1-9][0-9]{0,8}", first):
        detail = f"{first!r} is newer than this program, which reads up to {FORMAT!r}"
        raise RecordError(1, Problem.OTHER_VERSION, detail)
    if fault and fault.line_no == 1:
        raise fault
    raise RecordError(1, Problem.NOT_A_RECORD, f"a record begins with the line {FORMAT!r}")


def _split(
    lines: list[Line], fault: RecordError | None, version: int
) -> tuple[list[Line], list[Line]]:
    """Part header from actions at the first blank line, and drop comments and blank lines."""
    end = next((at for at, (_, line) in enumerate(lines) if not line), None)
    if end is None:
        _by_word(_telling(lines[1:]), version)  # an action among these is the plainer fault
        detail = "the header is not ended by a blank line"
        raise fault or RecordError(len(lines), Problem.MISSING_HEADER, detail)
    return _telling(lines[1:end]), _telling(lines[end:])


def _telling(lines: list[Line]) -> list[Line]:
    return [(line_no, line) for line_no, line in lines if line and not line.startswith("#")]


# --------------------------------------------------------------------------------------- the header

_SEATS: Final = {1: ("seat",), 2: ("seat", "bot")}
"""Header words that may come several times, in each version."""
_ONCE: Final = {
    1: ("match", "rules", "called", "start", "tie-break", "commit"),
    2: (
        *("match", "rules", "called", "start", "tie-break", "commit"),
        *("trusting", "help", "dice", "date"),
    ),
}
"""Header words that come at most once, in each version."""


def _read_setup(lines: list[Line], version: int) -> Setup:
    """Make the setup, checking each value at its own line, so that a fault names it."""
    once, several = _by_word(lines, version)
    end = lines[-1][0] if lines else 1
    rules = _at(_needed("rules", once, end), parse_rules)
    if "called" in once:
        rules = _at(once["called"], lambda name: replace(rules, name=name))
    seats = _with_bots(tuple(_at(line, Seat) for line in several["seat"]), several["bot"])
    setup = _at((end, ""), lambda _: Setup(rules, seats))
    setup = _at(_needed("match", once, end), lambda text: replace(setup, match_id=text))
    setup = _at(_needed("start", once, end), lambda text: replace(setup, start=_start(text)))
    for word, read in _AGREED.items():
        if word in once:
            setup = _at(once[word], _reader(read, setup))
    return setup


def _with_dice(setup: Setup, text: str) -> Setup:
    """Play with the kind of dice that a line names."""
    if text not in {"table", "duplicate"}:
        raise SetupError("the dice are those of the table, or duplicate")
    return replace(setup, own_dice=text == "table", duplicate=text == "duplicate")


_AGREED: Final[dict[str, Callable[[Setup, str], Setup]]] = {
    "tie-break": lambda setup, text: replace(setup, tie_break=_yes_or_no(text)),
    "trusting": lambda setup, text: replace(setup, trusting=_yes_or_no(text)),
    "help": lambda setup, text: replace(setup, helped=not _says(text, "none")),
    "dice": _with_dice,
    "date": lambda setup, text: replace(setup, date=text),
    "commit": lambda setup, text: replace(setup, commitment=text),
}
"""What each of the lines that may be missing says of the setup."""


def _reader(read: Callable[[Setup, str], Setup], setup: Setup) -> Callable[[str], Setup]:
    return lambda text: read(setup, text)


def _with_bots(seats: tuple[Seat, ...], lines: list[Line]) -> tuple[Seat, ...]:
    """Let the program play the seats that these lines name, each at most once."""
    levels: dict[int, Level] = {}
    for line in lines:
        at, level = _at(line, lambda text: _parse_bot(text, len(seats)))
        if at in levels:
            raise RecordError(line[0], Problem.BAD_HEADER, "the program plays a seat once")
        levels[at] = level
    return tuple(replace(seat, bot=levels.get(at)) for at, seat in enumerate(seats))


def _parse_bot(text: str, seats: int) -> tuple[int, Level]:
    match text.split():
        case [number, level] if number in map(str, range(1, seats + 1)) and level in _LEVELS:
            return int(number) - 1, _LEVELS[level]
        case _:
            levels = ", ".join(_LEVELS)
            raise SetupError(f"the program plays the number of a seat, as one of {levels}")


def _by_word(lines: list[Line], version: int) -> tuple[dict[str, Line], dict[str, list[Line]]]:
    """Sort header lines by their first word, which is cut off; those of seats keep their order."""
    once: dict[str, Line] = {}
    several: dict[str, list[Line]] = {"seat": [], "bot": []}
    for line_no, line in lines:
        word, _, text = line.partition(" ")
        if word in _SEATS[version]:
            several[word].append((line_no, text.strip()))
        elif word not in _ONCE[version]:
            known = ", ".join((*_SEATS[version], *_ONCE[version]))
            detail = f"a header line begins with one of {known}; a blank line ends them"
            raise RecordError(line_no, Problem.BAD_HEADER, detail)
        elif word in once:
            raise RecordError(line_no, Problem.BAD_HEADER, f"this is a second line {word!r}")
        else:
            once[word] = (line_no, text.strip())
    return once, several


def _needed(word: str, once: dict[str, Line], end: int) -> Line:
    if word not in once:
        raise RecordError(end, Problem.MISSING_HEADER, f"the header has no line {word!r}")
    return once[word]


def _at(line: Line, read: Callable[[str], T]) -> T:
    """Read the text of a line; what is wrong with it is wrong there."""
    line_no, text = line
    try:
        return read(text)
    except RulesetError as error:
        raise RecordError(line_no, Problem.BAD_RULES, str(error)) from None
    except SetupError as error:
        raise RecordError(line_no, Problem.BAD_HEADER, str(error)) from None


def parse_rules(text: str) -> Ruleset:
    """Read what `rules_text` writes. Raises `RulesetError`."""
    name, *settings = text.split() or [""]
    if name not in PRESETS:
        raise RulesetError(f"the rules must be one of {', '.join(PRESETS)}")
    pairs = [setting.partition("=") for setting in settings]
    if len({field for field, _, _ in pairs}) < len(pairs):
        raise RulesetError("a rule may be set once")
    return with_fields(PRESETS[name], {field: value for field, _, value in pairs})


def _start(text: str) -> Literal["lot"] | int:
    if text == "lot":
        return "lot"
    if text not in _SEAT_NUMBERS:
        raise SetupError("a match starts by lot, or with the number of a seat")
    return int(text) - 1


def _yes_or_no(text: str) -> bool:
    if text not in {"yes", "no"}:
        raise SetupError("this is agreed upon with yes or no")
    return text == "yes"


def _says(text: str, word: str) -> bool:
    """Whether a line says the one word that it can say; otherwise it is wrong."""
    if text != word:
        raise SetupError(f"this line says {word!r}, or is not there")
    return True


# -------------------------------------------------------------------------------------- the actions


def _read_actions(
    lines: list[Line], version: int
) -> tuple[tuple[Action, ...], tuple[int, ...], RecordError | None]:
    """The actions up to the first line that is none, their lines, and what is wrong there."""
    actions: list[Action] = []
    for line_no, line in lines:
        action = _parse_action(line)
        if action is None or (version < 2 and _new_in_2(action)):
            fault = RecordError(line_no, Problem.BAD_ACTION, _why_none(line))
            break
        actions.append(action)
    else:
        fault = None
    return tuple(actions), tuple(line_no for line_no, _ in lines[: len(actions)]), fault


def _why_none(line: str) -> str:
    """Say why a line is no action: what follows its word, where that is one of ours."""
    word = line.split(maxsplit=1)[0]
    return f"{word!r} {_WANTED[word]}" if word in _WANTED else "this line is no action"


_FACES: Final = "is followed by faces from 1 to 6"
_SEAT: Final = "is followed by the number of a seat"
_WANTED: Final = {
    "lot": _FACES,
    "roll": f"{_FACES}, then by bajo or nothing",
    "hold": "is followed by places from 1 to 5, each once",
    "declare": "is followed by a box or nothing",
    "note": "is followed by a box, then by hatch, series and turn, or nothing",
    "undo": "is followed by agreed or nothing",
    "leave": _SEAT,
    "hand": f"{_SEAT}, then by person or a level",
    "ask": f"{_SEAT}, then by coach or odds",
}


def _new_in_2(action: Action) -> bool:
    return isinstance(action, Hand | Ask) or action == TakeBack(agreed=True)


def _parse_action(line: str) -> Action | None:  # noqa: PLR0911 - one line an action
    match line.split():
        case ["lot", *faces] if _all_in(faces, "123456"):
            return Lot(_numbers(faces))
        case ["roll", *faces, "bajo"] if _all_in(faces, "123456"):
            return Roll(_numbers(faces), bajo=True)
        case ["roll", *faces] if _all_in(faces, "123456"):
            return Roll(_numbers(faces))
        case ["hold", *places] if _are_places(places):
            return Hold(frozenset(_numbers(places)))
        case ["bajo"]:
            return Bajo()
        case ["declare"]:
            return Declare(None)
        case ["declare", name] if name in _BOXES:
            return Declare(_BOXES[name])
        case ["stand"]:
            return Stand()
        case ["note", name, *how] if name in _BOXES:
            return _parse_note(Note(_BOXES[name]), how)
        case _:
            return _parse_of_table(line)


def _parse_of_table(line: str) -> Action | None:
    """What is no move of the game: taking back, leaving, handing a seat on, asking for help."""
    match line.split(maxsplit=3):
        case ["undo"]:
            return TakeBack()
        case ["undo", "agreed"]:
            return TakeBack(agreed=True)
        case ["leave", seat] if seat in _SEAT_NUMBERS:
            return Leave(int(seat) - 1)
        case ["hand", seat, who, *name] if seat in _SEAT_NUMBERS and who in _PLAYERS:
            return Hand(int(seat) - 1, _PLAYERS[who], *name)
        case ["ask", seat, kind] if seat in _SEAT_NUMBERS and kind in _HELPS:
            return Ask(int(seat) - 1, _HELPS[kind])
        case _:
            return None


def _parse_note(note: Note, how: list[str]) -> Note | None:
    """Read what follows the box: `hatch 2`, `series 1`, `turn 2 5`, each at most once, in order."""
    match how:
        case []:
            return note
        case ["hatch", hatch, *more] if hatch in {"1", "2", "3"} and "hatch" not in more:
            return _parse_note(replace(note, hatch=int(hatch) - 1), more)
        case ["series", series, *more] if series in {"1", "2", "3"} and more[:1] in ([], ["turn"]):
            return _parse_note(replace(note, series=int(series) - 1), more)
        case ["turn", *places] if _are_places(places):
            return replace(note, turned=frozenset(_numbers(places)))
        case _:
            return None


_BOXES: Final = {str(box): box for box in Box}
_SEAT_NUMBERS: Final = tuple(map(str, range(1, MAX_SEATS + 1)))
_LEVELS: Final = {str(level): level for level in Level}
_PLAYERS: Final[dict[str, Level | None]] = {"person": None, **_LEVELS}
_HELPS: Final = {str(kind): kind for kind in Help}


def _numbers(words: list[str]) -> tuple[int, ...]:
    return tuple(map(int, words))


def _are_places(words: list[str]) -> bool:
    return _all_in(words, "12345") and len(set(words)) == len(words)


def _all_in(words: list[str], known: str) -> bool:
    return all(len(word) == 1 and word in known for word in words)


# ---------------------------------------------------------------------------------------- replaying


def replay(record: Record, source: DiceSource | None = None) -> Match:
    """Play a record again: a match that stands where the record ends.

    `source` is what the match goes on with; without one it can only be looked at. Raises
    `RecordError` at the first action that the rules do not allow.
    """
    match = Match(record.setup, source or ScriptedDice(()))
    if fault := _replay_into(match, record):
        raise fault
    return match


def recover(
    data: str | bytes, source: DiceSource | None = None
) -> tuple[Match, tuple[RecordWarning, ...]]:
    """Save what can be saved of a record: the match up to its first fault, and what was left out.

    Raises `RecordError` when not even the header is good.
    """
    record = parse_record(data, lenient=True)
    match = Match(record.setup, source or ScriptedDice(()))
    if fault := _replay_into(match, record):
        return match, (_as_warning(fault),)
    return match, record.warnings


def _replay_into(match: Match, record: Record) -> RecordError | None:
    for line_no, action in zip(record.line_nos, record.actions, strict=True):
        try:
            match.submit(action)
        except IllegalAction as error:
            detail = f"the rules do not allow this here ({error.reason})"
            return RecordError(line_no, Problem.ILLEGAL_ACTION, detail, error.reason)
    return None
