"""Who plays each seat in the middle of a match: a person, a bot, or nobody any more.

Somebody who has to go hands the seat to a bot and takes it back later, or goes home for good; a
guest may take a bot's seat. Turns it into an action of the engine, which the record tells of.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from cacho.engine import Hand, Leave, Level, State
from cacho.services import people
from cacho.services.i18n import gettext as _
from cacho.ui import look
from cacho.ui.painter import Item, Paper, Rect, Text
from cacho.ui.regulars import GLYPHS, level_name
from cacho.ui.scenes.confirm import Confirm
from cacho.ui.scenes.menu import Menu
from cacho.ui.scenes.naming import Naming
from cacho.ui.widgets import Button, ChalkButton, Widget
from cacho.ui.widgets.prose import drawable

if TYPE_CHECKING:
    from cacho.ui.app import App
    from cacho.ui.scenes.table import Table

SHEET: Final[Rect] = (560, 40, 800, 1000)
INSET: Final = 80.0
FIRST, TALL, STEP = 190.0, 100.0, 116.0
LEVELS_TOP, LEVEL_TALL, GAP = 376.0, 138.0, 20.0
HOME_TOP: Final = 748.0
"""Where it stands that somebody goes home."""


def _strip(top: float, tall: float) -> Rect:
    """Return a place across the sheet."""
    return (SHEET[0] + INSET, top, SHEET[2] - 2 * INSET, tall)


def _paint_sheet(items: list[Item], heading: str) -> None:
    x, y, w, _h = SHEET
    items.append(Paper("big_1", *SHEET, angle=-0.4, tag="sheet"))
    where = (heading, x + w / 2, y + 84, 76, "hand", look.INK, "centre")
    items.append(Text(*where, w - 2 * INSET))


class Seats(Menu):
    """The players who are still there, each a button that says who plays."""

    name = "seats"
    overlay = True

    def __init__(self, app: App, table: Table) -> None:
        super().__init__(app)
        self._table = table

    def widgets(self) -> Sequence[Widget]:
        """Return a button a seat, and the way back."""
        state = self._table.state
        buttons: list[Widget] = []
        for row, seat in enumerate(self._table.present):
            who, act = state.seats[seat], partial(self._open, seat)
            place, note = _strip(FIRST + STEP * row, TALL), level_name(who.bot)
            buttons.append(Button(f"seat.{seat + 1}", place, who.name, act, note=note, size=50))
        back = _strip(SHEET[1] + SHEET[3] - 120, 92)
        return [*buttons, Button("back", back, _("Volver"), self.app.pop, "red")]

    def default_focus(self) -> str:
        """Enter in passing changes nothing."""
        return "back"

    def _open(self, seat: int) -> None:
        self.app.push(OneSeat(self.app, self._table, seat))

    def paint_under(self, items: list[Item]) -> None:
        """Add the sheet and its heading."""
        _paint_sheet(items, _("Jugadores"))


class OneSeat(Menu):
    """Who plays one seat from now on."""

    name = "seat"
    overlay = True

    def __init__(self, app: App, table: Table, seat: int) -> None:
        super().__init__(app)
        self._table = table
        self._seat = seat

    @property
    def _state(self) -> State:
        return self._table.state

    @property
    def _called(self) -> str:
        return self._state.seats[self._seat].name

    def widgets(self) -> Sequence[Widget]:
        """Return a person, the four levels, the way home, and the way back."""
        x, y, wide, _tall = _strip(LEVELS_TOP, LEVEL_TALL)
        half = (wide - GAP) / 2
        out: list[Widget] = [self._kind(None, (x, y - LEVEL_TALL - GAP, wide, LEVEL_TALL))]
        for at, level in enumerate(Level):
            across, down = at % 2 * (half + GAP), at // 2 * (LEVEL_TALL + GAP)
            out.append(self._kind(level, (x + across, y + down, half, LEVEL_TALL)))
        alone = len(self._table.present) == 1
        other = (x, HOME_TOP, wide if alone else half, TALL)
        out.append(Button("hand", other, _("Sigue otro…"), self._ask_who, size=42, pad=16))
        if not alone:
            home = (x + half + GAP, HOME_TOP, half, TALL)
            out.append(Button("leave", home, _("Se va a casa"), self._ask, size=42, pad=16))
        back = _strip(SHEET[1] + SHEET[3] - 120, 92)
        return [*out, Button("back", back, _("Volver"), self.app.pop, "tan")]

    def _kind(self, level: Level | None, place: Rect) -> Widget:
        """A button for who may play here; whoever does now is red."""
        skin = "red" if level is self._state.seats[self._seat].bot else "dark"
        act, id_ = partial(self._hand, level), f"to.{level or 'person'}"
        return ChalkButton(id_, place, (GLYPHS[level],), level_name(level), act, skin)

    def default_focus(self) -> str:
        """Enter in passing changes nothing."""
        return "back"

    def _hand(self, level: Level | None) -> None:
        self.app.pop_to(self._table)
        if level is not self._state.seats[self._seat].bot:
            self._table.try_(Hand(self._seat, level))

    def _ask_who(self) -> None:
        """Ask which person plays on; the sheet stays as it is."""
        asked = _("¿Quién sigue por {name}?").format(name=self._called)
        self.app.push(Naming(self.app, self._called, self._named, asked, label=_("Sigue")))

    def _named(self, name: str) -> None:
        others = [one.name for at, one in enumerate(self._state.seats) if at != self._seat]
        told_apart = people.seat_names([*others, people.clean_name(name, drawable)])[-1]
        handed = Hand(self._seat, name=None if name == self._called else told_apart)
        self.app.pop_to(self._table)
        if handed.name or self._state.seats[self._seat].bot:
            self._table.try_(handed)

    def _ask(self) -> None:
        """Ask whether it is meant, naming the player."""
        self.app.push(
            Confirm(
                self.app,
                _("¿Se va {name}?").format(name=self._called),
                _("La partida sigue sin esa persona; lo que falta en su hoja se tacha."),
                _("Sí, se va"),
                _("No"),
                self._leave,
            )
        )

    def _leave(self) -> None:
        self.app.pop_to(self._table)
        self._table.try_(Leave(self._seat))

    def paint_under(self, items: list[Item]) -> None:
        """Add the sheet, whose seat it is, and what is asked."""
        _paint_sheet(items, self._called)
        asked = (_("¿Quién juega por este asiento?"), SHEET[0] + SHEET[2] / 2, 186, 36, "print")
        items.append(Text(*asked, look.FAINT, "centre", SHEET[2] - 2 * INSET))
