"""Thinking beside the game: answers come, in order, and what fails fails where it is asked for."""

import threading

import pytest

from cacho.services.thinking import Beside, at_once


def test_a_question_is_answered_in_another_thread() -> None:
    think = Beside()
    assert think(threading.current_thread).answer is not threading.current_thread()


def test_nobody_waits_for_the_answer() -> None:
    think, gate = Beside(), threading.Event()
    thought = think(lambda: gate.wait(5))
    assert not thought.done()
    gate.set()
    assert thought.done(wait=5)
    assert thought.answer is True


def test_answers_come_in_the_order_of_the_questions() -> None:
    think, order = Beside(), list[int]()
    thoughts = [think(lambda number=number: order.append(number)) for number in range(20)]
    assert thoughts[-1].done(wait=5)
    assert order == list(range(20))


def test_what_fails_is_raised_where_the_answer_is_wanted() -> None:
    think = Beside()
    thought = think(lambda: 1 // 0)
    assert thought.done(wait=5)
    with pytest.raises(ZeroDivisionError):
        _ = thought.answer
    assert think(lambda: "the next one").answer == "the next one"


def test_whoever_can_wait_has_it_at_once() -> None:
    thought = at_once(lambda: 7)
    assert thought.done()
    assert thought.answer == 7
