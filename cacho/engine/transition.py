"""What may be done, and what it does: `legal_actions`, `why_not`, `apply`.

Pure and total: the same state and action always give the same result, chance included, since the
faces are part of the action. Every rule about *when* something is allowed is written here.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from typing import Final, Literal, assert_never

from .actions import Action, Hold, IllegalAction, Lot, Note, Reason, Roll, TakeBack
from .events import (
    Dormida,
    Event,
    HeldChanged,
    LotRolled,
    MatchOver,
    Noted,
    Rolled,
    StarterChosen,
    TakenBack,
    TurnPassed,
)
from .figures import DICE, is_served, points
from .position import readings_of
from .rules import Box
from .sheet import Mark, Sheet
from .state import PLACES, LastNote, Outcome, Phase, Placing, State

Result = tuple[State, tuple[Event, ...]]

_ALL_HOLDS = tuple(
    Hold(frozenset(places))
    for count in range(DICE + 1)
    for places in combinations(sorted(PLACES), count)
)
_EVERYTHING: Final[tuple[Action, ...]] = (
    Lot(),
    Roll(),
    *_ALL_HOLDS,
    *(Note(box) for box in Box),
    TakeBack(),
)


def legal_actions(state: State) -> tuple[Action, ...]:
    """List everything that may be done now, rolls with their faces still to be drawn.

    A hold of the places already held is legal, and changes nothing.
    """
    return tuple(action for action in _EVERYTHING if why_not(state, action) is None)


def why_not(state: State, action: Action) -> Reason | None:
    """Say why `action` is not allowed now; None when it is."""
    if isinstance(action, TakeBack):
        return None if state.last_note else Reason.NOTHING_TO_TAKE_BACK
    if state.phase is Phase.OVER:
        return Reason.GAME_OVER
    match action:
        case Lot(faces):
            return _why_no_lot(state, faces)
        case Roll(faces):
            return _why_no_roll(state, faces)
        case Hold(places):
            return _why_no_hold(state, places)
        case Note(box):
            return _why_no_note(state, box)
        case _:
            assert_never(action)


def apply(state: State, action: Action) -> Result:
    """Do `action`: the state after it, and what happened, in order.

    Raises `IllegalAction` for what `why_not` refuses, and for faces that were not drawn.
    """
    if reason := why_not(state, action):
        raise IllegalAction(action, reason)
    match action:
        case Lot(faces) if faces is not None:
            return _apply_lot(state, faces)
        case Roll(faces) if faces is not None:
            return _apply_roll(state, faces)
        case Lot() | Roll():
            raise IllegalAction(action, Reason.FACES_MISSING)
        case Hold(places):
            return replace(state, held=places), (HeldChanged(state.seat, places),)
        case Note(box):
            return _apply_note(state, box)
        case TakeBack():
            return _apply_take_back(state)
        case _:
            assert_never(action)


# -------------------------------------------------------------------------------- may it be done


def _why_no_lot(state: State, faces: tuple[int, ...] | None) -> Reason | None:
    if state.phase is not Phase.LOT:
        return Reason.LOT_DONE
    return _why_no_faces(faces, len(state.contenders))


def _why_no_roll(state: State, faces: tuple[int, ...] | None) -> Reason | None:
    if state.phase is Phase.LOT:
        return Reason.LOT_FIRST
    if not state.rolls_left:
        return Reason.NO_ROLLS_LEFT
    if not state.rolling:
        return Reason.ALL_HELD
    return _why_no_faces(faces, state.rolling)


def _why_no_faces(faces: tuple[int, ...] | None, dice: int) -> Reason | None:
    fits = faces is None or (len(faces) == dice and all(face in range(1, 7) for face in faces))
    return None if fits else Reason.BAD_FACES


def _why_no_hold(state: State, places: frozenset[int]) -> Reason | None:
    if state.phase is Phase.LOT:
        return Reason.LOT_FIRST
    if not state.rolls:
        return Reason.ROLL_FIRST
    if not state.rolls_left:
        return Reason.NO_ROLLS_LEFT
    return None if places <= PLACES else Reason.BAD_PLACE


def _why_no_note(state: State, box: Box) -> Reason | None:
    if state.phase is Phase.LOT:
        return Reason.LOT_FIRST
    if not state.sheet.is_open(box):
        return Reason.BOX_TAKEN
    return None if state.rolls else Reason.ROLL_FIRST


# ------------------------------------------------------------------------------------ what it does


def _apply_lot(state: State, faces: tuple[int, ...]) -> Result:
    """Highest starts; of several highest, only those roll again (R-02)."""
    rolls = tuple(zip(state.contenders, faces, strict=True))
    left = tuple(seat for seat, face in rolls if face == max(faces))
    lot = (*state.lot, rolls)
    if len(left) > 1:
        after = replace(state, lot=lot, contenders=left, seat=left[0])
        return after, (LotRolled(rolls, left),)
    (starter,) = left
    after = replace(state, phase=Phase.TURN, lot=lot, contenders=(), starter=starter, seat=starter)
    return after, (LotRolled(rolls, ()), StarterChosen(starter))


def _apply_roll(state: State, faces: tuple[int, ...]) -> Result:
    """The dice not held fall anew; a note before this roll is final now (R-17)."""
    places = tuple(sorted(PLACES - state.held))
    roll = state.rolls + 1
    dice = dict(enumerate(state.dice, 1)) | dict(zip(places, faces, strict=True))
    rolled_at = dict(enumerate(state.rolled_at, 1)) | dict.fromkeys(places, roll)
    after = replace(
        state,
        rolls=roll,
        dice=tuple(dice[place] for place in sorted(PLACES)),
        rolled=frozenset(places),
        rolled_at=tuple(rolled_at[place] for place in sorted(PLACES)),
        last_note=None,
        before_note=None,
    )
    readings = readings_of(after)
    de_mano = any(reading.de_mano for reading in readings)
    rolled = Rolled(state.seat, roll, places, faces, after.dice, de_mano)
    if any(reading.dormida for reading in readings):
        over, ending = _end(after, "dormida")
        return over, (rolled, Dormida(state.seat, after.dice[0]), *ending)
    return after, (rolled,)


def _apply_note(state: State, box: Box) -> Result:
    """The box gets what the best reading is worth; then the turn passes, or the match ends."""
    reading = max(readings_of(state), key=lambda reading: points(state.rules, box, reading))
    mark = Mark(points(state.rules, box, reading), is_served(state.rules, box, reading))
    slot = len(state.sheet.marks(box))
    noted = Noted(state.seat, box, slot, mark.points, mark.de_mano, mark.crossed, state.dice)
    after = replace(
        _cleared(state),
        sheets=_with_mark(state, box, mark),
        last_note=LastNote(state.seat, box, slot, mark.points),
        before_note=state,
    )
    if all(sheet.full for sheet in after.sheets):
        over, ending = _end(after, "points")
        return over, (noted, *ending)
    passed, passing = _pass_turn(after)
    return passed, (noted, *passing)


def _with_mark(state: State, box: Box, mark: Mark) -> tuple[Sheet, ...]:
    sheet = state.sheet.with_mark(box, mark)
    return (*state.sheets[: state.seat], sheet, *state.sheets[state.seat + 1 :])


def _cleared(state: State) -> State:
    """The dice go back into the cup."""
    nothing = frozenset[int]()
    return replace(state, rolls=0, dice=(), held=nothing, rolled=nothing, rolled_at=())


def _pass_turn(state: State) -> Result:
    """The next to the left plays; after the last of the order, the next round (R-02)."""
    seat = (state.seat + 1) % len(state.seats)
    number = state.round + (seat == state.starter)
    return replace(state, seat=seat, round=number), (TurnPassed(seat, number),)


def _apply_take_back(state: State) -> Result:
    note, before = state.last_note, state.before_note
    if note is None or before is None:
        raise IllegalAction(TakeBack(), Reason.NOTHING_TO_TAKE_BACK)
    return before, (TakenBack(note.seat, note.box, note.slot, note.points),)


# ----------------------------------------------------------------------------------------- the end


def _end(state: State, kind: Literal["points", "dormida"]) -> Result:
    outcome = _outcome(state, kind)
    return replace(state, phase=Phase.OVER, outcome=outcome), (MatchOver(outcome),)


def _outcome(state: State, kind: Literal["points", "dormida"]) -> Outcome:
    """Rank by total, shared places 1, 1, 3; a dormida comes first whatever the totals (R-16)."""
    first = {state.seat} if kind == "dormida" else set[int]()
    worth = [(seat in first, total) for seat, total in enumerate(state.totals)]
    ranking = tuple(
        Placing(1 + sum(other > worth[seat] for other in worth), seat, state.totals[seat])
        for seat in sorted(range(len(worth)), key=lambda seat: worth[seat], reverse=True)
    )
    return Outcome(
        kind=kind,
        winners=_on_place(1, ranking),
        ranking=ranking,
        payers=_on_place(ranking[-1].place, ranking) if ranking[-1].place > 1 else (),
    )


def _on_place(place: int, ranking: Iterable[Placing]) -> tuple[int, ...]:
    return tuple(placing.seat for placing in ranking if placing.place == place)
