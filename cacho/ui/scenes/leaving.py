"""Somebody goes home in the middle of a match: who, and whether another plays on in that seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from cacho.engine import Hand, Leave, State
from cacho.services import people
from cacho.services.i18n import gettext as _
from cacho.ui import look
from cacho.ui.painter import Item, Paper, Rect, Text
from cacho.ui.scenes.confirm import Confirm
from cacho.ui.scenes.menu import Menu
from cacho.ui.scenes.naming import Naming
from cacho.ui.widgets import Button, Widget
from cacho.ui.widgets.prose import drawable

if TYPE_CHECKING:
    from cacho.ui.app import App
    from cacho.ui.scenes.table import Table

SHEET: Final[Rect] = (560, 40, 800, 1000)
INSET: Final = 80.0
FIRST, TALL, STEP = 190.0, 100.0, 116.0
HAND: Final = 236.0
"""Width of the button for whoever plays on."""


class Leaving(Menu):
    """The players who are still there: the match goes on without one, or with another person."""

    name = "leaving"
    overlay = True

    def __init__(self, app: App, table: Table) -> None:
        super().__init__(app)
        self._table = table

    @property
    def _state(self) -> State:
        return self._table.state

    def widgets(self) -> Sequence[Widget]:
        """Return two buttons a player, for going and for being followed, and the way back."""
        x, y, w, h = SHEET
        seats = [seat for seat in range(len(self._state.seats)) if seat not in self._state.gone]
        buttons: list[Widget] = []
        wide = w - 2 * INSET
        for row, seat in enumerate(seats):
            top, name = FIRST + STEP * row, self._state.seats[seat].name
            place = (x + INSET, top, wide - HAND - 14, TALL)
            buttons.append(Button(f"leave.{seat}", place, name, partial(self.ask, seat)))
            place = (x + INSET + wide - HAND, top, HAND, TALL)
            act, label = partial(self.hand_on, seat), _("Sigue otro…")
            buttons.append(Button(f"hand.{seat}", place, label, act, "dark", size=38, pad=14))
        back = (x + INSET, y + h - 120, wide, 92)
        return [*buttons, Button("back", back, _("Nadie"), self.app.pop, "red")]

    def hand_on(self, seat: int) -> None:
        """Ask who plays on for somebody; the sheet stays as it is."""
        name = self._state.seats[seat].name
        asked = _("¿Quién sigue por {name}?").format(name=name)
        self.app.push(Naming(self.app, name, partial(self._handed, seat), asked))

    def _handed(self, seat: int, name: str) -> None:
        if name == self._state.seats[seat].name:
            return
        others = [one.name for at, one in enumerate(self._state.seats) if at != seat]
        told_apart = people.seat_names([*others, people.clean_name(name, drawable)])[-1]
        self.app.pop_to(self._table)
        self._table.try_(Hand(seat, name=told_apart))

    def default_focus(self) -> str:
        """Enter in passing sends nobody home."""
        return "back"

    def ask(self, seat: int) -> None:
        """Ask whether it is meant, naming the player."""
        name = self._state.seats[seat].name
        self.app.push(
            Confirm(
                self.app,
                _("¿Se va {name}?").format(name=name),
                _("La partida sigue sin esa persona; lo que falta en su hoja se tacha."),
                _("Sí, se va"),
                _("No"),
                lambda: self._leave(seat),
            )
        )

    def _leave(self, seat: int) -> None:
        self.app.pop_to(self._table)
        self._table.try_(Leave(seat))

    def paint_under(self, items: list[Item]) -> None:
        """Add the sheet and its heading."""
        x, y, w, _h = SHEET
        items.append(Paper("big_1", *SHEET, angle=-0.4, tag="sheet"))
        heading = (_("¿Quién se va?"), x + w / 2, y + 84, 76, "hand", look.INK, "centre")
        items.append(Text(*heading, w - 2 * INSET))
