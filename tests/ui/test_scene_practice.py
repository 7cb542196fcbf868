"""The table of the day: the same for everybody, answered as one plays, with the true answer."""

from __future__ import annotations

import pytest
from helpers import WAYS, click, ids, key, make_app, overlaps, says, tags, texts, turn
from test_coaching import SOLVED, Ready

from cacho.engine import (
    CASUAL,
    COCH,
    Hold,
    Note,
    Reason,
    Roll,
    Ruleset,
    legal_actions,
    ways_of,
    with_fields,
)
from cacho.strategy.practice import POSITIONS, positions
from cacho.ui.scenes.practice import EXACT, Exercise, Practice
from cacho.ui.scenes.title import Title

DATE = "2026-11-30"


def opened(date: str = DATE, rules: Ruleset = CASUAL, **settings) -> tuple:
    """The page of a day, its positions found."""
    app = make_app(speed="none", confirm_cross=False, **settings)
    app.choose_rules(rules)
    app.solving = Ready()
    page = Practice(app, date)
    app.go(Title(app))
    app.push(page)
    for _ in range(3000):
        turn(app)
        if page.day is not None and len(page.day.found) == POSITIONS:
            return app, page
    raise AssertionError("the positions are never found")


def test_a_day_has_ten_positions_the_same_for_everybody() -> None:
    Ready().ask(CASUAL)
    here, there, tomorrow = (
        [state for state in positions(date, SOLVED[CASUAL], name) if state is not None]
        for date, name in ((DATE, "Ana"), (DATE, "Luis"), ("2026-12-01", "Ana"))
    )
    assert len(here) == POSITIONS
    told = [[(s.dice, s.rolls, s.sheets) for s in day] for day in (here, there, tomorrow)]
    assert told[0] == told[1] != told[2]
    assert all(state.deciding and not state.helped for state in here)
    marks = [state.sheet.noted for state in here]
    assert marks == sorted(marks)
    assert marks[0] == 0
    assert marks[-1] == CASUAL.rounds - 1


@pytest.mark.parametrize("way", WAYS)
def test_it_is_reached_from_the_title_and_answered_by_every_way(way: str) -> None:
    app, page = opened()
    app.pop()
    WAYS[way](app, "practice")
    app.pop()
    app.push(page)
    WAYS[way](app, "begin")
    assert isinstance(app.top, Exercise)
    assert not {"coach", "odds", "take-back", "menu"} & set(ids(app))
    assert not overlaps([w.rect for w in app.top.widgets() if not w.id.startswith("die")])
    state = app.top.state
    box = next(a for a in legal_actions(state) if isinstance(a, Note)).box
    WAYS[way](app, f"box.{box}")
    assert len(page.day.given) == 1
    assert tags(app, "slip")
    WAYS[way](app, "on")
    assert isinstance(app.top, Exercise)
    assert app.top.number == 2


def test_the_best_is_exact_and_praised_and_anything_else_is_told() -> None:
    app, page = opened()
    solution = SOLVED[CASUAL]
    for number in range(POSITIONS):
        click(app, "begin") if app.top is page else None
        table = app.top
        weighed = solution.weigh(table.state)
        if number % 2 == 0:
            while not table.answered:
                table.submit(solution.best(table.state))
            assert page.day.given[-1] == pytest.approx(0, abs=1e-9)
            assert says(app, "¡Eso es!")
        else:
            table.submit(Hold(frozenset({1, 2, 3, 4}))) if table.state.may_roll else None
            worst = [a for a, _value in weighed if isinstance(a, Note)][-1]
            best = weighed[0].value
            table.submit(worst)
            assert page.day.given[-1] == pytest.approx(best - dict(weighed)[worst], abs=1e-6)
            assert says(app, "Mejor era")
        click(app, "on")
    assert app.top is page
    exact = sum(given < 0.05 for given in page.day.given)
    assert exact >= 5
    assert says(app, f"{exact} exactas de 10")
    assert "begin" not in ids(app)
    assert len([i for n in range(1, 11) for i in tags(app, f"answer.{n}")]) == POSITIONS


def test_dice_that_were_turned_by_hand_are_judged_like_any_others() -> None:
    app, page = opened(rules=COCH)
    judged = 0
    for _ in range(POSITIONS):
        click(app, "begin") if app.top is page else None
        state = app.top.state
        worth = dict(SOLVED[COCH].weigh(state))
        readings = [
            (worth[note] - ways_of(state, note.box)[0].points + way.points, note.box, way)
            for note in worth
            if isinstance(note, Note)
            for way in ways_of(state, note.box)
            if way.turned
        ]
        if readings:
            expected, box, way = min(readings, key=lambda reading: reading[0])
            app.top.submit(Note(box, turned=way.turned))
            given = max(worth.values()) - expected
            assert page.day.given[-1] == pytest.approx(given, abs=1e-6)
            assert says(app, "¡Eso es!") == (given < EXACT)
            judged += given >= EXACT
        else:
            app.top.submit(SOLVED[COCH].best(state))
        click(app, "on") if app.top.answered else app.pop()
    assert judged >= 2, "hardly anything was turned: another day tells more"


def test_the_last_roll_is_not_told_to_roll_on() -> None:
    app, page = opened()
    for number, state in enumerate(page.day.found):
        page.day.given[:] = [0.0] * number
        page.go_on()
        assert says(app, "No quedan tiros") != bool(state.rolls_left)
        app.pop()


def test_the_lines_add_up_to_the_total() -> None:
    app, page = opened()
    page.day.given[:] = [0.26, 0.26, 0.26, 25.36, 0.9, 0, 0.04, 0, 10.04, 10.04]
    app.changed()
    lines = [text for text in texts(app) if text.startswith("regalaste")]
    told = [float(line.split()[1].replace(",", ".")) for line in lines]
    (total,) = tags(app, "total")
    assert round(sum(told), 1) == 47.2
    assert total.text.endswith("regalaste 47,2 puntos")


def test_what_was_refused_does_not_lie_on_the_answer() -> None:
    app, _page = opened()
    click(app, "begin")
    app.top.refuse(Reason.BOX_TAKEN)
    assert tags(app, "message")
    app.top.submit(next(a for a in legal_actions(app.top.state) if isinstance(a, Note)))
    assert tags(app, "slip.text")
    assert not tags(app, "message")


def test_asking_the_coach_neither_helps_nor_covers_the_answer() -> None:
    app, _page = opened()
    click(app, "begin")
    key(app, "h", "o")
    assert not tags(app, "slip")
    assert not app.said
    app.top.submit(next(a for a in legal_actions(app.top.state) if isinstance(a, Note)))
    assert tags(app, "slip")
    key(app, "h", "o")
    assert tags(app, "slip")


def test_positions_are_found_on_while_one_is_answered() -> None:
    app = make_app(speed="none", confirm_cross=False)
    app.solving = Ready()
    page = Practice(app, DATE)
    app.go(page)
    while not (page.day and page.day.found):
        turn(app)
    page.go_on()
    assert len(page.day.found) < POSITIONS
    for _ in range(3000):
        turn(app)
        if len(page.day.found) == POSITIONS:
            break
    assert isinstance(app.top, Exercise)
    assert len(page.day.found) == POSITIONS


def test_nothing_rolls_and_one_answer_counts() -> None:
    app, page = opened()
    click(app, "begin")
    before = app.top.state
    app.top.submit(Roll()) if before.may_roll else None
    app.top.submit(Roll())
    assert app.top.state.dice == before.dice
    assert len(page.day.given) == 1
    key(app, "esc")
    assert app.top is page


def test_other_rules_have_other_positions() -> None:
    app, page = opened()
    click(app, "begin")
    app.pop()
    app.choose_rules(with_fields(CASUAL, {"wrap": "no"}))
    page.entered()
    assert page.day is None


def test_while_nothing_is_solved_it_waits() -> None:
    app = make_app()
    app.go(Practice(app, DATE))
    assert ids(app) == ["back"]
    assert says(app, "Todavía se busca")
