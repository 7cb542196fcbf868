"""From the last box back to the empty sheet: the value of every sheet, many at a time.

Owns the order in which sheets are reckoned and what their notes lead to.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from cacho.engine import Ruleset

from .numbers import POINT, Lanes, Numbers, T
from .tables import BOXES, Leaves, Tables, Worth, after_note, marks_left, open_bits
from .turn import Course, Turn

ABREAST: Final = 384
"""So many sheets are reckoned in one step: with more the numbers leave the processor's cache."""

Progress = Callable[[float], None]
"""Told how much is done, from 0 to 1."""


def values_of_sheets(tables: Tables, progress: Progress | None = None) -> list[float]:
    """The points that every sheet still makes under the best play."""
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
    return [value / POINT for value in values]


def batches(sheets: Iterable[int]) -> Iterator[list[int]]:
    """Sheets that can be solved abreast, those with few boxes open first; not the full one."""
    layers: dict[int, list[int]] = {}
    for index in sheets:
        layers.setdefault(marks_left(index), []).append(index)
    for left in sorted(layers.keys() - {0}):
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

    return Turn(_course(tables.rules), numbers, leaves)


def _course(rules: Ruleset) -> Course:
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
