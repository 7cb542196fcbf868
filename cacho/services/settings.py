"""What belongs to this machine and not to a match: language, volumes, speed, display.

Owns the settings and their file. Must accept any content of that file and start all the same.
"""

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal, TypeGuard

from cacho.services import lock, safefile
from cacho.services.notices import Notice, NoticeKind

_TROUBLES = (
    NoticeKind.SETTINGS_RESTORED,
    NoticeKind.SETTINGS_DAMAGED,
    NoticeKind.SETTINGS_UNREADABLE,
)
"""What is told of a file that could not be read as it should."""

NAME = "settings"
LANGUAGES = ("", "es", "en")
SPEEDS = ("normal", "fast", "none")
THROWS = ("both", "pour", "golpe")
MARKS = ("numbers", "signs", "hands")
STARTS = ("lot", "first")
PACES = ("slow", "normal", "fast", "instant")
COACHES = ("off", "asked", "mistakes")
MISTAKES = (1, 2, 4)

Speed = Literal["normal", "fast", "none"]


@dataclass(frozen=True)
class Settings:
    """Everything the options page offers. Volumes 0..1; language "" follows the system."""

    language: str = ""
    dice_volume: float = 0.8
    table_volume: float = 0.8
    interface_volume: float = 0.6
    muted: bool = False
    speed: Speed = "normal"
    fullscreen: bool = True
    confirm_cross: bool = True
    reduced_motion: bool = False
    throw_way: str = "both"
    """Whether the cup pours, is slammed mouth down (golpe), or does what the hand does."""
    marks: str = "numbers"
    """How notes are written: numbers, O X 5 $, or hand and egg."""
    tie_break: bool = False
    """Whether the table rolls off a shared first place (R-31): agreed on, no rule."""
    trusting: bool = False
    """Whether notes may be taken back at any time without asking the others (R-17)."""
    pace: str = "normal"
    """How long bots pause between what they do."""
    own_dice: bool = False
    """Whether the table rolls dice of its own and enters what fell."""
    duplicate: bool = False
    """Whether everybody gets the same dice, each in an order of their own."""
    starts: str = "lot"
    """Who starts a match: whom the lot names, or the first seat."""
    helped: bool = True
    """Whether the coach and the odds may be asked in the next match (R-33)."""
    coach: str = "asked"
    """When the coach speaks: off, asked, or also by itself on mistakes."""
    coach_from: int = 2
    """Points (or wins in a hundred) from which on it is a mistake."""
    odds: bool = False
    """Whether the odds of every box stand on the sheet."""
    song: bool = False
    """Whether it is sung what a roll offers."""

    def __post_init__(self) -> None:
        """Bring every volume into 0..1, so that no slider and no file can blow the ears."""
        for name in VOLUMES:
            object.__setattr__(self, name, min(1.0, max(0.0, float(getattr(self, name)))))


VOLUMES = ("dice_volume", "table_volume", "interface_volume")


def load_settings(path: Path) -> tuple[Settings, Notice | None]:
    """Read the settings: what is missing or makes no sense has its default."""
    reading = safefile.read_json(path, NAME)
    return _from_body(reading.body), reading.told(*_TROUBLES)


def save_settings(path: Path, settings: Settings) -> Notice | None:
    """Write the settings; a second copy of the program does not (SECOND_COPY)."""
    if not lock.may_save(path.parent):
        return Notice(NoticeKind.SECOND_COPY)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        safefile.write_json(path, NAME, asdict(settings))
    except OSError as error:
        return Notice(NoticeKind.SETTINGS_UNSAVED, error.strerror or "")
    return None


def _from_body(body: dict[str, Any]) -> Settings:
    wanted = {field.name for field in fields(Settings)}
    good = {name: value for name, value in body.items() if name in wanted and CHECKS[name](value)}
    return replace(Settings(), **good)


def _is_flag(value: object) -> TypeGuard[bool]:
    return isinstance(value, bool)


def _is_volume(value: object) -> bool:
    """A number that float() takes; one outside 0..1 is brought to the nearest end."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer of hundreds of digits
        return False


def _is_language(value: object) -> bool:
    return isinstance(value, str) and value in LANGUAGES


def _is_speed(value: object) -> bool:
    return isinstance(value, str) and value in SPEEDS


def _is_throw(value: object) -> bool:
    return isinstance(value, str) and value in THROWS


def _is_marks(value: object) -> bool:
    return isinstance(value, str) and value in MARKS


def _is_pace(value: object) -> bool:
    return isinstance(value, str) and value in PACES


def _is_coach(value: object) -> bool:
    return isinstance(value, str) and value in COACHES


def _is_coach_from(value: object) -> bool:
    return type(value) is int and value in MISTAKES


def _is_start(value: object) -> bool:
    return isinstance(value, str) and value in STARTS


CHECKS: dict[str, Callable[[object], bool]] = {
    "language": _is_language,
    "dice_volume": _is_volume,
    "table_volume": _is_volume,
    "interface_volume": _is_volume,
    "muted": _is_flag,
    "speed": _is_speed,
    "fullscreen": _is_flag,
    "confirm_cross": _is_flag,
    "reduced_motion": _is_flag,
    "throw_way": _is_throw,
    "marks": _is_marks,
    "tie_break": _is_flag,
    "trusting": _is_flag,
    "pace": _is_pace,
    "own_dice": _is_flag,
    "duplicate": _is_flag,
    "helped": _is_flag,
    "starts": _is_start,
    "coach": _is_coach,
    "coach_from": _is_coach_from,
    "odds": _is_flag,
    "song": _is_flag,
}
