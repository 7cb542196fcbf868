"""Who sits at the table: `Seat`, a person's or one that the program plays.

Owns what a seat is and what may be wrong with it. Must not know how a `Level` plays: that is
`cacho.strategy`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from .rules import is_plain

MAX_SEATS: Final = 6
MAX_SEAT_NAME: Final = 64
"""Code points in a seat's name; what fits the screen is the screen's matter."""


class SetupError(ValueError):
    """A match cannot be set up so; the message is one sentence."""


class Level(StrEnum):
    """How well the program plays a seat, from the weakest to the strongest."""

    NOVATO = "novato"
    PARROQUIANO = "parroquiano"
    MAESTRO = "maestro"
    TIBURON = "tiburon"


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table. Names are one printable line; two seats may share one.

    `bot` is the level at which the program plays it, None where a person does.
    """

    name: str
    bot: Level | None = None

    def __post_init__(self) -> None:
        if not is_plain(self.name, MAX_SEAT_NAME):
            raise SetupError(
                f"a seat's name must be 1 to {MAX_SEAT_NAME} printable characters "
                "without spaces at its ends"
            )
