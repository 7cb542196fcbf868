"""A dormida is one moment: the dice come to rest, turn where they must, and then it gets dark."""

import pytest

from cacho.engine import CASUAL, COCH, Level, Match, Roll, Ruleset, ScriptedDice, Seat, Setup
from cacho.ui.drawing.die import top_face
from cacho.ui.painter import DieItem, Text, Veil
from cacho.ui.scenes.replay import Replay
from tests.ui.helpers import TestedApp, click, items_of, key, make_app, scenes, turn
from tests.ui.test_bots_at_table import sit, until

CASES = [(CASUAL, "44444", 4), (COCH, "44443", 4), (COCH, "33343", 3)]


class Watcher:
    """Writes down the dark, the banner and the dice of every picture of the table."""

    def __init__(self, app: TestedApp) -> None:
        self.app = app
        self.dark: list[int] = []
        self.banner: list[bool] = []
        self.tops: list[tuple[int, ...]] = []
        app.watch = self.look

    def look(self) -> None:
        if self.app.top.name not in ("table", "replay"):
            return
        shown = list(items_of(self.app.window.layers))
        self.dark.append(max((i.alpha for i in shown if isinstance(i, Veil)), default=0))
        self.banner.append(any(isinstance(i, Text) and i.tag == "dormida" for i in shown))
        dice = [i for i in shown if isinstance(i, DieItem)]
        self.tops.append(tuple(top_face(d.orientation) for d in dice if d.still))

    def assert_one_fade(self, face: int) -> None:
        assert self.dark == sorted(self.dark), "it never gets lighter again"
        assert self.banner == sorted(self.banner), "the banner comes once"
        assert self.banner[-1]
        for dark, banner, tops in zip(self.dark, self.banner, self.tops, strict=True):
            assert not banner or dark == max(self.dark), "it comes once it is dark"
            assert not dark or tops == (face,) * 5, "the dice lie, and turned, before that"


@pytest.mark.parametrize(("rules", "dice", "face"), CASES)
@pytest.mark.parametrize(
    "settings",
    [{}, {"speed": "fast"}, {"reduced_motion": True}, {"throw_way": "golpe"}, {"own_dice": True}],
    ids=str,
)
def test_a_persons_dormida_is_one_fade(
    rules: Ruleset, dice: str, face: int, settings: dict[str, object]
) -> None:
    app = sit([Seat("Ana"), Seat("Luis")], rules, dice, **settings)
    watcher = Watcher(app)
    if "own_dice" in settings:
        for pressed in dice:
            key(app, pressed)
        key(app, "enter")
    else:
        click(app, "roll")
    until(app, "results")
    watcher.assert_one_fade(face)


@pytest.mark.parametrize(("rules", "dice", "face"), CASES)
@pytest.mark.parametrize("pace", ["slow", "fast"])
def test_a_bots_dormida_is_one_fade(rules: Ruleset, dice: str, face: int, pace: str) -> None:
    app = sit([Seat("Chelita", Level.PARROQUIANO), Seat("Ana")], rules, dice, pace=pace)
    watcher = Watcher(app)
    until(app, "results")
    watcher.assert_one_fade(face)


@pytest.mark.parametrize(("rules", "dice", "face"), CASES)
@pytest.mark.parametrize("still", [False, True])
def test_a_dormida_that_is_watched_again_is_one_fade_and_ends_as_it_lay(
    rules: Ruleset, dice: str, face: int, still: bool
) -> None:
    setup = Setup(rules, (Seat("Ana"), Seat("Luis")), 0)
    match = Match(setup, ScriptedDice([int(one) for one in dice]))
    match.submit(Roll())
    app = make_app(reduced_motion=still)
    app.go(Replay(app, setup, match.log))
    watcher = Watcher(app)
    end = app.clock() + 20
    while app.clock() < end:
        turn(app)
    watcher.assert_one_fade(face)
    key(app, "home")
    key(app, "end")
    turn(app)
    assert watcher.tops[-1] == (face,) * 5
    assert scenes(app) == ["replay"]
