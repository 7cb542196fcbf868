"""Taking back further than one player may: the table agrees, everybody with a press of their own.

Whoever noted asks; each of the others presses their name. With the last one the note is taken back,
and what was rolled since is given up. Nothing happens while one of them has not pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from cacho.engine import LastNote, State
from cacho.services.i18n import gettext as _
from cacho.ui import look
from cacho.ui.painter import Item, Paper, Rect, Text
from cacho.ui.scenes.menu import Menu
from cacho.ui.sheets import box_name
from cacho.ui.widgets import Button, Toggle, Widget
from cacho.ui.widgets.prose import paragraph

if TYPE_CHECKING:
    from cacho.ui.app import App

SHEET: Final = (440.0, 1040.0)
"""Left border and width."""
INSET, TALL, STEP = 70.0, 96.0, 108.0
HEAD: Final = 286.0
"""Height of what stands above the names."""


class Agreeing(Menu):
    """The names of those who must agree; `done` is called once all have."""

    name = "agreeing"
    overlay = True

    def __init__(self, app: App, state: State, note: LastNote, done: Callable[[], None]) -> None:
        super().__init__(app)
        self.state, self.note, self._done = state, note, done
        self.asked = others(state, note.seat)
        self.agreed: set[int] = set()

    @property
    def _top(self) -> float:
        return 540 - self._high / 2

    @property
    def _high(self) -> float:
        return HEAD + STEP * self._rows + TALL + 70

    @property
    def _rows(self) -> int:
        return -(-len(self.asked) // 2)

    def default_focus(self) -> str:
        """Enter in passing agrees to nothing."""
        return "no"

    def widgets(self) -> Sequence[Widget]:
        """Return a toggle for everybody who must agree, and the way back."""
        x, w = SHEET
        half = (w - 2 * INSET - 20) / 2
        out: list[Widget] = []
        for number, seat in enumerate(self.asked):
            row, column = divmod(number, 2)
            left = x + INSET + column * (half + 20)
            place = (left, self._top + HEAD + row * STEP, half, TALL)
            name, act = self.state.seats[seat].name, partial(self._agree, seat)
            out.append(Toggle(f"agrees.{seat}", place, name, seat in self.agreed, act))
        back = (x + INSET, self._top + HEAD + self._rows * STEP + 14, w - 2 * INSET, TALL)
        return [*out, Button("no", back, _("No, queda como está"), self.app.pop, "tan")]

    def _agree(self, seat: int, yes: bool) -> None:
        (self.agreed.add if yes else self.agreed.discard)(seat)
        if self.agreed == set(self.asked):
            self.app.pop()
            self._done()

    def paint_under(self, items: list[Item]) -> None:
        """Add the slip: what would be taken back, and what that means."""
        x, w = SHEET
        slip: Rect = (x, self._top, w, self._high)
        items.append(Paper("big_1", *slip, angle=-0.4, tag="slip"))
        middle, room = x + w / 2, w - 2 * INSET
        name = self.state.seats[self.note.seat].name
        asked = _("¿Deshacer lo que anotó {name}?").format(name=name)
        where = (middle, self._top + 70, 58, "hand", look.INK, "centre", room)
        items.append(Text(asked, *where, tag="question"))
        told = _("{points} en {box}").format(points=self.note.points, box=box_name(self.note.box))
        where = (
            middle,
            self._top + 138,
            44,
            "pen",
            look.INKS[self.state.team_of(self.note.seat)].colour,
            "centre",
            room,
        )
        items.append(Text(told, *where, tag="note"))
        lost = _("Lo que se tiró después se pierde. Cada uno toca su nombre si está de acuerdo.")
        paragraph(items, lost, middle, self._top + 178, room, 32, align="centre", tag="detail")


def others(state: State, seat: int) -> tuple[int, ...]:
    """Return the seats of the people who must agree when that one takes something back."""
    return tuple(
        other
        for other, person in enumerate(state.seats)
        if other != seat and other not in state.gone and person.bot is None
    )
