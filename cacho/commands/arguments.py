"""What commands are asked with: rules, dice and numbers out of the words of a command line.

A word that says nothing is complained about in one sentence: `ArgumentError`.
"""

from collections.abc import Iterable

from cacho.engine import DICE, PRESETS, Ruleset, with_fields

_MAX_TEXT = 40
"""Characters of an argument that a complaint repeats."""


class ArgumentError(ValueError):
    """An argument that says nothing the command understands; the message is one sentence."""


def rules_of(name: str, settings: Iterable[str]) -> Ruleset:
    """A preset with some fields changed. Raises `ArgumentError` and `RulesetError`."""
    if name not in PRESETS:
        raise ArgumentError(f"--rules must be one of {', '.join(PRESETS)}, not {shown(name)}")
    fields: dict[str, str] = {}
    for setting in settings:
        field, equals, value = setting.partition("=")
        if not equals:
            raise ArgumentError(f"--set wants FIELD=VALUE, like grandes=1, not {shown(setting)}")
        rule = field.strip()
        if rule in fields:
            raise ArgumentError(f"--set gives {shown(rule)} twice")
        fields[rule] = value.strip()
    return with_fields(PRESETS[name], fields)


def dice_of(option: str, text: str) -> tuple[int, ...]:
    """Five faces. Raises `ArgumentError`."""
    faces = text.replace(",", "").replace(" ", "")
    if len(faces) != DICE or not set(faces) <= set("123456"):
        raise ArgumentError(f"{option} wants five faces from 1 to 6, like 33612, {_instead(text)}")
    return tuple(map(int, faces))


def number(option: str, text: str) -> int:
    """A whole number from 0 on. Raises `ArgumentError`."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        raise ArgumentError(f"--{option} wants a number, not {shown(text)}")
    return int(text)


def _instead(text: str) -> str:
    return f"not {shown(text)}" if text else "and has none"


def shown(text: str) -> str:
    """An argument as a complaint repeats it."""
    return ascii(text[:_MAX_TEXT])
