"""Records that go out of the house and come into it, as files.

Owns the checks on what comes from elsewhere: a record is taken in only whole, as legal as one of
ours, with the dice that it promised, and never twice. The seed of a match that is not over stays
at home.
"""

import contextlib
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple, assert_never

from cacho.engine import (
    MAX_SIZE,
    Hand,
    Match,
    Problem,
    Record,
    RecordError,
    Seat,
    Setup,
    Verdict,
    parse_record,
    replay,
    upgraded,
    verify,
)
from cacho.services import safefile
from cacho.services.clock import moment
from cacho.services.paths import SUFFIX, Home
from cacho.services.safefile import DamagedError
from cacho.services.session import IMPORTED
from cacho.services.store import MatchStore, new_match_id

LONGEST: Final = 80
"""Characters in the name of a file that is given away."""
LOOKED_AT: Final = 24
"""So many files are looked at for records that could be taken in."""
DEVICES: Final = {"CON", "PRN", "AUX", "NUL"} | {
    f"{port}{number}" for port in ("COM", "LPT") for number in range(10)
}
"""No names for a file, on Windows."""
WORST_FIRST: Final = (Verdict.NO_RECORD, Verdict.FALSE, Verdict.UNKNOWN, Verdict.TRUE)
"""How far records of one match are to be believed."""


class Arrival(StrEnum):
    """What came of a record from elsewhere."""

    FINISHED = "finished"
    """It is in the history."""
    OPEN = "open"
    """It is not over, and lies with the open matches."""
    KNOWN = "known"
    """A match of that name is here already; nothing was done."""
    DAMAGED = "damaged"
    """It is no record, or not a whole and legal one: `detail` says how, `fault` where and why."""
    NEWER = "newer"
    """It is of a version that this program does not know."""
    FALSE = "false"
    """Its seed or its faces are not those that were promised."""
    UNREADABLE = "unreadable"
    """The system does not give the file: `detail` says why."""
    UNSAVED = "unsaved"
    """It is good, but cannot be kept: `detail` says why."""


class Imported(NamedTuple):
    """What came of a record, and where it lies now."""

    arrival: Arrival
    path: Path | None = None
    detail: str = ""
    fault: RecordError | None = None


class Offer(NamedTuple):
    """A record that lies where files come to lie, and could be taken in."""

    path: Path
    setup: Setup
    names: tuple[str, ...]
    """Who plays, as their seats are called at the end of the record."""


class Elsewhere(NamedTuple):
    """What is called like a record where files come to lie."""

    offers: tuple[Offer, ...]
    """The newest first."""
    left_out: Mapping[Arrival, int]
    """How many files are none that this program can use: UNREADABLE, DAMAGED or NEWER."""


class _Lying(NamedTuple):
    """A file with at least the header of a record."""

    path: Path
    data: bytes
    record: Record


def elsewhere(store: MatchStore, home: Home) -> Elsewhere:
    """Look among the player's downloads and documents for records that are not here yet.

    Looks at the newest files only, and offers the best of several of one match. That one is listed
    does not say that it is sound.
    """
    lying, left_out = _read(_newest(home.downloads, home.documents))
    matches: dict[str, list[_Lying]] = {}
    for one in lying:
        matches.setdefault(one.record.setup.match_id, []).append(one)
    best = [_best(some) for id_, some in matches.items() if not _is_known(store, home, id_)]
    return Elsewhere(tuple(map(_offer, sorted(best, key=lying.index))), left_out)


def _read(paths: Iterable[Path]) -> tuple[list[_Lying], Counter[Arrival]]:
    lying: list[_Lying] = []
    left_out = Counter[Arrival]()
    for path in paths:
        try:
            data = safefile.read_bytes(path, MAX_SIZE)
            lying.append(_Lying(path, data, parse_record(data, lenient=True)))
        except (OSError, DamagedError, RecordError) as error:
            left_out[_refused(error).arrival] += 1
    return lying, left_out


def _best(same: list[_Lying]) -> _Lying:
    """Of files of one match the first of those most to be believed, of these of the longest."""
    contents = {one.data for one in same}
    if len(contents) == 1:
        return same[0]
    trust = {data: WORST_FIRST.index(verify(data).verdict) for data in contents}
    return max(same, key=lambda one: (trust[one.data], len(one.record.actions)))


def _offer(one: _Lying) -> Offer:
    names = [seat.name for seat in one.record.setup.seats]
    for action in one.record.actions:
        if isinstance(action, Hand) and action.name and action.seat < len(names):
            names[action.seat] = action.name
    return Offer(one.path, one.record.setup, tuple(names))


def _newest(*folders: Path) -> list[Path]:
    """The files that are called like records, the newest first."""
    dated: list[tuple[float, Path]] = []
    for folder in folders:
        with contextlib.suppress(OSError):
            for path in folder.glob(f"*{SUFFIX}"):
                if path.is_file():
                    dated.append((path.stat().st_mtime, path))
    return [path for _moment, path in sorted(dated, reverse=True)[:LOOKED_AT]]


def export_name(setup: Setup, seats: Iterable[Seat]) -> str:
    """Propose a name for a record that is given away: `Cacho 2026-11-30 Ana, Luis.cacho`.

    `seats` are those of the match's end: a seat may have been handed on (R-33).
    """
    names = ", ".join(seat.name for seat in seats)
    told = f"Cacho {(setup.date or '')[:10]} {names}"
    kept = "".join(char if char.isalnum() or char in " ,-_" else " " for char in told)
    return f"{' '.join(kept.split())[:LONGEST].strip(' ,')}{SUFFIX}"


def import_record(store: MatchStore, home: Home, source: Path) -> Imported:
    """Take a record from elsewhere into this home, after every check; it counts once."""
    try:
        data = safefile.read_bytes(source, MAX_SIZE)
        match = replay(parse_record(data))
    except (OSError, DamagedError, RecordError) as error:
        return _refused(error)
    if verify(data).verdict is Verdict.FALSE:
        return Imported(Arrival.FALSE)
    if _is_known(store, home, match.setup.match_id):
        return Imported(Arrival.KNOWN)
    return _taken_in(store, home, match, data)


def _refused(error: OSError | DamagedError | RecordError) -> Imported:
    """Say why a file is no record that this program can use."""
    match error:
        case OSError():
            return Imported(Arrival.UNREADABLE, detail=error.strerror or "")
        case RecordError():
            newer = error.problem is Problem.OTHER_VERSION
            arrival = Arrival.NEWER if newer else Arrival.DAMAGED
            return Imported(arrival, detail=str(error), fault=error)
        case DamagedError():
            return Imported(Arrival.DAMAGED, detail=str(error))
        case _:
            assert_never(error)


def _taken_in(store: MatchStore, home: Home, match: Match, data: bytes) -> Imported:
    folder = home.finished if match.over else home.matches
    path = folder / f"{_file_name(match.setup.match_id)}{SUFFIX}"
    sound = upgraded(data[: data.rfind(b"\n") + 1])
    mark = f"{IMPORTED} {moment()}\n".encode("ascii")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        safefile.replace_file(path, sound + mark)
    except OSError as error:
        return Imported(Arrival.UNSAVED, detail=error.strerror or "")
    if not match.over:
        return Imported(Arrival.OPEN, path)
    store.history.catch_up()
    return Imported(Arrival.FINISHED, path)


def _is_known(store: MatchStore, home: Home, match_id: str) -> bool:
    store.history.catch_up()
    name = f"{_file_name(match_id)}{SUFFIX}"
    folders = (home.matches, home.finished, home.put_away)
    if any(os.path.lexists(folder / name) for folder in folders):
        return True
    return store.history.game(match_id) is not None or match_id in _open_ids(home)


def _open_ids(home: Home) -> set[str]:
    """The names of the matches that are not over, whatever their files are called."""
    found: set[str] = set()
    for folder in (home.matches, home.put_away):
        for path in folder.glob(f"*{SUFFIX}"):
            with contextlib.suppress(OSError, DamagedError, RecordError):
                data = safefile.read_bytes(path, MAX_SIZE)
                found.add(parse_record(data, lenient=True).setup.match_id)
    return found


def _file_name(match_id: str) -> str:
    """The name of a match where it can be that of a file, else another."""
    first = match_id.partition(".")[0].upper()
    return new_match_id() if first in {"", *DEVICES} else match_id
