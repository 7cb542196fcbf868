"""The throw as the hand does it: shaking, pouring, the golpe, and the pencil afterwards."""

import itertools
import math
from collections.abc import Callable

import pygame as pg
import pytest
from helpers import (
    Clock,
    KeptWindow,
    TestedApp,
    click,
    heard,
    items_of,
    key,
    key_down,
    key_up,
    pixel,
    post,
    press,
    release,
    says,
    settle,
    tags,
    turn,
    wait,
)
from test_table import roll, shown, sit, table

from cacho.engine import Note, points_of
from cacho.ui import choreography as moves
from cacho.ui import pose as poses
from cacho.ui.drawing import die
from cacho.ui.painter import DieItem, Ink, Item, Layer, Picture


def drag(app: TestedApp, x: float, y: float) -> None:
    """Move the pointer, which is down, to a place of the page."""
    post(app, pg.MOUSEMOTION, pos=pixel(app, x, y), rel=(0, 0), buttons=(1, 0, 0), touch=False)


def take(app: TestedApp) -> None:
    """Take the cup in the hand, and wait until it has shaken a moment."""
    press(app, pixel(app, 230, 350))
    wait(app, 1.0)


def pull_down(app: TestedApp) -> None:
    for step in range(1, 11):
        drag(app, 230 + 10 * step, 350 + 30 * step)


def cup(app: TestedApp) -> tuple[float, float]:
    (item,) = tags(app, "cup")
    assert isinstance(item, Picture)
    return item.x, item.y


def test_the_cup_follows_the_pointer_and_rattles_as_it_is_shaken() -> None:
    app = sit()
    take(app)
    hand = table(app).hand
    assert hand is not None
    before = cup(app)
    for step in range(60):
        drag(app, 230 + 150 * math.sin(step / 3), 350)
    assert hand.strength > 0.3
    drag(app, 330, 350)
    wait(app, 1.5)
    assert hand.strength < 0.1, "a hand that holds still does not rattle"
    assert cup(app)[0] > before[0] + 15
    release(app, pixel(app, 330, 350))
    settle(app)
    assert table(app).state.rolls == 1


def test_a_cup_that_is_only_held_shakes_by_itself() -> None:
    app = sit()
    key_down(app, "space")
    wait(app, 2.0)
    hand = table(app).hand
    assert hand is not None
    assert hand.strength > 0.5


def test_the_rattle_knows_how_many_dice_are_in_the_cup() -> None:
    app = sit(dice="33336")
    asked: list[int] = []
    app.sounds.loop = lambda name, gain=1.0, dice=5, strength=0.6: asked.append(dice)  # type: ignore[attr-defined]
    roll(app)
    for place in (1, 2, 3, 4):
        click(app, f"die.{place}")
    roll(app)
    assert asked == [5, 1]


def test_pulled_down_the_cup_is_slammed_and_hides_the_dice() -> None:
    app = sit(dice="33612")
    take(app)
    pull_down(app)
    (file,) = app.home.matches.glob("*.cacho")
    assert "roll 3 3 6 1 2\n" in file.read_text("utf-8"), "on disk before anything is seen"
    wait(app, 3.0)
    assert table(app).cover is not None, "held down it stays"
    assert not tags(app, "worth.trenes")
    assert "cup.slam" in heard(app)
    covered = [item for item in items_of(app.window.layers) if isinstance(item, DieItem)]
    x, y = cup(app)
    assert all(math.dist((x, y + 60), (d.x, d.y)) < 150 for d in covered), "all under the cup"


def test_lifted_slowly_it_shows_what_the_engine_decided() -> None:
    app = sit(dice="33612")
    take(app)
    pull_down(app)
    wait(app, 1.0)
    heights = []
    for step in range(30):
        drag(app, 330, 650 - 9 * step)
        heights.append(cup(app)[1])
        if table(app).cover is None:
            break
    assert heights[0] > heights[-1] + 100
    release(app, pixel(app, 330, 400))
    settle(app)
    assert shown(app) == [3, 3, 6, 1, 2]
    t = table(app)
    assert t.pose() == t.poser.rest(t.state)
    assert tags(app, "worth.trenes")


def test_let_go_of_it_lifts_by_itself() -> None:
    app = sit(dice="33612")
    take(app)
    pull_down(app)
    release(app, pixel(app, 330, 650))
    settle(app)
    assert shown(app) == [3, 3, 6, 1, 2]


def test_the_golpe_by_keys() -> None:
    app = sit(dice="33612")
    key_down(app, "space")
    wait(app, 1.2)
    key(app, "down")
    wait(app, 0.5)
    assert table(app).cover is not None
    key_up(app, "space")
    settle(app)
    assert shown(app) == [3, 3, 6, 1, 2]


def test_a_golpe_that_is_a_dormida_is_told_after_the_lift() -> None:
    app = sit(dice="44444")
    take(app)
    pull_down(app)
    wait(app, 1.0)
    assert "dormida" not in heard(app)
    release(app, pixel(app, 330, 650))
    settle(app)
    assert "dormida" in heard(app)
    assert app.top.name == "results"


def test_who_only_pours_never_slams() -> None:
    app = sit(dice="33612", throw_way="pour")
    take(app)
    pull_down(app)
    assert table(app).state.rolls == 0
    release(app, pixel(app, 330, 650))
    wait(app, 0.3)
    assert table(app).state.rolls == 1
    assert table(app).cover is None
    settle(app)


def test_who_only_slams_slams_by_letting_go() -> None:
    app = sit(dice="33612", throw_way="golpe")
    click(app, "roll")
    wait(app, 1.1)
    assert "cup.slam" in heard(app)
    settle(app)
    assert shown(app) == [3, 3, 6, 1, 2]


@pytest.mark.parametrize("at", [0.1, 0.4, 0.8, 1.2])
def test_esc_and_skipping_in_a_golpe_leave_no_trace(at: float) -> None:
    app = sit(dice="33612")
    take(app)
    pull_down(app)
    wait(app, at)
    key(app, "esc")
    key(app, "esc")
    release(app, pixel(app, 330, 650))
    settle(app)
    assert shown(app) == [3, 3, 6, 1, 2]
    assert table(app).state.rolls == 1


# ------------------------------------------------------------------------- motion


def test_less_motion_fades_the_dice_and_shakes_nothing() -> None:
    """X05."""
    app = sit(dice="33612555", reduced_motion=True)
    click(app, "roll")
    assert table(app).hand is None
    places = set()
    while app.moving:
        turn(app)
        places.add(cup(app))
    assert len(places) == 1
    assert shown(app) == [3, 3, 6, 1, 2]
    click(app, "die.1")
    click(app, "die.2")
    roll(app)
    assert shown(app) == [3, 3, 5, 5, 5]


def test_fast_takes_half_the_time_from_letting_go_to_rest() -> None:
    seconds = {}
    for speed in ("normal", "fast"):
        app = sit(dice="33612", speed=speed)
        key_down(app, "space")
        wait(app, 1.5)
        key_up(app, "space")
        begun = app.clock()
        settle(app)
        seconds[speed] = app.clock() - begun
    assert 0.9 <= seconds["normal"] <= 1.45
    assert seconds["fast"] == pytest.approx(seconds["normal"] / 2, abs=0.05)


def test_without_animation_a_roll_of_the_same_numbers_is_still_seen() -> None:
    app = sit(dice="3361233612", speed="none")
    roll(app)
    before = [(d.x, d.y) for d in items_of(app.window.layers) if isinstance(d, DieItem)]
    roll(app)
    after = [(d.x, d.y) for d in items_of(app.window.layers) if isinstance(d, DieItem)]
    assert shown(app) == [3, 3, 6, 1, 2]
    assert before != after


def test_a_slow_machine_turns_the_dice_less_often_and_ends_the_same() -> None:
    app = sit(dice="33612")
    roll(app)
    poser, coarse = table(app).poser, poses.Poser(table(app).session.setup.match_id)
    coarse.detail = 3
    state = table(app).state
    fine_landing, coarse_landing = poser.landing(state), coarse.landing(state)
    times = [frame / 60 for frame in range(36)]
    fine = {fine_landing.at(1, t).turn for t in times}
    rough = {coarse_landing.at(1, t).turn for t in times}
    assert len(rough) < 0.45 * len(fine)
    assert poser.rest(state) == coarse.rest(state)
    tops = [die.top_face(d.turn) for d in coarse.rest(state).dice if d is not None]
    assert tops == [3, 3, 6, 1, 2]


# -------------------------------------------------------------------------- paper


def drawn(app: TestedApp) -> float:
    """How much of the # is on the large sheet."""
    return min(item.upto for item in tags(app, "grid") if isinstance(item, Ink))


def test_the_grid_of_a_new_match_is_drawn_before_anybody_rolls() -> None:
    app = sit()
    assert says(app, "Escalera"), "the boxes have their names from the start"
    assert drawn(app) < 0.3
    wait(app, 0.4)
    assert 0.3 < drawn(app) < 1
    wait(app, 0.6)
    assert drawn(app) == 1
    assert heard(app).count("pencil") == 4


def test_the_grid_is_finished_while_the_cup_is_taken_up() -> None:
    app = sit()
    wait(app, 0.2)
    before = drawn(app)
    key_down(app, "space")
    assert table(app).hand is not None, "nobody has to wait for the #"
    wait(app, 0.2)
    assert before < drawn(app) < 1
    wait(app, 1.0)
    assert drawn(app) == 1
    key_up(app, "space")
    settle(app)
    assert drawn(app) == 1


def test_where_nothing_moves_the_grid_is_there_at_once() -> None:
    assert drawn(sit(speed="none")) == 1
    assert drawn(sit(reduced_motion=True)) == 1


def test_a_die_let_go_of_leaves_the_row_of_the_held_and_comes_back() -> None:
    app = sit(dice="5552155")
    roll(app)
    for place in (1, 2, 3):
        click(app, f"die.{place}")
    roll(app)
    kept = poses.kept_pose(2, 5)
    click(app, "die.2")
    wait(app, 0.5)
    aside = table(app).pose().dice[1]
    assert aside is not None
    assert aside.at[1] > kept.at[1] + 0.3
    click(app, "die.2")
    click(app, "die.1")  # at once: nobody waits for a die that is pushed
    assert table(app).state.held == {2, 3}
    wait(app, 0.5)
    assert table(app).pose().dice[1] == kept


def test_the_tip_of_the_pencil_is_where_the_line_ends() -> None:
    app = sit(dice="33322")
    roll(app)
    click(app, "box.full")
    seen = 0
    while app.moving:
        turn(app)
        pencil, writing = tags(app, "pencil"), tags(app, "writing")
        if pencil and writing and 0 < writing[0].upto < 1:  # type: ignore[union-attr]
            mark = writing[0]
            assert isinstance(mark, Ink)
            tip = pencil[0]
            assert isinstance(tip, Picture)
            assert mark.x - 12 <= tip.x <= mark.x + mark.w + 12
            assert mark.y - 12 <= tip.y <= mark.y + mark.h + 12
            seen += 1
    assert seen > 5


@pytest.mark.parametrize(
    ("marks", "full", "poker", "crossed"),
    [("numbers", "35", "40", "X"), ("signs", "5", "O", "X"), ("hands", "hand", "egg", "X")],
)
def test_three_ways_of_writing(marks: str, full: str, poker: str, crossed: str) -> None:
    app = sit(["Ana"], dice="33322" + "55551" + "6" + "12346", marks=marks, confirm_cross=False)
    roll(app)
    click(app, "box.full")
    settle(app)
    roll(app)
    for place in (1, 2, 3, 4):
        click(app, f"die.{place}")
    roll(app)
    click(app, "box.poker")
    settle(app)
    roll(app)
    click(app, "box.grande.1")
    settle(app)
    glyphs = {name: tags(app, f"big.{name}")[0].glyph for name in ("full", "poker", "grande.1")}  # type: ignore[union-attr]
    assert glyphs == {"full": full, "poker": poker, "grande.1": crossed}


def test_a_grande_and_a_figure_de_mano_have_their_moment() -> None:
    app = sit(dice="33322")
    roll(app)
    heard(app)
    click(app, "box.full")
    settle(app)
    assert "served" in heard(app)


# ---------------------------------------------------------------- gathering


def test_dice_fall_into_the_mouth_of_the_cup_one_by_one() -> None:
    app = sit(dice="33612555")
    roll(app)
    for place in (1, 2):
        click(app, f"die.{place}")
    heard(app)
    wait(app, 0.6)
    key_down(app, "space")
    hand, left = table(app).hand, []
    assert hand is not None
    while hand.time < 0.44:
        layers = app.window.layers
        left.append(sum(isinstance(item, DieItem) for item in items_of(layers)))
        order = [item.tag for item in items_of(layers)]
        for place in (1, 2):
            assert order.index(f"die.{place}") < order.index("cup"), "what is held stays below"
        turn(app)
    assert left == sorted(left, reverse=True)
    assert {5, 4, 3, 2} <= set(left), "they leave one after another"
    assert heard(app).count("cup.drop") == 3
    key_up(app, "space")
    settle(app)


def test_nothing_rattles_before_it_is_in_the_cup() -> None:
    app = sit(dice="3361233612")
    roll(app)
    wait(app, 0.6)
    key_down(app, "space")
    wait(app, 0.2)
    assert app.sounds.strength == 0
    wait(app, 0.8)
    assert app.sounds.strength > 0.5
    key_up(app, "space")
    settle(app)


def test_the_cup_never_jumps() -> None:
    """From lying through the shake and the pour to lying: no frame moves it far."""
    app = sit(dice="3361233612")
    roll(app)
    wait(app, 0.6)
    at = [cup(app)]
    key_down(app, "space")
    for _frame in range(90):
        turn(app)
        at.append(cup(app))
    key_up(app, "space")
    while app.moving:
        turn(app)
        at.append(cup(app))
    assert max(math.dist(a, b) for a, b in itertools.pairwise(at)) < 45


def test_the_cup_in_the_hand_is_above_the_tags_and_lies_below_them() -> None:
    app = sit(dice="33612")
    order = [item.tag for item in items_of(app.window.layers)]
    key_down(app, "space")
    wait(app, 0.5)
    lifted = [item.tag for item in items_of(app.window.layers)]
    assert order.index("cup") < order.index("turn")
    assert lifted.index("cup") > lifted.index("turn")
    key_up(app, "space")
    settle(app)


def test_twenty_quick_rolls_never_stack_the_rattle() -> None:
    """A08."""
    app = sit(["Ana"], dice="33612" * 20, speed="fast", confirm_cross=False)
    begun: list[str | None] = []
    loop = app.sounds.loop
    app.sounds.loop = lambda *a, **k: (begun.append(app.sounds.looping), loop(*a, **k))[1]  # type: ignore[attr-defined]
    boxes = iter(("trenes", "senas", "balas", "tontos", "cuadras", "quinas", "escalera"))
    while len(begun) < 20:
        if table(app).state.rolls == 3:
            wait(app, 0.5)
            click(app, f"box.{next(boxes)}")
            settle(app)
        key(app, "space", "space")
        settle(app)
        assert app.sounds.looping is None, "once it has poured nothing rattles"
    assert not any(begun), "one cup at a time"


def test_a_skipped_throw_falls_silent() -> None:
    """A08."""
    app = sit(dice="33612")
    click(app, "roll")
    while table(app).player is None:
        turn(app)
    wait(app, 0.4)
    press(app, pixel(app, 900, 500))
    assert not table(app).moving
    assert app.sounds.hushed == 1
    heard(app)
    wait(app, 1.0)
    assert not [cue for cue in heard(app) if cue.startswith(("die.", "cup."))]


# ------------------------------------------------------------------ slow machines


class SlowWindow(KeptWindow):
    """A window in which every picture takes a while."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        super().__init__()
        self.clock, self.seconds = clock, seconds
        self.prepared = 0

    def show(self, layers: tuple[Layer, ...], wait: Callable[[], None] = lambda: None) -> None:
        self.clock.now += self.seconds
        super().show(layers, wait)

    def prepare(self, item: Item) -> None:
        self.prepared += 1


def turns_of(app: TestedApp) -> list[int]:
    """Roll once more; return how many of the five dice turned from one picture to the next."""
    roll(app)
    wait(app, 0.6)
    key_down(app, "space")
    key_up(app, "space")
    seen: list[int] = []
    before: set[object] = set()
    while app.moving:
        turn(app)
        dice = [d for d in items_of(app.window.layers) if isinstance(d, DieItem) and not d.still]
        now: set[object] = {d.orientation for d in dice}
        if len(dice) == 5 and table(app).hand is None and table(app).player is not None:
            seen.append(len(now - before))
        before = now
    return seen


def test_where_pictures_come_late_dice_turn_less_often_and_in_turns() -> None:
    quick, slow = sit(dice="33612" * 3), sit(dice="33612" * 3)
    slow.window = SlowWindow(slow.clock, 0.024)  # type: ignore[arg-type]
    roll(slow)
    assert slow.detail > 1
    often, seldom = turns_of(quick), turns_of(slow)
    assert sum(seldom) / len(seldom) < 0.75 * sum(often) / len(often)
    assert shown(slow) == shown(quick) == [3, 3, 6, 1, 2]
    assert table(slow).pose() == table(slow).poser.rest(table(slow).state)


def test_nothing_is_drawn_ahead_while_pictures_come_late() -> None:
    app = sit(dice="33612")
    wait(app, 2.0)
    app.window = window = SlowWindow(app.clock, 0.03)  # type: ignore[assignment]
    key_down(app, "space")
    wait(app, 0.2)
    app.soon([Ink("5", 10.0 * n, 0, 40, 40, "chalk") for n in range(50)])
    before = window.prepared
    wait(app, 0.6)
    assert window.prepared - before <= 1
    key_up(app, "space")
    settle(app)
    wait(app, 2.0)
    assert window.prepared - before >= 50, "at rest there is time"


def test_a_box_crossed_out_has_its_moment_of_less_than_a_second() -> None:
    app = sit(dice="33612", confirm_cross=False)
    roll(app)
    click(app, "box.escalera")
    while "crossed" not in app.sounds.played:
        assert app.moving
        turn(app)
    begun = app.clock()
    settle(app)
    assert app.clock() - begun < 1.0


def test_a_machine_too_slow_for_sixty_pictures_a_second_shows_a_steady_45() -> None:
    """Only once dice turn as seldom as can be; and when it is quicker again, it is forgotten."""
    app = sit(["Ana"])
    app.window = window = SlowWindow(app.clock, 0.026)  # type: ignore[assignment]
    wait(app, 1.0)
    details = [1]
    while app.pace < 0.02:
        details.append(app.detail)
        if not app.moving:
            shake_once(app)
        turn(app)
    assert max(details) == details[-1] == 5
    window.seconds = 0.018
    gaps = gaps_of_a_throw(app)
    assert gaps == pytest.approx([1 / 45] * len(gaps)), "none sooner, none later"
    window.seconds = 0.004
    for _ in range(12):
        gaps = gaps_of_a_throw(app)
    assert gaps == pytest.approx([1 / 60] * len(gaps))
    assert app.detail == 1


def shake_once(app: TestedApp) -> None:
    """Take up the cup and let go; if there is no roll left, note something first."""
    state = table(app).state
    if not state.may_roll:
        table(app).submit(Note(next(iter(points_of(state)))))
        settle(app)
    wait(app, 0.6)
    key_down(app, "space")
    key_up(app, "space")


def gaps_of_a_throw(app: TestedApp) -> list[float]:
    """Let the dice roll once more; return the seconds from one picture to the next."""
    settle(app)
    shake_once(app)
    shown: list[float] = []
    while app.moving:
        before = app.window.shown
        turn(app)
        if table(app).player is not None and app.window.shown > before:
            shown.append(app.clock())
    return [b - a for a, b in itertools.pairwise(shown)][1:]


def test_on_a_slow_machine_the_dice_of_a_golpe_part_with_fewer_turns_and_end_the_same() -> None:
    turns = {}
    for detail in (1, 4):
        app = sit(dice="33612", throw_way="golpe")
        roll(app)
        t = table(app)
        rest = t.poser.rest(t.state)
        under = moves.covered(t.state, rest, rest)
        t.poser.detail = detail
        clip = moves.reveal(under, t.state, t.poser)
        seen = [clip.at(frame / 60, under) for frame in range(round(moves.SLIDE * 60))]
        turns[detail] = len({d.turn for pose in seen for d in pose.dice if d})
        places = {d.at for pose in seen for d in pose.dice if d}
        assert len(places) > 80, "they move as smoothly as ever"
        assert clip.at(clip.duration, under) == rest
    assert turns[4] < 0.4 * turns[1]
