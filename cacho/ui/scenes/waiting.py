"""Matches that were not played to their end: go on with one, or put it away.

What is put away is kept, and can be brought back from the second list.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from cacho.services.i18n import gettext as _
from cacho.services.i18n import short_moment
from cacho.ui import look, rulestext
from cacho.ui.painter import Backdrop, Item
from cacho.ui.scenes.history import FIRST, LIST, STEP, TALL, blank
from cacho.ui.scenes.menu import heading
from cacho.ui.scenes.paged import Paged
from cacho.ui.widgets import Button, Cell, Choice, Row, Widget

if TYPE_CHECKING:
    from cacho.services.store import Unfinished
    from cacho.ui.app import App

ROWS: Final = 6
AWAY: Final = (1290.0, 250.0)
WHICH: Final = (390.0, 956.0, 760.0, 96.0)


class Waiting(Paged):
    """The open matches, or those put away."""

    name = "waiting"
    closes = False
    message_place = (1370.0, 12.0, 510.0, 108.0)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.away = False
        self._load()

    def _load(self) -> None:
        store = self.app.store
        self.matches = store.put_away_matches() if self.away else store.unfinished()
        self.page = min(self.page, self.pages - 1)

    def entered(self) -> None:
        """Come back to a list that may have changed."""
        super().entered()
        self._load()

    @property
    def pages(self) -> int:
        """Six matches a page."""
        return max(1, -(-len(self.matches) // ROWS))

    def default_focus(self) -> str:
        """Enter goes on with the newest match."""
        return "match.1" if self.matches else "back"

    def widgets(self) -> Sequence[Widget]:
        """Return the matches, each with the way to put it away or bring it back."""
        out: list[Widget] = []
        for number, match in enumerate(self.matches[self.page * ROWS :][:ROWS]):
            out += self._row(number, match)
        options = (("open", _("Sin terminar")), ("away", _("Apartadas")))
        value = "away" if self.away else "open"
        out.append(Choice("which", WHICH, options, value, self._choose))
        return [*out, *self.turning()]

    def _choose(self, value: str) -> None:
        self.away, self.page = value == "away", 0
        self._load()

    def _row(self, number: int, match: Unfinished) -> list[Widget]:
        x, w = LIST
        y = FIRST + number * STEP
        names = ", ".join(seat.name for seat in match.setup.seats)
        stands = _("Ronda {n}").format(n=match.state.round)
        told = f"{rulestext.short_title(match.setup.rules)} · {stands}"
        date = short_moment(match.setup.date) if match.setup.date else ""
        cells = (
            Cell(names, 30, 40, w - 380, 48, "pen"),
            Cell(told, 30, 86, w - 60, 30, "print", look.FAINT),
            Cell(date, w - 30, 40, 310, 34, "print", look.INK, "right"),
        )
        act, label = partial(self._go_on, match), _("Apartar")
        move = partial(self._put_away, match)
        if self.away:
            act, label = partial(self._bring_back, match), _("Devolver")
            move = act
        ax, aw = AWAY
        return [
            Row(f"match.{number + 1}", (x, y, w, TALL), cells, act, f"row_{number}"),
            Button(f"away.{number + 1}", (ax, y + 6, aw, TALL - 12), label, move, "dark"),
        ]

    def _go_on(self, match: Unfinished) -> None:
        self.app.resume_match(match.path)

    def _put_away(self, match: Unfinished) -> None:
        if not self.app.store.put_away(match.path):
            self.app.refuse(_("Esa partida no se puede apartar ahora."))
        self._load()

    def _bring_back(self, match: Unfinished) -> None:
        if not self.app.store.bring_back(match.path):
            self.app.refuse(_("Esa partida no se puede devolver ahora."))
        self._load()

    def paint_under(self, items: list[Item]) -> None:
        """Add the wood, the heading, and where nothing waits, that."""
        items.append(Backdrop("table"))
        heading(items, _("Partidas apartadas") if self.away else _("Partidas sin terminar"))
        if not self.matches:
            blank(items, _("Aquí no hay ninguna partida."))
