"""`cacho solve`, through the parser that the program gives it."""

import argparse
import json
from collections.abc import Callable

import pytest

from cacho.commands import solve

Cacho = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cacho(capsys: pytest.CaptureFixture[str]) -> Cacho:
    """Run the command, and give its exit status, its output and its complaint."""

    def run(*words: str) -> tuple[int, str, str]:
        parser = argparse.ArgumentParser("cacho")
        solve.add_parser(parser.add_subparsers())
        args = parser.parse_args(["solve", *words])
        status = args.run(args)
        return status, *capsys.readouterr()

    return run


def test_solve_as_json(cacho: Cacho) -> None:
    status, out, err = cacho(
        "--json", "--hold", "33612:1", "--hold", "66655:1", "--hold", "11112:3"
    )
    answer = json.loads(out)
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert answer["expected"] == pytest.approx(160.014957, abs=1e-6)
    assert answer["without_dormida"]["expected"] == pytest.approx(159.696119, abs=1e-6)
    assert answer["dormida"]["chance"] == pytest.approx(1 - (1295 / 1296) ** 11)
    assert answer["deviation"] == pytest.approx(32.483414, abs=1e-6)
    assert answer["quantiles"]["50"] == 153
    assert answer["exact"] is True
    threes, full, poker = answer["holds"]
    assert (threes["do"], threes["hold"], threes["goal"]) == ("roll", "33", None)
    assert (full["do"], full["box"], full["points"]) == ("note", "full", 35)
    assert (poker["do"], poker["box"], poker["points"], poker["roll"]) == ("note", "poker", 40, 3)
    assert threes["expected"] < answer["expected"] < poker["expected"]


def test_solve_as_text(cacho: Cacho) -> None:
    status, out, _ = cacho("--set", "grandes=1", "--hold", "55555:1", "--hold", "12346:3:1")
    assert status == 0
    assert out.startswith("expected score")
    assert "A dormida falls in 0.769% of the games.\n" in out
    assert "\n55555 after roll 1: note grande for 50, " in out
    assert "\n12346 after roll 3: note " in out


@pytest.mark.parametrize(
    ("rules", "dice", "says"),
    [
        ("coch", "33612:1", "hold 33, call bajo, "),
        ("alalay", "13456:1", "note escalera for 25, "),
    ],
)
def test_what_the_traditions_do(cacho: Cacho, rules: str, dice: str, says: str) -> None:
    _, out, _ = cacho("--rules", rules, "--hold", dice)
    assert f"{dice[:5]} after roll 1: {says}" in out


def test_a_box_to_be_declared_is_named(cacho: Cacho) -> None:
    _, out, _ = cacho(
        "--set",
        "goal=rethrow",
        "--set",
        "turning=0-0,0-0",
        "--set",
        "grandes=1",
        "--hold",
        "66612:1",
    )
    assert "66612 after roll 1: declare senas, hold 666, " in out


def test_what_is_approximated_says_so(cacho: Cacho) -> None:
    _, out, _ = cacho("--set", "team_size=2", "--set", "turning=0-0")
    assert "Three hatches and teams are approximated." in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--rules", "ajedrez"], "--rules must be one of casual"),
        (["--set", "grandes=3"], "grandes must be 1 or 2"),
        (["--set", "grandes"], "--set wants FIELD=VALUE"),
        (["--hold", "33612"], "--hold wants dice and roll"),
        (["--hold", "3361:1"], "--hold wants five faces"),
        (["--hold", "33612:4"], "there is no roll 4"),
        (["--hold", "33612:1:2"], "the first roll of a turn rolls all five"),
        (["--hold", "33612:x"], "--hold wants a number"),
    ],
)
def test_what_makes_no_sense_is_refused(cacho: Cacho, words: list[str], says: str) -> None:
    status, out, err = cacho(*words)
    assert (status, out) == (2, "")
    assert err.startswith("cacho: ")
    assert err.count("\n") == 1
    assert says in err
