"""Teams: what a series of rolls is worth of which only the best, of several, is noted.

An approximation. What stays open on the sheet is worth what it would be to one player; a series
still to come is taken to end as it would if it were the only one. So a series is played for the
better of what lies already and what it makes, the chances of partners to better it included.
"""

from collections.abc import Sequence
from functools import cache

from cacho.engine import Decision, State

from .advice import NoteValue, allowed_notes
from .flow import ends_of, notes_of
from .tables import Leaves, Tables, Worth
from .turn import Turn


def series_turn(
    state: State, tables: Tables, turn: Turn[float], worth: Worth[float], note_value: NoteValue
) -> Turn[float]:
    """The turn of one series among those of a team; `turn` is the same played alone."""
    lying = _best_note(state, note_value)
    to_come = state.rules.team_size - 1 - len(state.results)
    alone = _ends(turn, tables, worth) if to_come else ()

    @cache
    def expected(best: float, series: int) -> float:
        if not series:
            return best
        return sum(chance * expected(max(best, value), series - 1) for value, chance in alone)

    def together(leaves: Leaves[float]) -> Leaves[float]:
        def best(values: Sequence[float]) -> list[float]:
            return [expected(max(lying, value), to_come) for value in values]

        return Leaves(best(leaves.notes), leaves.stops, tuple(map(best, leaves.goals)))

    return Turn(turn.course, turn.numbers, lambda roll, fresh: together(turn.leaves(roll, fresh)))


def _best_note(state: State, note_value: NoteValue) -> float:
    """The best that the results on the table can be noted as; 0 where there are none."""
    if not state.results:
        return 0.0
    decision = Decision(state.rules, state.results, frozenset(state.sheet.open_boxes))
    notes = allowed_notes(decision, state.sheet.open_places)
    return max((note_value(*note) for note in notes), default=0.0)


def _ends(
    turn: Turn[float], tables: Tables, worth: Worth[float]
) -> tuple[tuple[float, float], ...]:
    """What a series played alone comes to: each value with its probability."""
    noted = notes_of(turn, tables, worth, ends_of(turn))
    chances: dict[float, float] = {}
    for values, likely in zip(worth, noted, strict=True):
        for value, chance in zip(values, likely, strict=True):
            if chance:
                chances[value] = chances.get(value, 0.0) + chance
    return tuple(chances.items())
