"""The game in words: what happened, and what may be done now. One short sentence each.

Reads states and events; decides nothing. The reasons of refusals are `reasons`' matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

from cacho.engine import (
    DORMIDA_POINTS,
    Box,
    Declared,
    EarlyWin,
    Event,
    HeldChanged,
    Moment,
    MomentKind,
    Noted,
    Phase,
    Rolled,
    SeatHanded,
    SeatLeft,
    StarterChosen,
    State,
    Stood,
    TakenBack,
    TieRolled,
    TurnedOver,
    must_note,
    points_of,
    readings_of,
    turn_limits,
    why_not,
)
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.ui.partners import givers
from cacho.ui.plan import Mode, Plan, can_hold, needs_goal
from cacho.ui.rulestext import limits_words
from cacho.ui.sheets import box_name
from cacho.ui.wording import either, listed

FEW: Final = 4
"""As many boxes are not named one by one any more."""


def any_of(boxes: Iterable[Box]) -> str:
    """Return boxes as a choice: "Full o Póker"."""
    return either(map(box_name, boxes))


def noted(event: Noted, name: str) -> str:
    """Say what somebody noted."""
    box = box_name(event.box)
    if event.crossed:
        return _("{name} tachó {box}").format(name=name, box=box)
    if event.de_mano:
        return _("{name} anotó {points} en {box}, de mano").format(
            name=name, points=event.points, box=box
        )
    return n_(
        "{name} anotó {points} punto en {box}",
        "{name} anotó {points} puntos en {box}",
        event.points,
    ).format(name=name, points=event.points, box=box)


def done(event: Event, state: State) -> str:
    """Say what a bot did between two rolls: held, declared, turned over, left; "" for the rest."""
    match event:
        case HeldChanged(seat=seat, places=places) if places:
            faces = " ".join(str(state.dice[place - 1]) for place in sorted(places))
            return _("{name} guarda {faces}").format(name=state.seats[seat].name, faces=faces)
        case HeldChanged(seat=seat):
            return _("{name} tira los cinco").format(name=state.seats[seat].name)
        case Declared(seat=seat, box=box) if box is not None:
            return _("{name} va por {box}").format(name=state.seats[seat].name, box=box_name(box))
        case TurnedOver(seat=seat):
            return _("{name}: ¡bajo!").format(name=state.seats[seat].name)
        case Stood(seat=seat):
            return _("{name} deja sus dados").format(name=state.seats[seat].name)
        case _:
            return ""


def calls_bajo(name: str) -> str:
    """Say that a bot calls bajo and rolls."""
    return _("{name} canta ¡bajo! y tira").format(name=name)


def line(event: Event, state: State) -> str:
    """Say what somebody did in their turn: rolled, noted, or what lies between; "" for the rest."""
    match event:
        case Rolled() | Noted():
            return happened((event,), state)
        case TieRolled(total=total):
            return f"{happened((event,), state)} = {total}"
        case _:
            return done(event, state)


def early_win(event: EarlyWin) -> str:
    """Say how a sheet won before the end."""
    return _("¡Panza de oro!") if event.panza else _("¡Cuatros: todos los números!")


def moment(moment: Moment, state: State) -> str:
    """Say which moment of a match it is: "Ronda 5 · Rosa: Grande". `state` is the one before it."""
    who = listed(state.seats[seat].name for seat in _concerned(moment, state))
    return in_round(state.round, who, moment_name(moment))


def in_round(number: int, who: str, what: str) -> str:
    """Say who did what in a round: "Ronda 5 · Rosa: Grande"."""
    return _("Ronda {n} · {who}: {what}").format(n=number, who=who, what=what)


def _concerned(moment: Moment, state: State) -> tuple[int, ...]:
    """Whose moment it is: the lead is a team's."""
    team = state.teams[state.team_of(moment.seat)]
    return team if moment.kind is MomentKind.LEAD else (moment.seat,)


def thrown(moment: Moment, state: State) -> str:
    """Say whose throw it was, and what: "Rosa: Grande"."""
    return f"{state.seats[moment.seat].name}: {moment_name(moment)}"


def moment_name(moment: Moment) -> str:  # noqa: PLR0911 - a sentence a kind
    """Say what makes a moment one."""
    match moment.kind:
        case MomentKind.DORMIDA:
            return _("la dormida")
        case MomentKind.EARLY_WIN:
            return _("gana antes del final")
        case MomentKind.GRANDE:
            return _("Grande")
        case MomentKind.DE_MANO:
            box = box_name(moment.box) if moment.box else ""
            return _("{box} de mano").format(box=box)
        case MomentKind.NOTE:
            box = box_name(moment.box) if moment.box else ""
            return _("{points} en {box}").format(points=moment.points, box=box)
        case MomentKind.LEAD:
            return _("toma la delantera")
        case MomentKind.LEFT:
            return _("se va")
        case MomentKind.TIE_BREAK:
            return _("desempate")
        case MomentKind.LAST_TURN:
            return _("el último turno")
        case _:
            assert_never(moment.kind)


def won(state: State) -> str:
    """Say who won, when it is over."""
    teams = state.outcome.winners if state.outcome else ()
    names = [state.seats[seat].name for team in teams for seat in state.teams[team]]
    return n_("Gana {names}", "Ganan {names}", len(names)).format(names=listed(names))


def happened(events: Iterable[Event], state: State) -> str:
    """Say what happened last, of what can be said in a line; `state` is the one before it."""
    told = ""
    for event in events:
        match event:
            case Rolled(seat=seat, dice=dice, bajo=True):
                told = _("{name}, con bajo: {faces}").format(
                    name=state.seats[seat].name, faces=" ".join(map(str, dice))
                )
            case TurnedOver() | Declared() | Stood():
                told = done(event, state) or told
            case Rolled(seat=seat, dice=dice) | TieRolled(seat=seat, dice=dice):
                told = f"{state.seats[seat].name}: {' '.join(map(str, dice))}"
            case Noted(seat=seat):
                told = noted(event, state.seats[seat].name)
            case TakenBack(seat=seat):
                told = _("{name} deshizo lo anotado").format(name=state.seats[seat].name)
            case SeatLeft(seat=seat):
                told = _("{name} se fue.").format(name=state.seats[seat].name)
            case SeatHanded(_, name, None):
                told = _("Sigue jugando {name}.").format(name=name)
            case StarterChosen(seat):
                told = _("Empieza {name}.").format(name=state.seats[seat].name)
            case _:
                pass
    return told


def five_alike(state: State) -> tuple[str, str] | None:
    """Say what five alike are worth where that is not plain, and the rule; None where it is.

    A dormida that counts as points, and five alike that a turned die takes apart.
    """
    legal = readings_of(state)
    if any(reading.dormida for reading in legal):
        worth = points_of(state)
        boxes = [box for box, points in worth.items() if points == DORMIDA_POINTS]
        where = any_of(boxes) if len(boxes) < FEW else _("cualquier casilla")
        told = _("¡La dormida! Vale {points} en {boxes}.")
        return told.format(points=DORMIDA_POINTS, boxes=where), "R-26"
    apart = all(len(set(reading.faces)) > 1 for reading in legal)
    if not legal or len(set(state.dice)) > 1 or not apart:
        return None
    if state.rolls == 1:
        return _("Cinco iguales, pero hay que voltear: no es dormida."), "R-24"
    return _("Cinco iguales, pero hay que voltear: no es Grande."), "R-20"


def says_more(hint: str) -> bool:
    """Whether a hint says more than what may be done after any roll."""
    return hint not in {
        _("Guarda los dados que quieras, tira el resto o anota."),
        _("Elige una casilla: anota o tacha."),
        _("Elige una casilla y anota."),
    }


def hint(state: State, plan: Plan) -> str:
    """Say in one line what may be done, or what is owed."""
    if state.phase is Phase.TIE:
        return _("Desempate: tira los cinco; gana la suma más alta.")
    if not state.rolls:
        return (
            _("¡Bajo! Tira: los cinco se voltean.") if plan.bajo else _("Toma el cubilete y tira.")
        )
    if settled := _settled(state, plan):
        return settled
    match plan.mode(state):
        case Mode.DECLARE:
            return _("¿Para qué casilla? Tócala; después tira.")
        case Mode.TURN:
            return _turning(state, plan)
        case _:
            return _playing(state, plan)


def _settled(state: State, plan: Plan) -> str:
    """Say what is settled already: whose dice are noted, or which boxes are owed."""
    if plan.series is not None:
        name = state.seats[state.on_table[plan.series].seat].name
        return _("Se anota lo de {name}: elige una casilla.").format(name=name)
    if owed := must_note(state):
        return _("Te plantas: hay que anotar {boxes}.").format(boxes=any_of(owed))
    return ""


def _playing(state: State, plan: Plan) -> str:
    if state.goal is not None:
        return _("Vas por {box}: solo esa se anota.").format(box=box_name(state.goal))
    if needs_goal(state):
        return _("Guardaste dados: para tirar, declara una casilla.")
    if can_hold(state):
        if state.partner_next:
            return _("Guarda y tira, o deja los dados y tira tu pareja.")
        if turn_limits(state)[1]:
            told = _("Guarda y tira, o anota: al anotar se voltea {limits}.")
            return told.format(limits=limits_words(turn_limits(state)))
        return _("Guarda los dados que quieras, tira el resto o anota.")
    return _noting(state, plan)


def _noting(state: State, plan: Plan) -> str:
    if state.partner_next:
        return _("Deja los dados: ahora tira tu pareja.")
    if givers(state):
        return _(
            "Elige una casilla; con número, es de tu pareja. "
            "Toca su papel (P) y verás solo lo suyo."
        )
    return _choosing(state, plan)


def _choosing(state: State, plan: Plan) -> str:
    """Ask for a box; of crossing out there is talk only where the engine lets a box be crossed."""
    worth = plan.worth(state)
    crossable = any(
        not points and why_not(state, plan.note(state, *place)) is None
        for place, points in worth.items()
    )
    if not any(worth.values()) and crossable:
        return _("Los dados no valen nada: elige qué casilla tachar.")
    return _("Elige una casilla: anota o tacha.") if crossable else _("Elige una casilla y anota.")


def _turning(state: State, plan: Plan) -> str:
    """Say how many dice may be turned still: none yet, some, or no more."""
    (least, most), turned = turn_limits(state), len(plan.turned)
    if turned:
        done = n_("Volteaste {n} dado.", "Volteaste {n} dados.", turned).format(n=turned)
        return f"{done} {_and_now(least - turned, most - turned)}"
    told = (
        n_("Voltea {limits} dado: tócalo.", "Voltea {limits} dados: tócalos.", most)
        if least
        else n_("Puedes voltear {limits} dado: tócalo.", "Puedes voltear {limits}: tócalos.", most)
    )
    asked = told.format(limits=limits_words((least, most)))
    asked += " " + _("O toca una casilla y se voltean solos.")
    served = [box for box in state.sheet.open_boxes if _stands_unturned(state, plan, box)]
    if not least or not served:
        return asked
    told = _("{boxes}: vale sin voltear. Para lo demás voltea {limits}.")
    return told.format(boxes=any_of(served), limits=limits_words((least, most)))


def _and_now(missing: int, left: int) -> str:
    """Say what may follow after some dice were turned: how many are missing, how many may be."""
    if missing > 0:
        told = n_("Falta voltear {n} más: tócalo.", "Falta voltear {n} más: tócalos.", missing)
        return told.format(n=missing)
    if left > 0:
        return n_(
            "Puedes voltear {n} más, o toca una casilla y anota.",
            "Puedes voltear hasta {n} más, o toca una casilla y anota.",
            left,
        ).format(n=left)
    return _("Ahora toca una casilla y anota.")


def _stands_unturned(state: State, plan: Plan, box: Box) -> bool:
    """Whether a box is best noted as the dice fell, though some must be turned elsewhere (R-12)."""
    ways = plan.ways(state, box)
    return bool(ways) and ways[0].points > 0 and not ways[0].turned
