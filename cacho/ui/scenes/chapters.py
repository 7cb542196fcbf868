"""What the rules book says: every rule of RULES.md in a sentence or two, for any ruleset.

Every number comes from the ruleset or is counted by the engine; a rule that is not played is said
to be none. Owns the content; `book` lays it on pages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cacho.engine import (
    DICE,
    DORMIDA_POINTS,
    MAX_SEATS,
    NUMBER_BOXES,
    Box,
    Faces,
    Mark,
    Reading,
    Ruleset,
    Sheet,
    game_points,
    points,
    readings,
    turn_over,
)
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.ui import rulestext, sheets
from cacho.ui.wording import either, listed

ESCALERAS: Final = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (3, 4, 5, 6, 1))
EXAMPLE: Final = (3, 3, 6, 1, 2)
FULL: Final = (5, 5, 5, 2, 2)
POKER: Final = (6, 6, 6, 6, 3)
FIVE: Final = (6, 6, 6, 6, 6)


@dataclass(frozen=True)
class Entry:
    """One rule: its id, what it says, the fields it depends on, and dice that show it."""

    rule: str
    text: Callable[[Ruleset], str]
    fields: tuple[str, ...] = ()
    dice: Faces = ()


@dataclass(frozen=True)
class Chapter:
    """Rules that belong together."""

    title: Callable[[], str]
    entries: tuple[Entry, ...]


def worth_of(rules: Ruleset, box: Box, faces: Faces, de_mano: bool = False) -> int:
    """Return what dice are worth in a box as they lie, by the engine."""
    return points(rules, box, Reading(faces, frozenset(), de_mano))


def _faces(faces: Faces) -> str:
    return "-".join(map(str, faces))


# ------------------------------------------------------------------------------ table and turn


def _table(rules: Ruleset) -> str:
    told = [
        _("De {least} a {most} personas, {dice} dados y un cubilete.").format(
            least=1, most=MAX_SEATS, dice=DICE
        ),
        _("Gana quien suma más, si nadie tira antes una dormida.")
        if rules.dormida == "wins"
        else _("Gana quien suma más."),
    ]
    return " ".join(told)


def _who_begins(rules: Ruleset) -> str:
    del rules
    return _(
        "Por sorteo: cada quien tira un dado y empieza el más alto; si empatan, tiran otra vez. "
        "O empieza el primero de la lista. Después se sigue hacia la izquierda."
    )


def _rolling(rules: Ruleset) -> str:
    told = n_("Tienes {n} tiro.", "Tienes hasta {n} tiros.", rules.rolls).format(n=rules.rolls)
    return told + " " + _("En el primero van los {dice} dados.").format(dice=DICE)


def _holding(rules: Ruleset) -> str:
    if rules.rolls == 1:
        return _("No hay nada que guardar: se tira una sola vez.")
    told = _("Guarda los dados que quieras y tira los demás. Lo guardado se puede soltar después.")
    return told if rules.goal == "free" else told + " " + _("Para guardar, declara una casilla.")


def _noting(rules: Ruleset) -> str:
    del rules
    return _("Cuando quieras, o cuando ya no queden tiros, llena una casilla. Lo lleno queda así.")


# ------------------------------------------------------------------------------------ the sheet


def _sheet(rules: Ruleset) -> str:
    boxes = rules.rounds // rules.hatches
    told = n_(
        "Hay {boxes} casillas: {numbers} números, Escalera, Full, Póker y {n} Grande.",
        "Hay {boxes} casillas: {numbers} números, Escalera, Full, Póker y {n} Grandes.",
        rules.grandes,
    )
    said = told.format(boxes=boxes, numbers=len(NUMBER_BOXES), n=rules.grandes)
    if rules.hatches == 1:
        return said
    return said + " " + _("Así en cada una de las {n} rejas.").format(n=rules.hatches)


def _numbers(rules: Ruleset) -> str:
    told = _("Un número suma solo los dados de su cara: {dice} son {points} en {box}.")
    return told.format(
        dice=_faces(EXAMPLE),
        points=worth_of(rules, Box.TRENES, EXAMPLE),
        box=sheets.box_name(Box.TRENES),
    )


def _escalera(rules: Ruleset) -> str:
    made = [_faces(faces) for faces in ESCALERAS if worth_of(rules, Box.ESCALERA, faces)]
    told = _("Escalera: {list}, en cualquier orden. {worth}")
    return told.format(list=either(made), worth=_worth_words(rules, Box.ESCALERA, ESCALERAS[0]))


def _worth_words(rules: Ruleset, box: Box, faces: Faces) -> str:
    told = _("Vale {points}; de mano, {served}.")
    return told.format(points=worth_of(rules, box, faces), served=worth_of(rules, box, faces, True))


def _full(rules: Ruleset) -> str:
    told = _("Full: tres iguales y otros dos iguales; cinco iguales no son full. {worth}")
    return told.format(worth=_worth_words(rules, Box.FULL, FULL))


def _poker(rules: Ruleset) -> str:
    told = (
        _("Póker: cuatro iguales o más. {worth}")
        if worth_of(rules, Box.POKER, FIVE)
        else _("Póker: cuatro iguales, no cinco. {worth}")
    )
    return told.format(worth=_worth_words(rules, Box.POKER, POKER))


def _grande(rules: Ruleset) -> str:
    told = n_(
        "Grande: cinco iguales. Vale {points}, y hay {n} casilla.",
        "Grande: cinco iguales. Vale {points}, y hay {n} casillas.",
        rules.grandes,
    )
    return told.format(points=worth_of(rules, Box.GRANDE, FIVE), n=rules.grandes)


# ------------------------------------------------------------------------- de mano and dormida


def _de_mano(rules: Ruleset) -> str:
    bonus = worth_of(rules, Box.FULL, FULL, True) - worth_of(rules, Box.FULL, FULL)
    told = [
        _("Escalera, Full y Póker en el primer tiro del turno son de mano: valen {n} más.").format(
            n=bonus
        )
    ]
    if rules.rolls > 1:
        told.append(
            (
                _("También cuando vuelves a tirar los {n} y no volteas ninguno.")
                if rules.rethrow_mano
                else _("Volver a tirar los {n} no es de mano.")
            ).format(n=DICE)
        )
    if any(most for _least, most in rules.turning[1:]):
        told.append(_("Lo armado volteando en otro tiro es de huevo, sin premio."))
    return " ".join(told)


def _dormida(rules: Ruleset) -> str:
    told = [
        _("La dormida: cinco iguales de mano. Gana en el acto, sin importar nada más.")
        if rules.dormida == "wins"
        else _("La dormida: cinco iguales de mano. Vale {n} puntos.").format(n=DORMIDA_POINTS)
    ]
    if rules.turning[0][1] > 0:
        told.append(_("También si salen al voltear en el primer tiro."))
    return " ".join(told)


def _natural_five(rules: Ruleset) -> str:
    again = _("Si después vuelves a tirar los {n} y caen iguales, también.").format(n=DICE)
    more = f" {again}" if rules.rethrow_mano and rules.rolls > 1 else ""
    if dormida_as_fallen(rules, 1):
        told = (
            _("{dice} en el primer tiro es dormida, aunque haya que voltear.")
            if rules.turning[0][0]
            else _("{dice} en el primer tiro es dormida tal como cae.")
        )
        return told.format(dice=_faces(FIVE)) + more
    if any(one.dormida for one in readings(rules, FIVE, 1, DICE)):
        told = _("{dice} en el primer tiro es dormida si volteas los {n}.") + more
        return told.format(dice=_faces(FIVE), n=DICE)
    told = _("{dice} en el primer tiro no es dormida: hay que voltear {limits}.").format(
        dice=_faces(FIVE), limits=rulestext.limits_words(rules.turning[0])
    )
    best = {box: _best(rules, box, FIVE) for box in (Box.FULL, Box.POKER)}
    made = [f"{sheets.box_name(box)} {worth}" for box, worth in best.items() if worth]
    if made:
        told += " " + _("Se anota como {list}.").format(list=either(made))
    return told + more


def dormida_as_fallen(rules: Ruleset, roll: int) -> bool:
    """Whether five alike are a dormida as they fall, all rolled with that roll, by the engine."""
    return any(one.dormida and not one.turned for one in readings(rules, FIVE, roll, DICE))


def _best(rules: Ruleset, box: Box, dice: Faces) -> int:
    """Return the most that any legal reading of a first roll brings, by the engine."""
    return max(points(rules, box, reading) for reading in readings(rules, dice, 1, DICE))


def _five_alike(rules: Ruleset) -> str:
    if rules.rolls == 1:
        return _("Cinco iguales salen solo en el primer tiro: no hay otro.")
    number = f"{sheets.box_name(Box.SENAS)} {worth_of(rules, Box.SENAS, FIVE)}"
    made = [
        f"{sheets.box_name(box)} {worth_of(rules, box, FIVE)}"
        for box in (Box.GRANDE, Box.POKER)
        if worth_of(rules, box, FIVE)
    ]
    told = _("{dice} en un tiro posterior: {list}. En Full y Escalera, {none}.")
    return told.format(
        dice=_faces(FIVE), list=either([*made, number]), none=worth_of(rules, Box.FULL, FIVE)
    )


# ------------------------------------------------------------------------- turning, must, goal


def _turning(rules: Ruleset) -> str:
    if not any(map(any, rules.turning)):
        return _("Nada se voltea: los dados valen como caen.")
    face = EXAMPLE[0] - 1
    (under, *_others) = turn_over((face,) * DICE)
    told = [
        _("Voltear un dado es ponerlo al revés: el {face} se vuelve {under}, suman {n}.").format(
            face=face, under=under, n=face + under
        ),
        turning_when(rules),
        _("Si no eliges cuáles, elige el juego."),
    ]
    if rules.rethrow_mano and any(least for least, _most in rules.turning[1:]):
        told.append(_("Si repites los {n}, una figura vale también tal como cae.").format(n=DICE))
    return " ".join(told)


def turning_when(rules: Ruleset) -> str:
    """Say how many dice are turned when noting, after each roll."""
    told = [
        _("en el tiro {n}, {limits}").format(n=roll, limits=rulestext.limits_words(pair))
        for roll, pair in enumerate(rules.turning, 1)
    ]
    return _("Al anotar se voltea: {limits}.").format(limits="; ".join(told))


def _bajo(rules: Ruleset) -> str:
    said = {
        "no": _("No hay bajo: nadie voltea los {n} de una vez."),
        "call": _(
            "Antes de levantar el cubilete puedes cantar ¡bajo!: se voltean los {n} dados, "
            "también los guardados, y así quedan."
        ),
        "look": _(
            "Después de mirar puedes decir ¡bajo!: se voltean los {n} dados, "
            "también los guardados, y así quedan."
        ),
    }
    told = said[rules.bajo].format(n=DICE)
    if rules.bajo == "no" or rules.wrap:
        return told
    return told + " " + _("Las figuras siguen iguales; los números cambian.")


def _must_stop(rules: Ruleset) -> str:
    if not rules.must_stop:
        return _("Nadie te obliga a plantarte: puedes seguir tirando con cualquier juego.")
    return _(
        "Con un juego de mano o cinco iguales, si su casilla está libre, te plantas y lo anotas. "
        "Si cabe en varias, eliges. Pesa más que lo declarado."
    )


def _goal(rules: Ruleset) -> str:
    if rules.goal == "free":
        return _("No se declara nada: la casilla se elige al anotar.")
    told = _(
        "Para guardar dados y tirar otra vez declaras una casilla libre. Solo esa se anota; "
        "si fallas, queda en {none}."
    ).format(none=0)
    ends = (
        _("Tirar los {n} otra vez la borra.")
        if rules.goal == "rethrow"
        else _("Vale hasta el fin del turno, aunque tires los {n} otra vez.")
    )
    return told + " " + ends.format(n=DICE)


def _crossing_out(rules: Ruleset) -> str:
    del rules
    told = _(
        "Una casilla en la que los dados no valen nada se tacha: {none}. "
        "Donde valen algo, se anota, aunque duela."
    )
    return told.format(none=Mark(0).points)


def _when_to_cross(rules: Ruleset) -> str:
    said = {
        "free": _("Se puede tachar después de cualquier tiro."),
        "lenient": _(
            "Se tacha solo después del último tiro, y solo si de alguna manera permitida "
            "los dados no valen nada en ninguna casilla libre."
        ),
        "forced": _(
            "Se tacha solo después del último tiro, y solo si los dados no valen nada "
            "en ninguna casilla libre, se volteen como se volteen."
        ),
    }
    return said[rules.crossing]


def _taking_back(rules: Ruleset) -> str:
    del rules
    return _(
        "Lo anotado se puede deshacer hasta el próximo tiro; después, solo si toda la mesa quiere. "
        "Un tiro no se repite nunca."
    )


# ------------------------------------------------------------------------------------- the end


def _end(rules: Ruleset) -> str:
    told = _("Se juegan {rounds} rondas, hasta llenar todas las casillas.").format(
        rounds=rules.rounds
    )
    ranked = (
        _("Gana quien suma más y el último paga la ronda, si no empatan todos.")
        if rules.hatches == 1
        else _(
            "Gana quien junta más puntos de juego y el último paga la ronda, si no empatan todos."
        )
    )
    return f"{told} {ranked}"


def _hundred(rules: Ruleset) -> str:
    if rules.dormida == "wins":
        return _("La dormida no se anota: gana, y se acabó.")
    return _(
        "Los {n} de la dormida van a una Grande; si no queda, al número de su cara; "
        "y si no, a cualquier casilla libre."
    ).format(n=DORMIDA_POINTS)


def _panza(rules: Ruleset) -> str:
    if "panza" not in rules.early_wins:
        return _("No hay panza de oro.")
    return _(
        "Panza de oro: Escalera, Full y Póker anotados de mano y al menos una Grande "
        "ganan en el acto."
    )


def _cuatros(rules: Ruleset) -> str:
    if "cuatros" not in rules.early_wins:
        return _("No hay cuatros.")
    least = [str(cuatros(rules, box)) for box in NUMBER_BOXES]
    return _("Cuatros: al menos {list} en los números, y una Grande, ganan en el acto.").format(
        list=listed(least)
    )


def cuatros(rules: Ruleset, box: Box) -> int:
    """Return the points of four dice in a number box, by the engine."""
    face = box.face or 0
    return worth_of(rules, box, (face, face, face, face, face % 6 + 1))


def _teams(rules: Ruleset) -> str:
    if rules.team_size == 1:
        return _("Cada jugador tiene su propia hoja.")
    told = _(
        "{n} vecinos comparten una hoja. Tiran uno tras otro y el equipo anota uno de los "
        "resultados. La dormida de cualquiera gana por todos."
    )
    if rules.dormida != "wins":
        told = _(
            "{n} vecinos comparten una hoja. Tiran uno tras otro y el equipo anota uno de los "
            "resultados."
        )
    return told.format(n=rules.team_size)


def _hatches(rules: Ruleset) -> str:
    if rules.hatches == 1:
        return _("La hoja tiene una sola reja.")
    told = _(
        "La hoja tiene {n} rejas y eliges en cuál anotas. Al final se compara reja por reja: "
        "ganan {points} puntos de juego. En un empate deciden las sumas."
    )
    return told.format(n=rules.hatches, points=listed(_hatch_points(rules)))


def _hatch_points(rules: Ruleset) -> list[str]:
    """Return what each hatch is worth to who leads it alone, by the engine."""
    blank = Sheet.blank(rules)
    worths = []
    for hatch in range(rules.hatches):
        leader = blank.with_mark(Box.SENAS, Mark(worth_of(rules, Box.SENAS, FIVE)), hatch)
        others = [rival for rival in range(rules.hatches) if rival != hatch]
        rival = blank
        for other in others:
            rival = rival.with_mark(Box.SENAS, Mark(worth_of(rules, Box.SENAS, FIVE)), other)
        worths.append(str(game_points((leader, rival))[0]))
    return worths


def _tie(rules: Ruleset) -> str:
    del rules
    return _("Quienes empatan comparten el lugar. Si la mesa lo acordó, el primero se desempata.")


def _alone(rules: Ruleset) -> str:
    del rules
    return _("A solas se juega por el total, con las mismas reglas. Nadie paga.")


def _leaving(rules: Ruleset) -> str:
    del rules
    return _("Quien se va deja sus casillas tachadas; el orden de los demás no cambia.")


def _seats(rules: Ruleset) -> str:
    del rules
    return _("Un asiento se puede pasar a otra persona, o a la máquina, y de vuelta.")


def _changes(rules: Ruleset) -> str:
    told = _("Se juega {name}. Las reglas se cambian entre dos partidas, nunca durante una.")
    return told.format(name=rulestext.title(rules))


CHAPTERS: Final = (
    Chapter(
        lambda: _("La mesa y el turno"),
        (
            Entry("R-01", _table),
            Entry("R-02", _who_begins),
            Entry("R-03", _rolling, (rulestext.ROLLS,)),
            Entry("R-04", _holding),
            Entry("R-05", _noting),
            Entry("R-17", _taking_back),
            Entry("R-19", _changes),
        ),
    ),
    Chapter(
        lambda: _("La hoja"),
        (
            Entry("R-06", _sheet, ("grandes",)),
            Entry("R-07", _numbers, (), EXAMPLE),
            Entry("R-14", _crossing_out),
            Entry("R-25", _when_to_cross, ("crossing",)),
        ),
    ),
    Chapter(
        lambda: _("Las figuras"),
        (
            Entry("R-08", _escalera, ("escalera", "wrap"), ESCALERAS[1]),
            Entry("R-09", _full, (), FULL),
            Entry("R-10", _poker, ("five_is_poker",), POKER),
            Entry("R-11", _grande),
        ),
    ),
    Chapter(
        lambda: _("De mano y dormida"),
        (
            Entry("R-12", _de_mano, ("rethrow_mano",)),
            Entry("R-13", _dormida, ("dormida",)),
            Entry("R-15", _five_alike),
            Entry("R-24", _natural_five, ("natural_five",)),
            Entry("R-26", _hundred, ("dormida",)),
        ),
    ),
    Chapter(
        lambda: _("Voltear"),
        (
            Entry("R-20", _turning, ("turning",)),
            Entry("R-21", _bajo, ("bajo",)),
        ),
    ),
    Chapter(
        lambda: _("Plantarse y declarar"),
        (
            Entry("R-22", _must_stop, ("must_stop",)),
            Entry("R-23", _goal, ("goal",)),
        ),
    ),
    Chapter(
        lambda: _("Ganar"),
        (
            Entry("R-16", _end),
            Entry("R-18", _alone),
            Entry("R-27", _panza, ("early_wins",)),
            Entry("R-28", _cuatros, ("early_wins",)),
            Entry("R-31", _tie),
        ),
    ),
    Chapter(
        lambda: _("Equipos, rejas y lo demás"),
        (
            Entry("R-29", _teams, ("team_size",)),
            Entry("R-30", _hatches, ("hatches",)),
            Entry("R-32", _leaving),
            Entry("R-33", _seats),
        ),
    ),
)
"""The book, in the order in which it is read."""
