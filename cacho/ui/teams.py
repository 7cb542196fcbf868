"""Who shares a sheet: the names of a team in its ink, its sign, and whose series it is.

One ink a team, and where there are partners a letter in a ring, so that colour is never all that
tells. Owns the look of names on paper. Must not decide whose turn it is.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from cacho.engine import State
from cacho.ui import look
from cacho.ui.painter import Ink, Item, Rect, Rgb, Text
from cacho.ui.widgets.prose import width_of

LETTERS: Final = "ABCDEF"
"""The signs of the teams."""
LEAST: Final = 26.0
"""Names are not written smaller than this."""
_POINT: Final = "·"


def has_partners(state: State) -> bool:
    """Whether sheets are shared at this table."""
    return state.rules.team_size > 1


def names(state: State, team: int) -> list[str]:
    """Return the names of those who share a sheet, as they are seated."""
    return [state.seats[seat].name for seat in state.teams[team]]


def paint_sign(items: list[Item], team: int, x: float, y: float, size: float, tag: str) -> None:
    """Add the sign of a team around (x, y): its letter in a ring."""
    ink = look.INKS[team]
    items.append(Ink("ring", x - size / 2, y - size / 2, size, size, ink.pen, team + 3, tag=tag))
    letter = max(LEAST, size * 0.66)
    items.append(Text(LETTERS[team], x, y, letter, "hand", ink.colour, "centre", tag=f"{tag}.text"))


def paint_names(
    items: list[Item],
    state: State,
    team: int,
    rect: Rect,
    size: float,
    tag: str,
    playing: int | None = None,
    left: bool = False,
) -> Rect:
    """Add the names of a sheet inside `rect`, no higher than `size`; return what they cover.

    They stand side by side, or, where they would become small, one below the other: in the middle
    of the room or from its `left`. Whoever is `playing`, a seat, is underlined.
    """
    x, y, w, h = rect
    begin = x
    if has_partners(state):
        sign = min(60.0, max(34.0, h * 0.62))
        paint_sign(items, team, x + sign / 2, y + h / 2, sign, f"{tag}.sign")
        x, w = x + sign + 10, w - sign - 10
    people = names(state, team)
    ink = look.INKS[team]
    places = _places(people, (x, y, w, h), size)
    if left:
        places = _moved_left(people, places, x)
    for seat, (name, place) in zip(
        state.teams[team], zip(people, places, strict=True), strict=True
    ):
        start, middle, wide, high = place
        items.append(
            Text(name, start + wide / 2, middle, high, "pen", ink.colour, "centre", wide, tag=tag)
        )
        if seat == playing:
            _underline(items, name, place, ink.pen, seat)
    if len(people) > 1 and places[0][1] == places[-1][1]:
        _points_between(items, places, ink.colour)
    end = max(place[0] + place[2] for place in places)
    top, low = places[0][1] - places[0][3] / 2, places[-1][1] + places[-1][3] / 2
    return (begin, top, end - begin, low - top)


def _moved_left(people: list[str], places: list[Rect], x: float) -> list[Rect]:
    """Return the places so that they begin at x; names below each other no wider than they are."""
    out = []
    by = x - places[0][0]
    for name, (left, middle, wide, size) in zip(people, places, strict=True):
        long = min(wide, width_of(name, "pen", size) * 1.02)
        alone = len(places) == 1 or middle != places[0][1] or places[-1][1] != middle
        out.append((x, middle, long, size) if alone else (left + by, middle, wide, size))
    return out


def _places(people: list[str], rect: Rect, size: float) -> list[Rect]:
    """Return left, middle, width and size of each name."""
    x, y, w, h = rect
    count = len(people)
    if count == 1:
        return [(x, y + h / 2, w, size)]
    gap = size * 0.5
    widths = [width_of(name, "pen", size) * 1.04 for name in people]
    whole = sum(widths) + gap * (count - 1)
    share = min(1.0, w / whole)
    stacked = min(size, h / count)
    if share * size >= max(LEAST, stacked * 0.8):
        left = x + (w - share * whole) / 2
        out = []
        for wide in widths:
            out.append((left, y + h / 2, wide * share, max(LEAST, size * share)))
            left += (wide + gap) * share
        return out
    step = h / count
    if stacked >= LEAST:
        return [(x, y + (i + 0.5) * step, w, stacked) for i in range(count)]
    wide = (w - gap * (count - 1)) / count
    return [(x + i * (wide + gap), y + h / 2, wide, max(LEAST, h * 0.7)) for i in range(count)]


def _underline(items: list[Item], name: str, place: Rect, pen: str, seed: int) -> None:
    left, middle, wide, size = place
    long = min(wide, width_of(name, "pen", size)) + 8
    where = (left + (wide - long) / 2, middle + size * 0.36, long, 12.0)
    items.append(Ink("underline", *where, pen, seed, tag="active.mark"))


def _points_between(items: list[Item], places: list[Rect], colour: Rgb) -> None:
    for (left, middle, wide, size), after in pairwise(places):
        between = (left + wide + after[0]) / 2
        items.append(Text(_POINT, between, middle, max(LEAST, size), "pen", colour, "centre"))
