"""The evening: what the matches since the table sat down come to, in tally strokes.

Games won, rounds paid and dormidas of everybody, then of pairs and trios, across all rules. The
evening goes on until the table says that it is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cacho.services.i18n import date_text
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.ui import charts, look
from cacho.ui.painter import Backdrop, Ink, Item, Paper, Rect, Text
from cacho.ui.scenes.confirm import Confirm
from cacho.ui.scenes.listing import Listing
from cacho.ui.scenes.menu import heading
from cacho.ui.widgets import Button, Widget
from cacho.ui.widgets.prose import paragraph
from cacho.ui.wording import games_text, listed

if TYPE_CHECKING:
    from cacho.services.games import TallyLine

SHEET: Final[Rect] = (120, 140, 1680, 790)
OVER: Final[Rect] = (390, 956, 560, 96)
FIRST, STEP, LINES = 300.0, 72.0, 8
COLUMNS: Final = (190.0, 730.0, 1140.0, 1560.0)
"""Where names, games won, rounds paid and dormidas stand."""
APART: Final = 60.0
"""So far from the strokes a name ends at least: "Jugador 1" is no "Jugador 11"."""
SHARED: Final = look.SeatInk("pencil", look.INK)
"""How those who shared a sheet stand there."""
MOST_STROKES: Final = 15
"""More than so many are written as a number."""


class EveningPage(Listing["TallyLine"]):
    """A sheet with the tally of the evening; where many played, more than one."""

    name = "evening"
    message_place = (1240.0, 12.0, 620.0, 104.0)

    def find(self) -> Sequence[TallyLine]:
        """Return everybody, who won most first, then the pairs and trios that shared sheets."""
        return (*self.tally.people, *self.tally.teams)

    def load(self) -> None:
        """Ask again what the evening comes to."""
        self.evening, self.tally = self.app.store.evening, self.app.store.tonight()
        self._inks = look.ink_of(self.app.store.history.people())
        self.many = LINES - 1 if self.tally.by_bots else LINES
        super().load()

    def default_focus(self) -> str:
        """Enter in passing ends no evening."""
        return "back"

    def widgets(self) -> Sequence[Widget]:
        """Return the way back and the end of the evening."""
        nothing = "" if self.tally.games else _("Esta noche todavía no terminó ninguna partida.")
        label = _("Se terminó la noche")
        over = Button("over", OVER, label, self._ask, "tan", why=nothing)
        return [*self.turning(), over]

    def _ask(self) -> None:
        self.app.push(
            Confirm(
                self.app,
                _("¿Se terminó la noche?"),
                _("La cuenta empieza de nuevo; las partidas quedan en la historia."),
                _("Sí, se terminó"),
                _("No"),
                self._over,
            )
        )

    def _over(self) -> None:
        self.app.tell(self.app.store.end_evening())
        self.load()
        self.app.changed()

    # -------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add the sheet: since when, the heads of the columns, a line for everybody."""
        items.append(Backdrop("table"))
        heading(items, _("Esta noche"))
        x, _y, w, _h = SHEET
        items.append(Paper("big_0", *SHEET, angle=-0.3, tag="sheet"))
        middle = x + w / 2
        if not self.tally.games:
            told = _("La cuenta de la noche empieza con la primera partida que termine.")
            paragraph(items, told, middle, 400, w - 400, 48, "hand", align="centre", tag="nothing")
            return
        count = games_text(self.tally.games)
        told = _("{count} desde el {date}").format(count=count, date=date_text(self.evening.began))
        where = (middle, 192, 38, "print", look.FAINT, "centre", w - 160)
        items.append(Text(told, *where, tag="since"))
        heads = (_("Quién"), _("Ganadas"), _("Rondas que pagó"), _("Dormidas"))
        for head, left in zip(heads, COLUMNS, strict=True):
            align = "left" if left < COLUMNS[-1] else "centre"
            items.append(Text(head, left, 250, 34, "print", look.FAINT, align, 400))
        for number, line in enumerate(self.shown):
            self._line(items, number, line)
        if self.tally.by_bots:
            self._by_bots(items, FIRST + (len(self.shown) + 0.5) * STEP)

    def _by_bots(self, items: list[Item], y: float) -> None:
        """Add how many matches a bot has won, on a line of its own: it is nobody's."""
        n, (x, _y, w, _h) = self.tally.by_bots, SHEET
        told = n_(
            "La máquina ganó {n}: no suma para nadie.",
            "La máquina ganó {n}: no suman para nadie.",
            n,
        ).format(n=n)
        where = (COLUMNS[0], y, 34, "print", look.FAINT, "left", x + w - COLUMNS[0] - 60)
        items.append(Text(told, *where, tag="by_bots"))

    def _line(self, items: list[Item], number: int, line: TallyLine) -> None:
        y = FIRST + number * STEP
        middle = y + STEP / 2
        ink = self._inks.get(line.names[0], SHARED) if len(line.names) == 1 else SHARED
        room = COLUMNS[1] - COLUMNS[0] - APART
        names = (COLUMNS[0], middle, 50, "pen", ink.colour, "left", room)
        items.append(Text(listed(line.names), *names, tag=f"line.{number + 1}"))
        tally(items, line.won, COLUMNS[1], middle, ink.pen, f"won.{number + 1}")
        tally(items, line.paid, COLUMNS[2], middle, "red_pencil", f"paid.{number + 1}")
        if line.dormidas:
            where = (COLUMNS[3], middle, 50, "pen", ink.colour, "centre")
            items.append(Text(str(line.dormidas), *where, tag=f"dormidas.{number + 1}"))


def tally(items: list[Item], count: int, x: float, middle: float, pen: str, tag: str) -> None:
    """Add a number as strokes, or where they would be many as a number."""
    if count > MOST_STROKES:
        items.append(Ink(str(count), x, middle - 25, 90, 50, pen, count, tag=tag))
    else:
        begin = len(items)
        charts.strokes(items, count, x, middle - 28, 56, pen)
        items[begin:] = [item._replace(tag=tag) for item in items[begin:]]
