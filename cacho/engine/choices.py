"""What the dice on the table may be noted as: every reading, every box, what is owed or refused.

Joins `figures` (what dice show) with the open boxes of a sheet. Knows neither the course of a
match nor whose turn it is, so that a state and a bare position are judged by the same words.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from .actions import Note, Reason
from .figures import DICE, PLACES, Faces, Reading, is_five_alike, is_served, points_by_box, readings
from .rules import DORMIDA_POINTS, NUMBER_BOXES, Box, Ruleset


class Result(NamedTuple):
    """What one series has left on the table: dice as they lie, and what binds them."""

    seat: int
    """Who rolled them."""
    dice: Faces
    roll: int
    """The roll after which they lie so, from 1."""
    rolled: frozenset[int]
    """The places that this roll rolled."""
    goal: Box | None = None
    """The declared goal that stands (R-23)."""
    must: tuple[Box, ...] = ()
    """The boxes of which these dice owe one (R-22)."""


class Way(NamedTuple):
    """One way of noting a box: which dice, which of them turned over, and what it brings."""

    points: int
    turned: frozenset[int]
    """Places whose underside is read."""
    faces: Faces
    """The dice as read."""
    de_mano: bool
    """Whether it is noted de mano, with 5 more in an escalera, full or poker."""
    series: int
    """Which of the results on the table, from 0."""


def values_of(
    rules: Ruleset, result: Result, open_boxes: frozenset[Box]
) -> tuple[tuple[Reading, Mapping[Box, int]], ...]:
    """Every legal reading of a result, with the points of each open box for which it is legal."""
    return _values(rules, result.dice, result.roll, len(result.rolled), open_boxes)


@lru_cache(maxsize=256)
def _values(
    rules: Ruleset, dice: Faces, roll: int, rolled: int, open_boxes: frozenset[Box]
) -> tuple[tuple[Reading, Mapping[Box, int]], ...]:
    return tuple(
        (reading, _counted(rules, reading, open_boxes))
        for reading in readings(rules, dice, roll, rolled)
    )


def _counted(rules: Ruleset, reading: Reading, open_boxes: frozenset[Box]) -> dict[Box, int]:
    able = open_boxes & reading.boxes
    counted = {box: n for box, n in points_by_box(rules, reading).items() if box in able}
    hundred = dict.fromkeys(_hundred(rules, reading, open_boxes), DORMIDA_POINTS)
    return counted | hundred


def _hundred(rules: Ruleset, reading: Reading, open_boxes: frozenset[Box]) -> frozenset[Box]:
    """Where a dormida is noted with 100: a Grande, else its number, else anywhere (R-26)."""
    if rules.dormida == "wins" or not reading.dormida:
        return frozenset()
    number = NUMBER_BOXES[reading.faces[0] - 1]
    for box in (Box.GRANDE, number):
        if box in open_boxes:
            return frozenset({box})
    return open_boxes


def wins(rules: Ruleset, dice: Faces, roll: int, rolled: int) -> Reading | None:
    """The reading that is a dormida and wins at once, if there is one (R-13)."""
    if rules.dormida != "wins":
        return None
    return next((r for r in readings(rules, dice, roll, rolled) if r.dormida), None)


def must_boxes(
    rules: Ruleset, dice: Faces, roll: int, rolled: int, open_boxes: frozenset[Box]
) -> tuple[Box, ...]:
    """The open boxes of which one must be noted after this roll, and no further roll (R-22).

    () where the player is free; a dormida that wins owes nothing either.
    """
    if not rules.must_stop or wins(rules, dice, roll, rolled):
        return ()
    return top_boxes(rules, dice, roll, rolled, open_boxes)


def top_boxes(
    rules: Ruleset, dice: Faces, roll: int, rolled: int, open_boxes: frozenset[Box]
) -> tuple[Box, ...]:
    """The same where a dormida wins nothing and the game goes on, five alike like any other."""
    if not rules.must_stop:
        return ()
    owed, hundred = set[Box](), set[Box]()
    for reading, counted in _values(rules, dice, roll, rolled, open_boxes):
        hundred |= _hundred(rules, reading, open_boxes)
        owed |= {box for box in counted if is_served(rules, box, reading)}
        if is_five_alike(reading.faces):
            owed |= {Box.GRANDE} & counted.keys()
    return tuple(box for box in Box if box in (hundred or owed))


class Decision(NamedTuple):
    """All that a note depends on: the rules, the results on the table, and the open boxes."""

    rules: Ruleset
    results: tuple[Result, ...]
    """Earlier series of the team first; the last is the one whose dice lie before the player."""
    open_boxes: frozenset[Box]

    def points(self) -> dict[Box, int]:
        """The best that any legal reading gives each open box, in `Box` order."""
        best = dict.fromkeys((box for box in Box if box in self.open_boxes), 0)
        for counted in self._all_counted():
            for box, worth in counted.items():
                best[box] = max(best[box], worth)
        return best

    def best_faces(self) -> dict[Box, Faces]:
        """The dice as read for the best points of each open box that is worth something."""
        best: dict[Box, tuple[int, Faces]] = {}
        for result in self.results:
            for reading, counted in values_of(self.rules, result, self.open_boxes):
                for box, worth in counted.items():
                    if worth > best.get(box, (0, ()))[0]:
                        best[box] = worth, reading.faces
        return {box: best[box][1] for box in Box if box in best}

    def _all_counted(self, results: Iterable[Result] = ()) -> Iterator[Mapping[Box, int]]:
        """The points of every reading of these results; without any, of all on the table."""
        for result in results or self.results:
            for _, counted in values_of(self.rules, result, self.open_boxes):
                yield counted

    def must_note(self) -> tuple[Box, ...]:
        """The boxes of which one must be noted now; () unless every result owes one.

        A team whose other result is free notes what it likes, of either (R-22, R-29).
        """
        if not all(result.must for result in self.results):
            return ()
        owed = {box for result in self.results for box in result.must}
        return tuple(box for box in Box if box in owed)

    def _bound(self, result: Result) -> frozenset[Box]:
        """The open boxes in which a result may be noted at all."""
        if self.must_note():
            return frozenset(result.must)
        if result.goal and not result.must:
            return frozenset({result.goal})
        return self.open_boxes

    def ways(self, box: Box) -> tuple[Way, ...]:
        """Every reading in which `box` may be looked at, best first; then fewest dice turned.

        A box that is worth nothing has its ways too: those in which it would be crossed out.
        Whether it may be is another question: `why_not`.
        """
        found = [
            Way(
                counted[box],
                reading.turned,
                reading.faces,
                is_served(self.rules, box, reading) and counted[box] != DORMIDA_POINTS,
                series,
            )
            for series, result in enumerate(self.results)
            if box in self._bound(result)
            for reading, counted in values_of(self.rules, result, self.open_boxes)
            if box in counted
        ]
        return tuple(sorted(found, key=_preference))

    def way_of(self, note: Note) -> Way | None:
        """The best way that fits what `note` asks for; None when there is none."""
        return next((way for way in self.ways(note.box) if _fits(way, note)), None)

    def why_not(self, note: Note) -> Reason | None:
        """Say why the dice may not be noted so; None when they may. The box is taken as open."""
        asked = self.results if note.series is None else (self.results[note.series],)
        able = self._able(note.box, asked)
        if not able:
            return self._why_bound()
        way = self.way_of(note)
        if way is None:
            return self._why_not_turned(note, able)
        if self._owes_more(way, able):
            return Reason.MUST_NOTE
        return None if way.points else self._why_no_cross(note.box)

    def _able(self, box: Box, asked: Iterable[Result]) -> tuple[Result, ...]:
        """Which of some results may be noted in `box` at all."""
        return tuple(result for result in asked if box in self._bound(result))

    def _owes_more(self, way: Way, able: Iterable[Result]) -> bool:
        """Whether a dormida of 100 is owed, and these dice are turned so that less is noted."""
        if way.points >= DORMIDA_POINTS or not self.must_note():
            return False
        return any(DORMIDA_POINTS in counted.values() for counted in self._all_counted(able))

    def _why_bound(self) -> Reason:
        return Reason.MUST_NOTE if self.must_note() else Reason.GOAL_STANDS

    def _why_not_turned(self, note: Note, able: Iterable[Result]) -> Reason:
        turned = note.turned or frozenset()
        if not turned <= PLACES:
            return Reason.BAD_PLACE
        least = min(self.rules.limits(result.roll)[0] for result in able)
        return Reason.TURN_MORE if len(turned) < least else Reason.TURN_FEWER

    def may_cross(self, box: Box) -> bool:
        """Whether `box`, which is open, may be crossed out now (R-14)."""
        return self._why_no_cross(box) is None

    def _why_no_cross(self, box: Box) -> Reason | None:
        able = self._able(box, self.results)
        if not able:
            return self._why_bound()
        if any(counted.get(box) for counted in self._all_counted(able)):
            return Reason.SCORES_SO_NO_CROSS
        if any(result.goal == box and not result.must for result in able):
            return None
        match self.rules.crossing:
            case "free":
                return None
            case "forced":
                return self._why_no_forced_cross()
            case "lenient":
                return self._why_no_lenient_cross()

    def _why_no_forced_cross(self) -> Reason | None:
        if not self._rolled_out:
            return Reason.CROSS_AFTER_LAST_ROLL
        scores = any(any(counted.values()) for counted in self._all_counted())
        return Reason.CROSS_ONLY_WITHOUT_POINTS if scores else None

    def _why_no_lenient_cross(self) -> Reason | None:
        if not self._rolled_out:
            return Reason.CROSS_AFTER_LAST_ROLL
        nothing = any(
            len(counted) == len(self.open_boxes) and not any(counted.values())
            for counted in self._all_counted()
        )
        return None if nothing else Reason.CROSS_ONLY_WITHOUT_POINTS

    @property
    def _rolled_out(self) -> bool:
        """Whether the last roll of the turn is made; series that others finished are over."""
        return self.results[-1].roll == self.rules.rolls


def _preference(way: Way) -> tuple[int, int, int, list[int]]:
    return -way.points, -way.series, len(way.turned), sorted(way.turned)


def _fits(way: Way, note: Note) -> bool:
    same_dice = note.turned is None or way.turned == note.turned
    return same_dice and note.series in {None, way.series}


def bare_decision(
    rules: Ruleset, dice: Faces, roll: int, rolled: int, open_boxes: frozenset[Box]
) -> Decision:
    """The decision of one player about dice that lie, with nothing declared."""
    must = must_boxes(rules, dice, roll, rolled, open_boxes)
    places = frozenset(range(DICE - rolled + 1, DICE + 1))
    return Decision(rules, (Result(0, dice, roll, places, None, must),), open_boxes)
