"""Where matches are kept: starting one, finding the one to go on with, rescuing damaged ones.

Owns the folder of matches. A record that cannot be read is put aside under another name with a
notice, never deleted; whatever lies in the folder, the program starts.
"""

import contextlib
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cacho.engine import (
    MAX_SIZE,
    RECORD_VERSION,
    DiceSource,
    Lot,
    Match,
    Problem,
    Record,
    RecordError,
    Roll,
    ScriptedDice,
    Setup,
    State,
    commitment,
    dice_of,
    header_lines,
    parse_record,
    recover,
    replay,
    upgraded,
)
from cacho.services import lock, safefile
from cacho.services.clock import moment
from cacho.services.evening import Evening, load_evening, save_evening
from cacho.services.journal import Journal
from cacho.services.notices import Notice, NoticeKind
from cacho.services.paths import SUFFIX, Home
from cacho.services.safefile import DamagedError
from cacho.services.session import Session, is_imported, seed_of

if TYPE_CHECKING:
    from cacho.services.games import Tally
    from cacho.services.history import History

UNNAMED = "match"  # the id of a setup that was not given one
SEED_BYTES = 32
MOST_LISTED = 50  # open matches; nobody reads a longer list
LEAVE_ALONE = (Problem.OTHER_VERSION,)

Dice = Callable[[DiceSource], DiceSource]
"""Puts other dice before the seeded ones, e.g. typed or scripted ones."""


class Unfinished(NamedTuple):
    """A match that was not played to its end: its record, and where it stands."""

    path: Path
    setup: Setup
    state: State


class MatchStore:
    """The matches of one player's home. The first program to open it may go on with them."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._notices: list[Notice] = []
        self._live: Session | None = None
        self._history: History | None = None
        self._evening: Evening | None = None
        self.second_copy = not lock.take(home)
        """Whether another copy of the program is running: this one starts matches only."""
        if self.second_copy:
            self._tell(NoticeKind.SECOND_COPY)
        else:
            for folder in {home.data, home.config, home.matches}:
                safefile.sweep(folder)
            _sweep_seeds(home)

    def take_notices(self) -> tuple[Notice, ...]:
        """Give what happened since the last call, oldest first."""
        taken, self._notices = tuple(self._notices), []
        return taken if self._history is None else (*taken, *self._history.take_notices())

    def start(self, setup: Setup, seed: bytes | None = None, dice: Dice | None = None) -> Session:
        """Begin a match and its record. Problems of the disk are in `Session.notice`.

        Without `seed` one is drawn. The setup gets the seed's commitment (none if other `dice`
        are in play, or the table's own), the date of now, and a new id if it has none of its own
        or a match of that id is here.
        """
        seed = seed or os.urandom(SEED_BYTES)
        promised = commitment(seed) if dice is None and not setup.own_dice else None
        setup = replace(
            setup,
            match_id=self._free_id(setup.match_id),
            commitment=promised,
            date=moment(),
        )
        path = self._path_of(setup.match_id)
        text = "".join(f"{line}\n" for line in header_lines(setup))
        match = Match(setup, _dice(setup, seed, dice))
        journal = Journal(path, text, _seed_file(setup, path, seed))
        session = self._made_live(self._session(match, journal, path))
        session.notice = journal.flush()
        return session

    def open_matches(self) -> tuple[Path, ...]:
        """Give the records of matches that were not finished, the newest first."""
        return _records_in(self._home.matches)

    @property
    def played_elsewhere(self) -> bool:
        """Whether another copy of the program has a match open."""
        return any(map(lock.is_elsewhere, self.open_matches()))

    def unfinished(self) -> tuple[Unfinished, ...]:
        """Give the open matches that can be read, in short, the newest first."""
        return tuple(filter(None, map(_in_short, self.open_matches()[:MOST_LISTED])))

    def resume(self, dice: Dice | None = None, path: Path | None = None) -> Session | None:
        """Open the newest match that can be played on, or that in `path`, where it stood.

        Asking again while its session is open gives the same session. Records that cannot be
        used are passed over; `take_notices` tells about them.
        """
        live = self._live
        if live is not None and not live.closed and path in (None, live.path):
            return live
        if self.second_copy:
            return None
        for one in self.open_matches() if path is None else (path,):
            session = self._opened(one, dice) if lock.hold(one) else None
            if session is not None:
                return self._made_live(session)
            lock.let_go(one)
        return None

    def put_away(self, path: Path) -> bool:
        """Put an open match that nobody wants to go on with out of the way; say whether it is.

        It is kept, with its seed, and `bring_back` undoes it.
        """
        if self.second_copy:
            return False
        if self._live is not None and self._live.path == path:
            self._live.close()
        return _moved(path, self._home.put_away)

    def bring_back(self, path: Path) -> bool:
        """Put a match that was put away with the open ones again; say whether it is."""
        return not self.second_copy and _moved(path, self._home.matches)

    def put_away_matches(self) -> tuple[Unfinished, ...]:
        """Give the matches that were put away, in short, the newest first."""
        paths = _records_in(self._home.put_away)[:MOST_LISTED]
        return tuple(filter(None, map(_in_short, paths)))

    @property
    def history(self) -> "History":
        """The finished matches; opened when something is asked of it."""
        if self._history is None:
            from cacho.services.history import History  # noqa: PLC0415 - SQLite is needed late

            self._history = History(self._home)
        return self._history

    def close(self) -> None:
        """Let go of the open match and of the lock, at the end of the program."""
        if self._live is not None:
            self._live.close()
        if self._history is not None:
            self._history.close()
        lock.release(self._home)

    # ------------------------------------------------------------------ the evening

    @property
    def evening(self) -> Evening:
        """Which matches were finished since the table sat down."""
        if self._evening is None:
            self._evening, notice = load_evening(self._home.evening_file)
            self._notices += [notice] if notice else []
        return self._evening

    def tonight(self) -> "Tally":
        """What the matches of this evening come to."""
        return self.history.tally(self.evening.matches)

    def end_evening(self) -> Notice | None:
        """Begin a new evening; the matches of the old one stay in the history."""
        return self._keep_evening(Evening())

    def _keep_evening(self, evening: Evening) -> Notice | None:
        self._evening = evening
        return save_evening(self._home.evening_file, evening)

    # ------------------------------------------------------------------ opening

    def _opened(self, path: Path, dice: Dice | None) -> Session | None:
        try:
            data = safefile.read_bytes(path, MAX_SIZE)
            return self._going_on(path, data, parse_record(data), dice)
        except OSError:
            self._tell(NoticeKind.MATCH_UNREADABLE, path.name)
        except DamagedError:
            self._put_aside(path)
        except RecordError as error:
            if error.problem not in LEAVE_ALONE:
                return self._recovered(path, data, dice)
            self._tell(NoticeKind.MATCH_NEWER, path.name)
        return None

    def _going_on(self, path: Path, data: bytes, record: Record, dice: Dice | None) -> Session:
        """Open a record that is good up to a torn last line. Raises RecordError."""
        setup = record.setup
        seed, lost = _read_seed(path, setup, _reseeded(data) or setup.commitment)
        match = replay(record, _dice(setup, seed, dice))
        sound = data[: data.rfind(b"\n") + 1]
        if data[len(sound) :].strip():
            self._tell(NoticeKind.MATCH_TORN)
        journal = self._journal(path, record, sound, _seed_file(setup, path, seed))
        if lost:
            came = _reseeded(data) is None and (setup.commitment is None or is_imported(data))
            self._tell(NoticeKind.SEED_ELSEWHERE if came else NoticeKind.SEED_LOST)
            self._reseed(path, seed, journal)
        elif _reseeded(data) is None and _dice_differ(match, seed):
            self._tell(NoticeKind.DICE_DIFFER)
        if self._counts_wrongly(match):
            self._ended(match)
        return self._session(match, journal, path)

    def _counts_wrongly(self, match: Match) -> bool:
        """Whether a crash came between a match's last line, or its take-back, and the tally."""
        match_id = match.setup.match_id
        if match.over:
            return self.history.game(match_id) is None
        return match_id in self.evening.matches

    def _journal(
        self, path: Path, record: Record, sound: bytes, beside: dict[Path, str]
    ) -> Journal:
        """Go on with a record; one of an older version is written anew in the present one."""
        if record.version == RECORD_VERSION:
            return Journal.reopen(path, sound, beside)
        journal = Journal(path, upgraded(sound).decode("utf-8"), beside)
        if notice := journal.flush():
            self._notices.append(notice)
        return journal

    def _recovered(self, path: Path, data: bytes, dice: Dice | None) -> Session | None:
        """Go on with the part of a record before its first fault; the whole is kept aside."""
        try:
            _, faults = recover(data)
        except RecordError:
            self._put_aside(path)
            return None
        lines = data.split(b"\n")[: faults[0].line_no - 1]
        sound = b"".join(line + b"\n" for line in lines)
        lock.let_go(path)
        try:
            aside = safefile.copy_aside(path)
            safefile.replace_file(path, sound)
        except OSError:
            self._tell(NoticeKind.MATCH_UNREADABLE, path.name)
            return None
        lock.hold(path)
        self._tell(NoticeKind.MATCH_RECOVERED, aside)
        return self._going_on(path, sound, parse_record(sound), dice)

    def _put_aside(self, path: Path) -> None:
        lock.let_go(path)
        self._tell(NoticeKind.MATCH_DAMAGED, safefile.set_aside(path))

    def _reseed(self, path: Path, seed: bytes, journal: Journal) -> None:
        """Promise another seed in the record, so that its dice can be checked from here on."""
        if os.path.lexists(seed_of(path)):
            safefile.set_aside(seed_of(path))
        with contextlib.suppress(OSError):
            safefile.replace_file(seed_of(path), _seed_text(seed).encode("ascii"))
        if notice := journal.append(f"{RESEEDED}{commitment(seed)}"):
            self._notices.append(notice)

    # ------------------------------------------------------------------ helpers

    def _session(self, match: Match, journal: Journal, path: Path) -> Session:
        return Session(match, journal, path, self._home.finished, self._ended)

    def _ended(self, match: Match) -> None:
        """A match counts when it is over, and not any more once its last note is taken back.

        The evening first: a match that the history knows was counted whole.
        """
        evening = self.evening
        if match.over:
            evening = evening.add(match.setup.match_id, match.setup.date or "")
        if evening != self.evening and (notice := self._keep_evening(evening)):
            self._notices.append(notice)
        self.history.keep(match)

    def _made_live(self, session: Session) -> Session:
        if self._live is not None:
            self._live.finish()
            self._live.close()
        self._live = session
        return session

    def _tell(self, kind: NoticeKind, detail: str = "") -> None:
        self._notices.append(Notice(kind, detail))

    def _path_of(self, match_id: str) -> Path:
        return self._home.matches / f"{match_id}{SUFFIX}"

    def _free_id(self, wanted: str) -> str:
        while wanted == UNNAMED or self._is_taken(wanted):
            wanted = new_match_id()
        return wanted

    def _is_taken(self, match_id: str) -> bool:
        path = self._path_of(match_id)
        folders = (self._home.matches, self._home.finished, self._home.put_away)
        return any(os.path.lexists(folder / path.name) for folder in folders)


RESEEDED = "# commit "
"""Begins the comment that promises another seed for the dice from there on."""


def new_match_id() -> str:
    """Draw a name for a match: eight hexadecimal digits."""
    return os.urandom(4).hex()


def _dice(setup: Setup, seed: bytes, dice: Dice | None) -> DiceSource:
    """The seeded dice, those put before them, or none where the table has its own."""
    if setup.own_dice:
        return ScriptedDice(())
    seeded = dice_of(setup, seed)
    return seeded if dice is None else dice(seeded)


def _seed_file(setup: Setup, path: Path, seed: bytes) -> dict[Path, str]:
    return {} if setup.own_dice else {seed_of(path): _seed_text(seed)}


def _seed_text(seed: bytes) -> str:
    return f"{seed.hex()}\n"


def _read_seed(path: Path, setup: Setup, promised: str | None) -> tuple[bytes, bool]:
    """Give the seed of a match, and whether it is a new one because the promised one is lost."""
    with contextlib.suppress(OSError, ValueError):
        seed = bytes.fromhex(safefile.read_bytes(seed_of(path)).decode("ascii"))
        if promised in (None, commitment(seed)) and len(seed) >= SEED_BYTES // 2:
            return seed, False
    return os.urandom(SEED_BYTES), not setup.own_dice


def _reseeded(data: bytes) -> str | None:
    """Give the last commitment that replaces the one in the header, if any."""
    lines = data.decode("utf-8", "replace").splitlines()
    promises = [line.removeprefix(RESEEDED) for line in lines if line.startswith(RESEEDED)]
    return promises[-1].strip() if promises else None


def _dice_differ(match: Match, seed: bytes) -> bool:
    """Whether the dice in the log of a match are not those of its seed."""
    if match.setup.commitment is None:
        return False
    again = Match(match.setup, dice_of(match.setup, seed))
    for action in match.log:
        if isinstance(action, Lot | Roll) and again.prepare(replace(action, faces=None)) != action:
            return True
        again.submit(action)
    return False


def _records_in(folder: Path) -> tuple[Path, ...]:
    """Give the records in a folder, the newest first."""
    found: list[tuple[float, Path]] = []
    with contextlib.suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.endswith(SUFFIX):
                found.append((_modified(entry), Path(entry.path)))
    return tuple(path for _, path in sorted(found, reverse=True))


def _sweep_seeds(home: Home) -> None:
    """Remove the seeds of finished matches that a crash left behind: their records reveal them."""
    with contextlib.suppress(OSError, ValueError):
        for seed in home.matches.glob("*.seed"):
            finished = home.finished / f"{seed.stem}{SUFFIX}"
            if seed.with_suffix(SUFFIX).exists() or not finished.is_file():
                continue
            if f"# seed {seed.read_text('ascii').strip()}\n".encode() in finished.read_bytes():
                seed.unlink()


def _in_short(path: Path) -> Unfinished | None:
    """Give a match that is not finished in short; None for what cannot be read."""
    try:
        data = safefile.read_bytes(path, MAX_SIZE)
        match, _ = recover(data)
    except (OSError, DamagedError, RecordError):
        return None
    return Unfinished(path, match.setup, match.state)


def _moved(path: Path, folder: Path) -> bool:
    """Move a record and its seed; the seed goes first, so that no record is without one."""
    target = folder / path.name
    if os.path.lexists(target):
        return False
    lock.let_go(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            os.rename(seed_of(path), seed_of(target))
        os.rename(path, target)
    except OSError:
        return False
    safefile.sync_folder(folder)
    safefile.sync_folder(path.parent)
    return True


def _modified(entry: "os.DirEntry[str]") -> float:
    try:
        return entry.stat().st_mtime
    except OSError:
        return 0.0
