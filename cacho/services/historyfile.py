"""The history's file: an SQLite database, its tables, and what can be wrong with it.

Owns how it is opened and how a match is written into it. Must not answer questions: `history` does.
"""

import contextlib
import os
import re
import sqlite3
from pathlib import Path
from typing import Final

from cacho.engine import rules_text
from cacho.services.people import STAND_IN
from cacho.services.summary import Summary

VERSION: Final = 3
"""Of the tables below; a file of any other version is made anew."""

_TABLES: Final = """
CREATE TABLE files (
    file TEXT PRIMARY KEY, match TEXT, stamp TEXT, sound INTEGER
) WITHOUT ROWID;
CREATE TABLE matches (
    id TEXT PRIMARY KEY, file TEXT, date TEXT, rules TEXT, called TEXT, kind TEXT,
    own_dice INTEGER, imported INTEGER
) WITHOUT ROWID;
CREATE INDEX by_date ON matches (date DESC, id);
CREATE TABLE seats (
    match TEXT, seat INTEGER, name TEXT, bot TEXT, guest INTEGER, team INTEGER, total INTEGER,
    place INTEGER, won INTEGER, paid INTEGER, gone INTEGER, full INTEGER, dormidas INTEGER,
    f1 INTEGER, f2 INTEGER, f3 INTEGER, f4 INTEGER, f5 INTEGER, f6 INTEGER, same_dice INTEGER,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE INDEX by_name ON seats (name);
CREATE TABLE crosses (
    match TEXT, seat INTEGER, box TEXT, times INTEGER, PRIMARY KEY (match, seat, box)
) WITHOUT ROWID;
"""
VIEWS: Final = """
CREATE TEMP TABLE aliases (name TEXT PRIMARY KEY, person TEXT) WITHOUT ROWID;
CREATE TEMP TABLE wanted (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TEMP VIEW players AS
    SELECT seats.*, COALESCE(aliases.person, seats.name) AS person
    FROM seats LEFT JOIN aliases ON aliases.name = seats.name
    WHERE bot IS NULL AND guest = 0;
"""
PAGES: Final = ("files", "matches", "seats", "crosses")

_TROUBLE: Final = {
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PROTOCOL,
}
"""What is wrong with the disk, and not with the file."""


def is_trouble(error: sqlite3.Error) -> bool:
    """Whether the disk refuses, so that the file may well be sound."""
    return (getattr(error, "sqlite_errorcode", 0) & 0xFF) in _TROUBLE


def opened(path: Path) -> sqlite3.Connection:
    """Open the file, or begin one. Raises `sqlite3.Error`."""
    db = sqlite3.connect(path, timeout=2.0, isolation_level=None)
    try:
        db.execute("PRAGMA synchronous = NORMAL")
        _make_sound(db)
    except BaseException:
        db.close()
        raise
    return db


def _make_sound(db: sqlite3.Connection) -> None:
    """Check the file, and give it the tables of this version if it has not got them."""
    ((health,),) = db.execute("PRAGMA quick_check(1)").fetchall()
    if health != "ok":
        raise sqlite3.DatabaseError(health)
    ((version,),) = db.execute("PRAGMA user_version").fetchall()
    if version != VERSION:
        tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in tables:
            db.execute(f'DROP TABLE "{name}"')
        db.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {VERSION}; COMMIT;")


def empty() -> sqlite3.Connection:
    """A history in memory, with nothing in it."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    _make_sound(db)
    return db


def copied(path: Path) -> sqlite3.Connection:
    """A copy of the file in memory, as far as it can be read."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    try:
        with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as file:
            file.backup(db)
        _make_sound(db)
    except sqlite3.Error:
        db.close()
        return empty()
    return db


def stamp_of(file: "Path | os.DirEntry[str]") -> str:
    """What tells whether a file was changed: its size, and when it was written last."""
    try:  # asked of ten thousand files while somebody waits: `suppress` would take a fifth of it
        found = file.stat()
    except OSError:
        return ""
    return f"{found.st_size} {found.st_mtime_ns}"


def remember(
    db: sqlite3.Connection, file: str, match_id: str | None, stamp: str, *, sound: bool
) -> None:
    """Keep what a file held when it was read, and whether that was a finished match."""
    row = (file, match_id, stamp, sound)
    db.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)", row)


def strike_out(db: sqlite3.Connection, match_id: str) -> None:
    """Take a match out of the history, if it is there."""
    db.execute("DELETE FROM matches WHERE id = ?", (match_id,))
    db.execute("DELETE FROM seats WHERE match = ?", (match_id,))
    db.execute("DELETE FROM crosses WHERE match = ?", (match_id,))


def insert(
    db: sqlite3.Connection, summary: Summary, file: str, date: str, *, imported: bool
) -> None:
    """Put a match into the history, from a record (`file` in the folder of the finished ones)."""
    rules = summary.rules
    called = rules.name if rules.name != rules_text(rules).split()[0] else ""
    row = (rules_text(rules), called, summary.kind, summary.own_dice, imported)
    db.execute(_into("matches", 8), (summary.match_id, file, date, *row))
    for number, seat in enumerate(summary.seats):
        guest = re.fullmatch(STAND_IN, seat.name) is not None
        who = (summary.match_id, number, seat.name, seat.bot, guest)
        came = (seat.team, seat.total, seat.place, seat.won, seat.paid, seat.left, seat.full)
        db.execute(_into("seats", 20), (*who, *came, seat.dormidas, *seat.faces, seat.same_dice))
        crosses = [(summary.match_id, number, box, times) for box, times in seat.crossed]
        db.executemany(_into("crosses", 4), crosses)


def _into(table: str, values: int) -> str:
    return f"INSERT INTO {table} VALUES ({', '.join('?' * values)})"  # noqa: S608 - our own
