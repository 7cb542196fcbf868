"""Where a match stands: `Setup`, `State`, and what must always be true of them.

A `State` is a value; nothing in it ever changes. Owns the shape and its invariants. Must not
decide what may be done: that is `transition`.
"""

import re
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, assert_never

from .choices import Result, must_boxes, wins
from .figures import DICE, PLACES, Faces
from .rules import (
    DE_MANO_POINTS,
    DORMIDA_POINTS,
    FULL_POINTS,
    GRANDE_POINTS,
    POKER_POINTS,
    Box,
    Ruleset,
)
from .seats import MAX_SEATS, Seat, SetupError
from .sheet import Mark, Sheet, game_points

LotRound = tuple[tuple[int, int], ...]
"""One round of the lot: (seat, face) for each who rolled, in seat order."""
TieRound = tuple[tuple[int, Faces], ...]
"""One round of a tie-break: (seat, dice) for each who has rolled."""
Win = Literal["points", "dormida", "panza", "cuatros"]
"""What decides a match (R-16)."""


class InvariantError(RuntimeError):
    """A state that the rules cannot reach: a fault in the program."""


@dataclass(frozen=True, slots=True)
class Setup:
    """All that is agreed before the first roll; it never changes during a match.

    `start` is "lot" or the index of the seat that begins (R-02). `match_id` names the match in
    its record and in the derivation of its dice: 1 to 64 of A-Z a-z 0-9 . _ -. `commitment` is
    the SHA-256 of the seed in lower-case hex, or None for dice that are not seeded. With
    `tie_break` those who tie for the first place roll for it (R-31). `own_dice`: the table rolls
    dice of its own, and their faces are typed in. `duplicate`: all teams get the same dice, in an
    order of their own (`DuplicateDice`). `trusting`: nobody need agree when notes are
    taken back (R-17). `helped`: the coach and the odds may be asked. `date` is when the match
    began, by the clock of the table: 2026-11-30T21:04. Raises `SetupError`.
    """

    rules: Ruleset
    seats: tuple[Seat, ...]
    start: Literal["lot"] | int = "lot"
    match_id: str = "match"
    commitment: str | None = None
    tie_break: bool = False
    own_dice: bool = False
    duplicate: bool = False
    trusting: bool = False
    helped: bool = True
    date: str | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.seats) <= MAX_SEATS:
            raise SetupError(f"a match has 1 to {MAX_SEATS} seats, not {len(self.seats)}")
        if self.start != "lot" and self.start not in range(len(self.seats)):
            raise SetupError("the seat that starts is none of the seats")
        if not re.fullmatch(r"[A-Za-z0-9._-]{1,64}", self.match_id):
            raise SetupError("a match is named by 1 to 64 of A-Z a-z 0-9 . _ -")
        if self.commitment is not None and not re.fullmatch(r"[0-9a-f]{64}", self.commitment):
            raise SetupError("a commitment is 64 hexadecimal digits in lower case")
        if self.own_dice and self.commitment is not None:
            raise SetupError("the table's own dice have no seed to promise")
        if self.own_dice and self.duplicate:
            raise SetupError("the table's own dice fall as they fall, not the same for all")
        if self.date is not None and not re.fullmatch(_DATE, self.date):
            raise SetupError("a date is written like 2026-11-30T21:04")


_DATE: Final = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]"


class Phase(StrEnum):
    """The parts of a match; few have a tie-break."""

    LOT = "lot"
    TURN = "turn"
    TIE = "tie"
    OVER = "over"


@lru_cache(maxsize=32)
def teams_of(seats: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Who shares a sheet: neighbours, in teams of `size`; the last ones may be short (R-29)."""
    count = -(-seats // size)
    small, more = divmod(seats, count)
    firsts = [team * small + min(team, more) for team in range(count + 1)]
    return tuple(tuple(range(firsts[at], firsts[at + 1])) for at in range(count))


@lru_cache(maxsize=32)
def _team_at(seats: int, size: int) -> tuple[int, ...]:
    """The team of each seat, in the order of the seats."""
    return tuple(at for at, team in enumerate(teams_of(seats, size)) for _ in team)


@lru_cache(maxsize=64)
def _members(seats: tuple[int, ...], starter: int | None, gone: frozenset[int]) -> tuple[int, ...]:
    first = seats.index(starter) if starter in seats else 0
    return tuple(seat for seat in (*seats[first:], *seats[:first]) if seat not in gone)


@lru_cache(maxsize=32)
def _order(first: int, count: int) -> tuple[int, ...]:
    return tuple((first + step) % count for step in range(count))


class Placing(NamedTuple):
    """A line of the final ranking; `team` is the index of a sheet, which alone is the seat's."""

    place: int
    team: int
    total: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended (R-16). Who plays alone is a team of one, so teams are seats then.

    `ranking` goes from the first place to the last, shared places like 1, 1, 3, equal places in
    the order of the teams. `payers` are those on the last place, who pay the round: () for one
    alone or when all share one place.
    """

    kind: Win
    winners: tuple[int, ...]
    ranking: tuple[Placing, ...]
    payers: tuple[int, ...]
    game_points: tuple[int, ...] = ()
    """With three hatches the game points of every team (R-30)."""
    tied: tuple[int, ...] = ()
    """The teams that shared the first place before a tie-break (R-31)."""
    turned: frozenset[int] = frozenset()
    """The places read from below in a dormida that won (R-13)."""


@dataclass(frozen=True, slots=True)
class LastNote:
    """A note that may be taken back (R-17); `slot` counts the marks of a box from 0."""

    seat: int
    box: Box
    slot: int
    points: int
    hatch: int = 0

    @property
    def crossed(self) -> bool:
        """Whether it was a crossing out."""
        return self.points == 0


@dataclass(frozen=True)
class State:
    """Where a match stands, complete: rules, sheets, whose turn, and the dice as they lie.

    Seats are indices into `seats`, teams indices into `sheets`; where everybody plays alone they
    are the same. Places of dice are 1 to 5. After the end `seat` is whoever acted last; the dice
    still lie (`dice`) only when a dormida ended the match.
    """

    rules: Ruleset
    seats: tuple[Seat, ...]
    sheets: tuple[Sheet, ...]
    """One a team."""
    phase: Phase
    starter: int | None
    """The seat that began the first round; None until the lot has chosen."""
    seat: int
    """Who rolls next, or decides; during the lot, the first of those who must roll."""
    round: int = 1
    """Counted from 1."""
    rolls: int = 0
    """Rolls made in this series."""
    dice: Faces = ()
    """The faces in the order of the places; () before the first roll of a series."""
    held: frozenset[int] = frozenset()
    """Places that the next roll leaves alone."""
    rolled: frozenset[int] = frozenset()
    """Places that the last roll rolled."""
    rolled_at: tuple[int, ...] = ()
    """For each place the number of the roll in which its die was last rolled."""
    goal: Box | None = None
    """The declared box that stands (R-23)."""
    goal_at: int = 0
    """The roll after which it was declared; 0 without a goal."""
    must: tuple[Box, ...] = ()
    """The boxes of which one is owed for these dice (R-22): no further roll."""
    results: tuple[Result, ...] = ()
    """The series of this turn that partners have left on the table (R-29)."""
    gone: frozenset[int] = frozenset()
    """Seats whose players have left (R-32)."""
    lot: tuple[LotRound, ...] = ()
    """The rounds of the lot so far."""
    contenders: tuple[int, ...] = ()
    """Seats that take part in this round of the lot or of the tie-break; () otherwise."""
    tie_break: bool = False
    """Whether a tie for the first place is rolled off (R-31)."""
    tie: tuple[TieRound, ...] = ()
    """The rounds of the tie-break; the last may be under way."""
    helped: bool = True
    """Whether the coach and the odds may be asked in this match."""
    last_note: LastNote | None = None
    """The note that its player may take back now."""
    noted: LastNote | None = None
    """The last note that stands: the table may agree to take it back, whatever came after."""
    outcome: Outcome | None = None
    before_note: "State | None" = field(default=None, repr=False, compare=False)
    """The state before `noted`, which remembers the note before it, and so on to the first.

    States are equal without it: how they remember is no part of where a match stands.
    """

    # ------------------------------------------------------------------------------ rolling

    @property
    def rolls_left(self) -> int:
        """Rolls that the player may still make; 0 outside a turn and once a note is owed."""
        if self.phase is Phase.TIE:
            return 1
        if self.phase is not Phase.TURN or self.must:
            return 0
        return self.rules.rolls - self.rolls

    @property
    def rolling(self) -> int:
        """How many dice the next roll would roll; 0 when no roll is left or all are held."""
        return DICE - len(self.held) if self.rolls_left else 0

    @property
    def goal_due(self) -> bool:
        """Whether a box must be declared before the next roll (R-23)."""
        declares = self.rules.goal != "free" and self.goal is None
        return declares and bool(self.held) and self.rolling > 0

    @property
    def may_roll(self) -> bool:
        """Whether the player may roll now (R-03, R-04, R-23)."""
        return self.rolling > 0 and not self.goal_due

    @property
    def deciding(self) -> bool:
        """Whether dice lie before the player, who may now note a box, or leave them (R-29)."""
        return self.phase is Phase.TURN and self.rolls > 0

    @property
    def roll_coordinates(self) -> tuple[int, int]:
        """(turn, roll) of the next roll, for a `DiceSource`: no two rolls of a seat share them.

        A further series of the same player in one turn goes on counting its rolls; a tie-break is
        the turn after the last, with a roll a round.
        """
        if self.phase is Phase.TIE:
            return self.rules.rounds + 1, len(self.tie)
        played = sum(result.seat == self.seat for result in self.results)
        return self.round, played * self.rules.rolls + self.rolls + 1

    # -------------------------------------------------------------------------------- teams

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team; one each where everybody plays alone."""
        return teams_of(len(self.seats), self.rules.team_size)

    def team_of(self, seat: int) -> int:
        """The team, that is the sheet, of a seat."""
        return _team_at(len(self.seats), self.rules.team_size)[seat]

    def sheet_of(self, seat: int) -> Sheet:
        """The sheet on which a seat notes."""
        return self.sheets[self.team_of(seat)]

    def members(self, team: int) -> tuple[int, ...]:
        """The seats of a team that are still there, in the order in which they play."""
        return _members(self.teams[team], self.starter, self.gone)

    @property
    def team(self) -> int:
        """The team whose turn it is."""
        return self.team_of(self.seat)

    @property
    def sheet(self) -> Sheet:
        """The sheet of the team whose turn it is."""
        return self.sheets[self.team]

    @property
    def partner_next(self) -> bool:
        """Whether another series of the team comes before its note (R-29)."""
        return self.phase is Phase.TURN and len(self.results) + 1 < self.rules.team_size

    @property
    def on_table(self) -> tuple[Result, ...]:
        """The results that the team can note from: those of partners, and the dice that lie."""
        return (*self.results, self.result) if self.deciding else self.results

    @property
    def result(self) -> Result:
        """The dice that lie before the player, as a result."""
        return Result(self.seat, self.dice, self.rolls, self.rolled, self.goal, self.must)

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each sheet."""
        return tuple(sheet.total for sheet in self.sheets)

    @property
    def game_points(self) -> tuple[int, ...]:
        """With three hatches what each team would win as the sheets stand (R-30); else ()."""
        return game_points(self.sheets) if self.rules.hatches > 1 else ()

    @property
    def team_order(self) -> tuple[int, ...]:
        """The teams in the order in which they take their turns; as seated before the lot."""
        return _order(self.team_of(self.starter or 0), len(self.sheets))

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order in which they play, those who left too."""
        everybody = replace(self, gone=frozenset())
        return tuple(seat for team in self.team_order for seat in everybody.members(team))


_FIELDS: Final = frozenset(one.name for one in fields(State))


def changed(state: State, **changes: Any) -> State:
    """Give the state with some fields changed.

    What `dataclasses.replace` does, in a fraction of the time: a replayed match is hundreds of
    these. Raises TypeError for a field that no state has.
    """
    if not changes.keys() <= _FIELDS:
        raise TypeError(f"no fields of a state: {sorted(changes.keys() - _FIELDS)}")
    new = object.__new__(State)
    new.__dict__.update(state.__dict__, **changes)
    return new


def next_player(state: State, team: int) -> int:
    """Who plays the next series of a team: who has played least in this turn (R-29).

    Where the team is short, its players take the missing series by turns, one round this one, one
    round that. Somebody of the team must be there.
    """
    members = state.members(team)
    played = {seat: sum(result.seat == seat for result in state.results) for seat in members}
    least = min(played.values())
    able = [seat for seat in members if played[seat] == least]
    return able[(state.round - 1) % len(able)] if least else able[0]


def new_state(setup: Setup) -> State:
    """The state before anything has happened."""
    seats, rules = setup.seats, setup.rules
    by_lot = setup.start == "lot" and len(seats) > 1
    first = 0 if setup.start == "lot" else setup.start
    return State(
        rules=rules,
        seats=seats,
        sheets=(Sheet.blank(rules),) * len(teams_of(len(seats), rules.team_size)),
        phase=Phase.LOT if by_lot else Phase.TURN,
        starter=None if by_lot else first,
        seat=first,
        contenders=tuple(range(len(seats))) if by_lot else (),
        tie_break=setup.tie_break,
        helped=setup.helped,
    )


# -------------------------------------------------------------------------------------- invariants


def check_invariants(state: State) -> None:
    """Raise `InvariantError`, saying what, if the rules could never have led to `state`."""
    _require(len(state.sheets) == len(state.teams), "every team has one sheet")
    _require(state.seat in range(len(state.seats)), "the seat is one of the seats")
    _require(state.gone <= set(range(len(state.seats))), "who left had a seat")
    for sheet in state.sheets:
        _check_sheet(sheet, state.rules)
    _check_dice(state)
    _check_lot_rounds(state)
    _check_gone(state)
    match state.phase:
        case Phase.LOT:
            _check_lot(state)
        case Phase.TURN:
            _check_turn(state)
        case Phase.TIE:
            _check_tie(state)
        case Phase.OVER:
            _check_over(state)
        case _:
            assert_never(state.phase)
    _check_take_back(state)


def _require(truth: bool, what: str) -> None:
    if not truth:
        raise InvariantError(f"broken: {what}")


@lru_cache(maxsize=64)
def _check_sheet(sheet: Sheet, rules: Ruleset) -> None:
    """Check one sheet; most were checked a moment ago."""
    _require(sheet.hatches == rules.hatches, "a sheet has the hatches of the rules")
    for box in Box:
        possible = _possible_marks(box, rules)
        _require(sheet.capacity(box) == rules.capacity(box), f"{box} has the slots of the rules")
        for hatch in range(sheet.hatches):
            marks = sheet.marks(box, hatch)
            _require(len(marks) <= rules.capacity(box), f"{box} is noted as often as it has slots")
            for mark in marks:
                _require(mark in possible, f"{mark.points} can stand in {box}, de mano as it says")


@lru_cache(maxsize=256)
def _possible_marks(box: Box, rules: Ruleset) -> frozenset[Mark]:
    marks = {Mark(0)} if rules.dormida == "wins" else {Mark(0), Mark(DORMIDA_POINTS)}
    if box.face is not None:
        return frozenset(marks | {Mark(box.face * count) for count in range(DICE + 1)})
    if box is Box.GRANDE:
        return frozenset(marks | {Mark(GRANDE_POINTS)})
    base = {Box.ESCALERA: rules.escalera, Box.FULL: FULL_POINTS, Box.POKER: POKER_POINTS}[box]
    return frozenset(marks | {Mark(base), Mark(base + DE_MANO_POINTS, de_mano=True)})


def _check_dice(state: State) -> None:
    _require(0 <= state.rolls <= state.rules.rolls, "rolls are within a turn's rolls")
    lying = DICE if state.rolls else 0
    _require(len(state.dice) == lying, "five dice lie once rolled, and none before")
    _require(len(state.rolled_at) == lying, "every die that lies was rolled")
    _require(all(1 <= face <= 6 for face in state.dice), "dice show 1 to 6")
    _require(all(1 <= at <= state.rolls for at in state.rolled_at), "dice lie since some roll")
    last = {place for place, at in enumerate(state.rolled_at, 1) if at == state.rolls}
    _require(state.rolled == last, "the dice of the last roll are those rolled last")
    _require(bool(state.rolled) == bool(state.rolls), "every roll rolls a die")
    _require(state.held <= PLACES, "places are 1 to 5")
    _require(not state.held or state.rolls > 0, "nothing is held before the first roll")
    if state.rolls and state.phase is not Phase.OVER:
        _require(state.must == _owed(state), "a top result owes a note, nothing else does")
    else:
        _require(not state.must, "nothing is owed where no dice lie")
    declared = state.goal is not None
    _require(declared == (0 < state.goal_at <= state.rolls), "a goal is declared after some roll")
    _require(not declared or state.rules.goal != "free", "a goal is declared where goals are")


def _owed(state: State) -> tuple[Box, ...]:
    open_boxes = state.sheet.open_set
    return must_boxes(state.rules, state.dice, state.rolls, len(state.rolled), open_boxes)


def _check_lot_rounds(state: State) -> None:
    """Each round of the lot leaves those who rolled highest, and the last of them starts (R-02).

    Whoever left the match in between is missing from then on.
    """
    left = set(range(len(state.seats)))
    for lot_round in state.lot:
        rolled = {seat for seat, _ in lot_round}
        _require(rolled <= left and left - rolled <= state.gone, "who tied in the lot rolls again")
        highest = max(face for _, face in lot_round)
        left = {seat for seat, face in lot_round if face == highest}
    if state.phase is Phase.LOT:
        _require(set(state.contenders) == left - state.gone, "who tied in the lot must roll again")
    elif state.lot:
        _require(state.starter in left, "the highest of the lot starts")
        _require(left - {state.starter} <= state.gone, "one starts, unless the others left")


def _check_gone(state: State) -> None:
    """A team of which nobody is left has a closed sheet (R-32)."""
    for team, sheet in enumerate(state.sheets):
        _require(bool(state.members(team)) or sheet.full, "who left leaves no box open")


def _check_lot(state: State) -> None:
    _require(state.starter is None, "nobody starts before the lot is decided")
    _require(len(state.contenders) > 1, "a lot is between several seats")
    _require(state.seat == state.contenders[0], "the first contender rolls first")
    _require(state.rolls == 0, "no turn before the lot is decided")
    present = (team for team in range(len(state.sheets)) if state.members(team))
    noted = any(state.sheets[team].noted for team in present)
    _require(not noted, "nothing is noted before the lot")
    _require(state.outcome is None, "nobody wins in the lot")


def _check_turn(state: State) -> None:
    _require(not state.contenders, "the lot is decided")
    _require(state.outcome is None, "a match that goes on has no outcome")
    _require(not state.tie, "nobody ties before the end")
    _require(not state.sheet.full, "whose turn it is has an open box")
    _require(state.seat not in state.gone, "whose turn it is has not left")
    _check_results(state)
    _check_progress(state, finished=state.round - 1)


def _check_results(state: State) -> None:
    _require(len(state.results) < state.rules.team_size, "one series is still to be noted")
    partners = {result.seat for result in state.results}
    _require(partners <= set(state.teams[state.team]), "results on the table are the team's")
    for result in state.results:
        _require(len(result.dice) == DICE and result.rolled != set(), "a result has five dice")
        _require(1 <= result.roll <= state.rules.rolls, "a result has a turn's rolls")


def _check_tie(state: State) -> None:
    _require(state.tie_break, "a tie is rolled off where that was agreed")
    _require(state.outcome is None, "a tie-break has no outcome yet")
    _require(len(state.contenders) > 1, "a tie is between several")
    _require(not state.gone & set(state.contenders), "who rolls for the win has not left")
    _require(all(sheet.full for sheet in state.sheets), "a tie is broken when all is noted")
    _require(state.rolls == 0, "no turn is under way in a tie-break")
    rolled = {seat for seat, _ in state.tie[-1]}
    waiting = [seat for seat in state.contenders if seat not in rolled]
    _require(waiting[:1] == [state.seat], "the contenders roll one after the other")


def _check_over(state: State) -> None:
    outcome = state.outcome
    if outcome is None:
        raise InvariantError("broken: a match that is over has an outcome")
    ranked = sorted(placing.team for placing in outcome.ranking)
    _require(ranked == list(range(len(state.sheets))), "every team is ranked once")
    totals = {placing.team: placing.total for placing in outcome.ranking}
    _require(all(totals[team] == state.totals[team] for team in totals), "ranked by its total")
    match outcome.kind:
        case "dormida":
            reading = wins(state.rules, state.dice, state.rolls, len(state.rolled))
            _require(reading is not None, "a dormida lies there")
            _require(outcome.winners == (state.team,), "who rolled the dormida wins")
            _check_progress(state, finished=state.round - 1)
        case "panza" | "cuatros":
            (winner,) = outcome.winners
            won = getattr(state.sheets[winner], outcome.kind)
            _require(
                won and outcome.kind in state.rules.early_wins, f"the sheet has a {outcome.kind}"
            )
            _require(state.rolls == 0, "an early win is noted")
        case "points":
            _require(all(sheet.full for sheet in state.sheets), "every box is filled")
            _require(state.rolls == 0, "no dice lie after the last note")
        case _:
            assert_never(outcome.kind)


def _check_progress(state: State, finished: int) -> None:
    """Teams before this one in the order have finished the round, the others only the last one."""
    _require(state.starter is not None, "somebody started")
    waiting = False
    for team in state.team_order:
        waiting = waiting or team == state.team
        done = finished if waiting else finished + 1
        if state.members(team):
            _require(state.sheets[team].noted == done, "every turn filled one box")


def _check_take_back(state: State) -> None:
    note, before = state.noted, state.before_note
    _require(state.last_note in {None, note}, "the player takes back the last note or none")
    _require((before is None) == (note is None), "a note has a state before it")
    if note is None or before is None:
        return
    _require(
        state.last_note is None or state.rolls == 0, "a note is final once the next roll is made"
    )
    _require(before.last_note is None, "who noted had rolled before")
    _require(before.deciding and before.seat == note.seat, "who noted had dice on the table")
    team = state.team_of(note.seat)
    marks = state.sheets[team].marks(note.box, note.hatch)
    _require(before.sheet.marks(note.box, note.hatch) == marks[: note.slot], "a note adds one mark")
    _require(state.totals[team] - before.totals[team] == note.points, "a note adds up")
