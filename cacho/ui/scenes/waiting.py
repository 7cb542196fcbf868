"""Matches that were not played to their end: go on with one, or put it away.

What is put away is kept, and can be brought back from the second list.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from cacho.services.i18n import gettext as _
from cacho.ui import rulestext
from cacho.ui.scenes.listing import Strips, match_cells
from cacho.ui.scenes.menu import CORNER
from cacho.ui.widgets import Button, Choice, Widget

if TYPE_CHECKING:
    from cacho.services.store import Unfinished
    from cacho.ui.app import App

AWAY: Final = (1290.0, 250.0)
"""Left border and width of the buttons beside the strips."""
LOWER: Final = 6.0
"""How far they stay from the borders of the strip above and below."""
WHICH: Final = (390.0, 956.0, 760.0, 96.0)


class Waiting(Strips["Unfinished"]):
    """The open matches, or those put away."""

    name = "waiting"
    each = "match"
    dots = False
    message_place = CORNER

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.away = False

    def find(self) -> Sequence[Unfinished]:
        """Return the matches of the list that is looked at, the newest first."""
        store = self.app.store
        return store.put_away_matches() if self.away else store.unfinished()

    def title(self) -> str:
        """Say which list this is."""
        return _("Partidas apartadas") if self.away else _("Partidas sin terminar")

    def nothing(self) -> str:
        """Say that nothing waits."""
        return _("Aquí no hay ninguna partida.")

    # -------------------------------------------------------------------- targets

    def line(self, number: int, one: Unfinished) -> Sequence[Widget]:
        """Return a match, and the way to put it away or bring it back."""
        names = ", ".join(seat.name for seat in one.state.seats)
        stands = _("Ronda {n}").format(n=one.state.round)
        told = f"{rulestext.short_title(one.setup.rules)} · {stands}"
        label, move = _("Apartar"), partial(self._put_away, one)
        act = partial(self._go_on, one)
        if self.away:
            label, move = _("Devolver"), partial(self._bring_back, one)
            act = move
        strip = self.strip(number, match_cells(names, told, one.setup.date), act)
        (x, w), (_x, y, _w, h) = AWAY, strip.rect
        rect = (x, y + LOWER, w, h - 2 * LOWER)
        return [strip, Button(f"away.{number + 1}", rect, label, move, "dark")]

    def beside(self) -> Sequence[Widget]:
        """Return the choice between both lists."""
        options = (("open", _("Sin terminar")), ("away", _("Apartadas")))
        return [Choice("which", WHICH, options, "away" if self.away else "open", self._choose)]

    def _choose(self, value: str) -> None:
        self.away, self.page = value == "away", 0
        self.load()

    def _go_on(self, match: Unfinished) -> None:
        self.app.resume_match(match.path)

    def _put_away(self, match: Unfinished) -> None:
        if not self.app.store.put_away(match.path):
            self.app.refuse(_("Esa partida no se puede apartar ahora."))
        self.load()

    def _bring_back(self, match: Unfinished) -> None:
        if not self.app.store.bring_back(match.path):
            self.app.refuse(_("Esa partida no se puede devolver ahora."))
        self.load()
