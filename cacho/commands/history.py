"""`cacho history`: the matches that were played here, the newest first.

Reads the history of this player's home, prints it as lines or one line of JSON, and makes it anew
from the records where that is asked.
"""

import argparse
import json

from cacho.engine import Ruleset, rules_text
from cacho.services import lock
from cacho.services.games import Game, GameSeat
from cacho.services.history import History
from cacho.services.notices import Notice, NoticeKind
from cacho.services.paths import find_home

from . import FAILED, fail, say, warn


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command `history` to the program's parser."""
    parser = subparsers.add_parser(
        "history",
        help="list the matches that were played here",
        description="List the matches that were played here to their end, the newest first: when, "
        "by which rules, who won with how many points, who paid the round.",
    )
    parser.add_argument("--rebuild", action="store_true", help="make it anew from the records")
    parser.add_argument("--person", default="", metavar="NAME", help="only those of one person")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List the history; the exit status is 0, or 2 when not all of it could be made anew."""
    home = find_home()
    first = lock.take(home)
    history = History(home)
    try:
        if args.rebuild and not first:
            return fail("the game is running; close it before the history is made anew")
        if args.rebuild:
            history.rebuild()
        history.catch_up()
        games = history.games(limit=-1, person=args.person)
        unread = history.unread() if args.rebuild else ()
        for file in unread:
            warn(f"{file} is no finished match that can be read; it stays where it is")
        for notice in history.take_notices():
            warn(_told(notice))
    finally:
        history.close()
        if first:
            lock.release(home)
    say(_as_json(games) if args.json else _as_text(games))
    return FAILED if unread else 0


def _told(notice: Notice) -> str:
    match notice.kind:
        case NoticeKind.HISTORY_DAMAGED:
            return f"the history was damaged and made anew; the bad file is kept: {notice.detail}"
        case NoticeKind.HISTORY_UNSAVED:
            return f"the history cannot be written ({notice.detail}); the records are read instead"
        case _:
            return f"{notice.kind}: {notice.detail}"


def _as_json(games: tuple[Game, ...]) -> str:
    return json.dumps([_body(game) for game in games])


def _body(game: Game) -> dict[str, object]:
    return {
        "match": game.match_id,
        "date": game.date,
        "rules": _rules(game.rules),
        "decided by": game.kind,
        "dice": "table" if game.own_dice else "program",
        "imported": game.imported,
        "file": str(game.path),
        "seats": [
            {
                "name": seat.name,
                "person": seat.person,
                "bot": seat.bot,
                "team": seat.team + 1,
                "total": seat.total,
                "place": seat.place,
                "paid": seat.paid,
                "left": seat.left,
            }
            for seat in game.seats
        ],
    }


def _as_text(games: tuple[Game, ...]) -> str:
    lines = [_line(game) for game in games]
    return "\n".join(lines or ["No match was finished here yet."])


def _line(game: Game) -> str:
    by_place = sorted(game.seats, key=lambda seat: (seat.place, seat.team))
    decided = "" if game.kind == "points" else f", by {game.kind}"
    paid = ", ".join(seat.person for seat in game.payers)
    pay = f"; {paid} paid" if paid else ""
    told = ", ".join(map(_result, by_place))
    return f"{game.date.replace('T', ' ')}  {_rules(game.rules)}: {told}{decided}{pay}"


def _result(seat: GameSeat) -> str:
    who = f"{seat.person} ({seat.bot})" if seat.bot else seat.person
    return f"{seat.place}. {who} {seat.total}" + (" (left)" if seat.left else "")


def _rules(rules: Ruleset) -> str:
    text = rules_text(rules)
    return text if rules.name == text.split()[0] else f"{rules.name} ({text})"
