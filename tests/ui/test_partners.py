"""Partners' results on the table: which of them is noted can be chosen by hand (R-29)."""

from dataclasses import replace

import pytest
from helpers import TestedApp, by_keys, click, ids, key, says, settle, tags, tap, target
from test_sheets import glyphs, sit
from test_table import roll, table

from cacho.engine import ALALAY, CASUAL, COCH, Box, Mark, Ruleset
from cacho.ui.widgets import Button


def both_rolled(rules: Ruleset, dice: str = "6661233322") -> TestedApp:
    """A table where each partner has rolled once and the last one has the word."""
    app = sit(dice, ["Ana", "Luis", "Rosa"][: rules.team_size], rules)
    for _ in range(rules.team_size - 1):
        roll(app)
        click(app, "stand")
        settle(app)
        if "card" in ids(app):
            click(app, "card")
    roll(app)
    return app


def previews(app: TestedApp) -> dict[str, str]:
    worth = {box: glyphs(tags(app, f"worth.{box}"), f"worth.{box}") for box in Box}
    return {str(box): told[0] for box, told in worth.items() if told and told[0].isdigit()}


PAIR = replace(CASUAL, team_size=2)
HERS = {"balas": "1", "tontos": "2", "senas": "18"}
OWN = {"tontos": "4", "trenes": "9", "full": "35"}


CHOOSE = {
    "mouse": lambda app: click(app, "result.1"),
    "touch": lambda app: tap(app, "result.1"),
    "letter": lambda app: key(app, "p"),
    "ring": lambda app: by_keys(app, "result.1"),
}


@pytest.mark.parametrize("way", CHOOSE)
def test_the_partners_result_is_chosen_by_hand(way: str) -> None:
    """R-29: the boxes show hers, then the own dice, then the best of both again."""
    app = both_rolled(PAIR)
    seen = []
    for _ in range(3):
        CHOOSE[way](app)
        settle(app)
        seen.append((previews(app), bool(tags(app, "chosen")), bool(tags(app, "giver.senas"))))
    assert seen == [
        (HERS, True, False),
        (OWN, False, False),
        (HERS | OWN, False, True),
    ]


def test_what_was_chosen_is_said_and_noted() -> None:
    """R-29: Tontos 2 of hers, though the own dice would bring 4."""
    app = both_rolled(PAIR)
    click(app, "result.1")
    assert says(app, "Se anota lo de Ana")
    click(app, "box.tontos")
    settle(app)
    assert table(app).state.sheets[0].marks(Box.TONTOS) == (Mark(2),)
    assert table(app).plan.series is None


def test_hers_are_not_crossed_where_the_own_dice_score() -> None:
    """R-14, R-29: nothing is offered in Full, and the press says why."""
    app = both_rolled(PAIR)
    click(app, "result.1")
    assert not tags(app, "worth.full")
    click(app, "box.full")
    assert says(app, "Los dados valen algo ahí")
    assert not table(app).state.sheets[0].noted


def test_a_roll_or_a_turned_die_forgets_the_choice() -> None:
    app = both_rolled(PAIR, "6661233322" + "44455")
    click(app, "result.1")
    roll(app)
    assert table(app).plan.series is None
    assert not says(app, "Se anota lo de")
    coch = both_rolled(replace(COCH, team_size=2))
    click(coch, "result.1")
    click(coch, "turn")
    click(coch, "die.1")
    settle(coch)
    assert table(coch).plan.series is None


def test_nothing_is_chosen_before_all_have_rolled() -> None:
    app = sit("6661233322", ["Ana", "Luis", "Rosa"], replace(CASUAL, team_size=3))
    roll(app)
    click(app, "stand")
    settle(app)
    if "card" in ids(app):
        click(app, "card")
    click(app, "result.1")
    assert says(app, "Primero hay que tirar")
    roll(app)
    click(app, "result.1")
    assert says(app, "Antes de anotar tira también tu pareja")
    assert table(app).plan.series is None


@pytest.mark.parametrize(("rules", "rolls"), [(COCH, 1), (ALALAY, 2)])
def test_before_the_partner_has_rolled_dice_are_left_not_turned(rules: Ruleset, rolls: int) -> None:
    """R-29: what is turned is turned to be noted, and nothing is noted yet."""
    app = sit("6661212345", ["Ana", "Luis"], replace(rules, team_size=2))
    for _ in range(rolls):
        roll(app)
    assert says(app, "tira tu pareja")
    assert "turn" not in ids(app)
    before = table(app).plan.turned
    click(app, "die.1")
    settle(app)
    assert table(app).plan.turned == before == frozenset()
    click(app, "stand")
    settle(app)
    if "card" in ids(app):
        click(app, "card")
    assert table(app).state.seat == 1


@pytest.mark.parametrize("hatches", [1, 3])
def test_a_trio_chooses_among_three(hatches: int) -> None:
    app = both_rolled(replace(CASUAL, team_size=3, hatches=hatches), "666125512333224")
    chosen = []
    for press in ("result.1", "result.2", "result.2", "result.2"):
        click(app, press)
        settle(app)
        chosen.append(table(app).plan.series)
    assert chosen == [0, 1, 2, None]
    for target_ in (w for w in app.top.widgets() if w.id.startswith("result.")):
        assert min(target_.rect[2:]) >= 80


def test_the_dice_are_left_by_the_key_on_the_button() -> None:
    """L leaves them, as the button says, and does nothing before there are any."""
    app = sit("6661233322", ["Ana", "Luis"], PAIR)
    key(app, "l")
    assert not table(app).state.on_table, "nothing lies there yet"
    roll(app)
    button = target(app, "stand")
    assert isinstance(button, Button)
    assert button.note == "L"
    key(app, "l")
    settle(app)
    assert table(app).state.results[0].dice == (6, 6, 6, 1, 2)
    assert table(app).state.seat == 1
