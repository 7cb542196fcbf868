"""Starts the game on a real window and runs it to its end.

Owns the order of a start: the window and the first picture come before sound and all other art,
so that something is seen almost at once.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import IO, Final

import pygame as pg

from cacho.services import i18n, log
from cacho.services.i18n import gettext as _
from cacho.services.notices import Notice
from cacho.services.paths import find_home, prepare
from cacho.services.settings import Settings, load_settings
from cacho.services.store import MatchStore
from cacho.ui import tabletop
from cacho.ui import window as windows
from cacho.ui.app import App, Wishes
from cacho.ui.cache import give_back_large_blocks
from cacho.ui.input import Input, Intent
from cacho.ui.loop import Loop
from cacho.ui.painter import Item, Layer
from cacho.ui.scenes import title
from cacho.ui.sound import SoundBus
from cacho.ui.sprites import SpriteBook

YIELD: Final = 0.0005
"""Seconds after which a thread that reckons beside the game lets a picture go first; unless told so
it would keep it waiting for a third of its time."""
TRACE: Final = "CACHO_TRACE"
"""Name of a file in the environment: one line of JSON for every frame is written to it."""


class Keyboard:
    """Reads the queue, and lets the system compose text only while a field is written in."""

    def __init__(self, window: windows.GameWindow) -> None:
        self._window = window
        self._input = Input(time.perf_counter, clipboard=clipboard)
        self._typing = False

    def read(self, typing: bool) -> list[Intent]:
        """Return what the players did."""
        if typing != self._typing:
            self._typing = typing
            (pg.key.start_text_input if typing else pg.key.stop_text_input)()
        events = pg.event.get()
        if not events:
            return []
        self._input.typing = typing
        self._input.viewport = self._window.canvas.view
        self._input.pixel_ratio = self._window.pixel_ratio
        return list(self._input.read(events))


def clipboard() -> str:
    """Return the text on the clipboard; "" where there is none or the system does not tell."""
    try:
        return pg.scrap.get_text()
    except pg.error:
        return ""


class Traced:
    """A window that notes when every picture was shown, for `make bench`."""

    def __init__(
        self,
        window: windows.GameWindow,
        file: IO[str],
        moving: Callable[[], bool],
        shaking: Callable[[], bool],
    ) -> None:
        self._window, self._file = window, file
        self._moving, self._shaking = moving, shaking
        self._first = True

    @property
    def size(self) -> tuple[int, int]:
        """Pixels."""
        return self._window.size

    def show(self, layers: tuple[Layer, ...], wait: Callable[[], None] = lambda: None) -> None:
        """Show, then write when it was seen and how long it took to paint."""
        begin = time.perf_counter()
        painted = 0.0

        def dry() -> None:
            nonlocal painted
            painted = time.perf_counter()
            wait()

        self._window.show(layers, dry)
        if not painted:  # nothing had changed: the picture that stands counts as this frame's
            dry()
        now, paint = time.perf_counter(), painted - begin
        line = {"t": now, "draw": paint, "moving": self._moving(), "first": self._first}
        line["shaking"] = self._shaking()
        self._first = False
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()

    def prepare(self, item: Item) -> None:
        """Pass on."""
        self._window.prepare(item)

    def fetch(self, sprites: Sequence[str], instead_of: Sequence[str] = ()) -> None:
        """Pass on."""
        self._window.fetch(sprites, instead_of)

    def resized(self) -> None:
        """Pass on."""
        self._window.resized()

    def set_fullscreen(self, full: bool) -> None:
        """Pass on."""
        self._window.set_fullscreen(full)


def play(wishes: Wishes, windowed: bool, language: str) -> int:
    """Play until the players leave; the exit status is 0, or 1 where the program failed.

    Raises `window.NoScreenError` where there is no display. Any other failure goes to the log, and
    one sentence to the players: what they did is on disk.
    """
    try:
        return _play(wishes, windowed, language)
    except windows.NoScreenError:
        raise
    except Exception as error:
        log.failure("the game had to stop", error)
        sentence = _("Cacho tuvo que cerrarse. La partida está guardada. Detalles: {log}")
        _tell(sentence.format(log=find_home().log_file))
        return 1


def _tell(sentence: str) -> None:
    """Say a sentence where the game can no longer be drawn."""
    print(sentence, file=sys.stderr)
    if os.environ.get("CACHO_QUIET") or not pg.display.get_init():
        return
    with contextlib.suppress(pg.error):
        pg.display.message_box("Cacho", sentence, message_type="error")


def _play(wishes: Wishes, windowed: bool, language: str) -> int:
    home = find_home()
    notices: list[Notice | None] = [*prepare(home)]
    notices.append(log.open_log(home.log_file))
    settings, told = load_settings(home.settings_file)
    notices.append(told)
    i18n.set_language(language or settings.language)
    windows.prepare()
    give_back_large_blocks()
    settings = replace(settings, fullscreen=settings.fullscreen and not windowed)
    sprites, size = SpriteBook(), windows.first_size(not settings.fullscreen)
    sprites.decode_ahead(title.wood(size[0]), size, title.LEATHERS)
    window = windows.GameWindow(not settings.fullscreen, size, sprites)
    store = MatchStore(home)
    sounds = SoundBus()
    app = App(
        window=window,
        sounds=sounds,
        home=home,
        store=store,
        settings=settings,
        read=Keyboard(window).read,
        apply_volumes=lambda new: _volumes(sounds, new),
        sound_devices=sounds.device_changed,
        wishes=wishes,
    )
    for notice in notices:
        app.tell(notice)
    trace = os.environ.get(TRACE)
    try:
        if trace:
            with open(trace, "w", encoding="utf-8") as file:
                app.window = Traced(window, file, lambda: app.moving, lambda: _shaking(app))
                _run(app, sounds, window)
        else:
            _run(app, sounds, window)
    finally:
        if app.solving is not None:
            app.solving.close()
        store.close()
        sounds.close()
        window.close()
        pg.quit()
    return 0


def _run(app: App, sounds: SoundBus, window: windows.GameWindow) -> None:
    """Show the title, then bring in sound and the rest of the art, then go on till the end."""
    app.go(title.Title(app))
    loop = Loop(app, time.perf_counter, time.sleep)
    loop.turn()
    _volumes(sounds, app.settings)
    sounds.start()
    from cacho.services.solving import Solving  # noqa: PLC0415 - after the first picture

    window.dress()
    window.fetch(tabletop.cup_sprites("shake", "pour", "lying"))
    window.canvas.warm()
    app.solving = Solving(app.home.solutions)
    sys.setswitchinterval(YIELD)
    threading.Thread(target=_prepare_throws, name="throws", daemon=True).start()
    gc.collect()
    gc.freeze()  # what is here now stays: no later collection needs to look at it
    loop.run()


def _prepare_throws() -> None:
    """Bring in what the first roll needs, while the players still read the title."""
    from cacho.ui.pose import library  # noqa: PLC0415 - after the first picture
    from cacho.ui.scenes import players, table  # noqa: F401, PLC0415

    library()


def _shaking(app: App) -> bool:
    """Whether the cup is in the hand."""
    return getattr(app.top, "hand", None) is not None


def _volumes(sounds: SoundBus, settings: Settings) -> None:
    sounds.set(
        {
            "dice": settings.dice_volume,
            "table": settings.table_volume,
            "interface": settings.interface_volume,
        },
        settings.muted,
    )
