"""How often a turn that is played best ends with which dice, and where they are noted.

The other direction of `turn`: that goes back from what ends are worth, this forward from the first
roll with the probability of everything, holding and noting what is best. Of equal choices noting
comes first, then boxes in their order, then holding the most dice.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Generic, NamedTuple

from .keeps import GROWN, HANDS, KEEPS, NODES, NOTHING, SHRUNK, TURNED_HAND, TURNED_KEEP
from .numbers import T
from .tables import Lying, Tables, Worth
from .turn import NO_GOAL, Turn

_FIRST_HAND: Final = len(KEEPS)


Fall = tuple[int, bool, int]
"""How dice came to lie: the roll, whether it rolled all five, and what is declared."""


class End(NamedTuple, Generic[T]):
    """Turns that end after one kind of roll with one box declared: how likely, hand by hand."""

    roll: int
    fresh: bool
    goal: int
    chances: list[T]


def ends_of(turn: Turn[T]) -> list[End[T]]:
    """All ends of a turn."""
    return list(_Flow(turn).ends())


def ends_apart(turn: Turn[T], tables: Tables) -> tuple[list[End[T]], list[End[T]]]:
    """The ends without a dormida on the way, and those after one; together all ends."""
    awake = _Flow(turn, tables)
    ends = list(awake.ends())
    return ends, list(_Flow(turn).ends_after(awake.dormidas))


def ends_from(turn: Turn[T], fall: Fall, hand: int, awake: Tables | None = None) -> list[End[T]]:
    """All ends that dice lead to as they lie; with `awake`, those on whose way no dormida falls."""
    chances = [turn.numbers.zero] * len(HANDS)
    chances[hand] = turn.numbers.one
    roll, fresh, goal = fall
    fresh = roll == 1 or (fresh and turn.course.fresh)
    return list(_Flow(turn, awake).ends_after({(roll, fresh, goal): chances}))


def ends_rolled(turn: Turn[T], roll: int, keep: int, goal: int) -> list[End[T]]:
    """All ends that a roll leads to, with some dice kept and a box declared."""
    flow = _Flow(turn)
    nodes = [turn.numbers.zero] * len(NODES)
    nodes[keep] = turn.numbers.one
    fresh = roll == 1 or (keep == NOTHING and turn.course.fresh)
    return list(flow.ends_after({(roll, fresh, goal): flow.fallen(nodes)}))


class _Flow(Generic[T]):
    """One turn on its way; with `sleepy` tables it stops where a dormida falls."""

    def __init__(self, turn: Turn[T], sleepy: Tables | None = None) -> None:
        self._turn = turn
        self._numbers = turn.numbers
        self._sleepy = sleepy
        self._lying: dict[tuple[bool, int], list[T]] = {}
        self._kept: dict[int, list[T]] = {}
        """What is kept for the next roll, node by node, by the box declared."""
        self.dormidas: dict[Fall, list[T]] = {}
        """Where it stopped: hands as they fell."""

    def _none(self, count: int = len(NODES)) -> list[T]:
        return [self._numbers.zero] * count

    def ends(self) -> Iterator[End[T]]:
        """All ends that the first roll leads to."""
        self._kept[NO_GOAL] = self._none()
        self._kept[NO_GOAL][NOTHING] = self._numbers.one
        return self.ends_after({})

    def ends_after(self, falls: Mapping[Fall, list[T]]) -> Iterator[End[T]]:
        """Roll by roll, with some hands that fall; what is declared goes on, or ends, as such."""
        for roll in range(1, self._turn.course.rolls + 1):
            for goal, fresh, nodes in self._ready(roll):
                self._land(roll, fresh, goal, self.fallen(nodes))
            for (at, fresh, goal), hands in falls.items():
                if at == roll:
                    self._land(roll, fresh, goal, hands)
            self._kept = {}
            for goal in (NO_GOAL, *self._turn.goals):
                for fresh in (True, False):
                    chances = self._lying.pop((fresh, goal), None)
                    if chances is not None:
                        yield End(roll, fresh, goal, self._go_on(roll, fresh, goal, chances))

    def _ready(self, roll: int) -> Iterator[tuple[int, bool, list[T]]]:
        """What is kept for this roll; nothing kept goes apart where it counts as served."""
        for goal, kept in self._kept.items():
            if (roll == 1 or self._turn.course.fresh) and kept[NOTHING]:
                alone = self._none()
                alone[NOTHING], kept[NOTHING] = kept[NOTHING], self._numbers.zero
                yield goal, True, alone
            if roll > 1:
                yield goal, False, kept

    def fallen(self, nodes: list[T]) -> list[T]:
        """Let the dice that are not kept fall, one after the other."""
        plus, sixth = self._numbers.plus, self._numbers.sixth
        for keep in range(_FIRST_HAND):
            if nodes[keep]:
                share = sixth(nodes[keep])
                for more in GROWN[keep]:
                    nodes[more] = plus(nodes[more], share)
        return nodes[_FIRST_HAND:]

    def _land(self, roll: int, fresh: bool, goal: int, hands: list[T]) -> None:
        if self._sleepy:
            hands = self._put_to_sleep(self._sleepy, (roll, fresh, goal), hands)
        hands = self._turned(roll, fresh, goal, hands)
        before = self._lying.get((fresh, goal))
        self._lying[fresh, goal] = list(map(self._numbers.plus, before, hands)) if before else hands

    def _put_to_sleep(self, tables: Tables, kind: Fall, hands: list[T]) -> list[T]:
        """Take the dormidas out."""
        dormidas = tables.lying[kind[:2]].dormidas
        awake, asleep = list(hands), self._none(len(hands))
        for hand in dormidas:
            awake[hand], asleep[hand] = self._numbers.zero, hands[hand]
        if dormidas:
            self.dormidas[kind] = asleep
        return awake

    def _turned(self, roll: int, fresh: bool, goal: int, hands: list[T]) -> list[T]:
        """Turn over what is better turned over, where looking comes first (R-21)."""
        if self._turn.course.bajo != "look":
            return hands
        numbers = self._numbers
        lying, looked = self._turn.lying(roll, fresh, goal), self._turn.looked(roll, fresh, goal)
        after = list(hands)
        for hand, over in enumerate(TURNED_HAND):
            if not hands[hand] or lying[hand] == looked[hand]:
                continue
            turns = numbers.every ^ numbers.same(lying[hand], looked[hand])
            moved = numbers.only(turns, hands[hand])
            after[hand] = numbers.less(after[hand], moved)
            after[over] = numbers.plus(after[over], moved)
        return after

    def _go_on(self, roll: int, fresh: bool, goal: int, chances: list[T]) -> list[T]:
        """Note what is best noted now, and pass the rest on; how likely each hand is noted."""
        numbers = self._numbers
        leaves, values = self._turn.leaves(roll, fresh), self._turn.lying(roll, fresh, goal)
        notes = leaves.notes if goal == NO_GOAL else leaves.goals[goal]
        ended, rest = self._none(len(chances)), self._none(len(chances))
        for hand, chance in enumerate(chances):
            if not chance:
                continue
            ends = leaves.stops.get(hand, 0) | numbers.same(values[hand], notes[hand])
            ended[hand] = numbers.only(ends, chance)
            rest[hand] = numbers.less(chance, ended[hand])
        if roll < self._turn.course.rolls:
            if goal == NO_GOAL and self._turn.goals:
                self._declare(roll, fresh, values, rest)
            else:
                self._hold(roll + 1, goal, rest)
        return ended

    def _declare(self, roll: int, fresh: bool, values: list[T], rest: list[T]) -> None:
        """Roll all five with nothing declared, or declare and go on so."""
        numbers, turn = self._numbers, self._turn
        all_five = turn.rolled(roll + 1, NO_GOAL)[NOTHING]
        declared = {box: self._none(len(rest)) for box in turn.goals}
        lying = {box: turn.lying(roll, fresh, box) for box in turn.goals}
        kept = self._kept.setdefault(NO_GOAL, self._none())
        for hand, chance in enumerate(rest):
            if not chance:
                continue
            again = numbers.only(numbers.same(values[hand], all_five), chance)
            kept[NOTHING] = numbers.plus(kept[NOTHING], again)
            left = numbers.less(chance, again)
            for box in turn.goals:
                here = numbers.only(numbers.same(values[hand], lying[box][hand]), left)
                declared[box][hand] = here
                left = numbers.less(left, here)
        for box, chances in declared.items():
            before = self._lying.get((fresh, box))
            self._lying[fresh, box] = (
                list(map(numbers.plus, before, chances)) if before else chances
            )

    def _hold(self, roll: int, goal: int, hands: list[T]) -> None:
        """Keep what is best kept of every hand for the next roll."""
        numbers, turn = self._numbers, self._turn
        best, rolled = turn.best(roll, goal), turn.rolled(roll, goal)
        nodes = [*[numbers.zero] * _FIRST_HAND, *hands]
        for node in range(len(NODES) - 1, NOTHING, -1):
            left = nodes[node]
            if not left:
                continue
            if node < _FIRST_HAND:
                nodes[node] = numbers.only(numbers.same(best[node], rolled[node]), left)
                left = numbers.less(left, nodes[node])
            for fewer in SHRUNK[node]:
                down = numbers.only(numbers.same(best[node], best[fewer]), left)
                nodes[fewer] = numbers.plus(nodes[fewer], down)
                left = numbers.less(left, down)
        self._keep(roll, goal, nodes)

    def _keep(self, roll: int, goal: int, nodes: list[T]) -> None:
        """Put what is kept aside for the roll, turned over where bajo is called for it (R-21)."""
        numbers, turn = self._numbers, self._turn
        held, rolled = turn.held(roll, goal), turn.rolled(roll, goal)
        kept = self._kept.setdefault(goal, self._none())
        free = self._kept.setdefault(NO_GOAL, self._none())
        for keep, over in enumerate(TURNED_KEEP):
            chance = nodes[keep]
            if not chance:
                continue
            if keep == NOTHING and turn.course.goal == "rethrow":
                free[NOTHING] = numbers.plus(free[NOTHING], chance)
                continue
            plain = numbers.only(numbers.same(held[keep], rolled[keep]), chance)
            kept[keep] = numbers.plus(kept[keep], plain)
            kept[over] = numbers.plus(kept[over], numbers.less(chance, plain))


def notes_of(
    turn: Turn[T], tables: Tables, worth: Worth[T], ends: Iterable[End[T]]
) -> list[list[T]]:
    """How likely each box is noted with each of its points: the ends of a turn, put together."""
    return _Notes(turn, tables, worth).of(ends)


class _Notes(Generic[T]):
    """Who notes what, for the ends of one turn."""

    def __init__(self, turn: Turn[T], tables: Tables, worth: Worth[T]) -> None:
        self._turn = turn
        self._numbers = turn.numbers
        self._tables = tables
        self._worth = worth
        self._noted = [[turn.numbers.zero] * len(steps) for steps in worth]
        self._crossed = turn.numbers.zero

    def of(self, ends: Iterable[End[T]]) -> list[list[T]]:
        """See `notes_of`."""
        for end in ends:
            lying = self._tables.lying[end.roll, end.fresh]
            leaves = self._turn.leaves(end.roll, end.fresh)
            for hand, chance in enumerate(end.chances):
                if chance:
                    due = self._numbers.only(leaves.stops.get(hand, 0), chance)
                    self._note(lying, hand, NO_GOAL, leaves.notes[hand], due)
                    left = self._numbers.less(chance, due)
                    self._note(lying, hand, end.goal, leaves.notes[hand], left)
        self._cross()
        return self._noted

    def _note(self, lying: Lying, hand: int, goal: int, best: T, chance: T) -> None:
        """Note a hand in the first box that is worth `best`, or in the one declared."""
        numbers = self._numbers
        for box, step, where in self._ways(lying, hand, goal):
            if not chance:
                return
            same = numbers.same(best, self._worth[box][step]) if goal == NO_GOAL else where
            noted = numbers.only(where & same, chance)
            self._noted[box][step] = numbers.plus(self._noted[box][step], noted)
            chance = numbers.less(chance, noted)
        self._crossed = numbers.plus(self._crossed, chance)

    def _ways(self, lying: Lying, hand: int, goal: int) -> Iterator[tuple[int, int, int]]:
        """The boxes in which a hand brings something, each with its step and the sheets."""
        numbers = self._numbers
        for box in range(len(self._worth)) if goal == NO_GOAL else (goal,):
            able = numbers.meets(1 << box)
            if hand in lying.hundreds:
                lands = able & lying.hundred_lands(hand, box, numbers)
                yield box, len(self._worth[box]) - 1, lands
                able &= numbers.every ^ lands
            if lying.points[box][hand] or goal != NO_GOAL:
                yield box, lying.points[box][hand], able

    def _cross(self) -> None:
        """Cross out the box that is missed least; it is the same whatever lies."""
        numbers = self._numbers
        least = numbers.most(*(steps[0] for steps in self._worth))
        for box, steps in enumerate(self._worth):
            here = numbers.meets(1 << box) & numbers.same(least, steps[0])
            crossed = numbers.only(here, self._crossed)
            steps_noted = self._noted[box]
            steps_noted[0] = numbers.plus(steps_noted[0], crossed)
            self._crossed = numbers.less(self._crossed, crossed)
