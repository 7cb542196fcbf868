"""Records of matches from elsewhere: those found where files come to lie, each one press away.

A record may as well be dropped on the window, on any screen. Shows what `exchange` finds, and asks
the app to take one in; checks nothing itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from cacho.services.exchange import Offer, offers
from cacho.services.i18n import gettext as _
from cacho.services.i18n import short_moment
from cacho.ui import look, rulestext
from cacho.ui.painter import Backdrop, Item
from cacho.ui.scenes.history import FIRST, LIST, ROWS, SIDE, STEP, TALL, blank
from cacho.ui.scenes.menu import heading
from cacho.ui.scenes.paged import Paged
from cacho.ui.told import listed
from cacho.ui.widgets import Cell, Row, Widget
from cacho.ui.widgets.prose import paragraph

if TYPE_CHECKING:
    from cacho.ui.app import App


class Bringing(Paged):
    """The records that could be taken in."""

    name = "bringing"
    closes = False
    message_place = (1280.0, 838.0, 600.0, 112.0)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._load()

    def _load(self) -> None:
        self.offers = offers(self.app.store, self.app.home)
        self.page = min(self.page, self.pages - 1)

    def entered(self) -> None:
        """Look again: one has been taken in, or another has come."""
        super().entered()
        self._load()

    @property
    def pages(self) -> int:
        """Six records a page."""
        return max(1, -(-len(self.offers) // ROWS))

    def default_focus(self) -> str:
        """Enter takes the newest in."""
        return "record.1" if self.offers else "back"

    def widgets(self) -> Sequence[Widget]:
        """Return the records, and the ways to turn and back."""
        shown = self.offers[self.page * ROWS :][:ROWS]
        return [*(self._row(number, offer) for number, offer in enumerate(shown)), *self.turning()]

    def _row(self, number: int, offer: Offer) -> Widget:
        x, w = LIST
        path, setup = offer
        names = listed(seat.name for seat in setup.seats)
        lies = f"{rulestext.short_title(setup.rules)} · {path.parent.name}/{path.name}"
        date = short_moment(setup.date) if setup.date else ""
        cells = (
            Cell(names, 30, 40, w - 380, 48, "pen"),
            Cell(lies, 30, 86, w - 60, 30, "print", look.FAINT),
            Cell(date, w - 30, 40, 310, 34, "print", look.INK, "right"),
        )
        rect, act = (x, FIRST + number * STEP, w, TALL), partial(self.app.take_in, path)
        return Row(f"record.{number + 1}", rect, cells, act, f"row_{number}")

    # -------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add the wood, the heading, where records are looked for, and that there are none."""
        items.append(Backdrop("table"))
        heading(items, _("Traer una partida"))
        x, w = SIDE
        home = self.app.home
        places = _("Aquí se ven las que están en {downloads} y en {documents}.").format(
            downloads=home.downloads.name, documents=home.documents.name
        )
        dropped = _("También se trae una soltando su archivo en esta ventana.")
        below = FIRST + 20
        for told in (places, dropped):
            where = (x + w / 2, below, w - 20, 34)
            below = 34 + paragraph(
                items, told, *where, colour=look.CREAM, align="centre", shadow=True, tag="where"
            )
        if not self.offers:
            blank(items, _("No hay ninguna partida de otra parte."))
        if self.pages > 1:
            self.paint_dots(items, 770)
