"""Why something is not possible, in the player's words: one sentence for each reason.

That a record cannot be used is one of these things: what is wrong with it stands here too.
"""

from __future__ import annotations

from typing import Final, assert_never

from cacho.engine import Problem, Reason, RecordError, State, turn_limits
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_


def sentence_in(reason: Reason, state: State) -> str:
    """Return what to tell the player at this moment of a match, with its numbers (R-20, R-25)."""
    least, most = turn_limits(state)
    match reason:
        case Reason.TURN_MORE:
            return n_(
                "Hay que voltear al menos {n} dado.", "Hay que voltear al menos {n} dados.", least
            ).format(n=least)
        case Reason.TURN_FEWER:
            return n_(
                "Aquí se voltea {n} dado, no más.", "Aquí se voltean {n} dados, no más.", most
            ).format(n=most)
        case Reason.CROSS_AFTER_LAST_ROLL:
            told = _("Aquí se tacha solo después del último tiro: vas por el {n} de {all}.")
            return told.format(n=state.rolls, all=state.rules.rolls)
        case _:
            return sentence(reason)


def sentence(reason: Reason) -> str:  # noqa: PLR0911, PLR0912 - one line a reason
    """Return what to tell the player, whatever the moment."""
    match reason:
        case Reason.LOT_FIRST:
            return _("Primero se sortea quién empieza.")
        case Reason.LOT_DONE:
            return _("Ya se sabe quién empieza.")
        case Reason.GAME_OVER:
            return _("La partida terminó.")
        case Reason.ROLL_FIRST:
            return _("Primero hay que tirar los dados.")
        case Reason.NO_ROLLS_LEFT:
            return _("Ya no quedan tiros: elige una casilla.")
        case Reason.ALL_HELD:
            return _("Los cinco dados están guardados: suelta alguno o anota.")
        case Reason.BOX_TAKEN:
            return _("Esa casilla ya está llena.")
        case Reason.TIE_BREAK:
            return _("Todo está anotado: ahora se tira por el desempate.")
        case Reason.MUST_STOP:
            return _("Con un juego así te plantas: hay que anotarlo.")
        case Reason.MUST_NOTE:
            return _("Ese juego se anota en su propia casilla.")
        case Reason.NO_BAJO:
            return _("En estas reglas no hay bajo.")
        case Reason.BAJO_BEFORE_LOOKING:
            return _("El bajo se canta antes de levantar el cubilete.")
        case Reason.BAJO_AFTER_LOOKING:
            return _("Aquí el bajo se decide después de mirar los dados.")
        case Reason.NO_GOALS:
            return _("En estas reglas no se declara ninguna casilla.")
        case Reason.GOAL_FIRST:
            return _("Para guardar dados y volver a tirar hay que declarar una casilla.")
        case Reason.GOAL_STANDS:
            return _("Ya declaraste una casilla: vale solo esa.")
        case Reason.NOTHING_DECLARED:
            return _("No hay ninguna casilla declarada.")
        case Reason.NO_PARTNER_LEFT:
            return _("Ya jugó todo el equipo: hay que anotar.")
        case Reason.PARTNER_FIRST:
            return _("Antes de anotar tira también tu pareja.")
        case Reason.NO_SUCH_SERIES:
            return _("El equipo no tiene ese resultado en la mesa.")
        case Reason.NO_SUCH_HATCH:
            return _("La hoja no tiene esa reja.")
        case Reason.NO_SUCH_SEAT:
            return _("Ahí no juega nadie.")
        case Reason.TURN_MORE:
            return _("Hay que voltear más dados.")
        case Reason.TURN_FEWER:
            return _("No se pueden voltear tantos dados.")
        case Reason.SCORES_SO_NO_CROSS:
            return _("Los dados valen algo ahí: no se tacha.")
        case Reason.CROSS_AFTER_LAST_ROLL:
            return _("Aquí se tacha solo después del último tiro.")
        case Reason.CROSS_ONLY_WITHOUT_POINTS:
            return _("Se tacha solo si los dados no valen nada en ninguna casilla.")
        case Reason.NOTHING_TO_TAKE_BACK:
            return _("No hay nada que deshacer: vale solo hasta el próximo tiro.")
        case Reason.TABLE_MUST_AGREE:
            return _("Para deshacer eso, toda la mesa tiene que estar de acuerdo.")
        case Reason.NO_HELP:
            return _("Esta partida se juega sin ayuda.")
        case Reason.BAD_NAME:
            return _("Nadie puede llamarse así.")
        case Reason.BAD_PLACE:
            return _("Los lugares de los dados van del 1 al 5.")
        case Reason.BAD_FACES | Reason.FACES_MISSING:
            return _("Por cada dado que se tira hace falta una cara, del 1 al 6.")
        case _:
            assert_never(reason)


RULES: Final[dict[Reason, str]] = {
    Reason.LOT_FIRST: "R-02",
    Reason.LOT_DONE: "R-02",
    Reason.TIE_BREAK: "R-31",
    Reason.GAME_OVER: "R-16",
    Reason.ROLL_FIRST: "R-05",
    Reason.NO_ROLLS_LEFT: "R-03",
    Reason.ALL_HELD: "R-04",
    Reason.MUST_STOP: "R-22",
    Reason.MUST_NOTE: "R-22",
    Reason.NO_BAJO: "R-21",
    Reason.BAJO_BEFORE_LOOKING: "R-21",
    Reason.BAJO_AFTER_LOOKING: "R-21",
    Reason.NO_GOALS: "R-23",
    Reason.GOAL_FIRST: "R-23",
    Reason.GOAL_STANDS: "R-23",
    Reason.NOTHING_DECLARED: "R-23",
    Reason.NO_PARTNER_LEFT: "R-29",
    Reason.PARTNER_FIRST: "R-29",
    Reason.BOX_TAKEN: "R-05",
    Reason.TURN_MORE: "R-20",
    Reason.TURN_FEWER: "R-20",
    Reason.SCORES_SO_NO_CROSS: "R-14",
    Reason.CROSS_AFTER_LAST_ROLL: "R-25",
    Reason.CROSS_ONLY_WITHOUT_POINTS: "R-25",
    Reason.NOTHING_TO_TAKE_BACK: "R-17",
    Reason.TABLE_MUST_AGREE: "R-17",
    Reason.NO_HELP: "R-33",
}
"""The rule behind each reason that a player can meet, as RULES.md numbers it."""


def rule(reason: Reason) -> str:
    """Return the id of the rule that says so; "" for what no player meets."""
    return RULES.get(reason, "")


def what_is_wrong(fault: RecordError) -> str:
    """Say why a record cannot be used, and in which line that is."""
    match fault.problem:
        case Problem.NOT_A_RECORD:
            return no_record()
        case Problem.OTHER_VERSION:
            return newer()
        case _:
            told = _("La partida no está entera. Línea {n}: {why}")
            return told.format(n=fault.line_no, why=_why(fault))


def no_record() -> str:
    """Say that a file has nothing of a match."""
    return _("Ese archivo no es una partida de Cacho.")


def newer() -> str:
    """Say that a record is of a version that this program does not know."""
    return _("Esa partida es de un Cacho más nuevo.")


def _why(fault: RecordError) -> str:
    match fault.problem:
        case Problem.ILLEGAL_ACTION if fault.reason:
            return sentence(fault.reason)
        case Problem.BAD_ACTION | Problem.ILLEGAL_ACTION:
            return _("Eso no es ninguna jugada.")
        case Problem.NOT_TEXT:
            return _("Hay signos que no son texto.")
        case Problem.TOO_LONG:
            return _("Es más larga que cualquier partida.")
        case Problem.BAD_RULES:
            return _("Esas reglas no existen.")
        case _:
            return _("El encabezado no está bien.")
