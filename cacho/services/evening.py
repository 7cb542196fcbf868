"""The evening: what the matches since the table sat down come to, across all rules.

Owns the file in which the matches of this evening are listed. They are added up by the history, so
that nothing counts twice, and a last note that is taken back corrects the tally.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from cacho.services import lock, safefile
from cacho.services.clock import moment
from cacho.services.notices import Notice, NoticeKind

_TROUBLES = (
    NoticeKind.EVENING_RESTORED,
    NoticeKind.EVENING_DAMAGED,
    NoticeKind.EVENING_UNREADABLE,
)
"""What is told of a file that could not be read as it should."""

NAME: Final = "evening"
MOST: Final = 500
"""Matches; a longer evening forgets its first ones."""
LONGEST: Final = 64
"""Characters in the name of a match."""


class Evening(NamedTuple):
    """`matches`: the names of those that were finished tonight, in order, each once."""

    began: str = ""
    """When the first of them began, like 2026-11-30T21:04; "" before."""
    matches: tuple[str, ...] = ()

    def add(self, match_id: str, date: str = "") -> "Evening":
        """Count a match that began on `date` ("": now) to this evening, however often asked."""
        began = self.began or date or moment()
        return Evening(began, _once((*self.matches, match_id)))


def load_evening(path: Path) -> tuple[Evening, Notice | None]:
    """Read the evening that goes on; an evening that nobody ended goes on tomorrow."""
    reading = safefile.read_json(path, NAME)
    began, listed = reading.body.get("began"), reading.body.get("matches")
    names = [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []
    evening = Evening(began if isinstance(began, str) else "", _once(names))
    return evening, reading.told(*_TROUBLES)


def save_evening(path: Path, evening: Evening) -> Notice | None:
    """Write the evening; ending it is writing `Evening()`. A second copy does not."""
    if not lock.may_save(path.parent):
        return Notice(NoticeKind.SECOND_COPY)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        body = {"began": evening.began, "matches": list(evening.matches)}
        safefile.write_json(path, NAME, body)
    except OSError as error:
        return Notice(NoticeKind.EVENING_UNSAVED, error.strerror or "")
    return None


def _once(names: Iterable[str]) -> tuple[str, ...]:
    known = dict.fromkeys(name for name in names if 0 < len(name) <= LONGEST)
    return tuple(known)[-MOST:]
