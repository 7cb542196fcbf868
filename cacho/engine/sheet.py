"""One player's score sheet, immutable: what stands in which box.

Owns marks and their sums. Must not know dice, turns or which mark is legal now.
"""

from dataclasses import dataclass, replace
from typing import Self

from .rules import Box, Ruleset


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


@dataclass(frozen=True, slots=True)
class Sheet:
    """The eleven boxes of one player (R-06); ten where a ruleset has one Grande.

    The Grandes are one `Box` with several slots: `marks(Box.GRANDE)` lists them as they were
    filled, so slot 0 is the first noted.
    """

    grandes: int
    _grid: tuple[tuple[Mark, ...], ...] = ((),) * len(Box)

    @classmethod
    def blank(cls, rules: Ruleset) -> Self:
        """An empty sheet with the boxes of `rules`."""
        return cls(grandes=rules.capacity(Box.GRANDE))

    def marks(self, box: Box) -> tuple[Mark, ...]:
        """What stands in `box`, slot by slot; () while it is empty."""
        return self._grid[_INDEX[box]]

    def capacity(self, box: Box) -> int:
        """How many marks `box` takes."""
        return self.grandes if box is Box.GRANDE else 1

    def is_open(self, box: Box) -> bool:
        """Whether `box` still takes a mark."""
        return len(self.marks(box)) < self.capacity(box)

    @property
    def open_boxes(self) -> tuple[Box, ...]:
        """The boxes that still take a mark, in `Box` order; GRANDE once while any slot is free."""
        return tuple(box for box in Box if self.is_open(box))

    @property
    def total(self) -> int:
        """Sum of all marks."""
        return sum(mark.points for marks in self._grid for mark in marks)

    @property
    def noted(self) -> int:
        """Number of marks on the sheet: turns this player has finished."""
        return sum(map(len, self._grid))

    @property
    def full(self) -> bool:
        """Whether every box is filled."""
        return not self.open_boxes

    def with_mark(self, box: Box, mark: Mark) -> Self:
        """The sheet with one mark more. Raises ValueError when `box` is full."""
        if not self.is_open(box):
            raise ValueError(f"{box} is full")
        at = _INDEX[box]
        grid = (*self._grid[:at], (*self._grid[at], mark), *self._grid[at + 1 :])
        return replace(self, _grid=grid)


_INDEX = {box: at for at, box in enumerate(Box)}
