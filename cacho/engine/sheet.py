"""One score sheet, immutable: what stands in which box of which hatch.

Owns marks, their sums, and how sheets of several hatches compare. Must not know dice, turns or
which mark is legal now.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from .rules import CUATROS, NUMBER_BOXES, Box, Ruleset


@dataclass(frozen=True, slots=True)
class Mark:
    """What was noted in a box: its points, 0 for a cross."""

    points: int
    de_mano: bool = False
    """Whether it is an escalera, full or poker de mano, with its 5 more in the points (R-12)."""

    @property
    def crossed(self) -> bool:
        """Whether the box is crossed out (R-14)."""
        return self.points == 0


Grid = tuple[tuple[Mark, ...], ...]
"""The marks of one hatch: for each box, in `Box` order, what stands there."""


@dataclass(frozen=True)
class Sheet:
    """The boxes of one player or team (R-06): eleven a hatch, ten where there is one Grande.

    A sheet has one hatch or three, counted from 0, the upper (R-30). The Grandes are one `Box`
    with several slots: `marks(Box.GRANDE)` lists them as they were filled, so slot 0 is the first
    noted.

    A sheet stays the same for many states, and is asked often: what follows from its marks is
    counted once.
    """

    grandes: int
    hatches: int = 1
    _grids: tuple[Grid, ...] = (((),) * len(Box),)

    @classmethod
    def blank(cls, rules: Ruleset) -> Self:
        """An empty sheet with the boxes of `rules`."""
        return cls(rules.capacity(Box.GRANDE), rules.hatches, (((),) * len(Box),) * rules.hatches)

    def marks(self, box: Box, hatch: int = 0) -> tuple[Mark, ...]:
        """What stands in `box`, slot by slot; () while it is empty."""
        return self._grids[hatch][_INDEX[box]]

    def all_marks(self, box: Box) -> tuple[Mark, ...]:
        """What stands in `box`, in all hatches."""
        return tuple(mark for grid in self._grids for mark in grid[_INDEX[box]])

    def capacity(self, box: Box) -> int:
        """How many marks `box` takes in each hatch."""
        return self.grandes if box is Box.GRANDE else 1

    def is_open(self, box: Box, hatch: int | None = None) -> bool:
        """Whether `box` still takes a mark, in `hatch` or, without one, in any."""
        if hatch is None:
            return box in self.open_set
        return (box, hatch) in self.open_places

    @cached_property
    def open_boxes(self) -> tuple[Box, ...]:
        """The boxes that still take a mark, in `Box` order; GRANDE once while any slot is free."""
        return tuple(box for box in _INDEX if box in self.open_set)

    @cached_property
    def open_set(self) -> frozenset[Box]:
        """The same boxes, in no order."""
        return frozenset(box for box, _ in self.open_places)

    @cached_property
    def open_places(self) -> tuple[tuple[Box, int], ...]:
        """Every (box, hatch) that still takes a mark, hatch by hatch."""
        return tuple(
            (box, hatch)
            for hatch, grid in enumerate(self._grids)
            for box, marks in zip(_INDEX, grid, strict=True)
            if not marks or len(marks) < self.capacity(box)
        )

    @property
    def total(self) -> int:
        """Sum of all marks."""
        return sum(self.hatch_totals)

    @cached_property
    def hatch_totals(self) -> tuple[int, ...]:
        """The sum of each hatch, from the upper."""
        return tuple(sum(mark.points for marks in grid for mark in marks) for grid in self._grids)

    @cached_property
    def noted(self) -> int:
        """Number of marks on the sheet: turns that were finished."""
        return sum(len(marks) for grid in self._grids for marks in grid)

    @cached_property
    def full(self) -> bool:
        """Whether every box is filled."""
        return not self.open_places

    @cached_property
    def panza(self) -> bool:
        """Escalera, full and poker each noted de mano, and a Grande scored: the belly of gold."""
        served = all(
            any(mark.de_mano for mark in self.all_marks(box))
            for box in (Box.ESCALERA, Box.FULL, Box.POKER)
        )
        return served and self._grande_scored

    @cached_property
    def cuatros(self) -> bool:
        """At least four dice noted in each of the six numbers, and a Grande scored."""
        fours = all(
            any(mark.points >= CUATROS * face for mark in self.all_marks(box))
            for face, box in enumerate(NUMBER_BOXES, 1)
        )
        return fours and self._grande_scored

    @property
    def _grande_scored(self) -> bool:
        return any(not mark.crossed for mark in self.all_marks(Box.GRANDE))

    def with_mark(self, box: Box, mark: Mark, hatch: int = 0) -> Self:
        """The sheet with one mark more. Raises ValueError when `box` is full."""
        if not self.is_open(box, hatch):
            raise ValueError(f"{box} is full")
        grid, at = self._grids[hatch], _INDEX[box]
        grid = (*grid[:at], (*grid[at], mark), *grid[at + 1 :])
        grids = (*self._grids[:hatch], grid, *self._grids[hatch + 1 :])
        return type(self)(self.grandes, self.hatches, grids)

    def crosses(self) -> Iterator[tuple[Box, int, int]]:
        """Every (box, hatch, slot) that is still empty: what closing the sheet crosses out."""
        for box, hatch in self.open_places:
            for slot in range(len(self.marks(box, hatch)), self.capacity(box)):
                yield box, hatch, slot

    def closed(self) -> Self:
        """The sheet with everything open crossed out (R-32)."""
        sheet = self
        for box, hatch, _ in self.crosses():
            sheet = sheet.with_mark(box, Mark(0), hatch)
        return sheet


_INDEX = {box: at for at, box in enumerate(Box)}


def game_points(sheets: Sequence[Sheet]) -> tuple[int, ...]:
    """The game points of each sheet: 1 for leading in the upper hatch, 2 and 3 below (R-30).

    Those who lead a hatch together each take its points in full.
    """
    won = [0] * len(sheets)
    for worth, totals in enumerate(zip(*(sheet.hatch_totals for sheet in sheets), strict=True), 1):
        for at, total in enumerate(totals):
            won[at] += worth if total == max(totals) else 0
    return tuple(won)
