"""What every test finds: no screen, no sound, no access to the player's own folders.

Owns the options of the whole run (`--soak`, `CACHO_NO_SKIPS`). The environment set here is meant
for this process; a test that starts the real program builds its environment with
`tools.desktop.clean_environment`, so the silent drivers never reach a real window.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from cacho.services import i18n
from tools.desktop import FROM_SOURCE, RealGame, Screen, missing_programs

QUIET = {
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    "LANG": "es_BO.UTF-8",
}
settings.register_profile(
    "any machine", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")  # no test fails because the machine has other things to do
FAILED = pytest.StashKey[bool]()
UNSET = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "DISPLAY", "WAYLAND_DISPLAY", "CACHO_TRACE")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run randomised tests for long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests marked `soak` out of a normal run."""
    if config.getoption("--soak"):
        return
    long = [item for item in items if item.get_closest_marker("soak")]
    if long:
        items[:] = [item for item in items if item not in long]
        config.hook.pytest_deselected(items=long)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item):
    """With CACHO_NO_SKIPS set (continuous integration) a skipped test is a failed one."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    if report.skipped and os.environ.get("CACHO_NO_SKIPS") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped: {report.longrepr[2]}"
    return report


@pytest.fixture(scope="session", autouse=True)
def _quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    home: Path = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in QUIET.items():
            patch.setenv(name, value)
        for name in UNSET:
            patch.delenv(name, raising=False)
        patch.setenv("HOME", str(home))
        patch.setenv("CACHO_HOME", str(home / "cacho"))
        yield


@pytest.fixture(autouse=True)
def _spanish() -> None:
    """Every test begins in the language of the source, whatever the one before it spoke."""
    i18n.set_language("es")


@pytest.fixture(scope="session")
def soak(request: pytest.FixtureRequest) -> bool:
    """Whether randomised tests shall take their time (`make soak`)."""
    return bool(request.config.getoption("--soak"))


@pytest.fixture(scope="session")
def screen() -> Iterator[Screen]:
    """A display of 1920 x 1080 with a window manager and a Latin American keyboard."""
    if lacking := missing_programs():
        pytest.skip(f"no {', '.join(lacking)} here: make deps")
    with Screen() as display:
        yield display


@pytest.fixture
def real_game(
    screen: Screen, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Callable[..., RealGame]]:
    """Start the real game, as often as wanted; it is the same player each time.

    `real_game("--windowed", scene="title")`; `program` is another way to start it. When the test
    fails, what the last one showed lies in var/failed/.
    """
    games: list[RealGame] = []

    def start(*options: str, scene: str = "title", **more: object) -> RealGame:
        program = more.pop("program", FROM_SOURCE)
        games.append(RealGame(screen, tmp_path / "player", *options, program=program, **more))
        return games[-1].start(scene)

    yield start
    if games and games[-1].running and request.node.stash.get(FAILED, False):
        name = request.node.name.replace("/", "_")
        games[-1].save_picture(request.config.rootpath / "var" / "failed" / f"{name}.png")
    for game in games:
        game.kill()
