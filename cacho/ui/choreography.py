"""What is seen and heard when something happens: events in, a timeline of poses out.

One function a kind of happening; the clip begins at the pose on screen and ends at the resting
pose of the new state, whatever happens between. Sounds stand on the same timeline. Must not read
clocks, keep state or decide a rule.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Final, TypeAlias

from cacho.engine import PLACES, Rolled, State
from cacho.ui import timeline as tl
from cacho.ui.drawing.die import compose, squared
from cacho.ui.drawing.throws import FRAME_RATE, Impact
from cacho.ui.painter import Ink, Quat
from cacho.ui.pencil import trail
from cacho.ui.pose import (
    CUP,
    NEXT_IN_LOT,
    NO_DICE,
    CupPose,
    DiePose,
    Landing,
    Pose,
    Poser,
    from_page,
    kept_pose,
    lot_pose,
    turned_over,
    upside,
)

Clip: TypeAlias = tl.Clip[Pose]

GATHER: Final = 0.42
"""Seconds for the dice to leave the table for the cup."""
INTO_CUP: Final = 0.26
"""Seconds that one die takes for it; each sets out a little after the one before."""
INTO_CUP_AFTER: Final = (GATHER - INTO_CUP) / 4
TAKE: Final = 0.20
"""Seconds in which the cup is taken up, before the first die falls into it."""
SLIDE: Final = 0.30
"""Seconds in which dice are pushed over the table."""
SHAKE_LEAST: Final = 0.40
"""A short press shakes this long by itself."""
OPEN: Final = CupPose("pour", 1, 0, 20)
"""The cup in the hand, its mouth up: dice fall into it."""
MOUTH: Final = (192.0, 130.0)
"""The middle of its mouth then, on the page."""
TAKEN: Final[dict[str, tuple[CupPose, ...]]] = {
    "idle": (
        CupPose("idle", 0, -3, -8),
        CupPose("idle", 0, -9, -22),
        CupPose("idle", 0, -18, -38),
        CupPose("pour", 1, 6, 26),
        OPEN,
    ),
    "lying": (
        CupPose("lying", 0, 0, -12),
        CupPose("pour", 5, -5, 40),
        CupPose("pour", 4, -3, 34),
        CupPose("pour", 3, -3, 28),
        CupPose("pour", 2, -2, 22),
        OPEN,
    ),
}
"""How the cup is taken up from where it stands or lies, look after look."""
LAID: Final = (CupPose("pour", 6, 1, 12), CupPose("pour", 5, 3, 37), CupPose("lying", 0, 3, -9))
"""How it is laid down once it is empty."""
LAY: Final = 0.14
"""Seconds of laying it down or standing it up."""
SHAKE_FRAME: Final = 0.033
SHAKE_FRAMES: Final = 10
SHAKE_FIRST: Final = 5
"""The frame that is most like the cup as it was taken up."""
LEVELS: Final = 0.12
"""Seconds in which the cup then comes to the height at which it is shaken."""
POUR: Final = 0.24
LEAVE_LEAST: Final = 0.24
"""Seconds that the cup is held tipped at least; else until the last die is out of its way."""
CLEAR: Final = 560.0
"""A die farther right on the page than this is clear of the cup as it is laid down."""
TURN_STEPS: Final = 3
"""On a slow machine dice that lay under the cup turn in so many steps as they are pushed apart."""
SET_DOWN: Final = 0.22
DROP: Final = 5.0
"""Dice that were entered come down from this height, half edges, in so many seconds."""
SLAM: Final = (860.0, 430.0)
"""Where the cup is slammed, on the page."""
UNDER: Final = 70.0
"""Below its centre the middle of the dice is, when the cup stands over them."""
SLAM_SECONDS: Final = 0.26
HOME: Final = (("lift", 3), ("lift", 3), ("slam", 0), ("slam", 0), ("pour", 6), ("pour", 5))
"""How the cup is turned while it goes back to its place."""
LIFTED: Final = (27.6, 69.0, 119.6, 170.2)
"""How high above the table the frames of the lift show the cup, units of the page."""
LOWEST, HIGHEST = 3.2, 215.0
"""How high it stands there, and is held at last."""
HUDDLE: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((0, 0),),
    2: ((-1.15, 0), (1.15, 0)),
    3: ((-1.15, -0.6), (0, 1.55), (1.15, -0.6)),
    4: ((-1.15, -1.15), (-1.15, 1.15), (1.15, -1.15), (1.15, 1.15)),
    5: ((-2.06, 0), (0, 2.06), (0, 0), (0, -2.06), (2.06, 0)),
}
"""Where dice lie under the cup, by their number: places on the table around its middle."""
FLIP: Final = 0.36
"""Seconds in which a die is turned over, and after which the next one begins."""
FLIP_AFTER: Final = 0.09
BAJO_PAUSE: Final = 0.25
"""Seconds in which the dice are seen as they fell, before bajo turns them."""
GRID_SECONDS: Final = 0.8
GRID_LINES: Final = 4
NUDGE: Final = 0.16
"""Seconds in which a die is pushed out of the row of the held, or back."""
FADE_SECONDS: Final = 0.35
GLOW_SECONDS: Final = 0.7
"""For so long a Grande, or a figure made de mano, shines on the sheet."""
PENCIL_GOES: Final = 0.16
"""Seconds for the pencil to reach a box, and to be laid back."""
LOT_READ: Final = 1.7
"""Seconds to read the dice of the lot."""
REST_CUT: Final = 0.10
"""Of the stillness at the end of a baked throw this much is left out."""
THROW_LEAST: Final = 0.90
"""Seconds that a throw takes at least, from letting go to rest: of a short one less is left out."""
LOUD: Final = 34.0
"""An impact of this strength (units/s) sounds at full gain."""
WIDE: Final = 14.0
"""An impact this far to the side sounds there alone."""
FASTER: Final = 2.0
"""Where the players want things fast, they go so many times as fast."""


def _wait(seconds: float) -> Clip:
    return tl.wait(seconds)


# ------------------------------------------------------------------------- the cup


def gather(pose: Pose, state: State) -> Clip:
    """Bring the dice that will roll into the cup and push the held ones into the front row."""
    held: list[Clip] = []
    going: dict[int, DiePose] = {}
    for place, face in enumerate(state.dice, 1):
        here = pose.dice[place - 1]
        if here is None:
            continue
        if place in state.held:
            held.append(_slide(place, here, kept_pose(place, face)))
        else:
            going[place] = here
    return tl.par(_take_up(GATHER if going else TAKE), *held, *_into_cup(going))


def shake(seconds: float = SHAKE_LEAST) -> Clip:
    """Shake the cup where it stands, as one does who looks elsewhere."""

    def change(pose: Pose, share: float) -> Pose:
        passed = share * seconds
        return replace(pose, cup=shaken(passed / SHAKE_FRAME, passed))

    return tl.Tween(seconds, change)


def shaken(frame: float, passed: float, at: tuple[float, float] = (0.0, 0.0)) -> CupPose:
    """Return the cup, held so far from its place, `passed` seconds after the shaking began."""
    low = OPEN.dy * max(0.0, 1 - passed / LEVELS)
    return CupPose("shake", (SHAKE_FIRST + int(frame)) % SHAKE_FRAMES, at[0], at[1] + low)


def empty_table(pose: Pose) -> Clip:
    """Bring all dice into the cup, which then stands for the next player."""
    going = {place: here for place, here in enumerate(pose.dice, 1) if here is not None}
    stand = tl.Tween[Pose](LAY, _through(tuple(reversed(TAKEN["idle"]))))
    fill = tl.par(_take_up(GATHER), *_into_cup(going))
    return tl.seq(fill, stand, tl.sound("cup.set", 0.6), _cup("idle"))


def _cup(group: str) -> Clip:
    return tl.cut(lambda pose: replace(pose, cup=CupPose(group)))


def _through(looks: tuple[CupPose, ...]) -> Callable[[Pose, float], Pose]:
    """Show the cup in one look after another."""

    def change(pose: Pose, share: float) -> Pose:
        return replace(pose, cup=looks[min(len(looks) - 1, int(share * len(looks)))])

    return change


def _take_up(seconds: float) -> Clip:
    """Take the cup up from where it lies or stands, and hold it open till the time is over."""

    def change(pose: Pose, share: float) -> Pose:
        looks = TAKEN.get(pose.cup.group, (OPEN,))
        return _through(looks)(pose, min(1.0, share * seconds / TAKE))

    return tl.Tween(seconds, change)


def _lay_down() -> Clip:
    """Lay the empty cup on its side."""
    turned = tl.Tween[Pose](LAY, _through(LAID))
    return tl.seq(turned, tl.sound("cup.set", 0.35, -0.5), _cup("lying"))


def _slide(
    place: int,
    here: DiePose,
    there: DiePose,
    seconds: float = SLIDE,
    detail: Callable[[], int] = lambda: 1,
) -> Clip:
    """Push a die over the table: it stays flat, so its value cannot change.

    `detail`: for how many frames a tumbling die keeps one turn now; where that is more than one,
    this one turns in few steps, each place a little after the one before.
    """

    def change(pose: Pose, share: float) -> Pose:
        at = tuple(a + (b - a) * share for a, b in zip(here.at, there.at, strict=True))
        turned = share if detail() == 1 else _in_steps(share, place / len(PLACES))
        die = DiePose((at[0], at[1], at[2]), _part_turned(here, there, turned), turned in (0, 1))
        return _with_die(pose, place, die)

    return tl.Tween(seconds, change, tl.smooth)


def _in_steps(share: float, late: float) -> float:
    """Return a share of a turn in steps, `late` of a step after the others."""
    return max(0, math.floor(share * (TURN_STEPS + 1) - late)) / TURN_STEPS


def _part_turned(here: DiePose, there: DiePose, share: float) -> Quat:
    if share in (0, 1):  # exactly: these looks are there already
        return there.turn if share else here.turn
    return _between(here.turn, there.turn, share)


def _between(
    a: tuple[float, float, float, float], b: tuple[float, float, float, float], share: float
) -> tuple[float, float, float, float]:
    """Turn from a to b the short way."""
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    sign = 1.0 if dot >= 0 else -1.0
    w, x, y, z = (u + (sign * v - u) * share for u, v in zip(a, b, strict=True))
    length = math.sqrt(w * w + x * x + y * y + z * z)
    return w / length, x / length, y / length, z / length


def _into_cup(dice: dict[int, DiePose]) -> list[Clip]:
    """Let dice hop into the mouth of the cup, those nearest to it first."""
    order = sorted(dice, key=lambda place: dice[place].at[0])
    after = GATHER - INTO_CUP - INTO_CUP_AFTER * (len(order) - 1)
    return [
        tl.seq(_wait(after + INTO_CUP_AFTER * number), _hop(place, dice[place]))
        for number, place in enumerate(order)
    ]


def _hop(place: int, here: DiePose) -> Clip:
    rim = from_page(*MOUTH, 3.0)

    def change(pose: Pose, share: float) -> Pose:
        if share >= 1:
            return _with_die(pose, place, None)
        x, y, z = (a + (b - a) * share for a, b in zip(here.at, rim, strict=True))
        at = (x, y, z + 9 * share * (1 - share))
        return _with_die(pose, place, DiePose(at, here.turn, still=False, above=True))

    return tl.Tween(INTO_CUP, change, tl.smooth, (tl.Cue(INTO_CUP, "cup.drop", 0.5, -0.6),))


def _with_die(pose: Pose, place: int, die: DiePose | None) -> Pose:
    return replace(pose, dice=(*pose.dice[: place - 1], die, *pose.dice[place:]))


def draw_grid(drawn: float = 0.0) -> Clip:
    """Draw the # of a new match line by line, or the rest of it."""

    def change(pose: Pose, share: float) -> Pose:
        return replace(pose, grid=drawn + (1 - drawn) * share)

    begun = math.ceil(drawn * GRID_LINES)
    lines = tuple(
        tl.Cue(GRID_SECONDS * (n / GRID_LINES - drawn), "pencil", 0.9)
        for n in range(begun, GRID_LINES)
    )
    return tl.Tween(GRID_SECONDS * (1 - drawn), change, sounds=lines)


def push_aside(before: Pose, rest: Pose) -> Clip:
    """Push dice of the row out of it as they are let go of, or back as they are held again."""
    moved = [
        _slide(place, here, there, NUDGE)
        for place, (here, there) in enumerate(zip(before.dice, rest.dice, strict=True), 1)
        if here is not None and there is not None and here != there
    ]
    return tl.par(*moved)


# ------------------------------------------------------------------------ the throw


def fade(before: Pose, rest: Pose) -> Clip:
    """Let the dice as they lay fade into the dice as they lie: no shake, no tumbling."""

    def change(pose: Pose, share: float) -> Pose:
        return replace(rest, faded=before.dice, fade=share) if share < 1 else rest

    return tl.par(tl.sound("die.wood", 0.5), tl.Tween[Pose](FADE_SECONDS, change, tl.smooth))


def throw(event: Rolled, state: State, poser: Poser) -> Clip:
    """Pour the dice: they tumble, meet, and come to rest as the engine decided.

    With bajo called they fall as they fell, and then all five are turned over.
    """
    landing = poser.landing(state)
    span = _span(landing)
    roll = tl.Tween[Pose](
        span,
        _tumbling(event, landing, span),
        sounds=tuple(impact(hit) for hit in landing.throw.impacts),
    )
    lying = poser.lying(state)
    pour = _pour(0.5 if len(event.places) < 3 else 0.8)
    after = _by_bajo(event.bajo, lying)
    return tl.seq(pour, tl.par(roll, _leave(_cleared(landing))), *after, settle(lying))


def as_they_fell(lying: Pose, bajo: bool) -> Pose:
    """Return how the dice lie before bajo, if it was called, turns them over."""
    return turned_over(lying, PLACES if bajo else frozenset())


def _by_bajo(called: bool, lying: Pose) -> list[Clip]:
    """Let the dice be seen as they fell, and turn all five over to how they lie in the end."""
    return [_wait(BAJO_PAUSE), turn_over(PLACES, lying, back=True)] if called else []


def leaving(event: Rolled, state: State, poser: Poser) -> Pose:
    """Return the dice of a roll alone, as they leave the mouth of the cup."""
    landing = poser.landing(state)
    return _tumbling(event, landing, 0.0)(Pose(NO_DICE), 0.0)


def turn_over(places: Iterable[int], lying: Pose, back: bool = False) -> Clip:
    """Turn dice over where they lie, one after the other; with `back` they end as in `lying`."""
    clips: list[Clip] = []
    for number, place in enumerate(sorted(places)):
        here = lying.dice[place - 1]
        if here is not None:
            clips.append(tl.seq(_wait(FLIP_AFTER * number), _flip(place, here, back)))
    return tl.par(*clips)


def _flip(place: int, here: DiePose, back: bool) -> Clip:
    def change(pose: Pose, share: float) -> Pose:
        return _with_die(pose, place, upside(here, share - 1 if back else share))

    pan = max(-1.0, min(1.0, here.at[0] / WIDE))
    return tl.Tween(FLIP, change, tl.smooth, (tl.Cue(FLIP * 0.85, "die.soft", 0.6, pan),))


def settle(rest: Pose) -> Clip:
    """End exactly at the resting picture."""
    return tl.cut(lambda _: rest)


def _pour(gain: float = 0.8) -> Clip:
    """Tip the cup from wherever the hand holds it."""

    def change(pose: Pose, share: float) -> Pose:
        dx, dy = pose.cup.dx * (1 - share), pose.cup.dy * (1 - share)
        return replace(pose, cup=CupPose("pour", min(7, int(share * 8)), dx, dy))

    return tl.Tween(POUR, change, sounds=(tl.Cue(0.0, "cup.pour", gain, -0.4),))


def _leave(after: float) -> Clip:
    """Lay the cup down so many seconds after the pour: once the dice are out of its way."""
    return tl.seq(_wait(max(LEAVE_LEAST, after)), _lay_down())


def _cleared(landing: Landing) -> float:
    """Return how long after the pour the last die is clear of the cup as it is laid down."""
    edge, _, _ = from_page(CLEAR, 0.0)
    ways = (landing.throw.positions[number] for number in landing.motion.values())
    frames = (frame for way in ways for frame, (x, _, _) in enumerate(way) if x < edge)
    return max(frames, default=0) / FRAME_RATE


def _span(landing: Landing) -> float:
    """Return how many seconds of a baked throw are seen."""
    return max(landing.seconds - REST_CUT, THROW_LEAST - POUR)


def _tumbling(event: Rolled, landing: Landing, span: float) -> Callable[[Pose, float], Pose]:
    def change(pose: Pose, share: float) -> Pose:
        dice = list(pose.dice)
        for place in event.places:
            flying = landing.at(place, share * span)
            dice[place - 1] = fallen(flying, landing, place) if event.bajo else flying
        return replace(pose, dice=tuple(dice))

    return change


def fallen(flying: DiePose, landing: Landing, place: int) -> DiePose:
    """Return a die as it fell before bajo turned it over: the underside of how it will lie."""
    last = landing.at(place, landing.seconds)
    before = upside(last, -1.0).turn
    own = compose(_inverse(last.turn), before)  # a turn of the die on itself: the motion stays
    return replace(flying, turn=compose(flying.turn, own))


def _inverse(turn: Quat) -> Quat:
    w, x, y, z = turn
    return w, -x, -y, -z


def impact(hit: Impact) -> tl.Cue:
    """Return the sound of a die meeting the table or another die."""
    gain = min(1.0, (hit.strength / LOUD) ** 0.9)
    kind = "die.bone" if hit.on_die else "die.wood" if gain >= 0.3 else "die.soft"
    return tl.Cue(hit.time, kind, gain, max(-1.0, min(1.0, hit.x / WIDE)))


# ------------------------------------------------------------------------ the golpe


def slammed(group: str, frame: int) -> CupPose:
    """Return the cup standing mouth down, or being lifted, in the middle of the table."""
    return CupPose(group, frame, SLAM[0] - CUP[0], SLAM[1] - CUP[1])


def lifted(share: float) -> CupPose:
    """Return the slammed cup, lifted as far as a share of the way."""
    if share <= 0.01:
        return slammed("slam", 2)
    frame = min(len(LIFTED) - 1, int(share * len(LIFTED)))
    high = LOWEST + (HIGHEST - LOWEST) * share
    return replace(slammed("lift", frame), rise=high - LIFTED[frame])


def covered(state: State, pose: Pose, lying: Pose) -> Pose:
    """Return the dice of the last roll close together under the slammed cup.

    Each lies where its way to its place in `lying` will cross no other's, and nearly so turned.
    """
    dice = list(pose.dice)
    x, y, _ = from_page(SLAM[0], SLAM[1] + UNDER)
    goals = {place: die for place in sorted(state.rolled) if (die := lying.dice[place - 1])}
    spots = min(
        permutations(HUDDLE[len(goals)]),
        key=lambda order: sum(
            (x + dx - die.at[0]) ** 2 + (y + dy - die.at[1]) ** 2
            for (dx, dy), die in zip(order, goals.values(), strict=True)
        ),
    )
    for (place, die), (dx, dy) in zip(goals.items(), spots, strict=True):
        turn = squared(die.turn, 0.03 * dx - 0.02 * dy)
        dice[place - 1] = DiePose((x + dx, y + dy, 0.0), turn)
    return replace(pose, dice=tuple(dice))


def slam(pose: Pose) -> Clip:
    """Bring the cup down, mouth first, in the middle of the table."""
    start = pose.cup
    goal = slammed("slam", 0)

    def fall(pose: Pose, share: float) -> Pose:
        dx = start.dx + (goal.dx - start.dx) * share
        dy = start.dy + (goal.dy - start.dy) * share - 130 * math.sin(share * math.pi)
        group, frame = ("pour", int(share * 8)) if share < 0.7 else ("slam", int(share * 10 - 7))
        return replace(pose, cup=CupPose(group, min(frame, 7 if group == "pour" else 2), dx, dy))

    def stand(pose: Pose) -> Pose:
        return replace(pose, cup=slammed("slam", 2))

    return tl.seq(tl.Tween[Pose](SLAM_SECONDS, fall, tl.into), tl.sound("cup.slam"), tl.cut(stand))


def reveal(pose: Pose, state: State, poser: Poser, bajo: bool = False) -> Clip:
    """Take the cup away and push the dice apart, so that all can be read.

    With bajo called they are then turned over, as after a pour.
    """
    lying = poser.lying(state)
    as_fallen = as_they_fell(lying, bajo)
    apart: list[Clip] = []
    for place in sorted(state.rolled):
        here, there = pose.dice[place - 1], as_fallen.dice[place - 1]
        if here is not None and there is not None:
            apart.append(_slide(place, here, there, SLIDE, lambda: poser.detail))
    away = tl.Tween[Pose](SLIDE, _cup_goes_home, tl.smooth)
    after = _by_bajo(bajo, lying)
    return tl.seq(tl.sound("cup.lift"), tl.par(away, *apart), *after, settle(lying))


def turning(under: Pose, lying: Pose) -> tuple[DiePose, ...]:
    """Return how dice are turned on their way apart on a slow machine, to be drawn ahead."""
    return tuple(
        replace(there, turn=_part_turned(here, there, step / TURN_STEPS), still=False)
        for step in range(1, TURN_STEPS)
        for here, there in zip(under.dice, lying.dice, strict=True)
        if here is not None and there is not None and here != there
    )


def _cup_goes_home(pose: Pose, share: float) -> Pose:
    """Take the lifted cup back to its place, turning it on the way so that it can lie."""
    if share >= 1:
        return replace(pose, cup=CupPose("lying"))
    group, frame = HOME[int(share * len(HOME))]
    high = slammed(group, frame)
    rise = pose.cup.rise * (1 - share)
    hop = 30 * math.sin(math.pi * share)
    cup = replace(high, dx=high.dx * (1 - share), dy=high.dy * (1 - share) - hop, rise=rise)
    return replace(pose, cup=cup)


# ------------------------------------------------------------- the table's own dice


def take_away(pose: Pose) -> Clip:
    """Let the dice fade from the table: somebody has taken them up."""

    def change(now: Pose, share: float) -> Pose:
        faded = pose.dice if share < 1 else ()
        return replace(now, dice=NO_DICE, faded=faded, fade=share)

    return tl.Tween(SLIDE, change, tl.smooth)


def set_down(event: Rolled, before: Pose, state: State, rest: Pose) -> Clip:
    """Lay dice on the table as they were entered; the held ones first go into their row.

    With bajo they lie as they fell, and then all five are turned over.
    """
    rolled = set(event.places)
    going = tuple(die if place in rolled else None for place, die in _placed(before))
    kept = [
        _slide(place, die, kept_pose(place, state.dice[place - 1]))
        for place, die in _placed(before)
        if place not in rolled and die is not None
    ]
    away = tl.Tween[Pose](SLIDE, _fading(going), tl.smooth)
    lying = as_they_fell(rest, event.bajo)
    down = tl.Tween[Pose](SET_DOWN, _coming_down(event, lying), tl.into)
    first = [tl.par(away, *kept)] if any(before.dice) else []
    after = _by_bajo(event.bajo, rest)
    return tl.seq(*first, down, tl.sound("die.wood", 0.6), *after, settle(rest))


def _placed(pose: Pose) -> list[tuple[int, DiePose | None]]:
    return list(enumerate(pose.dice, 1))


def _fading(going: tuple[DiePose | None, ...]) -> Callable[[Pose, float], Pose]:
    def change(pose: Pose, share: float) -> Pose:
        dice = tuple(
            None if gone is not None else die for die, gone in zip(pose.dice, going, strict=True)
        )
        fading = going if share < 1 else ()
        return replace(pose, dice=dice, faded=fading, fade=share, lying=share < 1)

    return change


def _coming_down(event: Rolled, lying: Pose) -> Callable[[Pose, float], Pose]:
    """Let the rolled dice sink from a little above to where they lie."""

    def change(pose: Pose, share: float) -> Pose:
        dice = list(pose.dice)
        for place in event.places:
            if (die := lying.dice[place - 1]) is not None:
                dice[place - 1] = _lifted(die, share)
        return replace(pose, dice=tuple(dice))

    return change


def _lifted(die: DiePose, share: float) -> DiePose:
    x, y, z = die.at
    return DiePose((x, y, z + DROP * (1 - share)), die.turn, share >= 1)


def lot_set_down(rolls: Iterable[tuple[int, int]], state: State, poser: Poser) -> Clip:
    """Lay a die before every contender of the lot, as they were entered."""
    rest = poser.lot_dice(state)

    def change(pose: Pose, share: float) -> Pose:
        dice = {seat: _lifted(rest[seat], share) for seat, _face in rolls}
        return replace(pose, lot={**pose.lot, **dice})

    down = tl.Tween[Pose](SET_DOWN, change, tl.into)
    return tl.seq(_tell(False), down, tl.sound("die.wood", 0.6), _tell(), _wait(LOT_READ))


def tie_set_down(landing: Landing, rest: Pose) -> Clip:
    """Lay all five for the win, leave time to read them, and clear the table."""
    lying = Pose(tuple(landing.at(place, landing.seconds) for place in sorted(PLACES)))

    def change(pose: Pose, share: float) -> Pose:
        return replace(pose, dice=tuple(_lifted(die, share) for die in lying.dice if die))

    down = tl.Tween[Pose](SET_DOWN, change, tl.into)
    read = tl.seq(tl.sound("die.wood", 0.6), _wait(LOT_READ))
    return tl.seq(down, read, take_away(lying), settle(rest))


# ------------------------------------------------------------------------- the lot


def lot(rolls: Iterable[tuple[int, int]], state: State, poser: Poser) -> Clip:
    """Let every contender roll one die, one shortly after the other, each to its own place.

    Then everybody has a moment to read them.
    """
    number, seats = len(state.lot) - 1, len(state.seats)
    clips: list[Clip] = []
    landings = poser.lot_landings(rolls, seats, number)
    for turn, (seat, landing) in enumerate(landings.items()):

        def change(pose: Pose, share: float, seat: int = seat, landing: Landing = landing) -> Pose:
            die = lot_pose(landing, seat, seats, share * landing.seconds)
            return replace(pose, lot={**pose.lot, seat: die})

        hits = tuple(impact(hit) for hit in landing.throw.impacts)
        die = tl.Tween[Pose](landing.seconds, change, sounds=hits)
        clips.append(tl.seq(_wait(NEXT_IN_LOT * turn), die))
    pour = tl.seq(_pour(), _leave(NEXT_IN_LOT * len(clips)))
    dice = tl.par(pour, tl.seq(_wait(POUR), tl.par(*clips)))
    return tl.seq(_tell(False), _take_up(0.4), dice, _tell(), _wait(LOT_READ))


def _tell(told: bool = True) -> Clip:
    """Ring who rolled highest, or no longer who did in the round before."""
    return tl.cut(lambda pose: replace(pose, lot_told=told))


# ----------------------------------------------------------------------- the pencil


def write(marks: Sequence[Ink], home: tuple[float, float]) -> Clip:
    """Take the pencil to a box, write there stroke by stroke, and lay it back."""
    way = trail(marks)
    first, last = way.tip(0), way.tip(1)

    def go(pose: Pose, share: float) -> Pose:
        return replace(pose, pencil=_from_to(home, first, share), writing=0.0)

    def scratch(pose: Pose, share: float) -> Pose:
        return replace(pose, pencil=way.tip(share), writing=share)

    def back(pose: Pose, share: float) -> Pose:
        tip = _from_to(last, home, share) if share < 1 else None
        return replace(pose, pencil=tip, writing=1.0)

    kind = "pencil.digit" if all(mark.glyph.isdigit() for mark in marks) else "pencil.stroke"
    scratches = tuple(tl.Cue(begin * way.seconds, kind) for begin in way.starts)
    return tl.seq(
        tl.Tween[Pose](PENCIL_GOES, go, tl.smooth),
        tl.Tween[Pose](way.seconds, scratch, sounds=scratches),
        tl.Tween[Pose](PENCIL_GOES, back, tl.smooth),
    )


def _from_to(a: tuple[float, float], b: tuple[float, float], share: float) -> tuple[float, float]:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def note(
    marks: Sequence[Ink], home: tuple[float, float], clear: Clip, rest: Pose, shine: str = ""
) -> Clip:
    """Write a mark, then clear the table for the next player.

    With `shine`, the sound of a special mark, it lights up while the dice are being gathered.
    """
    if shine:
        clear = tl.par(tl.sound(shine), tl.Tween[Pose](GLOW_SECONDS, _shine), clear)
    return tl.seq(write(marks, home), clear, settle(rest))


def _shine(pose: Pose, share: float) -> Pose:
    return replace(pose, glow=math.sin(math.pi * share))


# ------------------------------------------------------------------ other endings


def gold(rest: Pose) -> Clip:
    """Fill the belly of a sheet with gold: its three figures de mano, and a Grande below."""

    def shine(pose: Pose, share: float) -> Pose:
        return replace(pose, gold=math.sin(math.pi * share))

    return tl.seq(tl.par(tl.sound("grande"), tl.Tween[Pose](1.6, shine)), settle(rest))


def tie_roll(landing: Landing, rest: Pose) -> Clip:
    """Roll all five for the win, leave time to read them, and clear the table."""
    span = _span(landing)

    def change(pose: Pose, share: float) -> Pose:
        return replace(pose, dice=_all_five(landing, share * span))

    hits = tuple(impact(hit) for hit in landing.throw.impacts)
    roll = tl.par(tl.Tween[Pose](span, change, sounds=hits), _leave(_cleared(landing)))
    lying = _all_five(landing, landing.seconds)
    come_to_rest: Clip = tl.cut(lambda pose: replace(pose, dice=lying))
    read = tl.seq(come_to_rest, _wait(LOT_READ))
    return tl.seq(_pour(), roll, read, empty_table(Pose(lying)), settle(rest))


def _all_five(landing: Landing, seconds: float) -> tuple[DiePose, ...]:
    return tuple(landing.at(place, seconds) for place in sorted(PLACES))


# -------------------------------------------------------------------------- dormida


def dormida(rest: Pose) -> Clip:
    """Let the light go down, once, over five dice that lie alike."""

    def dim(pose: Pose, share: float) -> Pose:
        return replace(pose, dark=share)

    return tl.seq(
        _wait(0.25),
        tl.par(tl.sound("dormida"), tl.Tween[Pose](0.9, dim, tl.smooth)),
        _wait(2.6),
        settle(rest),
    )
