"""The end of a match: its ranking comes to light, and the ways on; again with one press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from cacho.engine import Course, Outcome, course_of
from cacho.services.i18n import gettext as _
from cacho.ui.input import Erase, Intent
from cacho.ui.painter import Item
from cacho.ui.plan import can_take_back
from cacho.ui.ranking import MESSAGE, RINGED, Ranking
from cacho.ui.scenes.base import Scene
from cacho.ui.scenes.evening import EveningPage
from cacho.ui.scenes.replay import Replay
from cacho.ui.scenes.rules import Rules
from cacho.ui.told import thrown
from cacho.ui.widgets import Button, Widget

if TYPE_CHECKING:
    from cacho.ui.app import App
    from cacho.ui.scenes.table import Table

COLUMN: Final = (1330.0, 500.0, 86.0)
"""Left border, width and usual height of the buttons."""
HALF_SIZE: Final = 35.0
"""The letters of two buttons that share a row."""
TOP, TALL, GAP = 60.0, 948.0, 22.0
"""Where the column begins, how high it may be, and the most room between two buttons."""
WINNERS: Final = 4
"""So many are named on the button of the evening."""
SHOWN: Final = 0.9
"""Seconds until the winner shines and the one who pays is ringed."""


class Results(Scene):
    """Lies over the table with the final sheets."""

    name = "results"
    overlay = True
    calm = 0.8
    message_place = MESSAGE

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
        if can_take_back(self.table.state):
            self.app.pop_to(self.table)
            self.table.take_back()

    def widgets(self) -> Sequence[Widget]:
        """Return the ways on: another match, this one once more, and out."""
        half = (COLUMN[1] - 12) / 2
        rows: list[tuple[Button, ...]] = [
            (self._button("rematch", _("Revancha"), self.app.rematch, "red", high=116, size=66),),
            (self._button("players", _("Otros jugadores"), self.app.new_match, "tan"),),
            (self._button("rules", _("Otras reglas"), self._other_rules, "tan"),),
        ]
        if throw := self.course.throw:
            label, whose = _("La jugada de la partida"), thrown(throw, self.table.state)
            rows.append((self._noted("throw", label, self.show_throw, whose),))
        watch = self._button("watch", _("Ver la partida"), self.watch, wide=half)
        review = self._button("review", _("Suerte y juego"), self.look_back, wide=half)
        rows.append((watch, review))
        rows.append((self._button("keep", _("Guardar la hoja"), self.keep),))
        rows.append((self._noted("evening", _("Esta noche"), self.show_evening, self.tonight),))
        if can_take_back(self.table.state):
            rows.append((self._button("take-back", _("Deshacer"), self.take_back),))
        rows.append((self._button("title", _("Al inicio"), self.app.leave_to_title),))
        return _stacked(rows)

    def _button(
        self,
        id_: str,
        label: str,
        act: Callable[[], None],
        skin: str = "dark",
        wide: float = COLUMN[1],
        high: float = COLUMN[2],
        size: float = 0.0,
    ) -> Button:
        """Return a button; where it stands is seen when all are known."""
        size, pad = (size, 30.0) if wide == COLUMN[1] else (HALF_SIZE, 22.0)
        return Button(id_, (COLUMN[0], 0, wide, high), label, act, skin, size=size, pad=pad)

    def _noted(self, id_: str, label: str, act: Callable[[], None], note: str) -> Button:
        """Return a button that says something more."""
        return replace(self._button(id_, label, act, high=104), note=note, size=44)

    @cached_property
    def tonight(self) -> str:
        """The games won tonight, in short: who won most first."""
        won = [line for line in self.app.store.tonight().people if line.won]
        told = [f"{line.names[0]}: {line.won}" for line in won[:WINNERS]]
        return " · ".join(told) + (" …" if len(won) > WINNERS else "")

    def show_evening(self) -> None:
        """Show the tally of the evening."""
        self.app.push(EveningPage(self.app))

    @cached_property
    def course(self) -> Course:
        """The match step by step."""
        match = self.table.session.match
        return course_of(match.setup, match.log)

    def show_throw(self) -> None:
        """Show the throw of the game once more on the table, and come back."""
        match = self.table.session.match
        self.app.push(Replay(self.app, match.setup, match.log, self.course.throw))

    def watch(self) -> None:
        """Watch the whole match."""
        match = self.table.session.match
        self.app.push(Replay(self.app, match.setup, match.log))

    def look_back(self) -> None:
        """See what was luck and what was choice."""
        from cacho.ui.scenes.review import ReviewPage  # noqa: PLC0415 - it brings the coach in

        match = self.table.session.match
        self.app.push(ReviewPage(self.app, match.setup, match.log))

    def keep(self) -> None:
        """Put the final sheets among the player's pictures."""
        self.app.keep_sheet(self.course, self.table.session.setup)

    def _other_rules(self) -> None:
        """Choose the rules of the next match; from there it begins, with the same players."""
        self.app.push(Rules(self.app, _("Revancha"), self.app.rematch))

    # ------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add the paper with the ranking."""
        Ranking(self.table.state).paint(items, self._share, self.app.settings.marks)


def _stacked(rows: Sequence[Sequence[Button]]) -> list[Widget]:
    """Place rows of buttons one below the other, evenly, and those of a row side by side."""
    free = TALL - sum(row[0].rect[3] for row in rows)
    gap, top = min(GAP, free / (len(rows) - 1)), TOP
    out: list[Widget] = []
    for row in rows:
        left = COLUMN[0]
        for button in row:
            _x, _y, w, h = button.rect
            out.append(replace(button, rect=(left, top, w, h)))
            left += w + 12
        top += row[0].rect[3] + gap
    return out
