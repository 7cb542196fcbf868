"""Esc at the table: the match waits, nothing is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cacho.services.i18n import gettext as _
from cacho.ui import look
from cacho.ui.painter import Item, Paper, Rect, Text
from cacho.ui.scenes.menu import Menu
from cacho.ui.scenes.options import Options
from cacho.ui.widgets import Button, Widget
from cacho.ui.widgets.prose import paragraph

SHEET: Final[Rect] = (620, 60, 680, 960)
INSET: Final = 70.0
FIRST, TALL, STEP = 226.0, 112.0, 130.0


class Pause(Menu):
    """Go on, rules, options, to the title, quit."""

    name = "pause"
    overlay = True

    def _quit(self) -> None:
        self.app.running = False

    def widgets(self) -> Sequence[Widget]:
        """Return the buttons from top to bottom."""
        entries: tuple[tuple[str, str, str, Callable[[], None]], ...] = (
            ("resume", _("Seguir jugando"), "red", self.app.pop),
            ("howto", _("Reglas"), "tan", self.app.show_help),
            ("options", _("Opciones"), "tan", lambda: self.app.push(Options(self.app))),
            ("title", _("Salir al título"), "dark", self.app.leave_to_title),
            ("quit", _("Salir del juego"), "dark", self._quit),
        )
        x, _y, w, _h = SHEET
        return [
            Button(id_, (x + INSET, FIRST + STEP * i, w - 2 * INSET, TALL), label, act, skin)
            for i, (id_, label, skin, act) in enumerate(entries)
        ]

    def paint_under(self, items: list[Item]) -> None:
        """Add the sheet, its heading, and that the match stays."""
        x, y, w, _h = SHEET
        items.append(Paper("big_2", *SHEET, angle=0.5, tag="sheet"))
        items.append(
            Text(_("Pausa"), x + w / 2, y + 96, 84, "hand", look.INK, "centre", w - 2 * INSET)
        )
        kept = _("La partida queda guardada tal como está.")
        paragraph(items, kept, x + w / 2, 892, w - 2 * INSET, 32, colour=look.FAINT, align="centre")
