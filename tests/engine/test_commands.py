"""`cacho points` and `cacho replay`, through the parser that the program gives them."""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cacho.commands import points, replay
from cacho.engine import Box, parse_record, transcript
from cacho.engine import replay as play_again

DATA = Path(__file__).parent / "data"
EXAMPLES = json.loads((DATA / "examples.json").read_text(encoding="utf-8"))
RECORD = (
    "cacho 2\nmatch m\nrules casual\nseat Ana\nseat Luis Ñandú\nstart 1\n\n"
    "roll 3 3 6 1 2\nhold 1 2\nroll 3 6 6\nnote full\n"
)
Cacho = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cacho(capsys: pytest.CaptureFixture[str]) -> Cacho:
    """Run a command, and give its exit status, its output and its complaint."""

    def run(*words: str) -> tuple[int, str, str]:
        parser = argparse.ArgumentParser("cacho")
        commands = parser.add_subparsers()
        points.add_parser(commands)
        replay.add_parser(commands)
        args = parser.parse_args(words)
        status = args.run(args)
        out, err = capsys.readouterr()
        return status, out, err

    return run


def refused(answer: tuple[int, str, str], *says: str) -> bool:
    """Whether it was refused in one sentence that has these words."""
    status, out, err = answer
    one_line = err.startswith("cacho: ") and err.count("\n") == 1 and err.endswith("\n")
    return status == 2 and out == "" and one_line and all(word in err for word in says)


# ------------------------------------------------------------------------------------------ points


def test_points_as_json(cacho: Cacho) -> None:
    status, out, err = cacho(
        *[
            "points",
            "--rules",
            "casual",
            "--dice",
            "33612",
            "--roll",
            "2",
            "--rolled",
            "3",
            "--json",
        ]
    )
    assert (status, err, out.count("\n")) == (0, "", 1)
    answer = json.loads(out)
    assert list(answer) == ["points", "wins", "may_cross", "must_note"]
    assert list(answer["points"]) == [str(box) for box in Box]
    worth_something = {box: points for box, points in answer["points"].items() if points}
    assert worth_something == {"balas": 1, "tontos": 2, "trenes": 6, "senas": 6}
    assert (answer["wins"], answer["may_cross"], answer["must_note"]) == (False, True, [])


def test_points_of_open_boxes_only_in_their_order(cacho: Cacho) -> None:
    out = cacho(*["points", "--dice", "33322", "--roll", "1", "--open", "poker,full", "--json"])[1]
    assert json.loads(out) == {
        "points": {"full": 35, "poker": 0},
        "wins": False,
        "may_cross": True,
        "must_note": [],
    }


def test_points_as_a_table(cacho: Cacho) -> None:
    status, out, _ = cacho(*["points", "--dice", "66661"])
    lines = dict(line.split() for line in out.splitlines()[:10])
    assert status == 0
    assert lines["poker"] == "45"
    assert list(lines) == [str(box) for box in Box]
    assert out.splitlines()[-1] == "A box that shows 0 may be crossed out."


def test_the_table_shows_which_dice_turn(cacho: Cacho) -> None:
    """R-20."""
    words = "--rules alalay --dice 44433 --roll 2 --rolled 2"
    out = cacho("points", *words.split())[1]
    assert "grande    50    4   4   4  [4] [4]\n" in out
    assert "balas      0\n" in out


@pytest.mark.parametrize(
    ("words", "last"),
    [
        ("--dice 33322 --rules peru", "To be noted now: full."),
        ("--dice 13344 --rules alalay --roll 2 --rolled 2", "No box may be crossed out."),
        ("--dice 44444", "it wins at once."),
        ("--dice 44444 --roll 2 --open cuadras", "No box may be crossed out."),
    ],
)
def test_the_table_says_what_follows(words: str, last: str, cacho: Cacho) -> None:
    """R-13, R-14."""
    assert cacho("points", *words.split())[1].rstrip().endswith(last)


def test_the_table_names_rules_that_change_nothing(cacho: Cacho) -> None:
    """R-19."""
    words = "--dice 11112 --set natural_five=yes --set crossing=lenient"
    assert cacho("points", *words.split())[1].splitlines()[-2:] == [
        "crossing changes nothing beside the other rules.",
        "natural_five changes nothing beside the other rules.",
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rethrow_mano=true", "rethrow_mano=yes"),
        ("wrap=False", "wrap=no"),
        ("turning=(1,2)(0,2)", "turning=1-2,0-2"),
        ("turning=((0,0),(1,2))", "turning=0-0,1-2"),
    ],
)
def test_values_may_be_written_as_tables_of_rules_do(one: str, other: str, cacho: Cacho) -> None:
    words = ["points", "--dice", "34561", "--roll", "2", "--json", "--set"]
    answer = cacho(*words, one)
    assert answer[0] == 0
    assert answer == cacho(*words, other)


def test_a_rule_is_set_once(cacho: Cacho) -> None:
    words = "--dice 11111 --set grandes=1 --set grandes=2"
    assert refused(cacho("points", *words.split()), "grandes", "twice")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_worked_positions(example: dict, cacho: Cacho) -> None:
    """The examples of every tradition, through the same door as a table's argument."""
    settings = [f"--set=dormida={example['dormida']}"] if "dormida" in example else []
    words = ["--rules", example["ruleset"], *settings, "--dice", "".join(map(str, example["dice"]))]
    words += ["--roll", str(example["roll"]), "--rolled", str(example["rolled"])]
    status, out, _ = cacho("points", *words, "--open", ",".join(example["open"]), "--json")
    told = json.loads(out)
    assert status == 0
    for key in {"points", "wins", "may_cross", "must_note"} & set(example):
        assert told[key] == example[key], key


def test_every_tradition_has_worked_positions() -> None:
    judged = {example["ruleset"] for example in EXAMPLES}
    assert judged == {"casual", "basic", "coch", "alalay", "peru"}
    assert len(EXAMPLES) == 36


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "--dice"),
        ("--dice 3361", "--dice"),
        ("--dice 336127", "--dice"),
        ("--dice 33617", "--dice"),
        ("--dice ٣٣٦١٢", "--dice"),
        ("--dice 33612 --rules dudo", "dudo"),
        ("--dice 33612 --roll 4", "no roll 4"),
        ("--dice 33612 --roll 0", "no roll 0"),
        ("--dice 33612 --roll two", "--roll"),
        ("--dice 33612 --roll -1", "--roll"),
        ("--dice 33612 --roll 2 --rolled 6", "1 to 5"),
        ("--dice 33612 --rolled 2", "all five"),
        ("--dice 33612 --open suerte", "suerte"),
        ("--dice 33612 --open ,", "--open"),
        ("--dice 33612 --set grandes", "--set"),
        ("--dice 33612 --set grandes=3", "grandes"),
        ("--dice 33612 --set luck=1", "luck"),
        ("--dice 33612 --rules coch --roll 3", "no roll 3"),
        ("--dice 33612 --set crossing=never", "crossing"),
        ("--dice 33612 --set bajo=look --set turning=1-2", "bajo"),
    ],
)
def test_a_question_without_sense(words: str, says: str, cacho: Cacho) -> None:
    assert refused(cacho("points", *words.split()), says)


def test_dice_may_be_written_apart(cacho: Cacho) -> None:
    together = cacho("points", "--dice", "33612")
    assert cacho("points", "--dice", "3,3,6,1,2") == cacho("points", "--dice", "3 3 6 1 2")
    assert cacho("points", "--dice", "3,3,6,1,2") == together


def test_house_rules_are_asked_for_one_by_one(cacho: Cacho) -> None:
    words = ["--dice", "34561", "--set", "wrap=no", "--set", "escalera=25", "--json"]
    assert json.loads(cacho("points", *words)[1])["points"]["escalera"] == 0
    words = ["--dice", "12345", "--set", "wrap=no", "--set", "escalera=25", "--json"]
    assert json.loads(cacho("points", *words)[1])["points"]["escalera"] == 30


# ------------------------------------------------------------------------------------------ replay


def test_replay_prints_the_transcript(cacho: Cacho, tmp_path: Path) -> None:
    file = tmp_path / "una partida.cacho"
    file.write_text(RECORD, encoding="utf-8")
    status, out, err = cacho("replay", str(file))
    assert (status, err) == (0, "")
    assert out == transcript(play_again(parse_record(RECORD)))
    assert "Luis Ñandú" in out


def test_replay_of_a_torn_record_says_so(cacho: Cacho, tmp_path: Path) -> None:
    file = tmp_path / "torn.cacho"
    file.write_text(RECORD + "roll 1 2", encoding="utf-8")
    status, out, err = cacho("replay", str(file))
    assert (status, out) == (0, transcript(play_again(parse_record(RECORD))))
    assert "line 12" in err


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "line 1"),
        (b"\x89PNG\r\n\x1a\n", "line 1"),
        (RECORD.encode() + b"roll 1 2 3 4 7\n", "line 12"),
        (RECORD.encode() + b"note full\n", "line 12"),
        (RECORD.replace("casual", "alala").encode(), "line 3"),
        (b"cacho 1\n" * 1_000_000, "4000000"),
    ],
)
def test_replay_of_a_damaged_record(content: bytes, says: str, cacho: Cacho, tmp_path: Path):
    file = tmp_path / "damaged.cacho"
    file.write_bytes(content)
    assert refused(cacho("replay", str(file)), "damaged.cacho", says)


def test_replay_of_no_file(cacho: Cacho, tmp_path: Path) -> None:
    assert refused(cacho("replay", str(tmp_path)), str(tmp_path))
    assert refused(cacho("replay", str(tmp_path / "none")), "none")
    assert refused(cacho("replay", "a\0b"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no locale without an alphabet")
def test_a_terminal_that_knows_no_accents(tmp_path: Path) -> None:
    file = tmp_path / "match.cacho"
    file.write_text(RECORD, encoding="utf-8")
    program = (
        "import argparse, sys; from cacho.commands import replay\n"
        "parser = argparse.ArgumentParser(); replay.add_parser(parser.add_subparsers())\n"
        "args = parser.parse_args(); sys.exit(args.run(args))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "replay", str(file)],
        env=os.environ
        | {"PYTHONIOENCODING": "ascii", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        check=True,
    )
    assert b"Luis ?and?" in done.stdout
