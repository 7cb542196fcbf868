"""A match that is being played and its record on disk, always in step.

Owns the order: an action is on the disk before the match knows of it, so nothing can be seen that
a crash would take back. Must not decide rules (the engine does) or find files (the store does).
"""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from cacho.engine import Action, Event, Hand, Match, Phase, Seat, Setup, State, action_line
from cacho.services import safefile
from cacho.services.journal import Journal
from cacho.services.notices import Notice


class Session:
    """A running match; made by `MatchStore.start` and `MatchStore.resume`.

    `ended` is told each time that the match is over, and when a take-back opens it again.
    """

    def __init__(
        self,
        match: Match,
        journal: Journal,
        path: Path,
        finished: Path,
        ended: Callable[[Match], None] = lambda _match: None,
    ) -> None:
        self._match = match
        self._journal = journal
        self._path = path
        self._finished = finished
        self._ended = ended
        self._closed = False
        self.notice: Notice | None = None
        """What the last call had to tell, if anything."""

    @property
    def match(self) -> Match:
        """The match itself; read it, but let it change through `submit` only."""
        return self._match

    @property
    def path(self) -> Path:
        """The record of the running match."""
        return self._path

    @property
    def setup(self) -> Setup:
        """What was agreed before the first roll."""
        return self._match.setup

    @property
    def state(self) -> State:
        """Where the match stands."""
        return self._match.state

    @property
    def sitting(self) -> dict[int, Seat]:
        """Who sits at the table, by the number of the seat, and would play another match.

        Who took a seat over does; who left does not; where the program stands in for a person,
        the person does, and where a person plays for the program, the program.
        """
        seats = dict(enumerate(self.setup.seats))
        for action in self.match.log:
            if isinstance(action, Hand) and action.name is not None:
                seats[action.seat] = Seat(action.name, action.bot)
        return {at: seat for at, seat in seats.items() if at not in self.state.gone}

    @property
    def over(self) -> bool:
        """Whether the match has ended; until `finish` the last note may still be taken back."""
        return self.state.phase is Phase.OVER

    @property
    def closed(self) -> bool:
        """Whether the record was let go of."""
        return self._closed

    def submit(self, action: Action) -> tuple[Event, ...]:
        """Do what a player did: faces are drawn, the line is safe on the disk, the match moves.

        Sets `notice`. Raises IllegalAction, and then nothing was written.
        """
        if self._closed:
            raise RuntimeError("this session is closed")
        drawn = self._match.prepare(action)
        self.notice = self._journal.append(action_line(drawn))
        before = self.over
        events = self._match.submit(drawn)
        if before or self.over:
            self._ended(self._match)
        return events

    def finish(self) -> Notice | None:
        """Put the record of a match that is over with the finished ones and reveal its seed.

        A match that goes on stays where it is, so this may be called whenever a table is left.
        """
        if self._closed or not self.over:
            return None
        self.notice = self._reveal_seed()
        self.close()
        if self._journal.saved:
            self._move()
        return self.notice

    def close(self) -> None:
        """Let go of the record; the match can be gone on with later."""
        if not self._closed:
            self.notice = self._journal.flush() or self.notice
        self._closed = True
        self._journal.close()

    def _reveal_seed(self) -> Notice | None:
        if self.setup.commitment is None:
            return None
        with contextlib.suppress(OSError, ValueError):
            seed = safefile.read_bytes(seed_of(self._path)).decode("ascii").strip()
            return self._journal.append(f"# seed {seed}")
        return None

    def _move(self) -> None:
        """If the system refuses, the match is offered as an open one: at its end, nothing lost."""
        target = self._finished / self._path.name
        number = 2
        while target.exists():
            target = self._finished / f"{self._path.stem}-{number}{self._path.suffix}"
            number += 1
        with contextlib.suppress(OSError):
            self._finished.mkdir(parents=True, exist_ok=True)
            os.rename(self._path, target)
            safefile.sync_folder(self._finished)
            seed_of(self._path).unlink(missing_ok=True)
            safefile.sync_folder(self._path.parent)


IMPORTED: Final = "# imported"
"""Begins the comment in a record that came from elsewhere."""


def is_imported(data: bytes) -> bool:
    """Whether a record came from elsewhere."""
    return any(line.startswith(IMPORTED.encode("ascii")) for line in data.split(b"\n"))


def seed_of(path: Path) -> Path:
    """Give the file in which the seed of a running match lies."""
    return path.with_suffix(".seed")
