"""The pages on how to play: words on the left, and beside them the game's own things.

Every number comes from the ruleset and every worth from the engine: change a rule, and the pages
say so. Owns the content; `howto` turns the pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cacho.engine import (
    DICE,
    NUMBER_BOXES,
    Box,
    Mark,
    Match,
    Note,
    Roll,
    Ruleset,
    ScriptedDice,
    Seat,
    Setup,
    Sheet,
    State,
    points_of,
    turn_over,
    why_not,
)
from cacho.services import i18n
from cacho.services.i18n import gettext as _
from cacho.services.people import SEATS
from cacho.ui import look, sheets, tabletop
from cacho.ui.painter import (
    Glow,
    Ink,
    Item,
    Leather,
    Paper,
    Picture,
    Rect,
    Text,
)
from cacho.ui.pose import CUP, CupPose
from cacho.ui.scenes.chapters import cuatros, dormida_as_fallen, turning_when, worth_of
from cacho.ui.scenes.menu import Lying, still_life
from cacho.ui.widgets.prose import fitting_size, paragraph
from cacho.ui.wording import listed

AREA: Final[Rect] = (900, 150, 960, 776)
"""Where the pictures are, on the wood."""
INSET: Final = 62.0
SIZES: Final = (46, 44, 42, 40, 38, 36, 34, 32, 30)
CHALK: Final = (255, 244, 218)
Faces = tuple[int, ...]

NUMBERS: Final = (
    (Box.TRENES, (3, 5, 3, 1, 3)),
    (Box.SENAS, (6, 2, 6, 4, 1)),
    (Box.BALAS, (1, 5, 4, 2, 6)),
)
FIGURES: Final = (
    (Box.ESCALERA, (2, 3, 4, 5, 6)),
    (Box.FULL, (5, 5, 5, 2, 2)),
    (Box.POKER, (6, 6, 6, 6, 3)),
    (Box.GRANDE, (4, 4, 4, 4, 4)),
)
TURN: Final = (5, 5, 5, 2, 1)
NOTED: Final = (3, 3, 3, 6, 6)
DORMIDA: Final = (4, 4, 4, 4, 4)
TURNED: Final = 6
SLAMMED: Final = 2
"""The frame of a slammed cup that stands mouth down."""


@dataclass(frozen=True)
class Lesson:
    """One page: its title, its paragraphs and its picture, all in the language of the moment."""

    title: Callable[[], str]
    lines: Callable[[Ruleset], Sequence[str]]
    picture: Callable[[list[Item], Ruleset], None]
    played: Callable[[Ruleset], bool] = lambda rules: True
    """Whether the page says anything under these rules."""


# ----------------------------------------------------------------- dice on the wood


YAWS: Final = (0.14, -0.2, 0.07, -0.11, 0.22)


def _lying(faces: Faces, spots: Sequence[tuple[float, float]]) -> list[Lying]:
    """Return dice at these places, each turned a little in its own way."""
    return [
        Lying(face, x, y, YAWS[i % 5])
        for i, (face, (x, y)) in enumerate(zip(faces, spots, strict=True))
    ]


def _row(items: list[Item], faces: Faces, x: float, y: float, step: float, edge: float) -> None:
    """Add dice in a row, the first one at (x, y)."""
    still_life(items, _lying(faces, [(x + i * step, y) for i in range(len(faces))]), edge=edge)


def _chalk(
    items: list[Item], text: str, x: float, y: float, size: float = 46.0, width: float = 400.0
) -> None:
    items.append(Text(text, x, y, size, "hand", CHALK, "centre", width, shadow=True))


# ------------------------------------------------------------------ sheets as examples


def _blank(rules: Ruleset) -> State:
    """Return a state with one blank sheet of one hatch."""
    rules = replace(rules, hatches=1, team_size=1)
    return Match(Setup(rules, (Seat("Ana"),), 0), ScriptedDice(())).state


def _example(rules: Ruleset, dice: Faces = ()) -> State:
    """Return a state in the middle of a match, with these dice just rolled; one hatch will do."""
    rules = replace(rules, hatches=1, team_size=1)
    match = Match(Setup(rules, (Seat("Ana"),), 0), ScriptedDice(dice))
    if dice:
        match.submit(Roll())
    filled = (
        (Box.BALAS, (1, 1, 1, 4, 2)),
        (Box.CUADRAS, (4, 4, 4, 1, 2)),
        (Box.ESCALERA, (2, 3, 4, 5, 6)),
        (Box.POKER, (2, 2, 2, 2, 5)),
    )
    sheet = Sheet.blank(rules)
    for box, faces in filled:
        sheet = sheet.with_mark(box, Mark(worth_of(rules, box, faces, de_mano=False)))
    return replace(match.state, sheets=(sheet.with_mark(Box.QUINAS, Mark(0)),))


def shown_worth(state: State) -> dict[Box, int]:
    """Return what the sheet shows in grey, as at the table: nothing where no note may be made."""
    worth = points_of(state).items()
    return {box: points for box, points in worth if why_not(state, Note(box)) is None}


def _big_sheet(items: list[Item], state: State, x: float, y: float) -> None:
    """Add the large sheet of the game with its corner on (x, y)."""
    drawn: list[Item] = []
    sheets.paint_big(drawn, state, 0, shown_worth(state))
    dx, dy = x - sheets.BIG[0], y - sheets.BIG[1]
    for item in drawn:
        if isinstance(item, Paper | Text | Ink | Picture):
            items.append(item._replace(x=item.x + dx, y=item.y + dy))


# ------------------------------------------------------------------------ the pages


def _idea(rules: Ruleset) -> Sequence[str]:
    things = (
        _("{dice} dados, un cubilete de cuero y una hoja para cada uno.")
        if rules.team_size == 1
        else _("{dice} dados, un cubilete de cuero y una hoja para cada equipo.")
    )
    aim = (
        _(
            "En cada turno llenas una casilla de tu hoja. Son {boxes}: cuando todos las tienen "
            "llenas, gana quien suma más."
        )
        if rules.hatches == 1
        else _(
            "En cada turno llenas una casilla de tu hoja. Son {boxes}, en {n} rejas: al final "
            "gana quien junta más puntos de juego."
        )
    )
    return (
        things.format(dice=DICE),
        _("Juegan de 1 a {seats} personas, por turnos, en la misma mesa.").format(seats=SEATS),
        aim.format(boxes=rules.rounds, n=rules.hatches),
        _("Y quien queda último paga la ronda."),
    )


def _idea_picture(items: list[Item], rules: Ruleset) -> None:
    small = (1470.0, 190.0, 330.0, 262.0)
    x, y, w, h = small
    items.append(Paper("row_3", *small, angle=-4))
    items.append(Ink("grid", x + 30, y + 44, w - 60, h - 80, "pencil", 5))
    full = worth_of(rules, *FIGURES[1], de_mano=True)
    trenes = worth_of(rules, *NUMBERS[0], de_mano=True)
    marks = ((0, 0, "X"), (1, 1, str(full)), (0, 2, str(trenes)))
    for i, (column, row, glyph) in enumerate(marks):
        place = (x + 42 + 90 * column, y + 54 + 60 * row, 70.0, 48.0)
        items.append(Ink(glyph, *place, "purple", 20 + i))
    spots = ((1490.0, 560.0), (1640, 660), (1400, 700), (1210, 760), (1560, 810))
    still_life(items, _lying((3, 1, 6, 2, 5), spots), ("lying", 1180, 420))


def _turn(rules: Ruleset) -> Sequence[str]:
    lines = [
        _("Puedes tirar hasta {rolls} veces. En el primer tiro van los {dice} dados.").format(
            rolls=rules.rolls, dice=DICE
        ),
        _("Guarda los que te sirven: tócalos. Quedan dentro de un aro de tiza y no se mueven."),
        _("Tira los demás otra vez, o anota cuando quieras.")
        if rules.goal == "free"
        else _("Para tirar los demás declara una casilla: solo esa se anota."),
    ]
    if rules.rolls == 1:
        lines = [_("Tiras una sola vez, con los {dice} dados, y anotas.").format(dice=DICE)]
    elif rules.must_stop:
        lines.append(_("Con un juego de mano te plantas y lo anotas."))
    else:
        lines.append(_("Un dado guardado se puede soltar: tócalo de nuevo."))
    return lines


def _turn_picture(items: list[Item], rules: Ruleset) -> None:
    del rules
    held = [(1110.0 + 260 * i, 400.0) for i in range(3)]
    for i, (x, y) in enumerate(held):
        items.append(Picture(f"ring_{i}", x, y + 6, angle=40.0 * i))
    still_life(items, _lying(TURN, [*held, (1270, 690), (1470, 720)]))
    _chalk(items, _("guardados"), 1370, 244)
    _chalk(items, _("se tiran otra vez"), 1370, 850)


def _cup(rules: Ruleset) -> Sequence[str]:
    del rules
    return (
        _("Mantén apretado el cubilete y se agita. Al soltarlo, los dados ruedan sobre la mesa."),
        _(
            "¿Y el golpe? Mientras lo agitas, bájalo de un tirón: queda boca abajo "
            "y los dados, tapados."
        ),
        _("Súbelo despacio para espiar, o suéltalo y se ve todo."),
        _("Con teclas: Espacio agita, ↓ da el golpe y ↑ lo levanta."),
    )


def _cup_picture(items: list[Item], rules: Ruleset) -> None:
    """Add both ways of throwing: poured out, and slammed with the dice under it."""
    del rules
    spots = ((1330.0, 610.0), (1200, 700), (1390, 760))
    still_life(items, _lying((5, 2, 6), spots), ("lying", 1160, 360))
    _chalk(items, _("soltar"), 1230, 870, 56)
    standing = CupPose("slam", SLAMMED, 1660 - CUP[0], 560 - CUP[1])
    tabletop.paint_cup_shadow(items, standing)
    tabletop.paint_cup(items, standing)
    items.append(Ink("down", 1612, 190, 96, 150, "chalk", 3))
    _chalk(items, _("golpe"), 1660, 870, 56)


# -------------------------------------------------------------------------- turning over


def _turning(rules: Ruleset) -> Sequence[str]:
    (under, *_rest) = turn_over((TURNED,) * DICE)
    lines = [
        _(
            "Voltear un dado es ponerlo al revés. "
            "Arriba y abajo suman {n}: un {face} se vuelve {under}."
        ).format(n=TURNED + under, face=TURNED, under=under),
        turning_when(rules),
        _("Toca los dados que quieras voltear, o toca una casilla: ahí se ve qué dados voltea."),
    ]
    if any(rules.turning[0]) and rules.rolls > 1:
        lines.append(_("Mientras puedas guardar, primero toca Voltear (V)."))
    if rules.rethrow_mano and any(least for least, _most in rules.turning[1:]):
        lines.append(
            _("Si vuelves a tirar los {n}, una figura se anota también sin voltear.").format(n=DICE)
        )
    return lines


def _turning_picture(items: list[Item], rules: Ruleset) -> None:
    """Add dice with their undersides, as one turns them, and what the box shows."""
    del rules
    for i, face in enumerate((6, 5, 4)):
        (under, *_rest) = turn_over((face,) * DICE)
        y = 250.0 + 200 * i
        still_life(items, _lying((face,), ((1180, y),)))
        still_life(items, _lying((under,), ((1560, y),)))
        items.append(Ink("over", 1300, y - 52, 140, 78, "chalk", i, tag="turning"))
    slip = (1130.0, 804.0, 480.0, 104.0)
    items.append(Paper("row_1", *slip, angle=-0.5))
    place = (slip[0] + 34, slip[1] + 50, 38, "print", look.INK, "left", 330)
    items.append(Text(_("así lo avisa la casilla"), *place))
    tabletop.paint_turns(items, (*slip[:3], slip[3] - 22), [TURNED])


def _sheet(rules: Ruleset) -> Sequence[str]:
    slots = rules.capacity(Box.GRANDE)
    grandes = (
        _("Debajo están las dos Grandes; cada una se llena por su cuenta.")
        if slots > 1
        else _("Debajo está la Grande.")
    )
    return (
        _(
            "En los lados, los números: Balas son los unos, Tontos los doses, Trenes los treses,"
            " Cuadras los cuatros, Quinas los cincos y Senas los seises."
        ),
        _("En cada número sumas solo los dados de su cara."),
        _("En el medio están las figuras: Escalera, Full y Póker."),
        grandes,
        _("El orden lo eliges tú, pero cada casilla se llena una sola vez."),
    )


def _sheet_picture(items: list[Item], rules: Ruleset) -> None:
    for i, (box, faces) in enumerate(NUMBERS):
        y = 262.0 + 226 * i
        _row(items, faces, 938, y, 84, 66)
        worth = worth_of(rules, box, faces, de_mano=False)
        _chalk(items, f"{sheets.box_name(box)}: {worth}", 1106, y + 96)
    _big_sheet(items, _example(rules), 1336, 196)


def _figures(rules: Ruleset) -> Sequence[str]:
    straights = [(1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (3, 4, 5, 6, 1)]
    made = [
        "-".join(map(str, faces))
        for faces in straights
        if worth_of(rules, Box.ESCALERA, faces, de_mano=False)
    ]
    escalera = _("Escalera: {list} o {last}, en cualquier orden.").format(
        list=", ".join(made[:-1]), last=made[-1]
    )
    five = worth_of(rules, Box.POKER, DORMIDA, de_mano=False) > 0
    poker = _("Póker: cuatro iguales o más.") if five else _("Póker: cuatro iguales, no cinco.")
    bonus = worth_of(rules, Box.FULL, FIGURES[1][1], True) - worth_of(
        rules, Box.FULL, FIGURES[1][1], False
    )
    return (
        escalera,
        _("Full: tres iguales y otros dos iguales. Cinco iguales no son full."),
        poker,
        _("Grande: cinco iguales."),
        _served_when(rules).format(bonus=bonus, n=DICE),
    )


def _served_when(rules: Ruleset) -> str:
    """Say what makes a figure de mano, with places for its bonus and the number of dice (R-12)."""
    if not rules.rethrow_mano or rules.rolls == 1:
        return _("De mano, es decir en el primer tiro del turno, valen {bonus} más.")
    if any(map(any, rules.turning)):
        return _(
            "De mano valen {bonus} más: en el primer tiro del turno, "
            "o al tirar otra vez los {n} y no voltear ninguno."
        )
    return _("De mano valen {bonus} más: en el primer tiro del turno, o al tirar otra vez los {n}.")


def _figures_picture(items: list[Item], rules: Ruleset) -> None:
    x, y, w, h = AREA
    items.append(Paper("big_2", x, y, w, h, angle=-0.4))
    columns = (x + w - 246, x + w - 100)
    for middle, word in zip(columns, (_("De mano"), _("Después")), strict=True):
        items.append(Text(word, middle, y + 64, 36, "print", look.FAINT, "centre", 146))
    for i, (box, faces) in enumerate(FIGURES):
        line = y + 178 + 162 * i
        items.append(Text(sheets.box_name(box), x + 48, line, 52, "hand", look.INK, "left", 166))
        _row(items, faces, x + 252, line, 78, 60)
        for middle, de_mano in zip(columns, (True, False), strict=True):
            if box is Box.GRANDE and de_mano and rules.dormida == "wins":
                place = (_("¡gana!"), middle, line, 50, "hand", look.ALARM, "centre", 146)
                items.append(Text(*place))
                continue
            worth = worth_of(rules, box, faces, de_mano)
            items.append(Ink(str(worth), middle - 48, line - 38, 96, 76, "blue", i, tag="worth"))


def _noting(rules: Ruleset) -> Sequence[str]:
    crossing = {
        "free": _(
            "Donde no valen nada hay una cruz gris: si la tocas, la casilla se tacha "
            "y queda en cero."
        ),
        "lenient": _(
            "Tachar, o sea dejar en cero, solo después del tiro {n}, si los dados "
            "pueden leerse sin valer nada en ninguna casilla libre."
        ),
        "forced": _(
            "Tachar, o sea dejar en cero, solo después del tiro {n}, si los dados "
            "no valen nada en ninguna casilla libre."
        ),
    }
    return (
        _(
            "En tu hoja ves en gris lo que valen los dados en cada casilla libre. "
            "Tócala y se anota."
        ),
        crossing[rules.crossing].format(n=rules.rolls),
        _("Siempre hay que llenar una, aunque duela."),
        _("¿Te equivocaste? Deshaz la anotación antes del próximo tiro."),
    )


def _noting_picture(items: list[Item], rules: Ruleset) -> None:
    state = _example(rules, NOTED)
    _big_sheet(items, state, 1336, 196)
    spots = ((950.0, 330.0), (1090, 420), (1230, 320), (1000, 560), (1180, 580))
    still_life(items, _lying(NOTED, spots))
    told = _("{box} de mano: {points}").format(
        box=sheets.box_name(Box.FULL), points=points_of(state)[Box.FULL]
    )
    _chalk(items, told, 1100, 730, 50)


def _dormida(rules: Ruleset) -> Sequence[str]:
    won = (
        _("Gana la partida en ese instante, sin importar los puntos ni las casillas libres.")
        if rules.dormida == "wins"
        else _("Vale {points} puntos.").format(points=rules.dormida)
    )
    lines = [
        _("Los {dice} dados iguales en el primer tiro de un turno.").format(dice=DICE),
        won,
        _("No hace falta anotar nada: se acabó, y paga el último.")
        if rules.dormida == "wins"
        else _("Se anota en una Grande, si queda una libre."),
    ]
    first, *later = (dormida_as_fallen(rules, roll) for roll in range(1, rules.rolls + 1))
    if any(later):
        told = (
            _("También si más tarde tiras otra vez los {dice} y caen iguales, sin voltear.")
            if any(map(any, rules.turning))
            else _("También si más tarde tiras otra vez los {dice} y caen iguales.")
        )
        lines.insert(1, told.format(dice=DICE))
    if not first:
        told = _("Hay que voltear al menos {n}: cinco iguales tal como caen no bastan.")
        lines.append(told.format(n=rules.turning[0][0]))
    if rules.turning[0] == (0, 0):  # nothing turned: any five alike of all the ways to fall
        told = _("Sale más o menos una vez cada {n} tiros de los {dice} dados.")
        lines.append(told.format(n=i18n.number(6 ** (DICE - 1)), dice=DICE))
    return lines


def _dormida_picture(items: list[Item], rules: Ruleset) -> None:
    spots = ((1460.0, 470.0), (1640, 520), (1370, 640), (1560, 690), (1740, 700))
    for x, y in spots:
        items.append(Glow(x - 40, y - 34, 80, 80, alpha=215))
    still_life(items, _lying(DORMIDA, spots), ("lying", 1150, 440))
    if rules.dormida == "wins":
        _chalk(items, _("¡Gana en el acto!"), 1380, 852, 90, 860)


def _early(rules: Ruleset) -> Sequence[str]:
    lines = [_("Además de la dormida, gana en el acto quien logra en su hoja:")]
    if "panza" in rules.early_wins:
        lines.append(
            _("La panza de oro: Escalera, Full y Póker, los tres de mano, y al menos una Grande.")
        )
    if "cuatros" in rules.early_wins:
        least = listed([str(cuatros(rules, box)) for box in NUMBER_BOXES])
        told = _("Los cuatros: {n} dados o más en cada número, es decir {list}, y una Grande.")
        lines.append(told.format(n=4, list=least))
    return [*lines, _("No importa qué más falte, ni lo que tengan los otros.")]


def _early_picture(items: list[Item], rules: Ruleset) -> None:
    """Add a sheet that wins so: the belly of gold where it is played, else the fours."""
    state = _blank(rules)
    (sheet,) = state.sheets
    panza = "panza" in rules.early_wins
    for box, faces in FIGURES if panza else ():
        worth = worth_of(rules, box, faces, de_mano=box is not Box.GRANDE)
        sheet = sheet.with_mark(box, Mark(worth, de_mano=box is not Box.GRANDE))
    for box in () if panza else NUMBER_BOXES:
        sheet = sheet.with_mark(box, Mark(cuatros(rules, box)))
    if not panza:
        sheet = sheet.with_mark(Box.GRANDE, Mark(worth_of(rules, *FIGURES[-1], de_mano=False)))
    x, y, w, h = sheets.GRID
    dx, dy = 1140 - sheets.BIG[0], 196 - sheets.BIG[1]
    _big_sheet(items, replace(state, sheets=(sheet,)), 1140, 196)
    if panza:
        items.append(Glow(x + dx + w / 3, y + dy, w / 3, h, alpha=80))
    _chalk(items, _("panza de oro") if panza else _("cuatros"), 1405, 900, 64)


def _controls(rules: Ruleset) -> Sequence[str]:
    del rules
    return (
        _("Con el dedo o el ratón: toca un dado para guardarlo y una casilla para anotar."),
        _("Con el teclado se juega igual: las teclas están aquí al lado."),
        _("Si algo no se puede, el juego dice por qué y en qué regla está."),
        _("Puedes cerrar el juego cuando quieras: la partida te espera donde quedó."),
    )


def keys_of(rules: Ruleset) -> list[tuple[str, str]]:
    """Return every key of the table under these rules, and what it does."""
    turning = any(most for _least, most in rules.turning)
    letters = (
        ("V", _("voltear dados, en vez de guardar"), any(rules.turning[0]) and rules.rolls > 1),
        ("B", _("¡bajo!"), rules.bajo != "no"),
        ("D", _("declarar una casilla"), rules.goal != "free"),
        ("L", _("dejar los dados, y tira tu compañero"), rules.team_size > 1),
        ("P", _("los resultados de tus compañeros"), rules.team_size > 1),
    )
    return [
        (_("Espacio"), _("tirar; mantener para agitar")),
        ("↓  ↑", _("con el cubilete en la mano: golpe, levantar")),
        (
            f"1 – {DICE}",
            _("guardar, soltar o voltear un dado") if turning else _("guardar o soltar un dado"),
        ),
        *((key, told) for key, told, used in letters if used),
        ("H  O", _("consejo y chances, donde la mesa los permite")),
        (_("Flechas"), _("moverse; también con Tab")),
        (_("Intro"), _("elegir lo señalado")),
        (_("Retroceso"), _("deshacer la última anotación")),
        ("Esc", _("pausa; un paso atrás")),
        ("F1", _("estas páginas, en cualquier momento")),
        ("F11", _("pantalla completa o ventana")),
    ]


def _controls_picture(items: list[Item], rules: Ruleset) -> None:
    x, y, w, h = AREA
    items.append(Paper("big_0", x, y, w, h, angle=0.3))
    keys = keys_of(rules)
    step = (h - 60) / len(keys)
    for i, (key, told) in enumerate(keys):
        line = y + 30 + (i + 0.5) * step
        tall = min(68.0, step - 6)
        items.append(Leather("dark", "normal", x + 48, line - tall / 2, 216.0, tall))
        items.append(
            Text(key, x + 156, line - 2, 36, "hand", look.CREAM, "centre", 176, shadow=True)
        )
        items.append(Text(told, x + 292, line, 36, "print", look.INK, "left", w - 340))


LESSONS: Final = (
    Lesson(lambda: _("De qué se trata"), _idea, _idea_picture),
    Lesson(lambda: _("Tu turno"), _turn, _turn_picture),
    Lesson(lambda: _("El cubilete"), _cup, _cup_picture),
    Lesson(
        lambda: _("Voltear dados"),
        _turning,
        _turning_picture,
        lambda rules: any(most for _least, most in rules.turning),
    ),
    Lesson(lambda: _("La hoja"), _sheet, _sheet_picture),
    Lesson(lambda: _("Las figuras"), _figures, _figures_picture),
    Lesson(lambda: _("Anotar y tachar"), _noting, _noting_picture),
    Lesson(lambda: _("La dormida"), _dormida, _dormida_picture),
    Lesson(lambda: _("Ganar antes"), _early, _early_picture, lambda rules: bool(rules.early_wins)),
    Lesson(lambda: _("Dedos, ratón y teclas"), _controls, _controls_picture),
)


def lessons_of(rules: Ruleset) -> list[Lesson]:
    """Return the pages that say something under these rules."""
    return [lesson for lesson in LESSONS if lesson.played(rules)]


def paint_words(items: list[Item], lesson: Lesson, rules: Ruleset, sheet: Rect) -> None:
    """Add a page's title and paragraphs on its sheet of paper."""
    x, y, w, h = sheet
    items.append(Paper("big_1", *sheet, angle=0.3, tag="page"))
    room, gap = w - 2 * INSET, 24.0
    title = (lesson.title(), x + INSET, y + 96, 72, "hand", look.INK)
    items.append(Text(*title, "left", room))
    size = min(
        fitting_size(one.lines(rules), room, h - 172 - 36, SIZES, gap) for one in lessons_of(rules)
    )  # the same on every page
    line = y + 172
    for text in lesson.lines(rules):
        line = paragraph(items, text, x + INSET, line, room, size, tag="words") + gap
