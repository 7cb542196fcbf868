"""The bots as the table knows them: what a level is called, its sign, and the names they go by.

They are regulars of the café: people at the weaker levels, and what swims in the rivers of Bolivia
at the strongest. Names are the same in every language. Must not know how they play.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cacho.engine import Box, Level, Noted, Phase, State
from cacho.services.i18n import gettext as _
from cacho.services.people import same_name

NAMES: Final = {
    Level.NOVATO: ("Chelita", "Jhonny", "Maribel", "Toñito", "Yolita", "Wilmer"),
    Level.PARROQUIANO: (
        "Don Hugo",
        "Doña Petita",
        "Don Lucho",
        "Doña Nelly",
        "Don Beto",
        "Doña Chela",
    ),
    Level.MAESTRO: (
        "Doña Flora",
        "Don Saturnino",
        "Doña Justina",
        "Don Eusebio",
        "Doña Elsa",
        "Don Gróver",
    ),
    Level.TIBURON: ("El Tiburón", "La Piraña", "El Caimán", "La Sicurí", "El Surubí", "La Raya"),
}
GLYPHS: Final = {
    None: "person",
    Level.NOVATO: "egg",
    Level.PARROQUIANO: "mug",
    Level.MAESTRO: "star",
    Level.TIBURON: "fin",
}
"""What is drawn for who plays a seat; None is a person."""
_ORDER: Final[tuple[Level | None, ...]] = (None, *Level)


def level_name(level: Level | None) -> str:
    """Return what plays a seat, in a word."""
    return {
        None: _("Persona"),
        Level.NOVATO: _("Novato"),
        Level.PARROQUIANO: _("Parroquiano"),
        Level.MAESTRO: _("Maestro"),
        Level.TIBURON: _("Tiburón"),
    }[level]


def after(level: Level | None, by: int = 1) -> Level | None:
    """Return who plays after a press: a person, then the levels from the weakest, then again."""
    return _ORDER[(_ORDER.index(level) + by) % len(_ORDER)]


def name_for(level: Level, taken: Iterable[str]) -> str:
    """Return a name of that level which nobody at the table has."""
    names, others = NAMES[level], list(taken)
    free = (name for name in names if not any(same_name(name, other) for other in others))
    return next(free, names[0])


def is_regular(name: str) -> bool:
    """Whether a name is one that bots are given."""
    return any(name in names for names in NAMES.values())


def remark(level: Level, event: Noted) -> str:
    """Return what a bot says to what it has just noted; mostly nothing."""
    if event.crossed:
        return {
            Level.NOVATO: _("Uy, ni modo."),
            Level.PARROQUIANO: _("La próxima será."),
            Level.MAESTRO: _("A veces toca."),
            Level.TIBURON: _("Ya volveré…"),
        }[level]
    if event.de_mano or event.box is Box.GRANDE:
        return {
            Level.NOVATO: _("¡Fue sin querer!"),
            Level.PARROQUIANO: _("¡Salud por eso!"),
            Level.MAESTRO: _("Así se juega."),
            Level.TIBURON: _("¡Ñam!"),
        }[level]
    return ""


def bot_of(state: State) -> Level | None:
    """Return the level of the bot that is to act now; None where a person is, or nobody."""
    acting = state.phase in {Phase.TURN, Phase.TIE}
    return state.seats[state.seat].bot if acting else None
