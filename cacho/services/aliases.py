"""Which names are one person: "ana" that was typed by mistake, Ana who is called Anita now.

Owns their file, so that a history that is made anew from the records knows them still. Records
keep the names that were written at the table.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from cacho.services import lock, safefile
from cacho.services.notices import Notice, NoticeKind

_TROUBLES = (
    NoticeKind.ALIASES_RESTORED,
    NoticeKind.ALIASES_DAMAGED,
    NoticeKind.ALIASES_UNREADABLE,
)
"""What is told of a file that could not be read as it should."""

NAME: Final = "aliases"
MOST: Final = 1000
LONGEST: Final = 64
"""Characters in a name, as records have them."""


class Aliases(NamedTuple):
    """`persons`: for names that are not the person's own, who is meant."""

    persons: Mapping[str, str] = {}

    def person(self, name: str) -> str:
        """Who is meant by a name."""
        return self.persons.get(name, name)

    def join(self, name: str, person: str) -> "Aliases":
        """Let all that was played as `name` be that person's; others joined to it come along."""
        person = self.person(person)
        if person in {name, ""}:
            return self
        moved = {one: person for one, other in self.persons.items() if other == name}
        return Aliases({**self.persons, **moved, name: person})

    def rename(self, name: str, new: str) -> "Aliases":
        """Call a person otherwise from now on. With the name of another person they are joined."""
        freed = {one: other for one, other in self.persons.items() if one != new}
        return Aliases(freed).join(name, new)

    def part(self, name: str) -> "Aliases":
        """Let a name stand for itself again."""
        return Aliases({one: other for one, other in self.persons.items() if one != name})


def load_aliases(path: Path) -> tuple[Aliases, Notice | None]:
    """Read which names are one person; whatever makes no sense is left out."""
    reading = safefile.read_json(path, NAME)
    read = reading.body.get("persons")
    pairs = list(read.items())[:MOST] if isinstance(read, dict) else []
    aliases = Aliases()
    for name, person in pairs:
        if isinstance(person, str) and person.isprintable() and 0 < len(person) <= LONGEST:
            aliases = aliases.join(name, person)
    return aliases, reading.told(*_TROUBLES)


def save_aliases(path: Path, aliases: Aliases) -> Notice | None:
    """Write which names are one person; a second copy of the program does not (SECOND_COPY)."""
    if not lock.may_save(path.parent):
        return Notice(NoticeKind.SECOND_COPY)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        safefile.write_json(path, NAME, {"persons": dict(aliases.persons)})
    except OSError as error:
        return Notice(NoticeKind.ALIASES_UNSAVED, error.strerror or "")
    return None
