"""The sound bus: what is heard, how loud, and that the lack of a device disturbs nobody."""

import array
import itertools
import json
import os
import random
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame as pg
import pytest

from cacho.services.resources import asset
from cacho.ui import sound
from cacho.ui.sound import CUES, DICE, LATER, Silence, SoundBus

ROOT = Path(__file__).resolve().parents[2]


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def bus(clock: Clock) -> Iterator[SoundBus]:
    bus = SoundBus(clock=clock, chance=random.Random(4))
    bus.start()
    assert bus.wait()
    yield bus
    bus.close()


def until(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.005)
    return condition()


def run_program(program: str, **env: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )


# ------------------------------------------------------------------- what there is


def test_every_cue_names_sounds_that_ship() -> None:
    entries = json.loads(asset("sounds", "manifest.json").read_text("utf-8"))["sounds"]
    known = {entry["id"] for entry in entries} | {entry["group"] for entry in entries}
    for name, cue in CUES.items():
        assert {group for dice in DICE for group in cue.for_dice(dice)} <= known, name


def test_every_sound_that_ships_loads(bus: SoundBus) -> None:
    entries = json.loads(asset("sounds", "manifest.json").read_text("utf-8"))["sounds"]
    assert bus.loaded == {entry["id"] for entry in entries if entry["group"] not in LATER}
    for dice in range(1, 5):
        bus.loop("cup.shake", dice=dice)
        rattle = {entry["id"] for entry in entries if entry["group"].endswith(f"_{dice}")}
        assert {name for name in rattle if name.startswith("cubilete")} <= bus.loaded
    assert len(bus.loaded) < len(entries), "of the long loops one kind at a time"
    assert not bus.silent_reason


def test_every_cue_is_heard(bus: SoundBus, clock: Clock) -> None:
    for cue in CUES:
        clock.now += 1
        bus.play(cue)
        (loudness,) = bus.heard.values()
        assert loudness > 0.1, cue
        pg.mixer.stop()


@pytest.mark.parametrize(
    ("cue", "soft", "hard"),
    [
        ("die.wood", "dado_mesa", "dado_fuerte"),
        ("die.bone", "dado_dado_suave", "dado_dado"),
        ("cup.pour", "vierte_poco", "vierte"),
    ],
)
def test_harder_is_another_sound_not_only_a_louder_one(
    bus: SoundBus, clock: Clock, cue: str, soft: str, hard: str
) -> None:
    for gain, group in ((0.35, soft), (1.0, hard)):
        clock.now += 1
        bus.play(cue, gain)
        (name,) = bus.heard
        assert name.rpartition("_")[0] == group
        pg.mixer.stop()


# ------------------------------------------------------------------- how it is heard


def test_the_same_variant_is_never_heard_twice_running(bus: SoundBus, clock: Clock) -> None:
    order = []
    for _ in range(40):
        bus.hush(1)
        assert until(lambda: not bus.heard)
        clock.now += 1
        bus.play("die.wood")
        order += bus.heard
    assert all(one != other for one, other in itertools.pairwise(order))
    assert len(set(order)) == 8


def test_of_two_hits_at_once_the_louder_is_heard(bus: SoundBus, clock: Clock) -> None:
    bus.play("die.wood", 0.4)
    first = dict(bus.heard)
    clock.now += 0.02
    bus.play("die.wood", 0.9)
    (loudness,) = bus.heard.values()
    assert set(bus.heard) == set(first)
    assert loudness > max(first.values())
    clock.now += 0.02
    bus.play("die.wood", 0.1)
    assert list(bus.heard.values()) == [loudness]


def test_later_hits_and_other_groups_are_heard_beside(bus: SoundBus, clock: Clock) -> None:
    bus.play("die.wood")
    bus.play("die.bone")
    clock.now += 0.05
    bus.play("die.wood")
    assert len(bus.heard) == 3


def test_a_storm_of_sounds_uses_no_more_than_the_channels(bus: SoundBus, clock: Clock) -> None:
    bus.loop("cup.shake")
    for _ in range(300):
        clock.now += 0.05
        for cue in ("die.wood", "winner", "paper", "pencil.stroke"):
            bus.play(cue)
    busy = sum(pg.mixer.Channel(number).get_busy() for number in range(sound.CHANNELS))
    assert busy == sound.CHANNELS - sound.LAYERS
    assert any(name.startswith("cubilete") for name in bus.heard), "the cup kept its channel"


def test_one_loop_at_a_time_and_it_stops(bus: SoundBus) -> None:
    bus.loop("cup.shake", strength=0.0)
    assert bus.heard == {}, "a cup held still is silent"
    bus.loop("cup.shake", strength=1.0)
    assert list(bus.heard) == ["cubilete_fuerte_5"]
    bus.loop("paper")
    assert [name[:5] for name in bus.heard] == ["papel"]
    bus.stop_loop(10)
    assert bus.heard == {}
    assert until(lambda: not pg.mixer.get_busy())


def test_each_number_of_dice_rattles_in_its_own_way(bus: SoundBus) -> None:
    for dice in range(1, 6):
        bus.loop("cup.shake", dice=dice, strength=0.5)
        assert list(bus.heard) == [f"cubilete_medio_{dice}"]
    bus.loop("cup.shake", 0.8)
    assert {name[-1] for name in bus.heard} == {"5"}


def test_the_rattle_follows_the_hand_without_a_step(bus: SoundBus, clock: Clock) -> None:
    """Sixty times a second from still to hard and back: each layer comes and goes smoothly."""
    bus.loop("cup.shake", dice=3, strength=0.0)
    before: dict[str, float] = {}
    for strength, heard in ((1.0, {"fuerte"}), (0.5, {"medio"}), (0.25, {"suave", "medio"})):
        for _ in range(12):
            clock.now += 1 / 60
            bus.shake(strength)
            after = bus.heard
            names = after.keys() | before.keys()
            assert all(abs(after.get(n, 0.0) - before.get(n, 0.0)) < 0.45 for n in names)
            before = after
        assert {name.split("_")[1] for name, loud in before.items() if loud > 0.01} == heard
    clock.now += 1
    bus.shake(0.0)
    assert bus.heard == {}, "a hand that stops is followed however seldom it tells"


def test_between_two_strengths_the_power_is_kept(bus: SoundBus, clock: Clock) -> None:
    powers = []
    for step in range(25, 101):
        bus.loop("cup.shake", strength=step / 100)
        powers.append(sum(loudness**2 for loudness in bus.heard.values()))
    assert max(powers) == pytest.approx(min(powers))


def test_a_movement_is_taken_up_in_no_time(bus: SoundBus, clock: Clock) -> None:
    bus.loop("cup.shake")
    began = time.thread_time()
    for step in range(2000):
        clock.now += 1 / 60
        bus.shake(step % 50 / 50)
    assert (time.thread_time() - began) / 2000 < 0.001, "nothing of a frame"
    assert set(bus.heard) <= {f"cubilete_{name}_5" for name in ("suave", "medio", "fuerte")}


def test_a_cup_that_does_not_loop_cannot_be_shaken(bus: SoundBus) -> None:
    bus.shake(1.0)
    bus.loop("cup.shake")
    bus.stop_loop(1)
    bus.shake(1.0)
    assert bus.heard == {}
    assert until(lambda: not pg.mixer.get_busy())


def test_shaking_again_at_once_is_one_loop_as_well(bus: SoundBus) -> None:
    for _ in range(20):
        bus.loop("cup.shake", strength=1.0)
        bus.stop_loop()
    bus.loop("cup.shake", strength=1.0)
    assert len(bus.heard) == 1
    busy = [number for number in range(sound.LOOPING) if pg.mixer.Channel(number).get_busy()]
    assert len(busy) <= sound.LOOPING
    assert until(lambda: sum(pg.mixer.Channel(n).get_busy() for n in busy) <= sound.LAYERS)


def test_a_slider_is_heard_at_once(bus: SoundBus) -> None:
    bus.play("winner")
    (before,) = bus.heard.values()
    bus.set({"table": 0.5}, muted=False)
    (after,) = bus.heard.values()
    assert after == pytest.approx(before / 4)
    channels = [pg.mixer.Channel(number) for number in range(sound.CHANNELS)]
    (playing,) = [channel for channel in channels if channel.get_busy()]
    assert playing.get_volume() == pytest.approx(after, abs=0.01)


def test_each_slider_moves_its_own_sounds(bus: SoundBus) -> None:
    bus.set({"dice": 0.0, "table": 1.0, "interface": 0.0}, muted=False)
    for cue in ("die.wood", "press", "paper"):
        bus.play(cue)
    assert [name[:5] for name in bus.heard] == ["papel"]


def test_mute_silences_what_sounds_and_what_comes(bus: SoundBus, clock: Clock) -> None:
    bus.play("winner")
    bus.loop("cup.shake", strength=1.0)
    bus.set({}, muted=True)
    assert set(bus.heard.values()) == {0.0}
    clock.now += 1
    bus.play("dormida")
    assert "fanfarria_dormida" not in bus.heard
    bus.set({}, muted=False)
    assert min(bus.heard.values()) > 0.1, "unmuted, both go on"


@pytest.mark.parametrize("muted", [False, True])
def test_hush_ends_everything(bus: SoundBus, muted: bool) -> None:
    bus.play("winner")
    bus.loop("cup.shake")
    bus.set({}, muted)
    bus.hush(10)
    assert until(lambda: not pg.mixer.get_busy())


@pytest.mark.parametrize("muted", [False, True])
def test_a_cup_put_down_at_once_is_silent(bus: SoundBus, muted: bool) -> None:
    bus.set({}, muted)
    bus.loop("cup.shake")
    bus.stop_loop(10)
    assert until(lambda: not pg.mixer.get_busy())


def test_a_sound_or_group_of_the_manifest_can_be_named(bus: SoundBus) -> None:
    bus.play("golpe_cubilete_2", bus="dice")
    assert list(bus.heard) == ["golpe_cubilete_2"]
    bus.play("no_such_sound")
    assert list(bus.heard) == ["golpe_cubilete_2"]


# -------------------------------------------------------------------------- devices


def test_without_a_device_the_game_is_silent_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "bogus")
    bus = SoundBus()
    assert bus.silent_reason is Silence.STARTING
    bus.start()
    assert bus.wait()
    assert bus.silent_reason is Silence.NO_DEVICE
    bus.play("die.wood")
    bus.loop("cup.shake")
    bus.set({"dice": 0.3}, muted=False)
    bus.stop_loop()
    bus.hush()
    bus.device_changed()
    assert bus.heard == {}
    bus.close()


def test_before_the_start_and_after_the_end_nothing_fails() -> None:
    bus = SoundBus()
    for _ in range(2):
        bus.play("press")
        bus.loop("cup.shake")
        bus.set({"dice": 0.3}, muted=True)
        bus.stop_loop()
        bus.hush()
        bus.device_changed()
        bus.close()
    assert bus.heard == {}


def test_a_mixer_that_someone_else_closed_fails_nothing(bus: SoundBus, clock: Clock) -> None:
    bus.play("winner")
    bus.loop("cup.shake")
    pg.mixer.quit()
    clock.now += 1
    bus.play("press")
    bus.loop("cup.shake", 0.1)
    bus.set({"table": 0.2}, muted=False)
    bus.hush()
    assert bus.heard == {}


def test_a_settings_press_finds_a_device_that_came_later(
    monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "bogus")
    bus = SoundBus(clock=clock)
    bus.start()
    assert bus.wait()
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    bus.set({"dice": 0.5}, muted=False)
    assert bus.silent_reason is Silence.NO_DEVICE, "not at every step of a dragged slider"
    clock.now += 2
    bus.set({"dice": 0.6}, muted=False)
    assert bus.wait()
    assert not bus.silent_reason
    bus.play("press")
    assert bus.heard
    bus.close()


def test_sound_comes_back_after_a_device_went(
    bus: SoundBus, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound, "SETTLE", 0.05)
    bus.play("winner")
    bus.loop("cup.shake")
    clock.now += 5
    bus.device_changed()
    bus.device_changed()
    bus.play("die.wood")
    assert bus.heard == {}, "nothing while the device is opened anew, and no failure"
    assert bus.wait()
    assert not bus.silent_reason
    bus.play("press")
    assert list(bus.heard) == ["ui_boton"]


def test_opening_a_device_is_not_taken_for_a_change(bus: SoundBus, clock: Clock) -> None:
    bus.play("winner")
    clock.now += 0.5
    bus.device_changed()
    assert list(bus.heard) == ["fanfarria_victoria"]


def test_a_change_without_any_device_left_ends_in_silence(
    bus: SoundBus, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound, "SETTLE", 0.0)
    monkeypatch.setenv("SDL_AUDIODRIVER", "bogus")
    clock.now += 5
    bus.device_changed()
    assert bus.wait()
    assert bus.silent_reason is Silence.NO_DEVICE
    bus.play("press")


def test_closing_in_the_middle_of_loading_does_not_wait_for_the_rest() -> None:
    everything = SoundBus()
    everything.start()
    assert everything.wait(60)
    for _ in range(3):
        bus = SoundBus()
        bus.start()
        until(lambda bus=bus: len(bus.loaded) > 2)
        bus.close()
        assert len(bus.loaded) < len(everything.loaded) / 2
    everything.close()


def test_damaged_sounds_and_manifests_cost_only_themselves(tmp_path: Path) -> None:
    good = asset("sounds", "ui_tic.ogg").read_bytes()
    (tmp_path / "good.ogg").write_bytes(good)
    (tmp_path / "bad.ogg").write_bytes(good[:40])
    (tmp_path / "empty.ogg").write_bytes(b"")
    names = ("good", "bad", "empty", "absent")
    entries = [{"id": name, "file": f"{name}.ogg", "group": "all"} for name in names]
    manifest = tmp_path / "manifest.json"
    for text in (json.dumps({"sounds": entries}), "{}", "no json", ""):
        manifest.write_text(text)
        bus = SoundBus(manifest=manifest)
        bus.start()
        assert bus.wait()
        assert not bus.silent_reason
        assert bus.loaded <= {"good"}
        bus.play("all")
        assert list(bus.heard) == sorted(bus.loaded)
        bus.close()


@pytest.mark.parametrize("driver", ["dummy", "bogus"])
def test_starting_and_loading_hold_nobody_up(monkeypatch: pytest.MonkeyPatch, driver: str) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", driver)
    bus = SoundBus()
    bus.start()
    assert not bus.loaded
    turns = 0
    while not bus.wait(0.005):
        turns += 1
    assert turns > 20 or driver == "bogus", "decoding leaves the screen its time"
    bus.close()


# -------------------------------------------------------------------- the mix itself

RECORDING = """
    import random, sys, time
    from pathlib import Path
    import pygame as pg
    from cacho.ui.sound import SoundBus

    out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path({out!r})
    bus = SoundBus(chance=random.Random(1))
    bus.start()
    assert bus.wait()
    def mark(name):
        print(name, out.stat().st_size // 4, flush=True)
    time.sleep(0.1)
    mark("press"); bus.play("die.wood"); time.sleep(0.35)
    mark("left"); bus.play("die.wood", pan=-0.9); time.sleep(0.35)
    mark("muted"); bus.set({{}}, True); bus.play("winner"); bus.loop("cup.shake", 1.0)
    time.sleep(0.3)
    bus.stop_loop(1); bus.set({{}}, False); time.sleep(0.1)
    mark("rolls")
    chance = random.Random(5)
    for roll in range(6):
        bus.loop("cup.shake", 1.0); time.sleep(0.1); bus.stop_loop(); bus.play("cup.pour")
        for _ in range(15):
            bus.play(chance.choice(["die.wood", "die.wood", "die.bone", "die.soft"]),
                     chance.uniform(0.5, 1.0), chance.uniform(-0.6, 0.6))
            time.sleep(chance.uniform(0.0, 0.03))
        bus.play("good"); bus.play("press")
    bus.hush(20); time.sleep(0.2)
    mark("hushed"); time.sleep(0.2)
    mark("end")
    bus.close()
"""


def test_the_real_mix_is_prompt_on_the_right_side_and_does_not_clip(tmp_path: Path) -> None:
    out = tmp_path / "mix.raw"
    said = run_program(
        RECORDING.format(out=str(out)), SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=str(out)
    )
    pairs = [line.split() for line in said.stdout.splitlines()]
    marks = {name: int(frame) for name, frame in (pair for pair in pairs if len(pair) == 2)}
    samples = array.array("h", out.read_bytes()[: marks["end"] * 4])

    def part(begin: str, end: str, skip: int = 0) -> tuple["array.array[int]", "array.array[int]"]:
        piece = samples[(marks[begin] + skip) * 2 : marks[end] * 2]
        return piece[0::2], piece[1::2]

    def peak(channel: "array.array[int]") -> int:
        return max(map(abs, channel), default=0)

    left, _right = part("press", "left")
    first = next(at for at, value in enumerate(left) if abs(value) > 300)
    assert first < 0.12 * sound.RATE, "a hit is heard within the latency of a buffer or two"
    left, right = part("left", "muted")
    assert peak(left) > 4 * peak(right)
    left, right = part("muted", "rolls", skip=sound.BUFFER * 4)
    assert peak(left) == peak(right) == 0
    left, right = part("rolls", "hushed")
    assert 6_000 < max(peak(left), peak(right)) < 32_000
    left, right = part("hushed", "end", skip=sound.BUFFER * 4)
    assert peak(left) == peak(right) == 0
