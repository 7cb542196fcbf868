"""Whatever is done at the table, in whatever order: the state stays one that the rules allow.

A hypothesis machine plays, fumbles and takes back. Beside it a naive scorekeeper, who only
listens to the events, keeps the sheets in a dictionary of his own.
"""

from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from strategies import any_action, dice, places, setups

from cacho.engine import (
    Action,
    Box,
    Dormida,
    Event,
    Hold,
    IllegalAction,
    Lot,
    MatchOver,
    Note,
    Noted,
    Phase,
    Roll,
    Rolled,
    ScriptedDice,
    Setup,
    State,
    TakeBack,
    TakenBack,
    action_line,
    apply,
    check_invariants,
    header_lines,
    legal_actions,
    new_state,
    parse_record,
    points_of,
    replay,
    why_not,
)


class Table(RuleBasedStateMachine):
    """A match of any size, under any rules that this version plays."""

    @initialize(setup=setups())
    def sit_down(self, setup: Setup) -> None:
        self.setup = setup
        self.state: State = new_state(setup)
        self.log: list[Action] = []
        self.book: Counter[tuple[int, Box, int]] = Counter()
        self.turns = 0
        self.ended = False

    def do(self, action: Action) -> tuple[Event, ...]:
        self.state, events = apply(self.state, action)
        self.log.append(action)
        for event in events:
            self.listen(event)
        return events

    def listen(self, event: Event) -> None:
        match event:
            case Noted(seat, box, slot, points):
                assert (seat, box, slot) not in self.book, "a box is written once"
                self.book[seat, box, slot] = points
                self.turns += 1
            case TakenBack(seat, box, slot, points):
                assert self.book.pop((seat, box, slot)) == points
                self.turns -= 1
                self.ended = False
            case Dormida() | MatchOver():
                self.ended = True

    # ---------------------------------------------------------------------------- what players do

    @precondition(lambda self: self.state.phase is Phase.LOT)
    @rule(data=st.data())
    def draw_lot(self, data: st.DataObject) -> None:
        self.do(Lot(data.draw(dice(len(self.state.contenders)))))

    @precondition(lambda self: self.state.may_roll)
    @rule(data=st.data())
    def roll(self, data: st.DataObject) -> None:
        held = {place: self.state.dice[place - 1] for place in self.state.held}
        rolled, *_ = self.do(Roll(data.draw(dice(self.state.rolling))))
        assert isinstance(rolled, Rolled)
        assert set(rolled.places) == {1, 2, 3, 4, 5} - set(held)
        assert all(rolled.dice[place - 1] == face for place, face in held.items())
        assert tuple(rolled.dice[place - 1] for place in rolled.places) == rolled.faces

    @precondition(lambda self: self.state.deciding and self.state.rolls_left)
    @rule(chosen=places)
    def hold(self, chosen: frozenset[int]) -> None:
        self.do(Hold(chosen))
        assert self.state.rolling == 5 - len(chosen)

    @precondition(lambda self: self.state.deciding)
    @rule(data=st.data())
    def note(self, data: st.DataObject) -> None:
        before, worth = self.state, points_of(self.state)
        box = data.draw(st.sampled_from(list(worth)))
        noted, *_ = self.do(Note(box))
        assert noted.points == worth[box]
        assert self.state.totals[before.seat] == before.totals[before.seat] + worth[box]

    @precondition(lambda self: self.state.deciding)
    @rule(data=st.data())
    def note_and_regret(self, data: st.DataObject) -> None:
        """R-17: taking back restores everything, a match that was over too."""
        before = self.state
        self.note(data)
        self.do(TakeBack())
        assert self.state == before
        assert hash(self.state) == hash(before)

    @precondition(lambda self: self.state.last_note)
    @rule()
    def take_back(self) -> None:
        self.do(TakeBack())
        assert self.state.deciding

    @rule(action=any_action)
    def fumble(self, action: Action) -> None:
        """Anything at all: what is refused has a reason and changes nothing."""
        before = self.state
        drawn = not (isinstance(action, Lot | Roll) and action.faces is None)
        reason = why_not(self.state, action)
        if reason is None and drawn:
            apply(self.state, action)
        else:
            with pytest.raises(IllegalAction) as refusal:
                apply(self.state, action)
            assert reason in {None, refusal.value.reason}
        assert self.state == before

    # -------------------------------------------------------------------------- what always holds

    @invariant()
    def the_rules_allow_it(self) -> None:
        check_invariants(self.state)

    @invariant()
    def the_scorekeeper_agrees(self) -> None:
        for seat, sheet in enumerate(self.state.sheets):
            for box in Box:
                marks = [mark.points for mark in sheet.marks(box)]
                book = [self.book[seat, box, slot] for slot in range(len(marks))]
                assert marks == book
                assert (seat, box, len(marks)) not in self.book
        assert sum(self.book.values()) == sum(self.state.totals)
        assert self.turns == len(self.book) == sum(sheet.noted for sheet in self.state.sheets)
        assert self.ended == (self.state.phase is Phase.OVER)

    @invariant()
    def a_match_that_goes_on_can_go_on(self) -> None:
        choices = legal_actions(self.state)
        assert all(why_not(self.state, action) is None for action in choices)
        going = [action for action in choices if not isinstance(action, TakeBack)]
        assert bool(going) == (self.state.phase is not Phase.OVER)
        assert len(set(choices)) == len(choices)

    @invariant()
    def what_is_listed_is_what_is_not_refused(self) -> None:
        choices = set(legal_actions(self.state))
        for box in Box:
            assert (Note(box) in choices) == (why_not(self.state, Note(box)) is None)
            assert (Note(box) in choices) == (box in points_of(self.state))
        assert (Roll() in choices) == self.state.may_roll
        assert (TakeBack() in choices) == (self.state.last_note is not None)

    def teardown(self) -> None:
        """The record of all this brings the match to the very same state."""
        if not hasattr(self, "state"):
            return
        lines = [*header_lines(self.setup), *map(action_line, self.log)]
        match = replay(parse_record("\n".join(lines) + "\n"), ScriptedDice(()))
        assert match.setup == self.setup
        assert match.state == self.state
        assert match.log == tuple(self.log)


class TestTable(Table.TestCase):
    settings = settings(max_examples=40, stateful_step_count=60, deadline=None, derandomize=True)


@pytest.mark.soak
class TestTableForLong(Table.TestCase):
    settings = settings(max_examples=1000, stateful_step_count=120, deadline=None)
