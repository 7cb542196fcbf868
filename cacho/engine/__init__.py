"""The rules of Cacho as a library: a match is a value, and every change of it is a function.

    >>> setup = Setup(CASUAL, (Seat("Ana"), Seat("Luis")), start=0)
    >>> match = Match(setup, ScriptedDice([3, 3, 6, 1, 2, 3, 3, 6]))
    >>> match.submit(Roll())[0].dice
    (3, 3, 6, 1, 2)
    >>> match.submit(Hold(frozenset({1, 2})))
    (HeldChanged(seat=0, places=frozenset({1, 2})),)
    >>> match.submit(Roll())[0].dice
    (3, 3, 3, 3, 6)
    >>> points_of(match.state)[Box.POKER]
    40
    >>> match.submit(Note(Box.POKER))[0].points
    40

Pure: no screen, clock, chance, disk or language comes in here; the dice come from a `DiceSource`.
Rules are cited by their ids in RULES.md (R-01 ...).

Words, used everywhere in code, tests and documents:

roll        to roll dice, and what fell; a turn has up to three. Never "throw".
hold        to keep dice out of the next roll. A *place* (1 to 5) is where a die lies.
box         a field of the sheet: balas, tontos, trenes, cuadras, quinas, senas (the numbers),
            escalera, full, poker, grande (the figures). The Grandes are one box with two *slots*.
note        to fill a box with what the dice are worth there.
cross out   to note a box in which the dice are worth nothing.
turn over   to read a die from its underside (in traditions that this version cannot play yet).
reading     the dice as they count: faces, with some turned over. Here: just as they lie.
de mano     served: made with the first roll of a turn.
dormida     five alike on the first roll. It wins.
lot         each player rolls one die for who starts.
seat        a player's place in the order of the table, an index from 0 in code, from 1 in records.
sheet       the boxes of one seat.  round: one turn of every seat.  match: from setup to outcome.
"""

from .actions import Action, Hold, IllegalAction, Lot, Note, Reason, Roll, TakeBack
from .dice import DiceSource, OutOfDice, ScriptedDice, SeededDice, commitment, derived_face
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
from .figures import DICE, Faces, Reading, best_points, points, readings
from .match import Match
from .position import PositionError, Worth, points_of, readings_of, worth
from .record import (
    MAX_SIZE,
    Problem,
    Record,
    RecordError,
    RecordWarning,
    action_line,
    header_lines,
    parse_record,
    record_text,
    recover,
    replay,
)
from .rules import (
    ALALAY,
    BASIC,
    CASUAL,
    COCH,
    FIELDS,
    FIGURE_BOXES,
    NUMBER_BOXES,
    PERU,
    PRESETS,
    Box,
    Ruleset,
    RulesetError,
    UnsupportedRulesError,
    changes,
    field_text,
    unsupported,
    unsupported_worth,
    with_fields,
)
from .sheet import Mark, Sheet
from .state import (
    MAX_SEATS,
    PLACES,
    InvariantError,
    LastNote,
    Outcome,
    Phase,
    Placing,
    Seat,
    Setup,
    SetupError,
    State,
    check_invariants,
    new_state,
)
from .transcript import transcript
from .transition import apply, legal_actions, why_not

__all__ = [
    "ALALAY",
    "BASIC",
    "CASUAL",
    "COCH",
    "DICE",
    "FIELDS",
    "FIGURE_BOXES",
    "MAX_SEATS",
    "MAX_SIZE",
    "NUMBER_BOXES",
    "PERU",
    "PLACES",
    "PRESETS",
    "Action",
    "Box",
    "DiceSource",
    "Dormida",
    "Event",
    "Faces",
    "HeldChanged",
    "Hold",
    "IllegalAction",
    "InvariantError",
    "LastNote",
    "Lot",
    "LotRolled",
    "Mark",
    "Match",
    "MatchOver",
    "Note",
    "Noted",
    "OutOfDice",
    "Outcome",
    "Phase",
    "Placing",
    "PositionError",
    "Problem",
    "Reading",
    "Reason",
    "Record",
    "RecordError",
    "RecordWarning",
    "Roll",
    "Rolled",
    "Ruleset",
    "RulesetError",
    "ScriptedDice",
    "Seat",
    "SeededDice",
    "Setup",
    "SetupError",
    "Sheet",
    "StarterChosen",
    "State",
    "TakeBack",
    "TakenBack",
    "TurnPassed",
    "UnsupportedRulesError",
    "Worth",
    "action_line",
    "apply",
    "best_points",
    "changes",
    "check_invariants",
    "commitment",
    "derived_face",
    "field_text",
    "header_lines",
    "legal_actions",
    "new_state",
    "parse_record",
    "points",
    "points_of",
    "readings",
    "readings_of",
    "record_text",
    "recover",
    "replay",
    "transcript",
    "unsupported",
    "unsupported_worth",
    "why_not",
    "with_fields",
    "worth",
]
