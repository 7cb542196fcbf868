"""The history: every finished match, a strip of paper each, the newest first.

From here lead the ways to one match, to the people, to the evening, to the dice, to matches that
wait to be gone on with, and to those of elsewhere. Reads the history and changes nothing in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from cacho.services.i18n import gettext as _
from cacho.ui import look, rulestext
from cacho.ui.painter import Rect
from cacho.ui.scenes.listing import FIRST, SMALL, WIDE, Strips, match_cells
from cacho.ui.widgets import Button, Cell, Widget
from cacho.ui.widgets.prose import width_of
from cacho.ui.wording import games_text, listed

if TYPE_CHECKING:
    from cacho.services.games import Game, GameSeat
    from cacho.services.store import MatchStore
    from cacho.ui.app import App

SIDE: Final = (1300.0, 560.0)
"""Left border and width of what stands beside the list."""
MESSAGE: Final[Rect] = (1280.0, 838.0, 600.0, 112.0)
"""Where the message line lies below it."""
BESIDE: Final = (134.0, 112.0)
"""From one button there to the next, and their height."""
READ_SECONDS: Final = 0.2
"""For so long at a time records are read that the history does not know yet."""


class History(Strips["Game"]):
    """Finished matches: all, or those of one person."""

    name = "history"
    each = "game"
    message_place = MESSAGE

    def __init__(self, app: App, person: str = "") -> None:
        super().__init__(app)
        self.person = person
        self._unread = True

    def find(self) -> Games:
        """Return the matches, the newest first."""
        return Games(self.app.store, self.person)

    def load(self) -> None:
        """Ask for the list again, and how many matches wait."""
        super().load()
        self._waiting_count = len(self.app.store.open_matches())

    def entered(self) -> None:
        """Show the list as it is now, and look for records that are new."""
        super().entered()
        self._unread = True

    def rest(self, now: float) -> bool:
        """Read what is new, a little at a time."""
        if self._unread:
            self._unread = self.app.store.history.catch_up(READ_SECONDS) > 0
            self.load()
            return True
        return super().rest(now)

    def title(self) -> str:
        """Say whose matches these are."""
        return _("Partidas de {name}").format(name=self.person) if self.person else _("Historia")

    def nothing(self) -> str:
        """Say that nothing was played to its end."""
        return _("Todavía no terminó ninguna partida. Las que terminen quedan aquí.")

    # -------------------------------------------------------------------- targets

    def line(self, number: int, one: Game) -> Sequence[Widget]:
        """Return a match: who won, how the others fared, when, and what was unusual."""
        marks = marks_of(one)
        beside = width_of(marks, "print", SMALL) + 30 if marks else 0
        colour = look.FAINT if one.sound else look.ALARM
        cells = (
            *match_cells(result(one), others(one), one.date, WIDE - 60 - beside),
            Cell(marks, WIDE - 30, 86, beside, SMALL, "print", colour, "right"),
        )
        return [self.strip(number, cells, partial(self._open, one))]

    def _open(self, game: Game) -> None:
        """Open a match as its record tells it now."""
        from cacho.ui.scenes.game import GamePage  # noqa: PLC0415 - likewise for the others

        history = self.app.store.history
        history.catch_up(READ_SECONDS)
        self.app.push(GamePage(self.app, history.game(game.match_id) or game))

    def beside(self) -> Sequence[Widget]:
        """Return the ways beside the list of all: one person's list has none."""
        if self.person:
            return ()
        note = games_text(self._waiting_count)
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


class Games:
    """The matches of the history, the newest first, asked for as they are seen.

    Years of matches lie there, and each is several questions.
    """

    def __init__(self, store: MatchStore, person: str) -> None:
        self._history = store.history
        self._person = person
        known = store.history.person(person) if person else None
        self._count = known.games + known.left if known else store.history.count()
        self._known: dict[int, tuple[Game, ...]] = {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, part: slice) -> tuple[Game, ...]:
        first, end, _step = part.indices(self._count)
        if first not in self._known:
            self._known[first] = self._history.games(end - first, first, self._person)
        return self._known[first]


def result(game: Game) -> str:
    """Say who won a match, and with how much where points decided it."""
    names = listed(seat.person for seat in game.winners)
    if game.kind != "points":
        how = {"dormida": _("la dormida"), "panza": _("panza de oro"), "cuatros": _("cuatros")}
        return f"{names}: {how[game.kind]}"
    return f"{names}: {game.winners[0].total}"


def others(game: Game) -> str:
    """Say by which rules a match was played, and how those fared who did not win."""
    lost = sorted((seat for seat in game.seats if not seat.won), key=lambda seat: seat.place)
    told = [_fared(seat) for seat in lost]
    told += [_("{name} se fue").format(name=seat.person) for seat in game.winners if seat.left]
    return " · ".join([rulestext.short_title(game.rules), *told])


def _fared(seat: GameSeat) -> str:
    told = f"{seat.person} {seat.total}"
    return _("{name} (se fue)").format(name=told) if seat.left else told


def marks_of(game: Game) -> str:
    """Say what was unusual about a match or its record; "" for nothing."""
    marks = (
        (not game.sound, _("registro dañado")),
        (game.imported, _("vino de otra parte")),
        (game.own_dice, _("dados de la mesa")),
    )
    return " · ".join(mark for unusual, mark in marks if unusual)
