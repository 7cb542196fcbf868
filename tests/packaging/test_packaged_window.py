"""The packaged program on a screen: a double-click, a few presses, a picture that is not blank."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tools import visitor
from tools.desktop import RealGame

pytestmark = [pytest.mark.package, pytest.mark.window]


@pytest.mark.usefixtures("untouched")
def test_it_plays(real_game: Callable[..., RealGame], program: Path, tmp_path: Path) -> None:
    game = real_game("--speed", "none", program=[program], cwd=tmp_path)
    assert colours(game) > 1000
    visitor.sit_down(game, players=2)
    visitor.roll(game)
    game.click("die.2")
    visitor.roll(game)
    visitor.note(game, "balas")
    assert colours(game) > 1000
    assert visitor.record(game).count("\nnote balas\n") == 1
    loaded = Path(f"/proc/{game.pid}/maps").read_text(encoding="utf-8")
    assert "libGL" not in loaded
    assert str(program.parent) in loaded
    game.kill()

    again = real_game(program=[program], cwd=tmp_path)
    assert "resume" in again.layout().targets
    assert again.close() == 0


def colours(game: RealGame) -> int:
    """Count the different colours of every fourth pixel of its window."""
    picture = game.picture()
    width, height = picture.get_size()
    return len(
        {picture.get_at_mapped((x, y)) for x in range(0, width, 4) for y in range(0, height, 4)}
    )
