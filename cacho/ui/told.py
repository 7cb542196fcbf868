"""The game in words: what happened, and what may be done now. One short sentence each.

Reads states and events; decides nothing. The reasons of refusals are `reasons`' matter.
"""

from __future__ import annotations

from collections.abc import Iterable

from cacho.engine import (
    Box,
    EarlyWin,
    Noted,
    Phase,
    State,
    must_note,
    turn_limits,
)
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.ui.plan import Mode, Plan, can_hold, needs_goal
from cacho.ui.sheets import box_name


def listed(names: Iterable[str], last: str = "") -> str:
    """Return names as a list: "Ana, Luis y Rosa"."""
    *some, end = names
    if not some:
        return end
    return (last or _("{some} y {last}")).format(some=", ".join(some), last=end)


def any_of(boxes: Iterable[Box]) -> str:
    """Return boxes as a choice: "Full o Póker"."""
    return listed((box_name(box) for box in boxes), _("{some} o {last}"))


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


def early_win(event: EarlyWin) -> str:
    """Say how a sheet won before the end."""
    return _("¡Panza de oro!") if event.panza else _("¡Cuatros: todos los números!")


def hint(state: State, plan: Plan) -> str:
    """Say in one line what may be done, or what is owed."""
    if state.phase is Phase.TIE:
        return _("Desempate: tira los cinco; gana la suma más alta.")
    if not state.rolls:
        return (
            _("¡Bajo! Tira: los cinco se voltean.") if plan.bajo else _("Toma el cubilete y tira.")
        )
    if owed := must_note(state):
        return _("Te plantas: hay que anotar {boxes}.").format(boxes=any_of(owed))
    match plan.mode(state):
        case Mode.DECLARE:
            return _("¿Para qué casilla? Tócala; después tira.")
        case Mode.TURN:
            return _turning(state)
        case _:
            return _playing(state)


def _playing(state: State) -> str:
    if state.goal is not None:
        return _("Vas por {box}: solo esa se anota.").format(box=box_name(state.goal))
    if needs_goal(state):
        return _("Guardaste dados: para tirar, declara una casilla.")
    if can_hold(state):
        if turn_limits(state)[1]:
            return _("Guarda y tira, o anota: al anotar se voltean dados.")
        return _("Guarda los dados que quieras, tira el resto o anota.")
    if state.partner_next:
        return _("Deja los dados: ahora tira tu pareja.")
    return _("Elige una casilla: anota o tacha.")


def _turning(state: State) -> str:
    least, most = turn_limits(state)
    if least == most:
        text = n_("Voltea {n} dado", "Voltea {n} dados", most).format(n=most)
    elif least:
        text = _("Voltea de {least} a {most} dados").format(least=least, most=most)
    else:
        text = n_("Puedes voltear {n} dado", "Puedes voltear hasta {n} dados", most).format(n=most)
    return text + _(", o toca una casilla y se voltean solos.")
