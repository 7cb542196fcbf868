"""What came of a record from elsewhere, in one sentence.

Apart from `told`, which the table needs: this opens the history.
"""

from __future__ import annotations

from typing import assert_never

from cacho.services.exchange import Arrival, Imported
from cacho.services.i18n import gettext as _
from cacho.ui.reasons import newer, no_record, what_is_wrong


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
            return what_is_wrong(imported.fault) if imported.fault else no_record()
        case Arrival.NEWER:
            return newer()
        case Arrival.UNREADABLE:
            return _("Ese archivo no se puede leer.")
        case Arrival.UNSAVED:
            return _("La partida es buena, pero no se pudo guardar.")
        case _:
            assert_never(imported.arrival)
