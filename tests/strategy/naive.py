"""The best play for points, reckoned a second time: from `oracle.py`, by trying everything.

Knows nothing of the engine or of `cacho.strategy`. Rules are the texts of `--set`; a sheet is the
sorted tuple of its open boxes by name, "grande" once for each slot; dice are sorted tuples. Slow.
"""

from collections import Counter
from functools import cache
from itertools import combinations, product

import oracle


def turned(dice: tuple) -> tuple:
    return tuple(sorted(7 - face for face in dice))


@cache
def fallen(count: int) -> tuple:
    """Every way in which dice fall, in order of faces, with its probability."""
    ways = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=count))
    return tuple((faces, n / 6**count) for faces, n in ways.items())


@cache
def kept(dice: tuple) -> tuple:
    """Everything that can be held so that a die is left to roll."""
    return tuple({held for count in range(5) for held in combinations(dice, count)})


class Naive:
    """One ruleset."""

    def __init__(self, rules: dict[str, str]) -> None:
        self.rules = rules
        self.rolls = oracle.rolls(rules)
        self.values: dict[tuple, float] = {(): 0.0}
        self.seen: dict[tuple, tuple] = {}

    def value(self, sheet: tuple) -> float:
        """The points that a sheet still makes."""
        if sheet not in self.values:
            later = {box: self.value(without(sheet, box)) for box in set(sheet)}
            turn = Turn(self, set(sheet), later)
            self.values[sheet] = sum(p * turn.lying(dice, 1, True) for dice, p in fallen(5))
        return self.values[sheet]

    def look(self, dice: tuple, roll: int, fresh: bool) -> list[dict]:
        """The readings of some dice."""
        key = (dice, roll, fresh)
        if key not in self.seen:
            self.seen[key] = oracle.readings(self.rules, dice, roll, 5 if fresh else 1)
        return self.seen[key]


def without(sheet: tuple, box: str) -> tuple:
    at = sheet.index(box)
    return sheet[:at] + sheet[at + 1 :]


class Turn:
    """One turn of one sheet."""

    def __init__(self, game: Naive, boxes: set[str], later: dict[str, float]) -> None:
        self.game = game
        self.rules = game.rules
        self.boxes = boxes
        self.later = later
        self.lying = cache(self.lying)
        self.rolling = cache(self.rolling)

    def lying(self, dice: tuple, roll: int, fresh: bool, goal: str = "", may_turn=True) -> float:
        """What dice that lie are worth."""
        points, owed, crossable = self.judged(dice, roll, fresh)
        if owed:
            return max(points[box] + self.later[box] for box in owed)
        worth = [self.later[box] + points[box] for box in points if points[box] or box in crossable]
        if goal:
            worth = [self.later[goal] + points[goal]]
        if roll < self.game.rolls:
            worth += self.going_on(dice, roll, goal)
            if self.rules["goal"] != "free" and not goal:
                worth += [self.later[box] + points[box] for box in self.boxes]
        if self.rules["bajo"] == "look" and may_turn:
            worth.append(self.lying(turned(dice), roll, fresh, goal, False))
        return max(worth, default=-1000.0)

    def going_on(self, dice: tuple, roll: int, goal: str) -> list[float]:
        worth = []
        for held in kept(dice):
            goals = {goal}
            if self.rules["goal"] != "free" and not goal:
                goals = set(self.boxes) if held else {"", *self.boxes}
            if self.rules["goal"] == "rethrow" and not held:
                goals = {""}
            worth += [self.rolling(held, roll + 1, declared) for declared in goals]
        return worth

    def rolling(self, held: tuple, roll: int, goal: str) -> float:
        """What it is worth to roll all dice but these."""
        values = [self.fall(held, roll, goal)]
        if self.rules["bajo"] == "call":
            values.append(self.fall(turned(held), roll, goal))
        return max(values)

    def fall(self, held: tuple, roll: int, goal: str) -> float:
        return sum(
            chance * self.lying(tuple(sorted(held + faces)), roll, not held, goal)
            for faces, chance in fallen(5 - len(held))
        )

    def judged(self, dice: tuple, roll: int, fresh: bool) -> tuple[dict, set, set]:
        """Points of the open boxes, those of which one is owed, those that may be crossed out."""
        readings = self.game.look(dice, roll, fresh)
        counted = [oracle.worth_of(self.rules, reading, self.boxes) for reading in readings]
        points = {box: max(got.get(box, 0) for got in counted) for box in self.boxes}
        blank = {box for box in self.boxes if not points[box]}
        last = roll == self.game.rolls
        if self.rules["crossing"] == "forced" and not (last and blank == self.boxes):
            blank = set()
        nothing = any(set(got) == self.boxes and not any(got.values()) for got in counted)
        if self.rules["crossing"] == "lenient" and not (last and nothing):
            blank = set()
        return points, self.owed(readings), blank

    def owed(self, readings: list[dict]) -> set[str]:
        """A dormida that would win is five alike like any other: the game goes on."""
        if self.rules["must_stop"] == "no":
            return set()
        dormidas = [reading for reading in readings if oracle.is_dormida(reading)]
        if dormidas and self.rules["dormida"] == "100":
            return set().union(*(oracle.hundred(reading, self.boxes) for reading in dormidas))
        return {
            box
            for reading in readings
            for box in self.boxes & reading["boxes"] & set(oracle.FIGURES)
            if oracle.figure(box, reading["faces"], self.rules)
            and (reading["de mano"] or box == "grande")
        }
