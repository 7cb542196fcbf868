"""A file of the game is missing or damaged: one sentence, and the game goes on where it can."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cacho.services import resources
from cacho.services.paths import Home, prepare
from cacho.services.settings import Settings
from cacho.services.store import MatchStore
from cacho.ui import pose
from cacho.ui.app import App
from cacho.ui.messages import MessageLine
from cacho.ui.offscreen import OffscreenWindow, Silence
from cacho.ui.scenes.title import LEATHERS, Title, wood
from tools import stages

FILES = [
    "fonts/caveat-brush.ttf",
    "fonts/patrick-hand.ttf",
    "sprites/die/matcaps.png",
    "sprites/paper/big_0.webp",
    "sprites/cup/idle.webp",
    "sprites/ui/button_dark_disabled.webp",
    "sprites/ui/button_tan_normal.webp",
    "sprites/table/table_1080.jpg",
    "sprites/table/laid_1080.jpg",
    "sprites/table/title_1080.jpg",
    "sprites/table/title_2160.jpg",
    "throws/throws.bin",
]
SIZES = {
    "sprites/table/title_1080.jpg": (2560, 1080),
    "sprites/table/title_2160.jpg": (2560, 1440),
}
"""Windows for which a file is needed; all others are for a small one."""


@pytest.fixture
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the assets that the game takes for its own."""
    folder = tmp_path / "assets"
    shutil.copytree(resources.asset_root(), folder, ignore=shutil.ignore_patterns("*.ogg"))
    monkeypatch.setattr(resources, "asset_root", lambda: folder)
    monkeypatch.setattr("cacho.ui.drawing.die.asset_root", lambda: folder)
    monkeypatch.setattr(resources, "_lost", {})
    pose.library.cache_clear()
    pose._unpacked.cache_clear()
    yield folder
    pose.library.cache_clear()
    pose._unpacked.cache_clear()


def play_a_little(folder: Path, size: tuple[int, int] = (1280, 720)) -> App:
    """Show the title, sit down, roll twice and note, everything drawn."""
    home = Home(data=folder / "data", config=folder / "config")
    prepare(home)
    window = OffscreenWindow(size)
    window.canvas.sprites.decode_ahead(wood(size[0]), size, LEATHERS)  # as a start does
    app = App(
        window=window,
        sounds=Silence(),
        home=home,
        store=MatchStore(home),
        settings=Settings(language="es", fullscreen=False),
    )
    app.go(Title(app))
    app.draw(0.0)
    app.rest()
    stages.first_roll(app, 3)
    app.draw(0.0)
    app.rest()
    table = stages.deciding(app, stages.FRIENDS[:3], turns=1)
    assert table.state.rolls == 2
    app.draw(0.0)
    app.rest()
    app.draw(0.0)
    app.store.close()
    return app


@pytest.mark.parametrize("damage", ["missing", "damaged"])
@pytest.mark.parametrize("file", FILES)
def test_the_game_goes_on_and_says_which(
    assets: Path, tmp_path: Path, file: str, damage: str
) -> None:
    if damage == "missing":
        (assets / file).unlink()
    else:
        (assets / file).write_bytes((assets / file).read_bytes()[:40])
    told: list[str] = []
    tell = MessageLine.tell

    def kept(line: MessageLine, text: str, now: float) -> None:
        told.append(text)
        tell(line, text, now)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MessageLine, "tell", kept)
        play_a_little(tmp_path, SIZES.get(file, (1280, 720)))
    assert any(Path(file).name in text for text in told)


@pytest.mark.usefixtures("assets")
def test_with_all_files_there_is_nothing_to_say(tmp_path: Path) -> None:
    play_a_little(tmp_path)
    assert resources.take_lost() == ()
