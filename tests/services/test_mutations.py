"""Records that were damaged or made up in any way: a clear word, the good part, nothing lost.

Ten thousand of them in `make soak`, a share in a normal run.
"""

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cacho.engine import (
    RecordError,
    check_invariants,
    parse_record,
    recover,
    replay,
    transcript,
    verify,
)
from cacho.services.history import History
from cacho.services.notices import NoticeKind
from cacho.services.paths import Home
from cacho.services.store import MatchStore
from cacho.services.summary import summarise

TESTS = Path(__file__).parents[1]
KEPT = [path.read_bytes() for path in sorted(TESTS.glob("*/**/*.cacho"))]
LINES = sorted({line for data in KEPT for line in data.split(b"\n")})
WORDS = sorted({word for line in LINES for word in line.split()})
ODD = [
    b"",
    b"\xff",
    b"\x00",
    "ñ".encode(),
    "\u202e".encode(),
    b"9" * 50,
    b"-1",
    b"# seed 00",
    b"\r",
]

Change = Callable[[bytes, random.Random], bytes]


def other_byte(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def without_some(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + data[at + chance.randrange(1, 200) :]


def by_lines(change: Callable[[list[bytes], int, random.Random], None]) -> Change:
    def changed(data: bytes, chance: random.Random) -> bytes:
        lines = data.split(b"\n")
        change(lines, chance.randrange(len(lines)), chance)
        return b"\n".join(lines)

    return changed


def other_word(lines: list[bytes], at: int, chance: random.Random) -> None:
    words = lines[at].split() or [b""]
    words[chance.randrange(len(words))] = chance.choice([*WORDS, *ODD])
    lines[at] = b" ".join(words)


CHANGES: list[Change] = [
    other_byte,
    cut,
    without_some,
    by_lines(lambda lines, at, chance: lines.insert(at, chance.choice(LINES))),
    by_lines(lambda lines, at, chance: lines.insert(at, lines[chance.randrange(len(lines))])),
    by_lines(lambda lines, at, _: lines.pop(at)),
    by_lines(lambda lines, at, chance: lines.insert(at, chance.choice(ODD))),
    by_lines(lambda lines, at, chance: chance.shuffle(lines)),
    by_lines(other_word),
    by_lines(other_word),
]


def mutated(number: int) -> bytes:
    """The same record for the same number, changed once or several times."""
    chance = random.Random(number)
    data = chance.choice(KEPT)
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        data = chance.choice(CHANGES)(data, chance) or b"\n"
    return data


def test_whatever_a_record_says_it_is_read_or_refused(soak: bool) -> None:
    """And what was read is a match that the rules allow, whose good part is saved."""
    good = 0
    for number in range(10_000 if soak else 400):
        data = mutated(number)
        verify(data)
        try:
            match, warnings = recover(data)
        except RecordError:
            continue
        check_invariants(match.state)
        good += not warnings
        assert len(warnings) <= 1
        if warnings:
            lines = data.split(b"\n")[: warnings[0].line_no - 1]
            sound = b"".join(line + b"\n" for line in lines)
            assert replay(parse_record(sound)).log == match.log
        transcript(match)
        summarise(match.setup, match.log)
    assert good > 20, "some changes do no harm"


def test_the_game_goes_on_beside_any_record(home: Home, soak: bool) -> None:
    """It is offered, told of, or set aside under another name; there is always a match to play."""
    spare = home.matches / "spare.cacho"
    path = home.matches / "newest.cacho"
    for number in range(2_000 if soak else 60):
        data = mutated(100_000 + number)
        for file in home.matches.glob("*.*"):
            file.unlink()
        spare.write_text("cacho 2\nmatch spare\nrules casual\nseat Ana\nstart 1\n\n", "utf-8")
        os.utime(spare, (1, 1))
        path.write_bytes(data)
        store = MatchStore(home)
        session = store.resume()
        assert session is not None
        told = {notice.kind for notice in store.take_notices()}
        aside = [file.read_bytes() for file in home.matches.glob("newest.cacho.damaged-*")]
        if told & {NoticeKind.MATCH_DAMAGED, NoticeKind.MATCH_RECOVERED}:
            assert aside == [data]
        elif session.path == spare:
            assert NoticeKind.MATCH_NEWER in told
            assert path.read_bytes() == data
        possible = session.match.legal_actions
        if possible and not session.setup.own_dice:
            session.submit(possible[-1])
            assert replay(parse_record(session.path.read_bytes())).state == session.state
        store.close()


def test_any_records_among_the_finished_ones_are_read_or_passed_over(
    home: Home, soak: bool
) -> None:
    for number in range(2_000 if soak else 60):
        (home.finished / f"{number}.cacho").write_bytes(mutated(200_000 + number))
    history = History(home)
    assert history.catch_up() == 0
    count = history.count()
    assert len(history.games(limit=-1)) == count > 0
    assert history.people()
    assert history.rebuild() == count
    assert history.take_notices() == ()
    history.close()


ROLLED = ["roll 1 1 2 3 4"]
HEADER = "cacho 2\nmatch evil\nrules casual\nseat Ana\nseat Luis\nstart 1\n\n"


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ([], ["ask 1 coach"]),
        ([], ["hand 1 person " + "ñ" * 20]),
        (ROLLED, ["note balas", "undo"]),
        (ROLLED, ["hold 1", "hold 2"]),
        (
            ["roll 1 1 2 3 4"],
            ["note balas", "# commit " + "0" * 9, "roll 1 1 2 3 4", "undo agreed"],
        ),
        ([], ["# seed " + "00" * 16]),
    ],
    ids=["ask", "hand", "regret", "hold", "commits", "seeds"],
)
def test_a_record_as_long_as_may_be_is_read_in_bounded_time(
    first: list[str], again: list[str], soak: bool
) -> None:
    """Longer ones are refused unread; see tests/engine/test_record.py."""
    times = (99_000 if soak else 9_900) // len(again)
    text = HEADER + "\n".join([*first, *again * times]) + "\n"
    begin = time.process_time()
    replay(parse_record(text))
    verify(text)
    assert time.process_time() - begin < (60 if soak else 6)
