"""The results that partners have left on the table: their dice, their names, what they are worth.

The team notes one of its results (R-29); which one gives a box the most is marked by the number
of the result. A press on a result chooses it: it lies in a light then. Owns how they look, and
nothing of how they are chosen: `plan` knows which is meant, the engine takes the best otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cacho.engine import Box, Decision, Result, State, ways_of
from cacho.services.i18n import gettext as _
from cacho.ui import look
from cacho.ui.dicerow import paint_row
from cacho.ui.layout import layout_of, result_places
from cacho.ui.painter import Glow, Ink, Item, Paper, Rect, Text
from cacho.ui.sheets import box_name
from cacho.ui.widgets.prose import width_of

_TALL: Final = 100.0
"""From this height on a slip has its dice below the name, not beside it."""


def givers(state: State) -> dict[Box, int]:
    """Return, for each open box to which a partner's result gives the most, which result: 0, 1.

    A box that the dice before the player serve as well is theirs.
    """
    found: dict[Box, int] = {}
    for box in state.sheet.open_boxes if state.results and state.deciding else ():
        ways = ways_of(state, box)
        if ways and ways[0].points and ways[0].series < len(state.results):
            found[box] = ways[0].series
    return found


def best_of(state: State, result: Result) -> tuple[Box, int] | None:
    """Return the open box in which a result is worth most, and how much; None: worth nothing."""
    decision = Decision(state.rules, (result,), frozenset(state.sheet.open_boxes))
    worth = decision.points()
    bound = result.must or ((result.goal,) if result.goal else tuple(worth))
    able = [box for box in bound if worth.get(box)]
    if not able:
        return None
    best = max(able, key=lambda box: worth[box])
    return best, worth[best]


def worth_text(state: State, result: Result) -> str:
    """Say what a result would bring."""
    best = best_of(state, result)
    if best is None:
        return _("no vale nada")
    return _("{box}: {points}").format(box=box_name(best[0]), points=best[1])


# ------------------------------------------------------------------------- picture


def paint_results(items: list[Item], state: State, chosen: int | None = None) -> None:
    """Add a slip of paper for each result that partners left: number, name, worth, five dice.

    The one that was chosen by hand lies in a light.
    """
    places = result_places(state)[: len(state.results)]
    if chosen is not None and chosen < len(places):
        items.append(Glow(*places[chosen], alpha=230, tag="chosen"))
    for number, (result, rect) in enumerate(zip(state.results, places, strict=True)):
        _slip(items, state, result, number, rect)


def _slip(items: list[Item], state: State, result: Result, number: int, rect: Rect) -> None:
    x, y, w, h = rect
    colour = look.INKS[state.team].colour
    items.append(Paper(f"row_{state.team}", *rect, tag=f"result.{number + 1}"))
    name = state.seats[result.seat].name
    told = worth_text(state, result)
    tag = f"result.{number + 1}"
    if h >= _TALL:
        paint_number(items, number, x + 36, y + 34, 42)
        both = w - 66 - 20 - 18
        left_over = max(150.0, both - width_of(name, "pen", 36))
        beside = min(180.0, left_over, width_of(told, "print", 34) + 2)
        room = both - beside
        items.append(Text(name, x + 66, y + 33, 44, "pen", colour, "left", room, tag=f"{tag}.name"))
        where = (x + w - 20, y + 34, 34, "print", look.INK, "right", beside)
        items.append(Text(told, *where, tag=f"{tag}.worth"))
        paint_row(items, result.dice, (x + 24, y + 72, w - 48, h - 80), 60, tag=tag)
        return
    paint_number(items, number, x + 26, y + h / 2, 36)
    left, wide = x + 48, w - 48 - 208
    items.append(Text(name, left, y + 24, 36, "pen", colour, "left", wide, tag=f"{tag}.name"))
    items.append(
        Text(told, left, y + h - 22, 27, "print", look.INK, "left", wide, tag=f"{tag}.worth")
    )
    paint_row(items, result.dice, (x + w - 206, y + 8, 200, h - 16), 37, tag=tag)


def paint_number(items: list[Item], number: int, x: float, y: float, size: float) -> None:
    """Add the number of a result, counted from 0, in a ring of chalky red."""
    ring = (x - size / 2, y - size / 2, size, size)
    items.append(Ink("ring", *ring, "red_pencil", number + 11))
    items.append(Text(str(number + 1), x, y, max(26.0, size * 0.66), "hand", look.ALARM, "centre"))


def paint_givers(items: list[Item], state: State, given: Mapping[Box, int]) -> None:
    """Mark on the large sheet the open boxes to which a partner's result gives the most."""
    for place in layout_of(state.sheet).places:
        written = len(state.sheet.marks(place.box, place.hatch))
        if place.box in given and place.slot == written:
            x, y, w, h = place.cell
            number, low = given[place.box], 25 if w > 120 else 16
            paint_number(items, number, x + 23, y + h - low, 32 if w > 120 else 28)
            items[-1] = items[-1]._replace(tag=f"giver.{place.name}")
