"""What came of a record from elsewhere, in one sentence.

Apart from `told`, which the table needs: this opens the history. Says of any record what is wrong.
"""

from __future__ import annotations

from typing import assert_never

from cacho.engine import Problem, RecordError
from cacho.services.exchange import Arrival, Imported
from cacho.services.i18n import gettext as _
from cacho.ui.reasons import sentence


def arrived(imported: Imported) -> str:  # noqa: PLR0911 - a sentence a kind
    """Say what came of a record from elsewhere."""
    match imported.arrival:
        case Arrival.FINISHED:
            return _("La partida está ahora en la historia.")
        case Arrival.OPEN:
            return _("La partida no terminó: está con las que esperan.")
        case Arrival.KNOWN:
            return _("Esa partida ya está aquí.")
        case Arrival.DAMAGED:
            return damage(imported.fault) if imported.fault else not_a_record()
        case Arrival.NEWER:
            return _("Esa partida es de un Cacho más nuevo.")
        case Arrival.UNREADABLE:
            return _("Ese archivo no se puede leer.")
        case Arrival.UNSAVED:
            return _("La partida es buena, pero no se pudo guardar.")
        case _:
            assert_never(imported.arrival)


def not_a_record() -> str:
    """Say that a file has nothing of a match."""
    return _("Ese archivo no es una partida de Cacho.")


def damage(fault: RecordError) -> str:
    """Say where a record is wrong, and why."""
    if fault.problem is Problem.NOT_A_RECORD:
        return not_a_record()
    told = _("La partida no está entera. Línea {n}: {why}")
    return told.format(n=fault.line_no, why=_why(fault))


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
