"""The boxes of a sheet and the rules of a table: `Box`, `Ruleset` and the five presets.

Owns every parameter in which the written traditions of the game differ, their legal values, and
their names as text. Must not know dice, sheets or players: what a value *means* is written where
it acts (`figures`, `choices`, `transition`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final, Literal


class Box(StrEnum):
    """A kind of box on the sheet, in the order in which boxes are always listed (R-06).

    The value is the box's name everywhere outside the program: records, commands, JSON.
    """

    BALAS = "balas"
    TONTOS = "tontos"
    TRENES = "trenes"
    CUADRAS = "cuadras"
    QUINAS = "quinas"
    SENAS = "senas"
    ESCALERA = "escalera"
    FULL = "full"
    POKER = "poker"
    GRANDE = "grande"

    @property
    def face(self) -> int | None:
        """The face that a number box counts, 1 to 6; None for a figure."""
        return _FACES.get(self)


NUMBER_BOXES: Final = (
    Box.BALAS,
    Box.TONTOS,
    Box.TRENES,
    Box.CUADRAS,
    Box.QUINAS,
    Box.SENAS,
)
FIGURE_BOXES: Final = (Box.ESCALERA, Box.FULL, Box.POKER, Box.GRANDE)
_FACES: Final = {box: face for face, box in enumerate(NUMBER_BOXES, start=1)}

FULL_POINTS: Final = 30
POKER_POINTS: Final = 40
GRANDE_POINTS: Final = 50
DE_MANO_POINTS: Final = 5
"""Added to an escalera, full or poker made de mano (R-12); the same in every ruleset."""
DORMIDA_POINTS: Final = 100
"""What a dormida is noted with where it does not win (R-26)."""
CUATROS: Final = 4
"""Dice that each number box must count for the cuatros (R-28)."""

MAX_NAME: Final = 40
"""Characters in the name of a ruleset."""


class RulesetError(ValueError):
    """The values are not a ruleset; the message is one sentence that names the field or fields."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """How one table plays: a value for every point on which the traditions differ (R-19).

    Any combination of legal values is a house rule. Values are checked on making one:
    `RulesetError` says in a sentence what is wrong. Values that change nothing beside the others
    are legal too: `without_effect` names them.
    """

    name: str
    """A preset's key, or whatever the table calls its house rules."""
    turning: tuple[tuple[int, int], ...]
    """One (least, most) a roll: dice turned over in the reading scored after that roll."""
    rethrow_mano: bool
    """A later roll of all five, scored unturned, is de mano too."""
    bajo: Literal["no", "call", "look"]
    """Turning all five: never, called before the cup is lifted, or after looking."""
    must_stop: bool
    """A top result with an open box ends the turn and must be noted."""
    goal: Literal["free", "fixed", "rethrow"]
    """Box chosen when noting, declared after roll 1 for good, or while any die is held."""
    escalera: Literal[20, 25]
    """Points of an escalera that is not de mano."""
    wrap: bool
    """3-4-5-6-1 is an escalera."""
    grandes: Literal[1, 2]
    """Grande boxes on a sheet."""
    five_is_poker: bool
    """Five alike may be noted as poker."""
    crossing: Literal["free", "forced", "lenient"]
    """When a box may be crossed out."""
    dormida: Literal["wins", 100]
    """Five alike de mano wins the match, or is worth 100."""
    early_wins: frozenset[Literal["panza", "cuatros"]]
    """Sheets that win before the end."""
    natural_five: bool = False
    """Five alike as thrown de mano wins whatever must be turned."""
    hatches: Literal[1, 3] = 1
    """Grids on a sheet."""
    team_size: Literal[1, 2, 3] = 1
    """Players on one sheet."""

    def __post_init__(self) -> None:
        _check_name(self.name)
        _check_turning(self.turning)
        _check_early_wins(self.early_wins)
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if not any(type(value) is type(choice) and value == choice for choice in choices):
                raise RulesetError(f"{name} must be {_either(choices)}, not {_shown(value)}")
        if self.bajo == "look" and any(most > 0 for _, most in self.turning):
            raise RulesetError(
                "bajo=look does not go with a turning above 0: "
                "together they would make every mix of tops and bottoms legal"
            )

    @property
    def rolls(self) -> int:
        """Rolls in a turn, 1 to 3."""
        return len(self.turning)

    @property
    def rounds(self) -> int:
        """Rounds in a match that nobody wins early: one for every box of a sheet."""
        return (len(Box) - 1 + self.grandes) * self.hatches

    def limits(self, roll: int) -> tuple[int, int]:
        """The least and the most dice turned over in what is scored after roll number `roll`."""
        return self.turning[roll - 1]

    def capacity(self, box: Box) -> int:
        """How often one grid takes `box`: as many times as there are Grandes, else once."""
        return self.grandes if box is Box.GRANDE else 1


_CHOICES: Final[Mapping[str, tuple[bool | int | str, ...]]] = {
    "rethrow_mano": (False, True),
    "bajo": ("no", "call", "look"),
    "must_stop": (False, True),
    "goal": ("free", "fixed", "rethrow"),
    "escalera": (20, 25),
    "wrap": (False, True),
    "grandes": (1, 2),
    "five_is_poker": (False, True),
    "crossing": ("free", "forced", "lenient"),
    "dormida": ("wins", 100),
    "natural_five": (False, True),
    "hatches": (1, 3),
    "team_size": (1, 2, 3),
}
_EARLY_WINS: Final = ("panza", "cuatros")


def _check_name(name: object) -> None:
    if not isinstance(name, str) or not is_plain(name, MAX_NAME):
        raise RulesetError(
            f"name must be 1 to {MAX_NAME} printable characters without spaces at its ends"
        )


def is_plain(text: str, longest: int) -> bool:
    """Whether `text` can stand as a name in a record: one printable, trimmed line."""
    return 1 <= len(text) <= longest and text.isprintable() and text == text.strip()


def _check_turning(turning: object) -> None:
    if not isinstance(turning, tuple) or not 1 <= len(turning) <= 3:
        raise RulesetError("turning must have 1 to 3 pairs, one for each roll of a turn")
    if not all(_is_limits(pair) for pair in turning):
        raise RulesetError(
            "turning must have a least and a most for each roll, with 0 <= least <= most <= 5"
        )


def _is_limits(pair: object) -> bool:
    match pair:
        case (int(least), int(most)) if isinstance(pair, tuple):
            whole = type(least) is int and type(most) is int
            return whole and 0 <= least <= most <= 5
        case _:
            return False


def _check_early_wins(early_wins: object) -> None:
    if not isinstance(early_wins, frozenset) or not early_wins <= set(_EARLY_WINS):
        raise RulesetError("early_wins must be none, or some of panza and cuatros")


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _either(choices: tuple[bool | int | str, ...]) -> str:
    *first, last = (_shown(choice) for choice in choices)
    return f"{', '.join(first)} or {last}"


# ------------------------------------------------------------------------------- the five presets

CASUAL: Final = Ruleset(
    name="casual",
    turning=((0, 0), (0, 0), (0, 0)),
    rethrow_mano=False,
    bajo="no",
    must_stop=False,
    goal="free",
    escalera=20,
    wrap=True,
    grandes=2,
    five_is_poker=True,
    crossing="free",
    dormida="wins",
    early_wins=frozenset(),
)
"""As it is taught in cafés: three rolls, eleven boxes. The default."""

BASIC: Final = replace(CASUAL, name="basic", bajo="call", escalera=25, wrap=False, grandes=1)
"""Three rolls, one Grande, bajo."""

COCH: Final = replace(
    CASUAL, name="coch", turning=((1, 2), (0, 2)), bajo="call", escalera=25, wrap=False
)
"""Cochabamba: two rolls, tops and bottoms."""

ALALAY: Final = replace(
    CASUAL,
    name="alalay",
    turning=((0, 0), (1, 2)),
    rethrow_mano=True,
    crossing="forced",
    early_wins=frozenset({"panza", "cuatros"}),
)
"""Two rolls, a compulsory turn after the second, four ways to win."""

PERU: Final = replace(
    CASUAL,
    name="peru",
    rethrow_mano=True,
    must_stop=True,
    goal="rethrow",
    wrap=False,
    five_is_poker=False,
)
"""Peruvian: three rolls, must-stop, a declared goal."""

PRESETS: Final[Mapping[str, Ruleset]] = {
    rules.name: rules for rules in (CASUAL, BASIC, COCH, ALALAY, PERU)
}
"""The five written traditions by their keys."""


# ---------------------------------------------------------------------- values that change nothing


def without_effect(rules: Ruleset) -> tuple[str, ...]:
    """Name the fields whose values, legal as they are, change nothing beside the others (R-19).

    A natural five where no die of the first roll must be turned, a goal or a second serving where
    there is no second roll, and leniency where no die can be turned away.
    """
    idle = {
        "rethrow_mano": rules.rethrow_mano and rules.rolls == 1,
        "goal": rules.goal != "free" and rules.rolls == 1,
        "crossing": rules.crossing == "lenient" and rules.turning[-1] == (0, 0),
        "natural_five": rules.natural_five and rules.turning[0][0] == 0,
    }
    return tuple(name for name in FIELDS if idle.get(name))


# --------------------------------------------------------------------------------- values as text

FIELDS: Final = tuple(field.name for field in fields(Ruleset) if field.name != "name")
"""The names of all parameters, in the order of their definition."""


def field_text(rules: Ruleset, name: str) -> str:
    """Write the value of a field as `parse_field` reads it: `yes`, `20`, `1-2,0-2`, `none`."""
    if name == "turning":
        return ",".join(f"{least}-{most}" for least, most in rules.turning)
    if name == "early_wins":
        return ",".join(win for win in _EARLY_WINS if win in rules.early_wins) or "none"
    return _shown(getattr(rules, name))


def with_fields(rules: Ruleset, texts: Mapping[str, str]) -> Ruleset:
    """Change `rules` by fields given as text (`{"grandes": "1"}`); the name stays.

    Raises `RulesetError`, with a sentence, for an unknown field or a value that is none of its own.
    """
    changed: dict[str, Any] = {name: _parse_field(name, text) for name, text in texts.items()}
    return replace(rules, **changed)


def changes(rules: Ruleset, base: Ruleset) -> dict[str, str]:
    """The fields in which `rules` differs from `base`, as texts for `with_fields`."""
    return {
        name: field_text(rules, name)
        for name in FIELDS
        if getattr(rules, name) != getattr(base, name)
    }


def base_of(rules: Ruleset) -> Ruleset:
    """The tradition that house rules come from: the one they are named for, or else the nearest.

    Nearest is the one from which the fewest fields differ; of several such, the first preset.
    """
    named = PRESETS.get(rules.name)
    return named or min(PRESETS.values(), key=lambda base: len(changes(rules, base)))


def _parse_field(name: str, text: str) -> object:
    if name == "turning":
        return tuple(_parse_limits(pair) for pair in text.split(","))
    if name == "early_wins":
        return frozenset() if text == "none" else frozenset(text.split(","))
    if name not in _CHOICES:
        known = ", ".join(FIELDS)
        raise RulesetError(f"there is no rule named {name[:MAX_NAME]!r}; there are {known}")
    for choice in _CHOICES[name]:
        if text == _shown(choice):
            return choice
    raise RulesetError(f"{name} must be {_either(_CHOICES[name])}, not {text[:MAX_NAME]}")


def _parse_limits(text: str) -> tuple[int, int]:
    least, dash, most = text.partition("-")
    if not (dash and least in _DIGITS and most in _DIGITS):
        raise RulesetError("turning must be written like 1-2,0-2: least and most for each roll")
    return _DIGITS[least], _DIGITS[most]


_DIGITS: Final = {str(digit): digit for digit in range(6)}
