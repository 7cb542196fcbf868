"""Sheets of teams and of three hatches: every mark is there, large enough, and nothing collides."""

import math
import random
from dataclasses import replace
from functools import lru_cache

import pytest
from helpers import (
    TestedApp,
    click,
    ids,
    items_of,
    make_app,
    overlaps,
    says,
    scenes,
    settle,
    tags,
    texts,
)
from test_table import roll, shown, table

from cacho.engine import (
    ALALAY,
    CASUAL,
    COCH,
    PERU,
    Box,
    Mark,
    Match,
    Note,
    Phase,
    Roll,
    Ruleset,
    ScriptedDice,
    Seat,
    SeededDice,
    Setup,
    Stand,
    State,
    legal_actions,
    points_by_hatch,
    points_of,
)
from cacho.services.dice import scripted_turns
from cacho.ui import look, partners, sheets
from cacho.ui.app import Wishes
from cacho.ui.drawing.die import top_face
from cacho.ui.drawing.ink import PENS, number_boxes, strokes
from cacho.ui.layout import controls_of, layout_of, result_places
from cacho.ui.painter import DieItem, Ink, Item, Paper, Text
from cacho.ui.pose import Poser, to_page
from cacho.ui.teams import LETTERS
from cacho.ui.widgets.prose import width_of

NAMES = ("Ñusta Wayra Ávil", "Álvaro", "Rosa", "Wilfredo Quispe", "Inés", "Tomás")
ALL = [(n, size, hatches) for n in range(1, 7) for size in (1, 2, 3) for hatches in (1, 3)]
SMALLEST_DIGIT = 31.0


@lru_cache(maxsize=64)
def played(seats: int, size: int, hatches: int, share: float = 0.8) -> State:
    """A state in the middle of a match, all partners' results on the table and dice rolled."""
    rules = replace(CASUAL, team_size=size, hatches=hatches)
    people = tuple(Seat(name) for name in NAMES[:seats])
    for seed in range(20):
        match = Match(Setup(rules, people, 0), SeededDice(bytes([seed]) * 32))
        if _play(match, round(share * rules.rounds * len(match.state.sheets)), seed):
            return match.state
    raise AssertionError("every match ended early")


def _play(match: Match, notes: int, seed: int) -> bool:
    chance = random.Random(seed)
    while match.state.phase is not Phase.OVER:
        match.submit(Roll())
        noted = sum(sheet.noted for sheet in match.state.sheets)
        if match.state.phase is Phase.OVER:
            return False
        if match.state.partner_next:
            match.submit(Stand())
        elif noted >= notes:
            return True
        else:
            worth = points_by_hatch(match.state)
            box, hatch = max(worth, key=lambda place: worth[place] + chance.random() * 9)
            match.submit(Note(box, hatch=hatch))
    return False


def drawn(state: State, marks: str = "numbers") -> list:
    """All that lies on the table of a state, but for dice and buttons."""
    items: list = []
    sheets.paint_row(items, state, state.team, marks, state.seat)
    sheets.paint_big(items, state, state.team, points_of(state), marks, True, state.seat)
    partners.paint_results(items, state)
    partners.paint_givers(items, state, partners.givers(state))
    return items


def glyphs(items: list, tag: str) -> list[str]:
    return [item.glyph for item in items if isinstance(item, Ink) and item.tag == tag]


# -------------------------------------------------------------------------- every mark


@pytest.mark.parametrize(("seats", "size", "hatches"), ALL)
def test_every_mark_of_every_team_and_hatch_is_there(seats: int, size: int, hatches: int) -> None:
    state = played(seats, size, hatches)
    items = drawn(state)
    small = set(range(len(state.sheets))) if len(state.sheets) > 1 else set()
    small -= {state.team} if hatches == 3 else set()
    assert sum(sheet.noted for sheet in state.sheets) > 8
    for team, sheet in enumerate(state.sheets):
        for place in layout_of(sheet).places:
            noted = sheet.marks(place.box, place.hatch)[place.slot : place.slot + 1]
            wanted = ["X" if mark.crossed else str(mark.points) for mark in noted]
            if team == state.team:
                assert glyphs(items, f"big.{place.name}") == wanted
            if team in small:
                assert glyphs(items, f"sheet.{team}.{place.name}") == wanted


@pytest.mark.parametrize(("seats", "size", "hatches"), ALL)
def test_digits_are_large_enough_to_read(seats: int, size: int, hatches: int) -> None:
    """On small sheets too, and with six players and three hatches."""
    for item in drawn(played(seats, size, hatches)):
        if isinstance(item, Ink) and item.glyph.isdigit():
            heights = [box[3] for _, box in number_boxes(item.glyph, item[1:5])]
            least = 40.0 if item.tag.startswith("big.") else SMALLEST_DIGIT
            assert min(heights) >= least, (item.tag, item.glyph, heights)


@pytest.mark.parametrize(("seats", "size", "hatches"), ALL)
def test_marks_stay_on_their_paper(seats: int, size: int, hatches: int) -> None:
    items = drawn(played(seats, size, hatches))
    papers = {item.tag: item for item in items if isinstance(item, Paper)}
    for item in items:
        if isinstance(item, Ink) and item.tag.startswith("sheet."):
            paper = papers[".".join(item.tag.split(".")[:2])]
            assert paper.x <= item.x
            assert item.x + item.w <= paper.x + paper.w
            assert paper.y - 4 <= item.y
            assert item.y + item.h <= paper.y + paper.h + 1


@pytest.mark.parametrize("glyph", ["X", "egg", "50"])
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_total_does_not_read_on_from_the_mark_of_a_grande(seats: int, glyph: str) -> None:
    """An egg beside 265 would be 0265."""
    row = sheets.Row(seats, 1)
    paper = row.paper(0, active=False)
    mark = sheets.mark_item(row.grande(paper, 1), glyph, 0, 0, "")
    right, _middle = row.total(paper)
    assert right - width_of("288", "pen", 56) - (mark.x + mark.w) >= 8


@pytest.mark.parametrize(("seats", "size", "hatches"), ALL)
def test_papers_and_buttons_lie_apart(seats: int, size: int, hatches: int) -> None:
    state = played(seats, size, hatches)
    rects = [tuple(item[1:5]) for item in drawn(state) if isinstance(item, Paper)]
    controls = controls_of(state)
    several = (controls.roll_with_extras, controls.extras, controls.take_back, controls.menu)
    assert not overlaps([*rects, *several], slack=6.0)
    assert not overlaps([*rects, controls.roll, controls.take_back, controls.menu], slack=6.0)
    for x, y, w, h in (*rects, *several):
        assert 0 <= x < x + w <= 1920
        assert 0 <= y < y + h <= 1080


@pytest.mark.parametrize("grandes", [1, 2])
@pytest.mark.parametrize("hatches", [1, 3])
def test_targets_are_large_and_do_not_overlap(hatches: int, grandes: int) -> None:
    rules = replace(CASUAL, hatches=hatches, grandes=grandes)
    sheet = Match(Setup(rules, (Seat("Ana"),), 0), ScriptedDice([])).state.sheet
    places = layout_of(sheet).places
    assert len(places) == rules.rounds
    assert len({place.name for place in places}) == len(places)
    assert not overlaps([place.cell for place in places])
    for place in places:
        assert min(place.cell[2:]) >= 80
        x, y, w, h = place.writing
        left, top, wide, high = place.cell
        assert left <= x < x + w <= left + wide
        assert top <= y < y + h <= top + high


@pytest.mark.parametrize("seats", range(2, 7))
def test_no_die_comes_to_rest_on_the_marks_of_a_small_sheet(seats: int) -> None:
    """With three hatches sheets lie below the cup: dice stay clear of all that is written."""
    state = played(seats, 1, 3)
    marks = [
        item
        for item in drawn(state)
        if isinstance(item, Ink) and item.tag.startswith("sheet.") and item.glyph != "grid"
    ]
    for seed in range(120):
        match = Match(Setup(CASUAL, (Seat("Ana"),), 0, f"m{seed}"), SeededDice(b"q" * 32))
        match.submit(Roll())
        for die in Poser(f"m{seed}").rest(match.state).dice:
            assert die is not None
            x, y = to_page(die.at)
            for mark in marks:
                dx = max(mark.x - x, 0, x - mark.x - mark.w)
                dy = max(mark.y - y, 0, y - mark.y - mark.h)
                assert math.hypot(dx, dy) > 50


# ----------------------------------------------------------------------------- teams


@pytest.mark.parametrize(("seats", "size", "hatches"), [c for c in ALL if c[1] > 1 and c[0] > 1])
def test_partners_share_ink_and_sign_and_whose_series_it_is_is_underlined(
    seats: int, size: int, hatches: int
) -> None:
    state = played(seats, size, hatches)
    items = drawn(state)
    for team, members in enumerate(state.teams):
        tag = "big.name" if team == state.team else f"sheet.{team}.name"
        written = [item for item in items if isinstance(item, Text) and item.tag == tag]
        assert [item.text for item in written] == [NAMES[seat] for seat in members]
        assert len({item.colour for item in written}) == 1
        (sign,) = [item for item in items if item.tag == f"{tag}.sign.text"]
        assert sign.text == LETTERS[team]
    names = [item for item in items if isinstance(item, Text) and item.tag == "big.name"]
    (playing,) = [item for item in names if item.text == NAMES[state.seat]]
    line = [item for item in items if item.tag == "active.mark"][-1]
    assert abs(line.x + line.w / 2 - playing.x) < 4
    assert 0 < line.y - playing.y < playing.size


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_team_one_short_has_its_own_sheet(seats: int) -> None:
    state = played(seats, 2, 1)
    assert len(state.sheets) == -(-seats // 2)
    items = drawn(state)
    for team, members in enumerate(state.teams):
        written = [item.text for item in items if item.tag == f"sheet.{team}.name"]
        assert written == [NAMES[seat] for seat in members]


# -------------------------------------------------------------------- partners' results


def peru(first: str, second: str) -> State:
    """Two partners have rolled; dice by roll, the first keeps 6s for three rolls if so written."""
    rules = replace(PERU, team_size=2)
    dice = [int(face) for face in first + second]
    match = Match(Setup(rules, (Seat("Ana"), Seat("Luis")), 0), ScriptedDice(dice))
    match.submit(Roll())
    match.submit(Stand())
    match.submit(Roll())
    return match.state


def test_the_result_of_a_partner_lies_apart_with_its_name_and_worth() -> None:
    state = peru("66612", "33322")
    items = drawn(state)
    dice = [item for item in items if isinstance(item, DieItem)]
    assert [top_face(die.orientation) for die in dice] == [6, 6, 6, 1, 2]
    told = [item.text for item in items if isinstance(item, Text) and "result.1" in item.tag]
    assert told == ["Ana", "Senas: 18"]


def test_every_box_shows_the_best_of_both_and_which_result_gives_it() -> None:
    """SPEC.md section 6: Senas 18 of the first, Full 35 or Trenes 9 of the second."""
    state = peru("66612", "33322")
    assert partners.givers(state) == {Box.BALAS: 0, Box.SENAS: 0}
    items = drawn(state)
    worth = {tag: glyphs(items, f"worth.{tag}") for tag in ("senas", "full", "trenes", "balas")}
    assert worth == {"senas": ["18"], "full": ["35"], "trenes": ["9"], "balas": ["1"]}
    marked = {item.tag: item.text for item in items if item.tag.startswith("giver.")}
    assert marked == {"giver.senas": "1", "giver.balas": "1"}


def test_a_box_that_both_serve_alike_is_of_the_dice_that_lie() -> None:
    """Tontos 4 of either."""
    assert partners.givers(peru("22114", "22336")) == {Box.BALAS: 0, Box.CUADRAS: 0}


def test_results_lie_apart_from_each_other_and_from_every_sheet() -> None:
    for hatches in (1, 3):
        state = played(6, 3, hatches)
        places = result_places(state)
        assert len(state.results) == len(places) == 2
        assert not overlaps([*places, layout_of(state.sheet).paper])


def test_a_result_that_is_worth_nothing_says_so() -> None:
    state = peru("66612", "33322")
    full = state.sheet
    for box in (Box.BALAS, Box.TONTOS, Box.SENAS):
        full = full.with_mark(box, Mark(0))
    state = replace(state, sheets=(full,))
    assert partners.worth_text(state, state.results[0]) == "no vale nada"


# ------------------------------------------------------------------------ at the table


def sit(dice: str, names: list[str], rules: Ruleset, **settings: object) -> TestedApp:
    faces = tuple(int(face) for face in dice)
    wishes = Wishes(seed=b"t" * 32, dice=scripted_turns(faces) if faces else None)
    app = make_app(wishes=wishes, speed="none", **settings)  # type: ignore[arg-type]
    app.start_match(names, 0, rules)
    settle(app)
    return app


def test_a_pair_plays_two_series_and_notes_the_first() -> None:
    app = sit("6661233345", ["Ana", "Luis", "Rosa", "Beto"], replace(CASUAL, team_size=2))
    roll(app)
    assert not tags(app, "result.1")
    click(app, "stand")
    settle(app)
    assert tags(app, "result.1")
    assert says(app, "Luis")
    if "card" in ids(app):
        click(app, "card")
    roll(app)
    assert shown(app) == [3, 3, 3, 4, 5]
    click(app, "box.senas")
    settle(app)
    state = table(app).state
    assert state.sheets[0].marks(Box.SENAS) == (Mark(18),)
    assert glyphs(tags(app, "big.senas"), "big.senas") == ["18"], "the sheet stays until the card"
    assert not tags(app, "result.1")
    assert state.seat == 2


def test_a_box_is_noted_in_the_hatch_that_is_pressed() -> None:
    app = sit("33322", ["Ana", "Luis"], replace(CASUAL, hatches=3))
    roll(app)
    for hatch in (1, 2, 3):
        assert glyphs(tags(app, f"worth.{hatch}.full"), f"worth.{hatch}.full") == ["35"]
    click(app, "box.3.full")
    settle(app)
    sheet = table(app).state.sheets[0]
    assert sheet.marks(Box.FULL, 2) == (Mark(35, de_mano=True),)
    assert sheet.hatch_totals == (0, 0, 35)
    assert len(tags(app, "big.3.full")) == 1
    (total,) = tags(app, "big.hatch.3")
    assert total.text == "35"  # type: ignore[union-attr]
    assert tags(app, "big.leads.3")
    assert {"Arriba", "Medio", "Abajo"} <= set(texts(app))


def test_the_other_sheet_of_three_hatches_changes_place_by_itself() -> None:
    """Only the sheet of who played before takes the place of that of who plays now."""
    state = played(6, 1, 3)
    before, after = (
        {
            item.tag: item[1:5]
            for item in drawn(replace(state, seat=seat))
            if isinstance(item, Paper)
        }
        for seat in (2, 3)
    )
    stayed = {tag for tag in before if tag.startswith("sheet.") and before[tag] == after.get(tag)}
    assert stayed == {"sheet.0", "sheet.1", "sheet.4", "sheet.5"}
    assert after["sheet.2"] == before["sheet.3"]


def test_dice_turned_by_hand_are_noted_and_not_the_partners() -> None:
    """Both results have the same place to turn; what is pressed is what is seen."""
    app = sit("6613223154", ["Ana", "Luis"], replace(COCH, team_size=2))
    roll(app)
    click(app, "stand")
    settle(app)
    click(app, "card")
    roll(app)
    click(app, "turn")
    click(app, "die.3")
    settle(app)
    assert glyphs(tags(app, "worth.senas"), "worth.senas") == ["6"]
    click(app, "box.senas")
    settle(app)
    assert table(app).state.sheets[0].marks(Box.SENAS) == (Mark(6),)


def signs(app: TestedApp) -> list[tuple[float, float, float, float]]:
    """The rectangles of worths, hands, dice to turn over and partners' numbers on the sheet."""
    out: list[tuple[float, float, float, float]] = []
    for item in items_of(app.window.layers):
        if isinstance(item, Ink) and item.tag.startswith("worth.") and item.glyph != "X":
            boxes = [box for _, box in number_boxes(item.glyph, item[1:5])]
            x, y, _w, h = boxes[0]
            out.append((x, y, boxes[-1][0] + boxes[-1][2] - x, h))
        elif isinstance(item, Ink) and item.tag == "served":
            out.append(item[1:5])
        elif isinstance(item, Text) and item.tag == "turns":
            wide = width_of(item.text, item.font, item.size)
            out.append((item.x - wide, item.y - item.size / 3, wide, item.size * 2 / 3))
        elif isinstance(item, Text) and item.tag.startswith("giver."):
            out.append((item.x - 9, item.y - 10, 18, 20))
    return out


@pytest.mark.parametrize("hatches", [1, 3])
@pytest.mark.parametrize("second", ["66554", "33322", "12345", "11162"])
def test_what_a_box_says_of_the_dice_keeps_apart(hatches: int, second: str) -> None:
    """Worth, hand, dice to turn over and the number of a partner's result, in one small box."""
    rules = replace(COCH, team_size=2, hatches=hatches)
    app = sit("44121" + second, ["Ana", "Luis"], rules)
    roll(app)
    click(app, "stand")
    settle(app)
    click(app, "card")
    roll(app)
    rects = signs(app)
    assert len(rects) > 12 * hatches
    assert not overlaps(rects, slack=3.0)


# ------------------------------------------------------------------------ whole matches


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        (replace(PERU, team_size=2), 4),
        (replace(ALALAY, team_size=2), 5),
        (replace(CASUAL, hatches=3), 2),
        (replace(CASUAL, hatches=3), 6),
        (replace(COCH, team_size=3, hatches=3), 6),
    ],
    ids=["peru-pairs", "alalay-pairs-one-short", "hatches-2", "hatches-6", "coch-trios-hatches"],
)
def test_a_whole_match_by_clicks(rules: Ruleset, seats: int) -> None:
    chance = random.Random(seats)
    app = sit("", list(NAMES[:seats]), rules, confirm_cross=False)
    match = table(app)
    for _ in range(1500):
        if scenes(app)[-1] == "results":
            break
        press_something(app, chance)
        settle(app)
        state = match.state
        for number, result in enumerate(state.results if app.top is match else (), 1):
            dice = [tags(app, f"result.{number}.die.{place}") for place in range(1, 6)]
            assert tuple(top_face(die[0].orientation) for die in dice) == result.dice
    state = match.state
    assert state.outcome is not None
    assert state.outcome.kind != "points" or all(sheet.full for sheet in state.sheets)
    for placing in state.outcome.ranking:
        (total,) = tags(app, f"total.{placing.team}")
        assert total.text == str(placing.total)


def press_something(app: TestedApp, chance: random.Random) -> None:
    """Do something sensible by a click: the card, a roll, leaving the dice, or the best box."""
    state = table(app).state
    if "card" in ids(app):
        click(app, "card")
    elif "stand" in ids(app) and chance.random() < 0.7:
        click(app, "stand")
    else:
        notes = [action for action in legal_actions(state) if isinstance(action, Note)]
        if not notes or (state.may_roll and chance.random() < 0.2):
            click(app, "roll")
        else:
            worth = points_by_hatch(state)
            best = max(notes, key=lambda note: (worth[note.box, note.hatch], note.box, note.hatch))
            slot = len(state.sheet.marks(best.box, best.hatch))
            place = layout_of(state.sheet).place(best.box, slot, best.hatch)
            click(app, f"box.{place.name}")


@pytest.mark.parametrize("hatches", [1, 3])
def test_no_line_of_a_large_sheet_strikes_the_name_of_a_box_out(hatches: int) -> None:
    """A # is drawn by hand, and never quite straight."""
    rules = replace(CASUAL, hatches=hatches)
    state = Match(Setup(rules, tuple(map(Seat, NAMES)), 0), ScriptedDice([])).state
    for team in range(6):
        drawn: list[Item] = []
        sheets.paint_big(drawn, state, team, {})
        printed = [i for i in drawn if isinstance(i, Text) and i.font == "print"]
        words = [name_rect(item) for item in printed if item.colour == look.FAINT]
        for line in (i for i in drawn if isinstance(i, Ink) and i.glyph == "grid"):
            place = (0, 0, round(line.w), round(line.h))
            for stroke in strokes("grid", place, PENS["pencil"], line.seed):
                for x, y in stroke:
                    at = (line.x + x, line.y + y)
                    assert not any(within(word, *at) for word in words), (team, at)


def name_rect(item: Text) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is read of a name, the width of the pencil around it."""
    wide, high = width_of(item.text, item.font, item.size), item.size * 0.7
    x = item.x - wide / 2
    return (x - 2, item.y - high / 2 - 2, x + wide + 2, item.y + high / 2 + 2)


def within(rect: tuple[float, float, float, float], x: float, y: float) -> bool:
    left, top, right, bottom = rect
    return left < x < right and top < y < bottom
