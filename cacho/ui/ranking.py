"""The ranking of a match that has ended, on a sheet of paper: who won and how, who pays the round.

One line a sheet: partners stand together. With three hatches each line has the total of every
hatch, those that lead underlined, and the game points. Adds nothing up: all from the outcome.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from cacho.engine import Course, Outcome, State
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.ui import look
from cacho.ui.layout import Row
from cacho.ui.painter import Glow, Ink, Item, Paper, Rect, Text
from cacho.ui.sheets import hatch_name, paint_small
from cacho.ui.teams import LETTERS, has_partners, names, paint_names
from cacho.ui.widgets.prose import width_of, wrapped
from cacho.ui.wording import listed, whole_points_text

PAPER: Final[Rect] = (170, 60, 1060, 960)
PAPER_OF_THREE: Final[Rect] = (40, 60, 1250, 960)
ROWS: Final = 590.0
"""Room for all lines, or for lines and sheets."""
ROW: Final = 118.0
"""The height of a line where there is room; with sheets below, by how many there are."""
ROW_OF_NAMES: Final = 150.0
"""The height of a line with several names."""
ROW_OVER_SHEETS: Final = {1: 160.0, 2: 124.0, 3: 96.0}
"""The height of a line with the final sheets below, by the number of lines."""
SHEETS_GAP: Final = 14.0
COLUMNS: Final = ((500.0, 98.0), (396.0, 98.0), (292.0, 98.0), (174.0, 110.0), (20.0, 130.0))
"""Of each number of a line its distance from the right, and its width: three hatches, their sum,
the game points."""
RING_BESIDE: Final = 46.0
"""How far a ring reaches beyond a name, each side."""
MESSAGE: Final[Rect] = (170, 2, 1060, 58)
"""Above the paper, where a message covers nothing of it."""
NAMES: Final = 116.0
"""From the left of a line to its names: a ring around them stays clear of the place."""
RINGED: Final = 0.45
"""Seconds after which those who pay are ringed, where the light and the ring come one by one."""

Share: TypeAlias = Callable[[float, float], float]
"""How much there is of what begins after some seconds and takes some more, 0..1."""


def _all(begin: float, seconds: float) -> float:
    """Everything is there."""
    del begin, seconds
    return 1.0


def long_over(course: Course) -> State:
    """Return how a match ended, to be looked at later: no note is the latest any more."""
    return replace(course.state(len(course)), noted=None)


class Ranking:
    """What stands on the paper, for a state that is the end of a match."""

    def __init__(self, state: State) -> None:
        if state.outcome is None:
            raise RuntimeError("results are shown of matches that ended")
        self.state = state
        self.outcome: Outcome = state.outcome

    @property
    def paper(self) -> Rect:
        """Where the ranking lies: wider with three hatches."""
        return PAPER if self.state.rules.hatches == 1 else PAPER_OF_THREE

    def paint(self, items: list[Item], share: Share = _all, marks: str = "") -> None:
        """Add the paper with everything on it; also the final sheets, if told how marks look.

        They lie there where there is room: up to three, of one hatch.
        """
        x, y, w, _h = self.paper
        items.append(Paper("big_1", *self.paper, angle=-0.5, tag="results"))
        middle, wide = x + w / 2, w - 110
        hatched = self.state.rules.hatches > 1
        where = (middle, y + 90, 92, "hand", look.INK, "centre", wide)
        items.append(Text(self.headline(), *where, tag="results.headline"))
        self._reason(items, middle, y + (162 if hatched else 168), wide)
        ranking = self.outcome.ranking
        row = self._row_of_sheets() if marks else None
        high = self._high(row is not None)
        if hatched:
            self._column_names(items, x + 80, y + 222, w - 160)
        for i, placing in enumerate(ranking):
            rect = (x + 80, y + (244 if hatched else 236) + i * high, w - 160, high)
            self._row(items, rect, *placing, share)
        if row is not None:
            self._sheets(items, row, y + 236 + len(ranking) * high, marks)
        self._payment(items, middle, y + 880, wide)

    def _high(self, sheets: bool) -> float:
        """Return the height of a line."""
        count = len(self.outcome.ranking)
        if has_partners(self.state) and count <= 3:
            return ROW_OF_NAMES
        return ROW_OVER_SHEETS[count] if sheets else min(ROW, ROWS / count)

    def _row_of_sheets(self) -> Row | None:
        """Return the small sheets, if there is room for them below the lines."""
        state = self.state
        count = len(state.sheets)
        row = Row(count, max(len(team) for team in state.teams))
        wide = count * (row.size[0] + SHEETS_GAP)
        fits = count <= 3 and wide <= self.paper[2] - 20 and state.rules.hatches == 1
        return row if fits else None

    def _sheets(self, items: list[Item], row: Row, top: float, marks: str) -> None:
        """Add the final sheets, in the order of the ranking."""
        x, y, w, _h = self.paper
        wide, high = row.size
        ranking = self.outcome.ranking
        left = x + (w - len(ranking) * (wide + SHEETS_GAP) + SHEETS_GAP) / 2
        top = (top + y + 850 - high) / 2
        for number, placing in enumerate(ranking):
            rect = (left + number * (wide + SHEETS_GAP), top, wide, high)
            paint_small(items, self.state, placing.team, row, rect, marks)

    def _reason(self, items: list[Item], x: float, y: float, wide: float) -> None:
        """Add how the match was won, and below it who had left by then."""
        told = [("results.reason", self.reason()), ("results.left", self.left())]
        lines = [line for line in told if line[1]]
        size, step = (44, 0) if len(lines) == 1 else (36, 38)
        for i, (tag, line) in enumerate(lines):
            middle = y + i * step - (12 if step else 0)
            where = (x, middle, size, "print", look.FAINT, "centre", wide)
            items.append(Text(line, *where, tag=tag))

    def _payment(self, items: list[Item], x: float, y: float, wide: float) -> None:
        """Add who pays: in one large line, or in two."""
        told = self.payment()
        small = width_of(told, "hand", 44) > wide
        lines = wrapped(told, "hand", 42, wide) if small else (told,)
        colour = look.ALARM if self.outcome.payers else look.INK
        for i, line in enumerate(lines):
            middle = y + (i - (len(lines) - 1) / 2) * 46
            where = (x, middle, 44 if small else 62, "hand", colour, "centre", wide)
            items.append(Text(line, *where, tag="results.payment"))

    def _column_names(self, items: list[Item], x: float, y: float, w: float) -> None:
        """Add what stands below: the three hatches, their sum, the game points."""
        heads = (*(hatch_name(hatch) for hatch in range(3)), _("Suma"), _("Puntos"))
        for name, (right, wide) in zip(heads, COLUMNS, strict=True):
            where = (x + w - right, y, 32, "print", look.FAINT, "right", wide)
            items.append(Text(name, *where))

    def _row(
        self, items: list[Item], rect: Rect, place: int, team: int, total: int, share: Share
    ) -> None:
        x, y, w, h = rect
        state, ink = self.state, look.INKS[team]
        hatched = state.rules.hatches > 1
        middle, won = y + h / 2, team in self.outcome.winners
        if won:
            items.append(Glow(x, y + 14, w, h - 28, alpha=round(110 * share(0.0, 0.4))))
        where = (x + 60, middle, 60, "pen", look.INK, "right")
        items.append(Text(f"{place}.", *where, tag=f"place.{team}"))
        beside = COLUMNS[0][0] + 70 + RING_BESIDE if hatched else 212
        room = (x + NAMES, y + 6, w - NAMES - beside, h - 12)
        left, top, long, deep = paint_names(items, state, team, room, 68, f"name.{team}", left=True)
        if won:
            drawn = share(0.2, 0.3)
            line = (left - 4, top + deep - 4, long + 8, 14.0)
            items.append(Ink("underline", *line, ink.pen, team, drawn))
        if hatched:
            self._hatches(items, rect, team, total)
        else:
            where = (x + w - 20, middle, 72, "pen", ink.colour, "right")
            items.append(Text(str(total), *where, tag=f"total.{team}"))
        if team in self.outcome.payers:
            drawn = share(RINGED, 0.45)
            ring = _ring_around((left, top, long, deep), stacked=deep > 76)
            items.append(Ink("ring", *ring, "red_pencil", team, drawn, tag=f"pays.{team}"))

    def _hatches(self, items: list[Item], rect: Rect, team: int, total: int) -> None:
        """Add the totals of a team hatch by hatch, their sum, and its game points."""
        x, y, w, h = rect
        state, ink, middle = self.state, look.INKS[team], y + h / 2
        totals = state.sheets[team].hatch_totals
        for hatch, (number, (right, _wide)) in enumerate(zip(totals, COLUMNS, strict=False)):
            where = (x + w - right, middle, 50, "pen", ink.colour, "right")
            items.append(Text(str(number), *where, tag=f"hatch.{team}.{hatch + 1}"))
            if number == max(sheet.hatch_totals[hatch] for sheet in state.sheets):
                line = (x + w - right - 74, middle + 22, 78.0, 12.0)
                items.append(
                    Ink("underline", *line, ink.pen, hatch + team, tag=f"leads.{team}.{hatch + 1}")
                )
        sum_, points = COLUMNS[3][0], COLUMNS[4][0]
        where = (x + w - sum_, middle, 50, "pen", look.FAINT, "right")
        items.append(Text(str(total), *where, tag=f"total.{team}"))
        where = (x + w - points, middle, 72, "pen", ink.colour, "right")
        items.append(Text(str(self.outcome.game_points[team]), *where, tag=f"points.{team}"))

    # ---------------------------------------------------------------------- words

    def left(self) -> str:
        """Say who went home before the end (R-32); "" for nobody."""
        gone = [self.state.seats[seat].name for seat in sorted(self.state.gone)]
        told = n_("Antes se fue {names}", "Antes se fueron {names}", len(gone))
        return told.format(names=listed(gone)) if gone else ""

    def _names(self, teams: Sequence[int]) -> str:
        """Name all who share these sheets."""
        state = self.state
        return listed(name for team in teams for name in names(state, team))

    def headline(self) -> str:
        """Say who won."""
        state, outcome = self.state, self.outcome
        told = self._names(outcome.winners)
        if len(state.sheets) == 1 and outcome.kind == "points":
            return whole_points_text(outcome.ranking[0].total)
        if len(outcome.winners) > 1:
            tie = _("Empate: {names}").format(names=told)
            return tie if self._fits(tie) else _("¡Empate!")
        if len(state.teams[outcome.winners[0]]) > 1:
            told = _("¡Ganan {names}!").format(names=told)
            letter = LETTERS[outcome.winners[0]]
            return (
                told if self._fits(told) else _("¡Gana el equipo {letter}!").format(letter=letter)
            )
        return _("¡Gana {name}!").format(name=told)

    def _fits(self, headline: str) -> bool:
        """Whether a headline is still one when all of it is to stand in a line."""
        return width_of(headline, "hand", 58) <= self.paper[2] - 110

    def reason(self) -> str:
        """Say how."""
        outcome = self.outcome
        match outcome.kind:
            case "dormida":
                return _("La dormida: cinco iguales de un tiro")
            case "panza":
                return _("Panza de oro: Escalera, Full y Póker de mano, y una Grande")
            case "cuatros":
                return _("Cuatros: al menos cuatro de cada número, y una Grande")
            case "points":
                return self._by_points()
            case _:
                assert_never(outcome.kind)

    def _by_points(self) -> str:
        """Say with how many points the match was won, and what decided a tie."""
        outcome = self.outcome
        if len(self.state.sheets) == 1:
            return _("Partida a solas")
        first = outcome.ranking[0]
        points = outcome.game_points[first.team] if outcome.game_points else first.total
        if outcome.tied:
            return n_(
                "con {n} punto, en el desempate", "con {n} puntos, en el desempate", points
            ).format(n=points)
        if self._by_sum():
            return n_(
                "con {n} punto y la suma más alta", "con {n} puntos y la suma más alta", points
            ).format(n=points)
        return n_("con {n} punto", "con {n} puntos", points).format(n=points)

    def _by_sum(self) -> bool:
        """Whether two had the most game points, and the sum of their hatches decided."""
        points = self.outcome.game_points
        alone = len(self.outcome.winners) == 1
        return alone and len(points) > 1 and points.count(max(points)) > 1

    def payment(self) -> str:
        """Say who pays the round: people do, bots have nothing to pay with."""
        state, payers = self.state, self.outcome.payers
        if not payers:
            if len(state.sheets) == 1:
                return _("Esta ronda no la paga nadie")
            return _("Nadie perdió: cada uno paga lo suyo")
        losers = [state.seats[seat] for team in payers for seat in state.teams[team]]
        people = [seat.name for seat in losers if seat.bot is None]
        if people:
            text = n_("Paga la ronda: {names}", "Pagan la ronda: {names}", len(people))
            return text.format(names=listed(people))
        text = n_(
            "{names} queda debiendo la ronda", "{names} quedan debiendo la ronda", len(losers)
        )
        return text.format(names=listed(seat.name for seat in losers))


def _ring_around(names: Rect, stacked: bool) -> Rect:
    """Return where to ring those who pay: their names, or the sign before several lines."""
    x, y, w, h = names
    if stacked:
        side = 76.0
        return (x + 30 - side / 2, y + h / 2 - side / 2, side, side)
    # an ellipse that leaves the corners of the letters alone, and a pencil that trembles
    half = w / 2 + RING_BESIDE
    lift = h * 0.36 / math.sqrt(1 - (w / 2 / half) ** 2) + 12
    lift = min(lift, h * 0.86)
    return (x - RING_BESIDE, y + h / 2 - lift, 2 * half, 2 * lift)
