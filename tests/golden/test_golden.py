"""The screens look as they did when somebody last looked at them."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame as pg
import pytest

from cacho.engine import PERU
from cacho.services import i18n
from cacho.services.paths import Home, prepare
from cacho.services.settings import Settings
from cacho.services.store import MatchStore
from cacho.services.thinking import at_once
from cacho.ui.app import App
from cacho.ui.offscreen import OffscreenWindow, Silence
from cacho.ui.scenes.base import Scene
from cacho.ui.scenes.book import Book
from cacho.ui.scenes.dicepage import DicePage
from cacho.ui.scenes.history import History
from cacho.ui.scenes.house import House
from cacho.ui.scenes.howto import HowTo
from cacho.ui.scenes.options import Options
from cacho.ui.scenes.pause import Pause
from cacho.ui.scenes.person import PersonPage
from cacho.ui.scenes.players import Players
from cacho.ui.scenes.rules import Rules
from cacho.ui.scenes.seats import OneSeat
from cacho.ui.scenes.title import Title
from tools import gallery, stages

HERE = Path(__file__).parent
WINDOW = (1280, 720)
KEPT = (640, 360)
MEAN = 4.5
"""Levels of 255 by which a picture may differ on average: the noise of the kept JPEG is about 3."""
PATCH = 16.0
"""And a part of 40 × 40 pixels: anything moved, missing or of another colour differs by more."""


def over_title(scene: Callable[[App], object], app: App) -> None:
    app.go(Title(app))
    app.push(scene(app))  # type: ignore[arg-type]


def evening(scene: Callable[[App], Scene], app: App) -> None:
    gallery.after_an_evening(scene, stages.FRIENDS[:4], app)


SCREENS: dict[str, tuple[str, Callable[[App], object]]] = {
    "title-es": ("es", lambda app: app.go(Title(app))),
    "title-en": ("en", lambda app: app.go(Title(app))),
    "players-es": ("es", partial(over_title, Players)),
    "players-bots-es": ("es", partial(stages.players_with_bots, stages.BOTS)),
    "bot-turn-es": ("es", partial(stages.bots, acts=2)),
    "bot-noted-en": ("en", partial(stages.bots, acts=4)),
    "seat-es": ("es", lambda app: app.push(OneSeat(app, stages.bots(app, 3), 3))),
    "options-en": ("en", partial(over_title, Options)),
    "howto-es": ("es", partial(over_title, HowTo)),
    "rules-es": ("es", partial(over_title, Rules)),
    "house-en": ("en", partial(over_title, House)),
    "book-es": ("es", lambda app: app.go(Book(app, PERU, "R-22"))),
    "lot-es": ("es", partial(stages.lot, names=stages.FRIENDS)),
    "first-1-en": ("en", partial(stages.first_roll, seats=1)),
    "deciding-4-es": ("es", partial(stages.deciding, names=stages.FRIENDS[:4])),
    "deciding-6-en": ("en", partial(stages.deciding, names=stages.FRIENDS)),
    "deciding-long-es": ("es", partial(stages.deciding, names=stages.LONG)),
    "card-es": ("es", partial(stages.handing_over, names=stages.FRIENDS[:4])),
    "pause-en": ("en", lambda app: app.push(Pause(app, stages.first_roll(app, 4)))),
    "history-es": ("es", partial(evening, History)),
    "person-es": ("es", partial(evening, lambda app: PersonPage(app, "Rosa"))),
    "dice-en": ("en", partial(evening, DicePage)),
    "proof-es": ("es", partial(evening, gallery.proof)),
    "dormida-es": ("es", partial(stages.dormida, names=stages.FRIENDS[:4])),
    "results-6-es": ("es", partial(stages.results, names=stages.FRIENDS)),
    "agreeing-6-es": ("es", partial(stages.agreeing, names=stages.FRIENDS)),
    "advised-2-en": ("en", partial(stages.advised, names=stages.FRIENDS[:2])),
    "review-2-es": ("es", partial(stages.looking_back, names=stages.FRIENDS[:2])),
    "own-dice-4-es": ("es", partial(stages.own_dice, names=stages.FRIENDS[:4])),
    "replay-6-es": ("es", partial(stages.watching, names=stages.FRIENDS)),
    "replay-hatches-en": (
        "en",
        partial(stages.watching, names=stages.FRIENDS[:4], hatches=3),
    ),
    "pairs-4-es": ("es", partial(stages.sharing, names=stages.FRIENDS[:4], size=2)),
    "hatches-6-en": ("en", partial(stages.sharing, names=stages.FRIENDS, size=1, hatches=3)),
    "trios-hatches-es": ("es", partial(stages.sharing, names=stages.FRIENDS, size=3, hatches=3)),
    "results-hatches-en": (
        "en",
        partial(stages.sharing, names=stages.FRIENDS, size=2, hatches=3, share=1),
    ),
}


def draw(screen: str, folder: Path) -> pg.Surface:
    language, lay = SCREENS[screen]
    home = Home(data=folder / "data", config=folder / "config")
    prepare(home)
    i18n.set_language(language)
    window = OffscreenWindow(WINDOW)
    app = App(
        window=window,
        sounds=Silence(),
        home=home,
        store=MatchStore(home),
        settings=Settings(language=language, fullscreen=False),
        clock=lambda: 100.0,
        think=at_once,
    )
    lay(app)
    app.draw(0.0)
    app.store.close()
    return pg.transform.smoothscale(window.surface, KEPT)


def differences(a: pg.Surface, b: pg.Surface) -> tuple[float, float]:
    """Mean difference of the whole picture and of its worst patch, levels of 255."""
    more, less = a.copy(), b.copy()
    more.blit(b, (0, 0), special_flags=pg.BLEND_RGB_SUB)
    less.blit(a, (0, 0), special_flags=pg.BLEND_RGB_SUB)
    more.blit(less, (0, 0), special_flags=pg.BLEND_RGB_ADD)
    whole = sum(pg.transform.average_color(more)[:3]) / 3
    patches = [
        sum(pg.transform.average_color(more, pg.Rect(x, y, 40, 40))[:3]) / 3
        for x in range(0, KEPT[0], 20)
        for y in range(0, KEPT[1], 20)
    ]
    return whole, max(patches)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_looks_as_it_did(screen: str, tmp_path: Path) -> None:
    now = draw(screen, tmp_path)
    file = HERE / f"{screen}.jpg"
    if os.environ.get("CACHO_GOLDEN") == "update":
        pg.image.save(now, file)
    then = pg.image.load(file)
    same = pg.Surface(KEPT, 0, now)
    same.blit(then, (0, 0))
    mean, patch = differences(now, same)
    if mean > MEAN or patch > PATCH:
        failed = Path("var/failed")
        failed.mkdir(parents=True, exist_ok=True)
        pg.image.save(now, failed / f"{screen}.png")
    assert mean <= MEAN
    assert patch <= PATCH


def test_a_missing_die_would_be_noticed(tmp_path: Path) -> None:
    """The comparison itself: one die painted over is a difference."""
    now = draw("card-es", tmp_path)
    other = now.copy()
    other.blit(now, (560, 20), (200, 20, 44, 44))
    mean, patch = differences(now, other)
    assert patch > PATCH or mean > MEAN


def test_every_golden_picture_is_of_a_screen() -> None:
    assert {file.stem for file in HERE.glob("*.jpg")} == set(SCREENS)
