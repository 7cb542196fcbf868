"""The sheet to keep: a finished match as one picture, with every sheet, the ranking and the date.

Lays the same papers that lie on the table side by side, and draws them without a window, always at
the same size, as a PNG. Where it goes is `services.keepsakes`' matter. Must not change the match.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

import pygame as pg

from cacho.engine import Course, Noted, Setup, State, turn_over
from cacho.services.i18n import date_text
from cacho.ui import look, rulestext, sheets
from cacho.ui.drawing import die
from cacho.ui.layout import layout_of
from cacho.ui.offscreen import OffscreenWindow
from cacho.ui.painter import Backdrop, DieItem, DieShadow, Item, Paper, Rect, Text, moved
from cacho.ui.ranking import Ranking, long_over
from cacho.ui.told import thrown
from cacho.ui.widgets.prose import fitting_size, height_of, paragraph

SIZE: Final = (2560, 1440)
"""Pixels of the picture."""
LEFT: Final = (50.0, 560.0)
"""Left border and width of the column with title, ranking and throw."""
SHEETS: Final[Rect] = (650, 40, 1230, 1000)
GAP: Final = 16.0
EDGE: Final = 84.0
CAPTION: Final = (38.0, 34.0, 30.0, 28.0)
"""Heights of the letters below the ranking: the first at which they stay on their slip."""
_YAWS: Final = (0.16, -0.11, 0.07, -0.18, 0.12)


def png(course: Course, setup: Setup, date: str, marks: str) -> bytes:
    """Draw a finished match; `date` is when it was played, `marks` how boxes are filled."""
    window = OffscreenWindow(SIZE)
    window.show((tuple(items_of(course, setup, date, marks)),))
    file = io.BytesIO()
    pg.image.save(window.surface, file, "sheet.png")
    return file.getvalue()


def items_of(course: Course, setup: Setup, date: str, marks: str) -> list[Item]:
    """Return everything on the picture, in units of the page."""
    state = long_over(course)
    items: list[Item] = [Backdrop("table")]
    _heading(items, setup, date)
    _ranking(items, state)
    _throw(items, course)
    for team, place in enumerate(_places(state)):
        _sheet(items, state, team, place, marks)
    return items


def _heading(items: list[Item], setup: Setup, date: str) -> None:
    """Add the name of the game, when it was played, and by which rules."""
    left, wide = LEFT
    middle = left + wide / 2
    items.append(Text("Cacho", middle, 104, 132, "hand", look.GOLD, "centre", wide, shadow=True))
    when = (date_text(date), middle, 196, 38, "print", look.CREAM, "centre", wide)
    items.append(Text(*when, shadow=True, tag="date"))
    rules = (rulestext.short_title(setup.rules), middle, 246, 38, "print", look.CREAM, "centre")
    items.append(Text(*rules, wide, shadow=True, tag="rules"))


def _ranking(items: list[Item], state: State) -> None:
    """Add the paper of the results, smaller."""
    ranking, paper = Ranking(state), list[Item]()
    ranking.paint(paper)
    x, y, w, _h = ranking.paper
    k = LEFT[1] / w
    items.extend(moved(paper, k, LEFT[0] - x * k, 296 - y * k))


def _throw(items: list[Item], course: Course) -> None:
    """Add the throw of the game: whose it was, and the dice as they were read."""
    throw = course.throw
    if throw is None:
        return
    left, wide = LEFT
    after, before = course.state(throw.at), course.state(throw.at - 1)
    slip = (left + 10, 836.0, wide - 20, 84.0)
    items.append(Paper(f"row_{after.team_of(throw.seat)}", *slip, tag="throw"))
    words = thrown(throw, after)
    size = fitting_size((words,), wide - 60, slip[3] - 12, CAPTION, font="pen")
    top = slip[1] + (slip[3] - height_of(words, wide - 60, size, "pen")) / 2
    paragraph(
        items, words, left + wide / 2, top, wide - 60, size, "pen", align="centre", tag="caption"
    )
    dice = _dice(course, throw.at, before, after)
    _row(items, dice, left + wide / 2, 986)


def _dice(course: Course, at: int, before: State, after: State) -> tuple[int, ...]:
    """Return the faces that made the throw, as they were read."""
    for event in course.steps[at - 1].events:
        if isinstance(event, Noted):
            return turn_over(event.dice, event.turned)
    return after.dice or before.dice


def _row(items: list[Item], faces: Sequence[int], x: float, y: float) -> None:
    lying = [
        (x + (place - 2) * EDGE * 1.3, y, die.resting(face, _YAWS[place]))
        for place, face in enumerate(faces)
    ]
    items.extend(DieShadow(*one, edge=EDGE) for one in lying)
    items.extend(DieItem(*one, EDGE, still=True, tag="throw.die") for one in lying)


def _sheet(items: list[Item], state: State, team: int, place: Rect, marks: str) -> None:
    """Add the large sheet of a team, fitted into a place."""
    paper: list[Item] = []
    sheets.paint_big(paper, state, team, {}, marks)
    x, y, w, _h = layout_of(state.sheets[team]).paper
    k = place[2] / w
    items.extend(moved(paper, k, place[0] - x * k, place[1] - y * k))


def _places(state: State) -> list[Rect]:
    """Return where the sheets lie: in as many rows as leave them largest."""
    count = len(state.sheets)
    _x, _y, w, h = layout_of(state.sheets[0]).paper
    left, top, wide, high = SHEETS

    def scale(across: int) -> float:
        down = -(-count // across)
        return min((wide / across - GAP) / w, (high / down - GAP) / h)

    across = max(range(1, count + 1), key=scale)
    down, k = -(-count // across), scale(across)
    cell = (wide / across, high / down)
    if across * (w * k + 3 * GAP) < wide:  # few sheets lie together, not far apart
        cell = (w * k + 3 * GAP, cell[1])
    start = left + (wide - across * cell[0]) / 2
    return [
        (
            start + number % across * cell[0] + (cell[0] - w * k) / 2,
            top + number // across * cell[1] + (cell[1] - h * k) / 2,
            w * k,
            h * k,
        )
        for number in range(count)
    ]
