"""Where things lie: the dice show what the engine says, apart, inside the table, in order."""

import math
import random
from itertools import combinations

import pytest

from cacho.engine import CASUAL, Hold, Match, Note, Roll, Seat, SeededDice, Setup, State, points_of
from cacho.ui import pose as poses
from cacho.ui import timeline as tl
from cacho.ui.choreography import throw
from cacho.ui.drawing import die
from cacho.ui.drawing.throws import AREA, REST_GAP
from cacho.ui.pose import NEXT_IN_LOT, Poser, from_page, lot_pose, lot_spot, to_page


def rolls(seed: int, turns: int) -> list[State]:
    """Every state with dice on the table of a seeded match, some dice held now and then."""
    chance = random.Random(seed)
    setup = Setup(CASUAL, (Seat("Ana"), Seat("Luis"), Seat("Rosa")), 0, match_id=f"m{seed}")
    match = Match(setup, SeededDice(bytes([seed]) * 32))
    out: list[State] = []
    for _ in range(turns):
        while match.state.may_roll and (not match.state.rolls or chance.random() < 0.8):
            match.submit(Roll())
            out.append(match.state)
            if match.state.outcome:
                return out
            if match.state.may_roll:
                match.submit(Hold(frozenset(chance.sample(range(1, 6), chance.randrange(5)))))
        match.submit(Note(max(points_of(match.state), key=lambda _: chance.random())))
        if match.state.outcome:
            break
    return out


STATES = [state for seed in range(6) for state in rolls(seed, 30)]


def test_every_die_shows_what_the_engine_says() -> None:
    """U17: read back from the picture, over some 400 rolls."""
    assert len(STATES) > 300
    for state in STATES:
        poser = Poser("any")
        shown = [die.top_face(d.turn) for d in poser.rest(state).dice if d is not None]
        assert tuple(shown) == state.dice


def test_dice_lie_flat_apart_and_on_the_table() -> None:
    for state in STATES:
        dice = [d for d in Poser("any").rest(state).dice if d is not None]
        for d in dice:
            up = max(abs(c) for c in die.matrix(d.turn)[2])
            assert up > math.cos(math.radians(1.2))
            assert abs(d.at[2]) < 0.06
            x, y = to_page(d.at)
            assert 480 < x < 1330
            assert 110 < y < 810
        for i, a in enumerate(dice):
            for b in dice[i + 1 :]:
                assert math.dist(a.at[:2], b.at[:2]) >= min(REST_GAP, poses.KEPT_GAP) - 0.02


def test_rolled_dice_lie_in_the_area_and_go_from_left_to_right() -> None:
    x0, x1, y0, y1 = AREA
    for state in STATES:
        rest = Poser("any").rest(state)
        rolled = [rest.dice[place - 1] for place in sorted(state.rolled)]
        xs = [d.at[0] for d in rolled if d is not None]
        assert xs == sorted(xs)
        assert all(
            x0 - 0.02 <= d.at[0] <= x1 + 0.02 and y0 - 0.02 <= d.at[1] <= y1 + 0.02
            for d in rolled
            if d is not None
        )


def test_the_same_state_always_looks_the_same() -> None:
    for state in STATES[::17]:
        assert Poser("m").rest(state) == Poser("m").rest(state)


def test_no_throw_comes_again_within_a_match_of_six() -> None:
    """66 turns of up to three rolls: five dice at once never tumble twice in the same way."""
    poser = Poser("evening")
    seen: set[int] = set()
    setup = Setup(CASUAL, tuple(Seat(f"J{n}") for n in range(6)), 0)
    match = Match(setup, SeededDice(b"k" * 32))
    for _ in range(66):
        match.submit(Roll())
        if match.state.outcome:
            break
        seed = poser.landing(match.state).throw.seed
        assert seed not in seen
        seen.add(seed)
        match.submit(Note(next(iter(points_of(match.state)))))


def test_no_frame_of_a_throw_shows_the_result_standing_still_too_early() -> None:
    """Dice keep their final pose only at the very end; then it is the resting picture."""
    for state in STATES[::29]:
        poser = Poser("m")
        rest = poser.rest(state)
        event = _rolled(state)
        clip = throw(event, state, poser)
        base = poses.Pose(
            tuple(None if place in state.rolled else rest.dice[place - 1] for place in range(1, 6))
        )
        assert clip.at(clip.duration, base) == rest
        early = clip.at(clip.duration * 0.4, base)
        for place in state.rolled:
            flying, lying = early.dice[place - 1], rest.dice[place - 1]
            assert flying is not None
            assert lying is not None
            assert not flying.still
        assert 0.8 <= clip.duration <= 1.45


def _rolled(state: State):
    from cacho.engine import Rolled

    places = tuple(sorted(state.rolled))
    faces = tuple(state.dice[place - 1] for place in places)
    return Rolled(state.seat, state.rolls, places, faces, state.dice, state.rolls == 1)


def test_held_dice_stay_what_they_were_through_a_roll() -> None:
    for state in STATES:
        kept = [place for place in range(1, 6) if place not in state.rolled]
        rest = Poser("m").rest(state)
        for place in kept:
            d = rest.dice[place - 1]
            assert d is not None
            assert die.top_face(d.turn) == state.dice[place - 1]


@pytest.mark.parametrize("seats", range(2, 7))
def test_dice_of_the_lot_come_to_rest_at_their_seats(seats: int) -> None:
    poser = Poser("lot")
    for face in range(1, 7):
        landings = poser.lot_landings([(seat, face) for seat in range(seats)], seats, 0)
        for seat, landing in landings.items():
            d = lot_pose(landing, seat, seats, landing.seconds)
            assert die.top_face(d.turn) == face
            assert to_page(d.at) == pytest.approx(lot_spot(seat, seats), abs=3)


@pytest.mark.parametrize("seats", range(2, 7))
def test_dice_of_the_lot_never_cross_on_their_way(seats: int) -> None:
    for match in ("one", "two", "three"):
        landings = Poser(match).lot_landings([(seat, 3) for seat in range(seats)], seats, 0)
        for tenth in range(30):
            there = []
            for turn, (seat, landing) in enumerate(landings.items()):
                passed = tenth / 10 - turn * NEXT_IN_LOT
                if passed >= 0:
                    there.append(lot_pose(landing, seat, seats, min(passed, landing.seconds)))
            assert all(math.dist(a.at, b.at) > 2.3 for a, b in combinations(there, 2))


def test_page_and_table_are_inverse() -> None:
    for x, y in ((0, 0), (960, 540), (1900, 1000)):
        assert to_page(from_page(x, y, 0.7)) == pytest.approx((x, y))


def test_sounds_of_a_throw_stand_at_its_impacts() -> None:
    state = next(s for s in STATES if len(s.rolled) == 5)
    poser = Poser("m")
    clip = throw(_rolled(state), state, poser)
    hits = poser.landing(state).throw.impacts
    dice = [cue for cue in clip.cues() if cue.sound.startswith("die.")]
    assert [cue.time for cue in dice] == pytest.approx([hit.time + 0.24 for hit in hits])
    assert isinstance(clip, tl.Seq)
