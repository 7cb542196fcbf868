"""Where everything written lies: every place of a large sheet, the small sheets, the buttons.

A sheet of one hatch is a # with its Grandes below; one of three hatches is three blocks, each a #
with total and Grandes beside it, and the table makes room for them. Owns geometry only: units of
the page in, rectangles out. Must not paint, nor know whose sheet it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from cacho.engine import Box, Phase, Sheet, State
from cacho.ui.painter import Rect

COLUMNS: Final = (
    (Box.BALAS, Box.TONTOS, Box.TRENES),
    (Box.ESCALERA, Box.FULL, Box.POKER),
    (Box.CUADRAS, Box.QUINAS, Box.SENAS),
)
"""The boxes of the #, column by column (R-06)."""
BIG: Final[Rect] = (1374, 18, 530, 664)
"""The paper of the large sheet of one hatch."""
BIG_OF_THREE: Final[Rect] = (1454, 10, 450, 1060)
GRID: Final[Rect] = (1398, 122, 482, 402)
GRANDES: Final[tuple[Rect, Rect]] = ((1396, 560, 132, 104), (1546, 560, 132, 104))
_BLOCK: Final[Rect] = (1466, 106, 428, 300)
_BLOCK_STEP: Final = 317.0
_FLAT: Final = (466.0, 133.0)
_SLOTS_OF_FIVE: Final = ((14, 667), (14, 805), (14, 943), (486, 943), (958, 943))


class Place(NamedTuple):
    """A place of a sheet that takes one mark."""

    name: str
    """What the target on it is called: "full", "grande.1"; with three hatches "2.full"."""
    box: Box
    slot: int
    hatch: int
    cell: Rect
    """All of it: what is pressed."""
    writing: Rect
    """Where in it the mark is written."""
    preview: Rect
    """Where it says what the dice are worth; beside and below it other signs may stand."""


class Block(NamedTuple):
    """One of three hatches: four columns of three, the last one for total and Grandes."""

    x: float
    y: float
    w: float
    h: float

    def field(self, column: int, row: int) -> Rect:
        """Return one of the twelve fields."""
        w, h = self.w / 4, self.h / 3
        return (self.x + column * w, self.y + row * h, w, h)

    @property
    def grid(self) -> Rect:
        """Return where the # is drawn."""
        return (self.x, self.y, self.w * 3 / 4, self.h)

    def cell(self, box: Box, slot: int) -> Rect:
        """Return the field of a box: the Grandes stand below the total."""
        if box is Box.GRANDE:
            return self.field(3, 1 + slot)
        return self.field(*_spot(box))


def _spot(box: Box) -> tuple[int, int]:
    """Return column and row of a box in the #."""
    (column,) = [i for i, boxes in enumerate(COLUMNS) if box in boxes]
    return column, COLUMNS[column].index(box)


@dataclass(frozen=True, slots=True)
class Layout:
    """The large sheet: where its boxes lie."""

    grandes: int
    hatches: int

    @property
    def paper(self) -> Rect:
        """Return where the paper lies."""
        return BIG if self.hatches == 1 else BIG_OF_THREE

    @property
    def pencil(self) -> tuple[float, float]:
        """Return where the tip of the pencil rests."""
        return (self.paper[0] + 20, 476.0)

    @property
    def heading(self) -> Rect:
        """Return where the names stand."""
        x, _y, w, _h = self.paper
        return (x + 34, 28, w - 68, 92) if self.hatches == 1 else (x + 20, 22, w - 176, 78)

    @property
    def places(self) -> tuple[Place, ...]:
        """Return every place, hatch by hatch in reading order."""
        return _places(self)

    def place(self, box: Box, slot: int = 0, hatch: int = 0) -> Place:
        """Return one place."""
        wanted = (box, slot, hatch)
        return next(p for p in self.places if (p.box, p.slot, p.hatch) == wanted)

    @property
    def grids(self) -> tuple[Rect, ...]:
        """Return where each # is drawn."""
        if self.hatches == 1:
            return (GRID,)
        return tuple(self.block(hatch).grid for hatch in range(self.hatches))

    def block(self, hatch: int) -> Block:
        """Return one of three hatches."""
        x, y, w, h = _BLOCK
        return Block(x, y + hatch * _BLOCK_STEP, w, h)

    def cell(self, box: Box, slot: int, hatch: int) -> Rect:
        """Return the whole place of a box."""
        if self.hatches > 1:
            return self.block(hatch).cell(box, slot)
        if box is Box.GRANDE:
            return GRANDES[slot]
        column, row = _spot(box)
        w, h = GRID[2] / 3, GRID[3] / 3
        return (GRID[0] + column * w, GRID[1] + row * h, w, h)

    def writing(self, box: Box, slot: int, hatch: int) -> Rect:
        """Return where in its place a mark is written, below the name."""
        x, y, w, h = self.cell(box, slot, hatch)
        if self.hatches > 1:
            return (x + 10, y + 36, w - 20, h - 43)
        if box is Box.GRANDE:
            return (x + 14, y + 14, w - 28, h - 28)
        return (x + 14, y + 42, w - 28, h - 52)

    def preview(self, box: Box, slot: int, hatch: int) -> Rect:
        """Return where in its place the worth of the dice is shown."""
        x, y, w, h = self.cell(box, slot, hatch)
        if self.hatches > 1:
            return (x + 6, y + 34, w - 46, 44)
        if box is Box.GRANDE:
            return self.writing(box, slot, hatch)
        return (x + 14, y + 40, w - 28, h - 74)


def layout_of(sheet: Sheet) -> Layout:
    """Return where the boxes of a sheet lie when it is the large one."""
    return Layout(sheet.capacity(Box.GRANDE), sheet.hatches)


@lru_cache(maxsize=8)
def _places(layout: Layout) -> tuple[Place, ...]:
    return tuple(
        Place(
            name if layout.hatches == 1 else f"{hatch + 1}.{name}",
            box,
            slot,
            hatch,
            layout.cell(box, slot, hatch),
            layout.writing(box, slot, hatch),
            layout.preview(box, slot, hatch),
        )
        for hatch in range(layout.hatches)
        for name, box, slot in names_of_places(layout.grandes)
    )


def names_of_places(grandes: int) -> list[tuple[str, Box, int]]:
    """Return name, box and slot of every place of a hatch, in reading order."""
    out = [(str(box), box, 0) for column in COLUMNS for box in column]
    return out + [(f"{Box.GRANDE}.{slot + 1}", Box.GRANDE, slot) for slot in range(grandes)]


# ------------------------------------------------------------------ the small sheets


@dataclass(frozen=True, slots=True)
class Row:
    """The small sheets of one hatch: all teams, side by side along the front of the table."""

    teams: int
    members: int = 1
    """The most players that share one of them: their names need room."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of one sheet: those of teams keep clear of the shadows of the dice."""
        if self.members > 1:
            return (440.0 if self.members == 2 else 560.0), 230.0
        return (330.0 if self.teams <= 4 else 217.0), 248.0

    def paper(self, team: int, active: bool) -> Rect:
        """Return the place of a team's sheet; that of those who play lies a little higher."""
        w, h = self.size
        gap = 8.0 if self.teams <= 4 else 5.0
        whole = self.teams * w + (self.teams - 1) * gap
        x = 690 - whole / 2 + team * (w + gap)
        higher = 0.0 if self.members > 1 else 10.0
        return (x, 1080 - h - 8 - (higher if active else 0.0), w, h)

    def grid(self, paper: Rect) -> Rect:
        """Return where the # of a sheet is drawn; a wide sheet has the rest beside it."""
        x, y, w, h = paper
        if self.members > 1:
            return (x + 14, y + 54, w * 0.62, h - 66)
        return (x + 14, y + 60, w - 28, 127.0)

    def grande(self, paper: Rect, slot: int) -> Rect:
        """Return where a Grande is written."""
        x, y, w, h = paper
        if self.members > 1:
            return (x + w * 0.7 + slot * w * 0.14, y + 70, 50.0, 44.0)
        if self.teams > 4:  # close together: the total beside them must not read on from a mark
            return (x + 8 + slot * 56, y + h - 57, 46.0, 38.0)
        return (x + 12 + slot * 66, y + h - 57, 46.0, 38.0)

    def mark(self, paper: Rect, box: Box, slot: int) -> Rect:
        """Return where the mark of a box is written."""
        if box is Box.GRANDE:
            return self.grande(paper, slot)
        x, y, w, h = self.grid(paper)
        column, row = _spot(box)
        return (x + column * w / 3 + 4, y + row * h / 3 + 5, w / 3 - 8, h / 3 - 9)

    def total(self, paper: Rect) -> tuple[float, float]:
        """Return right end and middle of the total."""
        x, y, w, h = paper
        edge = 12 if self.members == 1 and self.teams > 4 else 18
        return (x + w - edge, y + h - (46 if self.members > 1 else 36))


@dataclass(frozen=True, slots=True)
class Others:
    """The small sheets of three hatches: all but that of those who play, who have the large one.

    Up to two stand tall beside the throwing area; more lie flat, each with its three blocks side
    by side. From one turn to the next each keeps its place but for the one that changes.
    """

    others: int
    members: int = 1
    """The most players that share one of them."""

    @property
    def flat(self) -> bool:
        """Whether the blocks lie side by side, not one above the other."""
        return self.others > 2

    def paper(self, number: int) -> Rect:
        """Return the place of a sheet, by its number among the others."""
        if self.flat:
            x, y = _SLOTS_OF_FIVE[number]
            return (x, y, *_FLAT)
        if self.others == 2:
            return (14 + number * 236, 664, 230, 412)
        return (14, 670, _FLAT[0], 406)

    def names(self, number: int) -> Rect:
        """Return the room for the names."""
        x, y, w, _h = self.paper(number)
        if self.flat:
            return (x + 12, y + 1, w - 174, 30)
        if self.others == 2:
            return (x + 10, y + 6, w - 20, 42 if self.members == 1 else 58)
        return (x + 12, y + 5, w - 174, (48, 60, 84)[self.members - 1])

    def points(self, number: int) -> tuple[float, float]:
        """Return right end and middle of the line with the game points."""
        x, _y, w, _h = self.paper(number)
        left, top, wide, high = self.names(number)
        if self.others == 2:
            return (left + wide - 4, top + high + 13)
        return (x + w - 14, top + high / 2 + 1)

    def blocks(self, number: int) -> tuple[Block, ...]:
        """Return the three hatches of a sheet."""
        x, y, w, h = self.paper(number)
        _left, top, _wide, high = self.names(number)
        top += high + (29 if self.others == 2 else 0)
        if self.flat:
            wide = (w - 16) / 3
            return tuple(
                Block(x + 4 + i * (wide + 4), top, wide, y + h - 2 - top) for i in range(3)
            )
        high = (y + h - 4 - top - 12) / 3
        return tuple(Block(x + 8, top + i * (high + 6), w - 16, high) for i in range(3))


# ----------------------------------------------------------------------- the buttons


class Controls(NamedTuple):
    """Where the buttons of a turn are."""

    roll: Rect
    roll_with_extras: Rect
    """The same while there are extras."""
    extras: Rect
    """The room for bajo, leaving the dice to the partner, and the like."""
    take_back: Rect
    menu: Rect


_UNDER_THE_SHEET: Final = Controls(
    (1384, 712, 516, 190),
    (1384, 696, 516, 142),
    (1384, 846, 516, 100),
    (1384, 954, 252, 106),
    (1648, 954, 252, 106),
)
_BELOW_THE_DICE: Final = Controls(
    (490, 810, 660, 114),
    (490, 810, 244, 114),
    (742, 810, 408, 114),
    (1158, 810, 140, 114),
    (1304, 810, 140, 114),
)


_ALONE_BELOW_THE_DICE: Final = Controls(
    *((x, 842.0, w, 168.0) for x, _y, w, _h in _BELOW_THE_DICE),
)
"""The same with more room: neither sheets nor results lie there too."""


def controls_of(state: State) -> Controls:
    """Return where the buttons are: the large sheet of three hatches needs their usual place."""
    if state.rules.hatches == 1 or state.phase is Phase.LOT:
        return _UNDER_THE_SHEET
    below = len(state.sheets) > 4 or state.rules.team_size > 1
    return _BELOW_THE_DICE if below else _ALONE_BELOW_THE_DICE


def result_places(state: State) -> tuple[Rect, ...]:
    """Return where the results of partners lie: below the cup, or below the buttons."""
    count = state.rules.team_size - 1
    if state.rules.hatches == 1:
        high = 150.0 if count == 1 else 76.0
        return tuple((18.0, 646 + i * 82.0, 440.0, high) for i in range(count))
    wide = 560.0 if count == 1 else 470.0
    return tuple((490.0 + i * 478, 968.0, wide, 84.0) for i in range(count))


def result_targets(state: State) -> tuple[Rect, ...]:
    """Return where the results of partners are pressed: a low slip reaches a little beyond."""
    places = result_places(state)[: len(state.results)]
    return tuple((x, y - (more := max(0.0, 80 - h)) / 2, w, h + more) for x, y, w, h in places)
