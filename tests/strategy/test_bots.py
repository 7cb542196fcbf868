"""The program's players: legal and quick wherever they are asked, and each of its own strength."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, pairwise, permutations

import pytest
from house_values import HOUSE_VALUES
from strategies import house

from cacho.engine import (
    CASUAL,
    COCH,
    PERU,
    PRESETS,
    Action,
    Box,
    Declare,
    Hand,
    Hold,
    Leave,
    Level,
    Lot,
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
    Sheet,
    Stand,
    State,
    apply,
    new_state,
    points_of,
    why_not,
)
from cacho.strategy import Solution
from cacho.strategy.bots import Wits, choose
from tools import tournament

Solved = Callable[[Ruleset], Solution]
HANDS = list(combinations_with_replacement(range(1, 7), 5))
LEVELS = list(Level)
SLOWEST = 0.3
"""Seconds of the processor that a decision may take once everything is loaded (T05)."""


@pytest.fixture(scope="module")
def wits(solved: Solved) -> Callable[[Ruleset], Wits]:
    known: dict[Ruleset, Wits] = {}

    def of(rules: Ruleset) -> Wits:
        if rules not in known:
            known[rules] = Wits(rules, solved(rules))
            _ = known[rules].rough, known[rules].greedy
        return known[rules]

    return of


def table(rules: Ruleset, levels: Sequence[Level], seed: int, start: int | str = 0) -> Match:
    seats = tuple(Seat(f"{level} {at}", level) for at, level in enumerate(levels))
    first = "lot" if start == "lot" else int(start)
    setup = Setup(rules, seats, first, match_id=f"match-{seed}", tie_break=bool(seed % 2))
    return Match(setup, SeededDice(seed.to_bytes(32, "big")))


def play(match: Match, wits: Wits) -> list[list[Action]]:
    """Play a match to its end by its bots; the actions of every turn, each seen to do something."""
    turns: list[list[Action]] = [[]]
    while not match.over:
        before = match.state
        level = before.seats[before.seat].bot or Level.NOVATO
        action = choose(before, level, wits, match.setup.match_id)
        match.submit(action)
        assert match.state != before, f"{action} changes nothing"
        turns[-1].append(action)
        if isinstance(action, Lot | Note | Stand):
            turns.append([])
    return turns


# ---------------------------------------------------------------------------------- T02


def sheet_open(rules: Ruleset, boxes: Sequence[Box]) -> Sheet:
    """A sheet on which only these boxes are open; a box named twice has both its slots free."""
    sheet = Sheet.blank(rules)
    for box in Box:
        for _ in range(rules.capacity(box) - boxes.count(box)):
            sheet = sheet.with_mark(box, Mark(0))
    return sheet


def nearly_full(rules: Ruleset) -> Iterator[State]:
    """Every sheet with one or two boxes open, before the roll."""
    start = new_state(Setup(rules, (Seat("Ana", Level.NOVATO),)))
    slots = [box for box in Box for _ in range(rules.capacity(box))]
    for count in (1, 2):
        for boxes in sorted(set(combinations(slots, count))):
            sheet = sheet_open(rules, boxes)
            yield replace(start, sheets=(sheet,), round=rules.rounds - count + 1)


def lying(state: State, hand: tuple[int, ...], rolls: int, held: int) -> State:
    """The state in which a hand lies after some roll, `held` dice of it from the roll before."""
    for roll in range(1, rolls + 1):
        places = frozenset(range(1, held + 1)) if roll > 1 else frozenset[int]()
        if places and state.phase is Phase.TURN and why_not(state, Hold(places)) is None:
            state, _ = apply(state, Hold(places))
            if state.goal_due:
                state, _ = apply(state, Declare(state.sheet.open_boxes[0]))
        faces = hand[len(state.held) :]
        if state.phase is not Phase.TURN or why_not(state, Roll(faces)) is not None:
            break
        state, _ = apply(state, Roll(faces))
    return state


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda rules: rules.name)
def test_there_is_a_move_with_hardly_a_box_open(
    preset: Ruleset, level: Level, wits: Callable[[Ruleset], Wits], soak: bool
) -> None:
    """Every sheet with one or two open boxes, every hand, all rolls left (T02)."""
    chance, known = random.Random(f"{preset.name}/{level}"), wits(preset)
    cases = [
        (state, hand, rolls)
        for state in nearly_full(preset)
        for hand in HANDS
        for rolls in range(1, preset.rolls + 1)
    ]
    for start, hand, rolls in cases if soak else chance.sample(cases, 60):
        state = lying(start, hand, rolls, held=chance.randrange(3))
        if state.phase is Phase.TURN:
            begun = time.process_time()
            action = choose(state, level, known, "seed")
            took = time.process_time() - begun
            assert why_not(state, action) is None, f"{action} in {state}"
            assert took < SLOWEST, f"{took:.3f} s for {action} in {state}"


# ------------------------------------------------------------------------- T01, T03, T12


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("dice", [(1, 1, 2, 3, 5), (5, 1, 3, 1, 2), (1, 2, 3, 5, 1)])
def test_a_poor_hand_is_rolled_again(
    level: Level, dice: tuple[int, ...], wits: Callable[[Ruleset], Wits]
) -> None:
    """Two balas and nothing else, Balas open: nobody notes that after the first roll (T01)."""
    state, _ = apply(new_state(Setup(CASUAL, (Seat("Ana", level),))), Roll(dice))
    for seed in "abcdefgh":
        after, action = state, choose(state, level, wits(CASUAL), seed)
        if isinstance(action, Hold):
            after, _ = apply(state, action)
            action = choose(after, level, wits(CASUAL), seed)
        assert isinstance(action, Roll)


def test_rolls_are_used_and_points_made_as_befits_the_level(
    wits: Callable[[Ruleset], Wits], soak: bool
) -> None:
    """Means over many games (T01), and the order of the levels."""
    games, means = 400 if soak else 10, {}
    for level in LEVELS:
        rolls, totals = 0, []
        for seed in range(games):
            match = table(CASUAL, [level], seed)
            turns = play(match, wits(CASUAL))
            rolls += sum(isinstance(action, Roll) for turn in turns for action in turn)
            if match.state.outcome and match.state.outcome.kind == "points":
                totals.append(match.state.totals[0])
        assert 2.3 < rolls / (games * CASUAL.rounds) < 2.95
        means[level] = sum(totals) / len(totals)
    assert 95 < means[Level.NOVATO] < means[Level.PARROQUIANO] - 15
    assert means[Level.PARROQUIANO] < means[Level.MAESTRO] < 175


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_crosses_out_by_a_slip(level: Level, wits: Callable[[Ruleset], Wits]) -> None:
    """A novato or parroquiano who crosses out has nothing left to note, and no roll either."""
    crossed = 0
    for seed in range(6):
        match = table(CASUAL, [level], seed)
        while not match.over:
            state = match.state
            action = choose(state, level, wits(CASUAL), f"match-{seed}")
            if isinstance(action, Note) and not points_of(state)[action.box]:
                crossed += 1
                if level in {Level.NOVATO, Level.PARROQUIANO}:
                    assert not state.rolls_left
                    assert level is Level.PARROQUIANO or not any(points_of(state).values())
            match.submit(action)
    assert crossed


@pytest.mark.parametrize("level", [Level.NOVATO, Level.PARROQUIANO])
def test_a_slip_holds_what_looks_like_something(
    level: Level, wits: Callable[[Ruleset], Wits]
) -> None:
    """Of 6 5 5 4 4 nobody holds one five, or the six with one four."""
    match = Match(Setup(CASUAL, (Seat("Ana"),), 0), ScriptedDice((6, 5, 5, 4, 4)))
    match.submit(Roll())
    held = set()
    for seed in range(300):
        action = choose(match.state, level, wits(CASUAL), f"seed-{seed}")
        if isinstance(action, Hold):
            held.add(tuple(sorted(match.state.dice[place - 1] for place in action.places)))
    assert len(held) > 3, "there are slips"
    for faces in held:
        every = all(faces.count(face) == match.state.dice.count(face) for face in faces)
        assert every or faces == (4, 5, 6)


def test_no_turn_holds_twice_on_end_or_does_nothing(
    wits: Callable[[Ruleset], Wits], soak: bool
) -> None:
    """Whole matches under every preset, teams and hatches too (T03)."""
    shared = [replace(COCH, team_size=2), replace(CASUAL, hatches=3)]
    for number, rules in enumerate([*PRESETS.values(), *shared] * (20 if soak else 1)):
        match = table(rules, [LEVELS[(number + at) % 4] for at in range(2 + number % 3)], number)
        for turn in play(match, wits(rules)):
            kinds = [type(action) for action in turn]
            assert (Hold, Hold) not in set(pairwise(kinds))
            assert kinds.count(Roll) <= rules.rolls
            assert kinds.count(Hold) < max(2, rules.rolls)


def test_any_house_rules_are_played_to_the_end(soak: bool) -> None:
    """Rules drawn at random, before they are solved: nobody waits for that (T12)."""
    for number in range(300 if soak else 4):
        chance = random.Random(number)
        fields = chance.sample(list(HOUSE_VALUES), chance.randrange(8))
        texts = {field: chance.choice(HOUSE_VALUES[field]) for field in fields}
        rules = house(chance.choice(list(PRESETS.values())), texts)
        levels = [chance.choice(LEVELS) for _ in range(chance.randint(1, 3))]
        play(table(rules, levels, number, start=chance.choice(["lot", 0])), Wits(rules))


@pytest.mark.parametrize("seats", range(1, 7))
def test_a_bot_may_sit_anywhere(seats: int, wits: Callable[[Ruleset], Wits]) -> None:
    """A table of bots alone, begun by each of them in turn (T12)."""
    start = seats * 5 % seats if seats > 1 else 0
    match = table(CASUAL, [LEVELS[at % 4] for at in range(seats)], seats, start)
    play(match, wits(CASUAL))
    assert match.state.outcome


# ------------------------------------------------------------------- what a bot is given


def test_a_bot_goes_on_in_the_middle_of_a_turn(wits: Callable[[Ruleset], Wits]) -> None:
    """Whatever the person before has held or declared, the bot gets to its own decision."""
    match = Match(Setup(PERU, (Seat("Ana"),)), ScriptedDice([6, 6, 2, 6, 1, 3, 4, 4, 5] * 3))
    match.submit(Roll())
    match.submit(Hold(frozenset({3, 5})))
    match.submit(Declare(Box.TONTOS))
    match.submit(Hand(0, Level.MAESTRO))
    match.submit(choose(match.state, Level.MAESTRO, wits(PERU), "seed"))
    while match.state.rolls == 1:
        match.submit(choose(match.state, Level.MAESTRO, wits(PERU), "seed"))
    assert match.state.held == {1, 2, 4}
    assert match.state.goal in {Box.SENAS, Box.POKER, Box.GRANDE}


def test_whoever_plays_alone_when_all_have_left_goes_on(wits: Callable[[Ruleset], Wits]) -> None:
    match = table(CASUAL, [Level.NOVATO, Level.TIBURON], 3)
    match.submit(Leave(0))
    play(match, wits(CASUAL))
    assert match.state.outcome
    assert match.state.outcome.winners == (1,)


def test_the_same_question_has_the_same_answer(wits: Callable[[Ruleset], Wits]) -> None:
    """After a take-back or a restart a bot does not think again, whatever its slips."""
    match = table(CASUAL, [Level.NOVATO], 7)
    match.submit(Roll())
    first = [choose(match.state, Level.NOVATO, Wits(CASUAL), f"{seed}") for seed in range(12)]
    again = [choose(match.state, Level.NOVATO, wits(CASUAL), f"{seed}") for seed in range(12)]
    assert first == again
    assert len(set(first)) > 1, "a beginner does not always do the same"


def test_the_order_in_which_dice_lie_does_not_matter(wits: Callable[[Ruleset], Wits]) -> None:
    """Held are the same faces, wherever they came to lie (U17's kin: places are only places)."""
    start = new_state(Setup(CASUAL, (Seat("Ana", Level.MAESTRO),)))
    kept = set()
    for dice in set(permutations((4, 4, 2, 6, 1))):
        state, _ = apply(start, Roll(dice))
        action = choose(state, Level.MAESTRO, wits(CASUAL), "seed")
        assert isinstance(action, Hold)
        kept.add(tuple(sorted(dice[place - 1] for place in action.places)))
    assert len(kept) == 1


def test_each_level_beats_the_one_below(solved: Solved, soak: bool) -> None:
    """By more than chance explains, where there is time for enough deals (docs/bots.md)."""
    solution = solved(CASUAL)
    enough = {(Level.NOVATO, Level.PARROQUIANO): 60 if soak else 16}
    if soak:
        solution.complete()
        enough |= {(Level.PARROQUIANO, Level.MAESTRO): 200, (Level.MAESTRO, Level.TIBURON): 2000}
    for levels, deals in enough.items():
        wits = Wits(CASUAL, solution)
        played = [tournament.one_deal(CASUAL, levels, wits, deal) for deal in range(deals)]
        mean, half = tournament.interval([deal["won"][levels[1]] for deal in played])
        assert mean - half > 0.5, f"{levels[1]} wins {mean:.3f} ± {half:.3f}"
