"""Where everything on the table lies: the resting picture of a state, and how it is put in words.

A `Pose` says where the dice and the cup are and how much of a mark is written; `Poser.rest` gives
the pose of any state, always the same for the same state: load, take-back, resize and the end of
every animation come here. Owns the geometry of the table: what the baked throws call units, and
where kept dice and the cup stand. Must not decide a rule or paint.

Lengths are half edges of a die on the table (x right, y away, z up) or units of the page.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from cacho.engine import PLACES, Phase, State
from cacho.services.resources import asset, lose
from cacho.ui.drawing import die
from cacho.ui.drawing.throws import FRAME_RATE, Throw, ThrowLibrary
from cacho.ui.painter import Quat

ORIGIN: Final = (790.0, 392.0)
"""Place on the page of the table's origin, the middle of the throwing area."""
UNIT: Final = 52.0
"""Half an edge of a die on the page."""
COS, SIN = math.cos(die.TILT), math.sin(die.TILT)
CUP: Final = (230.8, 346.7)
"""Where the cup stands, on the page: then the mouth of the last pouring frame is where dice
come out of it in the baked throws."""
KEPT_Y: Final = -7.2
"""The row of dice kept through a roll, in front of the throwing area: table y."""
NEAREST: Final = -4.35
"""Dice that roll while others are kept stay behind this: table y. In front they could touch."""
KEPT_X: Final = 1.2
KEPT_GAP: Final = 2.85
ASIDE: Final = (1.6, 1.2, 0.8, 0.4)
"""So far out of that row a die is pushed that is let go of again: the first for which is room."""
APART: Final = 2.85
"""The middles of two dice are at least so far apart."""
HOP: Final = 1.1
"""How high a die rises while it is turned over, half edges."""
LOT_Y: Final = 650.0
"""Where the dice of the lot come to rest, on the page."""
NEXT_IN_LOT: Final = 0.28
"""Seconds from one die of the lot to the next."""
LOT_APART: Final = 2.6
"""Two dice of the lot are at least so far apart, on their way too."""
LOT_FRAMES: Final = round(NEXT_IN_LOT * FRAME_RATE)
STRIDES: Final = {1: 67, 2: 67, 3: 67, 4: 67, 5: 131}
"""Steps through the throws of each number of dice, with no factor in common with how many there
are: none comes again before at least half of its kind was seen."""

FRAMES_A_DIE: Final = 4 / 3
"""Frames that drawing one die may take of a slow machine's time: at 45 pictures a second, one."""

Spot = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class DiePose:
    """A die on the table: its centre (z = 0 at rest) and how it is turned."""

    at: Spot
    turn: Quat
    still: bool = True
    """Whether it lies; one that moves is drawn with less care."""
    above: bool = False
    """Whether it is over the cup, about to fall into it, rather than behind."""
    high: float | None = None
    """The height for which its shadow is drawn, where that is not its own."""


@dataclass(frozen=True, slots=True)
class CupPose:
    """The cup: which frame of which group, and how far from its place, page units."""

    group: str = "idle"
    frame: int = 0
    dx: float = 0.0
    dy: float = 0.0
    rise: float = 0.0
    """How much higher it is held than the frame shows it, page units: its shadow goes away then."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Everything that can move."""

    dice: tuple[DiePose | None, ...]
    """By place; None: in the cup."""
    cup: CupPose = CupPose()
    lot: Mapping[int, DiePose] = field(default_factory=dict)
    """The die of each seat while the lot decides."""
    lot_told: bool = False
    """Whether the dice of the lot lie and may be read."""
    writing: float = 1.0
    """How much is written of the mark that is being written."""
    pencil: tuple[float, float] | None = None
    """Tip of the pencil on the page while it writes."""
    dark: float = 0.0
    """How far the light is down, 0..1."""
    grid: float = 1.0
    """How much of the # is drawn on the large sheet: it is as a match begins."""
    faded: tuple[DiePose | None, ...] = ()
    """Dice that are fading away while `dice` appear (where motion is reduced)."""
    fade: float = 1.0
    """How far `dice` have appeared, 0..1."""
    lying: bool = False
    """Whether `dice` lie there all the time while others fade away."""
    gold: float = 0.0
    """How brightly the belly of the sheet shines, 0..1 (panza de oro)."""
    glow: float = 0.0
    """How brightly the mark that was just written shines, 0..1."""


NO_DICE: Final[tuple[DiePose | None, ...]] = (None,) * 5


def to_page(at: Spot) -> tuple[float, float]:
    """Return the place on the page where a place on the table is seen."""
    x, y, z = at
    return ORIGIN[0] + x * UNIT, ORIGIN[1] - (COS * y + SIN * z) * UNIT


def from_page(x: float, y: float, z: float = 0.0) -> Spot:
    """Return the place on the table, at height z, that is seen at a place of the page."""
    return (x - ORIGIN[0]) / UNIT, ((ORIGIN[1] - y) / UNIT - SIN * z) / COS, z


def kept_pose(place: int, face: int) -> DiePose:
    """Return how a die lies that is kept through a roll: in its own slot of the front row."""
    x = KEPT_X + (place - 3) * KEPT_GAP
    yaw = (0.16, -0.11, 0.07, -0.18, 0.12)[place - 1]
    return DiePose((x, KEPT_Y, 0.0), die.resting(face, yaw))


def _in_the_row(place: int, face: int, held: bool, others: Collection[DiePose]) -> DiePose:
    """Return how a die lies that was not rolled: in the row, or let go of and pushed out of it."""
    kept = kept_pose(place, face)
    if held:
        return kept
    x, y, z = kept.at
    for far in ASIDE:
        at = (x, y + far, z)
        if all(math.dist(at[:2], other.at[:2]) >= APART for other in others):
            return replace(kept, at=at)
    return kept


class LaidDown:
    """Stands in for throws that are lost: dice appear in a row, at once."""

    def count(self, dice: int) -> int:
        """One for any number of dice."""
        del dice
        return 1

    def get(self, dice: int, index: int) -> Throw:
        """Return dice that lie in a row."""
        places = tuple((((n - (dice - 1) / 2) * 2.9, 0.0, 0.0),) * 2 for n in range(dice))
        turns = tuple((die.resting(1, 0.2 * n - 0.4),) * 2 for n in range(dice))
        return Throw(places, turns, (), index)


@lru_cache(maxsize=1)
def library() -> ThrowLibrary | LaidDown:
    """Return the baked throws, read once; where they are lost, dice are simply laid down."""
    try:
        return ThrowLibrary(asset("throws", "throws.bin"))
    except (OSError, ValueError, KeyError, zlib.error):
        lose("throws/throws.bin")
        return LaidDown()


@dataclass(frozen=True)
class Landing:
    """A throw fitted to a roll: whose motion each place has, and its numbers turned to fit."""

    throw: Throw
    motion: Mapping[int, int]
    """Place -> which die of the throw."""
    labels: Mapping[int, Quat]
    """Place -> the turn that makes the right face come up."""
    detail: Callable[[], int] = lambda: 1
    """For how many frames a tumbling die keeps one turn now: more on a slow machine."""

    @property
    def seconds(self) -> float:
        """From the mouth of the cup to rest."""
        return self.throw.duration

    def at(self, place: int, seconds: float) -> DiePose:
        """Return a die on its way."""
        number, high = self.motion[place], None
        spot, turn = self.throw.at(number, seconds)
        drawn = self._drawn_anew(place, seconds)
        if drawn < seconds:
            (_, _, high), turn = self.throw.at(number, drawn)
        turned = die.compose(turn, self.labels[place])
        return DiePose(spot, turned, seconds >= self.seconds, high=high)

    def _drawn_anew(self, place: int, seconds: float) -> float:
        """Return for which moment a die is drawn that is seen at another, no earlier one.

        A slow machine turns the dice less often and one after the other: the same picture of each
        and of its shadow serves several frames, while it moves on as smoothly as ever. Few dice
        turn more often: then too it is about one a picture.
        """
        dice, frames = len(self.motion), self.detail()
        if seconds >= self.seconds:
            return seconds
        if seconds < place / FRAME_RATE:
            return 0.0  # they come out of the cup in turn: not all five are drawn anew at once
        if frames == 1:
            return seconds
        grain = min(frames, math.ceil(dice * FRAMES_A_DIE)) / FRAME_RATE
        late = sorted(self.motion).index(place) / dice * grain
        return max(0.0, (seconds - late) // grain * grain + late)


class Poser:
    """The resting pictures of one match."""

    def __init__(self, match_id: str) -> None:
        self.detail = 1
        """For how many frames tumbling dice keep one turn; may change while they roll."""
        self._salt = zlib.crc32(match_id.encode())
        self._kept: tuple[State, Pose] | None = None

    def rest(self, state: State) -> Pose:
        """Return how everything lies in a state when nothing moves: in the dark of a dormida too.

        What was read from below in one lies turned over.
        """
        lying, ended = self.lying(state), state.outcome
        if ended is None or ended.kind != "dormida":
            return lying
        return replace(turned_over(lying, ended.turned), dark=1.0)

    def lying(self, state: State) -> Pose:
        """Return how the dice came to lie, in the light and as they fell, whatever they ended."""
        if self._kept is None or self._kept[0] is not state:
            self._kept = (state, self._lying(state))
        return self._kept[1]

    def _lying(self, state: State) -> Pose:
        if state.phase is Phase.LOT:
            return Pose(NO_DICE, lot=self.lot_dice(state), lot_told=bool(state.lot))
        if not state.dice:
            return Pose(NO_DICE)
        landing = self.landing(state)
        fallen = {place: landing.at(place, landing.seconds) for place in state.rolled}
        dice = tuple(
            fallen.get(place) or _in_the_row(place, face, place in state.held, fallen.values())
            for place, face in enumerate(state.dice, 1)
        )
        return Pose(dice, CupPose("lying"))

    def landing(self, state: State) -> Landing:
        """Return the throw that the last roll of a state was seen as.

        It depends only on the match, the turn and the roll, so a match that is opened again looks
        as it was left. Places go from left to right as the dice come to lie.
        """
        places = sorted(state.rolled)
        turn = state.round * len(state.seats) + state.seat
        number = turn * 3 + state.rolls if len(places) == 5 else turn * 2 + state.rolls
        throw = self._throw(len(places), number)
        by_x = sorted(range(len(places)), key=lambda i: throw.positions[i][-1][0])
        return _fit(throw, dict(zip(places, by_x, strict=True)), state.dice, lambda: self.detail)

    def tie_landing(self, seat: int, dice: tuple[int, ...], number: int) -> Landing:
        """Return the throw with which a seat rolls all five in a tie-break."""
        throw = self._throw(5, 7919 + number * 11 + seat)
        by_x = sorted(range(5), key=lambda i: throw.positions[i][-1][0])
        motion = dict(zip(range(1, 6), by_x, strict=True))
        return _fit(throw, motion, dice, lambda: self.detail)

    def lot_landings(
        self, rolls: Iterable[tuple[int, int]], seats: int, turn: int
    ) -> dict[int, Landing]:
        """Return the throw of one die with which each seat rolls in a round of the lot."""
        faces = dict(rolls)
        throws = _lot_throws(self._salt, tuple(faces), seats, turn)
        return {
            seat: _fit(throw, {1: 0}, (faces[seat],))
            for seat, throw in zip(faces, throws, strict=True)
        }

    def lot_dice(self, state: State) -> dict[int, DiePose]:
        """Return the die of each seat as the rounds of the lot left them."""
        dice: dict[int, DiePose] = {}
        for number, rolls in enumerate(state.lot):
            for seat, landing in self.lot_landings(rolls, len(state.seats), number).items():
                dice[seat] = lot_pose(landing, seat, len(state.seats), landing.seconds)
        return dice

    def _throw(self, dice: int, number: int) -> Throw:
        return _nth_throw(self._salt, dice, number)


def _nth_throw(salt: int, dice: int, number: int) -> Throw:
    return _unpacked(dice, (salt + number * STRIDES[dice]) % library().count(dice))


@lru_cache(maxsize=8)
def _unpacked(dice: int, index: int) -> Throw:
    """Return a baked throw; one that would run into the row of the kept is seen farther back."""
    throw = library().get(dice, index)
    back = NEAREST - min(y for way in throw.positions for _, y, _ in way)
    if back <= 0 or dice == len(PLACES):  # of five none is kept
        return throw
    ways = (tuple((x, y + back, z) for x, y, z in way) for way in throw.positions)
    return throw._replace(positions=tuple(ways))


@lru_cache(maxsize=4)
def _lot_throws(salt: int, order: tuple[int, ...], seats: int, turn: int) -> tuple[Throw, ...]:
    """Return throws for the seats that roll in a round of the lot, one shortly after the other.

    Each is the first whose way to its seat's place keeps clear of all dice that lie or are on
    their way; where there is none, the one that keeps farthest from them.
    """
    throws: list[Throw] = []
    ways: list[Sequence[Spot]] = []
    for seat in order:
        goal = from_page(*lot_spot(seat, seats))
        lying = [(from_page(*lot_spot(other, seats)),) for other in range(seats) if other != seat]
        others = [*ways, *(lying if turn else ())]
        best, widest = _nth_throw(salt, 1, turn * 7 + seat), -1.0
        for number in range(library().count(1)):
            throw = _nth_throw(salt, 1, turn * 7 + seat + number * 13)
            room = _room(_way_to(goal, throw), others)
            if room > widest:
                best, widest = throw, room
            if room >= LOT_APART:
                break
        throws.append(best)
        ways = [way[LOT_FRAMES:] or way[-1:] for way in (*ways, _way_to(goal, best))]
    return tuple(throws)


def _way_to(goal: Spot, throw: Throw) -> tuple[Spot, ...]:
    """Return where a die is, frame by frame, that is led to a place."""
    way = throw.positions[0]
    return tuple(_led(at, way[-1], goal, n / (len(way) - 1)) for n, at in enumerate(way))


def _room(way: Sequence[Spot], others: Sequence[Sequence[Spot]]) -> float:
    """Return how near a die comes to others on its way, or they to it once it lies."""
    return min(
        (
            math.dist(way[min(n, len(way) - 1)], other[min(n, len(other) - 1)])
            for other in others
            for n in range(0, max(len(way), len(other)), 2)
        ),
        default=math.inf,
    )


def _led(at: Spot, end: Spot, goal: Spot, share: float) -> Spot:
    """Return where a die is that is led to another place than the end of its way."""
    share = share * share * (3 - 2 * share)
    return at[0] + (goal[0] - end[0]) * share, at[1] + (goal[1] - end[1]) * share, at[2]


def _fit(
    throw: Throw,
    motion: dict[int, int],
    faces: tuple[int, ...],
    detail: Callable[[], int] = lambda: 1,
) -> Landing:
    """Turn the numbers of each die so that the wanted face is up at the end."""
    labels = {}
    for place, number in motion.items():
        _, last = throw.at(number, throw.duration)
        labels[place] = die.symmetry(die.top_face(last), faces[place - 1])
    return Landing(throw, motion, labels, detail)


def is_blank(state: State) -> bool:
    """Whether nobody has rolled or noted anything yet: the # of the match is to be drawn."""
    return (
        state.phase is Phase.TURN
        and state.round == 1
        and state.seat == state.starter
        and state.rolls == 0
        and not any(state.totals)
        and state.last_note is None
    )


def upside(pose: DiePose, share: float = 1.0) -> DiePose:
    """Return a die that lies, turned over by a share of half a turn; at 1 its underside is up.

    The axis lies flat and belongs to the die, and for opposite faces it is the same one: turned
    over twice a die lies exactly as before.
    """
    axis = (0.0, 1.0, 0.0) if die.top_face(pose.turn) in (3, 4) else (1.0, 0.0, 0.0)
    x, y, z = pose.at
    turn = die.compose(pose.turn, die.about(axis, math.pi * share))
    hop = HOP * math.sin(math.pi * share)
    return DiePose((x, y, z + hop), turn, pose.still and share in (-1.0, 0.0, 1.0))


def turned_over(pose: Pose, places: frozenset[int]) -> Pose:
    """Return the table with these dice turned over."""
    dice = tuple(
        upside(d) if d is not None and place in places else d
        for place, d in enumerate(pose.dice, 1)
    )
    return replace(pose, dice=dice)


def lot_spot(seat: int, seats: int) -> tuple[float, float]:
    """Return the place on the page where a seat's die of the lot comes to rest."""
    gap = min(250.0, 1400.0 / seats)
    return 1030.0 + (seat - (seats - 1) / 2) * gap, LOT_Y


def lot_pose(landing: Landing, seat: int, seats: int, seconds: float) -> DiePose:
    """Return a seat's die of the lot on its way: a baked throw, led to the seat's own place."""
    pose = landing.at(1, seconds)
    end = landing.at(1, landing.seconds).at
    goal = from_page(*lot_spot(seat, seats))
    share = min(1.0, max(0.0, seconds / landing.seconds))
    return DiePose(_led(pose.at, end, goal, share), pose.turn, pose.still)
