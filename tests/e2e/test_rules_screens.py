"""Rules in the real window: chosen, changed, kept, read, and remembered by the next start."""

from collections.abc import Callable

import pytest

from tools import visitor
from tools.desktop import RealGame

pytestmark = pytest.mark.window
StartGame = Callable[..., RealGame]


def test_house_rules_are_set_named_played_and_remembered(real_game: StartGame) -> None:
    game = real_game("--windowed", "--speed", "none")
    game.click("play")
    game.wait_scene("players")
    game.click("rules")
    game.wait_scene("rules")
    game.click("card.4")
    game.click("house")
    game.wait_scene("house")
    game.key("4")  # the page of noting
    game.wait(lambda now: "crossing" in now.targets, "the page")
    game.click("crossing")  # its middle: lenient
    game.click("keep")
    game.wait_scene("naming")
    visitor.write(game, "Los jueves")
    game.key("Return")
    game.wait_scene("house")
    game.click("book")
    game.wait_scene("book")
    game.key("Escape")
    game.wait_scene("house")
    game.click("done")
    game.wait_scene("rules")
    game.click("done")
    game.wait_scene("players")
    game.click("start")
    game.wait(lambda now: now.quiet and {"card", "roll"} & set(now.targets), "a turn")
    written = visitor.record(game)
    assert "rules alalay crossing=lenient\ncalled Los jueves\n" in written
    game.kill()
    again = real_game("--windowed", "--speed", "none")
    again.click("play")
    again.wait_scene("players")
    again.click("rules")
    again.wait_scene("rules")
    assert "delete" in again.layout().targets  # the kept ones are chosen
