"""What the history answers: games, people, tallies. Plain frozen values, and how they add up.

Owns the shapes that screens and commands read. Must not know where they come from.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cacho.engine import Box, Level, Ruleset


@dataclass(frozen=True, slots=True)
class GameSeat:
    """Who played a seat to its end, and what came of it."""

    name: str
    """As it was written at the table."""
    person: str
    """Who is meant by it."""
    bot: Level | None
    guest: bool
    """Whether it is no name but a seat's, like "Jugador 2"."""
    team: int
    total: int
    place: int
    won: bool
    paid: bool
    left: bool
    full: bool
    dormidas: int


@dataclass(frozen=True, slots=True)
class Game:
    """A finished match in short."""

    match_id: str
    date: str
    """When it began, like 2026-11-30T21:04."""
    path: Path
    """Its record: with the finished ones, or until that table is left with the open ones."""
    sound: bool
    """Whether nothing is known to be wrong with the record."""
    rules: Ruleset
    kind: str
    """What decided it: points, dormida, panza or cuatros."""
    own_dice: bool
    imported: bool
    """Whether its record came from elsewhere."""
    seats: tuple[GameSeat, ...]

    @property
    def winners(self) -> tuple[GameSeat, ...]:
        """Who won, all players of a team."""
        return tuple(seat for seat in self.seats if seat.won)

    @property
    def payers(self) -> tuple[GameSeat, ...]:
        """Who paid the round."""
        return tuple(seat for seat in self.seats if seat.paid)


@dataclass(frozen=True, slots=True)
class PersonInShort:
    """A line in the list of everybody who played here."""

    name: str
    games: int
    """Matches that they played to the end."""
    won: int
    dormidas: int
    last: str
    """When the last match began in which they sat."""
    seat: int
    """Where they sat in it."""


@dataclass(frozen=True, slots=True)
class Score:
    """A sheet of which every box was played."""

    total: int
    date: str
    match_id: str


@dataclass(frozen=True, slots=True)
class ByRules:
    """How a person fares under some rules; sheets that were cut short do not count in `scores`."""

    rules: Ruleset
    games: int
    won: int
    scores: tuple[Score, ...]
    """Oldest first."""

    @property
    def average(self) -> float | None:
        """Of the totals; None without any."""
        totals = [score.total for score in self.scores]
        return sum(totals) / len(totals) if totals else None

    @property
    def best(self) -> Score | None:
        """The highest total, the first of several."""
        return max(self.scores, key=lambda score: score.total, default=None)


@dataclass(frozen=True, slots=True)
class Person:
    """Everything that the history knows of a person."""

    name: str
    written: tuple[str, ...]
    """The names under which they played."""
    games: int
    won: int
    paid: int
    left: int
    """Matches that they left before the end; these count nowhere else."""
    dormidas: int
    by_rules: tuple[ByRules, ...]
    """What they played most comes first."""
    crossed: tuple[tuple[Box, int], ...]
    """The boxes that they cross out, most often first."""

    @property
    def best(self) -> Score | None:
        """Their best sheet of one hatch, played alone."""
        alone = [one.best for one in self.by_rules if one.rules.hatches == one.rules.team_size == 1]
        return max(filter(None, alone), key=lambda score: score.total, default=None)


@dataclass(frozen=True, slots=True)
class Against:
    """Two people at one table: as opponents `first`, `second` or nobody was in front."""

    first: int = 0
    second: int = 0
    level: int = 0
    together: int = 0
    """Matches in one team."""
    won_together: int = 0

    @property
    def games(self) -> int:
        """Matches in which they played against each other."""
        return self.first + self.second + self.level


@dataclass(frozen=True, slots=True)
class TallyLine:
    """What a person, or those who shared a sheet, have won and paid."""

    names: tuple[str, ...]
    games: int
    won: int
    paid: int
    dormidas: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Some matches added up."""

    games: int
    by_bots: int
    """So many of them bots alone have won: these wins are nobody's."""
    people: tuple[TallyLine, ...]
    """Who won most comes first, then who paid least."""
    teams: tuple[TallyLine, ...]
    """Pairs and trios, likewise."""


def tally_of(games: Sequence[Game]) -> Tally:
    """Add matches up for every person, and for everybody who shared a sheet."""
    alone = (line for game in games for line in _people_in(game))
    shared = (line for game in games for line in _teams_in(game))
    by_bots = sum(all(seat.bot for seat in game.winners) for game in games)
    return Tally(len(games), by_bots, _added(alone), _added(shared))


def _people_in(game: Game) -> Iterator[TallyLine]:
    for seat in game.seats:
        if seat.bot is None and not seat.left:
            yield _line((seat.person,), [seat])
        elif seat.bot is None and seat.paid:  # no game of theirs, but their round
            yield TallyLine((seat.person,), games=0, won=0, paid=1, dormidas=0)


def _teams_in(game: Game) -> Iterator[TallyLine]:
    for team in sorted({seat.team for seat in game.seats}):
        seats = [seat for seat in game.seats if seat.team == team]
        if len(seats) > 1 and not all(seat.bot for seat in seats):
            yield _line(tuple(sorted(seat.person for seat in seats)), seats)


def _line(names: tuple[str, ...], seats: Sequence[GameSeat]) -> TallyLine:
    dormidas = sum(seat.dormidas for seat in seats)
    return TallyLine(names, 1, seats[0].won, seats[0].paid, dormidas)


def _added(lines: Iterable[TallyLine]) -> tuple[TallyLine, ...]:
    counts: dict[tuple[str, ...], Counter[str]] = {}
    for line in lines:
        counted = counts.setdefault(line.names, Counter())
        counted["games"] += line.games
        counted["won"] += line.won
        counted["paid"] += line.paid
        counted["dormidas"] += line.dormidas
    added = [
        TallyLine(names, n["games"], n["won"], n["paid"], n["dormidas"])
        for names, n in counts.items()
    ]
    return tuple(sorted(added, key=lambda line: (-line.won, line.paid, -line.games, line.names)))
