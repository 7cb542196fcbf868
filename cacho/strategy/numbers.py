"""What a turn is reckoned with: the numbers of one sheet, or those of many sheets abreast.

A turn is the same sums, choices and conditions whatever sheet it is played for. `Single` does them
with floats for one sheet. `Lanes` does them for hundreds of sheets in one step: plain Python has no
arrays to calculate with, but it has integers of any length, and an integer of 64 bits a sheet is a
row of numbers that are added, compared and chosen from at once.

Values are never negative; 0 also stands for "not possible", which no choice prefers to what is.
Must not know dice or rules; a sheet is its open boxes here, one bit a box.
"""

import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol, TypeVar

T = TypeVar("T")
"""A value for every sheet: a float for one, a row of lanes for many."""


class Conditions(Protocol):
    """What sheets meet: a condition is an int, 0 for no sheet, else those that meet it."""

    @property
    def every(self) -> int:
        """The condition that all sheets meet."""
        ...

    def meets(self, boxes: int, /) -> int:
        """The sheets with any of these boxes open."""
        ...


class Numbers(Conditions, Protocol[T]):
    """The arithmetic of a turn."""

    @property
    def zero(self) -> T:
        """0 for every sheet."""
        ...

    @property
    def one(self) -> T:
        """The probability of what is certain."""
        ...

    def most(self, first: T, /, *others: T) -> T:
        """The greatest, sheet by sheet."""
        ...

    def mean(self, a: T, b: T, c: T, d: T, e: T, f: T, /) -> T:
        """The mean of six."""
        ...

    def sixth(self, value: T, /) -> T:
        """A sixth."""
        ...

    def plus(self, a: T, b: T, /) -> T:
        """The sum."""
        ...

    def less(self, a: T, b: T, /) -> T:
        """The difference, which must not be negative."""
        ...

    def pick(self, where: int, yes: T, no: T, /) -> T:
        """`yes` for the sheets of a condition, `no` for the others."""
        ...

    def only(self, where: int, value: T, /) -> T:
        """`value` for the sheets of a condition, 0 for the others."""
        ...

    def same(self, a: T, b: T, /) -> int:
        """The sheets for which both are equal."""
        ...


class Single:
    """Floats, for one sheet."""

    zero: Final = 0.0
    one: Final = 1.0
    every: Final = 1
    most: Callable[..., float] = staticmethod(max)

    def __init__(self, open_boxes: int) -> None:
        self._open = open_boxes

    @staticmethod
    def mean(a: float, b: float, c: float, d: float, e: float, f: float, /) -> float:
        """See `Numbers`."""
        return (a + b + c + d + e + f) / 6

    @staticmethod
    def sixth(value: float, /) -> float:
        """See `Numbers`."""
        return value / 6

    @staticmethod
    def plus(a: float, b: float, /) -> float:
        """See `Numbers`."""
        return a + b

    @staticmethod
    def less(a: float, b: float, /) -> float:
        """See `Numbers`."""
        return a - b

    @staticmethod
    def pick(where: int, yes: float, no: float, /) -> float:
        """See `Numbers`."""
        return yes if where else no

    @staticmethod
    def only(where: int, value: float, /) -> float:
        """See `Numbers`."""
        return value if where else 0.0

    @staticmethod
    def same(a: float, b: float, /) -> int:
        """See `Numbers`."""
        return 1 if a == b else 0

    def meets(self, boxes: int, /) -> int:
        """See `Numbers`."""
        return 1 if self._open & boxes else 0


BITS: Final = 64
"""A lane: 15 for a sum of six values below 4096, 48 after the point, and one to compare with."""
POINT: Final = 1 << 48
"""1 point in a lane."""
WHOLE: Final = 1 << 60
"""Probability 1 in a lane."""
_TOP: Final = 1 << (BITS - 1)


class Lanes:
    """Rows of numbers, one lane a sheet; the arithmetic drops less than 2^-45 at a step."""

    zero: Final = 0

    def __init__(self, sheets: Sequence[int]) -> None:
        self._sheets = sheets
        self._ones = self.row([1] * len(sheets))
        self._top = self._ones * _TOP
        self._low = {by: self._ones * ((1 << (BITS - by)) - 1) for by in (1, 2, 4, 8, 16, 32)}
        self._met: dict[int, int] = {}
        self.every = self._ones * ((1 << BITS) - 1)
        self.one = self._ones * WHOLE

    @staticmethod
    def row(values: Iterable[int]) -> int:
        """Lay values side by side."""
        return int.from_bytes(array("Q", values).tobytes(), sys.byteorder)

    def values(self, row: int) -> list[int]:
        """Take a row apart again."""
        data = row.to_bytes(len(self._sheets) * BITS // 8, sys.byteorder)
        return array("Q", data).tolist()

    def where(self, test: Callable[[int], bool]) -> int:
        """The condition that the open boxes of each sheet meet or not."""
        return self.row(((1 << BITS) - 1) if test(sheet) else 0 for sheet in self._sheets)

    def most(self, first: int, /, *others: int) -> int:
        """See `Numbers`. A top bit that was set lasts unless the other is greater."""
        top = self._top
        for other in others:
            ahead = ((first | top) - other) & top
            first = other ^ ((first ^ other) & (ahead - (ahead >> 63)))
        return first

    def mean(self, a: int, b: int, c: int, d: int, e: int, f: int, /) -> int:
        """See `Numbers`."""
        return self.sixth(a + b + c + d + e + f)

    def sixth(self, value: int, /) -> int:
        """See `Numbers`: a half, and of that 1/3 = 1/4 (1 + 1/4) (1 + 1/16) (1 + 1/256) ..."""
        low = self._low
        third = (((value >> 1) & low[1]) >> 2) & low[2]
        for shift in (2, 4, 8, 16, 32):
            third += (third >> shift) & low[shift]
        return third

    @staticmethod
    def plus(a: int, b: int, /) -> int:
        """See `Numbers`."""
        return a + b

    @staticmethod
    def less(a: int, b: int, /) -> int:
        """See `Numbers`."""
        return a - b

    @staticmethod
    def pick(where: int, yes: int, no: int, /) -> int:
        """See `Numbers`."""
        return no ^ ((no ^ yes) & where)

    @staticmethod
    def only(where: int, value: int, /) -> int:
        """See `Numbers`."""
        return value & where

    def same(self, a: int, b: int, /) -> int:
        """See `Numbers`."""
        other = (((a ^ b) | self._top) - self._ones) & self._top
        return self.every ^ ((other << 1) - (other >> 63))

    def meets(self, boxes: int, /) -> int:
        """See `Numbers`."""
        if boxes not in self._met:
            self._met[boxes] = self.where(lambda sheet: bool(sheet & boxes))
        return self._met[boxes]
