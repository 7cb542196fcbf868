"""What the player is about to do, before the engine is told: dice turned by hand, bajo, a goal.

Turning dice is part of noting (R-20), bajo is called with the roll (R-21), a goal is declared by
pressing a box (R-23): until then they exist only here. Presses on dice and boxes become actions;
the engine says what is legal and why not. Pure: no pygame, no picture.
"""

from __future__ import annotations

from enum import StrEnum

from cacho.engine import (
    Action,
    Box,
    Declare,
    Hold,
    Note,
    Phase,
    Reason,
    Roll,
    State,
    points_as_turned,
    points_by_hatch,
    turn_limits,
    ways_of,
    why_not,
)

Place = tuple[Box, int]
"""A box of a hatch, counted from 0."""


class Mode(StrEnum):
    """What a press on a die or a box means."""

    PLAY = "play"
    """Dice are held, boxes noted."""
    TURN = "turn"
    """Dice are turned over."""
    DECLARE = "declare"
    """A box is declared."""


class Plan:
    """The intentions of whoever plays; forgotten with every roll and every note."""

    def __init__(self) -> None:
        self.turned: frozenset[int] = frozenset()
        """Places that the player has turned over by hand."""
        self.bajo = False
        """Whether bajo has been called for the next roll."""
        self._mode = Mode.PLAY

    def forget(self) -> None:
        """Begin anew."""
        self.turned, self.bajo, self._mode = frozenset(), False, Mode.PLAY

    # --------------------------------------------------------------------- modes

    def mode(self, state: State) -> Mode:
        """Return what presses mean now: where dice can only be turned, they are."""
        if self._mode is Mode.PLAY and can_turn(state) and not can_hold(state):
            return Mode.TURN
        return self._mode

    def switch(self, mode: Mode) -> None:
        """Let presses mean this, or again what they usually do."""
        self._mode = Mode.PLAY if self._mode is mode else mode

    # ------------------------------------------------------------------- presses

    def press_die(self, state: State, place: int) -> Action | Reason | None:
        """Return the action of a press on a die, why there is none, or None if it was turned."""
        if self.mode(state) is not Mode.TURN:
            return Hold(state.held ^ {place})
        after = self.turned ^ {place}
        if len(after) > turn_limits(state)[1]:
            return Reason.TURN_FEWER
        self.turned = after
        return None

    def press_box(self, state: State, box: Box, hatch: int) -> Action:
        """Return the action of a press on a box: a note, or a declaration."""
        if self._mode is Mode.DECLARE:
            return Declare(None if state.goal is box else box)
        return self.note(state, box, hatch)

    def note(self, state: State, box: Box, hatch: int = 0) -> Note:
        """Return the note of a box: with these dice as turned by hand, or the best of the team."""
        series = len(state.results) if self.turned else None
        return Note(box, self.turned or None, hatch, series)

    def roll(self) -> Roll:
        """Return the next roll, with bajo if it was called."""
        return Roll(bajo=self.bajo)

    # --------------------------------------------------------------------- worth

    def worth(self, state: State) -> dict[Place, int]:
        """Return what every open place brings: for the dice as turned, or at their best."""
        if not self.turned:
            return points_by_hatch(state)
        as_turned = points_as_turned(state, self.turned)
        return {
            (box, hatch): as_turned[box]
            for box, hatch in state.sheet.open_places
            if box in as_turned
        }

    def would_turn(self, state: State, box: Box) -> frozenset[int]:
        """Return the dice that turn over if a box is noted now."""
        if self.turned:
            return self.turned
        ways = ways_of(state, box)
        return ways[0].turned if ways else frozenset()

    def crossable(self, state: State, box: Box, hatch: int) -> bool:
        """Whether pressing a place that brings nothing would cross it out."""
        return why_not(state, self.note(state, box, hatch)) is None


def can_turn(state: State) -> bool:
    """Whether dice may be turned over with a note now."""
    return turn_limits(state)[1] > 0


def can_hold(state: State) -> bool:
    """Whether dice may be held now."""
    return why_not(state, Hold(state.held)) is None


def can_call_bajo(state: State) -> bool:
    """Whether bajo may be called with the next roll."""
    return why_not(state, Roll(bajo=True)) is None


def can_declare(state: State) -> bool:
    """Whether some box may be declared now, or a declaration withdrawn."""
    if state.phase is not Phase.TURN or not state.deciding:
        return False
    choices = (Declare(None), *(Declare(box) for box in state.sheet.open_boxes))
    return any(why_not(state, choice) is None for choice in choices)


def needs_goal(state: State) -> bool:
    """Whether a box must be declared before the next roll."""
    return why_not(state, Roll()) is Reason.GOAL_FIRST
