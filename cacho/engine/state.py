"""Where a match stands: `Setup`, `State`, and what must always be true of them.

A `State` is a value; nothing in it ever changes. Owns the shape and its invariants. Must not
decide what may be done: that is `transition`.
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal, NamedTuple, assert_never

from .figures import DICE, Faces
from .rules import (
    DE_MANO_POINTS,
    FULL_POINTS,
    GRANDE_POINTS,
    POKER_POINTS,
    Box,
    Ruleset,
    UnsupportedRulesError,
    is_plain,
    unsupported,
)
from .sheet import Mark, Sheet

MAX_SEATS: Final = 6
MAX_SEAT_NAME: Final = 64
"""Code points in a seat's name; what fits the screen is the screen's matter."""
PLACES: Final = frozenset(range(1, DICE + 1))
"""The five places on the table, 1 to 5."""

LotRound = tuple[tuple[int, int], ...]
"""One round of the lot: (seat, face) for each who rolled, in seat order."""


class SetupError(ValueError):
    """A match cannot be set up so; the message is one sentence."""


class InvariantError(RuntimeError):
    """A state that the rules cannot reach: a fault in the program."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table. Names are one printable line; two seats may share one."""

    name: str

    def __post_init__(self) -> None:
        if not is_plain(self.name, MAX_SEAT_NAME):
            raise SetupError(
                f"a seat's name must be 1 to {MAX_SEAT_NAME} printable characters "
                "without spaces at its ends"
            )


@dataclass(frozen=True, slots=True)
class Setup:
    """All that is agreed before the first roll; it never changes during a match.

    `start` is "lot" or the index of the seat that begins (R-02). `match_id` names the match in
    its record and in the derivation of its dice: 1 to 64 of A-Z a-z 0-9 . _ -. `commitment` is
    the SHA-256 of the seed in lower-case hex, or None for dice that are not seeded.
    Raises `SetupError`.
    """

    rules: Ruleset
    seats: tuple[Seat, ...]
    start: Literal["lot"] | int = "lot"
    match_id: str = "match"
    commitment: str | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.seats) <= MAX_SEATS:
            raise SetupError(f"a match has 1 to {MAX_SEATS} seats, not {len(self.seats)}")
        if self.start != "lot" and self.start not in range(len(self.seats)):
            raise SetupError("the seat that starts is none of the seats")
        if not re.fullmatch(r"[A-Za-z0-9._-]{1,64}", self.match_id):
            raise SetupError("a match is named by 1 to 64 of A-Z a-z 0-9 . _ -")
        if self.commitment is not None and not re.fullmatch(r"[0-9a-f]{64}", self.commitment):
            raise SetupError("a commitment is 64 hexadecimal digits in lower case")


class Phase(StrEnum):
    """The three parts of a match."""

    LOT = "lot"
    TURN = "turn"
    OVER = "over"


class Placing(NamedTuple):
    """A line of the final ranking."""

    place: int
    seat: int
    total: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended (R-16).

    `ranking` goes from the first place to the last, shared places like 1, 1, 3, equal places in
    seat order. `payers` are those on the last place, who pay the round: () for one player alone
    or when all share one place.
    """

    kind: Literal["points", "dormida"]
    winners: tuple[int, ...]
    ranking: tuple[Placing, ...]
    payers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LastNote:
    """The note that may still be taken back (R-17); `slot` counts the marks of a box from 0."""

    seat: int
    box: Box
    slot: int
    points: int

    @property
    def crossed(self) -> bool:
        """Whether it was a crossing out."""
        return self.points == 0


@dataclass(frozen=True, slots=True)
class State:
    """Where a match stands, complete: rules, sheets, whose turn, and the dice as they lie.

    Seats are indices into `seats`; places of dice are 1 to 5. After the end `seat` is whoever
    acted last; the dice still lie (`dice`) only when a dormida ended the match.
    """

    rules: Ruleset
    seats: tuple[Seat, ...]
    sheets: tuple[Sheet, ...]
    phase: Phase
    starter: int | None
    """The seat that began the first round; None until the lot has chosen."""
    seat: int
    """Whose turn it is; during the lot, the first of those who must roll."""
    round: int = 1
    """Counted from 1."""
    rolls: int = 0
    """Rolls made in this turn."""
    dice: Faces = ()
    """The faces in the order of the places; () before the first roll of a turn."""
    held: frozenset[int] = frozenset()
    """Places that the next roll leaves alone."""
    rolled: frozenset[int] = frozenset()
    """Places that the last roll rolled."""
    rolled_at: tuple[int, ...] = ()
    """For each place the number of the roll in which its die was last rolled."""
    lot: tuple[LotRound, ...] = ()
    """The rounds of the lot so far."""
    contenders: tuple[int, ...] = ()
    """Seats that must roll in the next round of the lot; () once it is decided."""
    last_note: LastNote | None = None
    """The note that may be taken back now."""
    outcome: Outcome | None = None
    before_note: "State | None" = field(default=None, repr=False)
    """The state that taking `last_note` back restores."""

    @property
    def rolls_left(self) -> int:
        """Rolls that the player may still make in this turn; 0 outside a turn."""
        return self.rules.rolls - self.rolls if self.phase is Phase.TURN else 0

    @property
    def rolling(self) -> int:
        """How many dice the next roll would roll; 0 when no roll is left or all are held."""
        return DICE - len(self.held) if self.rolls_left else 0

    @property
    def may_roll(self) -> bool:
        """Whether the player may roll now (R-03, R-04)."""
        return self.rolling > 0

    @property
    def deciding(self) -> bool:
        """Whether dice lie before the player, who may now note a box."""
        return self.phase is Phase.TURN and self.rolls > 0

    @property
    def sheet(self) -> Sheet:
        """The sheet of the seat whose turn it is."""
        return self.sheets[self.seat]

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each seat."""
        return tuple(sheet.total for sheet in self.sheets)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order in which they take their turns; as seated before the lot."""
        first = self.starter or 0
        return tuple((first + step) % len(self.seats) for step in range(len(self.seats)))


def new_state(setup: Setup) -> State:
    """The state before anything has happened.

    Raises `UnsupportedRulesError` for rules that this version cannot play.
    """
    if missing := unsupported(setup.rules):
        raise UnsupportedRulesError(setup.rules, missing)
    seats = setup.seats
    by_lot = setup.start == "lot" and len(seats) > 1
    first = 0 if setup.start == "lot" else setup.start
    return State(
        rules=setup.rules,
        seats=seats,
        sheets=(Sheet.blank(setup.rules),) * len(seats),
        phase=Phase.LOT if by_lot else Phase.TURN,
        starter=None if by_lot else first,
        seat=first,
        contenders=tuple(range(len(seats))) if by_lot else (),
    )


# -------------------------------------------------------------------------------------- invariants


def check_invariants(state: State) -> None:
    """Raise `InvariantError`, saying what, if the rules could never have led to `state`."""
    _require(len(state.sheets) == len(state.seats), "every seat has one sheet")
    _require(state.seat in range(len(state.seats)), "the seat is one of the seats")
    for sheet in state.sheets:
        _check_sheet(sheet, state.rules)
    _check_dice(state)
    _check_lot_rounds(state)
    match state.phase:
        case Phase.LOT:
            _check_lot(state)
        case Phase.TURN:
            _check_turn(state)
        case Phase.OVER:
            _check_over(state)
        case _:
            assert_never(state.phase)
    _check_take_back(state)


def _require(truth: bool, what: str) -> None:
    if not truth:
        raise InvariantError(f"broken: {what}")


def _check_sheet(sheet: Sheet, rules: Ruleset) -> None:
    for box in Box:
        marks = sheet.marks(box)
        _require(sheet.capacity(box) == rules.capacity(box), f"{box} has the slots of the rules")
        _require(len(marks) <= rules.capacity(box), f"{box} is noted no more than it has slots")
        for mark in marks:
            possible = mark in _possible_marks(box, rules)
            _require(possible, f"{mark.points} can stand in {box}, de mano or not as it says")


def _possible_marks(box: Box, rules: Ruleset) -> set[Mark]:
    if box.face is not None:
        return {Mark(box.face * count) for count in range(DICE + 1)}
    if box is Box.GRANDE:
        return {Mark(0), Mark(GRANDE_POINTS)}
    base = {Box.ESCALERA: rules.escalera, Box.FULL: FULL_POINTS, Box.POKER: POKER_POINTS}[box]
    return {Mark(0), Mark(base), Mark(base + DE_MANO_POINTS, de_mano=True)}


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


def _check_lot_rounds(state: State) -> None:
    """Each round of the lot leaves those who rolled highest, and the last of them starts (R-02)."""
    left = tuple(range(len(state.seats)))
    for lot_round in state.lot:
        _require(tuple(seat for seat, _ in lot_round) == left, "who tied in the lot rolls again")
        highest = max(face for _, face in lot_round)
        left = tuple(seat for seat, face in lot_round if face == highest)
    if state.phase is Phase.LOT:
        _require(state.contenders == left, "who tied in the lot must roll again")
    elif state.lot:
        _require((state.starter,) == left, "the highest of the lot starts")


def _check_lot(state: State) -> None:
    _require(state.starter is None, "nobody starts before the lot is decided")
    _require(len(state.contenders) > 1, "a lot is between several seats")
    _require(state.seat == state.contenders[0], "the first contender rolls first")
    _require(state.rolls == 0, "no turn before the lot is decided")
    _require(not any(sheet.noted for sheet in state.sheets), "nothing is noted before the lot")
    _require(state.outcome is None, "nobody wins in the lot")


def _check_turn(state: State) -> None:
    _require(not state.contenders, "the lot is decided")
    _require(state.outcome is None, "a match that goes on has no outcome")
    _require(not state.sheet.full, "whose turn it is has an open box")
    _check_progress(state, finished=state.round - 1)


def _check_over(state: State) -> None:
    outcome = state.outcome
    if outcome is None:
        raise InvariantError("broken: a match that is over has an outcome")
    by_dormida = outcome.kind == "dormida"
    ranked = sorted(placing.seat for placing in outcome.ranking)
    _require(ranked == list(range(len(state.seats))), "every seat is ranked once")
    totals = {placing.seat: placing.total for placing in outcome.ranking}
    _require(all(totals[seat] == state.totals[seat] for seat in totals), "ranked by its total")
    _require(by_dormida == (len(set(state.dice)) == 1), "only a dormida leaves five alike")
    _require(by_dormida == (state.rolls == 1), "a dormida falls on the first roll")
    if by_dormida:
        _require(outcome.winners == (state.seat,), "who rolled the dormida wins")
        _check_progress(state, finished=state.round - 1)
    else:
        _require(all(sheet.full for sheet in state.sheets), "every box is filled")


def _check_progress(state: State, finished: int) -> None:
    """Those before `seat` in the order have finished this round, the others only the last one."""
    _require(state.starter is not None, "somebody started")
    waiting = False
    for seat in state.order:
        waiting = waiting or seat == state.seat
        done = finished if waiting else finished + 1
        _require(state.sheets[seat].noted == done, "every turn filled one box")


def _check_take_back(state: State) -> None:
    note, before = state.last_note, state.before_note
    _require((before is None) == (note is None), "a last note has a state before it")
    if note is None or before is None:
        return
    _require(state.rolls == 0, "a note is final once the next roll is made")
    _require(before.before_note is None, "states form no chain")
    _require(before.deciding and before.seat == note.seat, "who noted had dice on the table")
    _require(
        before.sheet.marks(note.box) == state.sheets[note.seat].marks(note.box)[: note.slot],
        "a note adds one mark",
    )
    _require(state.totals[note.seat] - before.totals[note.seat] == note.points, "a note adds up")
