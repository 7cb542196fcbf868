"""Whatever is done at the table, in whatever order: the state stays one that the rules allow.

A hypothesis machine plays, fumbles and takes back. Beside it a naive scorekeeper, who only
listens to the events, keeps the sheets in a dictionary of his own.
"""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from strategies import any_action, departures, dice, places, setups, table_matters

from cacho.engine import (
    Action,
    Bajo,
    Box,
    Declare,
    Dormida,
    EarlyWin,
    Event,
    Hold,
    IllegalAction,
    Leave,
    Lot,
    MatchOver,
    Note,
    Noted,
    Phase,
    Roll,
    Rolled,
    ScriptedDice,
    SeatLeft,
    Setup,
    Stand,
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
    points_as_turned,
    points_by_hatch,
    points_of,
    replay,
    teams_of,
    ways_of,
    why_not,
)


class Table(RuleBasedStateMachine):
    """A match of any size, under any rules."""

    @initialize(setup=setups())
    def sit_down(self, setup: Setup) -> None:
        self.setup = setup
        self.state: State = new_state(setup)
        self.log: list[Action] = []
        self.book: Counter[tuple[int, Box, int, int]] = Counter()
        self.turns = 0
        self.closed = 0
        self.ended = False

    def do(self, action: Action) -> tuple[Event, ...]:
        self.state, events = apply(self.state, action)
        self.log.append(action)
        for event in events:
            self.listen(event)
        return events

    def team(self, seat: int) -> int:
        teams = teams_of(len(self.setup.seats), self.setup.rules.team_size)
        return next(at for at, team in enumerate(teams) if seat in team)

    def listen(self, event: Event) -> None:
        match event:
            case Noted(seat, box, slot, points, hatch=hatch):
                place = (self.team(seat), box, hatch, slot)
                assert place not in self.book, "a box is written once"
                self.book[place] = points
                self.turns += 1
            case TakenBack(seat, box, slot, points, hatch):
                assert self.book.pop((self.team(seat), box, hatch, slot)) == points
                self.turns -= 1
                self.ended = False
            case SeatLeft(seat, crossed):
                for box, hatch, slot in crossed:
                    assert (self.team(seat), box, hatch, slot) not in self.book
                    self.book[self.team(seat), box, hatch, slot] = 0
                self.closed += len(crossed)
            case Dormida() | EarlyWin() | MatchOver():
                self.ended = True

    # ---------------------------------------------------------------------------- what players do

    @precondition(lambda self: self.state.phase is Phase.LOT)
    @rule(data=st.data())
    def draw_lot(self, data: st.DataObject) -> None:
        self.do(Lot(data.draw(dice(len(self.state.contenders)))))

    @precondition(lambda self: self.state.may_roll and self.state.phase is Phase.TURN)
    @rule(data=st.data())
    def roll(self, data: st.DataObject) -> None:
        before = self.state
        bajo = before.rules.bajo == "call" and data.draw(st.booleans())
        held = {place: before.dice[place - 1] for place in before.held}
        rolled, *_ = self.do(Roll(data.draw(dice(before.rolling)), bajo))
        assert isinstance(rolled, Rolled)
        assert set(rolled.places) == {1, 2, 3, 4, 5} - set(held)
        shown = [7 - face for face in rolled.dice] if bajo else rolled.dice
        assert all(shown[place - 1] == face for place, face in held.items())
        assert tuple(shown[place - 1] for place in rolled.places) == rolled.faces

    @precondition(lambda self: self.state.phase is Phase.TIE)
    @rule(data=st.data())
    def roll_for_the_tie(self, data: st.DataObject) -> None:
        self.do(Roll(data.draw(dice(5))))

    @precondition(lambda self: self.state.deciding and self.state.rolls_left)
    @rule(chosen=places)
    def hold(self, chosen: frozenset[int]) -> None:
        self.do(Hold(chosen))
        assert self.state.rolling == 5 - len(chosen)

    @precondition(lambda self: self.state.goal_due)
    @rule(data=st.data())
    def declare(self, data: st.DataObject) -> None:
        """R-23: nothing else lets a player roll on with dice held."""
        box = data.draw(st.sampled_from(self.state.sheet.open_boxes))
        assert why_not(self.state, Roll()) is not None
        self.do(Declare(box))
        assert self.state.may_roll

    @precondition(lambda self: why_not(self.state, Bajo()) is None)
    @rule()
    def turn_all_over(self) -> None:
        """R-21."""
        before = self.state.dice
        self.do(Bajo())
        assert self.state.dice == tuple(7 - face for face in before)

    @precondition(lambda self: why_not(self.state, Stand()) is None)
    @rule()
    def leave_the_dice(self) -> None:
        """R-29."""
        before = self.state
        self.do(Stand())
        assert self.state.team == before.team
        assert self.state.on_table == before.on_table

    @precondition(lambda self: self.notes())
    @rule(data=st.data())
    def note(self, data: st.DataObject) -> None:
        before = self.state
        note = data.draw(st.sampled_from(self.notes()))
        ways = ways_of(before, note.box)
        noted, *_ = self.do(note)
        assert noted.points == ways[0].points <= points_by_hatch(before)[note.box, note.hatch]
        total = before.totals[before.team] + noted.points
        assert self.state.totals[before.team] == total

    @precondition(lambda self: self.notes())
    @rule(data=st.data())
    def note_by_hand(self, data: st.DataObject) -> None:
        """R-20: each way of reading the dice can be asked for, and brings what it says."""
        box = data.draw(st.sampled_from(self.notes())).box
        hatch = next(h for b, h in self.state.sheet.open_places if b == box)
        way = data.draw(st.sampled_from(ways_of(self.state, box)))
        note = Note(box, way.turned, hatch, way.series)
        if why_not(self.state, note) is None:
            noted, *_ = self.do(note)
            assert (noted.points, noted.turned, noted.series) == (
                way.points,
                way.turned,
                way.series,
            )
        else:
            assert way.points == 0, "what scores may be noted so"

    @precondition(lambda self: self.notes())
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

    @precondition(lambda self: len(self.log) % 5 == 4)
    @rule()
    def take_back_as_agreed(self) -> None:
        """R-17: whatever was rolled since; who is away stays away, who plays a seat plays it."""
        before = self.state
        if why_not(before, TakeBack(agreed=True)) is not None:
            return
        self.do(TakeBack(agreed=True))
        assert self.state.deciding
        assert (self.state.gone, self.state.seats) == (before.gone, before.seats)

    @rule(action=table_matters)
    def beside_the_game(self, action: Action) -> None:
        """R-33: handing a seat on and asking for help change nothing in the match."""
        before = self.state
        if why_not(before, action) is None:
            self.do(action)
            assert replace(self.state, seats=before.seats) == before

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

    @precondition(lambda self: len(self.log) % 7 == 6)
    @rule(leave=departures)
    def go_home(self, leave: Leave) -> None:
        """R-32: the order of the others never changes."""
        before = self.state
        if why_not(before, leave) is not None:
            return
        self.do(leave)
        assert leave.seat in self.state.gone
        if before.phase is Phase.TURN:
            assert self.state.order == before.order
        if before.seat != leave.seat and self.state.phase is before.phase:
            assert (self.state.seat, self.state.dice) == (before.seat, before.dice)

    def notes(self) -> list[Note]:
        return [action for action in legal_actions(self.state) if isinstance(action, Note)]

    # -------------------------------------------------------------------------- what always holds

    @invariant()
    def the_rules_allow_it(self) -> None:
        check_invariants(self.state)

    @invariant()
    def the_scorekeeper_agrees(self) -> None:
        for team, sheet in enumerate(self.state.sheets):
            for box, hatch in ((box, hatch) for box in Box for hatch in range(sheet.hatches)):
                marks = [mark.points for mark in sheet.marks(box, hatch)]
                book = [self.book[team, box, hatch, slot] for slot in range(len(marks))]
                assert marks == book
                assert (team, box, hatch, len(marks)) not in self.book
        assert sum(self.book.values()) == sum(self.state.totals)
        assert self.turns + self.closed == len(self.book)
        assert len(self.book) == sum(sheet.noted for sheet in self.state.sheets)
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
            assert box in points_of(self.state) or Note(box) not in choices
        assert (Roll() in choices) == self.state.may_roll
        assert (TakeBack() in choices) == (self.state.last_note is not None)

    @invariant()
    def every_way_is_shown_as_it_is_noted(self) -> None:
        """The best way is the best value; what the dice bring as turned is one of the ways."""
        if not self.state.deciding:
            return
        for box, best in points_of(self.state).items():
            ways = ways_of(self.state, box)
            assert all(way.points <= best for way in ways)
            for way in ways[:3]:
                if way.series == len(self.state.results):
                    assert points_as_turned(self.state, way.turned)[box] == way.points

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
    settings = settings(max_examples=40, stateful_step_count=60, derandomize=True)


@pytest.mark.soak
class TestTableForLong(Table.TestCase):
    settings = settings(max_examples=1000, stateful_step_count=120)
