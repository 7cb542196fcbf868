"""Esc at the table: the match waits, nothing is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from cacho.services.i18n import gettext as _
from cacho.ui import look, seal
from cacho.ui.painter import Item, Paper, Rect, Text
from cacho.ui.scenes.history import History
from cacho.ui.scenes.menu import Menu
from cacho.ui.scenes.options import Options
from cacho.ui.scenes.seats import Seats
from cacho.ui.widgets import Button, Widget
from cacho.ui.widgets.prose import paragraph

if TYPE_CHECKING:
    from cacho.ui.app import App
    from cacho.ui.scenes.table import Table

SHEET: Final[Rect] = (620, 60, 680, 960)
INSET: Final = 70.0
SLIP: Final[Rect] = (56, 250, 530, 480)
"""Where the seal of the dice lies."""
EDGE: Final = 34.0
FIRST, TALL, STEP = 226.0, 96.0, 110.0
FEW, LOW, CLOSE = 6, 84.0, 94.0
"""More buttons than so many are lower, and closer together."""


class Pause(Menu):
    """Go on, rules, options, history, somebody leaves, to the title, quit; and the seal."""

    name = "pause"
    overlay = True
    message_place = (40.0, 772.0, 560.0, 130.0)

    def __init__(self, app: App, table: Table | None = None) -> None:
        super().__init__(app)
        self._table = table

    def widgets(self) -> Sequence[Widget]:
        """Return the buttons from top to bottom."""
        entries: list[tuple[str, str, str, Callable[[], None]]] = [
            ("resume", _("Seguir jugando"), "red", self.app.pop),
            ("book", _("Reglas"), "tan", self.app.show_book),
            ("options", _("Opciones"), "tan", lambda: self.app.push(Options(self.app))),
            ("history", _("Historia"), "tan", lambda: self.app.push(History(self.app))),
            ("title", _("Salir al título"), "dark", self.app.leave_to_title),
            ("quit", _("Salir del juego"), "dark", self.app.quit),
        ]
        if self._table is not None:
            entries.insert(4, ("seats", _("Jugadores"), "tan", self._seats))
        x, _y, w, _h = SHEET
        tall, step = (TALL, STEP) if len(entries) <= FEW else (LOW, CLOSE)
        return [
            Button(id_, (x + INSET, FIRST + step * i, w - 2 * INSET, tall), label, act, skin)
            for i, (id_, label, skin, act) in enumerate(entries)
        ]

    def _seal(self, items: list[Item]) -> None:
        """Add the seal of the dice on a slip of paper, to be photographed."""
        commitment = self._table.session.setup.commitment if self._table else None
        if commitment is None:
            return
        x, y, w, _h = SLIP
        items.append(Paper("big_0", *SLIP, angle=-0.6, tag="slip"))
        middle = x + w / 2
        told = (_("El sello de los dados"), middle, y + 52, 48, "hand", look.INK, "centre", w - 50)
        items.append(Text(*told, tag="seal.title"))
        step = EDGE * 1.36
        seal.paint(items, commitment, middle - 4.5 * step, y + 116, EDGE)
        why = _("Sácale una foto: cuando la partida termine, los dados se pueden comprobar.")
        paragraph(items, why, middle, y + 346, w - 60, 30, colour=look.FAINT, align="centre")

    def _seats(self) -> None:
        if self._table is not None:
            self.app.push(Seats(self.app, self._table))

    def paint_under(self, items: list[Item]) -> None:
        """Add the sheet, its heading, and that the match stays."""
        x, y, w, _h = SHEET
        items.append(Paper("big_2", *SHEET, angle=0.5, tag="sheet"))
        items.append(
            Text(_("Pausa"), x + w / 2, y + 96, 84, "hand", look.INK, "centre", w - 2 * INSET)
        )
        self._seal(items)
        kept = _("La partida queda guardada tal como está.")
        paragraph(items, kept, x + w / 2, 892, w - 2 * INSET, 32, colour=look.FAINT, align="centre")
