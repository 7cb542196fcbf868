"""The history: every finished match, a strip of paper each, the newest first.

From here lead the ways to one match, to the people, to the evening, to the dice, to matches that
wait to be gone on with, and to those of elsewhere. Reads the history and changes nothing in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.services.i18n import short_moment
from cacho.ui import look, rulestext
from cacho.ui.painter import Backdrop, Item, Paper, Rect
from cacho.ui.scenes.menu import heading
from cacho.ui.scenes.paged import Paged
from cacho.ui.told import listed
from cacho.ui.widgets import Button, Cell, Row, Widget
from cacho.ui.widgets.prose import paragraph, width_of

if TYPE_CHECKING:
    from cacho.services.games import Game, GameSeat
    from cacho.ui.app import App

ROWS: Final = 6
FIRST, STEP, TALL = 156.0, 130.0, 116.0
LIST: Final = (60.0, 1200.0)
"""Left border and width of the strips."""
SIDE: Final = (1300.0, 560.0)
"""The same of the buttons beside them."""
BESIDE: Final = (134.0, 112.0)
"""From one of them to the next, and their height."""
SMALL: Final = 30.0
"""Height of the letters of what is told below."""
READ_SECONDS: Final = 0.2
"""For so long at a time records are read that the history does not know yet."""


class History(Paged):
    """Finished matches: all, or those of one person."""

    name = "history"
    closes = False
    message_place = (1280.0, 838.0, 600.0, 112.0)

    def __init__(self, app: App, person: str = "") -> None:
        super().__init__(app)
        self.person = person
        self._unread = True
        self._load()

    def _load(self) -> None:
        """Ask again what there is."""
        history = self.app.store.history
        known = history.person(self.person) if self.person else None
        self._count = known.games + known.left if known else history.count()
        self._asked: tuple[int, tuple[Game, ...]] = (-1, ())
        self._waiting_count = len(self.app.store.open_matches())

    def entered(self) -> None:
        """Come back to a list that may have changed."""
        super().entered()
        self._unread = True
        self._load()

    def rest(self, now: float) -> bool:
        """Read what is new, a little at a time."""
        if self._unread:
            self._unread = self.app.store.history.catch_up(READ_SECONDS) > 0
            self._load()
            return True
        return super().rest(now)

    @property
    def pages(self) -> int:
        """Six matches a page."""
        return max(1, -(-self._count // ROWS))

    @property
    def games(self) -> tuple[Game, ...]:
        """The matches of the page."""
        if self._asked[0] != self.page:
            games = self.app.store.history.games(ROWS, self.page * ROWS, self.person)
            self._asked = (self.page, games)
        return self._asked[1]

    # -------------------------------------------------------------------- targets

    def default_focus(self) -> str:
        """Enter opens the newest match."""
        return "game.1" if self.games else "back"

    def widgets(self) -> Sequence[Widget]:
        """Return the matches, the ways beside them, and those to turn and back."""
        rows = [self._row(number, game) for number, game in enumerate(self.games)]
        return [*rows, *([] if self.person else self._beside()), *self.turning()]

    def _row(self, number: int, game: Game) -> Widget:
        x, w = LIST
        rect = (x, FIRST + number * STEP, w, TALL)
        marks = marks_of(game)
        beside = width_of(marks, "print", SMALL) + 30 if marks else 0
        colour = look.FAINT if game.sound else look.ALARM
        cells = (
            Cell(result(game), 30, 40, w - 380, 48, "pen", look.INK),
            Cell(others(game), 30, 86, w - 60 - beside, SMALL, "print", look.FAINT),
            Cell(short_moment(game.date), w - 30, 40, 310, 34, "print", look.INK, "right"),
            Cell(marks, w - 30, 86, beside, SMALL, "print", colour, "right"),
        )
        return Row(f"game.{number + 1}", rect, cells, partial(self._open, game), f"row_{number}")

    def _open(self, game: Game) -> None:
        """Open a match as its record tells it now."""
        from cacho.ui.scenes.game import GamePage  # noqa: PLC0415 - likewise for the others

        history = self.app.store.history
        history.catch_up(READ_SECONDS)
        self.app.push(GamePage(self.app, history.game(game.match_id) or game))

    def _beside(self) -> list[Widget]:
        waiting = self._waiting_count
        note = n_("{n} partida", "{n} partidas", waiting).format(n=waiting)
        x, w = SIDE
        ways = (
            ("people", _("Personas"), self._people, ""),
            ("evening", _("Esta noche"), self._evening, ""),
            ("dice", _("Los dados"), self._dice, ""),
            ("waiting", _("Sin terminar"), self._waiting, note),
            ("bring", _("Traer una partida"), self._bring, ""),
        )
        return [
            Button(id_, (x, FIRST + number * BESIDE[0], w, BESIDE[1]), label, act, "tan", told)
            for number, (id_, label, act, told) in enumerate(ways)
        ]

    def _people(self) -> None:
        from cacho.ui.scenes.person import People  # noqa: PLC0415

        self.app.push(People(self.app))

    def _evening(self) -> None:
        from cacho.ui.scenes.evening import EveningPage  # noqa: PLC0415

        self.app.push(EveningPage(self.app))

    def _dice(self) -> None:
        from cacho.ui.scenes.dicepage import DicePage  # noqa: PLC0415

        self.app.push(DicePage(self.app))

    def _waiting(self) -> None:
        from cacho.ui.scenes.waiting import Waiting  # noqa: PLC0415

        self.app.push(Waiting(self.app))

    def _bring(self) -> None:
        from cacho.ui.scenes.bringing import Bringing  # noqa: PLC0415

        self.app.push(Bringing(self.app))

    # -------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add the wood, the heading, and where nothing was played yet, that."""
        items.append(Backdrop("table"))
        told = _("Partidas de {name}").format(name=self.person) if self.person else _("Historia")
        heading(items, told)
        if not self.games:
            blank(items, _("Todavía no terminó ninguna partida. Las que terminen quedan aquí."))
        if self.pages > 1:
            self.paint_dots(items, 770)


def blank(items: list[Item], told: str) -> None:
    """Add a sheet that says why nothing stands there."""
    x, w = LIST
    sheet: Rect = (x + 120, 300, w - 240, 300)
    items.append(Paper("big_1", *sheet, angle=-0.4, tag="blank"))
    middle = sheet[0] + sheet[2] / 2
    paragraph(items, told, middle, 390, sheet[2] - 120, 42, "hand", align="centre", tag="blank")


def result(game: Game) -> str:
    """Say who won a match, and with how much where points decided it."""
    names = listed(seat.name for seat in game.winners)
    if game.kind != "points":
        how = {"dormida": _("la dormida"), "panza": _("panza de oro"), "cuatros": _("cuatros")}
        return f"{names}: {how[game.kind]}"
    return f"{names}: {game.winners[0].total}"


def others(game: Game) -> str:
    """Say by which rules a match was played, and how those fared who did not win."""
    lost = sorted((seat for seat in game.seats if not seat.won), key=lambda seat: seat.place)
    told = [_fared(seat) for seat in lost]
    told += [_("{name} se fue").format(name=seat.name) for seat in game.winners if seat.left]
    return " · ".join([rulestext.short_title(game.rules), *told])


def _fared(seat: GameSeat) -> str:
    told = f"{seat.name} {seat.total}"
    return _("{name} (se fue)").format(name=told) if seat.left else told


def marks_of(game: Game) -> str:
    """Say what was unusual about a match or its record; "" for nothing."""
    marks = (
        (not game.sound, _("registro dañado")),
        (game.imported, _("vino de otra parte")),
        (game.own_dice, _("dados de la mesa")),
    )
    return " · ".join(mark for unusual, mark in marks if unusual)
