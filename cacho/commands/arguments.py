"""What commands are asked with: rules, dice and numbers out of the words of a command line.

A word that says nothing is complained about in one sentence: `ArgumentError`.
"""

import re
from collections.abc import Iterable
from typing import Final

from cacho.engine import DICE, PRESETS, Ruleset, with_fields

_MAX_TEXT = 40
"""Characters of an argument that a complaint repeats."""

_PAIR: Final = re.compile(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)")
"""Limits of turning as tables of rules write them: (1,2)."""


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
        fields[rule] = _plain(value.strip())
    return with_fields(PRESETS[name], fields)


def _plain(value: str) -> str:
    """Write a value as the engine reads it: true is yes, and (1,2)(0,2) is 1-2,0-2."""
    if pairs := _PAIR.findall(value):
        return ",".join(f"{least}-{most}" for least, most in pairs)
    return {"true": "yes", "false": "no"}.get(value.lower(), value)


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
