"""Why something is not possible, in the player's words: one sentence for each reason."""

from __future__ import annotations

from typing import assert_never

from cacho.engine import Reason
from cacho.services.i18n import gettext as _


def sentence(reason: Reason) -> str:  # noqa: PLR0911 - one line a reason
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
        case Reason.NOTHING_TO_TAKE_BACK:
            return _("No hay nada que deshacer: vale solo hasta el próximo tiro.")
        case Reason.BAD_PLACE | Reason.BAD_FACES | Reason.FACES_MISSING:
            return _("Eso no se puede hacer ahora.")
        case _:
            assert_never(reason)
