"""The coach at the table: asked by every way, silent where it must be, and true."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import product
from types import SimpleNamespace

import pytest
from helpers import WAYS, click, ids, key, make_app, says, settle, tags, texts, wait
from hypothesis import given, settings
from hypothesis import strategies as st

from cacho.engine import (
    ALALAY,
    BASIC,
    CASUAL,
    COCH,
    PERU,
    PLACES,
    Ask,
    Box,
    Declare,
    Help,
    Hold,
    Mark,
    Match,
    Note,
    Reason,
    Roll,
    Ruleset,
    ScriptedDice,
    Seat,
    Setup,
    Stand,
    State,
    parse_record,
    ways_of,
    with_fields,
)
from cacho.services.dice import scripted_turns
from cacho.services.i18n import set_language
from cacho.services.settings import load_settings
from cacho.services.thinking import Thought
from cacho.strategy import solve
from cacho.strategy.coach import Advice, Aim
from cacho.strategy.plans import LeaveIt, NoteIn, Plan, RollOn, Valued
from cacho.ui.app import Wishes
from cacho.ui.coaching import ASK, ODDS, Coaching, paint_lit, row_for, slip_for
from cacho.ui.coachtext import advice_text, mistake_text, plan_text, points_text, song
from cacho.ui.dicerow import YAWS as ROW_YAWS
from cacho.ui.drawing.die import resting
from cacho.ui.layout import layout_of
from cacho.ui.painter import Ink, Item, Paper, Text
from cacho.ui.pose import DiePose, Pose, library, to_page
from cacho.ui.scenes.helping import Helping
from cacho.ui.scenes.options import Options
from cacho.ui.scenes.title import Title
from cacho.ui.widgets.prose import width_of

SOLVED = {}
FIVES = (5, 5, 2, 1, 6)


def solver(ask=lambda rules: None, solution=lambda rules: None):
    """Somebody who solves rules, and does nothing but what is given."""
    return SimpleNamespace(
        ask=ask,
        solution=solution,
        settled=lambda rules: False,
        give_way=lambda moving: None,
        close=lambda: None,
    )


NOTHING_YET = solver()


class Ready:
    """Whoever solves has done so."""

    def ask(self, rules) -> None:
        SOLVED.setdefault(rules, solve(rules))

    def solution(self, rules):
        return SOLVED[rules]

    def settled(self, rules):
        return rules in SOLVED

    def give_way(self, moving) -> None:
        pass

    def close(self) -> None:
        pass


def seated(*faces, names=("Ana",), rules=CASUAL, solving=None, helped=True, **settings):
    dice = scripted_turns(faces or FIVES)
    app = make_app(
        wishes=Wishes(seed=b"c" * 32, dice=dice), helped=helped, **{"speed": "none", **settings}
    )
    app.solving = solving or Ready()
    app.start_match(list(names), 0, rules)
    settle(app)
    return app, app.top


def rolled(*faces, **settings):
    app, table = seated(*faces, **settings)
    table.submit(Roll())
    settle(app)
    return app, table


def slip(app) -> str:
    """What stands on the slip of paper."""
    return " ".join(item.text for item in tags(app, "slip.text"))


# ---------------------------------------------------------------------------------------- asking


@pytest.mark.parametrize("way", WAYS)
def test_it_is_asked_and_says_which_dice_for_which_box_and_what_it_is_worth(way: str) -> None:
    """T08: the hint is labelled, shows the dice and the box, with its worth."""
    app, table = rolled()
    WAYS[way](app, "coach")
    settle(app)
    told = slip(app)
    assert told.startswith("Guarda los dos cincos y tira los demás, buscando ")
    assert "puntos más que anotar 1 en Balas" in told
    assert "Consejo" in texts(app)
    assert len(tags(app, "advised")) == 2
    assert tags(app, "advised.full") or tags(app, "advised.quinas") or tags(app, "advised.poker")
    assert table.session.match.log[-1] == Ask(0, Help.COACH)
    WAYS[way](app, "coach")
    assert not tags(app, "slip")
    assert not tags(app, "advised")


def test_a_key_asks_and_english_is_complete() -> None:
    app, _table = rolled(language="en")
    key(app, "h")
    assert slip(app).startswith("Hold the two 5s and roll the rest")
    key(app, "h")
    assert not tags(app, "slip")


def test_the_slip_stays_while_dice_are_held_and_goes_with_the_roll() -> None:
    app, table = rolled(*FIVES, 3, 3, 3)
    key(app, "h")
    table.submit(Hold(frozenset({1})))
    assert tags(app, "slip")
    table.submit(Roll())
    settle(app)
    assert not tags(app, "slip")


def test_slip_and_message_never_lie_on_each_other() -> None:
    app, table = rolled()
    app.say("Empieza Ana.")
    key(app, "h")
    assert slip(app)
    assert not says(app, "Empieza Ana.")
    table.refuse(Reason.BOX_TAKEN)
    assert not slip(app)
    wait(app, 10)
    assert slip(app)


def test_among_rivals_it_speaks_of_the_chance_to_win() -> None:
    app, _table = rolled(names=("Ana", "Luis"))
    SOLVED[CASUAL].complete()
    key(app, "h")
    told = slip(app)
    assert re.search(r"de cada 100 partidas, y \d+ si tachas Grande\.", told)
    assert "puntos" not in told


def test_partners_are_told_to_leave_their_dice_or_to_roll_on() -> None:
    rules = with_fields(CASUAL, {"team_size": "2"})
    app, table = rolled(names=("Ana", "Luis"), rules=rules)
    key(app, "h")
    assert slip(app).startswith("Guarda los dos cincos")
    table.submit(Stand())
    assert not tags(app, "slip")
    served, table = rolled(5, 5, 5, 5, 2, names=("Ana", "Luis"), rules=rules)
    table.submit(Hold(frozenset({5})))
    key(served, "h")
    assert "guardar el dos" in slip(served)


def test_a_goal_is_told_with_its_box() -> None:
    """R-23; the advice is made up here, for those rules take long to solve."""
    app, table = rolled(6, 6, 2, 1, 6, rules=PERU, solving=NOTHING_YET)
    plan = RollOn(frozenset({1, 2, 5}), Box.SENAS)
    table.coach.advice = Advice(table.state, plan, 141.0, (), NoteIn(Box.SENAS, 18), 6.7)
    told = advice_text(table.coach.advice)
    assert told.startswith(
        "Declara Senas, guarda los tres seises y tira los demás; vale 6,7 puntos"
    )
    table.submit(Hold(frozenset({1})))
    assert tags(app, "advised.senas")


def test_dice_that_have_to_turn_over_are_named() -> None:
    """R-20: two kinds of dice are held, or points noted, that no one sees on the table."""
    _app, table = rolled(6, 1, 1, 6, 2, rules=COCH, solving=NOTHING_YET)
    hold = RollOn(frozenset({1, 2, 3, 4}))
    advice = Advice(table.state, hold, 141.0, (Aim(Box.SENAS, 0.7),), NoteIn(Box.SENAS, 24), 6.7)
    told = advice_text(advice)
    assert "y tira el otro, buscando Senas al voltear; vale 6,7 puntos más" in told
    told = advice_text(Advice(table.state, NoteIn(Box.SENAS, 24), 141.0))
    assert told == "Anota 24 en Senas, volteando los dos unos; no hay otra."


def test_a_run_is_held_for_an_escalera_and_for_no_number() -> None:
    """However often it ends as three points in Balas."""
    _app, table = rolled(4, 3, 5, 1, 3, solving=NOTHING_YET)
    aims = (Aim(Box.BALAS, 0.5), Aim(Box.ESCALERA, 0.33))
    plan = RollOn(frozenset({1, 2, 3, 4}))
    told = advice_text(Advice(table.state, plan, 141.0, aims, NoteIn(Box.BALAS, 1), 2.9))
    assert told.startswith("Guarda 1-3-4-5 y tira el otro, buscando Escalera;")


def test_dice_turned_over_first_are_named_as_they_lie_then() -> None:
    """R-21, where one may look: two ones turn into sixes before they are held."""
    rules = with_fields(CASUAL, {"bajo": "look"})
    _app, table = rolled(1, 1, 2, 4, 5, rules=rules, solving=NOTHING_YET)
    plan = RollOn(frozenset({1, 2}), over=True)
    other = RollOn(frozenset({5}))
    told = advice_text(Advice(table.state, plan, 141.0, (Aim(Box.SENAS, 0.7),), other, 2.9))
    assert told.startswith("Primero voltea los cinco. Guarda los dos seises y tira los demás")
    told = advice_text(Advice(table.state, other, 141.0, (), plan, 2.9))
    assert told.endswith("más que voltear los cinco, guardar los dos seises y tirar los demás.")

    told = advice_text(Advice(table.state, plan, 141.0, (), RollOn(frozenset({3}), over=True), 2.9))
    assert told.endswith("más que guardar el cinco."), "both turn over first: it is said once"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("es", "Ya hay Póker: guarda los cuatro cincos y tira el otro, buscando Grande; vale 6,9 "
         "puntos más que anotar 45 en Póker."),
        ("en", "Póker is there already: hold the four 5s and roll the other one, for Grande: worth "
         "6.9 points more than noting 45 in Póker."),
    ],
)  # fmt: skip
def test_what_lies_there_already_is_not_what_a_roll_is_for(language: str, told: str) -> None:
    state = rolled_to(CASUAL, (5, 5, 5, 5, 2))
    set_language(language)
    plan, aims = RollOn(frozenset({1, 2, 3, 4})), (Aim(Box.POKER, 0.7), Aim(Box.GRANDE, 0.3))
    assert advice_text(Advice(state, plan, 141.0, aims, NoteIn(Box.POKER, 45), 6.9)) == told
    only = advice_text(Advice(state, plan, 141.0, aims[:1], NoteIn(Box.POKER, 45), 6.9))
    assert ", buscando Póker;" in only or ", for Póker:" in only


def test_a_poker_that_must_be_turned_over_is_not_said_to_lie_there() -> None:
    """R-20: Alalay turns nothing over after the first roll."""
    state = rolled_to(ALALAY, (4, 3, 4, 3, 1))
    plan, aims = RollOn(frozenset({1, 2, 3, 4})), (Aim(Box.POKER, 0.7), Aim(Box.GRANDE, 0.3))
    told = advice_text(Advice(state, plan, 141.0, aims, NoteIn(Box.BALAS, 1), 20.1))
    assert told.startswith(
        "Guarda los dos cuatros y los dos treses y tira el otro, buscando Grande "
    )


def test_bajo_says_what_the_dice_become() -> None:
    """R-21: they are turned over by it, so that they are for other boxes than one sees."""
    state = rolled_to(COCH, (1, 5, 1, 3, 4))
    plan = RollOn(frozenset({2, 4, 5}), bajo=True)
    aims = (Aim(Box.TRENES, 0.4), Aim(Box.ESCALERA, 0.3))
    told = advice_text(Advice(state, plan, 141.0, aims, NoteIn(Box.BALAS, 2), 2.5))
    assert told.startswith("Guarda 3-4-5, canta ¡bajo! (se vuelven 4-3-2) y tira los demás, ")
    assert "buscando Escalera;" in told
    told = advice_text(Advice(state, RollOn(frozenset({2}), bajo=True), 141.0))
    assert told.startswith("Guarda el cinco, canta ¡bajo! (se vuelve 2) y tira los demás")


@pytest.mark.parametrize(
    ("rolls", "aims"), [(1, ", buscando Senas con ¡bajo! después;"), (2, "y tira los demás;")]
)
def test_what_is_held_for_a_later_bajo_says_so(rolls: int, aims: str) -> None:
    """R-21: Balas is filled, and a one is a sena once bajo is called; after that roll it cannot."""
    state = replace(rolled_to(BASIC, (3, 4, 1, 2, 4)), rolls=rolls)
    advice = Advice(state, RollOn(frozenset({3})), 141.0, (Aim(Box.SENAS, 0.4),))
    assert aims in advice_text(advice)
    if rolls == 1:
        more = replace(advice, aims=(Aim(Box.SENAS, 0.4), Aim(Box.FULL, 0.3)))
        assert ", buscando Full o Senas con ¡bajo! después;" in advice_text(more)
    both = replace(advice, aims=(Aim(Box.SENAS, 0.4), Aim(Box.BALAS, 0.4)))
    assert ", buscando Balas;" in advice_text(both)


def test_two_dice_alike_are_held_for_no_escalera() -> None:
    state = rolled_to(CASUAL, (5, 5, 1, 3, 4))
    aims = (Aim(Box.ESCALERA, 0.4), Aim(Box.QUINAS, 0.3))
    told = advice_text(Advice(state, RollOn(frozenset({1, 2})), 141.0, aims, None))
    assert "buscando Quinas;" in told
    state = rolled_to(ALALAY, (3, 5, 3, 1, 5))
    told = advice_text(Advice(state, RollOn(frozenset({1, 2, 3, 4})), 141.0, aims, None))
    assert "buscando Escalera al voltear;" in told, "of two treses one turns into a cuadra"


@pytest.mark.parametrize(
    ("language", "first", "then"),
    [
        ("es", "Guarda dos cincos y el dos", "vale 2 puntos más que guardar un cinco."),
        ("en", "Hold two 5s and the 2", "worth 2 points more than holding a 5."),
    ],
)
def test_some_of_dice_that_are_alike_are_not_the_dice(language: str, first: str, then: str) -> None:
    """And in English a die is a digit: "roll the two" might be two dice."""
    state = rolled_to(CASUAL, (5, 5, 5, 2, 1))
    set_language(language)
    plan, other = RollOn(frozenset({1, 2, 4})), RollOn(frozenset({3}))
    told = advice_text(Advice(state, plan, 141.0, (), other, 2.0))
    assert told.startswith(first)
    assert told.endswith(then)


def test_one_of_the_dice_that_turn_over_is_not_the_die() -> None:
    state = replace(rolled_to(ALALAY, (1, 2, 2, 4, 6)), dice=(6, 6, 5, 4, 3), rolls=2)
    told = advice_text(Advice(state, NoteIn(Box.ESCALERA, 20), 141.0))
    assert told.startswith("Anota 20 en Escalera, volteando un seis;")


@pytest.mark.parametrize(
    ("chance", "gain", "spanish", "english"),
    [
        (0.16, 0.03, "así ganas 16 de cada 100 partidas, y 13 si anotas 12 en Senas.",
         "that way you win 16 games in 100, and 13 by noting 12 in Senas."),
        (0.18, 0.001, "así ganas 18,0 de cada 100 partidas, y 17,9 si anotas 12 en Senas.",
         "that way you win 18.0 games in 100, and 17.9 by noting 12 in Senas."),
        (0.01, 0.01, "así ganas 1 de cada 100 partidas, y 0 si anotas 12 en Senas.",
         "that way you win 1 game in 100, and 0 by noting 12 in Senas."),
        (0.1804, 0.0008, "así ganas 18,04 de cada 100 partidas, y 17,96 si anotas 12 en Senas.",
         "that way you win 18.04 games in 100, and 17.96 by noting 12 in Senas."),
    ],
)  # fmt: skip
def test_games_that_are_won_are_counted_in_the_same_way(
    chance: float, gain: float, spanish: str, english: str
) -> None:
    state = rolled_to(CASUAL, (6, 6, 5, 2, 1))
    for language, told in (("es", spanish), ("en", english)):
        set_language(language)
        plan, other = RollOn(frozenset({1, 2})), NoteIn(Box.SENAS, 12)
        advice = Advice(state, plan, chance, (), other, gain, "chance")
        assert advice_text(advice).endswith(told)


def test_the_last_hope_is_a_dormida_and_nothing_is_counted() -> None:
    state = rolled_to(PERU, (1, 1, 1, 4, 6))
    plan, other = RollOn(frozenset()), NoteIn(Box.BALAS, 3)
    advice = Advice(state, plan, 0.0015, (), other, 0.0015, "chance", last_hope=True)
    assert advice_text(advice) == "Solo una dormida gana todavía: tira los cinco otra vez."


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_longest_sentences_lie_on_the_slip(language: str) -> None:
    """Dice of many faces, three aims, and something as long to compare it with."""
    rules = with_fields(CASUAL, {"bajo": "look", "goal": "fixed"})
    for dice in ((5, 5, 6, 1, 2), (3, 3, 4, 2, 1), (6, 5, 5, 3, 2)):
        _app, table = rolled(*dice, rules=rules, solving=NOTHING_YET, language=language)
        hold, other = frozenset({1, 2, 3, 4}), frozenset({1, 3, 4, 5})
        aims = (Aim(Box.ESCALERA, 0.3), Aim(Box.GRANDE, 0.3), Aim(Box.CUADRAS, 0.3))
        for goal, over, unit in product((None, Box.ESCALERA), (False, True), ("points", "chance")):
            best = RollOn(hold, goal, over=over)
            than = RollOn(other, goal and Box.CUADRAS, over=over)
            told = advice_text(Advice(table.state, best, 0.523, aims, than, 0.123, unit))
            assert slip_for(told)[0][3] <= 154, "no die lies below it"
            assert_on_the_slip(told)


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_longest_mistakes_have_room_for_their_dice(language: str) -> None:
    """Even where the highest die lies as high as any does."""
    for dice in ((5, 5, 6, 1, 2), (3, 3, 4, 2, 1), (6, 5, 5, 3, 2)):
        _app, table = rolled(*dice, solving=NOTHING_YET, language=language)
        best = Valued(RollOn(frozenset({1, 2, 3, 4})), 0.5)
        for unit in ("points", "chance"):
            told = mistake_text(table.state, best, RollOn(frozenset({1, 3, 4, 5})), 0.123, unit)
            head, edge, _step = row_for(told, 134)
            assert edge, told
            assert slip_for(told, head, 134)[0][3] <= 154


def assert_on_the_slip(told: str) -> None:
    """Every word is there, and all of it lies on the paper, below its heading."""
    drawn: list[Item] = []
    coach = Coaching(SimpleNamespace(said=""))
    coach.told = told
    coach.paint_slip(drawn, Pose(()))
    lines = [item for item in drawn if isinstance(item, Text) and item.tag == "slip.text"]
    (paper,) = [item for item in drawn if isinstance(item, Paper)]
    assert " ".join(line.text for line in lines) == told
    for line in lines:
        wide = width_of(line.text, line.font, line.size)
        assert paper.x < line.x - wide / 2, line.text
        assert line.x + wide / 2 < paper.x + paper.w, line.text
        assert paper.y + 24 < line.y - line.size * 0.4, told
        assert line.y + line.size / 2 < paper.y + paper.h, told


def test_a_sentence_longer_than_any_lies_on_a_longer_slip() -> None:
    told = " ".join(["voltear", "los", "cinco"] * 25)
    assert_on_the_slip(told)
    assert slip_for(told)[0][3] > 154


def rolled_to(rules: Ruleset, dice: tuple[int, ...]) -> State:
    """Where a match stands after a first roll of these dice."""
    match = Match(Setup(rules, (Seat("Ana"), Seat("Luis")), 0), ScriptedDice(dice))
    match.submit(Roll())
    return match.state


FACES = st.lists(st.integers(1, 6), min_size=5, max_size=5).map(tuple)
PLANS = st.one_of(
    st.builds(
        RollOn,
        st.frozensets(st.integers(1, 5), max_size=4),
        st.none() | st.sampled_from(Box),
        st.booleans(),
        over=st.booleans(),
    ),
    st.builds(
        NoteIn, st.sampled_from(Box), st.integers(0, 100), st.integers(0, 2), over=st.booleans()
    ),
    st.just(LeaveIt()),
)
AIMS = st.lists(st.builds(Aim, st.sampled_from(Box), st.floats(0.2, 0.4)), max_size=4).map(tuple)
RULES = st.sampled_from(
    [
        with_fields(rules, {"hatches": hatches})
        for rules in (with_fields(CASUAL, {"bajo": "look"}), ALALAY, COCH)
        for hatches in ("1", "3")
    ]
)


@pytest.mark.parametrize("language", ["es", "en"])
@settings(max_examples=150)
@given(rules=RULES, dice=FACES, best=PLANS, other=PLANS, aims=AIMS, mistake=st.booleans())
def test_whatever_the_coach_says_no_word_is_cut(
    language: str,
    rules: Ruleset,
    dice: tuple[int, ...],
    best: Plan,
    other: Plan,
    aims: tuple[Aim, ...],
    mistake: bool,
) -> None:
    """Plans of any kind against any other, likely or not, in any rules."""
    set_language(language)
    state = rolled_to(rules, dice)
    told = (
        mistake_text(state, Valued(best, 0.523), other, 0.123, "chance")
        if mistake
        else advice_text(Advice(state, best, 0.523, aims, other, 0.123, "chance"))
    )
    assert_on_the_slip(told)


def test_its_buttons_stand_where_no_die_comes_to_rest() -> None:
    rests = []
    for dice in range(1, 6):
        for index in range(library().count(dice)):
            rests += [to_page(path[-1]) for path in library().get(dice, index).positions]
    half = 62.0
    for x, y, w, h in (ASK, ODDS):
        for die_x, die_y in rests:
            beside = die_x - half >= x + w or die_x + half <= x
            assert beside or die_y - half >= y + h or die_y + half <= y


def test_no_tick_lies_under_the_slip() -> None:
    for long in ("corto", " ".join(["voltear", "los", "cinco"] * 12)):
        x, y, w, h = slip_for(long)[0]
        for index in range(library().count(5)):
            spots = [path[-1] for path in library().get(5, index).positions]
            pose = Pose(tuple(DiePose(spot, resting(1, 0.0)) for spot in spots))
            marks: list[Item] = []
            paint_lit(marks, pose, frozenset(PLACES), (x, y, w, h))
            ticks = [mark for mark in marks if isinstance(mark, Ink)]
            assert len(ticks) == len(PLACES)
            for tick in ticks:
                beside = tick.x + tick.w <= x or tick.x >= x + w
                assert beside or tick.y >= y + h


def test_a_tick_lies_on_no_other_die() -> None:
    for index in range(library().count(5)):
        spots = [path[-1] for path in library().get(5, index).positions]
        pose = Pose(tuple(DiePose(spot, resting(1, 0.0)) for spot in spots))
        marks: list[Item] = []
        paint_lit(marks, pose, frozenset(PLACES))
        ticks = [mark for mark in marks if isinstance(mark, Ink)]
        for own, tick in enumerate(ticks):
            middle = (tick.x + tick.w / 2, tick.y + tick.h / 2)
            others = [to_page(spot) for place, spot in enumerate(spots) if place != own]
            assert min(math.dist(middle, other) for other in others) > 70


# ------------------------------------------------------------------------------- where it is silent


def test_a_match_without_help_has_none() -> None:
    app, table = rolled(helped=False, odds=True, coach="mistakes")
    assert not {"coach", "odds"} & set(ids(app))
    key(app, "h", "o")
    assert not tags(app, "slip")
    assert not tags(app, "odds.full.chance")
    table.submit(Note(Box.BALAS))
    settle(app)
    assert not [action for action in table.session.match.log if isinstance(action, Ask)]
    record = parse_record((app.home.matches / f"{table.session.setup.match_id}.cacho").read_bytes())
    assert not record.setup.helped


def test_switched_off_it_is_not_there() -> None:
    app, _table = rolled(coach="off")
    assert "coach" not in ids(app)
    key(app, "h")
    assert not tags(app, "slip")


def test_before_the_first_roll_there_is_nothing_to_ask() -> None:
    app, _table = seated()
    assert "coach" not in ids(app)
    key(app, "h")
    assert says(app, "Primero tira")


def test_while_it_is_being_worked_out_it_says_so() -> None:
    app, _table = rolled(solving=NOTHING_YET, odds=True)
    click(app, "coach")
    assert says(app, "Todavía lo está pensando")
    assert not tags(app, "odds.full.chance")


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [({}, True), ({"odds": True, "coach": "off"}, True), ({"coach": "off"}, False),
     ({"helped": False}, False)],
)  # fmt: skip
def test_rules_are_solved_from_the_start_of_a_match_that_may_ask(settings, wanted: bool) -> None:
    asked = []
    _app, table = seated(solving=solver(asked.append), **settings)
    assert not table.state.rolls
    assert bool(asked) is wanted


def test_what_takes_long_to_reckon_is_seen_once_it_is_known() -> None:
    """No frame waits: the slip and the odds come when the thought is done."""
    app, _table = rolled(odds=True)
    app.think, waiting = later()
    key(app, "o", "o", "h")
    click(app, "die.1")
    settle(app)
    assert not tags(app, "slip")
    assert not tags(app, "odds.quinas.chance")
    assert waiting
    for thought in waiting:
        thought.think()
    settle(app)
    assert slip(app).startswith("Guarda los dos cincos")
    assert tags(app, "odds.quinas.chance")


def test_who_does_not_wait_for_the_answer_gets_none() -> None:
    app, table = rolled(*FIVES, 3, 3, 3)
    app.think, waiting = later()
    key(app, "h")
    table.submit(Roll())
    for thought in waiting:
        thought.think()
    settle(app)
    assert not tags(app, "slip")


def later():
    """A way of thinking that takes its time, and what waits to be thought."""
    waiting = []

    def think(question):
        waiting.append(Thought(question))
        return waiting[-1]

    return think, waiting


def test_no_rolling_die_waits_for_it() -> None:
    """While something moves nothing is asked, reckoned or shown."""
    app, table = seated(*FIVES, speed="normal", odds=True)
    table.submit(Roll())
    assert table.moving
    asked = []
    app.solving = solver(solution=asked.append)
    for _frame in range(20):
        app.step(1 / 60)
        app.draw(0.0)
    assert table.moving
    assert not asked


# -------------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(("least", "speaks"), [(1, True), (2, True), (4, False)])
def test_it_speaks_of_mistakes_from_the_threshold_on(least: int, speaks: bool) -> None:
    """Three fives lie, and the player notes them at once: about 3 points too early."""
    app, table = rolled(5, 5, 5, 1, 6, coach="mistakes", coach_from=least)
    table.submit(Hold(frozenset({1, 2, 3})))
    assert not tags(app, "slip")
    table.submit(Hold(frozenset({1, 2, 3, 4})))
    before = SOLVED[CASUAL].weigh(table.state)
    given = before[0].value - dict(before)[Roll()]
    assert 2 < given < 4
    table.submit(Roll())
    settle(app)
    assert bool(tags(app, "slip")) is speaks
    if speaks:
        assert slip(app).startswith("Mejor era guardar los tres cincos: ")
        assert Ask(0, Help.COACH) in table.session.match.log


@pytest.mark.parametrize("noted", [True, False])
def test_a_mistake_is_shown_with_the_dice_it_speaks_of(noted: bool) -> None:
    app, table = rolled(5, 1, 5, 5, 6, coach="mistakes", coach_from=1)
    if noted:
        table.submit(Note(Box.ESCALERA))
    else:
        table.submit(Hold(frozenset({1, 2})))
        table.submit(Roll())
    settle(app)
    assert "los tres cincos" in slip(app)
    row = [tags(app, f"slip.die.{place}")[0] for place in range(1, 6)]
    assert [item.orientation for item in row] == [
        resting(face, yaw) for face, yaw in zip((5, 1, 5, 5, 6), ROW_YAWS, strict=True)
    ]
    ringed = [place for place in range(1, 6) if tags(app, f"slip.ring.{place}")]
    assert ringed == [1, 3, 4], "the three fives"
    (paper,) = tags(app, "slip")
    assert all(paper.y < die.y - die.edge / 2 for die in row)
    assert max(die.y + die.edge / 2 for die in row) < tags(app, "slip.text")[0].y
    for die in table.poser.rest(table.state).dice:
        if die is not None:
            x, y = to_page(die.at)
            beside = x + 60 < paper.x or x - 60 > paper.x + paper.w
            assert beside or y - 60 > paper.y + paper.h, "no die lies under the slip"
    table.ask_coach()
    assert not tags(app, "slip.die.1"), "advice is about the dice that lie there"


def test_a_right_choice_is_no_mistake() -> None:
    app, table = rolled(5, 5, 5, 1, 6, 2, 3, coach="mistakes", coach_from=1)
    table.submit(Hold(frozenset({1, 2, 3})))
    table.submit(Roll())
    settle(app)
    assert not tags(app, "slip")


# ------------------------------------------------------------------------------------------ odds


@pytest.mark.parametrize("way", WAYS)
def test_the_odds_stand_on_the_sheet_until_they_are_hidden(way: str) -> None:
    app, table = rolled()
    assert not tags(app, "odds.quinas.chance")
    WAYS[way](app, "odds")
    settle(app)
    (chance,) = tags(app, "odds.grande.1.chance")
    assert chance.text == "3 %"
    assert tags(app, "odds.quinas.bar")
    assert tags(app, "odds.balas.cost")[0].text.startswith("\N{MINUS SIGN}")
    assert load_settings(app.home.settings_file)[0].odds
    assert table.session.match.log[-1] == Ask(0, Help.ODDS)
    WAYS[way](app, "odds")
    assert not tags(app, "odds.quinas.chance")


def test_what_a_note_costs_is_not_told_where_the_dice_are_turned_otherwise() -> None:
    """The cost is that of the best reading: no box may show it beside other points, or none."""
    app, table = seated(6, 6, 2, 3, 4, 1, 3, 4, rules=ALALAY, odds=True)
    table.submit(Roll())
    table.submit(Hold(frozenset({1, 2})))
    table.submit(Roll())
    settle(app)
    assert table.state.dice == (6, 6, 1, 3, 4)
    assert tags(app, "odds.balas.cost")
    assert tags(app, "odds.senas.cost")
    key(app, "v", "3")
    settle(app)
    assert table.plan.turned == {3}
    assert not tags(app, "odds.balas.cost"), "with the only bala turned over"
    assert tags(app, "odds.senas.cost"), "which it is worth most for"


def test_points_now_and_the_chance_of_a_roll_are_told_apart() -> None:
    """A number tells what is likely, three of its face; points have no bare 0 % below them."""
    app, table = rolled(2, 2, 5, 5, 5, odds=True)
    table.submit(Hold(frozenset({3, 4, 5})))
    settle(app)
    assert tags(app, "worth.tontos")
    assert tags(app, "odds.tontos.chance")[0].text == "3\N{DIE FACE-2} 7 %"
    assert tags(app, "odds.quinas.chance")[0].text == "100 %"
    table.submit(Hold(frozenset({1, 3})))
    settle(app)
    assert tags(app, "odds.senas.chance")[0].text.startswith("3\N{DIE FACE-6} ")
    app, table = rolled(2, 3, 4, 5, 6, odds=True)
    table.submit(Hold(frozenset({1, 2, 3, 4})))
    table.submit(Hold(frozenset({1, 2, 3, 4, 5})))
    settle(app)
    assert tags(app, "odds.full.chance")[0].text == "0 %", "there are no points to confuse it with"
    assert tags(app, "odds.tontos.chance")[0].text == "3\N{DIE FACE-2} 0 %"


def test_switching_the_odds_on_says_what_they_are() -> None:
    app, _table = rolled()
    key(app, "o")
    assert says(app, "la chance de lograr la casilla si tiras")
    app.fall_silent()
    key(app, "o")
    assert not says(app, "la chance de lograr la casilla")


def test_with_three_hatches_a_chance_is_told_once_where_the_note_is_worth_most() -> None:
    """R-30: it is as likely in every hatch, and twenty-seven figures are not read."""
    rules = with_fields(CASUAL, {"hatches": "3"})
    app, table = rolled(rules=rules, odds=True)
    places = layout_of(table.state.sheet).places
    told = [place.box for place in places if tags(app, f"odds.{place.name}.chance")]
    assert sorted(told) == sorted(Box)


@pytest.mark.parametrize("hatches", ["1", "3"])
def test_with_the_last_roll_the_sheet_tells_what_boxes_cost_and_no_chances(hatches: str) -> None:
    """What is certain or impossible then everybody sees."""
    rules = with_fields(CASUAL, {"hatches": hatches})
    app, table = rolled(*FIVES, 5, 5, 5, 5, 5, 5, 5, rules=rules, odds=True)
    while table.state.rolls_left:
        assert any_odds(app, "chance")
        table.submit(Roll())
        settle(app)
    assert not any_odds(app, "chance")
    assert not any_odds(app, "bar")
    costs = any_odds(app, "cost")
    assert len(costs) == len(table.state.sheet.open_boxes)
    assert "=" in [item.text for item in costs]


def any_odds(app, part: str) -> list:
    """What is seen of the odds of all boxes: their chances, bars or costs."""
    places = layout_of(app.top.state.sheet).places
    return [item for place in places for item in tags(app, f"odds.{place.name}.{part}")]


def test_the_odds_follow_the_dice_that_are_held() -> None:
    app, table = rolled(5, 5, 5, 5, 1, odds=True)
    assert tags(app, "odds.poker.chance")[0].text == "100 %"
    table.submit(Hold(frozenset({5})))
    assert tags(app, "odds.poker.chance")[0].text != "100 %"
    key(app, "o")
    assert not tags(app, "odds.poker.chance")
    asked = [action for action in table.session.match.log if action == Ask(0, Help.ODDS)]
    assert len(asked) == 1


# ------------------------------------------------------------------------------- song and settings


@pytest.mark.parametrize(
    ("dice", "sung"),
    [
        ((5, 5, 1, 2, 6), "Dos quinas, una sena, un tonto y una bala."),
        ((3, 3, 3, 2, 2), "Tres trenes y dos tontos: ¡Full de mano!"),
        ((5, 5, 2, 2, 1), "Dos quinas, dos tontos y una bala; Full si cae una quina o un tonto."),
        ((6, 6, 6, 6, 1), "Cuatro senas y una bala: ¡Póker de mano!"),
        ((2, 3, 4, 5, 5), "Dos quinas, una cuadra, un tren y un tonto; Escalera si cae una sena "
         "o una bala."),
    ],
)  # fmt: skip
def test_a_roll_is_sung_in_words_of_the_cafe(dice, sung) -> None:
    app, table = rolled(*dice, song=True)
    assert song(table.state) == sung
    assert says(app, sung.split(",")[0].split(":")[0].split(";")[0])
    plain, _table = rolled(*dice)
    assert not says(plain, sung.split(",")[0].split(":")[0].split(";")[0])


@pytest.mark.parametrize(
    ("rules", "dice", "done", "spanish", "english"),
    [
        (ALALAY, (6, 1, 1, 6, 2), (), "¡Póker volteando!", "Póker by turning!"),
        (ALALAY, (4, 3, 5, 6, 6), (), "¡Escalera volteando!", "Escalera by turning!"),
        (ALALAY, (6, 6, 6, 6, 2), (), "¡Póker de mano!", "Póker de mano!"),
        (COCH, (1, 2, 6, 6, 3), (Box.POKER,), "; Full volteando si cae", "; Full by turning if"),
        (COCH, (1, 2, 6, 6, 3), (), "; Póker volteando si cae", "; Póker by turning if"),
        (COCH, (3, 3, 6, 6, 3), (), "¡Full de mano, volteando!", "Full de mano, by turning!"),
    ],
)
def test_what_needs_dice_turned_over_is_sung_so(rules, dice, done, spanish, english) -> None:
    """R-20: a figure that does not lie there must not be called as if it did."""
    first = (1, 2, 2, 4, 6) if rules is ALALAY else ()
    match = Match(Setup(rules, (Seat("Ana"),), 0), ScriptedDice((*first, *dice)))
    for _roll in range(2 if first else 1):
        match.submit(Roll())
    state = match.state
    for box in done:
        state = replace(state, sheets=(state.sheet.with_mark(box, Mark(0)),))
    for language, part in (("es", spanish), ("en", english)):
        set_language(language)
        sung = song(state)
        assert part in sung
        assert sung[0].isupper()
        assert sung[-1] in ".!"


def test_a_figure_that_may_not_be_noted_is_not_sung() -> None:
    """R-23: Cuadras is declared, and four of them lie: the Póker is not to be had."""
    match = Match(Setup(PERU, (Seat("Ana"),), 0), ScriptedDice((4, 4, 4, 6, 2, 4, 1)))
    for action in (Roll(), Declare(Box.CUADRAS), Hold(frozenset({1, 2, 3})), Roll()):
        match.submit(action)
    assert song(match.state) == "Cuatro cuadras y una bala."


def test_where_every_face_would_do_those_of_one_die_are_sung() -> None:
    """A one that rolls makes an Escalera with four of them, and no die with all six."""
    match = Match(Setup(ALALAY, (Seat("Ana"),), 0), ScriptedDice((1, 1, 3, 4, 5)))
    match.submit(Roll())
    state = match.state
    for box in (Box.POKER, Box.FULL, Box.GRANDE):
        state = replace(state, sheets=(state.sheet.with_mark(box, Mark(0)),))
    assert song(state).endswith(
        "; Escalera volteando si cae una sena, una quina, un tonto o una bala."
    )


def test_nothing_is_sung_below_a_message() -> None:
    app, _table = rolled(5, 5, 1, 2, 6, song=True)
    app.say("Empieza Ana.")
    assert says(app, "Empieza Ana.")
    assert not says(app, "Dos quinas")
    wait(app, 10)
    assert says(app, "Dos quinas")


def test_a_song_leaves_room_for_what_is_owed_or_turned() -> None:
    app, _table = rolled(5, 5, 1, 2, 6, song=True, rules=COCH)
    assert says(app, "Dos quinas")
    wait(app, 4)
    assert says(app, "al anotar se voltea")
    assert not says(app, "Dos quinas")
    app, _table = rolled(5, 5, 1, 2, 6, song=True, rules=COCH)
    key(app, "v")
    assert says(app, "Voltea 1 o 2 dados")


@pytest.mark.parametrize("letter", ["h", "o"])
def test_a_table_without_help_says_so(letter: str) -> None:
    app, table = rolled(5, 5, 1, 2, 6, helped=False)
    before = table.session.match.log
    key(app, letter)
    assert says(app, "Esta partida se juega sin ayuda.")
    assert table.session.match.log == before


@pytest.mark.parametrize("way", WAYS)
def test_what_help_one_wants_is_chosen_and_kept(way: str) -> None:
    app = make_app()
    app.go(Title(app))
    app.push(Options(app))
    WAYS[way](app, "helping")
    assert app.top.name == "helping"
    for setting, values in (
        ("coach", ("mistakes", "off", "asked")),
        ("coach_from", (4, 1, 2)),
        ("odds", (True, False)),
        ("song", (True, False)),
    ):
        for value in values:
            app.top.widgets()
            choice = next(w for w in app.top.widgets() if w.id == setting)
            choice.act(str(value))
            assert getattr(app.settings, setting) == value
            assert getattr(load_settings(app.home.settings_file)[0], setting) == value
    key(app, "esc")
    assert app.top.name == "options"


def test_a_match_without_help_is_told_beside_the_settings() -> None:
    app, _table = rolled(helped=False)
    app.push(Helping(app))
    assert says(app, "sin ayuda")


def partners(faces: tuple[int, ...], own: tuple[int, ...]):
    """A table of pairs in Coch: what a partner has left, and one's own dice."""
    app = make_app(wishes=Wishes(seed=b"c" * 32, dice=scripted_turns((*faces, *own))), speed="none")
    app.solving = NOTHING_YET
    app.start_match(["Ana", "Luis", "Eva", "Rosa"], 0, replace(COCH, team_size=2))
    settle(app)
    for action in (Roll(), Stand(), Roll()):
        app.top.session.match.submit(action)
    return app.top.state


def test_partners_dice_are_named_as_theirs() -> None:
    """The dice that a note turns over are those of the partner whose result it is."""
    state = partners((6, 6, 1, 6, 3), (2, 4, 3, 5, 4))
    way = ways_of(state, Box.POKER)[0]
    assert (way.series, way.turned) == (0, {3})
    partner = state.seats[state.results[0].seat].name
    told = plan_text(state, NoteIn(Box.POKER, way.points))
    assert told.startswith(f"anotar {way.points} en Póker, con lo de {partner}")
    assert told.endswith("volteando el uno")


def test_the_song_is_of_ones_own_dice() -> None:
    state = partners((6, 6, 1, 6, 3), (2, 4, 3, 5, 4))
    assert "¡Póker" not in song(state)
    assert song(state).startswith("Dos cuadras")


@pytest.mark.parametrize("reading", [0, -1])
def test_a_note_is_judged_as_its_dice_were_turned(reading: int) -> None:
    """6 6 1 6 3 are 24 in Senas with the one turned over, and 18 with another."""
    app, table = rolled(6, 6, 1, 6, 3, rules=COCH, coach="mistakes", coach_from=0)
    state, ways = table.state, ways_of(table.state, Box.SENAS)
    way = ways[reading]
    worth = dict(SOLVED[COCH].weigh(state))
    given = max(worth.values()) - worth[Note(Box.SENAS)] + ways[0].points - way.points
    assert ways[0].points > ways[-1].points > 0
    table.submit(Note(Box.SENAS, turned=way.turned))
    settle(app)
    assert f"{points_text(given)} más que anotar {way.points} en Senas" in slip(app)
