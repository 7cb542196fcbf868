"""A thousand seeded throws of one to five dice, each followed from the cup to rest, frame by frame.

What the players must be able to trust: the dice end as the engine decided, lie so that they can be
read, take their time but no more, sound when they hit, and tell nothing before they lie.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import pytest

from cacho.engine import (
    CASUAL,
    Hold,
    Match,
    Note,
    Roll,
    Rolled,
    Seat,
    SeededDice,
    Setup,
    State,
    points_of,
)
from cacho.ui import choreography as moves
from cacho.ui import tabletop
from cacho.ui.drawing import die
from cacho.ui.drawing.throws import AREA, REST_GAP
from cacho.ui.hand import Cover
from cacho.ui.loop import FRAME, STEP
from cacho.ui.painter import Item
from cacho.ui.pose import DiePose, Pose, Poser, to_page
from cacho.ui.timeline import Cue, Player

COUNT = 1000
SECONDS = (0.9, 1.4)
"""From letting go to rest, at normal speed."""
FLAT = math.cos(math.radians(1.2))
DIE_CLEAR = 2 * math.sqrt(2)
"""Two dice whose centres are this far apart cannot touch, however they are turned."""


@cache
def throws() -> tuple[tuple[Rolled, State, Poser], ...]:
    """Roll after roll of seeded matches, with zero to four dice held for the later ones."""
    return tuple(one for one, _ in zip(_rolls(), range(COUNT), strict=False))


def _rolls() -> Iterator[tuple[Rolled, State, Poser]]:
    chance = random.Random(1000)
    for number in range(COUNT):
        setup = Setup(CASUAL, (Seat("Ana"), Seat("Luis")), 0, match_id=f"m{number}")
        match, poser = Match(setup, SeededDice(number.to_bytes(32, "big"))), Poser(f"m{number}")
        while match.state.outcome is None:
            (event,) = (e for e in match.submit(Roll()) if isinstance(e, Rolled))
            yield event, match.state, poser
            if match.state.may_roll:
                kept = chance.sample(range(1, 6), 1 + chance.randrange(4))
                match.submit(Hold(frozenset(kept)))
            elif match.state.outcome is None:
                match.submit(Note(chance.choice(list(points_of(match.state)))))


def before(state: State, rest: Pose) -> Pose:
    """The table as the cup is tipped: what was held lies, the rest is in the cup."""
    dice = (d if place not in state.rolled else None for place, d in enumerate(rest.dice, 1))
    return replace(rest, dice=tuple(dice))


def lying(pose: Pose, places: frozenset[int] | tuple[int, ...]) -> list[DiePose]:
    return [d for place in sorted(places) if (d := pose.dice[place - 1]) is not None]


def played(clip: moves.Clip, base: Pose) -> Iterator[tuple[float, Pose, list[Cue]]]:
    """Play a clip as the loop does: two steps a frame; yield each frame's time, pose, sounds."""
    player, time = Player(clip, base), 0.0
    while not player.done:
        cues = [*player.step(STEP), *player.step(STEP)]
        time += FRAME
        yield time, player.pose(), cues


def test_they_are_a_thousand_of_all_numbers_of_dice() -> None:
    numbers = Counter(len(event.places) for event, _, _ in throws())
    assert sum(numbers.values()) == COUNT
    assert sorted(numbers) == [1, 2, 3, 4, 5]
    assert min(numbers.values()) >= 100


def test_the_dice_end_as_the_engine_decided_and_can_be_read() -> None:
    x0, x1, y0, y1 = AREA
    for event, state, poser in throws():
        rest = poser.rest(state)
        dice = lying(rest, (1, 2, 3, 4, 5))
        assert tuple(die.top_face(d.turn) for d in dice) == state.dice == event.dice
        for d in dice:
            assert d.still
            assert abs(d.at[2]) < 0.06
            assert max(abs(c) for c in die.matrix(d.turn)[2]) > FLAT
        rolled = lying(rest, event.places)
        held = [d for d in dice if d not in rolled]
        assert all(x0 <= d.at[0] + 0.01 and d.at[0] - 0.01 <= x1 for d in rolled)
        assert all(y0 <= d.at[1] + 0.01 and d.at[1] - 0.01 <= y1 for d in rolled)
        for a, b in combinations(rolled, 2):
            assert math.dist(a.at[:2], b.at[:2]) >= REST_GAP - 0.01
        for a in rolled:
            assert all(a.at[1] - b.at[1] > 2.4 for b in held), "the held lie nearer, apart"


def test_every_frame_of_them() -> None:
    """Time, sounds, suspense and the end: one pass over all frames of all throws."""
    for event, state, poser in throws():
        rest, clip = poser.rest(state), moves.throw(event, state, poser)
        base, hits = before(state, rest), poser.landing(state).throw.impacts
        assert SECONDS[0] <= clip.duration <= SECONDS[1]
        heard: list[tuple[float, Cue]] = []
        last = base
        for time, pose, cues in played(clip, base):
            heard += [(time, cue) for cue in cues if cue.sound.startswith("die.")]
            last = pose
            if time < clip.duration - FRAME:
                assert pose != rest
                assert not any(d.still for d in lying(pose, event.places)), "not read too early"
            for place in {1, 2, 3, 4, 5} - set(event.places):
                assert pose.dice[place - 1] == rest.dice[place - 1], "what is held stays"
        assert last == rest, "drained it is the resting picture"
        assert len(heard) == len(hits), "every impact is heard"
        for (time, cue), hit in zip(heard, hits, strict=True):
            assert abs(time - (moves.POUR + hit.time)) <= FRAME + 1e-6
            assert cue.gain == pytest.approx(min(1.0, (hit.strength / moves.LOUD) ** 0.9))


def test_the_cup_is_laid_down_once_no_die_is_in_its_way_and_lies_as_they_rest() -> None:
    for event, state, poser in throws()[::10]:
        rest, clip = poser.rest(state), moves.throw(event, state, poser)
        tipped = True
        for time, pose, _ in played(clip, before(state, rest)):
            tipped = tipped and ((pose.cup.group == "pour" and pose.cup.frame == 7) or time < 0.3)
            if not tipped:
                places = [to_page(d.at)[0] for d in lying(pose, event.places)]
                assert min(places) > 540
        assert not tipped
        assert pose.cup.group == "lying"


def test_dice_in_the_air_never_touch_those_held() -> None:
    for event, state, poser in throws()[::5]:
        rest, landing = poser.rest(state), poser.landing(state)
        held = [d for place, d in enumerate(rest.dice, 1) if place not in event.places and d]
        for place in event.places:
            for frame in range(0, round(landing.seconds * 60), 2):
                flying = landing.at(place, frame / 60)
                assert all(math.dist(flying.at, d.at) > DIE_CLEAR for d in held)


def test_the_slammed_cup_rises_without_a_jump_and_its_shadow_goes_away_from_it() -> None:
    _event, state, poser = throws()[0]
    rest = poser.rest(state)
    under = moves.covered(state, before(state, rest), rest)
    cover = Cover(under, under, held=False)
    seen = []
    while not cover.done:
        seen.append(cup_and_shadow(cover.pose()))
        cover.step(FRAME)
    clip = moves.reveal(cover.pose(), state, poser)
    seen.append(cup_and_shadow(clip.at(0.0, cover.pose())))
    for (_, high, right, low), (_, higher, righter, lower) in pairwise(seen):
        assert 0 <= high - higher < 15
        assert 0 <= righter - right < 15
        assert 0 <= lower - low < 10


def cup_and_shadow(pose: Pose) -> tuple[float, float, float, float]:
    """Where a cup is seen, and its shadow."""
    items: list[Item] = []
    tabletop.paint_cup(items, pose.cup)
    tabletop.paint_cup_shadow(items, pose.cup)
    cup, shadow = items
    return cup.x, cup.y, shadow.x, shadow.y  # type: ignore[union-attr]


def test_a_throw_of_the_tie_break_sounds_when_it_hits() -> None:
    landing = Poser("tie").tie_landing(1, (6, 2, 2, 5, 1), 0)
    clip = moves.tie_roll(landing, Pose((None,) * 5))
    dice = [cue for cue in clip.cues() if cue.sound.startswith("die.")]
    assert len(dice) == len(landing.throw.impacts)
    for cue, hit in zip(dice, landing.throw.impacts, strict=True):
        assert cue.time == pytest.approx(moves.POUR + hit.time)
        seen = clip.at(cue.time, Pose((None,) * 5))
        for place in range(1, 6):
            die_then, at_hit = seen.dice[place - 1], landing.at(place, hit.time)
            assert die_then is not None
            assert die_then.at == pytest.approx(at_hit.at)


def test_dice_under_a_slammed_cup_part_without_running_into_each_other() -> None:
    for event, state, poser in throws()[::4]:
        rest = poser.rest(state)
        under = moves.covered(state, before(state, rest), rest)
        assert tuple(die.top_face(d.turn) for d in lying(under, (1, 2, 3, 4, 5))) == state.dice
        clip = moves.reveal(under, state, poser)
        assert clip.at(clip.duration, under) == rest
        for step in range(11):
            seen = lying(clip.at(moves.SLIDE * step / 10, under), event.places)
            for a, b in combinations(seen, 2):
                assert math.dist(a.at[:2], b.at[:2]) > 1.55, "at most about each other"
