"""What every hand may be noted as under some rules: the engine asked once, kept as numbers.

Owns the numbering of boxes and sheets, and for each way in which dice can come to lie (after which
roll, all five rolled or some) the points of all hands, what may be crossed out and what is owed.
Every value comes from the engine; only which boxes are open is put in here, and the tests compare
that with the engine's own decisions.

Points are played for: a dormida that would win is five alike like any other, and the game goes on.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, Literal, NamedTuple

from cacho.engine import (
    DICE,
    DORMIDA_POINTS,
    NUMBER_BOXES,
    PLACES,
    Box,
    Faces,
    Reading,
    Result,
    Ruleset,
    Sheet,
    top_boxes,
    values_of,
)

from .keeps import HANDS
from .numbers import Conditions, Numbers, Single, T

BOXES: Final = tuple(Box)
GRANDE: Final = BOXES.index(Box.GRANDE)
_ALL: Final = frozenset(BOXES)
_EVERY_BIT: Final = (1 << len(BOXES)) - 1

Worth = Sequence[Sequence[T]]
"""For each box, what noting each of its possible points (`Tables.scale`) is worth; 0 if closed."""
Crossing = Literal["free", "never", "forced", "lenient"]
"""When a box may be crossed out after a roll: always, never, or as R-25 has it at the last."""


class Leaves(NamedTuple, Generic[T]):
    """What ends a turn with dice that lie, hand by hand."""

    notes: list[T]
    """The best note that may be made; 0 where none may be."""
    stops: dict[int, int]
    """Hands with which nothing but a note is possible, each with the sheets of which it is true."""
    goals: tuple[list[T], ...]
    """For each box the note in it once it is declared."""


def bits_of(boxes: Iterable[Box]) -> int:
    """Boxes as bits."""
    return sum({1 << BOXES.index(box) for box in boxes})


def sheet_index(sheet: Sheet, hatch: int = 0) -> int:
    """The number of what is open in a hatch: a bit a box, and 512 for each Grande."""
    grandes = sheet.capacity(Box.GRANDE) - len(sheet.marks(Box.GRANDE, hatch))
    bits = sum(1 << at for at, box in enumerate(BOXES[:GRANDE]) if sheet.is_open(box, hatch))
    return bits + (grandes << GRANDE)


def open_bits(index: int) -> int:
    """The open boxes of a sheet of this number, as bits; the Grandes are one box."""
    low = index & ((1 << GRANDE) - 1)
    return low | (1 << GRANDE if index >> GRANDE else 0)


def marks_left(index: int) -> int:
    """How many marks a sheet of this number still takes."""
    return (index & ((1 << GRANDE) - 1)).bit_count() + (index >> GRANDE)


def after_note(index: int, box: int) -> int:
    """The number of the sheet with one more mark in a box that is open."""
    return index - (1 << box)


def boxes_of(bits: int) -> tuple[int, ...]:
    """The numbers of the boxes of which the bits are set."""
    return tuple(at for at in range(len(BOXES)) if bits >> at & 1)


@dataclass(frozen=True)
class Lying:
    """All hands as they lie after one kind of roll."""

    points: tuple[tuple[int, ...], ...]
    """For each box and hand the best points, as a step on the scale of the box."""
    steps: tuple[tuple[int, int, int], ...]
    """A tree of notes that hands share: (parent, box, step); its root 0 scores nothing."""
    ends: tuple[int, ...]
    """For each hand the node of that tree that has all it scores."""
    scoring: tuple[int, ...]
    """For each hand the boxes that it scores in, as bits."""
    crossing: Crossing
    blanks: tuple[tuple[int, ...], ...]
    """For each hand the boxes for which some reading is worth nothing, reading by reading."""
    owed: Mapping[int, int]
    """Hands that owe a note while one of these boxes is open (R-22)."""
    hundreds: Mapping[int, int]
    """Hands with a dormida of 100, and the number boxes of their faces (R-26)."""
    dormidas: frozenset[int]
    """Hands in which a dormida lies."""
    must_stop: bool

    def leaves(self, numbers: Numbers[T], worth: Worth[T]) -> Leaves[T]:
        """The value of ending the turn with every hand."""
        notes = self._notes(numbers, worth)
        goals = [[steps[at] for at in hands] for steps, hands in self._by_box(worth)]
        stops = {hand: stop for hand, bits in self.owed.items() if (stop := numbers.meets(bits))}
        for hand, stop in stops.items():
            due = self._due(hand, numbers, worth)
            notes[hand] = numbers.pick(stop, due, notes[hand])
        for hand in self.hundreds:
            self._put_hundred(hand, numbers, worth, notes, goals)
            if self.must_stop:
                stops[hand] = numbers.every
        return Leaves(notes, stops, tuple(goals))

    def _by_box(self, worth: Worth[T]) -> Iterator[tuple[Sequence[T], tuple[int, ...]]]:
        return zip(worth, self.points, strict=True)

    def _notes(self, numbers: Numbers[T], worth: Worth[T]) -> list[T]:
        """The best of all notes and crosses, nothing being owed."""
        cross = numbers.most(*(steps[0] for steps in worth))
        shared = [cross if self.crossing == "free" else numbers.zero]
        for parent, box, step in self.steps:
            shared.append(numbers.most(shared[parent], worth[box][step]))
        notes = [shared[end] for end in self.ends]
        if self.crossing in {"free", "never"}:
            return notes
        return [
            numbers.most(note, numbers.only(self.may_cross(hand, numbers), cross))
            for hand, note in enumerate(notes)
        ]

    def may_cross(self, hand: int, numbers: Conditions) -> int:
        """The sheets on which a box that scores nothing may be crossed out with this hand."""
        match self.crossing:
            case "free":
                return numbers.every
            case "never":
                return 0
            case "forced":
                return numbers.every ^ numbers.meets(self.scoring[hand])
            case "lenient":
                able = 0
                for blank in self.blanks[hand]:
                    able |= numbers.every ^ numbers.meets(_EVERY_BIT ^ blank)
                return able

    def notes(
        self, hand: int, open_boxes: int, goal: int, scale: Sequence[Sequence[int]]
    ) -> list[tuple[int, int]]:
        """The boxes that may be noted now, each with its points; `goal` is declared, or -1."""
        numbers = Single(open_boxes)
        lands = [
            hand in self.hundreds and bool(self.hundred_lands(hand, box, numbers))
            for box in range(len(BOXES))
        ]
        points = [
            DORMIDA_POINTS if lands[box] else scale[box][self.points[box][hand]]
            for box in range(len(BOXES))
        ]
        owed = self.owed.get(hand, 0)
        if self.must_stop and hand in self.hundreds:
            owed = sum(1 << box for box, here in enumerate(lands) if here)
        if owed & open_boxes:
            return [(box, points[box]) for box in boxes_of(owed & open_boxes)]
        able = open_boxes if goal < 0 else 1 << goal
        cross = goal >= 0 or self.may_cross(hand, numbers)
        return [(box, points[box]) for box in boxes_of(able) if points[box] or cross]

    def _due(self, hand: int, numbers: Numbers[T], worth: Worth[T]) -> T:
        owed = boxes_of(self.owed[hand])
        return numbers.most(numbers.zero, *(worth[box][self.points[box][hand]] for box in owed))

    def _put_hundred(
        self,
        hand: int,
        numbers: Numbers[T],
        worth: Worth[T],
        notes: list[T],
        goals: list[list[T]],
    ) -> None:
        """A dormida is worth 100 where R-26 puts it, and is owed there with must-stop."""
        best = numbers.zero
        for box, steps in enumerate(worth):
            there = self.hundred_lands(hand, box, numbers)
            hundred = numbers.only(there, steps[-1])
            goals[box][hand] = numbers.most(goals[box][hand], hundred)
            best = numbers.most(best, hundred)
        notes[hand] = best if self.must_stop else numbers.most(notes[hand], best)

    def hundred_lands(self, hand: int, box: int, numbers: Conditions) -> int:
        """The sheets on which a dormida is worth 100 in `box`, if that is open."""
        if box == GRANDE:
            return numbers.every
        faces = self.hundreds[hand]
        low = numbers.every ^ numbers.meets(1 << GRANDE)
        if faces >> box & 1:
            return low
        homeless = 0
        for face in boxes_of(faces):
            homeless |= numbers.every ^ numbers.meets(1 << face)
        return low & homeless


@dataclass(frozen=True)
class Tables:
    """The rules of one hatch as numbers."""

    rules: Ruleset
    looks: Mapping["Kind", Sequence["Look"]]
    """All that the engine said; the rest follows from it."""
    scale: tuple[tuple[int, ...], ...]
    """For each box the points that can be noted in it, 0 first; 100 last where it can be."""
    lying: Mapping["Kind", Lying]

    @property
    def sheets(self) -> range:
        """The numbers of all sheets, each above those that a note leads to."""
        return range((self.rules.grandes + 1) << GRANDE)


def one_hatch(rules: Ruleset) -> Ruleset:
    """The rules that matter for the points of one player on one hatch."""
    return replace(rules, name="points", hatches=1, team_size=1, early_wins=frozenset())


Kind = tuple[int, bool]
"""A kind of rolls: which of a turn, and whether it rolled all five."""


class Look(NamedTuple):
    """What the engine says of one hand after one kind of roll."""

    best: tuple[int, ...]
    """The best points in each box, a dormida being worth its box."""
    blanks: tuple[int, ...]
    """The boxes that readings leave without points, where crossing depends on it (R-25)."""
    owed: int
    """The boxes of which one is owed while it is open (R-22)."""
    faces: int
    """The number boxes of the dormidas in it."""


def tables_of(rules: Ruleset) -> Tables:
    """Ask the engine for everything, some hundredths of a second; the last rules are remembered."""
    rules = one_hatch(rules)
    if tables := _known.get(rules):
        return tables
    looks = {kind: [_look(rules, hand, *kind) for hand in HANDS] for kind in kinds_of(rules)}
    return tables_from(rules, looks)


_known: dict[Ruleset, Tables] = {}


def tables_from(rules: Ruleset, looks: Mapping[Kind, Sequence[Look]]) -> Tables:
    """Put together what the engine said of the rules of one hatch, and remember it."""
    hundred = {DORMIDA_POINTS} if rules.dormida == DORMIDA_POINTS else set[int]()
    best = [look.best for hands in looks.values() for look in hands]
    scale = tuple(tuple(sorted({0, *points} | hundred)) for points in zip(*best, strict=True))
    made: list[Lying] = []
    lying = {}
    for kind, hands in looks.items():
        table = _lying(rules, kind[0], hands, scale)
        if table not in made:
            made.append(table)
        lying[kind] = made[made.index(table)]  # what is equal is reckoned once
    if len(_known) >= 8:
        _known.clear()
    tables = _known[rules] = Tables(rules, looks, scale, lying)
    return tables


def kinds_of(rules: Ruleset) -> list[Kind]:
    """The kinds of rolls: the first, and later ones of all five apart where they serve (R-12)."""
    later = (False, True) if rules.rethrow_mano else (False,)
    return [(1, True), *((roll, five) for roll in range(2, rules.rolls + 1) for five in later)]


def _look(rules: Ruleset, hand: Faces, roll: int, all_five: bool) -> Look:
    plain = replace(rules, dormida="wins")  # as its box; where 100 go is put in by `Lying`
    rolled = DICE if all_five else 1
    result = Result(0, hand, roll, frozenset(sorted(PLACES)[:rolled]))
    found = values_of(plain, result, _ALL)
    counted = [points for _, points in found]
    dormidas = [reading for reading, _ in found if reading.dormida]
    return Look(
        tuple(max(points.get(box, 0) for points in counted) for box in BOXES),
        _blanks(rules, found) if rules.crossing == "lenient" else (),
        bits_of(top_boxes(plain, hand, roll, rolled, _ALL)),
        bits_of(NUMBER_BOXES[reading.faces[0] - 1] for reading in dormidas),
    )


def _blanks(rules: Ruleset, found: Iterable[tuple[Reading, Mapping[Box, int]]]) -> tuple[int, ...]:
    """For each reading the boxes that it leaves without points; one of 100 leaves none (R-26)."""
    hundred = rules.dormida == DORMIDA_POINTS
    left = (
        bits_of(box for box, n in points.items() if n == 0)
        for reading, points in found
        if not (hundred and reading.dormida)
    )
    return tuple(dict.fromkeys(left))


def _lying(
    rules: Ruleset, roll: int, looks: Sequence[Look], scale: Sequence[Sequence[int]]
) -> Lying:
    points = tuple(
        tuple(steps.index(look.best[box]) for look in looks) for box, steps in enumerate(scale)
    )
    steps, ends = _shared(points)
    hundred = rules.dormida == DORMIDA_POINTS
    dormidas = {hand: look.faces for hand, look in enumerate(looks) if look.faces}
    last = roll == rules.rolls
    scoring = [bits_of(box for box, n in zip(BOXES, look.best, strict=True) if n) for look in looks]
    if hundred:
        scoring = [_EVERY_BIT if at in dormidas else bits for at, bits in enumerate(scoring)]
    return Lying(
        points=points,
        steps=steps,
        ends=ends,
        scoring=tuple(scoring),
        crossing=rules.crossing if last or rules.crossing == "free" else "never",
        blanks=tuple(look.blanks for look in looks),
        owed={hand: look.owed for hand, look in enumerate(looks) if look.owed},
        hundreds=dormidas if hundred else {},
        dormidas=frozenset(dormidas),
        must_stop=rules.must_stop,
    )


def _shared(
    points: Sequence[Sequence[int]],
) -> tuple[tuple[tuple[int, int, int], ...], tuple[int, ...]]:
    """Lay the scores of all hands into one tree: what they have in common is compared once."""
    nodes: dict[tuple[int, int, int], int] = {}
    ends = []
    for hand in zip(*points, strict=True):
        at = 0
        for box, step in enumerate(hand):
            if step:
                at = nodes.setdefault((at, box, step), len(nodes) + 1)
        ends.append(at)
    return tuple(nodes), tuple(ends)
