"""The points that every sheet still makes under the best play: all of them, with probabilities.

The probabilities of a sheet are those of its notes, each moved by its points and followed by what
the sheet after it makes. They are kept as whole numbers of 2^-60, one lane of a long integer for
each number of points, so that moving is a shift and following a multiplication.
"""

import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from .flow import ends_apart, notes_of
from .numbers import POINT, WHOLE, Lanes
from .solving import Progress, batches, turn_of, worth_abreast
from .spread import Spread
from .tables import GRANDE, Tables, after_note, boxes_of, open_bits

_LANE: Final = 128
"""Bits of a lane: twice the 60 of a probability, and some to spare."""
_SHIFT: Final = 60
_KEPT: Final = 256
"""Spreads that are remembered; a decision needs some twenty, again and again."""


class Scores:
    """The points still to come for every sheet, reckoned as far as they are asked for."""

    def __init__(
        self,
        tables: Tables,
        values: Sequence[float],
        read: "Mapping[int, tuple[array[int], array[int]]] | None" = None,
    ) -> None:
        self._tables = tables
        self._read = read or {}
        self._spreads: dict[tuple[int, int], Spread] = {}
        self._values = [round(value * POINT) for value in values]
        self._all: dict[int, int] = {0: WHOLE}
        self._awake: dict[int, int] = {0: WHOLE}
        lanes = 2 * sum(max(scale) for scale in tables.scale)
        self._low = ((1 << _LANE * lanes) - 1) // ((1 << _LANE) - 1) * ((1 << _LANE // 2) - 1)

    def all(self, index: int) -> Spread:
        """What a sheet makes, a dormida being its box or its 100."""
        return self._spread(index, 0)

    def awake(self, index: int) -> Spread:
        """The same without the games in which a dormida falls; its mass is the chance of none."""
        return self._spread(index, 1)

    def _spread(self, index: int, row: int) -> Spread:
        spread = self._spreads.get((index, row))
        if spread is None:
            if len(self._spreads) >= _KEPT:
                self._spreads.clear()  # another thread may do the same at any moment
            spread = self._spreads[index, row] = _spread(self.rows(index)[row])
        return spread

    def rows(self, index: int) -> "tuple[array[int], array[int]]":
        """The same as whole numbers of 2^-60, from 0 points on: all, and awake."""
        if index in self._read:
            return self._read[index]
        if index not in self._all:
            self.reckon([index])
        return _lanes(self._all[index]), _lanes(self._awake[index])

    @property
    def complete(self) -> bool:
        """Whether all sheets are known."""
        return max(len(self._read), len(self._all)) == len(self._tables.sheets)

    def reckon(self, sheets: Iterable[int], progress: Progress | None = None) -> None:
        """Reckon some sheets, and all that can come of them, if they are not known."""
        if self.complete:
            return
        wanted = {below for index in sheets for below in _below(index)} - self._all.keys()
        done = 0
        for batch in batches(wanted):
            self._reckon(batch)
            done += len(batch)
            if progress:
                progress(done / len(wanted))

    def _reckon(self, batch: Sequence[int]) -> None:
        tables, lanes = self._tables, Lanes([open_bits(index) for index in batch])
        worth = worth_abreast(tables, lanes, batch, self._values)
        turn = turn_of(tables, lanes, worth)
        awake, asleep = (
            [[lanes.values(row) for row in rows] for rows in notes_of(turn, tables, worth, ends)]
            for ends in ends_apart(turn, tables)
        )
        for lane, index in enumerate(batch):
            notes = [
                (box, points, awake[box][step][lane], asleep[box][step][lane])
                for box in boxes_of(open_bits(index))
                for step, points in enumerate(tables.scale[box])
            ]
            self._awake[index] = self._after(
                self._awake, index, ((box, points, n) for box, points, n, _ in notes if n)
            )
            self._all[index] = self._after(
                self._all, index, ((box, points, n + m) for box, points, n, m in notes if n + m)
            )

    def _after(
        self, later: Mapping[int, int], index: int, notes: Iterable[tuple[int, int, int]]
    ) -> int:
        """Put together what follows each note, moved by its points, as often as it is made."""
        together = 0
        for box, points, chance in notes:
            together += later[after_note(index, box)] * chance << points * _LANE
        return together >> _SHIFT & self._low


def _below(index: int) -> Iterator[int]:
    """Every sheet that one leads to, itself included."""
    low, grandes = index & ((1 << GRANDE) - 1), index >> GRANDE
    part = low
    while True:
        yield from (part + (count << GRANDE) for count in range(grandes + 1))
        if not part:
            return
        part = (part - 1) & low


def _lanes(row: int) -> "array[int]":
    """Take the lanes apart."""
    lanes = -(-row.bit_length() // _LANE)
    numbers = array("Q", row.to_bytes(lanes * _LANE // 8, "little"))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers[:: _LANE // 64]


def _spread(numbers: Iterable[int]) -> Spread:
    """As probabilities; what no dice can make at the lower end is left out."""
    chances = [number / WHOLE for number in numbers]
    first = next((at for at, chance in enumerate(chances) if chance), 0)
    return Spread(first, chances[first:])
