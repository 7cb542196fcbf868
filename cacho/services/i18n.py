"""The language of every text on screen. Spanish is the source, the catalogues are `cacho/locale`.

Owns the current language and the sentences of notices. Texts are asked for whenever they are drawn,
so a switch is seen at once; constants are marked with `N_` and translated with `_` when shown.
"""

import gettext as catalogues
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from cacho.services.notices import Notice, NoticeKind

LANGUAGES = {"es": "Español", "en": "English"}  # each by its own name
SOURCE = "es"
LOCALE = Path(__file__).resolve().parent.parent / "locale"

# Neighbours of Spanish: who uses these rather reads Spanish than English.
SPANISH_TOO = frozenset({"es", "qu", "ay", "gn", "ca", "gl", "eu", "ast", "spanish"})

_translations: catalogues.NullTranslations = catalogues.NullTranslations()
_current = SOURCE


def set_language(code: str) -> str:
    """Switch to a language of `LANGUAGES` ("" = the system's) and give the one now in use."""
    global _translations, _current  # noqa: PLW0603 - one language for the whole program
    wanted = code if code in LANGUAGES else system_language()
    found = _load(wanted)
    _translations = found or catalogues.NullTranslations()
    _current = wanted if found else SOURCE
    return _current


def current() -> str:
    """Give the language in use, "es" or "en"."""
    return _current


def number(value: int) -> str:
    """Write a whole number with its thousands apart: "1.296", in English "1,296"."""
    told = f"{value:,}"
    return told if _current == "en" else told.replace(",", ".")


def gettext(text: str) -> str:
    """Translate (`_` for short); fill placeholders later: ``_("Turno {n}").format(n=3)``."""
    return _translations.gettext(text)


def ngettext(singular: str, plural: str, n: int) -> str:
    """Translate by number (`n_` for short): ``n_("{n} punto", "{n} puntos", n).format(n=n)``."""
    return _translations.ngettext(singular, plural, n)


_ = gettext
n_ = ngettext


def N_(text: str) -> str:  # noqa: N802 - the customary name
    """Mark a constant for the catalogue and leave it as it is."""
    return text


def system_language(env: Mapping[str, str] | None = None, preferred: Sequence[str] = ()) -> str:
    """Give the language to start with: Spanish if the system speaks it, otherwise English.

    Asks the environment (`env` replaces the process's), then `preferred` (locale names that the
    window system gave), then Windows itself. A system that says nothing gets Spanish.
    """
    for name in (*_environment(os.environ if env is None else env), *preferred):
        if language := _language_of(name):
            return language
    return (env is None and _language_of(_windows_locale())) or SOURCE


NOTICES = {
    NoticeKind.FOLDER_UNWRITABLE: N_(
        "No se puede guardar en {detail}. Se juega igual, pero nada quedará guardado."
    ),
    NoticeKind.SECOND_COPY: N_(
        "Cacho ya está abierto en otra ventana: esta no cambia lo guardado allí."
    ),
    NoticeKind.SETTINGS_DAMAGED: N_(
        "Las opciones estaban dañadas: empiezan de nuevo. Quedaron aparte: {detail}."
    ),
    NoticeKind.SETTINGS_RESTORED: N_(
        "Las opciones estaban dañadas: valen las anteriores. Quedaron aparte: {detail}."
    ),
    NoticeKind.SETTINGS_UNREADABLE: N_("No se pudieron leer las opciones: valen las de fábrica."),
    NoticeKind.SETTINGS_UNSAVED: N_(
        "No se pudieron guardar las opciones. Valen hasta cerrar el juego."
    ),
    NoticeKind.PEOPLE_DAMAGED: N_(
        "La lista de nombres estaba dañada: empieza de nuevo. Quedó aparte: {detail}."
    ),
    NoticeKind.PEOPLE_RESTORED: N_(
        "La lista de nombres estaba dañada: vale la anterior. Quedó aparte: {detail}."
    ),
    NoticeKind.PEOPLE_UNREADABLE: N_("No se pudo leer la lista de nombres."),
    NoticeKind.PEOPLE_UNSAVED: N_("No se pudo guardar la lista de nombres."),
    NoticeKind.RULES_DAMAGED: N_(
        "Las reglas de la casa estaban dañadas: empiezan de nuevo. Quedaron aparte: {detail}."
    ),
    NoticeKind.RULES_RESTORED: N_(
        "Las reglas de la casa estaban dañadas: valen las anteriores. Quedaron aparte: {detail}."
    ),
    NoticeKind.RULES_UNREADABLE: N_("No se pudieron leer las reglas de la casa."),
    NoticeKind.RULES_UNSAVED: N_("No se pudieron guardar las reglas. Valen hasta cerrar el juego."),
    NoticeKind.ALIASES_DAMAGED: N_(
        "La lista de nombres unidos estaba dañada: empieza de nuevo. Quedó aparte: {detail}."
    ),
    NoticeKind.ALIASES_RESTORED: N_(
        "La lista de nombres unidos estaba dañada: vale la anterior. Quedó aparte: {detail}."
    ),
    NoticeKind.ALIASES_UNREADABLE: N_("No se pudo leer la lista de nombres unidos."),
    NoticeKind.ALIASES_UNSAVED: N_("No se pudo guardar la lista de nombres unidos."),
    NoticeKind.EVENING_DAMAGED: N_(
        "La cuenta de la noche estaba dañada: empieza de nuevo. Quedó aparte: {detail}."
    ),
    NoticeKind.EVENING_RESTORED: N_(
        "La cuenta de la noche estaba dañada: vale la anterior. Quedó aparte: {detail}."
    ),
    NoticeKind.EVENING_UNREADABLE: N_("No se pudo leer la cuenta de la noche."),
    NoticeKind.EVENING_UNSAVED: N_("No se pudo guardar la cuenta de la noche."),
    NoticeKind.HISTORY_DAMAGED: N_(
        "El historial estaba dañado: se rehace con las partidas guardadas. Quedó aparte: {detail}."
    ),
    NoticeKind.HISTORY_UNSAVED: N_(
        "No se puede guardar el historial. Se rehará con las partidas guardadas."
    ),
    NoticeKind.MATCH_UNSAVED: N_(
        "No se puede guardar la partida, quizá el disco está lleno. Sigan jugando."
    ),
    NoticeKind.MATCH_SAVED_AGAIN: N_("La partida se guarda otra vez."),
    NoticeKind.MATCH_TORN: N_(
        "El último paso no alcanzó a guardarse: la partida sigue desde el anterior."
    ),
    NoticeKind.MATCH_DAMAGED: N_(
        "Una partida guardada estaba dañada. No se borró: quedó aparte como {detail}."
    ),
    NoticeKind.MATCH_RECOVERED: N_(
        "La partida estaba dañada: sigue hasta donde se lee. Quedó aparte: {detail}."
    ),
    NoticeKind.MATCH_UNREADABLE: N_("No se pudo leer la partida {detail}. Sigue en su lugar."),
    NoticeKind.MATCH_NEWER: N_("La partida {detail} es de un Cacho más nuevo. Sigue en su lugar."),
    NoticeKind.SEED_LOST: N_("Se perdió la semilla de los dados: desde ahora caen con otra."),
    NoticeKind.SEED_ELSEWHERE: N_(
        "Esta partida vino sin la semilla de sus dados: desde ahora caen con otra."
    ),
    NoticeKind.KEPT: N_("Quedó guardado: {detail}."),
    NoticeKind.NOT_KEPT: N_("No se pudo guardar en {detail}."),
    NoticeKind.DICE_DIFFER: N_(
        "Los dados anotados no son los de la semilla: alguien cambió la partida."
    ),
}


def notice_text(notice: Notice) -> str:
    """Give the sentence that tells a notice in the current language."""
    return _(NOTICES[notice.kind]).format(detail=notice.detail)


MONTHS = (
    N_("enero"),
    N_("febrero"),
    N_("marzo"),
    N_("abril"),
    N_("mayo"),
    N_("junio"),
    N_("julio"),
    N_("agosto"),
    N_("septiembre"),
    N_("octubre"),
    N_("noviembre"),
    N_("diciembre"),
)


def date_text(date: str) -> str:
    """Give a date like 2026-11-30T21:04 in words: "30 de noviembre de 2026, 21:04"."""
    day, _t, time = date.partition("T")
    year, month, number = (int(part) for part in day.split("-"))
    return _("{day} de {month} de {year}, {time}").format(
        day=number, month=_(MONTHS[month - 1]), year=year, time=time
    )


def short_date(date: str) -> str:
    """Give the day of a date in short: "30 nov 2026"."""
    year, month, day = (int(part) for part in date.partition("T")[0].split("-"))
    return f"{day} {_(MONTHS[month - 1])[:3]} {year}"


def short_moment(date: str) -> str:
    """Give a date like 2026-11-30T21:04 in short: "30 nov 2026, 21:04"."""
    return f"{short_date(date)}, {date.partition('T')[2]}"


def _load(code: str) -> catalogues.NullTranslations | None:
    if code == SOURCE:
        return catalogues.NullTranslations()
    try:
        with open(LOCALE / code / "LC_MESSAGES" / "cacho.mo", "rb") as file:
            return catalogues.GNUTranslations(file)
    except Exception:  # a damaged catalogue fails in many ways, and Spanish is always there
        return None


def _environment(env: Mapping[str, str]) -> tuple[str, ...]:
    """Locale names in the order in which they count (POSIX; LANGUAGE as in GNU gettext)."""
    locale = next((env[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if env.get(name)), "")
    if not _language_of(locale):
        return ()
    return (*env.get("LANGUAGE", "").split(":"), locale)


def _language_of(locale: str) -> str:
    """Turn "es_BO.UTF-8", "Spanish_Bolivia" or "de" into a language of ours; "" says nothing."""
    language = locale.partition(".")[0].partition("@")[0].replace("-", "_").partition("_")[0]
    if language.casefold() in ("", "c", "posix"):
        return ""
    return "es" if language.casefold() in SPANISH_TOO else "en"


def _windows_locale() -> str:
    """Elsewhere the environment is the truth, and Python takes "C.UTF-8" for American English."""
    if sys.platform != "win32":
        return ""
    import locale  # noqa: PLC0415 - 1 ms that most starts save

    try:
        return locale.getlocale()[0] or ""
    except ValueError:
        return ""
