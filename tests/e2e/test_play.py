"""Playing in the real window: whole matches, kills at any moment, names from a real keyboard."""

import random
import time
from collections.abc import Callable

import pytest

from cacho.engine import parse_record, replay
from tools import visitor
from tools.desktop import RealGame

pytestmark = pytest.mark.window
StartGame = Callable[..., RealGame]


@pytest.mark.parametrize("players", [2, pytest.param(6, marks=pytest.mark.soak)])
def test_a_match_by_mouse(real_game: StartGame, players: int) -> None:
    game = real_game("--seed", "7", "--speed", "none")
    visitor.sit_down(game, players=players)
    for box in visitor.BOXES:
        for _seat in range(players):
            visitor.take_card(game)
            visitor.roll(game)
            visitor.note(game, box)
    visitor.read_results(game)
    assert replay(parse_record(visitor.record(game))).over
    game.click("title")
    game.wait_scene("title")
    assert len(visitor.finished(game.home)) == 1


def test_a_match_by_keyboard(real_game: StartGame) -> None:
    """Enter starts it, Space rolls, a digit holds, Tab and Enter note."""
    game = real_game("--seed", "8", "--speed", "none")
    game.key("Return")
    game.wait_scene("players")
    for name in ("Ana", "Luz"):
        visitor.write(game, name)
        game.key("Return")
    visitor.focus(game, "start")
    game.key("Return")
    game.wait(lambda now: now.quiet and {"card", "roll"} & set(now.targets), "a turn")
    for box in visitor.BOXES:
        for _seat in range(2):
            visitor.turn_by_keys(game, box, tries=2 if box == "balas" else 1)
    game.wait_scene("results")
    match = replay(parse_record(visitor.record(game)))
    assert match.over
    assert [seat.name for seat in match.state.seats] == ["Ana", "Luz"]


def test_names_from_a_real_keyboard(real_game: StartGame) -> None:
    game = real_game("--windowed", "--speed", "none")
    visitor.sit_down(game, "Ñandú", "José Güell")
    assert "seat Ñandú\nseat José Güell\n" in visitor.record(game)


def test_killed_in_the_middle_of_a_roll(real_game: StartGame) -> None:
    game = real_game("--windowed")
    visitor.sit_down(game)
    game.click("roll")
    game.wait(lambda now: len(visitor.rolls(game)) == 1, "the roll in the record")
    assert not game.layout().quiet, "the roll is on disk before the dice have come to rest"
    game.kill()
    rolled = visitor.rolls(game)

    again = real_game("--windowed")
    again.click("resume")
    again.wait_target("die.1")
    assert visitor.rolls(again) == rolled
    again.click("die.1")
    visitor.roll(again)
    assert visitor.rolls(again)[0] == rolled[0]
    assert len(visitor.rolls(again)[1].split()) == 1 + 4


def test_killed_at_any_moment(real_game: StartGame, soak: bool) -> None:
    """Each start goes on from a record that is the one before, or longer, and replays."""
    chance = random.Random(3)
    game = real_game("--windowed")
    visitor.sit_down(game)
    before = ""
    for _time in range(60 if soak else 5):
        left = len(visitor.record(game).splitlines())
        game.click("roll" if len(visitor.rolls(game)) % 3 < 2 else "take-back")
        time.sleep(chance.uniform(0, 0.5))
        game.kill()
        now = visitor.record(game)
        assert now.startswith(before)
        assert len(now.splitlines()) >= left - 1
        assert not replay(parse_record(now)).over
        before = now[: now.rindex("\n") + 1]
        game = real_game("--windowed")
        game.click("resume")
        game.wait_target("roll")


def test_a_polite_end_keeps_the_match(real_game: StartGame) -> None:
    game = real_game("--windowed", "--speed", "none")
    visitor.sit_down(game, players=3)
    visitor.roll(game)
    kept = visitor.record(game)
    assert game.close() == 0
    assert visitor.record(game) == kept
    again = real_game("--windowed")
    again.click("resume")
    again.wait_target("die.5")


def test_a_damaged_match_is_told_and_kept(real_game: StartGame) -> None:
    game = real_game("--windowed", "--speed", "none")
    visitor.sit_down(game)
    visitor.roll(game)
    game.kill()
    journal = next((game.home / "matches").glob("*.cacho"))
    journal.write_bytes(b"\x00\xff" * 400)
    again = real_game("--windowed")
    again.wait_scene("title")
    assert "resume" not in again.layout().targets
    kept = [file.read_bytes() for file in game.home.rglob("*") if file.is_file()]
    assert b"\x00\xff" * 400 in kept
    visitor.sit_down(again)
