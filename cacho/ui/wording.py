"""Words that many screens put together: what is listed, counted, measured, quoted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from cacho.services.i18n import current
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_

SOUNDS_LIKE_Y: Final = re.compile(r"h?(í|i(?![aeo]))|y(?![aeiouáéíóú])", re.IGNORECASE)
"""Begins the words before which Spanish says "e": Inés, Hilda, Yvonne, but not hielo."""


def listed(words: Iterable[str]) -> str:
    """Return words as a sentence lists them: "Ana, Luis y Rosa", "Ana e Inés"; "" for none."""
    some = tuple(words)
    clash = some and SOUNDS_LIKE_Y.match(some[-1])
    return _joined(some, _("{some} e {last}") if clash else _("{some} y {last}"))


def either(words: Iterable[str]) -> str:
    """Return words as a choice: "Full o Póker"; "" for none."""
    return _joined(tuple(words), _("{some} o {last}"))


def _joined(words: Sequence[str], ending: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return ending.format(some=", ".join(words[:-1]), last=words[-1])


def quoted(words: str) -> str:
    """Return words as somebody said them, in the marks of the language: «Así nomás»."""
    return _("«{words}»").format(words=words)


def fixed(value: float, places: int = 1) -> str:
    """Write a number with the decimal mark of the language, whole ones too: "2,4", "3,0"."""
    text = f"{value:.{places}f}"
    return text if current() == "en" else text.replace(".", ",")


def decimal(value: float, places: int = 1) -> str:
    """Write a number likewise, whole ones without a mark: "2,4", "3"."""
    text = fixed(value, places)
    return text[: -places - 1] if places and text.endswith("0" * places) else text


def percent(chance: float) -> str:
    """Write a chance in hundredths as the language does: "17 %", "17%"."""
    number = decimal(100 * chance, 0)
    return f"{number}%" if current() == "en" else f"{number} %"


def games_text(count: int) -> str:
    """Return a number of matches in words."""
    return n_("{n} partida", "{n} partidas", count).format(n=count)


def whole_points_text(points: int) -> str:
    """Return points that are counted, not expected, in words."""
    return n_("{n} punto", "{n} puntos", points).format(n=points)
