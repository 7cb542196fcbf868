"""Why something is not possible, in the player's words: one sentence for each reason."""

from __future__ import annotations

from typing import assert_never

from cacho.engine import Reason
from cacho.services.i18n import gettext as _


def sentence(reason: Reason) -> str:  # noqa: PLR0911, PLR0912 - one line a reason
    """Return what to tell the player."""
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
            return _("Ya no quedan tiros: anota o tacha una casilla.")
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
        case Reason.NO_SUCH_SERIES | Reason.NO_SUCH_HATCH | Reason.NO_SUCH_SEAT:
            return _("Eso no se puede hacer ahora.")
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
        case Reason.BAD_PLACE | Reason.BAD_FACES | Reason.FACES_MISSING:
            return _("Eso no se puede hacer ahora.")
        case _:
            assert_never(reason)
