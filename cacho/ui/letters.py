"""A sheet of letters to be pressed in place of a keyboard, and what is said of a name as it grows.

Owns which case is offered, and whether the text is marked. What is written, and where sheet and
keys lie, is the scene's matter.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from cacho.services.i18n import gettext as _
from cacho.ui.painter import Rect
from cacho.ui.widgets import Sign, Widget

LINES: Final = ("ABCDEFG", "HIJKLMN", "ÑOPQRST", "UVWXYZ.", "ÁÉÍÓÚÜ-")
ACROSS: Final = 7
Write: TypeAlias = Callable[[str], None]
Key: TypeAlias = tuple[str, str, Callable[[], None]]


class Letters:
    """The letters, as they are to go on with a text."""

    def __init__(self) -> None:
        self._asked: bool | None = None
        """Whether capitals were asked for, or small letters; None: as the text has it."""
        self.marked = False
        """Whether all of the text is marked: what is written next takes its place."""

    def settle(self) -> None:
        """Offer again what the text suggests, none of it marked: something was written."""
        self._asked, self.marked = None, False

    def stays(self, text: str) -> str:
        """Return what of a text stays when something is written or erased; it is marked no more."""
        marked, self.marked = self.marked, False
        return "" if marked else text

    def _is_capital(self, text: str) -> bool:
        begins = self.marked or not text or text[-1] in " .-"
        return begins if self._asked is None else self._asked

    def _turn(self, text: str) -> None:
        self._asked = not self._is_capital(text)

    def signs(
        self, text: str, sheet: Rect, top: float, cell: tuple[float, float], write: Write
    ) -> list[Widget]:
        """Return a sign a letter, in lines from `top` on down the middle of the sheet."""
        left = sheet[0] + (sheet[2] - ACROSS * cell[0]) / 2
        signs: list[Widget] = []
        for row, line in enumerate(LINES):
            for column, letter in enumerate(line):
                shown = letter if self._is_capital(text) else letter.lower()
                place = (left + column * cell[0], top + row * cell[1], *cell)
                act = partial(write, shown)
                signs.append(Sign(f"key.{letter}", place, act, text=shown, size=60))
        return signs

    def keys(self, text: str, write: Write, erase: Callable[[], None]) -> tuple[Key, ...]:
        """Return the keys that belong to the letters: names, words and acts."""
        return (
            ("key.capital", _("Mayús."), partial(self._turn, text)),
            ("key.space", _("Espacio"), partial(write, " ")),
            ("key.erase", _("Borrar"), erase),
        )


def too_long(most: int) -> str:
    """Say that no more letters fit."""
    return _("Un nombre tiene como máximo {n} letras.").format(n=most)


def left_out() -> str:
    """Say that signs were left out which nobody could draw."""
    return _("Hay signos que no caben en un nombre: quedaron fuera.")
