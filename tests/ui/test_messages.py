"""The message line: sentences come and go, what went wrong on the disk is seen by everybody."""

import errno
import os
from collections.abc import Sequence

import pytest

from cacho.services import safefile
from cacho.ui.messages import SAY_SECONDS, MessageLine
from cacho.ui.scenes.players import Players
from cacho.ui.scenes.rules import Rules
from cacho.ui.scenes.title import Title
from tests.ui.helpers import make_app, says, settle, wait

UNSAVED = "No se puede guardar la partida"


def seen(line: MessageLine, seconds: Sequence[float]) -> list[str]:
    shown = []
    for now in seconds:
        line.rest(now)
        shown.append(line.sentence)
    return shown


def test_a_sentence_goes_by_itself_and_a_new_one_takes_its_place() -> None:
    line = MessageLine()
    line.say("one", 0.0, "R-03")
    line.say("two", 1.0)
    assert (line.sentence, line.rule) == ("two", "")
    assert seen(line, [SAY_SECONDS, SAY_SECONDS + 2]) == ["two", ""]


def test_notices_wait_for_each_other() -> None:
    line = MessageLine()
    for notice in ("names", "match", "names"):
        line.tell(notice, 0.0)
    assert seen(line, [0.1, 4.1, 8.0, 8.2, 12.3]) == ["names", "match", "match", "", ""]


def test_a_notice_that_was_covered_comes_back() -> None:
    line = MessageLine()
    line.tell("match", 0.0)
    line.say("first roll the dice", 0.5)
    assert seen(line, [0.6, 4.6, 8.5, 8.7]) == ["first roll the dice", "match", "match", ""]


def test_a_notice_that_was_read_does_not_come_back() -> None:
    line = MessageLine()
    line.tell("match", 0.0)
    line.fall_silent()
    assert seen(line, [0.1, 5.0]) == ["", ""]


def test_what_only_tells_what_happened_gives_way_to_what_happens_next() -> None:
    line = MessageLine()
    line.say("Ana begins", 0.0, passing=True)
    line.give_way()
    assert line.sentence == ""
    line.say("not now", 1.0)
    line.give_way()
    assert line.sentence == "not now"


def test_a_page_takes_along_what_was_said_on_it_but_no_notice() -> None:
    line = MessageLine()
    line.say("too long", 0.0)
    line.turn_page()
    assert line.sentence == ""
    line.tell("match", 1.0)
    line.turn_page()
    assert line.sentence == "match"


@pytest.mark.parametrize("leave", ["pop", "push"])
def test_a_refusal_ends_with_its_page(leave: str) -> None:
    """Else it lies over the buttons of the next one."""
    app = make_app()
    app.go(Title(app))
    app.push(Players(app))
    app.refuse("Un nombre tiene como máximo 16 letras.")
    assert says(app, "16 letras")
    app.pop() if leave == "pop" else app.push(Rules(app))
    assert not says(app, "16 letras")


def test_a_match_that_begins_on_a_full_disk_is_told_whatever_else_there_is_to_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """V02: the lot, the song and the names that were not kept either must not hide it."""
    app = make_app()

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(safefile, "replace_file", full)
    app.start_match(("Ana", "Luis"), "lot")
    app.say("Empieza Ana.")
    told = False
    for _ in range(60):
        told = told or says(app, UNSAVED)
        settle(app)
        wait(app, 0.5)
    assert told
    assert not list(app.home.matches.glob("*.cacho"))
    assert not says(app, UNSAVED), "once is enough"
