"""`cacho --self-test`: try everything that does not need a person, without screen or sound.

Draws every scene once, decodes every asset, plays a whole seeded match through the table, writes
its record and reads it again, and has rules solved by another process; prints one line of JSON. It
works in a folder of its own, so a player's matches and settings are never touched.
"""

from __future__ import annotations

import json
import os
import platform
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cacho import __version__

from . import say

if TYPE_CHECKING:
    from cacho.ui.app import App

SEED = b"Cacho, cinco dados y un cubilete"
SOLVE_WAIT = 60.0
"""Seconds to wait for the process that solves; it needs one."""
NAMES = ("Ñusta", "Álvaro", "Rosa", "José Ñandú")


def run() -> int:
    """Try everything; the exit status is 0, or 1 with the fault in the line."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    report: dict[str, Any] = {
        "ok": True,
        "version": __version__,
        "python": platform.python_version(),
        "frozen": bool(getattr(sys, "frozen", False)),
    }
    with tempfile.TemporaryDirectory(prefix="cacho-self-test-") as folder:
        for name, trial in _trials(Path(folder)):
            begin = time.perf_counter()
            try:
                report[name] = trial()
            except Exception as error:
                report.update(ok=False, failed=name, error=f"{type(error).__name__}: {error}")
                break
            report.setdefault("seconds", {})[name] = round(time.perf_counter() - begin, 2)
    say(json.dumps(report, ensure_ascii=True))
    return 0 if report["ok"] else 1


def _trials(folder: Path) -> list[tuple[str, Callable[[], Any]]]:
    app: list[App] = []

    def opened() -> App:
        if not app:
            app.append(_open(folder))
        return app[0]

    return [
        ("assets", _decode_assets),
        ("scenes", lambda: _draw_scenes(opened())),
        ("match", lambda: _play_match(opened())),
        ("record", lambda: _read_record(opened())),
        ("solving", lambda: _solve_elsewhere(folder / "solutions")),
    ]


def _decode_assets() -> dict[str, int]:
    """Decode every picture, sound, font and throw, and say how many there were."""
    import pygame as pg  # noqa: PLC0415 - the drivers are chosen before

    from cacho.services.resources import asset  # noqa: PLC0415
    from cacho.ui.offscreen import OffscreenWindow  # noqa: PLC0415
    from cacho.ui.pose import library  # noqa: PLC0415

    window = OffscreenWindow((320, 180))
    pg.mixer.init()
    manifest = json.loads(asset("sounds", "manifest.json").read_text("utf-8"))
    sounds = [pg.mixer.Sound(file=asset("sounds", s["file"])) for s in manifest["sounds"]]
    if not all(sound.get_length() > 0 for sound in sounds):
        raise ValueError("a sound is empty")
    faces = window.canvas.typeface.faces
    for face in faces.values():
        pg.font.Font(asset("fonts", face.file), 40).render("¿Ñandú? 17", True, (0, 0, 0))
    throws = library()
    for dice in range(1, 6):
        for index in range(throws.count(dice)):
            throws.get(dice, index)
    return {
        "sprites": window.canvas.sprites.decode_all(),
        "sounds": len(sounds),
        "fonts": len(faces),
        "throws": sum(throws.count(dice) for dice in range(1, 6)),
    }


def _open(folder: Path) -> App:
    from cacho.services import i18n  # noqa: PLC0415
    from cacho.services.paths import Home, prepare  # noqa: PLC0415
    from cacho.services.settings import Settings  # noqa: PLC0415
    from cacho.services.store import MatchStore  # noqa: PLC0415
    from cacho.ui.app import App, Wishes  # noqa: PLC0415
    from cacho.ui.offscreen import OffscreenWindow, Silence  # noqa: PLC0415

    home = Home(data=folder / "data", config=folder / "config")
    prepare(home)
    i18n.set_language("es")
    return App(
        window=OffscreenWindow((960, 540)),
        sounds=Silence(),
        home=home,
        store=MatchStore(home),
        settings=Settings(language="es"),
        wishes=Wishes(seed=SEED),
    )


def _draw_scenes(app: App) -> list[str]:
    """Draw every scene once, in both languages."""
    from cacho.services import i18n  # noqa: PLC0415
    from cacho.ui.scenes.confirm import Confirm  # noqa: PLC0415
    from cacho.ui.scenes.helping import Helping  # noqa: PLC0415
    from cacho.ui.scenes.howto import HowTo  # noqa: PLC0415
    from cacho.ui.scenes.options import Options  # noqa: PLC0415
    from cacho.ui.scenes.pause import Pause  # noqa: PLC0415
    from cacho.ui.scenes.players import Players  # noqa: PLC0415
    from cacho.ui.scenes.practice import Practice  # noqa: PLC0415
    from cacho.ui.scenes.title import Title  # noqa: PLC0415

    drawn = set()
    for language in ("en", "es"):
        i18n.set_language(language)
        app.go(Title(app))
        for scene in (Players, Options, Helping, Practice, HowTo, Pause):
            app.push(scene(app))
            app.draw(0.0)
            drawn.add(app.top.name)
            app.pop()
        app.push(Confirm(app, "¿?", "", "sí", "no", app.pop))
        app.draw(0.0)
        drawn |= {app.top.name, app.stack[0].name}
        app.pop()
        app.draw(0.0)
    return sorted(drawn | {"table", "results", "replay", "review"})


def _play_match(app: App) -> dict[str, Any]:
    """Play four seats to the end as the screen does: every act drawn and on disk."""
    from cacho.engine import Hold, Note, Roll, check_invariants, points_of  # noqa: PLC0415
    from cacho.ui.scenes.dicepage import DicePage  # noqa: PLC0415
    from cacho.ui.scenes.evening import EveningPage  # noqa: PLC0415
    from cacho.ui.scenes.history import History  # noqa: PLC0415
    from cacho.ui.scenes.person import People  # noqa: PLC0415
    from cacho.ui.scenes.replay import Replay  # noqa: PLC0415
    from cacho.ui.scenes.review import ReviewPage  # noqa: PLC0415
    from cacho.ui.scenes.table import Table  # noqa: PLC0415
    from cacho.ui.scenes.waiting import Waiting  # noqa: PLC0415

    chance = random.Random(7)
    app.start_match(NAMES, "lot")
    table = app.top
    if not isinstance(table, Table):
        raise TypeError("a match begins at the table")
    _settle(app)
    while table.state.outcome is None:
        table.card_since = None
        table.submit(Roll())
        _settle(app)
        if table.state.may_roll and chance.random() < 0.5:
            table.submit(Hold(frozenset(chance.sample(range(1, 6), 2))))
            table.submit(Roll())
            _settle(app)
        worth = points_of(table.state)
        if worth:
            table.submit(Note(max(worth, key=lambda box: worth[box])))
            _settle(app)
        check_invariants(table.state)
    app.draw(0.0)
    if app.top.name != "results":
        raise RuntimeError("a match ends with its results")
    log = table.session.match.log
    for scene in (Replay, ReviewPage):
        app.push(scene(app, table.session.setup, log))
        app.draw(0.0)
        app.pop()
    for page in (History, People, EveningPage, DicePage, Waiting):
        app.push(page(app))
        app.draw(0.0)
        app.pop()
    return {"seats": len(NAMES), "actions": len(log), "totals": list(table.state.totals)}


def _settle(app: App) -> None:
    """Let what moves come to rest, drawing now and then."""
    for step in range(60 * 120):
        if not app.moving:
            break
        app.step(1 / 120)
        if step % 40 == 0:
            app.draw(0.0)
    app.draw(0.0)


def _read_record(app: App) -> dict[str, Any]:
    """Put the match away, read its record, and play it again: it must end the same."""
    from cacho.engine import parse_record, replay  # noqa: PLC0415

    session = app.store.resume()
    if session is None:
        raise RuntimeError("the match that was played is open")
    totals = session.state.totals
    session.finish()
    (file,) = app.home.finished.glob("*.cacho")
    again = replay(parse_record(file.read_bytes()))
    if again.state.totals != totals:
        raise ValueError("the record tells another match than was played")
    app.store.close()
    return {"bytes": file.stat().st_size, "same": True}


def _solve_elsewhere(folder: Path) -> dict[str, Any]:
    """Have rules of one roll solved by this program, started once more."""
    from cacho.engine import CASUAL, with_fields  # noqa: PLC0415
    from cacho.services.solving import Solving  # noqa: PLC0415

    rules = with_fields(CASUAL, {"turning": "0-0"})
    solving = Solving(folder)
    solving.ask(rules)
    until = time.monotonic() + SOLVE_WAIT
    while not solving.settled(rules) and time.monotonic() < until:
        time.sleep(0.02)
    solution = solving.solution(rules)
    solving.close()
    if solution is None or not solution.scored:
        raise RuntimeError("the other process solved nothing")
    return {"expected": round(solution.expected, 6), "kept": len(list(folder.iterdir()))}
