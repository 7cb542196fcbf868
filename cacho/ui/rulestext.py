"""What rules are called and what they say, in words: names, values, differences, refusals.

Every sentence is made from the fields of a `Ruleset`, so that none can lie; which of the five
sources says what, and which is silent, is kept here too. Owns words only: no screen, no file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from cacho.engine import (
    CASUAL,
    DICE,
    DORMIDA_POINTS,
    PRESETS,
    Ruleset,
    RulesetError,
    base_of,
    changes,
    with_fields,
)
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.ui.wording import listed

ROLLS: Final = "rolls"
"""Rolls a turn: part of `turning`, but a point of its own to whoever reads."""
SILENT: Final = {
    "five_is_poker": ("basic", "coch", "alalay"),
    "wrap": ("peru",),
    "crossing": ("basic", "coch"),
}
"""Where a source says nothing of a field, its value is ours."""
VARIATIONS: Final = {
    "bajo": "call",
    "dormida": "100",
    "hatches": "3",
    "team_size": "2",
}
"""Values that the Peruvian source names beside its own, as variations."""
OURS: Final = "natural_five"
"""The one field that no source has: a switch for houses."""
SHORT: Final = 34
"""Letters that a name has room for on a card or a button."""
TAGS_SHOWN: Final = 3
"""A name of a ruleset lists so many changes; more are counted."""


# ------------------------------------------------------------------------------------- names


def preset_name(key: str) -> str:
    """Return what a tradition is called."""
    names = {
        "casual": _("Casual"),
        "basic": _("Básico"),
        "coch": _("Coch"),
        "alalay": _("Alalay"),
        "peru": _("Perú"),
    }
    return names[key]


def names_of(keys: Iterable[str]) -> str:
    """Return the names of traditions as a list: "Básico y Coch"."""
    return listed(map(preset_name, keys))


def title(rules: Ruleset) -> str:
    """Return what rules are called: their own name, or "Alalay + tachado indulgente"."""
    return rules.name if rules.name not in PRESETS else derived_title(rules, base_of(rules))


def short_title(rules: Ruleset) -> str:
    """Return the same for a button or a card: changes are counted where naming them is long."""
    told = title(rules)
    if rules.name not in PRESETS or len(told) <= SHORT:
        return told
    return _counted(base_of(rules), len(change_tags(rules, base_of(rules))))


def _counted(base: Ruleset, changes: int) -> str:
    told = n_("{n} cambio", "{n} cambios", changes).format(n=changes)
    return _("{base} + {changes}").format(base=preset_name(base.name), changes=told)


def derived_title(rules: Ruleset, base: Ruleset) -> str:
    """Return the name that follows from the base tradition and what was changed."""
    changed = change_tags(rules, base)
    if not changed:
        return preset_name(base.name)
    if len(changed) > TAGS_SHOWN:
        return _counted(base, len(changed))
    told = ", ".join(changed)
    return _("{base} + {changes}").format(base=preset_name(base.name), changes=told)


def change_tags(rules: Ruleset, base: Ruleset) -> list[str]:
    """Return a few words for each difference from a base."""
    tags: list[str] = []
    if rules.rolls != base.rolls:
        tags.append(value_words(rules, ROLLS))
    for name in changes(rules, base):
        if name == "turning" and not any(map(any, (*rules.turning, *base.turning))):
            continue  # only the number of rolls differs
        tags.append(_tag(rules, name))
    return tags


def _tag(rules: Ruleset, name: str) -> str:
    """Return the value of a field in two or three words that stand alone."""
    match name:
        case "turning":
            return _turning_tag(rules)
        case "early_wins":
            return _wins_tag(rules)
        case "team_size":
            return team_word(rules.team_size).lower()
        case "bajo" | "goal" | "crossing" | "dormida":
            return _choice_tag(rules, name)
        case "escalera" | "grandes" | "hatches":
            return _count_tag(rules, name)
        case _:
            return _switch_tag(name, on=getattr(rules, name))


def _turning_tag(rules: Ruleset) -> str:
    if not any(map(any, rules.turning)):
        return _("sin volteo")
    limits = ", ".join(f"{least}-{most}" for least, most in rules.turning)
    return _("volteo {limits}").format(limits=limits)


def _choice_tag(rules: Ruleset, name: str) -> str:
    tags: dict[str, dict[object, str]] = {
        "bajo": {"no": _("sin bajo"), "call": _("con bajo"), "look": _("bajo tras mirar")},
        "goal": {
            "free": _("sin declarar"),
            "fixed": _("casilla declarada y fija"),
            "rethrow": _("casilla declarada"),
        },
        "crossing": {
            "free": _("tachar cuando quieras"),
            "forced": _("tachar si nada vale"),
            "lenient": _("tachar solo al final"),
        },
        "dormida": {
            "wins": _("la dormida gana"),
            DORMIDA_POINTS: _("dormida de {n}").format(n=DORMIDA_POINTS),
        },
    }
    return tags[name][getattr(rules, name)]


def _count_tag(rules: Ruleset, name: str) -> str:
    count = getattr(rules, name)
    tags = {
        "escalera": _("escalera de {n}"),
        "grandes": n_("{n} Grande", "{n} Grandes", count),
        "hatches": n_("{n} reja", "{n} rejas", count),
    }
    return tags[name].format(n=count)


def _switch_tag(name: str, on: bool) -> str:
    tags = {
        "rethrow_mano": (
            _("de mano solo al primer tiro"),
            _("de mano al repetir los {n}").format(n=DICE),
        ),
        "must_stop": (_("nadie te planta"), _("el juego de mano se anota")),
        "wrap": (_("3-4-5-6-1 no vale"), _("3-4-5-6-1 vale")),
        "five_is_poker": (_("cinco no son póker"), _("cinco son póker")),
        "natural_five": (_("cinco al caer no ganan"), _("cinco al caer ganan")),
    }
    return tags[name][on]


def _wins_tag(rules: Ruleset) -> str:
    panza, cuatros = ("panza" in rules.early_wins, "cuatros" in rules.early_wins)
    if panza and cuatros:
        return _("panza y cuatros")
    if panza:
        return _("panza de oro")
    return _("cuatros") if cuatros else _("sin panza ni cuatros")


def team_word(size: int) -> str:
    """Return how many share a sheet, as a word."""
    words = {1: _("Cada uno"), 2: _("Parejas"), 3: _("Tríos")}
    return words[size]


# ------------------------------------------------------------------------------------- cards


def card_lines(rules: Ruleset) -> tuple[str, str]:
    """Return what makes rules different, in two lines: the size of the game, then its turns."""
    boxes = rules.rounds // rules.hatches
    size = [
        value_words(rules, ROLLS),
        n_("{n} casilla", "{n} casillas", boxes).format(n=boxes),
        _turning_mark(rules),
    ]
    marks = _marks(rules)
    told = ", ".join(marks[:TAGS_SHOWN]) or _("nada que cantar ni declarar")
    return " · ".join(size), _capital(told)


def _capital(text: str) -> str:
    """Return a text whose first letter is a capital, whatever sign stands before it."""
    at = next((i for i, char in enumerate(text) if char.isalpha()), 0)
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def _turning_mark(rules: Ruleset) -> str:
    """Return in a few words whether dice are turned."""
    owed = [str(roll) for roll, (least, _most) in enumerate(rules.turning, 1) if least > 0]
    if owed:
        return _("se voltea en el tiro {rolls}").format(rolls=listed(owed))
    if any(most for _least, most in rules.turning):
        return _("se puede voltear")
    return _("nada se voltea")


def _early_mark(rules: Ruleset) -> str:
    """Return how many kinds of sheet win before the end, beside the dormida."""
    ways = len(rules.early_wins)
    return n_(
        "hay {n} manera más de ganar",
        "hay {n} maneras más de ganar",
        ways,
    ).format(n=ways)


def _marks(rules: Ruleset) -> list[str]:
    """Return the peculiar points of rules, those first that change most of the play."""
    marks = (
        (rules.must_stop, _("un juego de mano se anota sí o sí")),
        (rules.goal != "free", _("antes de guardar dados dices para qué casilla")),
        (rules.bajo == "call", _("¡bajo! voltea los {n} dados").format(n=DICE)),
        (rules.bajo == "look", _("puedes voltear los {n} dados").format(n=DICE)),
        (bool(rules.early_wins), _early_mark(rules)),
        (rules.crossing == "forced", _("se tacha solo si nada vale")),
        (rules.crossing == "lenient", _("se tacha solo después del último tiro")),
        (rules.dormida != "wins", _("la dormida vale {n}").format(n=DORMIDA_POINTS)),
        (rules.escalera != CASUAL.escalera, _tag(rules, "escalera")),
        (not rules.five_is_poker, _("cinco no son póker")),
    )
    return [words for so, words in marks if so]


# ------------------------------------------------------------------------- values and fields


def field_name(name: str) -> str:
    """Return what a field is called on the page of house rules and in refusals."""
    names = {
        ROLLS: _("Tiros por turno"),
        "turning": _("Volteo"),
        "rethrow_mano": _("De mano otra vez"),
        "bajo": _("Bajo"),
        "must_stop": _("Plantarse"),
        "goal": _("Declarar la casilla"),
        "escalera": _("Escalera"),
        "wrap": _("El as al final"),
        "grandes": _("Grandes"),
        "five_is_poker": _("Cinco como póker"),
        "crossing": _("Tachar"),
        "dormida": _("La dormida"),
        "early_wins": _("Ganar antes"),
        "natural_five": _("Cinco al caer"),
        "hatches": _("Rejas"),
        "team_size": _("Equipos"),
    }
    return names[name]


def limits_words(limits: tuple[int, int]) -> str:
    """Return how many dice are turned: "ninguno", "hasta 2", "1 o 2", "1 a 3", "2"."""
    least, most = limits
    if most == 0:
        return _("ninguno")
    if least == most:
        return str(most)
    if least == 0:
        return _("hasta {n}").format(n=most)
    if most == least + 1:
        return _("{least} o {most}").format(least=least, most=most)
    return _("{least} a {most}").format(least=least, most=most)


def value_words(rules: Ruleset, name: str) -> str:
    """Return the value of a field in as few words as a control or a comparison has room for."""
    match name:
        case "rolls":
            return n_("{n} tiro", "{n} tiros", rules.rolls).format(n=rules.rolls)
        case "turning" if not any(map(any, rules.turning)):
            return _("nada se voltea")
        case "turning":
            told = [
                _("tiro {n}: {limits}").format(n=roll, limits=limits_words(limits))
                for roll, limits in enumerate(rules.turning, 1)
            ]
            return "; ".join(told)
        case "team_size":
            return team_word(rules.team_size)
        case "escalera" | "grandes" | "hatches":
            return str(getattr(rules, name))
        case _:
            value = getattr(rules, name)
            return (
                (_("Sí") if value else _("No")) if isinstance(value, bool) else _word(rules, name)
            )


def _word(rules: Ruleset, name: str) -> str:
    words: dict[str, dict[object, str]] = {
        "bajo": {"no": _("No"), "call": _("Se canta"), "look": _("Tras mirar")},
        "goal": {"free": _("No"), "fixed": _("Fija"), "rethrow": _("Renovable")},
        "crossing": {
            "free": _("Libre"),
            "lenient": _("Al final"),
            "forced": _("Si nada vale"),
        },
        "dormida": {"wins": _("Gana"), DORMIDA_POINTS: _("Vale {n}").format(n=DORMIDA_POINTS)},
    }
    if name == "early_wins":
        wins = {0: _("No"), 2: _("Las dos")}
        single = _("Panza") if "panza" in rules.early_wins else _("Cuatros")
        return wins.get(len(rules.early_wins), single)
    return words[name][getattr(rules, name)]


def sentence(rules: Ruleset, name: str) -> str:
    """Return what the value of a field means at the table."""
    match name:
        case "rolls":
            return n_(
                "En cada turno se tira {n} vez.",
                "En cada turno se tira hasta {n} veces.",
                rules.rolls,
            ).format(n=rules.rolls)
        case "rethrow_mano":
            return (
                _("Si vuelves a tirar los {n} dados y no volteas ninguno, también es de mano.")
                if rules.rethrow_mano
                else _("Solo el primer tiro del turno es de mano.")
            ).format(n=DICE)
        case "bajo":
            said = {
                "no": _("Los dados quedan como caen: no hay bajo."),
                "call": _("Antes de levantar el cubilete puedes cantar ¡bajo! y voltear los {n}."),
                "look": _("Después de mirar los dados puedes voltear los {n}."),
            }
            return said[rules.bajo].format(n=DICE)
        case "must_stop":
            return (
                _("Un juego de mano o una Grande con casilla libre te planta: se anota.")
                if rules.must_stop
                else _("Sigues tirando aunque tengas el mejor juego.")
            )
        case "goal":
            said = {
                "free": _("No se declara nada: la casilla se elige al anotar."),
                "fixed": _("Para guardar dados declaras una casilla, y vale todo el turno."),
                "rethrow": _("Para guardar dados declaras una casilla; tirar los {n} la borra."),
            }
            return said[rules.goal].format(n=DICE)
        case _:
            return _box_sentence(rules, name)


def _box_sentence(rules: Ruleset, name: str) -> str:
    match name:
        case "escalera":
            return _("Una escalera vale {n} puntos.").format(n=rules.escalera)
        case "wrap":
            return (
                _("3-4-5-6-1 también es escalera.")
                if rules.wrap
                else _("3-4-5-6-1 no es escalera.")
            )
        case "grandes":
            return n_(
                "Hay {n} casilla de Grande.", "Hay {n} casillas de Grande.", rules.grandes
            ).format(n=rules.grandes)
        case "five_is_poker":
            return (
                _("Cinco iguales se pueden anotar como póker.")
                if rules.five_is_poker
                else _("Cinco iguales no son póker.")
            )
        case "crossing":
            said = {
                "free": _(
                    "Tras cualquier tiro se tacha una casilla donde los dados no valen nada."
                ),
                "lenient": _(
                    "Solo tras el último tiro, si de alguna forma de voltear no vale nada."
                ),
                "forced": _("Solo tras el último tiro, si nada vale en ninguna casilla libre."),
            }
            return said[rules.crossing]
        case _:
            return _win_sentence(rules, name)


def _win_sentence(rules: Ruleset, name: str) -> str:
    match name:
        case "dormida":
            return (
                _("Cinco iguales de mano ganan la partida en el acto.")
                if rules.dormida == "wins"
                else _("Cinco iguales de mano valen {n} puntos.").format(n=DORMIDA_POINTS)
            )
        case "early_wins":
            said = {
                frozenset[str](): _("Ninguna hoja gana antes del final."),
                frozenset({"panza"}): _("Escalera, Full y Póker de mano y una Grande ganan."),
                frozenset({"cuatros"}): _("Cuatro dados en cada número y una Grande ganan."),
            }
            both = _("Ganan en el acto la panza de oro y los cuatros.")
            return said.get(frozenset[str](rules.early_wins), both)
        case "natural_five":
            return (
                _("Cinco iguales tal como caen ganan, aunque haya que voltear.")
                if rules.natural_five
                else _("Si hay que voltear, cinco iguales tal como caen no ganan.")
            )
        case "hatches":
            return n_(
                "Cada hoja tiene {n} reja.", "Cada hoja tiene {n} rejas.", rules.hatches
            ).format(n=rules.hatches)
        case _:
            if rules.team_size == 1:
                return _("Cada jugador tiene su propia hoja.")
            return _("{n} jugadores comparten una hoja.").format(n=rules.team_size)


# ----------------------------------------------------------------------------- the five sources


def same_value(one: Ruleset, other: Ruleset, name: str) -> bool:
    """Whether two rulesets agree on a field, or on the number of rolls."""
    return bool(getattr(one, name) == getattr(other, name))


def sources(name: str) -> str:
    """Return which tradition says what of a field, and which says nothing: one short line."""
    if name == OURS:
        return _("No está en ninguna de las {n} fuentes: es de la casa.").format(n=len(PRESETS))
    silent = SILENT.get(name, ())
    groups = _by_value([key for key in PRESETS if key not in silent], name)
    told = [f"{_all_or_names(keys)}: {words.lower()}" for words, keys in groups]
    if silent:
        said = n_("{names}: no dice nada", "{names}: no dicen nada", len(silent))
        told.append(said.format(names=names_of(silent)))
    if name in VARIATIONS:
        varied = with_fields(PRESETS["peru"], {name: VARIATIONS[name]})
        told.append(
            _("variante de {name}: {value}").format(
                name=preset_name("peru"), value=value_words(varied, name).lower()
            )
        )
    return " · ".join(told)


def _all_or_names(keys: Sequence[str]) -> str:
    return _("Las {n}").format(n=len(keys)) if len(keys) == len(PRESETS) else names_of(keys)


def differences(rules: Ruleset, fields: Iterable[str]) -> list[str]:
    """Return how the traditions that play otherwise have these points, a phrase for each value."""
    told: list[str] = []
    for name in fields:
        others = [key for key, one in PRESETS.items() if not same_value(rules, one, name)]
        told.extend(
            f"{names_of(keys)}: {_tag_of(PRESETS[keys[0]], name)}"
            for _words, keys in _by_value(others, name)
        )
    return told


def _tag_of(rules: Ruleset, name: str) -> str:
    return value_words(rules, name) if name in (ROLLS, "turning") else _tag(rules, name)


def _by_value(keys: Iterable[str], name: str) -> list[tuple[str, list[str]]]:
    """Return traditions that agree on a field together, with the words for their value."""
    groups: dict[str, list[str]] = {}
    for key in keys:
        groups.setdefault(value_words(PRESETS[key], name), []).append(key)
    return list(groups.items())


# ----------------------------------------------------------------------------------- refusals


def changed(rules: Ruleset, name: str, text: str) -> tuple[Ruleset | None, str]:
    """Change one field, given as text; where the engine refuses, return why in the player's words.

    A combination that is refused is named by both its fields (R-19).
    """
    try:
        return with_fields(rules, {name: text}), ""
    except RulesetError:
        pass
    if name == "turning" and rules.bajo != "look":
        return None, _("{field}: lo menos no puede pasar de lo más.").format(field=field_name(name))
    told = _("«{bajo}: {look}» y «{turning}» no van juntos: todo se podría mezclar.")
    return None, told.format(
        bajo=field_name("bajo"), look=_("Tras mirar").lower(), turning=field_name("turning")
    )


def with_rolls(rules: Ruleset, rolls: int) -> Ruleset:
    """Return rules with so many rolls a turn; what was turned after the last stays the last's."""
    limits = rules.turning
    padded = ((0, 0),) * max(0, rolls - len(limits)) + limits
    return replace(rules, turning=padded[len(padded) - rolls :])


def turning_text(rules: Ruleset, roll: int, least: int, most: int) -> str:
    """Return the text of `turning` with the limits of one roll (1 ..) replaced."""
    pairs = list(rules.turning)
    pairs[roll - 1] = (least, most)
    return ",".join(f"{low}-{high}" for low, high in pairs)
