"""What the history keeps of a match: result, sheets, crosses, dormidas, and how the faces fell.

Reads a match from its beginning. Must not touch files: that is `history`'s.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from cacho.engine import (
    DORMIDA_POINTS,
    Action,
    Box,
    Course,
    Level,
    LotRolled,
    Outcome,
    Rolled,
    Ruleset,
    Setup,
    State,
    TieRolled,
    course_of,
)

Faces = tuple[int, int, int, int, int, int]
"""How often 1 to 6 fell."""


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """What somebody did in a match; `name` and `bot` are who played the seat at its end."""

    name: str
    bot: Level | None
    team: int
    total: int
    place: int
    won: bool
    paid: bool
    left: bool
    """Whether the player went home before the end (R-32)."""
    full: bool
    """Whether every box of the sheet was played, so that its total can be compared."""
    dormidas: int
    crossed: tuple[tuple[Box, int], ...]
    """How often each box was crossed out by this player."""
    faces: Faces
    """How the dice that this player rolled fell, each die of each roll once."""
    same_dice: bool
    """Whether these are the dice of another team again (duplicate), and no more evidence."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A match that is over, in short."""

    match_id: str
    date: str | None
    rules: Ruleset
    kind: str
    """What decided it: points, dormida, panza or cuatros."""
    own_dice: bool
    seats: tuple[SeatSummary, ...]


def summarise(setup: Setup, log: Iterable[Action]) -> Summary | None:
    """Sum up a match; None for one that is not over. Raises IllegalAction for no match at all."""
    course = course_of(setup, log)
    state = course.state(len(course))
    outcome = state.outcome
    if outcome is None:
        return None
    dormidas = _dormidas(course, outcome)
    crossed = _crossed(course)
    counted = setup.own_dice or setup.commitment is not None  # else anybody may have written them
    faces = _faces(course, each=setup.own_dice) if counted else defaultdict(Counter[int])
    return Summary(
        setup.match_id,
        setup.date,
        setup.rules,
        outcome.kind,
        setup.own_dice,
        tuple(
            _seat(state, outcome, seat, setup.duplicate, dormidas[seat], crossed[seat], faces[seat])
            for seat in range(len(state.seats))
        ),
    )


def _seat(
    state: State,
    outcome: Outcome,
    seat: int,
    same_dice: bool,
    dormidas: int,
    crossed: Counter[Box],
    faces: Counter[int],
) -> SeatSummary:
    team = state.team_of(seat)
    one, two, three, four, five, six = (faces[face] for face in range(1, 7))
    return SeatSummary(
        name=state.seats[seat].name,
        bot=state.seats[seat].bot,
        team=team,
        total=state.totals[team],
        place=next(placing.place for placing in outcome.ranking if placing.team == team),
        won=team in outcome.winners,
        paid=team in outcome.payers,
        left=seat in state.gone,
        full=state.sheets[team].full and bool(state.members(team)),
        dormidas=dormidas,
        crossed=tuple(sorted(crossed.items())),
        faces=(one, two, three, four, five, six),
        same_dice=same_dice and team > 0,
    )


def _dormidas(course: Course, outcome: Outcome) -> Counter[int]:
    """Who rolled dormidas: the one that won, and those that were noted as 100 (R-13, R-26)."""
    noted = Counter(note.seat for _, note in course.notes if note.points == DORMIDA_POINTS)
    won = [course.state(len(course)).seat] if outcome.kind == "dormida" else []
    return noted + Counter(won)


def _crossed(course: Course) -> dict[int, Counter[Box]]:
    crossed = {seat: Counter[Box]() for seat in range(len(course.begin.seats))}
    for _, note in course.notes:
        if note.crossed:
            crossed[note.seat][note.box] += 1
    return crossed


class _Die(NamedTuple):
    """Which die of which roll; the program's fall alike where these are alike."""

    seat: int
    turn: int
    roll: int
    place: int
    face: int


def _faces(course: Course, *, each: bool) -> dict[int, Counter[int]]:
    """How the dice of every seat fell. What is rolled again after a take-back counts once.

    With `each` it counts again: the table's own dice are thrown anew.
    """
    dice: Iterable[_Die] = _dice(course) if each else dict.fromkeys(_dice(course))
    faces = {seat: Counter[int]() for seat in range(len(course.begin.seats))}
    for die in dice:
        faces[die.seat][die.face] += 1
    return faces


def _dice(course: Course) -> Iterator[_Die]:
    for at, step in enumerate(course.steps):
        turn, roll = course.state(at).roll_coordinates
        for event in step.events:
            match event:
                case LotRolled(rolls):
                    for seat, face in rolls:
                        yield _Die(seat, 0, len(step.state.lot), 1, face)
                case Rolled(seat, _, places, faces):
                    for place, face in zip(places, faces, strict=True):
                        yield _Die(seat, turn, roll, place, face)
                case TieRolled(seat, faces):
                    for place, face in enumerate(faces, 1):
                        yield _Die(seat, turn, roll, place, face)
                case _:
                    pass
