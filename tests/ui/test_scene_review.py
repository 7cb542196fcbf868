"""Looking back on a match: what adds up, what is worst, and the way to the position."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from helpers import (
    WAYS,
    click,
    ids,
    key,
    make_app,
    overlaps,
    says,
    scenes,
    settle,
    tags,
    texts,
    turn,
    wait,
)
from test_coaching import SOLVED, Ready

from cacho.engine import CASUAL, COCH, Box, Hold, Note, Roll, points_of
from cacho.services.dice import scripted_turns
from cacho.ui.app import Wishes
from cacho.ui.scenes.review import ReviewPage, TurnsPage, signed, signed_points


def over(*names: str, language: str = "es", dice=(), **settings):
    """A match that was played to its end, each turn with one roll; the results are on top."""
    wishes = Wishes(seed=b"r" * 32, dice=scripted_turns(dice) if dice else None)
    usual = {"language": language, "speed": "none", "confirm_cross": False}
    app = make_app(wishes=wishes, **usual, **settings)
    app.solving = Ready()
    app.start_match(list(names), 0, CASUAL)
    table = app.top
    while table.state.outcome is None:
        table.card_since = None
        table.submit(Roll())
        worth = points_of(table.state)
        if worth:
            table.submit(Note(max(worth, key=lambda box: (worth[box], box))))
    settle(app)
    wait(app, 1.5)  # the results take no press that was begun before they were there
    return app, table


def looked_back(app) -> ReviewPage:
    page = app.top
    assert isinstance(page, ReviewPage)
    end = time.monotonic() + 60  # it may be reckoned beside the game, on a machine that is busy
    while page.looked.review is None and time.monotonic() < end:
        turn(app)
    assert page.looked.review is not None, "it is never reckoned"
    return page


@pytest.fixture(scope="module")
def pair():
    """Two who played to the end, and the page that looks back."""
    Ready().ask(CASUAL)
    SOLVED[CASUAL].complete()
    app, _table = over("Ana", "Luis")
    click(app, "review")
    return app, looked_back(app)


def test_it_adds_up_on_the_paper(pair) -> None:
    """What stands there: start + luck - given away = points, to the rounding of each."""
    app, page = pair
    app.pop_to(page)
    start = page.looked.review.accounts[0].start
    for team, account in enumerate(page.looked.review.accounts):
        (luck,), (given,), (score,) = (tags(app, f"{k}.{team}") for k in ("luck", "given", "score"))
        said = float(luck.text.replace(",", ".").replace("\N{MINUS SIGN}", "-"))
        left = start + said - float(given.text.replace(",", "."))
        assert left == pytest.approx(int(score.text), abs=0.2)
        assert int(score.text) == account.score
    assert says(app, "Jugando lo mejor se esperan 160")
    assert says(app, f"{signed(-page.looked.review.worst.given)} puntos")
    assert len(tags(app, "line.0")) == len(tags(app, "line.1")) == 1
    assert tags(app, "turning.ring")


@pytest.mark.parametrize("way", WAYS)
def test_the_worst_decision_is_shown_on_the_table(pair, way: str) -> None:
    app, page = pair
    app.pop_to(page)
    worst = page.looked.review.worst
    WAYS[way](app, "worst")
    assert app.top.name == "replay"
    assert app.top.at == worst.at
    assert app.top.state.dice == page.looked.course.state(worst.at).dice
    assert says(app, "Mejor era ")
    key(app, "esc")
    assert app.top is page


def test_every_turn_is_listed_with_luck_and_cost(pair) -> None:
    app, page = pair
    app.pop_to(page)
    click(app, "turns")
    assert isinstance(app.top, TurnsPage)
    assert len(page.looked.review.turns) == 22
    assert app.top.pages == 4
    assert says(app, "Ronda 1 · Ana")
    assert not overlaps([widget.rect for widget in app.top.widgets()])
    click(app, "turn.1")
    assert app.top.name == "replay"
    key(app, "esc")
    for number in range(1, 4):
        click(app, "next")
        assert app.top.page == number
    assert "next" not in ids(app)
    click(app, "back")
    assert app.top is page


def test_a_turn_is_listed_with_the_dice_of_its_worst_decision(pair) -> None:
    app, page = pair
    app.pop_to(page)
    click(app, "turns")
    ringed = 0
    for number, turn_seen in enumerate(app.top.shown, 1):
        worst = max(turn_seen.decisions, key=lambda one: one.given)
        if worst.right:
            continue
        state = page.looked.course.state(worst.at)
        assert tags(app, f"turn.{number}.roll")[0].text == f"tiro {state.rolls}"
        places = {p for p in range(1, 6) if tags(app, f"turn.{number}.ring.{p}")}
        assert places == getattr(worst.best, "hold", frozenset())
        assert all(tags(app, f"turn.{number}.die.{place}") for place in range(1, 6))
        ringed += bool(places)
    assert ringed, "some turn has dice that were better held"
    app.pop()


def test_alone_the_points_are_followed() -> None:
    app, _table = over("Ana", language="en")
    click(app, "review")
    page = looked_back(app)
    assert not page.looked.review.by_chance
    assert says(app, "The points to be expected")
    assert says(app, "gave away")
    assert scenes(app)[-1] == "review"


def number(item) -> float:
    return float(item.text.replace(",", ".").replace("\N{MINUS SIGN}", "-"))


@pytest.mark.parametrize("names", [("Ana",), ("Ana", "Luis", "Eva")])
def test_a_dormida_wins_on_the_chart_and_the_paper_adds_up(names: tuple[str, ...]) -> None:
    """Whoever rolls it ends at the top of the chart, not at the points noted so far."""
    app, table = over(*names, dice=(1, 1, 2, 4, 6) * len(names) + (3, 3, 3, 3, 3))
    assert table.state.outcome.kind == "dormida"
    click(app, "review")
    review = looked_back(app).looked.review
    before, end = (point.values[0] for point in review.points[-2:])
    assert end == 1 if len(names) > 1 else end > before + 20
    assert review.turning is review.turns[-1]
    assert says(app, "la dormida")
    assert not says(app, "final")
    for team, account in enumerate(review.accounts):
        luck, given, unplayed, score = (
            number(tags(app, f"{what}.{team}")[0])
            for what in ("luck", "given", "unplayed", "score")
        )
        assert account.start + luck - given - unplayed == pytest.approx(score, abs=0.2)
    assert says(app, "Sin jugar: lo que todavía se esperaba")


def test_what_was_left_is_told_only_where_something_was(pair) -> None:
    app, page = pair
    app.pop_to(page)
    assert not tags(app, "unplayed.0")
    assert not says(app, "in jugar")
    assert says(app, "final")


@pytest.mark.parametrize(("more", "told"), [(20.0, True), (0.0, False)])
def test_a_winner_who_gave_points_away_gets_a_word(pair, more: float, told: bool) -> None:
    """The chart counts matches, the paper points: who plays to win seems to play badly."""
    app, page = pair
    app.pop_to(page)
    seen, least = page.looked.review, 10.0
    accounts = tuple(
        replace(one, given=least + more * (one.team in seen.winners)) for one in seen.accounts
    )
    page.looked.review = replace(seen, accounts=accounts)
    app.changed()
    assert says(app, "Quien juega a ganar regala puntos") is told
    page.looked.review = seen


@pytest.mark.parametrize("duplicate", [True, False])
def test_why_luck_differs_with_the_same_dice_is_told_of_such_a_match_only(duplicate: bool) -> None:
    dice = (1, 1, 2, 4, 6) * 2 + (3, 3, 3, 3, 3)
    app, _table = over("Ana", "Luis", dice=dice, duplicate=duplicate)
    click(app, "review")
    looked_back(app)
    assert says(app, "Mismos dados, distinta suerte") is duplicate


def test_while_nothing_is_solved_it_waits() -> None:
    app, _table = over("Ana")
    app.solving = None
    click(app, "review")
    for _ in range(5):
        turn(app)
    assert says(app, "Todavía se busca")
    assert ids(app) == ["back"]


@pytest.mark.parametrize(
    ("dice", "held", "box", "told"),
    [
        (
            (5, 5, 2, 1, 6, 1, 2, 3),
            {1, 2},
            Box.QUINAS,
            "Bien hecho: guardar los dos cincos y tirar los demás.",
        ),
        (
            (5, 5, 5, 5, 1, 2),
            {1, 2, 3, 4},
            Box.POKER,
            "Bien hecho: guardar los cuatro cincos y tirar el otro, 6,9 puntos más que anotar 45 "
            "en Póker, de mano.",
        ),
    ],
)
def test_a_decision_that_was_right_is_praised(
    dice: tuple[int, ...], held: set[int], box: Box, told: str
) -> None:
    """And it is told what it was better than, where something else comes to mind first."""
    app = make_app(wishes=Wishes(seed=b"c" * 32, dice=scripted_turns(dice)))
    app.solving = Ready()
    app.start_match(["Ana"], 0, CASUAL)
    match = app.top.session.match
    for action in (Roll(), Hold(frozenset(held)), Roll(), Note(box)):
        match.submit(action)
    app.push(ReviewPage(app, match.setup, match.log))
    page = looked_back(app)
    first = page.looked.review.decisions[0]
    assert first.right
    page.looked.show_decision(first)
    assert told in " ".join(texts(app))


def test_a_right_note_says_which_dice_it_turned() -> None:
    """The dice beside it lie as they fell: 4 4 2 1 2 is an escalera with two turned over."""
    app = make_app(wishes=Wishes(seed=b"c" * 32, dice=scripted_turns((4, 4, 2, 1, 2))))
    app.solving = Ready()
    app.start_match(["Ana"], 0, COCH)
    match = app.top.session.match
    for action in (Roll(), Note(Box.ESCALERA)):
        match.submit(action)
    app.push(ReviewPage(app, match.setup, match.log))
    looked_back(app)
    click(app, "turns")
    (told,) = tags(app, "turn.1.best")
    assert told.text.startswith("Bien hecho: anotar 30 en Escalera")
    assert "volteando" in told.text


@pytest.mark.parametrize(
    ("value", "told"), [(2.44, "+2,4"), (-0.04, "0"), (-3.0, "\N{MINUS SIGN}3")]
)
def test_points_are_written_with_their_sign(value: float, told: str) -> None:
    make_app()
    assert signed(value) == told
    assert signed_points(value) == f"{told} puntos"
    assert signed_points(1.0) == "+1 punto"
