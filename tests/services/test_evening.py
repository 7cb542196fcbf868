"""The evening: what was won and paid since the table sat down, until the table says it is over."""

from collections import Counter

import pytest
from matches import play_out, played, put

from cacho.engine import (
    ALALAY,
    CASUAL,
    PERU,
    Hand,
    Level,
    Seat,
    Setup,
    TakeBack,
    action_line,
    with_fields,
)
from cacho.services.evening import MOST, Evening, load_evening, save_evening
from cacho.services.notices import NoticeKind
from cacho.services.paths import Home
from cacho.services.store import MatchStore

PAIRS = with_fields(CASUAL, {"team_size": "2"})


def one(store: MatchStore, number: int, rules=CASUAL, names=("Ana", "Luis")) -> None:
    seats = tuple(map(Seat, names))
    session = store.start(Setup(rules, seats, 0, f"m{number}"), bytes([number]) * 32)
    play_out(session)
    session.finish()


def test_five_matches_in_three_rulesets_over_two_starts_of_the_program(home: Home) -> None:
    won, paid = Counter[str](), Counter[str]()
    for number, rules in enumerate((CASUAL, ALALAY, PERU, CASUAL, PERU)):
        store = MatchStore(home)
        one(store, number, rules)
        for seat in store.history.game(f"m{number}").seats:
            won[seat.name] += seat.won
            paid[seat.name] += seat.paid
        store.close()
    store = MatchStore(home)
    tally = store.tonight()
    assert tally.games == 5
    assert {line.names[0]: line.won for line in tally.people} == won
    assert {line.names[0]: line.paid for line in tally.people} == paid
    assert [line.won for line in tally.people] == sorted(won.values(), reverse=True)
    assert store.end_evening() is None
    assert store.tonight().games == 0
    store.close()
    store = MatchStore(home)
    assert store.tonight().games == 0
    assert store.history.count() == 5, "the history has them still"
    store.close()


def test_an_evening_begins_with_its_first_match_not_with_the_end_of_it() -> None:
    evening = Evening().add("a", "2026-11-30T20:50").add("b", "2026-11-30T21:40")
    assert evening == Evening("2026-11-30T20:50", ("a", "b"))


def test_pairs_are_counted_beside_people(store: MatchStore) -> None:
    one(store, 1, PAIRS, ("Ana", "Luis", "Eva", "Pía"))
    one(store, 2, PAIRS, ("Luis", "Ana", "Eva", "Pía"))
    one(store, 3)
    tally = store.tonight()
    assert {line.names: line.games for line in tally.teams} == {
        ("Ana", "Luis"): 2,
        ("Eva", "Pía"): 2,
    }
    assert sum(line.won for line in tally.teams) >= 2
    assert {line.names[0]: line.games for line in tally.people} == {
        **{"Ana": 3, "Luis": 3, "Eva": 2, "Pía": 2}
    }


def test_a_rematch_and_a_last_note_taken_back_count_once(store: MatchStore) -> None:
    session = store.start(Setup(CASUAL, (Seat("Ana"),), 0, "m"), bytes(32))
    play_out(session)
    assert store.tonight().games == 1
    session.submit(TakeBack(agreed=True))
    assert store.tonight().games == 0, "it goes on"
    play_out(session)
    assert store.tonight().games == 1
    session.finish()
    assert store.tonight().games == 1


def test_a_crash_between_the_last_line_of_a_match_and_the_tally_loses_nothing(home: Home) -> None:
    """The record alone is written first; whatever of the rest was not, the next start makes up."""
    store = MatchStore(home)
    session = store.start(Setup(CASUAL, (Seat("Ana"),), 0, "m"), bytes(32))
    record = session.path
    play_out(session)
    session.close()
    store.close()
    for untold in ((home.history_file,), (home.history_file, home.evening_file)):
        for file in untold:
            file.unlink()
        store = MatchStore(home)
        assert store.resume() is not None
        assert store.history.count() == store.tonight().games == 1
        store.close()
    with record.open("a") as file:
        file.write(f"{action_line(TakeBack(agreed=True))}\n")
    store = MatchStore(home)
    session = store.resume()
    assert session is not None
    assert store.history.count() == store.tonight().games == 0, "it goes on"
    play_out(session)
    session.finish()
    assert store.history.count() == store.tonight().games == 1
    store.close()


def test_a_match_of_an_evening_that_is_over_stays_with_it(home: Home) -> None:
    store = MatchStore(home)
    play_out(store.start(Setup(CASUAL, (Seat("Ana"),), 0, "m"), bytes(32)))
    store.end_evening()
    store.close()
    store = MatchStore(home)
    assert store.resume() is not None
    assert store.tonight().games == 0
    assert store.history.count() == 1
    store.close()


def test_other_evenings_and_bots_do_not_count(home: Home, store: MatchStore) -> None:
    put(home, played("long-ago", "Ana", date="2020-01-01T20:00"))
    store.history.catch_up()
    session = store.start(Setup(CASUAL, (Seat("Ana"), Seat("Flora", Level.NOVATO)), 0, "m"))
    play_out(session)
    assert [line.names for line in store.tonight().people] == [("Ana",)]


def test_a_match_that_a_bot_won_is_nobodys(store: MatchStore) -> None:
    """Whoever handed their seat on before the end has not won it (R-33); a partner has."""
    for number, rules in enumerate((CASUAL, PAIRS)):
        names = ("Ana", "Luis", "Eva", "Pía")[: 2 * rules.team_size]
        session = store.start(Setup(rules, tuple(map(Seat, names)), 0, f"m{number}"), bytes(32))
        play_out(session)
        seats = store.history.game(f"m{number}").seats
        winner = next(n for n, seat in enumerate(seats) if seat.won)
        session.submit(TakeBack(agreed=True))
        session.submit(Hand(winner, Level.NOVATO))
        play_out(session)
        session.finish()
    tally = store.tonight()
    assert (tally.games, tally.by_bots) == (2, 1)
    assert [line.won for line in tally.people if line.won] == [1], "the partner's"


def test_joined_names_are_one_tonight_too(store: MatchStore) -> None:
    one(store, 1, names=("Ana", "Luis"))
    one(store, 2, names=("ana", "Luis"))
    store.history.join("ana", "Ana")
    assert [line.games for line in store.tonight().people] == [2, 2]


@pytest.mark.parametrize("content", [b"", b"x", b"{}", bytes(100), b'{"cacho": "evening"}'])
def test_a_damaged_evening_begins_anew_with_a_word(home: Home, content: bytes) -> None:
    home.evening_file.write_bytes(content)
    assert load_evening(home.evening_file)[0] == Evening()
    home.evening_file.write_bytes(content)
    store = MatchStore(home)
    one(store, 1)
    assert store.tonight().games == 1
    assert NoticeKind.EVENING_DAMAGED in [notice.kind for notice in store.take_notices()]
    store.close()


def test_an_evening_with_nonsense_in_it_keeps_the_rest(home: Home) -> None:
    evening = Evening("2026-11-30T21:04", ("a", "b", "a", "", "x" * 65))
    assert save_evening(home.evening_file, evening) is None
    assert load_evening(home.evening_file)[0].matches == ("a", "b")
    longer = Evening("", tuple(map(str, range(MOST + 5))))
    assert len(longer.add("one more").matches) == MOST
