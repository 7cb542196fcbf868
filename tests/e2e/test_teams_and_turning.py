"""A pair by the rules of Alalay in the real window: who notes what, and which dice turn over."""

from collections.abc import Callable

import pytest

from cacho.engine import parse_record, replay
from tools import visitor
from tools.desktop import RealGame

pytestmark = pytest.mark.window
StartGame = Callable[..., RealGame]


def test_a_pair_turns_dice_and_notes_the_partners_result(real_game: StartGame) -> None:
    """R-20, R-29: the mouse chooses the partner's dice; then the own are turned by hand."""
    dice = "6,6,6,1,2,2,2,2,3,3,1,2,3,4,6,1,1,2,3,5,6,6,4"
    game = real_game("--windowed", "--speed", "none", "--seed", "9", "--dice", dice)
    game.click("play")
    game.wait_scene("players")
    game.click("rules")
    game.wait_scene("rules")
    game.click("card.4")
    game.key("Tab")
    game.click("teams")  # its middle: pairs
    game.click("done")
    game.wait_scene("players")
    game.key("Escape")
    game.wait_scene("title")
    visitor.sit_down(game, "Ana", "Luis")
    both_roll(game)
    game.click("result.1")
    game.click("box.tontos")
    visitor.wait_noted(game, 0)
    assert total(game) == 2, "hers, not the 6 of the own dice"
    both_roll(game)
    game.click("die.1")
    game.click("die.2")
    visitor.roll(game)
    game.click("die.3")  # 1-1-6-6-4: one of the sixes is turned, the box would turn both
    game.click("box.balas")
    visitor.wait_noted(game, 1)
    assert total(game) == 2 + 3


def both_roll(game: RealGame) -> None:
    """The first partner rolls once and leaves the dice; the second rolls once."""
    visitor.take_card(game)
    visitor.roll(game)
    game.click("stand")
    visitor.take_card(game)
    visitor.roll(game)


def total(game: RealGame) -> int:
    return replay(parse_record(visitor.record(game))).state.sheets[0].total
