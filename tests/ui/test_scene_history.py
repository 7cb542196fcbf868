"""What was played: the history and its pages, by mouse, touch and keys; nothing counts twice."""

import re
from pathlib import Path

import pygame as pg
import pytest
from helpers import (
    WAYS,
    click,
    ids,
    items,
    key,
    make_app,
    post,
    says,
    scenes,
    settle,
    tags,
    texts,
    type_text,
    wait,
)

from cacho.engine import (
    CASUAL,
    Hand,
    Level,
    Note,
    Roll,
    Seat,
    Setup,
    commitment,
    parse_record,
    points_of,
)
from cacho.services.evening import Evening
from cacho.services.fairness import judge
from cacho.services.i18n import set_language
from cacho.services.session import Session
from cacho.ui import look, seal
from cacho.ui.offscreen import OffscreenWindow
from cacho.ui.painter import Text
from cacho.ui.scenes.dicepage import DicePage, sentence
from cacho.ui.scenes.evening import EveningPage
from cacho.ui.scenes.game import GamePage
from cacho.ui.scenes.history import History
from cacho.ui.scenes.person import People, PersonPage
from cacho.ui.scenes.title import Title
from tools import stages


def played(matches: int = 5, scene=None, **settings):
    """A program with some matches in its history, showing a page."""
    app = make_app(**settings)
    stages.evening_of(app, matches=matches)
    app.go(Title(app))
    if scene is not None:
        app.push(scene(app))
    wait(app, 0.3)
    return app


def play(app, *seats: Seat) -> None:
    """Play a match to its end: everybody rolls once and notes in the first box that is open."""
    play_on(app.store.start(Setup(CASUAL, seats, 0), stages.SEED))


def play_on(session: Session) -> None:
    while not session.over:
        rolled = session.state.rolls
        session.submit(Note(session.state.sheet.open_places[0][0]) if rolled else Roll())
    session.finish()


def newest(app) -> GamePage:
    return GamePage(app, app.store.history.games()[0])


# ----------------------------------------------------------------------------- the list


@pytest.mark.parametrize("way", WAYS)
def test_the_way_from_the_title_to_a_match_and_back(way: str) -> None:
    app = played()
    press = WAYS[way]
    press(app, "history")
    press(app, "game.2")
    assert scenes(app) == ["title", "history", "game"]
    press(app, "watch")
    assert app.top.name == "replay"
    press(app, "back")
    press(app, "back")
    press(app, "back")
    assert scenes(app) == ["title"]


def test_a_line_tells_who_won_by_which_rules_and_when() -> None:
    app = played(scene=History)
    games = app.store.history.games()
    for number, game in enumerate(games, 1):
        (won,) = tags(app, f"game.{number}.0")
        assert all(seat.name in won.text for seat in game.winners)
        assert str(game.winners[0].total) in won.text
    assert says(app, "30 nov 2026")
    assert says(app, "Casual + 3 rejas")


def test_many_matches_are_paged() -> None:
    app = played(8, History)
    assert [id_ for id_ in ids(app) if id_.startswith("game.")] == [
        f"game.{n}" for n in range(1, 7)
    ]
    assert says(app, "Página 1 de 2")
    click(app, "next")
    assert [id_ for id_ in ids(app) if id_.startswith("game.")] == ["game.1", "game.2"]
    assert "next" not in ids(app)
    key(app, "left")
    assert says(app, "Página 1 de 2")


def test_records_that_were_laid_there_are_found_while_the_page_is_open() -> None:
    app = played(1)
    (file,) = app.home.finished.glob("*.cacho")
    text = file.read_text("utf-8").replace("match noche-1", "match otra")
    (app.home.finished / "otra.cacho").write_text(text, encoding="utf-8")
    app.push(History(app))
    wait(app, 1)
    assert {"game.1", "game.2"} <= set(ids(app))


def test_before_anything_was_played_every_page_says_so() -> None:
    app = make_app()
    app.go(Title(app))
    for scene, said in (
        (History, "Todavía no terminó ninguna partida"),
        (EveningPage, "La cuenta de la noche empieza"),
        (DicePage, "son muy pocos para decir algo"),
        (People, "Todavía no hay nadie más"),
    ):
        app.push(scene(app))
        shown = " ".join(texts(app))
        assert said in shown
        key(app, "esc")
    assert scenes(app) == ["title"]


# ------------------------------------------------------------------------------ a match


def test_the_sheet_and_the_file_of_an_old_match_are_kept() -> None:
    app = played(scene=newest)
    click(app, "keep")
    wait(app, 0.3)
    (picture,) = app.home.pictures.iterdir()
    assert picture.name.startswith("Cacho 2026-11-30 2")
    click(app, "give")
    (file,) = app.home.documents.iterdir()
    assert parse_record(file.read_bytes()).setup.match_id == app.top.game.match_id
    click(app, "give")
    assert len(list(app.home.documents.iterdir())) == 2, "nothing is written over"


def test_a_file_is_named_after_those_who_sat_there_at_the_end() -> None:
    """Luis took the seat over from CLuis (R-33): it is his match on the list and in the file."""
    app = make_app()
    session = app.store.start(Setup(CASUAL, (Seat("CLuis"), Seat("Ana")), 0), stages.SEED)
    session.submit(Hand(0, name="Luis"))
    play_on(session)
    app.go(Title(app))
    click(app, "history")
    click(app, "game.1")
    click(app, "give")
    (file,) = app.home.documents.iterdir()
    assert file.name.endswith("Luis, Ana.cacho")
    assert "CLuis" not in file.name


def test_a_match_whose_record_is_gone_is_still_told() -> None:
    app = played()
    game = app.store.history.games()[0]
    game.path.unlink()
    app.push(GamePage(app, game))
    assert ids(app) == ["back"]
    assert says(app, "El registro de esta partida ya no está.")
    assert says(app, game.winners[0].name)


def test_the_list_and_the_page_tell_the_same_of_a_record_changed_by_hand() -> None:
    app = played(1, History)
    (file,) = app.home.finished.glob("*.cacho")
    text = file.read_text("utf-8").replace("seat Ñusta", "seat Eulalia")
    file.write_text(text, encoding="utf-8")
    click(app, "game.1")
    assert says(app, "Eulalia")
    assert any("Eulalia" in (seat.name) for seat in app.top.game.seats)
    key(app, "esc")
    wait(app, 0.3)
    assert says(app, "Eulalia")
    assert not says(app, "Ñusta")


def test_a_damaged_record_is_told_with_its_line() -> None:
    app = played(1, History)
    (file,) = app.home.finished.glob("*.cacho")
    lines = file.read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("note"))
    file.write_text("\n".join([*lines[: at + 1], lines[at], *lines[at + 1 :], ""]), "utf-8")
    click(app, "game.1")
    assert f"Línea {at + 2}: Primero hay que tirar los dados." in " ".join(texts(app))
    key(app, "esc")
    wait(app, 0.3)
    assert says(app, "registro dañado")


def test_a_newer_record_is_called_newer() -> None:
    app = played(1, History)
    (file,) = app.home.finished.glob("*.cacho")
    file.write_text(file.read_text("utf-8").replace("cacho 2", "cacho 3", 1), "utf-8")
    click(app, "game.1")
    assert "Esa partida es de un Cacho más nuevo." in " ".join(texts(app))


def test_the_dice_of_a_match_are_proven() -> None:
    app = played(scene=newest)
    click(app, "proof")
    shown = " ".join(texts(app))
    assert "Todo está como se prometió." in shown
    assert len(tags(app, "seal")) == seal.DICE
    digits = "".join(item.text for item in tags(app, "digits")).replace(" ", "")
    promised = app.top.setup.commitment
    assert digits.startswith(promised)
    assert commitment(bytes.fromhex(digits.removeprefix(promised))) == promised


def test_a_changed_face_is_told_with_its_line() -> None:
    app = played()
    game = app.store.history.games()[0]
    text = game.path.read_text("utf-8")
    roll = re.search(r"^roll (\d)", text, re.M)
    assert roll is not None
    face = "6" if roll[1] != "6" else "5"
    changed = text[: roll.start(1)] + face + text[roll.end(1) :]
    game.path.write_text(changed, encoding="utf-8")
    app.push(GamePage(app, game))
    if "proof" not in ids(app):  # the rules may not allow what follows any more
        return
    click(app, "proof")
    assert "Algo no está como se prometió." in " ".join(texts(app))


# ------------------------------------------------------------------------------ the seal


def test_the_seal_is_the_commitment_in_base_six() -> None:
    """docs/record.md: the last 50 digits, a 0 is a one."""
    promised = commitment(b"una semilla de prueba, de 32 oct.")
    faces = seal.faces(promised)
    value = 0
    for face in faces:
        value = value * 6 + face - 1
    assert value == int(promised, 16) % 6**50
    documented = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert seal.faces(documented)[:10] == (1, 4, 4, 6, 6, 3, 4, 2, 3, 4)
    assert seal.faces(commitment(b"otra semilla de prueba, de 32 oc")) != faces


def test_the_seal_lies_beside_the_pause_of_a_running_match() -> None:
    app = make_app()
    app.start_match(["Ana", "Luis"], 0)
    key(app, "esc")
    assert len(tags(app, "seal")) == seal.DICE
    app.settings = app.settings.__class__(own_dice=True, language="es", fullscreen=False)
    app.start_match(["Ana", "Luis"], 0)
    key(app, "esc")
    assert not tags(app, "seal"), "nothing is promised of the table's own dice"


# ---------------------------------------------------------------------------- the evening


def test_the_evening_tells_games_won_and_rounds_paid() -> None:
    app = played(scene=EveningPage)
    tally = app.store.tonight()
    assert says(app, "5 partidas desde el 30 de noviembre de 2026, 20:40")
    for number, line in enumerate(tally.people, 1):
        assert len(tags(app, f"won.{number}")) == line.won
        assert len(tags(app, f"paid.{number}")) == line.paid


def test_the_evening_says_when_a_bot_has_won() -> None:
    """Two matches and one win listed: the sheet tells where the other is."""
    app = make_app()
    app.go(Title(app))
    play(app, Seat("Ana"), Seat("Luis"))
    app.push(EveningPage(app))
    assert not says(app, "La máquina ganó")
    key(app, "esc")
    play(app, Seat("Flora", Level.MAESTRO), Seat("Beto", Level.NOVATO))
    app.push(EveningPage(app))
    assert says(app, "2 partidas desde")
    assert says(app, "La máquina ganó 1: no suma para nadie.")


def test_the_evening_ends_when_the_table_says_so() -> None:
    app = played(scene=EveningPage)
    click(app, "over")
    click(app, "no")
    assert app.store.evening.matches
    click(app, "over")
    click(app, "yes")
    assert app.store.evening == Evening()
    assert says(app, "La cuenta de la noche empieza")
    assert app.store.history.count() == 5


def test_the_results_show_the_evening_so_far() -> None:
    app = make_app(speed="none")
    stages.results(app, ("Ana", "Luis"))
    settle(app)
    wait(app, 1)
    winner = app.session.state.seats[app.session.state.outcome.winners[0]].name
    assert says(app, f"{winner}: 1"), "a name may end with a number"
    click(app, "evening")
    assert scenes(app)[-1] == "evening"
    assert len(tags(app, "won.1")) == 1


# ------------------------------------------------------------------------------ the people


def test_a_person_keeps_one_ink_on_every_page() -> None:
    """On the tally, in the list and among rivals they write as they did at the table."""
    app = played()
    wanted = {
        seat.name: look.INKS[number].colour
        for number, seat in enumerate(app.store.history.games()[0].seats)
    }
    for scene in (EveningPage, People, lambda app: PersonPage(app, "Ñusta")):
        app.push(scene(app))
        wait(app, 0.2)
        painted = {
            item.text: item.colour
            for item in items(app)
            if isinstance(item, Text) and item.text in wanted and item.font == "pen"
        }
        assert painted
        assert painted.items() <= wanted.items()
        key(app, "esc")


def test_the_page_of_a_person() -> None:
    app = played(scene=People)
    click(app, "person.1")
    known = app.store.history.person(app.top.person)
    figures = [item.text for item in tags(app, "figure.told")]
    assert figures[0] == str(known.games)
    assert figures[1].startswith(f"{known.won} (")
    assert figures[4].startswith(f"{known.best.total} (")
    assert tags(app, "bar")
    averages = [one.average for one in known.by_rules if one.average is not None]
    told = [item.text for item in tags(app, "bar.told")][: len(averages)]
    assert told == [f"{average:.1f}".replace(".", ",") for average in averages]
    name, against = app.top.rivals[0]
    assert says(app, name)
    assert says(app, f"{against.first} : {against.second}")
    click(app, "games")
    assert says(app, f"Partidas de {known.name}")
    assert "game.1" in ids(app)


def test_two_names_of_one_person_are_joined() -> None:
    app = played(scene=lambda app: PersonPage(app, "Rosa"))
    before = app.store.history.person("Rosa").won + app.store.history.person("Quique").won
    click(app, "join")
    other = next(n for n, one in enumerate(app.top.found, 1) if one.name == "Quique")
    click(app, f"person.{other}")
    click(app, "yes")
    assert app.top.person == "Quique"
    assert says(app, "Quique")
    assert app.store.history.person("Quique").won == before
    assert app.store.history.person("Rosa") is None
    key(app, "esc")
    assert not says(app, "Rosa")


def test_where_the_last_page_has_gone_the_one_before_it_is_seen() -> None:
    app = make_app()
    for names in (("Ana", "Beto", "Carla"), ("Dora", "Elio", "Fito", "Gabi")):
        play(app, *map(Seat, names))
    app.go(Title(app))
    app.push(People(app))
    click(app, "next")
    click(app, "person.1")
    click(app, "join")
    click(app, "person.1")
    click(app, "yes")
    click(app, "back")
    assert [id_ for id_ in ids(app) if id_.startswith("person.")] == [
        f"person.{n}" for n in range(1, 7)
    ]
    assert "previous" not in ids(app)


def test_a_person_is_renamed() -> None:
    app = played(scene=lambda app: PersonPage(app, "Rosa"))
    click(app, "rename")
    click(app, "save")
    assert says(app, "Primero escribe el nombre nuevo.")
    type_text(app, "Rosita")
    assert says(app, "Rosa → Rosita")
    key(app, "enter")
    assert app.top.person == "Rosita"
    assert app.store.history.person("Rosita").games == 5
    click(app, "games")
    shown = " ".join(texts(app))
    assert "Rosita" in shown
    assert "Rosa" not in shown, "every page calls a person the same"


# --------------------------------------------------------------------------------- the dice


def test_the_chart_shows_how_often_each_face_fell() -> None:
    app = played(scene=DicePage)
    counts = app.store.history.faces()
    for face, count in enumerate(counts, 1):
        (told,) = tags(app, f"count.{face}")
        assert told.text == str(count)
    assert tags(app, "band")
    click(app, "after")
    assert app.top.person
    assert sum(app.top.judgement.counts) < sum(counts)
    click(app, "dice", (0.75, 0.5))
    assert says(app, "muy pocos"), "the table's own dice were never rolled"
    click(app, "dice", (0.25, 0.5))
    click(app, "when", (0.75, 0.5))
    assert app.top.judgement.rolled > 0


def test_the_dice_of_bots_and_guests_are_looked_at_too() -> None:
    app = make_app()
    play(app, Seat("Ana"), Seat("Flora", Level.MAESTRO), Seat("Jugador 3"))
    app.push(DicePage(app))
    seen = {}
    for _ in range(4):
        seen[app.top.person] = app.top.judgement.counts
        click(app, "after")
    together = tuple(map(sum, zip(*(seen[name] for name in seen if name), strict=True)))
    assert list(seen) == ["", "Ana", "Flora", "Jugador 3"]
    assert together == seen[""] != (0,) * 6


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ((5, 5, 5, 5, 5, 5), "son muy pocos"),
        ((100, 105, 98, 102, 95, 100), "Caen parejo"),
        ((160, 90, 90, 90, 90, 80), "Puede ser casualidad"),
        ((100, 105, 98, 102, 95, 100), "cada barra queda en la franja"),
        ((930, 930, 1000, 1000, 1070, 1070), "En conjunto salieron disparejos"),
        ((96, 96, 135, 96, 96, 96), "1 cara se sale de la franja"),
    ],
)
def test_one_plain_sentence_and_no_accusation(counts, said) -> None:
    assert said in sentence(judge(counts))


def test_bars_reach_as_high_as_they_count() -> None:
    """What is told to lie outside the band is seen outside it, and the rest within."""
    app = make_app()
    app.push(DicePage(app))
    app.top.judgement = judge((96, 96, 135, 96, 96, 96))
    app.changed()
    canvas = OffscreenWindow().canvas
    (band,) = tags(app, "band")
    tops = [min(canvas.bounds(i).top for i in tags(app, f"column.{n}")) for n in range(1, 7)]
    assert tops[2] < band.y
    assert all(band.y < top < band.y + band.h for top in tops[:2] + tops[3:])


# ------------------------------------------------------------------------ not finished


def test_an_unfinished_match_is_gone_on_with_put_away_and_brought_back() -> None:
    app = make_app(speed="none")
    for names in (("Ana", "Luis"), ("Rosa", "Beto")):
        app.start_match(list(names), 0)
        settle(app)
        app.top.submit(Roll())
        app.top.submit(Note(next(iter(points_of(app.top.state)))))
        app.leave_to_title()
    click(app, "history")
    click(app, "waiting")
    assert says(app, "Rosa, Beto")
    number = 1 if "Ana" in app.top.found[0].setup.seats[0].name else 2
    click(app, f"away.{number}")
    assert not says(app, "Ana, Luis")
    click(app, "which", (0.75, 0.5))
    assert says(app, "Ana, Luis")
    click(app, "away.1")
    click(app, "which", (0.25, 0.5))
    number = 1 if "Ana" in app.top.found[0].setup.seats[0].name else 2
    click(app, f"match.{number}")
    assert app.top.name == "table"
    assert app.session.setup.seats[0].name == "Ana"
    assert app.session.state.sheets[0].noted == 1


# ------------------------------------------------------------------------ from elsewhere


@pytest.mark.parametrize("way", WAYS)
def test_a_record_among_the_downloads_is_taken_in_without_a_mouse(way: str) -> None:
    """It is listed until it is here; what is no record, or known already, is not."""
    app = played(2)
    app.home.downloads.mkdir()
    (app.home.downloads / "mesa.cacho").write_text(stages.record_of(0), "utf-8")
    (app.home.downloads / "otra.cacho").write_text("no record")
    app.home.documents.mkdir()
    for known in app.home.finished.glob("*.cacho"):
        (app.home.documents / known.name).write_bytes(known.read_bytes())
    press = WAYS[way]
    press(app, "history")
    press(app, "bring")
    assert [one for one in ids(app) if one.startswith("record.")] == ["record.1"]
    assert says(app, "downloads/mesa.cacho")
    press(app, "record.1")
    assert says(app, "La partida está ahora en la historia.")
    assert "record.1" not in ids(app)
    assert says(app, "No hay ninguna partida de otra parte.")
    press(app, "back")
    wait(app, 0.3)
    assert app.store.history.count() == 3
    assert says(app, "vino de otra parte")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("es", ["2 archivos están dañados o no son partidas.", "1 archivo es de un Cacho más"]),
        ("en", ["2 files are damaged, or no matches.", "1 file comes from a newer Cacho."]),
    ],
)
def test_files_that_cannot_be_used_are_told_though_nothing_is_listed(language, said) -> None:
    app = make_app(language=language)
    set_language(language)
    app.go(Title(app))
    app.push(stages.bringing(app, matches=0))
    shown = " ".join(texts(app))
    assert all(sentence in shown for sentence in said)
    assert ids(app) == ["back"]


def test_a_match_with_other_dice_than_promised_does_not_count(tmp_path: Path) -> None:
    """By a press and dropped on the window; the true one comes in afterwards."""
    app = played(1)
    true = stages.record_of(0)
    last = true.rindex("roll ")
    face = true[last + 5]
    false = f"{true[: last + 5]}{'5' if face == '6' else '6'}{true[last + 6 :]}"
    app.home.downloads.mkdir()
    (app.home.downloads / "mesa.cacho").write_text(false, "utf-8")
    click(app, "history")
    click(app, "bring")
    click(app, "record.1")
    assert says(app, "Los dados de esa partida no son los que se prometieron: no se cuenta.")
    (tmp_path / "mesa.cacho").write_text(false, "utf-8")
    drop(app, tmp_path / "mesa.cacho")
    assert app.store.history.count() == 1
    (app.home.downloads / "mesa (1).cacho").write_text(true, "utf-8")
    key(app, "esc")
    click(app, "bring")
    click(app, "record.1")
    assert says(app, "La partida está ahora en la historia.")
    assert app.store.history.count() == 2


def drop(app, file: Path) -> None:
    post(app, pg.DROPFILE, file=str(file))


def test_a_record_dropped_on_the_window_is_taken_in_once(tmp_path: Path) -> None:
    other = played(1)
    (file,) = other.home.finished.glob("*.cacho")
    app = make_app(tmp_path)
    app.go(Title(app))
    app.push(History(app))
    drop(app, file)
    assert says(app, "La partida está ahora en la historia.")
    assert "game.1" in ids(app)
    drop(app, file)
    assert says(app, "ya está aquí")
    assert app.store.history.count() == 1
    (tmp_path / "nada.txt").write_text("nada")
    drop(app, tmp_path / "nada.txt")
    assert says(app, "no es una partida de Cacho")
    lines = stages.record_of(0).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("note"))
    (tmp_path / "mala.cacho").write_text("\n".join([*lines[: at + 1], lines[at], ""]), "utf-8")
    drop(app, tmp_path / "mala.cacho")
    assert says(app, f"Línea {at + 2}: Primero hay que tirar los dados.")
    (tmp_path / "futura.cacho").write_text(file.read_text("utf-8").replace("cacho 2", "cacho 3"))
    drop(app, tmp_path / "futura.cacho")
    assert says(app, "de un Cacho más nuevo")
    drop(app, tmp_path / "falta.cacho")
    assert says(app, "no se puede leer")
