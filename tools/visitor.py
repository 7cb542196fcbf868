"""How a person goes through the real game: from the title to the table, a turn, a whole match.

Owns the names of the targets that window tests and measurements press. Everything is done through
`RealGame`, by mouse or by keys, and read from the layout file and the match's own record.
"""

import time
import unicodedata
from pathlib import Path

from cacho.ui.scenes.results import Results
from tools.desktop import CALM, Layout, RealGame

BOXES = (
    "balas",
    "tontos",
    "trenes",
    "cuadras",
    "quinas",
    "senas",
    "escalera",
    "full",
    "poker",
    "grande.1",
    "grande.2",
)
DEAD_KEYS = {"\u0301": "dead_acute", "\u0308": "dead_diaeresis"}
KEYSYMS = {" ": "space", "ñ": "ntilde", "Ñ": "Ntilde", ".": "period", "-": "minus"}


def sit_down(game: RealGame, *names: str, players: int = 0) -> None:
    """Go from the title to the table with these players, or with so many who give no name.

    Who starts is decided by lot if there are several.
    """
    game.click("play")
    game.wait_scene("players")
    wanted = len(names) or players or 1
    while seats(game.layout()) < wanted:
        game.click("add")
    while seats(game.layout()) > wanted:
        game.click(f"remove.{seats(game.layout())}")
    for number, name in enumerate(names, 1):
        game.click(f"name.{number}")
        write(game, name)
    game.click("start")
    game.wait(lambda now: now.quiet and {"card", "roll"} & set(now.targets), "a turn")
    take_card(game)


def write(game: RealGame, name: str) -> None:
    """Type a name, the accents as one does on a Latin American keyboard."""
    for letter in name:
        plain, *marks = unicodedata.normalize("NFD", letter)
        dead = [DEAD_KEYS[mark] for mark in marks if letter not in "ñÑ"]
        game.key(*dead, KEYSYMS.get(letter, plain))


def seats(layout: Layout) -> int:
    """Count the seats on the players' screen."""
    return sum(name.startswith("name.") for name in layout.targets)


def take_card(game: RealGame) -> None:
    """Take the next player's card away if one lies on the table."""
    if "card" in game.wait_quiet().targets:
        game.click("card")
        game.wait_target("roll")


def record(game: RealGame) -> str:
    """Give the record of the newest match, open or finished."""
    folder = game.home / "matches"
    files = [*folder.glob("*.cacho"), *folder.glob("finished/*.cacho")]
    return max(files, key=lambda file: file.stat().st_mtime).read_text("utf-8") if files else ""


def rolls(game: RealGame) -> list[str]:
    """Give the lines of all rolls so far."""
    return [line for line in record(game).splitlines() if line.startswith("roll ")]


def roll(game: RealGame) -> None:
    """Click the roll button and wait until the roll is written down and the dice lie."""
    before = len(rolls(game))
    game.click("roll")
    wait_rolled(game, before)


def wait_rolled(game: RealGame, before: int) -> None:
    """Wait until one more roll than before is written down, and the dice lie."""
    game.wait(lambda now: now.quiet and len(rolls(game)) > before, "roll")


def note(game: RealGame, box: str) -> None:
    """Click a box; where that would cross it out, say yes."""
    before = notes(game)
    game.click(f"box.{box}")
    if asked(game, before):
        game.click("yes")
    wait_noted(game, before)


def notes(game: RealGame) -> int:
    """Count the notes so far."""
    return record(game).count("\nnote ")


def asked(game: RealGame, before: int) -> bool:
    """After a box was pressed: whether the question came up, rather than the note."""
    game.wait(lambda now: now.scene == "confirm" or notes(game) > before, "answer to the press")
    return game.layout().scene == "confirm"


def wait_noted(game: RealGame, before: int) -> None:
    """Wait until a note is written and the next turn, or the end, is on the screen."""
    game.wait(lambda _now: notes(game) > before, "note in the record")
    time.sleep(0.15)  # it is on disk before it shows
    ready = {"card", "roll", "rematch"}
    game.wait(lambda now: now.quiet and ready & set(now.targets) != set(), "turn after the note")


def focus(game: RealGame, target: str) -> None:
    """Bring the focus to a target with the Tab key, as often as it takes."""
    for _press in range(len(game.wait_target(target).targets) + 2):
        before = game.layout().focus
        if before == target:
            return
        game.key("Tab")
        game.wait(lambda now, before=before: now.focus != before, "another focus")
    raise LookupError(f"Tab never comes to {target}")


def turn_by_keys(game: RealGame, box: str, tries: int = 1) -> None:
    """A whole turn without a mouse: the card, a roll or two, a die held between, a note."""
    if "card" in game.wait_quiet().targets:
        time.sleep(CALM)
        game.key("space")
        game.wait_target("roll")
    for number in range(tries):
        if number:
            time.sleep(CALM)
            game.key("1")
        before = len(rolls(game))
        time.sleep(CALM)
        game.key("space")
        wait_rolled(game, before)
    before = notes(game)
    focus(game, f"box.{box}")
    time.sleep(CALM)
    game.key("Return")
    if asked(game, before):
        focus(game, "yes")
        game.key("Return")
    wait_noted(game, before)


def read_results(game: RealGame) -> None:
    """Wait for the results and look who pays; the screen takes no press before one could."""
    game.wait_scene("results")
    time.sleep(Results.calm)


def finished(home: Path) -> list[Path]:
    """Give the records of finished matches."""
    return sorted((home / "matches" / "finished").glob("*.cacho"))
