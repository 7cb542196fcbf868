"""Words that many screens put together: what is listed, counted, quoted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

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


def games_text(count: int) -> str:
    """Return a number of matches in words."""
    return n_("{n} partida", "{n} partidas", count).format(n=count)


def whole_points_text(points: int) -> str:
    """Return points that are counted, not expected, in words."""
    return n_("{n} punto", "{n} puntos", points).format(n=points)
