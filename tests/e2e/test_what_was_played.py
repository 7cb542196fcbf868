"""In the real window: a dormida is seen again, watched, kept as a picture, found in the history."""

from collections.abc import Callable

import pytest

from tools import visitor
from tools.desktop import RealGame, eventually

pytestmark = pytest.mark.window
StartGame = Callable[..., RealGame]


def test_a_dormida_is_seen_again_kept_and_found(real_game: StartGame) -> None:
    game = real_game("--dice", "4,4,4,4,4", "--speed", "none")
    visitor.sit_down(game, "Ana", "Luz")
    game.click("roll")
    visitor.read_results(game)
    game.click("throw")
    game.wait_scene("replay")
    game.click("back")
    game.wait_scene("results")
    game.click("keep")
    pictures = game.home / "pictures"
    eventually(lambda: list(pictures.glob("*.png")), "the sheet among the pictures")
    game.click("title")
    game.wait_scene("title")
    game.click("history")
    game.wait_target("game.1")
    game.click("game.1")
    game.wait_target("watch")
    game.click("watch")
    game.wait_scene("replay")
    game.key("End")
    game.key("space")
    game.wait(lambda now: not now.quiet, "the match playing again from its beginning")
    game.key("Escape")
    game.wait_scene("game")
    game.key("Escape")
    game.wait_scene("history")
    game.click("evening")
    game.wait_scene("evening")


def test_a_table_rolls_its_own_dice(real_game: StartGame) -> None:
    game = real_game("--speed", "none")
    game.click("play")
    game.wait_scene("players")
    while visitor.seats(game.layout()) > 1:
        game.click(f"remove.{visitor.seats(game.layout())}")
    game.key("Escape")  # no name is written
    game.wait_target("dice")
    visitor.focus(game, "dice")
    game.key("Return")
    game.click("start")
    game.wait_target("face.1")
    game.key("3", "3", "6", "1", "2")
    game.wait_target("ready")
    game.key("space")
    game.wait_target("die.1")
    game.click("die.1")
    game.click("die.2")
    for face in (3, 5, 5):
        game.click(f"face.{face}")
    game.wait_target("ready")
    game.key("Return")
    game.wait(lambda _now: len(visitor.rolls(game)) == 2, "the second roll in the record")
    assert visitor.rolls(game) == ["roll 3 3 6 1 2", "roll 3 5 5"]
    assert "dice table" in visitor.record(game)
