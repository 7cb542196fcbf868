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
    values_of,
    ways_of,
)
from cacho.services.i18n import N_
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.strategy.coach import Advice, Aim, Unit
from cacho.strategy.plans import LeaveIt, NoteIn, Plan, RollOn, Valued, faces_of
from cacho.ui.sheets import box_name, hatch_name
from cacho.ui.wording import decimal, either, fixed, listed

LIKELY: Final = 0.12
"""A box that a roll ends in less often than this is not worth a word."""
BESIDE: Final = 0.4
"""Nor is one that comes less than this times as often as the likeliest."""
NAMED: Final = 3
"""Boxes that are named in one sentence."""
RUN: Final = 3
"""So many different faces are held for an Escalera, and for no number."""
ALIKE: Final = 4
"""So many dice alike are a Póker."""
FACES: Final = 6
"""Of a die. Where each of them would do, none does for every die."""

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
_ONE_OF: Final = {
    1: N_("un uno"),
    2: N_("un dos"),
    3: N_("un tres"),
    4: N_("un cuatro"),
    5: N_("un cinco"),
    6: N_("un seis"),
}
_MANY_OF: Final = {
    1: N_("{n} unos"),
    2: N_("{n} doses"),
    3: N_("{n} treses"),
    4: N_("{n} cuatros"),
    5: N_("{n} cincos"),
    6: N_("{n} seises"),
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


def dice_text(faces: Sequence[int], lying: Sequence[int] = ()) -> str:
    """Name dice: "los dos cincos y el uno"; a run of single ones by its faces: "3-4-5".

    Of some that are alike among all that are `lying`: "un cinco", "dos cincos".
    """
    counted, alike = Counter(faces), Counter(lying)
    if _is_run(counted):
        return "-".join(map(str, _in_order(faces)))
    faces_told = dict.fromkeys(_in_order(faces))
    return listed(_the(face, counted[face], alike[face]) for face in faces_told)


def _is_run(counted: Counter[int]) -> bool:
    """Whether dice are named by their faces alone."""
    return len(counted) > 2 and max(counted.values()) == 1


def _in_order(faces: Sequence[int]) -> list[int]:
    """Dice as they are named: a run upwards, else those of which there are most first."""
    counted = Counter(faces)
    if _is_run(counted):
        return sorted(faces)
    return sorted(faces, key=lambda face: (-counted[face], -face))


def _the(face: int, count: int, alike: int) -> str:
    """Name dice that are alike: all of them, or some of more that lie there."""
    if count == 1:
        return _((_ONE_OF if alike > 1 else _THE_ONE)[face])
    return _((_MANY_OF if alike > count else _THE_MANY)[face]).format(n=_count(count))


def _place_text(state: State, box: Box, hatch: int) -> str:
    """Name a box; with three hatches also which of them."""
    name = box_name(box)
    if state.rules.hatches == 1:
        return name
    return _("{box} ({hatch})").format(box=name, hatch=hatch_name(hatch))


# ---------------------------------------------------------------------------------- what to do


def advice_text(advice: Advice) -> str:
    """Say in one sentence what to do and what it is worth."""
    if advice.last_hope:
        return _("Solo una dormida gana todavía: tira los cinco otra vez.")
    told = _do(advice)
    if served(advice):
        told = _("Ya hay {box}: {do}").format(
            box=box_name(Box.POKER), do=told[0].lower() + told[1:]
        )
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
    if not plan.hold:
        return _("Canta ¡bajo! y tira los cinco") if plan.bajo else _("Tira otra vez los cinco")
    words = _dice_words(state, plan)
    if plan.goal and plan.goal != state.goal:
        words["box"] = box_name(plan.goal)
        if plan.bajo:
            told = _("Declara {box}, guarda {dice}, canta ¡bajo! ({turned}) y tira {others}")
            return told.format(**words)
        return _("Declara {box}, guarda {dice} y tira {others}").format(**words)
    if plan.bajo:
        return _("Guarda {dice}, canta ¡bajo! ({turned}) y tira {others}").format(**words)
    return _("Guarda {dice} y tira {others}").format(**words)


def _lying(state: State, plan: RollOn) -> tuple[int, ...]:
    """The faces to hold as they lie by then: turned over already, if that comes first."""
    faces = faces_of(state, plan.hold)
    return _undersides(faces) if plan.over else faces


def _undersides(faces: Sequence[int]) -> tuple[int, ...]:
    return tuple(7 - face for face in faces)


def _held_text(state: State, plan: RollOn) -> str:
    """Name the dice to hold among those that lie there by then."""
    return dice_text(_lying(state, plan), _undersides(state.dice) if plan.over else state.dice)


def _dice_words(state: State, plan: RollOn) -> dict[str, str]:
    """What fills {dice}, {turned} and {others}: what is held, what it becomes, what is rolled.

    The others are not counted: "guarda el tres y tira cuatro" could be heard as faces.
    """
    held = _lying(state, plan)
    others = _("el otro") if len(held) == DICE - 1 else _("los demás")
    under = "-".join(map(str, _undersides(_in_order(held))))
    turned = n_("se vuelve {n}", "se vuelven {n}", len(held)).format(n=under)
    return {"dice": _held_text(state, plan), "others": others, "turned": turned}


def _as_read(state: State, plan: NoteIn, told: str) -> str:
    """Add to a note how its dice are read: whose they are, de mano, and which turn over."""
    ways = ways_of(state, plan.box) if not plan.over else ()
    if not ways or ways[0].points != plan.points:  # it was read otherwise
        return told
    way = ways[0]
    result = state.on_table[way.series]
    if way.series < len(state.results):
        told = _("{note}, con lo de {name}").format(note=told, name=state.seats[result.seat].name)
    if way.de_mano and plan.box in FIGURE_BOXES:
        told = _("{note}, de mano").format(note=told)
    if way.turned:
        turned = dice_text([result.dice[place - 1] for place in way.turned], result.dice)
        told = _("{note}, volteando {dice}").format(note=told, dice=turned)
    return told


def _aims(advice: Advice) -> str:
    """Name the boxes that a roll is for; a declared one is named already."""
    aims = meant_aims(advice)
    likeliest = max((aim.chance for aim in aims), default=0.0)
    least = min(likeliest, max(LIKELY, BESIDE * likeliest))
    named = [aim.box for aim in aims if aim.chance >= least][:NAMED]
    if not named:
        return ""
    held = _kept(advice)
    by_bajo = [box for box in named if box.face and box.face not in held]
    named.sort(key=by_bajo.__contains__)
    told = either(map(box_name, named))
    if by_bajo:
        return _("{aims} con ¡bajo! después").format(aims=told)
    return _("{aims} al voltear").format(aims=told) if _needs_turning(advice) else told


def _needs_turning(advice: Advice) -> bool:
    """Whether dice are held together of which some must be turned over for it.

    Those that are alike only then, or in a run those that are alike as they lie.
    """
    state, faces = advice.state, _held(advice)
    held = set(faces)
    _least, most = state.rules.limits(state.rolls + 1)
    if len(held) >= RUN:
        return most > 0 and len(held) < len(faces)
    return most > 0 and any(7 - face in held for face in held)


def meant_aims(advice: Advice) -> tuple[Aim, ...]:
    """The boxes that dice are held for, the likeliest first; () where that is no question.

    A Póker that lies there is none, if there is another.
    """
    plan = advice.plan
    if not isinstance(plan, RollOn) or not plan.hold or plan.goal:
        return ()
    aims = [aim for aim in advice.aims if _is_meant(aim, advice)]
    more = [aim for aim in aims if aim.box is not Box.POKER]
    return tuple(more if more and _is_poker(advice) else aims)


def _kept(advice: Advice) -> Counter[int]:
    """The dice that are held as they lie when the others have been rolled."""
    faces, plan = _held(advice), advice.plan
    turned = isinstance(plan, RollOn) and plan.over != plan.bajo
    return Counter(_undersides(faces) if turned else faces)


def _is_meant(aim: Aim, advice: Advice) -> bool:
    """Whether dice are held for a box.

    A number that they do not show, or that is one of a run, is only where it may end; so is an
    Escalera where dice are held that are alike, and do not turn over. But with bajo later they may
    show another number, if theirs is none to be had.
    """
    held, face = _kept(advice), aim.box.face
    if aim.box is Box.ESCALERA:
        _least, most = advice.state.rules.limits(advice.state.rolls + 1)
        alike = held.total() - len(held)
        return not alike or (len(held) >= RUN and alike <= most)
    if face is None or len(held) >= RUN:
        return face is None
    own = any(other.box.face == 7 - face for other in advice.aims)
    return face in held or (7 - face in held and not own and _bajo_later(advice.state))


def _bajo_later(state: State) -> bool:
    """Whether bajo can still be called after the next roll (R-21)."""
    rules = state.rules
    if rules.bajo == "call":
        return state.rolls + 1 < rules.rolls
    return rules.bajo == "look"


def served(advice: Advice) -> bool:
    """Whether a Póker is held that could be noted as it lies, and the roll is for more."""
    meant = meant_aims(advice)
    if not meant or Box.POKER in {aim.box for aim in meant} or len(set(_held(advice))) > 1:
        return False
    ways = ways_of(advice.state, Box.POKER)
    return _is_poker(advice) and bool(ways) and ways[0].points > 0


def _is_poker(advice: Advice) -> bool:
    """Whether the dice that are held make a Póker, with those turned over that may be."""
    counted = Counter(_held(advice))
    _least, most = advice.state.rules.limits(advice.state.rolls + 1)
    return any(counted[face] + min(most, counted[7 - face]) >= ALIKE for face in counted)


# ----------------------------------------------------------------------------- what it is worth


def _worth(advice: Advice) -> str:
    """Say what it is worth against something else."""
    if advice.other is None:
        return _("no hay otra")
    state, plan, other = advice.state, advice.plan, advice.other
    if advice.even:
        words = {"other": _shortly(state, plan, other)}
        if advice.unit == "chance":
            return _("para ganar da lo mismo que {other}").format(**words)
        return _("da lo mismo que {other}").format(**words)
    if advice.unit == "chance":
        return _wins(advice.value, advice.gain, _if_done(state, plan, other))
    words = {"points": points_text(advice.gain), "other": _shortly(state, plan, other)}
    if isinstance(plan, NoteIn):
        return _("a la larga vale {points} más que {other}").format(**words)
    return _("vale {points} más que {other}").format(**words)


def _wins(value: float, gain: float, other: str) -> str:
    """Say how many games are won, and how many otherwise, with as many decimals."""
    n, m = _times(value, value - gain)
    told = n_(
        "así ganas {n} de cada 100 partidas, y {m} {other}",
        "así ganas {n} de cada 100 partidas, y {m} {other}",
        1 if n == "1" else 2,
    )
    return told.format(n=n, m=m, other=other)


def _times(first: float, second: float) -> tuple[str, str]:
    """Two chances as times in a hundred, with so many decimals that they are told apart.

    Nor is anything that can happen told as 0.
    """
    for places in range(3):
        told = fixed(first * 100, places), fixed(second * 100, places)
        seen = all(round(chance * 100, places) or not chance for chance in (first, second))
        if seen and told[0] != told[1]:
            break
    return told


def _shortly(state: State, plan: Plan, other: Plan) -> str:
    """Say another plan as briefly as it is clear beside the best."""
    match other:
        case NoteIn(over=False) if isinstance(plan, RollOn):
            return _noting(state, other)
        case RollOn() if isinstance(plan, NoteIn | LeaveIt):
            return _("seguir tirando")
        case RollOn() if _only_holds_otherwise(plan, other):
            told = (
                _("guardar {dice}") if plan.over == other.over else _("guardar {dice} sin voltear")
            )
            return told.format(dice=_held_text(state, other))
        case _:
            return plan_text(state, other)


def _only_holds_otherwise(plan: Plan, other: RollOn) -> bool:
    """Whether nothing has to be said of another roll but the dice that are held."""
    return isinstance(plan, RollOn) and bool(other.hold) and plan.over >= other.over


def _if_done(state: State, plan: Plan, other: Plan) -> str:
    """Say the same as what somebody may do: "si anotas 12 en Senas"."""
    match other:
        case NoteIn(box, 0, hatch, over=False):
            return _("si tachas {box}").format(box=_place_text(state, box, hatch))
        case NoteIn(box, points, hatch, over=False):
            box_told = _place_text(state, box, hatch)
            return _("si anotas {n} en {box}").format(n=points, box=box_told)
        case RollOn() if isinstance(plan, NoteIn | LeaveIt):
            return _("si sigues tirando")
        case RollOn(over=False) if _only_holds_otherwise(plan, other) and not plan.over:
            return _("si guardas {dice}").format(dice=_held_text(state, other))
        case _:
            return _("al {other}").format(other=_shortly(state, plan, other))


def plan_text(state: State, plan: Plan) -> str:
    """Name a plan as a thing to do: "guardar los dos cincos y tirar los demás"."""
    match plan:
        case RollOn():
            told = _rolling(state, plan)
        case NoteIn(points=points):
            told = _noting(state, plan)
            told = _as_read(state, plan, told) if points else told
        case LeaveIt():
            told = _("dejar los dados en la mesa")
        case _:
            assert_never(plan)
    if not plan.over:
        return told
    rolls = isinstance(plan, RollOn)  # that has an "and" of its own
    then = _("voltear los cinco, {then}") if rolls else _("voltear los cinco y {then}")
    return then.format(then=told)


def _noting(state: State, plan: NoteIn) -> str:
    where = _place_text(state, plan.box, plan.hatch)
    if not plan.points:
        return _("tachar {box}").format(box=where)
    return _("anotar {n} en {box}").format(n=plan.points, box=where)


def _rolling(state: State, plan: RollOn) -> str:
    if not plan.hold:
        return _("cantar ¡bajo! y tirar los cinco") if plan.bajo else _("tirar los cinco")
    words = _dice_words(state, plan)
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
    words = dict(zip(("best", "played"), _apart(state, best.plan, played), strict=True))
    if unit == "chance":
        other = _("al {other}").format(other=words["played"])
        told = _("Mejor era {best}: {wins}.")
        return told.format(best=words["best"], wins=_wins(best.value, given, other))
    told = _("Mejor era {best}: {points} más que {played}.")
    return told.format(points=points_text(given), **words)


def _apart(state: State, best: Plan, played: Plan) -> tuple[str, str]:
    """Name two plans; of rolls only the dice that are held, if nothing else tells them apart."""
    match best, played:
        case RollOn(over=False), RollOn(over=False) if (
            best.hold
            and played.hold
            and _lying(state, best) != _lying(state, played)
            and (best.goal, best.bajo) == (played.goal, played.bajo)
        ):
            told = _("guardar {dice}")
            dice = _held_text(state, best), _held_text(state, played)
            return told.format(dice=dice[0]), told.format(dice=dice[1])
        case _:
            return plan_text(state, best), plan_text(state, played)


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
    """Name the best figure of these dice that can be noted, and whether some turn over for it.

    "" if there is none. What partners have rolled is no matter of these dice.
    """
    own = len(state.results)
    figures = [
        (way.points, box, way)
        for box in FIGURE_BOXES
        for way in ways_of(state, box)
        if way.series == own and way.points
    ]
    if not figures:
        return ""
    _points, box, way = max(figures, key=lambda figure: figure[0])
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

    Of faces that need no die turned over there is talk first; where every face would do, of those
    of the die that has most of them. None without a roll.
    """
    if not state.rolls_left or state.goal is not None:
        return None
    found: dict[Box, dict[int, bool]] = {}
    places: dict[Box, dict[int, set[int]]] = {}
    for place in range(1, DICE + 1):
        for face in range(1, FACES + 1):
            for box, turning in _figures_with(state, place, face):
                faces = found.setdefault(box, {})
                faces[face] = faces.get(face, True) and turning
                places.setdefault(box, {}).setdefault(place, set()).add(face)
    if not found:
        return None
    box = max(found, key=FIGURE_BOXES.index)
    unturned = [face for face, turning in found[box].items() if not turning]
    told = set(unturned or found[box])
    if len(told) == FACES:
        told = max(places[box].values(), key=len)
    return box, tuple(sorted(told, reverse=True)), not unturned


def _figures_with(state: State, place: int, face: int) -> Iterator[tuple[Box, bool]]:
    """The figures that could be noted if a die came up so, each with whether dice are turned."""
    dice = (*state.dice[: place - 1], face, *state.dice[place:])
    result = Result(state.seat, dice, state.rolls + 1, frozenset({place}))
    for reading, points in values_of(state.rules, result, state.sheet.open_set):
        for box in FIGURE_BOXES:
            if points.get(box):
                yield box, bool(reading.turned)
