"""One turn, exactly: what every hand that lies and every hold is worth, from the last roll back.

Knows how a turn goes (rolls, bajo, goals, whether rolling all five counts apart) and what its ends
are worth, which is given; it finds the best play in between. Must not know rules beyond that: the
tests play Yahtzee with it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, Literal

from .keeps import HANDS, KEEPS, NOTHING, OF_GROWN, OF_SHRUNK, TURNED_HAND, TURNED_KEEP
from .numbers import Numbers, T
from .tables import Leaves

NO_GOAL: Final = -1
"""Stands where a box is declared for nothing being declared."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a turn goes."""

    rolls: int
    fresh: bool = False
    """Whether dice lie otherwise when a later roll rolled all five (R-12)."""
    bajo: Literal["no", "call", "look"] = "no"
    goal: Literal["free", "fixed", "rethrow"] = "free"
    boxes: int = 0
    """How many boxes can be declared."""


class Turn(Generic[T]):
    """The values of one turn; each list is reckoned when it is first asked for.

    `leaves` gives what ends the turn after a roll, and whether it rolled all five.
    """

    def __init__(
        self, course: Course, numbers: Numbers[T], leaves: Callable[[int, bool], Leaves[T]]
    ) -> None:
        self.course = course
        self.numbers = numbers
        self._leaves = leaves
        self._known: dict[tuple[str, int, bool, int], list[T]] = {}
        self._ends: dict[tuple[int, bool], Leaves[T]] = {}
        self.goals = tuple(box for box in range(course.boxes) if numbers.meets(1 << box))
        """The boxes that can be declared; none where nothing is."""
        if course.goal == "free":
            self.goals = ()

    @property
    def value(self) -> T:
        """What the turn is worth before its first roll."""
        return self._spread(self.looked(1, True, NO_GOAL))[NOTHING]

    def leaves(self, roll: int, fresh: bool) -> Leaves[T]:
        """What ends the turn after this roll."""
        fresh = roll == 1 or (fresh and self.course.fresh)
        if (roll, fresh) not in self._ends:
            self._ends[roll, fresh] = self._leaves(roll, fresh)
        return self._ends[roll, fresh]

    def looked(self, roll: int, fresh: bool, goal: int) -> list[T]:
        """For each hand its value after this roll, all dice being turned over where that pays."""
        if self.course.bajo != "look":
            return self.lying(roll, fresh, goal)
        return self._once("looked", roll, fresh, goal, self._look)

    def lying(self, roll: int, fresh: bool, goal: int) -> list[T]:
        """For each hand its value after this roll if it stays as it lies."""
        fresh = roll == 1 or (fresh and self.course.fresh)
        return self._once("lying", roll, fresh, goal, self._lie)

    def held(self, roll: int, goal: int) -> list[T]:
        """For each keep its value if the other dice are rolled, which is roll number `roll`."""
        return self._once("held", roll, False, goal, self._hold)

    def rolled(self, roll: int, goal: int) -> list[T]:
        """The same, with bajo called where that pays."""
        if self.course.bajo != "call":
            return self.held(roll, goal)
        return self._once("rolled", roll, False, goal, self._call)

    def best(self, roll: int, goal: int) -> list[T]:
        """For each node the best keep that can be held of it; keeps first, then hands."""
        return self._once("best", roll, False, goal, self._choose)

    def _once(
        self,
        what: str,
        roll: int,
        fresh: bool,
        goal: int,
        reckon: Callable[[int, bool, int], list[T]],
    ) -> list[T]:
        key = (what, roll, fresh, goal)
        if key not in self._known:
            self._known[key] = reckon(roll, fresh, goal)
        return self._known[key]

    def _look(self, roll: int, fresh: bool, goal: int) -> list[T]:
        """Bajo after looking: any time before a note, unless one is owed (R-21, R-22)."""
        most, pick = self.numbers.most, self.numbers.pick
        lying, stops = self.lying(roll, fresh, goal), self.leaves(roll, fresh).stops
        looked = [most(value, lying[over]) for value, over in zip(lying, TURNED_HAND, strict=True)]
        for hand, where in stops.items():
            looked[hand] = pick(where, lying[hand], looked[hand])
        return looked

    def _lie(self, roll: int, fresh: bool, goal: int) -> list[T]:
        leaves = self.leaves(roll, fresh)
        options = list(self._options(leaves, roll, fresh, goal))
        values = list(map(self.numbers.most, *options)) if len(options) > 1 else list(options[0])
        for hand, where in leaves.stops.items():
            values[hand] = self.numbers.pick(where, leaves.notes[hand], values[hand])
        return values

    def _options(self, leaves: Leaves[T], roll: int, fresh: bool, goal: int) -> list[list[T]]:
        """What can be done with each hand, if no note is owed: noting, and rolling on."""
        last, hands = roll == self.course.rolls, len(KEEPS)
        if goal != NO_GOAL:
            note = leaves.goals[goal]
            return [note] if last else [note, self.best(roll + 1, goal)[hands:]]
        if last:
            return [leaves.notes]
        if self.course.goal == "free":
            return [leaves.notes, self.best(roll + 1, NO_GOAL)[hands:]]
        # Nothing declared: note, roll all five, or declare a box and go on with it.
        all_five = [self.rolled(roll + 1, NO_GOAL)[NOTHING]] * len(HANDS)
        declared = (self.lying(roll, fresh, box) for box in self.goals)
        return [leaves.notes, all_five, *declared]

    def _hold(self, roll: int, _fresh: bool, goal: int) -> list[T]:
        held = self._spread(self.looked(roll, False, goal))
        if goal != NO_GOAL and self.course.goal == "rethrow":
            held[NOTHING] = self.held(roll, NO_GOAL)[NOTHING]  # all five rolled cancel it
        elif self.course.fresh:
            held[NOTHING] = self._spread(self.looked(roll, True, goal))[NOTHING]
        return held

    def _spread(self, hands: list[T]) -> list[T]:
        """For each keep the mean over what its rolled dice show, one die after the other."""
        mean = self.numbers.mean
        values: list[T] = [*[self.numbers.zero] * len(KEEPS), *hands]
        for keep in range(len(KEEPS) - 1, -1, -1):
            values[keep] = mean(*OF_GROWN[keep](values))
        return values[: len(KEEPS)]

    def _call(self, roll: int, _fresh: bool, goal: int) -> list[T]:
        """Bajo called: the dice held turn over, and those that roll fall as likely as before."""
        most, held = self.numbers.most, self.held(roll, goal)
        return [most(value, held[over]) for value, over in zip(held, TURNED_KEEP, strict=True)]

    def _choose(self, roll: int, _fresh: bool, goal: int) -> list[T]:
        most, held = self.numbers.most, self.rolled(roll, goal)
        best = [held[NOTHING]]
        for value, fewer in zip(held[1:], OF_SHRUNK[1:], strict=False):
            best.append(most(value, *fewer(best)))
        for fewer in OF_SHRUNK[len(KEEPS) :]:
            best.append(most(*fewer(best)))
        return best
