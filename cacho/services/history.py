"""The matches that were played here: who won, who paid, how everybody fares, how the dice fell.

Owns the file of the history, an SQLite database, and every question that is asked of it. The
truth is the records: this is what they say in short, and whatever happens to it, it is made anew
from them. Must not decide what a match was worth: `summary` reads that from the record.

A match counts once, by its name, when it is over (`keep`), and is struck out again when its last
note is taken back.
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from cacho.engine import (
    MAX_SIZE,
    Box,
    IllegalAction,
    Level,
    Match,
    RecordError,
    Ruleset,
    parse_record,
    parse_rules,
)
from cacho.services import historyfile, lock, safefile
from cacho.services.aliases import Aliases, load_aliases, save_aliases
from cacho.services.clock import moment
from cacho.services.games import (
    Against,
    ByRules,
    Game,
    GameSeat,
    Person,
    PersonInShort,
    Score,
    Tally,
    tally_of,
)
from cacho.services.historyfile import stamp_of
from cacho.services.notices import Notice, NoticeKind
from cacho.services.paths import SUFFIX, Home
from cacho.services.safefile import DamagedError
from cacho.services.session import is_imported
from cacho.services.summary import Faces, summarise

BATCH: Final = 100
"""So many records are read before they are safe in the history."""

P = ParamSpec("P")
T = TypeVar("T")


def _survives(
    ask: "Callable[Concatenate[History, P], T]",
) -> "Callable[Concatenate[History, P], T]":
    """Let a question survive a damaged file: it is set aside, and asked again of a new one."""

    def asked(self: "History", /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return ask(self, *args, **kwargs)
        except (sqlite3.Error, ValueError) as error:  # ValueError: a value that is none of ours
            self._give_up(error)
        return ask(self, *args, **kwargs)

    return asked


class History:
    """The finished matches of one player's home; made by `MatchStore`, opened at first use."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._db: sqlite3.Connection | None = None
        self._notices: list[Notice] = []
        self._aliases = Aliases()

    def take_notices(self) -> tuple[Notice, ...]:
        """Give what happened since the last call, oldest first."""
        taken, self._notices = tuple(self._notices), []
        return taken

    def close(self) -> None:
        """Let go of the file; a later question opens it again."""
        if self._db is not None:
            self._db.close()
        self._db = None

    # ------------------------------------------------------------------------------- what is kept

    @_survives
    def keep(self, match: Match) -> None:
        """Count a match that is over, however often this is called; strike out one that goes on."""
        summary = summarise(match.setup, match.log)
        with self._writing() as db:
            historyfile.strike_out(db, match.setup.match_id)
            if summary:
                historyfile.insert(db, summary, "", summary.date or moment(), imported=False)

    @_survives
    def catch_up(self, seconds: float | None = None) -> int:
        """Read finished records that are new or were changed; say how many are left.

        Takes as long as it takes, or stops after about `seconds`, one record at least.
        """
        begin = time.monotonic()
        missing = self._missing()
        batch = BATCH if seconds is None else 1
        while missing:
            with self._writing() as db:
                for file in missing[:batch]:
                    self._read(db, file)
            missing = missing[batch:]
            if seconds is not None and time.monotonic() - begin >= seconds:
                break
        return len(missing)

    @_survives
    def rebuild(self) -> int:
        """Forget everything and read all records again; say how many matches there are."""
        with self._writing() as db:
            for page in historyfile.PAGES:
                db.execute(f"DELETE FROM {page}")  # noqa: S608 - names of our own
        self.catch_up()
        return self.count()

    @_survives
    def unread(self) -> tuple[str, ...]:
        """The files among the finished matches of which nothing could be made, by name."""
        rows = self._rows("SELECT file FROM files WHERE NOT sound ORDER BY file")
        return tuple(file for (file,) in rows)

    def _missing(self) -> list[str]:
        """The files that are not as they were when they were read, or were never read."""
        known = dict(self._rows("SELECT file, stamp FROM files"))
        found: list[str] = []
        with contextlib.suppress(OSError):
            for entry in os.scandir(self._home.finished):
                if entry.name.endswith(SUFFIX) and known.get(entry.name) != stamp_of(entry):
                    found.append(entry.name)
        return sorted(found)

    def _read(self, db: sqlite3.Connection, file: str) -> None:
        """Take a record into the history; what is none is remembered, so as not to ask again.

        What was known of a match stays known where its record was damaged since.
        """
        path = self._home.finished / file
        stamp = stamp_of(path)
        try:
            data = safefile.read_bytes(path, MAX_SIZE)
            record = parse_record(data)
            summary = summarise(record.setup, record.actions)
        except OSError:
            return
        except (DamagedError, RecordError, IllegalAction):
            summary = None
        before = self._read_before(file)
        match_id = summary.match_id if summary else before
        historyfile.remember(db, file, match_id, stamp, sound=summary is not None)
        if summary and before:
            historyfile.strike_out(db, before)
        if summary and not self._is_kept(summary.match_id):
            historyfile.strike_out(db, summary.match_id)
            date = summary.date or _modified(path)
            historyfile.insert(db, summary, file, date, imported=is_imported(data))

    def _read_before(self, file: str) -> str | None:
        """The match that the history has from a file, if any."""
        rows = self._rows(
            "SELECT id FROM files JOIN matches ON id = match"
            " WHERE files.file = ? AND matches.file = files.file",
            file,
        )
        return next((match_id for (match_id,) in rows), None)

    def _is_kept(self, match_id: str) -> bool:
        """Whether a match is known, and from a record that is still there."""
        rows = self._rows("SELECT file FROM matches WHERE id = ?", match_id)
        return any(file and (self._home.finished / file).exists() for (file,) in rows)

    # ------------------------------------------------------------------------------------ matches

    @_survives
    def count(self) -> int:
        """How many matches were finished."""
        ((count,),) = self._rows("SELECT COUNT(*) FROM matches")
        return int(count)

    @_survives
    def games(self, limit: int = 50, offset: int = 0, person: str = "") -> tuple[Game, ...]:
        """Finished matches, the newest first; with `person` those in which they played."""
        only = "WHERE id IN (SELECT match FROM players WHERE person = ?)" if person else ""
        asked = f"{_MATCHES} {only} ORDER BY date DESC, id LIMIT ? OFFSET ?"
        args = (person, limit, offset) if person else (limit, offset)
        return tuple(self._games(self._rows(asked, *args)))

    @_survives
    def game(self, match_id: str) -> Game | None:
        """One finished match."""
        return next(self._games(self._rows(f"{_MATCHES} WHERE id = ?", match_id)), None)

    @_survives
    def tally(self, match_ids: Iterable[str]) -> Tally:
        """What some matches come to, e.g. those of an evening: games won, rounds paid."""
        ids = tuple(dict.fromkeys(match_ids))
        games = (self.game(match_id) for match_id in ids)
        return tally_of([game for game in games if game is not None])

    def _games(self, rows: Iterable[Sequence[Any]]) -> Iterator[Game]:
        for match_id, file, date, rules, called, kind, own_dice, imported, sound in list(rows):
            seats = self._rows(
                "SELECT seats.name, COALESCE(aliases.person, seats.name), bot, guest, team, total,"
                " place, won, paid, gone, full, dormidas FROM seats"
                " LEFT JOIN aliases ON aliases.name = seats.name WHERE match = ? ORDER BY seat",
                match_id,
            )
            finished = self._home.finished / file if file else None
            path = finished or self._home.matches / f"{match_id}{SUFFIX}"
            yield Game(
                match_id,
                date,
                path,
                sound != 0 and path.is_file(),
                _rules(rules, called),
                kind,
                bool(own_dice),
                bool(imported),
                tuple(_seat(row) for row in seats),
            )

    # ------------------------------------------------------------------------------------- people

    @_survives
    def people(self) -> tuple[PersonInShort, ...]:
        """Everybody who sat at a finished match, who played most first."""
        rows = self._rows(
            "SELECT person, COUNT(DISTINCT CASE WHEN NOT gone THEN match END),"
            " COUNT(DISTINCT CASE WHEN won AND NOT gone THEN match END), SUM(dormidas), MAX(date),"
            " seat"  # that of the row with the last date
            " FROM players JOIN matches ON id = match GROUP BY person ORDER BY 2 DESC, 1"
        )
        return tuple(PersonInShort(*row) for row in rows)

    @_survives
    def person(self, name: str) -> Person | None:
        """All about one person; None for nobody who played here."""
        rows = self._rows(
            "SELECT name, match, date, rules, called, total, won, paid, gone, full, dormidas"
            " FROM players JOIN matches ON id = match WHERE person = ? ORDER BY date, match, seat",
            name,
        )
        if not rows:
            return None
        played = [row for row in rows if not row[8]]
        crossed = self._rows(
            "SELECT box, SUM(times) FROM players JOIN crosses USING (match, seat)"
            " WHERE person = ? GROUP BY box ORDER BY 2 DESC, 1",
            name,
        )
        return Person(
            name,
            tuple(dict.fromkeys(row[0] for row in rows)),
            games=len({row[1] for row in played}),
            won=len({row[1] for row in played if row[6]}),
            paid=len({row[1] for row in rows if row[7]}),
            left=len(rows) - len(played),
            dormidas=sum(row[10] for row in rows),
            by_rules=_by_rules(played),
            crossed=tuple((Box(box), times) for box, times in crossed),
        )

    @_survives
    def head_to_head(self, first: str, second: str) -> Against:
        """How two people fared at one table."""
        rows = self._rows(
            "SELECT a.team = b.team, a.place, b.place, a.won FROM players AS a"
            " JOIN players AS b ON a.match = b.match AND a.seat != b.seat"
            " WHERE a.person = ? AND b.person = ? AND NOT a.gone AND NOT b.gone",
            first,
            second,
        )
        apart = [(mine, theirs) for together, mine, theirs, _ in rows if not together]
        return Against(
            first=sum(mine < theirs for mine, theirs in apart),
            second=sum(mine > theirs for mine, theirs in apart),
            level=sum(mine == theirs for mine, theirs in apart),
            together=sum(together for together, *_ in rows),
            won_together=sum(together and won for together, _, _, won in rows),
        )

    @_survives
    def faces(self, match_ids: Iterable[str] | None = None, *, own_dice: bool = False) -> Faces:
        """How often each face fell for everybody together, ever or in some matches.

        The program's dice, or with `own_dice` those of the table. Where all teams of a match got
        the same dice, these count once.
        """
        ((_, faces),) = self._faces("''", "AND NOT same_dice", match_ids, own_dice)
        return faces

    @_survives
    def faces_by_name(
        self, match_ids: Iterable[str] | None = None, *, own_dice: bool = False
    ) -> tuple[tuple[str, Faces], ...]:
        """The same for each who rolled, bots and guests too, by name: everybody their own dice."""
        name = "COALESCE(aliases.person, seats.name)"
        return self._faces(name, f"GROUP BY {name} ORDER BY {name}", match_ids, own_dice)

    def _faces(
        self, name: str, which: str, match_ids: Iterable[str] | None, own_dice: bool
    ) -> tuple[tuple[str, Faces], ...]:
        """Add faces up: of some matches, or of all."""
        among = "" if match_ids is None else "AND id IN (SELECT id FROM wanted)"
        db = self._open()
        db.execute("DELETE FROM wanted")
        ids = ((match_id,) for match_id in match_ids or ())
        db.executemany("INSERT OR IGNORE INTO wanted VALUES (?)", ids)
        sums = ", ".join(f"COALESCE(SUM(f{face}), 0)" for face in range(1, 7))
        asked = (
            f"SELECT {name}, {sums} FROM seats JOIN matches ON id = match"  # noqa: S608 - ours
            " LEFT JOIN aliases ON aliases.name = seats.name"
            f" WHERE own_dice = ? {among} {which}"
        )
        return tuple((row[0], (*row[1:],)) for row in self._rows(asked, own_dice))

    # ------------------------------------------------------------------------------------ aliases

    @property
    def aliases(self) -> Aliases:
        """Which names are one person."""
        self._open()
        return self._aliases

    def join(self, name: str, person: str) -> Notice | None:
        """Let all that was played as `name` be that person's."""
        return self._know(self.aliases.join(name, person))

    def rename(self, name: str, new: str) -> Notice | None:
        """Call a person otherwise from now on; records keep the old name."""
        return self._know(self.aliases.rename(name, new))

    def part(self, name: str) -> Notice | None:
        """Let a name that was joined stand for itself again."""
        return self._know(self.aliases.part(name))

    def _know(self, aliases: Aliases) -> Notice | None:
        self._aliases = aliases
        self._tell_aliases(self._open())
        return save_aliases(self._home.aliases_file, aliases)

    def _tell_aliases(self, db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM aliases")
        db.executemany("INSERT INTO aliases VALUES (?, ?)", self._aliases.persons.items())

    # ----------------------------------------------------------------------------------- the file

    def _rows(self, asked: str, *args: Any) -> list[tuple[Any, ...]]:
        return self._open().execute(asked, args).fetchall()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """All of it is kept, or nothing."""
        db = self._open()
        db.execute("BEGIN IMMEDIATE")
        try:
            yield db
            db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise

    def _open(self) -> sqlite3.Connection:
        if self._db is None:
            try:
                self._use(self._opened())
            except sqlite3.Error as error:
                self._give_up(error)
        if self._db is None:
            raise RuntimeError("a history in memory cannot fail to open")
        return self._db

    def _use(self, db: sqlite3.Connection) -> None:
        db.executescript(historyfile.VIEWS)
        self._db = db
        self._aliases, notice = load_aliases(self._home.aliases_file)
        if notice:
            self._notices.append(notice)
        self._tell_aliases(db)

    def _opened(self) -> sqlite3.Connection:
        """The file, or a copy in memory where another program of ours is writing."""
        path = self._home.history_file
        if not lock.may_save(self._home.data):
            return historyfile.copied(path)
        if os.path.lexists(path) and not path.is_file():
            self._set_aside()
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
        return historyfile.opened(path)

    def _give_up(self, error: Exception) -> None:
        """Set a damaged file aside, or where the disk refuses go on in memory."""
        self.close()
        if isinstance(error, sqlite3.Error) and historyfile.is_trouble(error):
            self._notices.append(Notice(NoticeKind.HISTORY_UNSAVED, str(error)))
            self._use(historyfile.copied(self._home.history_file))
            return
        self._set_aside()
        if os.path.lexists(self._home.history_file):
            self._use(historyfile.empty())
        else:
            self._open()

    def _set_aside(self) -> None:
        path = self._home.history_file
        self._notices.append(Notice(NoticeKind.HISTORY_DAMAGED, safefile.set_aside(path)))
        for ending in ("-journal", "-wal", "-shm"):  # of the damaged file, and of no other
            with contextlib.suppress(OSError):
                os.unlink(path.with_name(path.name + ending))


# ---------------------------------------------------------------------------------------- answers

_MATCHES: Final = (
    "SELECT matches.*, sound FROM matches LEFT JOIN files ON files.file = matches.file"
)


def _seat(row: Sequence[Any]) -> GameSeat:
    name, person, bot, guest, team, total, place, won, paid, gone, full, dormidas = row
    return GameSeat(
        name=name,
        person=person,
        bot=Level(bot) if bot else None,
        guest=bool(guest),
        team=team,
        total=total,
        place=place,
        won=bool(won),
        paid=bool(paid),
        left=bool(gone),
        full=bool(full),
        dormidas=dormidas,
    )


def _rules(text: str, called: str) -> Ruleset:
    rules = parse_rules(text)
    return replace(rules, name=called) if called else rules


def _by_rules(rows: Sequence[Sequence[Any]]) -> tuple[ByRules, ...]:
    """Part what a person played by the rules; what was played most comes first."""
    parted: dict[tuple[str, str], list[Sequence[Any]]] = {}
    for row in rows:
        parted.setdefault((row[3], row[4]), []).append(row)
    by_rules = [
        ByRules(
            _rules(text, called),
            games=len({row[1] for row in some}),
            won=len({row[1] for row in some if row[6]}),
            scores=tuple(Score(row[5], row[2], row[1]) for row in some if row[9]),
        )
        for (text, called), some in parted.items()
    ]
    return tuple(sorted(by_rules, key=lambda one: -one.games))


def _modified(path: Path) -> str:
    try:
        return moment(path.stat().st_mtime)
    except (OSError, ValueError, OverflowError):
        return moment(0)
