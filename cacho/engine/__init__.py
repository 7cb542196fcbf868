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
turn over   to read a die from its underside; opposite faces add to 7.
reading     the dice as they count: faces, with some turned over.
bajo        all five dice turned over for good, called before they are seen or chosen after.
de mano     served: made with the first roll of a turn, or a later roll of all five left as it fell.
dormida     five alike de mano. It wins, or is worth 100.
goal        the box declared for which dice are held.
must stop   a top result ends the rolling and must be noted.
hatch       one of the grids of a sheet, counted from 0 in code, from 1 in records.
series      the rolls of one player of a team; its *result* stays on the table until the team notes.
hand        to give a seat to another player, or to the program at a level: a bot.
lot         each player rolls one die for who starts.
seat        a player's place in the order of the table, an index from 0 in code, from 1 in records.
team        those who share a sheet; its index is that of the sheet. Alone, it is the seat's.
sheet       the boxes of one team.  round: one turn of every team.  match: from setup to outcome.
"""

from .actions import (
    Action,
    Ask,
    Bajo,
    Declare,
    Hand,
    Help,
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
from .choices import Decision, Result, Way, top_boxes, values_of
from .course import Course, Moment, MomentKind, course_of, leader
from .dice import (
    DiceSource,
    DuplicateDice,
    OutOfDice,
    ScriptedDice,
    SeededDice,
    commitment,
    derived_face,
)
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
from .figures import (
    DICE,
    PLACES,
    Faces,
    Reading,
    makers,
    points,
    points_by_box,
    readings,
    turn_over,
)
from .match import Match, dice_of
from .position import (
    PositionError,
    Worth,
    decision_of,
    must_note,
    points_as_turned,
    points_by_hatch,
    points_of,
    readings_of,
    turn_limits,
    ways_of,
    worth,
)
from .record import (
    MAX_SIZE,
    RECORD_VERSION,
    Problem,
    Record,
    RecordError,
    RecordWarning,
    action_line,
    header_lines,
    parse_record,
    parse_rules,
    record_text,
    recover,
    replay,
    rules_text,
    upgraded,
)
from .rules import (
    ALALAY,
    BASIC,
    CASUAL,
    COCH,
    DORMIDA_POINTS,
    FIELDS,
    FIGURE_BOXES,
    NUMBER_BOXES,
    PERU,
    PRESETS,
    Box,
    Ruleset,
    RulesetError,
    base_of,
    changes,
    field_text,
    with_fields,
    without_effect,
)
from .seats import MAX_SEATS, Level, Seat, SetupError
from .sheet import Mark, Sheet, game_points
from .state import (
    InvariantError,
    LastNote,
    Outcome,
    Phase,
    Placing,
    Setup,
    State,
    check_invariants,
    new_state,
    next_player,
    teams_of,
)
from .transcript import transcript
from .transition import apply, legal_actions, why_not
from .verification import Finding, FindingKind, Verdict, Verification, verify

__all__ = [
    "ALALAY",
    "BASIC",
    "CASUAL",
    "COCH",
    "DICE",
    "DORMIDA_POINTS",
    "FIELDS",
    "FIGURE_BOXES",
    "MAX_SEATS",
    "MAX_SIZE",
    "NUMBER_BOXES",
    "PERU",
    "PLACES",
    "PRESETS",
    "RECORD_VERSION",
    "Action",
    "Ask",
    "Asked",
    "Bajo",
    "Box",
    "Course",
    "Decision",
    "Declare",
    "Declared",
    "DiceSource",
    "Dormida",
    "DuplicateDice",
    "EarlyWin",
    "Event",
    "Faces",
    "Finding",
    "FindingKind",
    "Hand",
    "HeldChanged",
    "Help",
    "Hold",
    "IllegalAction",
    "InvariantError",
    "LastNote",
    "Leave",
    "Level",
    "Lot",
    "LotRolled",
    "Mark",
    "Match",
    "MatchOver",
    "Moment",
    "MomentKind",
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
    "Result",
    "Roll",
    "Rolled",
    "Ruleset",
    "RulesetError",
    "ScriptedDice",
    "Seat",
    "SeatHanded",
    "SeatLeft",
    "SeededDice",
    "Setup",
    "SetupError",
    "Sheet",
    "Stand",
    "StarterChosen",
    "State",
    "Stood",
    "TakeBack",
    "TakenBack",
    "TieAgain",
    "TieBreakBegan",
    "TieRolled",
    "TurnPassed",
    "TurnedOver",
    "Verdict",
    "Verification",
    "Way",
    "Worth",
    "action_line",
    "apply",
    "base_of",
    "changes",
    "check_invariants",
    "commitment",
    "course_of",
    "decision_of",
    "derived_face",
    "dice_of",
    "field_text",
    "game_points",
    "header_lines",
    "leader",
    "legal_actions",
    "makers",
    "must_note",
    "new_state",
    "next_player",
    "parse_record",
    "parse_rules",
    "points",
    "points_as_turned",
    "points_by_box",
    "points_by_hatch",
    "points_of",
    "readings",
    "readings_of",
    "record_text",
    "recover",
    "replay",
    "rules_text",
    "teams_of",
    "top_boxes",
    "transcript",
    "turn_limits",
    "turn_over",
    "upgraded",
    "values_of",
    "verify",
    "ways_of",
    "why_not",
    "with_fields",
    "without_effect",
    "worth",
]
