"""The end of a match: who won, the ranking, who pays the round; again with one press."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cacho.engine import Outcome, TakeBack, why_not
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.ui import look
from cacho.ui.input import Erase, Intent
from cacho.ui.painter import Glow, Ink, Item, Paper, Rect, Text
from cacho.ui.scenes.base import Scene
from cacho.ui.widgets import Button, Widget

if TYPE_CHECKING:
    from cacho.ui.app import App
    from cacho.ui.scenes.table import Table

PAPER: Final[Rect] = (170, 60, 1060, 960)
ROW: Final = 92.0
SHOWN: Final = 0.9
"""Seconds until the winner shines and the one who pays is ringed."""
RINGED: Final = 0.45
LETTER: Final = 25.0
"""About how wide a letter of a name is, for what is drawn around or under it."""


class Results(Scene):
    """Lies over the table with the final sheets."""

    name = "results"
    overlay = True

    def __init__(self, app: App, table: Table) -> None:
        super().__init__(app)
        self.table = table
        self._time = SHOWN if app.speed == "none" or app.settings.reduced_motion else 0.0
        self.app.sounds.play("winner")

    @property
    def moving(self) -> bool:
        """Whether the light and the ring are still coming."""
        return self._time < SHOWN

    def step(self, seconds: float) -> None:
        """Let them come."""
        before, self._time = self._time, self._time + seconds
        if before < RINGED <= self._time and self.outcome.payers:
            self.app.sounds.play("pays")

    def _share(self, begin: float, seconds: float) -> float:
        return min(1.0, max(0.0, (self._time - begin) / seconds))

    @property
    def outcome(self) -> Outcome:
        """How the match ended."""
        outcome = self.table.state.outcome
        if outcome is None:
            raise RuntimeError("results are shown of matches that ended")
        return outcome

    def cancel(self) -> None:
        """Esc leaves to the title; the match is over and kept."""
        self.app.leave_to_title()

    def handle(self, intent: Intent) -> None:
        """Take what a player did."""
        if isinstance(intent, Erase):
            self.take_back()
        else:
            super().handle(intent)

    def take_back(self) -> None:
        """Take the last note back: the match goes on."""
        if why_not(self.table.state, TakeBack()) is None:
            self.app.pop_to(self.table)
            self.table.take_back()

    def widgets(self) -> Sequence[Widget]:
        """Return the four ways on."""
        x, w = 1330.0, 470.0
        out: list[Widget] = [
            Button("rematch", (x, 330, w, 140), _("Revancha"), self.app.rematch, "red", size=70),
            Button("players", (x, 500, w, 108), _("Otros jugadores"), self.app.new_match),
        ]
        if why_not(self.table.state, TakeBack()) is None:
            out.append(Button("take-back", (x, 638, w, 108), _("Deshacer"), self.take_back, "dark"))
        out.append(
            Button("title", (x, 776, w, 108), _("Al inicio"), self.app.leave_to_title, "dark")
        )
        return out

    # ------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add the paper with the ranking."""
        x, y, w, _h = PAPER
        items.append(Paper("big_1", *PAPER, angle=-0.5, tag="results"))
        middle = x + w / 2
        items.append(
            Text(
                self.headline(),
                middle,
                y + 92,
                92,
                "hand",
                look.INK,
                "centre",
                w - 110,
                tag="results.headline",
            )
        )
        items.append(
            Text(
                self.reason(),
                middle,
                y + 170,
                44,
                "print",
                look.FAINT,
                "centre",
                w - 110,
                tag="results.reason",
            )
        )
        top = y + 236
        for i, (place, seat, total) in enumerate(self.outcome.ranking):
            self._row(items, (x + 80, top + i * ROW, w - 160, ROW), place, seat, total)
        items.append(
            Text(
                self.payment(),
                middle,
                y + 880,
                62,
                "hand",
                look.ALARM if self.outcome.payers else look.INK,
                "centre",
                w - 110,
                tag="results.payment",
            )
        )

    def _row(self, items: list[Item], rect: Rect, place: int, seat: int, total: int) -> None:
        x, y, w, h = rect
        ink = look.INKS[seat]
        middle = y + h / 2
        name = self.table.state.seats[seat].name
        long = min(w - 300, 40 + LETTER * len(name))
        if seat in self.outcome.winners:
            items.append(Glow(x, y + 14, w, h - 28, alpha=round(110 * self._share(0.0, 0.4))))
            drawn = self._share(0.2, 0.3)
            items.append(Ink("underline", x + 84, y + h - 22, long, 14, ink.pen, seat, drawn))
        items.append(
            Text(f"{place}.", x + 60, middle, 60, "pen", look.INK, "right", tag=f"place.{seat}")
        )
        items.append(
            Text(name, x + 88, middle, 68, "pen", ink.colour, "left", w - 300, tag=f"name.{seat}")
        )
        items.append(
            Text(
                str(total), x + w - 20, middle, 72, "pen", ink.colour, "right", tag=f"total.{seat}"
            )
        )
        if seat in self.outcome.payers:
            drawn = self._share(RINGED, 0.45)
            ring = (x + 66, y + 4, long + 36, h - 8)
            items.append(Ink("ring", *ring, "red_pencil", seat, drawn, tag=f"pays.{seat}"))

    # ---------------------------------------------------------------------- words

    def _names(self, seats: Sequence[int]) -> str:
        names = [self.table.state.seats[seat].name for seat in seats]
        if len(names) == 1:
            return names[0]
        return _("{some} y {last}").format(some=", ".join(names[:-1]), last=names[-1])

    def headline(self) -> str:
        """Say who won."""
        outcome = self.outcome
        names = self._names(outcome.winners)
        if len(self.table.state.seats) == 1 and outcome.kind == "points":
            points = outcome.ranking[0].total
            return n_("{n} punto", "{n} puntos", points).format(n=points)
        if len(outcome.winners) > 1:
            return _("Empate: {names}").format(names=names)
        return _("¡Gana {name}!").format(name=names)

    def reason(self) -> str:
        """Say how."""
        outcome = self.outcome
        if outcome.kind == "dormida":
            return _("La dormida: cinco iguales en el primer tiro")
        points = outcome.ranking[0].total
        return n_("con {n} punto", "con {n} puntos", points).format(n=points)

    def payment(self) -> str:
        """Say who pays the round."""
        payers = self.outcome.payers
        if not payers:
            if len(self.table.state.seats) == 1:
                return _("Hoy cada uno paga lo suyo")
            return _("Nadie perdió: cada uno paga lo suyo")
        names = self._names(payers)
        return n_("Paga la ronda: {names}", "Pagan la ronda: {names}", len(payers)).format(
            names=names
        )
