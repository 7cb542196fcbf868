"""A match as a text to read: every turn, every roll with what it was worth, every note.

Owns the English wording of `cacho replay`. Must not be parsed by anything: that is what records
are for.
"""

from collections.abc import Container, Iterator
from typing import Final, assert_never

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
from .figures import Faces
from .match import Match
from .position import points_of
from .rules import CASUAL, PRESETS, Ruleset, changes
from .state import Outcome, Phase, State, new_state
from .transition import apply

_INDENT: Final = " " * 4
_DETAIL: Final = " " * 13


def transcript(match: Match) -> str:
    """Tell a match from its log, with the points of every open box at each decision."""
    state = new_state(match.setup)
    lines = list(_heading(match))
    if state.phase is Phase.TURN:
        lines += _turn_heading(state)
    for action in match.log:
        state, events = apply(state, action)
        for event in events:
            lines += _told(event, state)
    lines += () if state.outcome else ("", "The match is not finished.", *_standing(state))
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _heading(match: Match) -> Iterator[str]:
    setup = match.setup
    yield f"match {setup.match_id}"
    yield f"rules {rules_title(setup.rules)}"
    for number, seat in enumerate(setup.seats, 1):
        yield f"seat {number}: {seat.name}"
    yield "dice: " + (f"seeded, commitment {setup.commitment}" if setup.commitment else "as rolled")


def rules_title(rules: Ruleset) -> str:
    """Name rules by their preset and what they change: `casual, grandes=1`."""
    base = PRESETS.get(rules.name, CASUAL)
    changed = [f"{name}={text}" for name, text in changes(rules, base).items()]
    called = [] if rules.name == base.name else [f"called {rules.name}"]
    return ", ".join([base.name, *changed, *called])


def _told(event: Event, state: State) -> Iterator[str]:
    """Tell an event; `state` is the one after the whole action."""
    match event:
        case LotRolled(rolls, left):
            yield from _lot_told(rolls, left, state)
        case StarterChosen(seat):
            yield f"{_INDENT}{_name(state, seat)} starts"
            yield from _turn_heading(state)
        case Rolled():
            yield from _roll_told(event, state)
        case HeldChanged(_, places):
            yield f"{_INDENT}hold     {_held_told(places, state)}"
        case Noted():
            yield from _note_told(event, state)
        case TakenBack(seat, box, _, points):
            worth = f"{points} in {box}" if points else f"the cross in {box}"
            yield ""
            yield f"{_name(state, seat)} takes back {worth}"
            yield from _turn_heading(state)
            yield f"{_INDENT}again   {_dice_told(state.dice, state.rolled)}"
            yield from _options(state)
        case Dormida(seat, face):
            yield f"{_INDENT}DORMIDA: five {face}s on the first roll, {_name(state, seat)} wins"
        case TurnPassed():
            yield from _turn_heading(state)
        case MatchOver(outcome):
            yield from _result(outcome, state)
        case _:
            assert_never(event)


def _name(state: State, seat: int) -> str:
    return state.seats[seat].name


def _turn_heading(state: State) -> Iterator[str]:
    yield ""
    yield f"Round {state.round}, {_name(state, state.seat)}, {state.sheet.total} points"


def _lot_told(
    rolls: tuple[tuple[int, int], ...], left: tuple[int, ...], state: State
) -> Iterator[str]:
    if len(state.lot) == 1:
        yield ""
        yield "Lot: who starts?"
    yield _INDENT + ", ".join(f"{_name(state, seat)} {face}" for seat, face in rolls)
    if left:
        yield f"{_INDENT}{_listed(state, left)} roll again"


def _roll_told(event: Rolled, state: State) -> Iterator[str]:
    yield f"{_INDENT}roll {event.roll}  {_dice_told(event.dice, event.places)}"
    yield from _options(state)


def _dice_told(dice: Faces, rolled: Container[int]) -> str:
    """All five in their places, those that were held in brackets."""
    return " ".join(
        f" {face} " if place in rolled else f"[{face}]" for place, face in enumerate(dice, 1)
    )


def _options(state: State) -> Iterator[str]:
    """What every open box is worth for the dice that lie."""
    if worth := points_of(state):
        yield _DETAIL + ", ".join(f"{box} {points}" for box, points in worth.items())


def _held_told(places: frozenset[int], state: State) -> str:
    if not places:
        return "none"
    return " ".join(
        f"[{face}]" if place in places else " . " for place, face in enumerate(state.dice, 1)
    )


def _note_told(event: Noted, state: State) -> Iterator[str]:
    total = state.sheets[event.seat].total
    mano = " de mano" if event.de_mano else ""
    what = f"cross out {event.box}" if event.crossed else f"note {event.points} in {event.box}"
    yield f"{_INDENT}{what}{mano}, total {total}"


def _result(outcome: Outcome, state: State) -> Iterator[str]:
    yield ""
    yield f"Result, by {outcome.kind}"
    yield from _ranked(outcome, state)
    if len(outcome.winners) > 1:
        yield f"{_INDENT}a tie: {_listed(state, outcome.winners)} win together"
    if outcome.payers:
        pay = "pay" if len(outcome.payers) > 1 else "pays"
        yield f"{_INDENT}{_listed(state, outcome.payers)} {pay} the round"


def _ranked(outcome: Outcome, state: State) -> Iterator[str]:
    for place, seat, total in outcome.ranking:
        yield f"{_INDENT}{place}. {_name(state, seat)} {total}"


def _standing(state: State) -> Iterator[str]:
    for seat in state.order:
        yield f"{_INDENT}{_name(state, seat)} {state.totals[seat]}"


def _listed(state: State, seats: tuple[int, ...]) -> str:
    names = [_name(state, seat) for seat in seats]
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
