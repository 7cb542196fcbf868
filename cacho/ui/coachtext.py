"""The coach in words: one sentence that a person understands, and what a roll offers, sung.

Owns how advice, choices and rolls are put; what is best is told by `cacho.strategy.coach`. A
sentence is put together from a few whole phrases, each of them in the catalogue.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from cacho.engine import (
    DICE,
    FIGURE_BOXES,
    Box,
    Result,
    State,
    must_note,
    points_of,
    values_of,
    ways_of,
)
from cacho.services.i18n import N_
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.strategy.coach import Advice, Aim, Unit
from cacho.strategy.plans import LeaveIt, NoteIn, Plan, RollOn, Valued, faces_of
from cacho.ui.sheets import box_name, hatch_name
from cacho.ui.wording import decimal, either, listed

LIKELY: Final = 0.12
"""A box that a roll ends in less often than this is not worth a word."""
BESIDE: Final = 0.4
"""Nor is one that comes less than this times as often as the likeliest."""
NAMED: Final = 3
"""Boxes that are named in one sentence."""
RUN: Final = 4
"""So many different faces are held for an Escalera, and for nothing else."""

_COUNTS: Final = {2: N_("dos"), 3: N_("tres"), 4: N_("cuatro"), 5: N_("cinco")}
_THE_ONE: Final = {
    1: N_("el uno"),
    2: N_("el dos"),
    3: N_("el tres"),
    4: N_("el cuatro"),
    5: N_("el cinco"),
    6: N_("el seis"),
}
_THE_MANY: Final = {
    1: N_("los {n} unos"),
    2: N_("los {n} doses"),
    3: N_("los {n} treses"),
    4: N_("los {n} cuatros"),
    5: N_("los {n} cincos"),
    6: N_("los {n} seises"),
}
_ONE: Final = {
    1: N_("una bala"),
    2: N_("un tonto"),
    3: N_("un tren"),
    4: N_("una cuadra"),
    5: N_("una quina"),
    6: N_("una sena"),
}
_MANY: Final = {
    1: N_("{n} balas"),
    2: N_("{n} tontos"),
    3: N_("{n} trenes"),
    4: N_("{n} cuadras"),
    5: N_("{n} quinas"),
    6: N_("{n} senas"),
}


# ---------------------------------------------------------------------------------- small words


def points_text(value: float) -> str:
    """Say points: "2,4 puntos", "1 punto"."""
    shown = decimal(value)
    return n_("{n} punto", "{n} puntos", 1 if shown == "1" else 2).format(n=shown)


def _count(number: int) -> str:
    return _(_COUNTS[number])


def dice_text(faces: Sequence[int]) -> str:
    """Name dice: "los dos cincos y el uno"; a run of single ones by its faces: "3-4-5"."""
    counted = Counter(faces)
    if len(faces) > 2 and max(counted.values()) == 1:
        return "-".join(map(str, sorted(faces)))
    order = sorted(counted, key=lambda face: (-counted[face], -face))
    return listed(_the(face, counted[face]) for face in order)


def _the(face: int, count: int) -> str:
    if count == 1:
        return _(_THE_ONE[face])
    return _(_THE_MANY[face]).format(n=_count(count))


def _place_text(state: State, box: Box, hatch: int) -> str:
    """Name a box; with three hatches also which of them."""
    name = box_name(box)
    if state.rules.hatches == 1:
        return name
    return _("{box} ({hatch})").format(box=name, hatch=hatch_name(hatch))


# ---------------------------------------------------------------------------------- what to do


def advice_text(advice: Advice) -> str:
    """Say in one sentence what to do and what it is worth."""
    told = _do(advice)
    if aims := _aims(advice):
        told = _("{do}, buscando {aims}").format(do=told, aims=aims)
    return _("{told}; {worth}.").format(told=told, worth=_worth(advice))


def _held(advice: Advice) -> tuple[int, ...]:
    return faces_of(advice.state, advice.plan.hold) if isinstance(advice.plan, RollOn) else ()


def _do(advice: Advice) -> str:
    """Say what to do, as one tells a friend."""
    state, plan = advice.state, advice.plan
    match plan:
        case RollOn():
            told = _roll_on(state, plan)
        case NoteIn(box, 0, hatch):
            told = _("Tacha {box}").format(box=_place_text(state, box, hatch))
        case NoteIn(box, points, hatch):
            told = _("Anota {n} en {box}").format(n=points, box=_place_text(state, box, hatch))
            told = _as_read(state, plan, told)
        case LeaveIt():
            told = _("Deja los dados en la mesa y que tire tu pareja")
        case _:
            assert_never(plan)
    return _("Primero voltea los cinco. {then}").format(then=told) if plan.over else told


def _roll_on(state: State, plan: RollOn) -> str:
    held = _lying(state, plan)
    words = _dice_words(held)
    if plan.goal and plan.goal != state.goal and held:
        words["box"] = box_name(plan.goal)
        if plan.bajo:
            return _("Declara {box}, guarda {dice}, canta ¡bajo! y tira {others}").format(**words)
        return _("Declara {box}, guarda {dice} y tira {others}").format(**words)
    if not held:
        return _("Canta ¡bajo! y tira los cinco") if plan.bajo else _("Tira otra vez los cinco")
    if plan.bajo:
        return _("Guarda {dice}, canta ¡bajo! y tira {others}").format(**words)
    return _("Guarda {dice} y tira {others}").format(**words)


def _lying(state: State, plan: RollOn) -> tuple[int, ...]:
    """The faces to hold as they lie by then: turned over already, if that comes first."""
    faces = faces_of(state, plan.hold)
    return tuple(7 - face for face in faces) if plan.over else faces


def _dice_words(held: Sequence[int]) -> dict[str, str]:
    """What fills {dice} and {others}: the dice that are held and those that are rolled.

    The others are not counted: "guarda el tres y tira cuatro" could be heard as faces.
    """
    if not held:
        return {}
    others = _("el otro") if len(held) == 4 else _("los demás")
    return {"dice": dice_text(held), "others": others}


def _as_read(state: State, plan: NoteIn, told: str) -> str:
    """Add to a note how its dice are read: de mano, and which of them turn over."""
    ways = ways_of(state, plan.box) if not plan.over else ()
    if not ways or ways[0].points != plan.points:  # it was read otherwise
        return told
    way = ways[0]
    if way.de_mano and plan.box in FIGURE_BOXES:
        told = _("{note}, de mano").format(note=told)
    if way.turned:
        turned = dice_text([7 - way.faces[place - 1] for place in way.turned])
        told = _("{note}, volteando {dice}").format(note=told, dice=turned)
    return told


def _aims(advice: Advice) -> str:
    """Name the boxes that a roll is for; a declared one is named already."""
    aims = meant_aims(advice)
    likeliest = max((aim.chance for aim in aims), default=0.0)
    least = min(likeliest, max(LIKELY, BESIDE * likeliest))
    named = [box_name(aim.box) for aim in aims if aim.chance >= least]
    if not named:
        return ""
    told = either(named[:NAMED])
    return _("{aims} al voltear").format(aims=told) if _needs_turning(advice) else told


def _needs_turning(advice: Advice) -> bool:
    """Whether dice are held together that are alike only once some of them are turned over."""
    state, held = advice.state, set(_held(advice))
    _least, most = state.rules.limits(state.rolls + 1)
    return most > 0 and len(held) < RUN and any(7 - face in held for face in held)


def meant_aims(advice: Advice) -> tuple[Aim, ...]:
    """The boxes that dice are held for, the likeliest first; () where that is no question."""
    plan = advice.plan
    if not isinstance(plan, RollOn) or not plan.hold or plan.goal:
        return ()
    held = {7 - face if plan.over != plan.bajo else face for face in _held(advice)}
    return tuple(aim for aim in advice.aims if _is_meant(aim, held))


def _is_meant(aim: Aim, held: set[int]) -> bool:
    """Whether dice are held for a box.

    A number that they do not show, or that is one of a run, is only where it may end.
    """
    return aim.box.face is None or (aim.box.face in held and len(held) < RUN)


# ----------------------------------------------------------------------------- what it is worth


def _worth(advice: Advice) -> str:
    """Say what it is worth against something else."""
    if advice.other is None:
        return _("no hay otra")
    other = _shortly(advice.state, advice.plan, advice.other)
    if advice.even:
        return _("da lo mismo que {other}").format(other=other)
    if advice.unit == "chance":
        with_it, with_other = _times(advice.value, advice.value - advice.gain)
        return _("así ganas {n} de cada 100; al {other}, {m}").format(
            n=with_it, m=with_other, other=other
        )
    words = {"points": points_text(advice.gain), "other": other}
    if isinstance(advice.plan, NoteIn):
        return _("a la larga vale {points} más que {other}").format(**words)
    return _("vale {points} más que {other}").format(**words)


def _times(first: float, second: float) -> tuple[str, str]:
    """Two chances as times in a hundred, told apart if they are close."""
    places = 0 if round(first * 100) != round(second * 100) else 1
    return decimal(first * 100, places), decimal(second * 100, places)


def _shortly(state: State, plan: Plan, other: Plan) -> str:
    """Say another plan as briefly as it is clear beside the best."""
    match other:
        case NoteIn(points=points) if isinstance(plan, RollOn):
            return _("anotar ahora") if points else _("tachar ahora")
        case RollOn() if isinstance(plan, NoteIn | LeaveIt):
            return _("seguir tirando")
        case RollOn(hold=hold, over=over) if (
            isinstance(plan, RollOn) and hold and plan.over >= over
        ):
            told = _("guardar {dice}") if plan.over == over else _("guardar {dice} sin voltear")
            return told.format(dice=dice_text(_lying(state, other)))
        case _:
            return plan_text(state, other)


def plan_text(state: State, plan: Plan) -> str:
    """Name a plan as a thing to do: "guardar los dos cincos y tirar los demás"."""
    match plan:
        case RollOn():
            told = _rolling(state, plan)
        case NoteIn(box, 0, hatch):
            told = _("tachar {box}").format(box=_place_text(state, box, hatch))
        case NoteIn(box, points, hatch):
            where = _place_text(state, box, hatch)
            told = _("anotar {n} en {box}").format(n=points, box=where)
            told = _as_read(state, plan, told)
        case LeaveIt():
            told = _("dejar los dados en la mesa")
        case _:
            assert_never(plan)
    return _("voltear los cinco, {then}").format(then=told) if plan.over else told


def _rolling(state: State, plan: RollOn) -> str:
    held = _lying(state, plan)
    if not held:
        return _("cantar ¡bajo! y tirar los cinco") if plan.bajo else _("tirar los cinco")
    words = _dice_words(held)
    if plan.goal:
        told = _("guardar {dice} y tirar {others} por {box}")
        return told.format(box=box_name(plan.goal), **words)
    if plan.bajo:
        return _("guardar {dice} y tirar {others} con ¡bajo!").format(**words)
    return _("guardar {dice} y tirar {others}").format(**words)


def mistake_text(
    state: State, best: Valued, played: Plan, given: float, unit: Unit = "points"
) -> str:
    """Say what would have been better than what was played, and by how much."""
    words = {"best": plan_text(state, best.plan), "played": plan_text(state, played)}
    if unit == "chance":
        n, m = _times(best.value, best.value - given)
        told = _("Mejor era {best}: así ganas {n} de cada 100; al {played}, {m}.")
        return told.format(n=n, m=m, **words)
    told = _("Mejor era {best}: {points} más que {played}.")
    return told.format(points=points_text(given), **words)


# --------------------------------------------------------------------------------- what is sung


def song(state: State) -> str:
    """Sing what a roll offers: "Dos quinas y una bala; Full si cae una quina."; "" before it."""
    if not state.deciding:
        return ""
    counted = Counter(state.dice)
    order = sorted(counted, key=lambda face: (-counted[face], -face))
    told = listed(_some(face, counted[face]) for face in order)
    if made := _made(state):
        told = _("{dice}: ¡{figure}!").format(dice=told, figure=made)
    elif near := _near(state):
        box, faces, turning = near
        figure, fall = _figure(box, turning), either(_some(face, 1) for face in faces)
        told = _("{dice}; {figure} si cae {fall}.").format(dice=told, figure=figure, fall=fall)
    else:
        told = _("{dice}.").format(dice=told)
    return told[0].upper() + told[1:]


def _some(face: int, count: int) -> str:
    if count == 1:
        return _(_ONE[face])
    return _(_MANY[face]).format(n=_count(count))


def _made(state: State) -> str:
    """Name the best figure that can be noted, if any, and whether dice must be turned for it."""
    points = points_of(state)
    owed = must_note(state)
    figures = [box for box in FIGURE_BOXES if points.get(box) and (not owed or box in owed)]
    if not figures:
        return ""
    box = max(figures, key=lambda box: points[box])
    way = ways_of(state, box)[0]
    return _figure(box, bool(way.turned), way.de_mano)


def _figure(box: Box, turning: bool, de_mano: bool = False) -> str:
    """Name a figure, and how it comes about."""
    told = "{box}"
    if de_mano:
        told = _("{box} de mano, volteando") if turning else _("{box} de mano")
    elif turning:
        told = _("{box} volteando")
    return told.format(box=box_name(box))


def _near(state: State) -> tuple[Box, tuple[int, ...], bool] | None:
    """The figure worth most that one more die would make, its faces, and whether by turning.

    Of faces that need no die turned over there is talk first. None without a roll.
    """
    if not state.rolls_left or state.goal is not None:
        return None
    found: dict[Box, dict[int, bool]] = {}
    for place in range(1, DICE + 1):
        for face in range(1, 7):
            for box, turning in _figures_with(state, place, face):
                faces = found.setdefault(box, {})
                faces[face] = faces.get(face, True) and turning
    if not found:
        return None
    box = max(found, key=FIGURE_BOXES.index)
    unturned = [face for face, turning in found[box].items() if not turning]
    faces_told = sorted(unturned or found[box], reverse=True)
    return box, tuple(faces_told), not unturned


def _figures_with(state: State, place: int, face: int) -> Iterator[tuple[Box, bool]]:
    """The figures that could be noted if a die came up so, each with whether dice are turned."""
    dice = (*state.dice[: place - 1], face, *state.dice[place:])
    result = Result(state.seat, dice, state.rolls + 1, frozenset({place}))
    for reading, points in values_of(state.rules, result, state.sheet.open_set):
        for box in FIGURE_BOXES:
            if points.get(box):
                yield box, bool(reading.turned)
