"""Pictures of every screen, to be looked at: python tools/gallery.py OUT_DIR [--only PART] ...

Draws the scenes with the game's own canvas into PNG files, named after screen, language and size,
strips of frames of all that moves, and a page, index.html, that shows them all.
Nothing of the player's is touched: folders are temporary, and no window opens.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame as pg

from cacho.engine import (
    ALALAY,
    CASUAL,
    COCH,
    PERU,
    Level,
    Note,
    Roll,
    Ruleset,
    Seat,
    Setup,
    parse_record,
    with_fields,
)
from cacho.services import i18n, people
from cacho.services.paths import Home, prepare
from cacho.services.settings import Settings
from cacho.services.store import MatchStore
from cacho.services.thinking import at_once
from cacho.ui.app import App
from cacho.ui.input import Move, Step, Typed
from cacho.ui.offscreen import OffscreenWindow, Silence
from cacho.ui.scenes.base import Scene
from cacho.ui.scenes.book import Book
from cacho.ui.scenes.bringing import Bringing
from cacho.ui.scenes.confirm import Confirm
from cacho.ui.scenes.dicepage import DicePage
from cacho.ui.scenes.evening import EveningPage
from cacho.ui.scenes.game import GamePage
from cacho.ui.scenes.helping import Helping
from cacho.ui.scenes.history import History
from cacho.ui.scenes.house import AGREED, SECTIONS, House
from cacho.ui.scenes.howto import HowTo
from cacho.ui.scenes.lessons import lessons_of
from cacho.ui.scenes.naming import Naming
from cacho.ui.scenes.options import Options
from cacho.ui.scenes.pause import Pause
from cacho.ui.scenes.person import People, PersonPage
from cacho.ui.scenes.players import Players
from cacho.ui.scenes.proof import Proof
from cacho.ui.scenes.rules import Rules
from cacho.ui.scenes.seats import OneSeat, Seats
from cacho.ui.scenes.table import Table
from cacho.ui.scenes.title import Title
from cacho.ui.scenes.waiting import Waiting
from tools import stages, strips

SIZES = ((1366, 768), (1920, 1080), (3840, 2160))
LANGUAGES = ("es", "en")
PAGE = """<!doctype html><meta charset="utf-8"><title>Cacho</title>
<style>body {{ background: #2a1a10; color: #fce8bc; font-family: sans-serif }}
img {{ width: 31%; margin: 0.5% }}</style>
{}
"""
SIX = ("MMMMMMMMMMMMMMMM", "Ñusta Wayra Ávil", "Íñigo", "José Ñandú", "Zoë", "Wilfredo Quispe")
KNOWN = ("Rosa", "Quique", "Inés", "Tomás", "Doña Eduviges Ll", "Beto", "Camila", "Ramón", "Lu")

IDLE = {"crossing": "lenient", "natural_five": "yes"}
"""Values that change nothing in Casual."""


@dataclass(frozen=True)
class Shot:
    """A screen worth a picture; `lay` brings it about."""

    name: str
    lay: Callable[[App], object]


def shots() -> Iterator[Shot]:
    """Yield every screen in every state worth a look."""
    yield Shot("title", lambda app: app.go(Title(app)))
    yield Shot("title-resume", title_with_match)
    yield Shot("title-focus", title_focus)
    yield Shot("players-first", lambda app: players(app, ()))
    yield Shot("players-1", lambda app: players(app, ("Ñusta",), writing=False))
    yield Shot("players-4", lambda app: players(app, ("Ñusta", "Álvaro", "Rosa", "Quique"), KNOWN))
    yield Shot("players-6", lambda app: players(app, SIX, KNOWN))
    yield Shot("players-6-writing", lambda app: players(app, SIX, KNOWN, writing=True))
    yield Shot("players-2-writing", lambda app: players(app, ("Ana", "Luis"), KNOWN, writing=True))
    yield Shot("options", lambda app: app.go(Options(app)))
    yield Shot("options-focus", options_focus)
    for rules in (CASUAL, COCH, ALALAY):
        for page, _lesson in enumerate(lessons_of(rules)):
            yield Shot(f"howto-{rules.name}-{page + 1}", partial(howto, rules, page))
    yield from rules_shots()
    yield Shot("pause", pause)
    yield Shot("confirm", confirm)
    yield Shot("confirm-long", confirm_long)
    yield from table_shots()
    yield from bot_shots()
    yield from team_shots()
    yield from replay_shots()
    yield from coach_shots()
    yield from own_dice_shots()
    yield Shot("agreeing-2", partial(stages.agreeing, names=stages.FRIENDS[:2]))
    yield Shot("agreeing-6", partial(stages.agreeing, names=stages.LONG))
    yield Shot("leaving", leaving)
    yield from history_shots()


def leaving(app: App) -> None:
    """Lay the question who leaves."""
    app.push(Seats(app, stages.first_roll(app, 6)))


def history_shots() -> Iterator[Shot]:
    """Yield the pages of what was played, after an evening of five matches and before any."""
    yield Shot("history-none", lambda app: app.go(History(app)))
    yield Shot("evening-none", lambda app: app.go(EveningPage(app)))
    yield Shot("bringing-none", lambda app: app.go(Bringing(app)))
    yield Shot("bringing-left-out", lambda app: app.go(stages.bringing(app, matches=0)))
    yield Shot("dice-none", lambda app: app.go(DicePage(app)))
    pages: dict[str, Callable[[App], Scene]] = {
        "history": History,
        "waiting": Waiting,
        "bringing": stages.bringing,
        "people": People,
        "dice": DicePage,
        "game": lambda app: GamePage(app, app.store.history.games()[0]),
        "proof": proof,
    }
    for name, scene in pages.items():
        yield Shot(name, partial(after_an_evening, scene, stages.FRIENDS[:4]))
    yield Shot("history-long", partial(after_an_evening, History, stages.LONG))
    yield Shot("person-long", partial(after_an_evening, long_person, stages.LONG))
    yield Shot("evening-long", partial(after_an_evening, EveningPage, stages.LONG))
    yield Shot("evening-bots", partial(after_an_evening, evening_of_bots, stages.LONG))


def after_an_evening(scene: Callable[[App], Scene], names: tuple[str, ...], app: App) -> None:
    """Lay a page as it is after some matches, with one more begun."""
    stages.evening_of(app, names)
    app.start_match(["Ñusta", "Álvaro"], 0)
    app.leave_to_title()
    app.push(scene(app))


def evening_of_bots(app: App) -> Scene:
    """Return the tally of the evening after one more match, which bots played among themselves."""
    seats = tuple(Seat(name, Level.MAESTRO) for name in stages.FRIENDS[:2])
    session = app.store.start(Setup(CASUAL, seats, 0, "noche-6"), stages.SEED)
    while not session.over:
        rolled = session.state.rolls
        session.submit(Note(session.state.sheet.open_places[0][0]) if rolled else Roll())
    return EveningPage(app)


def long_person(app: App) -> Scene:
    """Return the page of somebody with a long name."""
    return PersonPage(app, stages.LONG[0])


def proof(app: App) -> Scene:
    """Return the check of the newest match."""
    page = GamePage(app, app.store.history.games()[0])
    return Proof(app, page.data, parse_record(page.data).setup)


def own_dice_shots() -> Iterator[Shot]:
    """Yield tables that roll dice of their own, with one hatch and three, and in the lot."""
    for kind in ("lot", "first", "turn", "all"):
        yield Shot(f"own-{kind}", partial(stages.own_dice, names=stages.FRIENDS, kind=kind))
    yield Shot("own-hatches", own_dice_hatches)


def own_dice_hatches(app: App) -> None:
    """Lay a table of pairs with three hatches and dice of its own."""
    app.choose_rules(with_fields(ALALAY, {"team_size": "2", "hatches": "3"}))
    stages.own_dice(app, stages.LONG[:4], "turn")


def replay_shots() -> Iterator[Shot]:
    """Yield matches being watched: of six, of teams and of three hatches."""
    yield Shot("replay-6", partial(stages.watching, names=stages.FRIENDS, share=0.55))
    yield Shot("replay-end", partial(stages.watching, names=stages.LONG, share=1))
    yield Shot("replay-pairs", partial(stages.watching, names=stages.LONG[:4], size=2))
    yield Shot(
        "replay-hatches", partial(stages.watching, names=stages.FRIENDS[:4], hatches=3, share=0.5)
    )
    yield Shot("replay-trios", partial(stages.watching, names=stages.LONG, size=3, hatches=3))


def coach_shots() -> Iterator[Shot]:
    """Yield the table with the coach's slip and the odds: alone, among rivals, teams, hatches."""
    for seats in (1, 6):
        names = stages.LONG[:seats]
        yield Shot(f"coach-{seats}", partial(stages.advised, names=names))
    for noted in (False, True):
        missed = partial(stages.mistaken, names=stages.LONG[:1], noted=noted)
        yield Shot(f"coach-missed-{'noted' if noted else 'rolled'}", missed)
    yield Shot("coach-peru", partial(stages.advised, names=stages.FRIENDS[:2], rules=PERU))
    yield Shot("coach-coch", partial(stages.advised, names=stages.FRIENDS[:1], rules=COCH))
    pairs = with_fields(CASUAL, {"team_size": "2"})
    yield Shot("coach-pairs", partial(stages.advised, names=stages.FRIENDS[:4], rules=pairs))
    for seats in (1, 2, 6):
        back = partial(stages.looking_back, names=stages.LONG[:seats])
        yield Shot(f"review-{seats}", back)
    yield Shot("review-turns", partial(stages.looking_back, names=stages.LONG[:2], turns=True))
    for seats, slept in ((1, 0), (1, 5), (3, 12), (6, 35)):
        back = partial(
            stages.looking_back, names=stages.LONG[:seats], slept=slept, duplicate=seats > 3
        )
        yield Shot(f"review-dormida-{seats}-{slept}", back)
    yield Shot("practice", partial(stages.practising, answers=4))
    yield Shot("exercise", partial(stages.practising, answers=4, begun=True))
    yield Shot("exercise-answered", partial(stages.practising, answers=5, told=True))
    yield Shot("helping", lambda app: app.go(Helping(app)))
    three = with_fields(CASUAL, {"hatches": "3"})
    yield Shot("coach-hatches", partial(stages.advised, names=stages.LONG[:3], rules=three))


def rules_shots() -> Iterator[Shot]:
    """Yield the choice of rules, house rules, and the pages of the book."""
    yield Shot("rules", lambda app: app.go(Rules(app)))
    yield Shot("rules-focus", rules_focus)
    yield Shot("rules-kept", rules_kept)
    yield Shot("rules-long", partial(rules_long, Rules))
    yield Shot("players-rules-long", partial(rules_long, Players))
    yield Shot("players-agreed", players_agreed)
    yield from house_shots()
    for page in range(1, 5):
        yield Shot(f"book-{page}", partial(book, ALALAY, page - 1))
    mixed = with_fields(COCH, {"crossing": "lenient", "natural_five": "yes", "dormida": "100"})
    yield Shot("book-house", partial(book, replace(mixed, name="Los jueves en casa"), 1))
    yield Shot("book-asked", lambda app: app.go(Book(app, PERU, "R-22")))


def house_shots() -> Iterator[Shot]:
    """Yield every page of the house rules, with much changed."""
    changed = {"turning": "0-0,1-3,0-2", "crossing": "lenient", "dormida": "100", "goal": "fixed"}
    for section in SECTIONS:
        yield Shot(f"house-{section.id}", partial(house, with_fields(ALALAY, changed), section.id))
    yield Shot("house-agreed-all", agreed_all)
    yield Shot("house-coch", partial(house, COCH, "turning"))
    yield Shot("house-idle", partial(house, with_fields(CASUAL, IDLE), "wins"))
    yield Shot("naming", naming)


def house(rules: Ruleset, section: str, app: App) -> None:
    """Lay a page of the house rules."""
    app.choose_rules(rules)
    app.go(House(app, section))


def agreed_all(app: App) -> None:
    """Lay the page of what the table agrees on, with all of it agreed."""
    agreed = {agreement.setting: True for agreement in AGREED.values()}
    app.settings = replace(app.settings, **agreed)
    app.go(House(app, "agreed"))


def naming(app: App) -> None:
    """Lay the naming of house rules."""
    app.go(Naming(app, "Alalay + tachar solo al final", lambda name: None))


def book(rules: Ruleset, page: int, app: App) -> None:
    """Lay a page of the book."""
    scene = Book(app, rules)
    scene.page = min(page, scene.pages - 1)
    app.go(scene)


def rules_focus(app: App) -> None:
    """Lay the choice of rules with pairs, three hatches, and the focus on a card."""
    app.choose_rules(with_fields(PERU, {"team_size": "2", "hatches": "3"}))
    app.go(Rules(app))
    focus(app, 3)


def players_agreed(app: App) -> None:
    """Lay the players where the table has agreed on as much as it can beside the rules."""
    app.set(duplicate=True, tie_break=True, trusting=True, helped=False)
    rules_long(Players, app)


def rules_long(scene: type[Rules] | type[Players], app: App) -> None:
    """Lay a screen with rules whose changes are long to name, and house rules with a long name."""
    app.keep_houses(app.houses.keep(replace(PERU, name="W" * 24)))
    app.choose_rules(with_fields(CASUAL, {"rethrow_mano": "yes", "natural_five": "yes"}))
    app.go(scene(app))


def rules_kept(app: App) -> None:
    """Lay the choice of rules with house rules kept, one of them chosen."""
    houses = app.houses
    for name, field, text in (
        ("Los jueves", "crossing", "lenient"),
        ("Abuela Eduviges", "dormida", "100"),
    ):
        houses = houses.keep(replace(with_fields(ALALAY, {field: text}), name=name))
    app.keep_houses(houses)
    app.go(Rules(app))


def table_shots() -> Iterator[Shot]:
    """Yield the table in its moments, with one, four and six players, and with long names."""
    for seats in (1, 2, 4, 6):
        names = stages.FRIENDS[:seats]
        yield Shot(f"table-{seats}-first", partial(stages.first_roll, seats=seats))
        yield Shot(f"table-{seats}", partial(stages.deciding, names=names))
        yield Shot(f"results-{seats}", partial(stages.results, names=names))
    yield Shot("table-6-long", partial(stages.deciding, names=stages.LONG))
    yield Shot("table-6-end", partial(stages.nearly_over, names=stages.FRIENDS))
    yield Shot("card", partial(stages.handing_over, names=stages.FRIENDS[:4]))
    yield Shot("card-long", partial(stages.handing_over, names=stages.LONG))
    yield Shot("lot", partial(stages.lot, names=stages.FRIENDS))
    yield Shot("dormida", partial(stages.dormida, names=stages.FRIENDS[:4]))
    yield Shot("results-dormida", partial(stages.dormida, names=stages.FRIENDS, seconds=20))
    yield Shot("results-long", partial(stages.results, names=stages.LONG))


def bot_shots() -> Iterator[Shot]:
    """Yield seats for people and bots, and the beats of a bot's turn."""
    yield Shot("players-bots", partial(stages.players_with_bots, stages.BOTS))
    yield Shot(
        "players-bots-long", partial(stages.players_with_bots, [Seat(SIX[0], Level.PARROQUIANO)])
    )
    yield Shot("seats", partial(seats_scene, Seats))
    yield Shot("seat-one", partial(seats_scene, lambda app, table: OneSeat(app, table, 3)))
    yield Shot("results-bots", lambda app: stages.bots(app, 500, 0, stages.BOTS[1:]))
    for acts in range(7):
        yield Shot(f"bots-{acts}", partial(stages.bots, acts=acts))


def team_shots() -> Iterator[Shot]:
    """Yield tables and results of pairs and trios, of three hatches, and of both."""
    yield Shot("players-pairs", partial(players_of_teams, stages.FRIENDS, 2))
    yield Shot("players-trios", partial(players_of_teams, stages.LONG[:5], 3))
    tables = ((2, 1, 3), (3, 1, 3), (4, 1, 3), (6, 1, 3), (2, 2, 1), (3, 2, 1), (6, 2, 1))
    for seats, size, hatches in (*tables, (6, 3, 1), (4, 2, 3), (6, 2, 3), (6, 3, 3)):
        for kind, names in (("", stages.FRIENDS), ("-long", stages.LONG)):
            if kind and seats < 5:
                continue
            lay = partial(stages.sharing, names=names[:seats], size=size, hatches=hatches)
            name = f"teams-{seats}x{size}-hatches-{hatches}{kind}"
            yield Shot(name, partial(lay, share=0.7))
            if size > 1 or seats in {2, 6}:
                yield Shot(f"results-{name}", partial(lay, share=1))


def seats_scene(scene: Callable[[App, Table], Scene], app: App) -> None:
    """Lay a sheet on who plays which seat over a match with bots."""
    app.push(scene(app, stages.bots(app, 3)))


def players_of_teams(names: tuple[str, ...], size: int, app: App) -> None:
    """Lay the players where sheets are shared."""
    app.choose_rules(with_fields(app.rules, {"team_size": str(size)}))
    players(app, tuple(name.strip() for name in names), writing=False)


def title_focus(app: App) -> None:
    """Lay the title with the focus on its second button."""
    app.go(Title(app))
    focus(app, 2)


def title_with_match(app: App) -> None:
    """Lay the title over an open match."""
    app.start_match(["Ñusta", "Álvaro"], 0)
    app.leave_to_title()


def players(
    app: App, last: tuple[str, ...], known: tuple[str, ...] = (), writing: bool | None = None
) -> None:
    """Lay the players as after a match of `last`, with more names known."""
    people.save_people(app.home.people_file, people.People((*last, *known), last))
    scene = Players(app)
    app.go(Title(app))
    app.push(scene)
    if writing:
        scene.handle(Move(Step.DOWN))
        scene.press(next(w for w in scene.widgets() if w.id == "name.2"), 0, 0)
        for letter in "  ":
            scene.handle(Typed(letter))
    elif writing is False:
        scene.pressed_nothing(0, 0)


def options_focus(app: App) -> None:
    """Lay the options over a match, muted, with the focus on a volume."""
    app.start_match(["Ñusta", "Álvaro"], 0)
    app.push(Options(app))
    app.set(muted=True)
    focus(app, 7)


def focus(app: App, steps: int) -> None:
    """Move the focus."""
    for _step in range(steps):
        app.top.handle(Move(Step.NEXT))


def howto(rules: Ruleset, page: int, app: App) -> None:
    """Lay a page of how to play."""
    scene = HowTo(app, rules)
    scene.page = page
    app.go(scene)


def pause(app: App) -> None:
    """Lay the pause over a match."""
    app.start_match(["Ñusta", "Álvaro", "Rosa", "Quique"], 0)
    table = app.top
    app.push(Pause(app, table if isinstance(table, Table) else None))


def confirm(app: App) -> None:
    """Lay the question before crossing out."""
    app.start_match(["Ñusta", "Álvaro"], 0)
    app.push(Confirm(app, *_question(), lambda: None))


def confirm_long(app: App) -> None:
    """Lay a question of several lines."""
    app.start_match(["Ñusta", "Álvaro"], 0)
    question, detail, yes, no = _question()
    app.push(Confirm(app, question + " " + question, detail + " " + detail, yes, no, lambda: None))


def _question() -> tuple[str, str, str, str]:
    return (
        i18n.gettext("¿Tachar {box}?").format(box="Escalera"),
        i18n.gettext("Los dados no valen nada ahí: la casilla queda en cero."),
        i18n.gettext("Tachar"),
        i18n.gettext("No"),
    )


@contextmanager
def seen_at(language: str, size: tuple[int, int]) -> Iterator[tuple[App, strips.Clock]]:
    """A program of its own in a window that nobody sees, its clock turned by hand."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(data=Path(folder) / "data", config=Path(folder) / "config")
        prepare(home)
        i18n.set_language(language)
        sounds, clock = Silence(), strips.Clock()
        sounds.silent_reason = ""
        settings = Settings(language=language, fullscreen=False)
        window, store = OffscreenWindow(size), MatchStore(home)
        app = App(window, sounds, home, store, settings, clock=clock, think=at_once)
        yield app, clock
        app.store.close()


def take(shot: Shot, language: str, size: tuple[int, int], out: Path) -> Path:
    """Draw one shot into its file."""
    with seen_at(language, size) as (app, _clock):
        shot.lay(app)
        app.window.show(app.picture())
        return save(app.window.surface, shot.name, language, size, out)  # type: ignore[attr-defined]


def take_strip(strip: strips.Strip, language: str, size: tuple[int, int], out: Path) -> Path:
    """Draw a strip of frames, or the poses of the cup, into its file."""
    with seen_at(language, size) as (app, clock):
        draw = strips.poses if strip.name == "poses-cup" else strips.drawn
        return save(draw(app, clock, strip), strip.name, language, size, out)


def save(picture: pg.Surface, name: str, language: str, size: tuple[int, int], out: Path) -> Path:
    """Write a picture, named after what it shows."""
    file = out / f"{name}.{language}.{size[0]}x{size[1]}.png"
    pg.image.save(picture, file)
    return file


def write_page(out: Path) -> Path:
    """Write one page that shows every picture in the folder, by what it shows."""
    rows: list[str] = []
    for name, files in groupby(sorted(out.glob("*.png")), lambda file: file.name.split(".")[0]):
        rows.append(f"<h2>{name}</h2>")
        rows += [
            f'<a href="{f.name}"><img loading="lazy" src="{f.name}" title="{f.name}"></a>'
            for f in files
        ]
    page = out / "index.html"
    page.write_text(PAGE.format("\n".join(rows)), encoding="utf-8")
    return page


def _size(text: str) -> tuple[int, int]:
    width, _x, height = text.partition("x")
    return int(width), int(height)


def main() -> None:
    """Read the arguments and take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", default="", help="only screens whose name begins so")
    parser.add_argument("--lang", choices=LANGUAGES, action="append")
    parser.add_argument("--size", action="append", help="e.g. 1920x1080; more than once")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    sizes = [_size(text) for text in args.size or ()] or SIZES
    for shot in shots():
        if shot.name.startswith(args.only):
            for language in args.lang or LANGUAGES:
                for size in sizes:
                    print(take(shot, language, size, args.out))
    for strip in (strips.Strip("poses-cup", lambda app, clock: None, 0.0), *strips.strips()):
        if strip.name.startswith(args.only):  # little is written in them: one language will do
            for size in sizes:
                print(take_strip(strip, (args.lang or LANGUAGES)[0], size, args.out))
    print(write_page(args.out))


if __name__ == "__main__":
    main()
