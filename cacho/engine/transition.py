"""What may be done, and what it does: `legal_actions`, `why_not`, `apply`.

Pure and total: the same state and action always give the same result, chance included, since the
faces are part of the action. Every rule about *when* something is allowed is written here; what
dice may be noted as, in `choices`.
"""

from collections.abc import Iterable
from itertools import combinations
from typing import Any, Final, assert_never

from .actions import (
    Action,
    Ask,
    Bajo,
    Declare,
    Hand,
    Hold,
    IllegalAction,
    Leave,
    Lot,
    Note,
    Reason,
    Roll,
    Stand,
    TakeBack,
)
from .choices import must_boxes, wins
from .events import (
    Asked,
    Declared,
    Dormida,
    EarlyWin,
    Event,
    HeldChanged,
    LotRolled,
    MatchOver,
    Noted,
    Rolled,
    SeatHanded,
    SeatLeft,
    StarterChosen,
    Stood,
    TakenBack,
    TieAgain,
    TieBreakBegan,
    TieRolled,
    TurnedOver,
    TurnPassed,
)
from .figures import DICE, PLACES, turn_over
from .position import decision_of, readings_of
from .rules import Box
from .seats import Seat, SetupError
from .sheet import Mark, Sheet
from .state import LastNote, Outcome, Phase, Placing, State, Win, changed, next_player

Result = tuple[State, tuple[Event, ...]]

_ALL_HOLDS = tuple(
    Hold(frozenset(places))
    for count in range(DICE + 1)
    for places in combinations(sorted(PLACES), count)
)
_FACES: Final = frozenset(range(1, 7))
_NOWHERE: Final = (0,) * DICE
"""Where dice lie before a first roll."""
_BUT_NOTES: Final[tuple[Action, ...]] = (
    Lot(),
    Roll(),
    Roll(bajo=True),
    *_ALL_HOLDS,
    Bajo(),
    *(Declare(box) for box in (*Box, None)),
    Stand(),
    TakeBack(),
)


def legal_actions(state: State) -> tuple[Action, ...]:
    """List everything that may be done now, rolls with their faces still to be drawn.

    Notes are listed as their best reading has them, one for every box of every hatch; `ways_of`
    gives the others. A hold of the places already held is legal, and changes nothing. What is no
    move of the game is not listed, though it may be possible: leaving, handing a seat on, asking
    for help, and taking back what the whole table must agree on.
    """
    notes = (Note(box, hatch=hatch) for box, hatch in state.sheet.open_places)
    return tuple(action for action in (*_BUT_NOTES, *notes) if why_not(state, action) is None)


def why_not(state: State, action: Action) -> Reason | None:  # noqa: PLR0911, PLR0912 - a line an action
    """Say why `action` is not allowed now; None when it is."""
    if isinstance(action, TakeBack):
        return _why_not_take_back(state, action.agreed)
    if state.phase is Phase.OVER:
        return Reason.GAME_OVER
    match action:
        case Lot(faces):
            return _why_no_lot(state, faces)
        case Roll(faces, bajo):
            return _why_no_roll(state, faces, bajo)
        case Hold(places):
            return _why_no_hold(state, places)
        case Bajo():
            return _why_no_bajo(state)
        case Declare(box):
            return _why_not_declare(state, box)
        case Stand():
            return _why_not_stand(state)
        case Note():
            return _why_no_note(state, action)
        case Leave(seat):
            return _why_not_leave(state, seat)
        case Hand():
            return _why_not_hand(state, action)
        case Ask(seat):
            return _why_not_leave(state, seat) or (None if state.helped else Reason.NO_HELP)
        case _:
            assert_never(action)


def apply(state: State, action: Action) -> Result:
    """Do `action`: the state after it, and what happened, in order.

    Raises `IllegalAction` for what `why_not` refuses, and for faces that were not drawn.
    """
    if reason := why_not(state, action):
        raise IllegalAction(action, reason)
    return apply_legal(state, action)


def apply_legal(state: State, action: Action) -> Result:  # noqa: PLR0911, PLR0912 - a line each
    """Do `action`, of which it is known that `why_not` allows it. Raises as `apply` does."""
    match action:
        case Lot(faces) if faces is not None:
            return _apply_lot(state, faces)
        case Roll(faces, bajo) if faces is not None:
            tie = state.phase is Phase.TIE
            return _apply_tie_roll(state, faces) if tie else _apply_roll(state, faces, bajo)
        case Lot() | Roll():
            raise IllegalAction(action, Reason.FACES_MISSING)
        case Hold(places):
            return changed(state, held=places), (HeldChanged(state.seat, places),)
        case Bajo():
            return _apply_bajo(state)
        case Declare(box):
            declared_at = state.rolls if box else 0
            after = changed(state, goal=box, goal_at=declared_at)
            return after, (Declared(state.seat, box),)
        case Stand():
            return _apply_stand(state)
        case Note():
            return _apply_note(state, action)
        case TakeBack(agreed):
            return _apply_take_back(state, agreed)
        case Leave(seat):
            return _apply_leave(state, seat)
        case Hand():
            return _apply_hand(state, action)
        case Ask(seat, kind):
            return state, (Asked(seat, kind),)
        case _:
            assert_never(action)


# -------------------------------------------------------------------------------- may it be done


def _why_no_lot(state: State, faces: tuple[int, ...] | None) -> Reason | None:
    if state.phase is not Phase.LOT:
        return Reason.LOT_DONE
    return _why_no_faces(faces, len(state.contenders))


def _why_no_roll(state: State, faces: tuple[int, ...] | None, bajo: bool) -> Reason | None:
    if state.phase is Phase.TIE:
        return Reason.NO_BAJO if bajo else _why_no_faces(faces, DICE)
    if reason := _why_no_rolling(state):
        return reason
    rolling = DICE - len(state.held)
    if not rolling:
        return Reason.ALL_HELD
    if state.goal_due:
        return Reason.GOAL_FIRST
    if bajo and state.rules.bajo != "call":
        looks = state.rules.bajo == "look"
        return Reason.BAJO_AFTER_LOOKING if looks else Reason.NO_BAJO
    return _why_no_faces(faces, rolling)


def _why_no_rolling(state: State) -> Reason | None:
    """Why the turn has no further roll, whatever is held."""
    if state.phase is not Phase.TURN:
        return _why_no_turn(state)
    if state.must:
        return Reason.MUST_STOP
    return None if state.rolls_left else Reason.NO_ROLLS_LEFT


def _why_no_turn(state: State) -> Reason | None:
    """Why nothing of a turn is done now."""
    match state.phase:
        case Phase.LOT:
            return Reason.LOT_FIRST
        case Phase.TIE:
            return Reason.TIE_BREAK
        case Phase.OVER:
            return Reason.GAME_OVER
        case Phase.TURN:
            return None
        case _:
            assert_never(state.phase)


def _why_no_faces(faces: tuple[int, ...] | None, dice: int) -> Reason | None:
    fits = faces is None or (len(faces) == dice and _FACES.issuperset(faces))
    return None if fits else Reason.BAD_FACES


def _why_no_decision(state: State) -> Reason | None:
    """Why no dice lie that anything could be done with."""
    return _why_no_turn(state) or (None if state.rolls else Reason.ROLL_FIRST)


def _why_no_hold(state: State, places: frozenset[int]) -> Reason | None:
    if reason := _why_no_decision(state) or _why_no_rolling(state):
        return reason
    return None if places <= PLACES else Reason.BAD_PLACE


def _why_no_bajo(state: State) -> Reason | None:
    if reason := _why_no_turn(state):
        return reason
    match state.rules.bajo:
        case "no":
            return Reason.NO_BAJO
        case "call":
            return Reason.BAJO_BEFORE_LOOKING
        case "look":
            return Reason.MUST_STOP if state.must else _why_no_decision(state)
        case _:
            assert_never(state.rules.bajo)


def _why_not_declare(state: State, box: Box | None) -> Reason | None:
    """A goal may be changed or withdrawn until the dice roll, for nothing was learnt (R-23)."""
    if reason := _why_no_turn(state):
        return reason
    if state.rules.goal == "free":
        return Reason.NO_GOALS
    if reason := _why_no_decision(state) or _why_no_rolling(state):
        return reason
    if state.goal and state.goal_at < state.rolls:
        return Reason.GOAL_STANDS
    if box is None:
        return None if state.goal else Reason.NOTHING_DECLARED
    return None if state.sheet.is_open(box) else Reason.BOX_TAKEN


def _why_not_stand(state: State) -> Reason | None:
    if reason := _why_no_turn(state):
        return reason
    return _why_no_decision(state) if state.partner_next else Reason.NO_PARTNER_LEFT


def _why_no_note(state: State, note: Note) -> Reason | None:  # noqa: PLR0911 - one line a reason
    if reason := _why_no_turn(state):
        return reason
    if note.hatch not in range(state.rules.hatches):
        return Reason.NO_SUCH_HATCH
    if not state.sheet.is_open(note.box, note.hatch):
        return Reason.BOX_TAKEN
    decision = decision_of(state)
    if decision is None:
        return Reason.ROLL_FIRST
    if state.partner_next:
        return Reason.PARTNER_FIRST
    if note.series is not None and note.series not in range(len(decision.results)):
        return Reason.NO_SUCH_SERIES
    return decision.why_not(note)


def _why_not_take_back(state: State, agreed: bool) -> Reason | None:
    """A note of somebody who has left stands for good (R-17, R-32)."""
    if state.last_note:
        return None
    if state.noted is None or state.noted.seat in state.gone:
        return Reason.NOTHING_TO_TAKE_BACK
    return None if agreed else Reason.TABLE_MUST_AGREE


def _why_not_leave(state: State, seat: int) -> Reason | None:
    here = seat in range(len(state.seats)) and seat not in state.gone
    return None if here else Reason.NO_SUCH_SEAT


def _why_not_hand(state: State, hand: Hand) -> Reason | None:
    if reason := _why_not_leave(state, hand.seat):
        return reason
    return None if _handed(state, hand) else Reason.BAD_NAME


def _handed(state: State, hand: Hand) -> Seat | None:
    """The seat as it is after it was handed on; None where nobody can be called so."""
    try:
        return Seat(state.seats[hand.seat].name if hand.name is None else hand.name, hand.bot)
    except SetupError:
        return None


# ----------------------------------------------------------------------------- rolling and holding


def _apply_lot(state: State, faces: tuple[int, ...]) -> Result:
    """Highest starts; of several highest, only those roll again (R-02)."""
    rolls = tuple(zip(state.contenders, faces, strict=True))
    left = tuple(seat for seat, face in rolls if face == max(faces))
    after = changed(state, lot=(*state.lot, rolls))
    if len(left) > 1:
        return changed(after, contenders=left, seat=left[0]), (LotRolled(rolls, left),)
    started, starting = _start(after, left[0])
    return started, (LotRolled(rolls, ()), *starting)


def _start(state: State, seat: int) -> Result:
    after = changed(state, phase=Phase.TURN, contenders=(), starter=seat, seat=seat)
    return after, (StarterChosen(seat),)


def _apply_roll(state: State, faces: tuple[int, ...], bajo: bool) -> Result:
    """The dice not held fall anew; a note before this roll is final now (R-17)."""
    rolled = PLACES - state.held
    places = tuple(sorted(rolled))
    roll = state.rolls + 1
    lying, rolled_at = list(state.dice or _NOWHERE), list(state.rolled_at or _NOWHERE)
    for place, face in zip(places, faces, strict=True):
        lying[place - 1], rolled_at[place - 1] = face, roll
    dice = turn_over(tuple(lying)) if bajo else tuple(lying)
    cancelled = bool(state.goal) and state.rules.goal == "rethrow" and len(places) == DICE
    after = changed(
        state,
        rolls=roll,
        dice=dice,
        rolled=rolled,
        rolled_at=tuple(rolled_at),
        goal=None if cancelled else state.goal,
        goal_at=0 if cancelled else state.goal_at,
        must=must_boxes(state.rules, dice, roll, len(places), state.sheet.open_set),
        last_note=None,
    )
    de_mano = any(reading.de_mano for reading in readings_of(after))
    told = Rolled(state.seat, roll, places, faces, after.dice, de_mano, bajo, after.must, cancelled)
    won = wins(after.rules, after.dice, roll, len(places))
    if won:
        over, ending = _end(after, "dormida", won.turned)
        return over, (told, Dormida(state.seat, won.faces[0], won.turned), *ending)
    return after, (told,)


def _apply_bajo(state: State) -> Result:
    """All five turn over for good; a straight may come of it, and be owed (R-21, R-22)."""
    dice, rolled = turn_over(state.dice), len(state.rolled)
    must = must_boxes(state.rules, dice, state.rolls, rolled, state.sheet.open_set)
    return changed(state, dice=dice, must=must), (TurnedOver(state.seat, dice, must),)


def _apply_stand(state: State) -> Result:
    """The dice stay on the table for the team; the next partner takes the cup (R-29)."""
    left = _cleared(state, results=state.on_table, last_note=None)
    seat = next_player(left, left.team)
    stood = Stood(state.seat, state.result)
    return changed(left, seat=seat), (stood, TurnPassed(seat, state.round))


# ------------------------------------------------------------------------------------------ noting


def _apply_note(state: State, note: Note) -> Result:
    """The box gets what the reading is worth; then the turn passes, or the match ends."""
    decision = decision_of(state)
    way = decision.way_of(note) if decision else None
    if way is None:
        raise IllegalAction(note, Reason.ROLL_FIRST)
    mark = Mark(way.points, way.de_mano)
    slot = len(state.sheet.marks(note.box, note.hatch))
    noted = Noted(
        state.seat,
        note.box,
        slot,
        mark.points,
        mark.de_mano,
        mark.crossed,
        state.on_table[way.series].dice,
        way.turned,
        note.hatch,
        way.series,
    )
    last = LastNote(state.seat, note.box, slot, mark.points, note.hatch)
    after = _cleared(
        state,
        sheets=_with_sheet(state, state.sheet.with_mark(note.box, mark, note.hatch)),
        last_note=last,
        noted=last,
        before_note=state,
    )
    going, following = _go_on(after, early=True)
    return going, (noted, *following)


def _with_sheet(state: State, sheet: Sheet) -> tuple[Sheet, ...]:
    return (*state.sheets[: state.team], sheet, *state.sheets[state.team + 1 :])


def _cleared(state: State, **changes: Any) -> State:
    """The dice go back into the cup; `changes` are what else happens to the state."""
    nothing = frozenset[int]()
    return changed(
        state,
        rolls=0,
        dice=(),
        held=nothing,
        rolled=nothing,
        rolled_at=(),
        goal=None,
        goal_at=0,
        must=(),
        **changes,
    )


def _go_on(state: State, *, early: bool = False) -> Result:
    """After a note, or a departure: an early win, the end, a tie-break, or the next turn."""
    state = changed(state, results=()) if state.results else state
    if early and (kind := _early_win(state)):
        won = EarlyWin(state.seat, panza=kind[0] == "panza", cuatros=kind[-1] == "cuatros")
        over, ending = _end(state, kind[0])
        return over, (won, *ending)
    if not all(sheet.full for sheet in state.sheets):
        return _pass_turn(state)
    return _begin_tie_break(state) or _end(state, "points")


def _early_win(state: State) -> list[Win]:
    """The early wins that the sheet of the team shows, where the rules know them (R-27, R-28)."""
    known = state.rules.early_wins
    kinds = list[Win]()
    if "panza" in known and state.sheet.panza:
        kinds.append("panza")
    if "cuatros" in known and state.sheet.cuatros:
        kinds.append("cuatros")
    return kinds


def _pass_turn(state: State) -> Result:
    """The next team to the left plays; after the last of the order, the next round (R-02)."""
    order = state.team_order
    at = order.index(state.team)
    for step in range(1, len(order) + 1):
        team = order[(at + step) % len(order)]
        if state.members(team):
            break
    number = state.round + (at + step >= len(order))
    after = state if number == state.round else changed(state, round=number)
    seat = next_player(after, team)
    return changed(after, seat=seat), (TurnPassed(seat, number),)


def _apply_take_back(state: State, agreed: bool) -> Result:
    """Everything is as before the note, but who left stays away, and who plays a seat plays it."""
    note, before = state.noted, state.before_note
    if note is None or before is None:
        raise IllegalAction(TakeBack(agreed), Reason.NOTHING_TO_TAKE_BACK)
    after = changed(before, seats=state.seats, gone=state.gone)
    sheets = tuple(
        sheet if after.members(team) else sheet.closed() for team, sheet in enumerate(after.sheets)
    )
    taken = TakenBack(note.seat, note.box, note.slot, note.points, note.hatch, agreed)
    return changed(after, sheets=sheets), (taken,)


# ----------------------------------------------------------------------------------------- leaving


def _apply_leave(state: State, seat: int) -> Result:
    """A seat is empty from now on; a sheet that nobody plays any more is closed (R-32)."""
    after = changed(state, gone=state.gone | {seat}, last_note=None)
    team = state.team_of(seat)
    crossed = () if after.members(team) else tuple(state.sheets[team].crosses())
    sheets = list(state.sheets)
    if crossed:
        sheets[team] = sheets[team].closed()
    after = changed(after, sheets=tuple(sheets))
    going, following = _without(after, seat)
    return going, (SeatLeft(seat, crossed), *following)


def _apply_hand(state: State, hand: Hand) -> Result:
    seat = _handed(state, hand)
    if seat is None:
        raise IllegalAction(hand, Reason.BAD_NAME)
    seats = (*state.seats[: hand.seat], seat, *state.seats[hand.seat + 1 :])
    return changed(state, seats=seats), (SeatHanded(hand.seat, seat.name, seat.bot),)


def _without(state: State, seat: int) -> Result:
    """What follows when nobody sits on `seat` any more."""
    match state.phase:
        case Phase.LOT:
            return _lot_without(state, seat)
        case Phase.TIE:
            return _tie_without(state, seat)
        case Phase.TURN | Phase.OVER:
            return _turn_without(state, seat)
        case _:
            assert_never(state.phase)


def _lot_without(state: State, seat: int) -> Result:
    left = tuple(other for other in state.contenders if other != seat)
    if len(left) == 1:
        return _start(state, left[0])
    return changed(state, contenders=left, seat=left[0]), ()


def _turn_without(state: State, seat: int) -> Result:
    if all(sheet.full for sheet in state.sheets):
        return _go_on(_cleared(state))
    if seat != state.seat:
        return state, ()
    cleared = _cleared(state)
    if not state.members(state.team):
        return _go_on(cleared)
    partner = next_player(cleared, state.team)
    return changed(cleared, seat=partner), (TurnPassed(partner, state.round),)


# ----------------------------------------------------------------------------------------- the end


def _end(state: State, kind: Win, turned: frozenset[int] = frozenset()) -> Result:
    outcome = _outcome(state, kind, turned)
    return changed(state, phase=Phase.OVER, outcome=outcome), (MatchOver(outcome),)


def _outcome(
    state: State,
    kind: Win,
    turned: frozenset[int] = frozenset(),
    tied: tuple[int, ...] = (),
) -> Outcome:
    """Rank by game points and total, shared places 1, 1, 3; who won otherwise first (R-16)."""
    alone = kind != "points" or bool(tied)
    worth = [(alone and team == state.team, *_merit(state, team)) for team in _teams(state)]
    ranking = tuple(
        Placing(1 + sum(other > worth[team] for other in worth), team, state.totals[team])
        for team in sorted(_teams(state), key=lambda team: worth[team], reverse=True)
    )
    return Outcome(
        kind=kind,
        winners=_on_place(1, ranking),
        ranking=ranking,
        payers=_on_place(ranking[-1].place, ranking) if ranking[-1].place > 1 else (),
        game_points=state.game_points,
        tied=tied,
        turned=turned,
    )


def _teams(state: State) -> range:
    return range(len(state.sheets))


def _merit(state: State, team: int) -> tuple[int, int]:
    """What counts at the end: the game points of three hatches, then the total (R-30)."""
    won = state.game_points
    return (won[team] if won else 0), state.totals[team]


def _on_place(place: int, ranking: Iterable[Placing]) -> tuple[int, ...]:
    return tuple(placing.team for placing in ranking if placing.place == place)


# --------------------------------------------------------------------------------------- tie-break


def _begin_tie_break(state: State) -> Result | None:
    """Those who tie for the first place roll for it, where that was agreed (R-31)."""
    if not state.tie_break:
        return None
    seats = tuple(state.members(team)[0] for team in _leaders(state) if state.members(team))
    if len(seats) < 2:
        return None
    after = changed(state, phase=Phase.TIE, contenders=seats, seat=seats[0], tie=((),))
    return after, (TieBreakBegan(seats),)


def _leaders(state: State) -> tuple[int, ...]:
    best = max(_merit(state, team) for team in _teams(state))
    return tuple(team for team in _teams(state) if _merit(state, team) == best)


def _apply_tie_roll(state: State, faces: tuple[int, ...]) -> Result:
    """One contender rolls all five, once."""
    tie = (*state.tie[:-1], (*state.tie[-1], (state.seat, faces)))
    rolled = TieRolled(state.seat, faces, sum(faces))
    going, following = _next_in_tie(changed(state, tie=tie, last_note=None))
    return going, (rolled, *following)


def _next_in_tie(state: State) -> Result:
    """The next contender; after the last, the highest sum wins, or rolls again with its equals."""
    sums = {seat: sum(dice) for seat, dice in state.tie[-1]}
    waiting = [seat for seat in state.contenders if seat not in sums]
    if waiting:
        return changed(state, seat=waiting[0]), ()
    best = max(sums[seat] for seat in state.contenders)
    left = tuple(seat for seat in state.contenders if sums[seat] == best)
    if len(left) == 1:
        return _end_tie(state, left[0])
    after = changed(state, contenders=left, seat=left[0], tie=(*state.tie, ()))
    return after, (TieAgain(left),)


def _tie_without(state: State, seat: int) -> Result:
    """A partner rolls in the place of who left; a team of which nobody is there has lost."""
    if seat not in state.contenders:
        return state, ()
    at = state.contenders.index(seat)
    partner = state.members(state.team_of(seat))[:1]
    left = (*state.contenders[:at], *partner, *state.contenders[at + 1 :])
    if len(left) == 1:
        return _end_tie(state, left[0])
    return _next_in_tie(changed(state, contenders=left))


def _end_tie(state: State, seat: int) -> Result:
    after = changed(state, seat=seat, contenders=(), phase=Phase.OVER)
    outcome = _outcome(after, "points", tied=_leaders(state))
    return changed(after, outcome=outcome), (MatchOver(outcome),)
