"""One finished match of the history: its ranking, and what may be done with it.

Reads the record of the match; where that is gone or damaged the page says so and shows what the
history still knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from cacho.engine import (
    MAX_SIZE,
    Course,
    IllegalAction,
    Record,
    RecordError,
    course_of,
    parse_record,
    replay,
)
from cacho.services import safefile
from cacho.services.i18n import date_text
from cacho.services.i18n import gettext as _
from cacho.services.safefile import DamagedError
from cacho.ui import look, rulestext
from cacho.ui.painter import Backdrop, Item, Paper, Text
from cacho.ui.ranking import MESSAGE, PAPER, Ranking, long_over
from cacho.ui.reasons import what_is_wrong
from cacho.ui.scenes.history import others, result
from cacho.ui.scenes.menu import Menu
from cacho.ui.scenes.replay import Replay
from cacho.ui.told import thrown
from cacho.ui.widgets import Button, Widget
from cacho.ui.widgets.prose import paragraph

if TYPE_CHECKING:
    from cacho.services.games import Game
    from cacho.ui.app import App

COLUMN: Final = (1330.0, 500.0)


class GamePage(Menu):
    """A match that is over."""

    name = "game"
    message_place = MESSAGE

    def __init__(self, app: App, game: Game) -> None:
        super().__init__(app)
        self.game = game

    @cached_property
    def data(self) -> bytes:
        """The record as it lies on the disk; nothing where it is gone."""
        try:
            return safefile.read_bytes(self.game.path, MAX_SIZE)
        except (OSError, DamagedError):
            return b""

    @cached_property
    def _read(self) -> tuple[Record, Course] | None:
        try:
            record = parse_record(self.data)
            course = course_of(record.setup, record.actions)
        except (RecordError, IllegalAction):
            return None
        return (record, course) if course.state(len(course)).outcome else None

    @cached_property
    def _wrong(self) -> str:
        """What is wrong with the record, if it tells no finished match."""
        if not self.data:
            return _("El registro de esta partida ya no está.")
        try:
            replay(parse_record(self.data))
        except RecordError as error:
            return what_is_wrong(error)
        return _("El registro de esta partida ya no llega hasta el final.")

    # -------------------------------------------------------------------- targets

    def default_focus(self) -> str:
        """Enter watches the match."""
        return "watch" if self._read else "back"

    def widgets(self) -> Sequence[Widget]:
        """Return what may be done with the match, and the way back."""
        entries: list[tuple[str, str, str, Callable[[], None], str]] = []
        if self._read is not None:
            record, course = self._read
            entries.append(("watch", _("Ver la partida"), "red", self._watch, ""))
            if throw := course.throw:
                label, whose = _("La jugada de la partida"), thrown(throw, course.state(throw.at))
                entries.append(("throw", label, "tan", self._throw, whose))
            entries.append(("review", _("Suerte y juego"), "tan", self._review, ""))
            entries.append(("keep", _("Guardar la hoja"), "tan", self._keep, ""))
            entries.append(("give", _("Guardar el archivo"), "tan", self._give, ""))
            label = _("¿Dados limpios?")
            if not record.setup.own_dice:
                entries.append(("proof", label, "tan", self._proof, ""))
        entries.append(("back", _("Volver"), "dark", self.app.pop, ""))
        x, w = COLUMN
        return [
            Button(id_, (x, 132 + number * 134, w, 112), label, act, skin, note, size=48)
            for number, (id_, label, skin, act, note) in enumerate(entries)
        ]

    def _watch(self) -> None:
        if self._read is not None:
            record, _course = self._read
            self.app.push(Replay(self.app, record.setup, record.actions))

    def _throw(self) -> None:
        if self._read is not None:
            record, course = self._read
            self.app.push(Replay(self.app, record.setup, record.actions, course.throw))

    def _review(self) -> None:
        from cacho.ui.scenes.review import ReviewPage  # noqa: PLC0415 - it brings the coach in

        if self._read is not None:
            record, _course = self._read
            self.app.push(ReviewPage(self.app, record.setup, record.actions))

    def _keep(self) -> None:
        if self._read is not None:
            record, course = self._read
            self.app.keep_sheet(course, record.setup)

    def _give(self) -> None:
        if self._read is not None:
            record, course = self._read
            self.app.give_away(self.data, record.setup, course.state(len(course)).seats)

    def _proof(self) -> None:
        from cacho.ui.scenes.proof import Proof  # noqa: PLC0415 - few ask for it

        if self._read is not None:
            self.app.push(Proof(self.app, self.data, self._read[0].setup))

    # -------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add the wood, the ranking, and when it was and by which rules."""
        items.append(Backdrop("table"))
        told = f"{date_text(self.game.date)} · {rulestext.short_title(self.game.rules)}"
        place = (COLUMN[0] + COLUMN[1] / 2, 76, 34, "print", look.CREAM, "centre", COLUMN[1] + 60)
        items.append(Text(told, *place, shadow=True, tag="when"))
        if self._read is None:
            self._without_record(items)
        else:
            _record, course = self._read
            Ranking(long_over(course)).paint(items, marks=self.app.settings.marks)

    def _without_record(self, items: list[Item]) -> None:
        x, y, w, _h = PAPER
        items.append(Paper("big_1", *PAPER, angle=-0.5, tag="results"))
        middle = x + w / 2
        y = paragraph(
            items, result(self.game), middle, y + 120, w - 140, 70, "hand", align="centre"
        )
        y = paragraph(items, others(self.game), middle, y + 40, w - 140, 36, align="centre")
        y = paragraph(
            items, self._wrong, middle, y + 80, w - 140, 38, colour=look.ALARM, align="centre"
        )
        known = _("Así la contó la historia cuando terminó.")
        paragraph(items, known, middle, y + 24, w - 140, 34, colour=look.FAINT, align="centre")
