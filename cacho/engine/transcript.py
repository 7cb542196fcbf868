"""A match as a text to read: every turn, every roll with what it was worth, every note.

Owns the English wording of `cacho replay`. Must not be parsed by anything: that is what records
are for.
"""

from collections.abc import Container, Iterator
from typing import Final, assert_never

from .actions import Help
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
from .figures import PLACES, Faces, turn_over
from .match import Match
from .position import points_of
from .rules import Box, Ruleset, base_of, changes
from .state import Outcome, Phase, Setup, State, new_state
from .transition import apply

_INDENT: Final = " " * 4
_DETAIL: Final = " " * 13
_HELP: Final = {Help.COACH: "the coach", Help.ODDS: "for the odds"}


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
        yield f"seat {number}: {seat.name}" + (f", played by the {seat.bot}" if seat.bot else "")
    if setup.rules.team_size > 1:
        yield "teams: " + ", ".join(_team(match.state, team) for team in _teams(match.state))
    if setup.tie_break:
        yield "a tie for the first place is rolled off"
    if setup.trusting:
        yield "notes are taken back on trust"
    if not setup.helped:
        yield "nobody is helped"
    if setup.date:
        yield f"begun {setup.date}"
    yield f"dice: {_dice_from(setup)}"


def _dice_from(setup: Setup) -> str:
    if setup.own_dice:
        return "the table's own"
    return f"seeded, commitment {setup.commitment}" if setup.commitment else "as rolled"


def rules_title(rules: Ruleset) -> str:
    """Name rules by their preset and what they change: `casual, grandes=1`."""
    base = base_of(rules)
    changed = [f"{name}={text}" for name, text in changes(rules, base).items()]
    called = [] if rules.name == base.name else [f"called {rules.name}"]
    return ", ".join([base.name, *changed, *called])


def _told(event: Event, state: State) -> Iterator[str]:  # noqa: PLR0912, PLR0915 - a case an event
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
        case TurnedOver(_, dice, must):
            yield f"{_INDENT}bajo    {_dice_told(dice, PLACES)}"
            yield from _options(state)
            yield from _owed(must, state)
        case Declared(_, box):
            yield f"{_INDENT}declares {box or 'nothing after all'}"
        case Stood(seat, result):
            yield f"{_INDENT}leaves   {_dice_told(result.dice, PLACES)} on the table"
        case Noted():
            yield from _note_told(event, state)
        case TakenBack():
            yield from _taken_back(event, state)
        case Dormida():
            yield from _dormida_told(event, state)
        case EarlyWin(seat, panza):
            what = "PANZA DE ORO" if panza else "CUATROS"
            team = state.team_of(seat)
            wins = "wins" if len(state.teams[team]) == 1 else "win"
            yield f"{_INDENT}{what}: {_team(state, team)} {wins} at once"
        case SeatLeft(seat, crossed):
            yield ""
            boxes = f", {len(crossed)} boxes are crossed out" if crossed else ""
            yield f"{_name(state, seat)} leaves{boxes}"
        case SeatHanded(seat, name, bot):
            yield f"{_INDENT}seat {seat + 1} is played by {f'the {bot}' if bot else name} from here"
        case Asked(seat, kind):
            yield f"{_INDENT}{_name(state, seat)} asks {_HELP[kind]}"
        case TurnPassed():
            yield from _turn_heading(state)
        case TieBreakBegan(seats):
            yield ""
            yield f"Tie-break between {_listed(state, seats)}"
        case TieRolled(seat, dice, total):
            yield f"{_INDENT}{_name(state, seat)} {_dice_told(dice, PLACES)} = {total}"
        case TieAgain(seats):
            yield f"{_INDENT}{_listed(state, seats)} roll again"
        case MatchOver(outcome):
            yield from _result(outcome, state)
        case _:
            assert_never(event)


def _name(state: State, seat: int) -> str:
    return state.seats[seat].name


def _teams(state: State) -> range:
    return range(len(state.sheets))


def _team(state: State, team: int) -> str:
    return " & ".join(_name(state, seat) for seat in state.teams[team])


def _turn_heading(state: State) -> Iterator[str]:
    yield ""
    who = _name(state, state.seat)
    if state.rules.team_size > 1:
        who += f" for {_team(state, state.team)}, series {len(state.results) + 1}"
    yield f"Round {state.round}, {who}, {_total(state, state.team)} points"


def _total(state: State, team: int) -> str:
    """The total of a team, hatch by hatch where there are several."""
    sheet = state.sheets[team]
    return str(sheet.total) if sheet.hatches == 1 else "/".join(map(str, sheet.hatch_totals))


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
    if event.bajo:
        fell = dict(zip(event.places, event.faces, strict=True))
        dice = tuple(fell.get(place, 7 - face) for place, face in enumerate(event.dice, 1))
        yield f"{_INDENT}roll {event.roll}  {_dice_told(dice, event.places)}  called bajo"
        yield f"{_INDENT}bajo    {_dice_told(event.dice, PLACES)}"
    else:
        yield f"{_INDENT}roll {event.roll}  {_dice_told(event.dice, event.places)}"
    if event.goal_cancelled:
        yield f"{_INDENT}all five are rolled, so nothing is declared any more"
    yield from _options(state)
    yield from _owed(event.must, state)


def _dice_told(dice: Faces, rolled: Container[int]) -> str:
    """All five in their places, those that were held in brackets."""
    return " ".join(
        f" {face} " if place in rolled else f"[{face}]" for place, face in enumerate(dice, 1)
    )


def _options(state: State) -> Iterator[str]:
    """What every open box is worth for the dice that lie."""
    if worth := points_of(state):
        yield _DETAIL + ", ".join(f"{box} {points}" for box, points in worth.items())
    if state.deciding and state.goal:
        yield f"{_DETAIL}declared: {state.goal}"


def _owed(must: tuple[Box, ...], state: State) -> Iterator[str]:
    if must and state.rules.team_size > 1:
        yield f"{_DETAIL}must stop, for {' or '.join(must)}"
    elif must:
        yield f"{_DETAIL}must stop, and note {' or '.join(must)}"


def _held_told(places: frozenset[int], state: State) -> str:
    if not places:
        return "none"
    return " ".join(
        f"[{face}]" if place in places else " . " for place, face in enumerate(state.dice, 1)
    )


def _note_told(event: Noted, state: State) -> Iterator[str]:
    if event.turned:
        read = turn_over(event.dice, event.turned)
        yield f"{_INDENT}turn     {_dice_told(read, PLACES - event.turned)}"
    mano = " de mano" if event.de_mano else ""
    what = f"cross out {event.box}" if event.crossed else f"note {event.points} in {event.box}"
    hatch = f" of hatch {event.hatch + 1}" if state.rules.hatches > 1 else ""
    series = f" from series {event.series + 1}" if state.rules.team_size > 1 else ""
    total = _total(state, state.team_of(event.seat))
    yield f"{_INDENT}{what}{hatch}{mano}{series}, total {total}"


def _taken_back(event: TakenBack, state: State) -> Iterator[str]:
    worth = f"{event.points} in {event.box}" if event.points else f"the cross in {event.box}"
    yield ""
    agreed = ", as the table agrees" if event.agreed else ""
    yield f"{_name(state, event.seat)} takes back {worth}{agreed}"
    yield from _turn_heading(state)
    yield f"{_INDENT}again   {_dice_told(state.dice, state.rolled)}"
    yield from _options(state)


def _dormida_told(event: Dormida, state: State) -> Iterator[str]:
    if event.turned:
        read = turn_over(state.dice, event.turned)
        yield f"{_INDENT}turn     {_dice_told(read, PLACES - event.turned)}"
    roll = "the first roll" if state.rolls == 1 else f"roll {state.rolls} of all five"
    yield f"{_INDENT}DORMIDA: five {event.face}s on {roll}, {_name(state, event.seat)} wins"


def _result(outcome: Outcome, state: State) -> Iterator[str]:
    yield ""
    yield f"Result, by {outcome.kind}"
    yield from _ranked(outcome, state)
    if outcome.tied:
        yield f"{_INDENT}{_teams_listed(state, outcome.tied)} tied, and rolled for it"
    if len(outcome.winners) > 1:
        yield f"{_INDENT}a tie: {_teams_listed(state, outcome.winners)} win together"
    if outcome.payers:
        many = len(outcome.payers) > 1 or len(state.teams[outcome.payers[0]]) > 1
        pay = "pay" if many else "pays"
        yield f"{_INDENT}{_teams_listed(state, outcome.payers)} {pay} the round"


def _ranked(outcome: Outcome, state: State) -> Iterator[str]:
    for place, team, total in outcome.ranking:
        line = f"{_INDENT}{place}. {_team(state, team)} {total}"
        if outcome.game_points:
            line += f" ({_total(state, team)}), game points {outcome.game_points[team]}"
        yield line


def _standing(state: State) -> Iterator[str]:
    for team in state.team_order:
        yield f"{_INDENT}{_team(state, team)} {_total(state, team)}"


def _listed(state: State, seats: tuple[int, ...]) -> str:
    return _joined([_name(state, seat) for seat in seats])


def _teams_listed(state: State, teams: tuple[int, ...]) -> str:
    return _joined([_team(state, team) for team in teams])


def _joined(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
