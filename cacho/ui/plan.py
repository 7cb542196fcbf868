"""What the player is about to do, before the engine is told: dice turned by hand, bajo, a goal.

Turning dice is part of noting (R-20), and so is which of a team's results is noted (R-29); bajo is
called with the roll (R-21), a goal is declared by pressing a box (R-23): until then they exist only
here. Presses on dice and boxes become actions; the engine says what is legal and why not. Pure: no
pygame, no picture.
"""

from __future__ import annotations

from enum import StrEnum

from cacho.engine import (
    Action,
    Box,
    Declare,
    Hold,
    LastNote,
    Note,
    Phase,
    Reason,
    Roll,
    State,
    TakeBack,
    Way,
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
        self.series: int | None = None
        """The result of the team that is to be noted, counted from 0; None: the best for a box."""
        self.bajo = False
        """Whether bajo has been called for the next roll."""
        self._mode = Mode.PLAY

    def forget(self) -> None:
        """Begin anew."""
        self.turned, self.series = frozenset(), None
        self.bajo, self._mode = False, Mode.PLAY

    # --------------------------------------------------------------------- modes

    def mode(self, state: State) -> Mode:
        """Return what presses mean now: where dice can only be turned, they are."""
        if self._mode is Mode.PLAY and can_turn(state) and not can_hold(state):
            return Mode.TURN
        return self._mode

    def switch(self, mode: Mode) -> None:
        """Let presses mean this, or again what they usually do."""
        self._mode = Mode.PLAY if self._mode is mode else mode

    def leave(self) -> bool:
        """Let presses mean what they usually do; False if they did already."""
        left = self._mode is not Mode.PLAY
        self._mode = Mode.PLAY
        return left

    # ------------------------------------------------------------------- presses

    def press_die(self, state: State, place: int) -> Action | Reason | None:
        """Return the action of a press on a die, why there is none, or None if it was turned."""
        if self.mode(state) is not Mode.TURN:
            return Hold(state.held ^ {place})
        after = self.turned ^ {place}
        if len(after) > turn_limits(state)[1]:
            return Reason.TURN_FEWER
        self.turned, self.series = after, None
        return None

    def press_result(self, state: State, number: int) -> None:
        """Choose a result that a partner left; pressed again the own dice, then the best."""
        own = len(state.results)
        after = {None: number, number: own, own: None}
        self._choose(after.get(self.series, number))

    def next_result(self, state: State) -> None:
        """Choose the next result of the team; after the own dice comes the best again."""
        after = 0 if self.series is None else self.series + 1
        self._choose(after if after <= len(state.results) else None)

    def _choose(self, series: int | None) -> None:
        self.turned, self.series = frozenset(), series

    def press_box(self, state: State, box: Box, hatch: int) -> Action:
        """Return the action of a press on a box: a note, or a declaration."""
        if self._mode is Mode.DECLARE:
            return Declare(None if state.goal is box else box)
        return self.note(state, box, hatch)

    def note(self, state: State, box: Box, hatch: int = 0) -> Note:
        """Return the note of a box: the dice turned by hand, the result chosen, or the best."""
        series = len(state.results) if self.turned else self.series
        return Note(box, self.turned or None, hatch, series)

    def roll(self) -> Roll:
        """Return the next roll, with bajo if it was called."""
        return Roll(bajo=self.bajo)

    def own(self, state: State) -> bool:
        """Whether the dice before the player may be what is noted, not a partner's alone."""
        return self.series in {None, len(state.results)}

    # --------------------------------------------------------------------- worth

    def worth(self, state: State) -> dict[Place, int]:
        """Return what every open place brings: as turned, for the result chosen, or at best."""
        if self.series is not None:
            ways = {box: self.ways(state, box) for box in state.sheet.open_boxes}
            return {p: ways[p[0]][0].points for p in state.sheet.open_places if ways[p[0]]}
        if not self.turned:
            return points_by_hatch(state)
        as_turned = points_as_turned(state, self.turned)
        return {
            (box, hatch): as_turned[box]
            for box, hatch in state.sheet.open_places
            if box in as_turned
        }

    def ways(self, state: State, box: Box) -> tuple[Way, ...]:
        """Return how a box can be read, best first: of the result chosen, if one is."""
        ways = ways_of(state, box)
        return tuple(way for way in ways if self.series in {None, way.series})

    def would_turn(self, state: State, box: Box) -> Way | None:
        """Return how a box is noted if that turns dice over by itself; None: it turns none.

        Once the player has turned dice by hand those are the ones, and nothing more turns.
        """
        ways = () if self.turned else self.ways(state, box)
        return ways[0] if ways and ways[0].turned and ways[0].points else None


def can_turn(state: State) -> bool:
    """Whether dice may be turned over with a note now; before a partner's series none is noted."""
    return turn_limits(state)[1] > 0 and not state.partner_next


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


def can_choose(state: State) -> bool:
    """Whether a team may choose which of its results is noted."""
    return state.deciding and bool(state.results) and not state.partner_next


def needs_goal(state: State) -> bool:
    """Whether a box must be declared before the next roll."""
    return why_not(state, Roll()) is Reason.GOAL_FIRST


def person_noted(state: State) -> tuple[LastNote | None, int]:
    """Return the last note of a person, and how many notes go with it if it is taken back.

    Those are the notes that bots made since. None where no person has noted, or has left since.
    """
    count, at = 1, state
    while at.noted is not None and at.before_note is not None and at.noted.seat not in state.gone:
        if state.seats[at.noted.seat].bot is None:
            return at.noted, count
        count, at = count + 1, at.before_note
    return None, 0


def can_take_back(state: State) -> bool:
    """Whether whoever noted last may take it back: a person, for a bot never would (R-17)."""
    return person_noted(state)[1] == 1 and why_not(state, TakeBack()) is None
