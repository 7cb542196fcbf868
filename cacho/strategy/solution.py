"""The solution of a ruleset: what every sheet is still worth under the best play for points.

Owns the way from the last box back to the empty sheet, and the solution as bytes. What to do with
dice that lie is told by `advice`.
"""

import hashlib
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Final, Self

from cacho.engine import FIELDS, Action, Box, Ruleset, Sheet, State, field_text

from .advice import NoteValue, Weighed, weigh
from .numbers import POINT, Lanes, Numbers, Single, T
from .series import series_turn
from .tables import (
    BOXES,
    Leaves,
    Tables,
    Worth,
    after_note,
    marks_left,
    one_hatch,
    open_bits,
    sheet_index,
    tables_of,
)
from .turn import Course, Turn

ABREAST: Final = 384
"""So many sheets are solved in one step: with more the numbers leave the processor's cache."""
FORMAT: Final = b"cacho solution 1\n"
"""The first line of a solution as bytes; the number counts the formats."""
_KEPT_TURNS: Final = 64
"""Turns of which the values are remembered: several decisions are about one turn."""

Progress = Callable[[float], None]
"""Told how much is done, from 0 to 1."""


class SolutionError(ValueError):
    """Bytes that are no solution of the rules asked for; the message says why."""


def rules_key(rules: Ruleset) -> str:
    """Name what the solution of `rules` depends on, in 64 hexadecimal digits.

    The same for rules that differ in their name, hatches, teams or early wins only: these are
    played by the solution of one player on one hatch.
    """
    plain = one_hatch(rules)
    fields = "\n".join(f"{name}={field_text(plain, name)}" for name in FIELDS)
    return hashlib.sha256(FORMAT + fields.encode("ascii")).hexdigest()


class Solution:
    """What every sheet of a ruleset is still worth, and what follows from it for a turn."""

    def __init__(self, rules: Ruleset, values: Sequence[float]) -> None:
        self.rules = one_hatch(rules)
        """The rules solved: those of one player on one hatch."""
        self._values = values
        self._turns: dict[tuple[int, ...], Turn[float]] = {}

    @property
    def expected(self) -> float:
        """The expected points of a whole sheet."""
        return self._values[-1]

    def value(self, sheet: Sheet) -> float:
        """The points that are still to be expected for what is open on a sheet.

        Exact for one hatch; for three the sum of what each would be worth alone, which is less
        than the truth: a turn that fits one hatch badly may fit another.
        """
        return sum(map(self.worth, _hatches(sheet)))

    def worth(self, index: int) -> float:
        """The same for the number of what is open in one hatch (`sheet_index`)."""
        return self._values[index]

    def weigh(self, state: State) -> tuple[Weighed, ...]:
        """Every action of a state, best first, with the points its sheet is to end with.

        Exact for one player on one hatch, and to be compared by their differences. A roll is worth
        the dice held now, a hold the roll that follows it, a declaration what it is kept for; `()`
        when the match is over. Always doing the first action plays a match to its end. For three
        hatches and for teams it is an approximation: see `value` and `series`.

        Raises ValueError for a state of other rules.
        """
        if one_hatch(state.rules) != self.rules:
            raise ValueError("this is the solution of other rules")
        total = state.sheet.total
        weighed = weigh(state, tables_of(self.rules), self.turn(state), self._note_value(state))
        return tuple(Weighed(action, total + value) for action, value in weighed)

    def best(self, state: State) -> Action:
        """The first of `weigh`. Raises ValueError when the match is over."""
        weighed = self.weigh(state)
        if not weighed:
            raise ValueError("the match is over")
        return weighed[0].action

    def turn(self, state: State) -> Turn[float]:
        """The turn that is played in a state, with the points still to come after every hold."""
        hatches = _hatches(state.sheet)
        alone = self._turn_alone(hatches)
        if state.rules.team_size == 1:
            return alone
        return series_turn(
            state, tables_of(self.rules), alone, self._worth(hatches), self._note_value(state)
        )

    def _turn_alone(self, hatches: tuple[int, ...]) -> Turn[float]:
        if hatches not in self._turns:
            if len(self._turns) >= _KEPT_TURNS:
                self._turns.clear()
            opens = reduce(or_, map(open_bits, hatches))
            turn = turn_of(tables_of(self.rules), Single(opens), self._worth(hatches))
            self._turns[hatches] = turn
        return self._turns[hatches]

    def _worth(self, hatches: tuple[int, ...]) -> list[list[float]]:
        """What every note is worth, in the hatch that gains most by it."""
        scales = tables_of(self.rules).scale
        later = [
            [self._later(hatches, box, hatch) for hatch in _able(hatches, box)]
            for box in range(len(BOXES))
        ]
        return [
            [points + max(values) if values else 0.0 for points in scale]
            for scale, values in zip(scales, later, strict=True)
        ]

    def _later(self, hatches: tuple[int, ...], box: int, hatch: int) -> float:
        """What the hatches are still worth after a mark in one of them."""
        after = (*hatches[:hatch], after_note(hatches[hatch], box), *hatches[hatch + 1 :])
        return sum(map(self.worth, after))

    def _note_value(self, state: State) -> NoteValue:
        hatches = _hatches(state.sheet)

        def value(box: Box, points: int, hatch: int) -> float:
            return points + self._later(hatches, BOXES.index(box), hatch)

        return value

    # ------------------------------------------------------------------------------- as bytes

    def to_bytes(self) -> bytes:
        """The solution as bytes, the same on every machine."""
        numbers = array("d", self._values)
        if sys.byteorder == "big":
            numbers.byteswap()
        body = FORMAT + bytes.fromhex(rules_key(self.rules)) + numbers.tobytes()
        return body + hashlib.sha256(body).digest()

    @classmethod
    def from_bytes(cls, rules: Ruleset, data: bytes) -> Self:
        """Read what `to_bytes` wrote. Raises `SolutionError` for anything else."""
        body, checksum = data[:-32], data[-32:]
        head = FORMAT + bytes.fromhex(rules_key(rules))
        if not body.startswith(FORMAT):
            raise SolutionError("these bytes are no solution, or one of another format")
        if hashlib.sha256(body).digest() != checksum:
            raise SolutionError("the solution is damaged")
        if not body.startswith(head):
            raise SolutionError("this is the solution of other rules")
        numbers = array("d", body[len(head) :])
        if sys.byteorder == "big":
            numbers.byteswap()
        return cls(rules, numbers)


def _hatches(sheet: Sheet) -> tuple[int, ...]:
    """What is open in each hatch."""
    return tuple(sheet_index(sheet, hatch) for hatch in range(sheet.hatches))


def _able(hatches: Sequence[int], box: int) -> list[int]:
    """The hatches in which a box is open."""
    return [at for at, index in enumerate(hatches) if open_bits(index) >> box & 1]


# --------------------------------------------------------------------------------------- solving


def solve(rules: Ruleset, progress: Progress | None = None) -> Solution:
    """Find the best play for points of one player on one hatch, under any rules.

    Exact to 1e-10: a dormida counts as its box or its 100, early wins are ignored, and the game
    goes on to the last box. Takes 0.2 s for most rules, 1 s where goals are declared.
    """
    tables = tables_of(rules)
    values = [0] * len(tables.sheets)
    done = 1
    for batch in batches(tables.sheets):
        lanes = Lanes([open_bits(index) for index in batch])
        turn = turn_of(tables, lanes, worth_abreast(tables, lanes, batch, values))
        for index, value in zip(batch, lanes.values(turn.value), strict=True):
            values[index] = value
        done += len(batch)
        if progress:
            progress(done / len(values))
    return Solution(rules, [value / POINT for value in values])


def batches(sheets: Iterable[int]) -> Iterator[list[int]]:
    """Sheets that can be solved abreast, those with few boxes open first; not the full one."""
    layers: dict[int, list[int]] = {}
    for index in sheets:
        layers.setdefault(marks_left(index), []).append(index)
    for left in sorted(layers)[1:]:
        layer = layers[left]
        for at in range(0, len(layer), ABREAST):
            yield layer[at : at + ABREAST]


def turn_of(tables: Tables, numbers: Numbers[T], worth: Worth[T]) -> Turn[T]:
    """A turn under some rules whose notes are worth what is given."""
    known: dict[int, Leaves[T]] = {}

    def leaves(roll: int, fresh: bool) -> Leaves[T]:
        lying = tables.lying[roll, fresh]
        if id(lying) not in known:
            known[id(lying)] = lying.leaves(numbers, worth)
        return known[id(lying)]

    return Turn(course_of(tables.rules), numbers, leaves)


def course_of(rules: Ruleset) -> Course:
    """How a turn goes under some rules."""
    return Course(rules.rolls, rules.rethrow_mano, rules.bajo, rules.goal, len(BOXES))


def worth_abreast(
    tables: Tables, lanes: Lanes, batch: Sequence[int], values: Sequence[int]
) -> list[list[int]]:
    """What each note is worth to sheets whose later values are known."""
    worth = []
    for box, scale in enumerate(tables.scale):
        able = [open_bits(index) >> box & 1 for index in batch]
        later = lanes.row(
            values[after_note(index, box)] if is_open else 0
            for index, is_open in zip(batch, able, strict=True)
        )
        point = lanes.row(POINT if is_open else 0 for is_open in able)
        worth.append([later + points * point for points in scale])
    return worth
