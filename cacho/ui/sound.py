"""The one way to make a sound.

Owns the mixer, the sounds and which of them may be heard together. Everything that can take time
(opening the device, decoding) happens in a thread of its own, and nothing here ever raises: where
there is no device the game is silent and `silent_reason` says so. Must not know what is being
played or why: others name a cue.
"""

import contextlib
import json
import math
import random
import threading
import time
from bisect import bisect
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import pygame as pg

from cacho.services import log
from cacho.services.resources import asset


class Bus(StrEnum):
    """What one volume slider moves."""

    DICE = "dice"
    TABLE = "table"
    INTERFACE = "interface"


class Silence(StrEnum):
    """Why nothing is heard although it is not muted. Empty: the device is open."""

    NOT = ""
    STARTING = "starting"
    NO_DEVICE = "no-device"


class Sounding(NamedTuple):
    """How a cue sounds: `groups` of variants (or single sounds), from soft to loud.

    `gain` leaves room for several at once; from the gains in `steps` on the next group is taken.
    With `by_dice` there is one sound for each number of dice: its name is the group's and `_3`.
    """

    groups: tuple[str, ...]
    bus: Bus
    gain: float = 1.0
    steps: tuple[float, ...] = ()
    by_dice: bool = False

    def group_for(self, gain: float) -> str:
        """Give the group that suits how loud the cue shall be."""
        return self.for_dice(MOST_DICE)[min(len(self.groups) - 1, bisect(self.steps, gain))]

    def for_dice(self, dice: int) -> tuple[str, ...]:
        """Give the groups for a number of dice, from soft to loud."""
        if not self.by_dice:
            return self.groups
        return tuple(f"{group}_{max(1, min(MOST_DICE, dice))}" for group in self.groups)


MOST_DICE = 5
DICE = range(1, MOST_DICE + 1)
RATTLE = ("cubilete_suave", "cubilete_medio", "cubilete_fuerte")

LATER = frozenset(
    [f"{group}_{dice}" for group in RATTLE for dice in DICE if dice < MOST_DICE]
    + ["fanfarria_victoria", "fanfarria_dormida"]
)
"""Long sounds, loaded when they are wanted: the rattle of fewer than five dice, the fanfares.

Of them at most one kind is kept.
"""

CUES = {
    "die.wood": Sounding(("dado_mesa", "dado_fuerte"), Bus.DICE, 0.7, (0.75,)),
    "die.soft": Sounding(("dado_suave",), Bus.DICE, 0.8),
    "die.bone": Sounding(("dado_dado_suave", "dado_dado"), Bus.DICE, 0.6, (0.4,)),
    "cup.drop": Sounding(("cae_dado",), Bus.DICE, 0.8),
    "cup.shake": Sounding(RATTLE, Bus.DICE, 0.8, (0.7, 0.85), by_dice=True),
    "cup.pour": Sounding(("vierte_poco", "vierte"), Bus.DICE, 0.8, (0.55,)),
    "cup.slam": Sounding(("golpe_cubilete",), Bus.DICE, 0.65),
    "cup.lift": Sounding(("levanta",), Bus.DICE),
    "cup.set": Sounding(("asienta",), Bus.DICE),
    "chalk": Sounding(("tiza",), Bus.TABLE),
    "chalk.off": Sounding(("tiza_borra",), Bus.TABLE),
    "pencil": Sounding(("lapiz_trazo",), Bus.TABLE),
    "pencil.stroke": Sounding(("lapiz_trazo",), Bus.TABLE),
    "pencil.digit": Sounding(("lapiz_cifra",), Bus.TABLE),
    "pencil.number": Sounding(("lapiz_numero",), Bus.TABLE),
    "pencil.cross": Sounding(("lapiz_cruz",), Bus.TABLE),
    "paper": Sounding(("papel",), Bus.TABLE),
    "good": Sounding(("jugada_buena",), Bus.TABLE, 0.7),
    "bad": Sounding(("jugada_mala",), Bus.TABLE, 0.7),
    "grande": Sounding(("momento_grande",), Bus.TABLE, 0.7),
    "served": Sounding(("momento_mano",), Bus.TABLE, 0.7),
    "crossed": Sounding(("momento_tachada",), Bus.TABLE, 0.7),
    "last": Sounding(("momento_ultima",), Bus.TABLE, 0.7),
    "pays": Sounding(("momento_paga",), Bus.TABLE, 0.7),
    "winner": Sounding(("fanfarria_victoria",), Bus.TABLE, 0.7),
    "dormida": Sounding(("fanfarria_dormida",), Bus.TABLE, 0.7),
    "press": Sounding(("ui_boton",), Bus.INTERFACE),
    "focus": Sounding(("ui_tic",), Bus.INTERFACE, 0.7),
    "refuse": Sounding(("ui_error",), Bus.INTERFACE),
    "turn": Sounding(("ui_turno",), Bus.INTERFACE),
}
"""Every sound of the game by what it is for."""

RATE = 44_100  # samples a second
BUFFER = 1024  # samples: 23 ms, at half the mixer's cost of 512
CHANNELS = 24
LAYERS = 3  # sounds of one loop, from soft to loud, between which its strength moves
LOOPING = 2 * LAYERS  # channels kept for the cup, twice so that one loop can give way to another
USUAL = 0.6  # strength of a loop that nobody moves
STIRS = 0.25  # strength below which what is shaken falls silent
SWING = 0.15  # seconds in which a loop can come from stillness to its hardest
TOGETHER = 0.03  # seconds in which two sounds of a cue would be heard as one
ECHO = 1.0  # seconds in which opening a device is followed by news of devices
SETTLE = 0.3  # seconds in which a plug or a headset may come and go
PATIENCE = 1.0  # seconds between two attempts to find a device
INAUDIBLE = 0.004  # half a step of the mixer's volume


class _Voice(NamedTuple):
    """A sound on its way: where it plays and how loud it was asked to be."""

    name: str
    channel: pg.mixer.Channel
    sound: pg.mixer.Sound
    bus: Bus
    gain: float
    pan: float
    began: float

    @property
    def sounding(self) -> bool:
        return self.channel.get_busy() and self.channel.get_sound() is self.sound


class _Loop(NamedTuple):
    """What loops: its layers, all playing, of which the strength decides how loud each is."""

    layers: tuple[_Voice, ...]
    gain: float
    strength: float
    since: float

    @property
    def name(self) -> tuple[str, ...]:
        return tuple(layer.name for layer in self.layers)

    @property
    def sounding(self) -> bool:
        return all(layer.sounding for layer in self.layers)

    def mixed(self, strength: float, now: float) -> "_Loop":
        """Give the loop at another strength."""
        shares = _shares(strength, len(self.layers))
        pairs = zip(self.layers, shares, strict=True)
        layers = tuple(layer._replace(gain=self.gain * share) for layer, share in pairs)
        return self._replace(layers=layers, strength=strength, since=now)


class SoundBus:
    """Plays cues once `start` has found a device; before that, and without one, it is silent."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        chance: random.Random | None = None,
        manifest: Path | None = None,
    ) -> None:
        self._clock = clock
        self._chance = chance or random.Random()
        self._manifest = manifest
        self._volumes = dict.fromkeys(Bus, 1.0)
        self._muted = False
        self._worker: threading.Thread | None = None
        self._closing = False
        self._open = False
        self._tried = float("-inf")
        self._silence = Silence.STARTING
        self._sounds: dict[str, pg.mixer.Sound] = {}
        self._groups: dict[str, list[str]] = {}
        self._entries: dict[str, dict[str, Any]] = {}
        self._last_variant: dict[str, str] = {}
        self._latest: dict[tuple[str, ...], _Voice] = {}
        self._voices: list[_Voice] = []
        self._loop: _Loop | None = None
        self._bank = 0

    # ------------------------------------------------------------- the device

    @property
    def silent_reason(self) -> Silence:
        """Why nothing is heard; empty (and false) while the device is open."""
        return self._silence

    @property
    def loaded(self) -> frozenset[str]:
        """The sounds that can be heard already."""
        return frozenset(self._sounds)

    def start(self) -> None:
        """Look for a device and load the sounds, in the background. Asking again looks again.

        While the driver opens the device (a few milliseconds with one that works) pygame lets no
        other Python run: call this after the first picture is shown.
        """
        if not self._open:
            self._begin(0.0)

    def device_changed(self) -> None:
        """Follow the system after a device came or went, once things have settled."""
        opened_just_now = self._clock() - self._tried < ECHO
        if self._worker is not None and not self._working and not opened_just_now:
            self._begin(SETTLE)

    def close(self) -> None:
        """Fall silent and let go of the device; waits no longer than a moment."""
        self._closing = True
        self._let_go_of_voices()
        if self._worker is not None:
            self._worker.join(2.0)
        if self._open:
            self._open = False
            ending = threading.Thread(target=_quit_mixer, name="sound-end", daemon=True)
            ending.start()
            ending.join(2.0)  # a driver may hang on a device that is gone
        self._silence = Silence.STARTING

    def wait(self, seconds: float = 10.0) -> bool:
        """Wait until everything is loaded or given up, for tests and tools."""
        if self._worker is not None:
            self._worker.join(seconds)
        return not self._working

    # ------------------------------------------------------------- being heard

    def play(self, name: str, gain: float = 1.0, pan: float = 0.0, bus: str | None = None) -> None:
        """Sound a cue (or a group or sound of the manifest) once.

        `gain` is 0..1, `pan` -1 (left) .. 1 (right). Of two sounds of a cue within 30 ms one is
        heard, as loud as the louder.
        """
        sounding = _sounding(name, bus)
        if not self._open or self._level(sounding.bus) * gain * sounding.gain < INAUDIBLE:
            return
        try:
            self._play(sounding, gain, max(-1.0, min(1.0, pan)))
        except pg.error as error:  # the device went away this moment
            log.note(f"sound: {name}: {error}")

    def loop(
        self, name: str, gain: float = 1.0, dice: int = MOST_DICE, strength: float = USUAL
    ) -> None:
        """Sound something until `stop_loop`, a cup with some dice in it as hard as it is shaken.

        `strength` is 0 (nothing moves, nothing is heard) .. 1; `shake` changes it. There is one
        loop at a time: another one takes the place of the former.
        """
        if not self._open:
            return
        sounding = _sounding(name, None)
        self._fetch(sounding.for_dice(dice))
        variants = map(self._variant, sounding.for_dice(dice)[:LAYERS])
        names = tuple(variant for variant in variants if variant is not None)
        try:
            if names:
                self._loop_on(names, sounding.bus, gain * sounding.gain, _within(strength))
        except pg.error as error:
            log.note(f"sound: {name}: {error}")

    def shake(self, strength: float) -> None:
        """Bring the loop to another strength, 0..1: to be called with every movement of the hand.

        A sudden change is followed within a few calls, so that no step is heard.
        """
        loop = self._loop
        if loop is None or not self._open:
            return
        now = self._clock()
        reach = (now - loop.since) / SWING
        change = max(-reach, min(reach, _within(strength) - loop.strength))
        with contextlib.suppress(pg.error):
            self._mix(loop.mixed(loop.strength + change, now))

    def stop_loop(self, fade: int = 90) -> None:
        """End the loop within `fade` milliseconds."""
        loop, self._loop = self._loop, None
        with contextlib.suppress(pg.error):
            for layer in loop.layers if loop is not None and self._open else ():
                if layer.sounding:
                    _end(layer, fade)

    def hush(self, fade: int = 60) -> None:
        """End everything that sounds within `fade` milliseconds, e.g. when a scene is skipped."""
        self.stop_loop(fade)
        with contextlib.suppress(pg.error):
            for voice in self._sounding_voices():
                _end(voice, fade)

    def set(self, volumes: Mapping[str, float], muted: bool) -> None:
        """Take over the volumes (0..1, by bus); heard at once, in what is sounding already too.

        Where no device was found, one is looked for again: whoever moves a slider listens.
        """
        self._volumes.update({Bus(name): volume for name, volume in volumes.items()})
        self._muted = muted
        with contextlib.suppress(pg.error):
            for voice in self._sounding_voices():
                self._adjust(voice)
            if self._open and self._loop is not None:
                self._mix(self._loop)
        tried_before = self._worker is not None and not self._working
        if tried_before and not self._open and self._clock() - self._tried > PATIENCE:
            self.start()

    @property
    def heard(self) -> dict[str, float]:
        """What is sounding now, the loop included, and how loud (0..1)."""
        with contextlib.suppress(pg.error):
            layers = [layer for layer in self._loop.layers if layer.gain] if self._loop else []
            voices = [*self._sounding_voices(), *layers]
            return {voice.name: self._loudness(voice) for voice in voices if voice.sounding}
        return {}

    # ------------------------------------------------------------------ voices

    def _play(self, sounding: Sounding, gain: float, pan: float) -> None:
        latest = self._latest.get(sounding.groups)
        if latest and self._clock() - latest.began < TOGETHER and latest.sounding:
            if gain * sounding.gain > latest.gain:
                louder = gain * sounding.gain
                self._become(latest, latest._replace(gain=louder, pan=pan, began=self._clock()))
            return
        self._fetch((sounding.group_for(gain),))
        name, channel = self._variant(sounding.group_for(gain)), self._free_channel()
        if name is None or channel is None:
            return
        loud, now = gain * sounding.gain, self._clock()
        voice = _Voice(name, channel, self._sounds[name], sounding.bus, loud, pan, now)
        self._adjust(voice)  # before it plays: a hit at full volume would be heard
        channel.play(voice.sound)
        self._latest[sounding.groups] = voice
        self._voices = [*self._sounding_voices(), voice]

    def _become(self, voice: _Voice, louder: _Voice) -> None:
        self._voices = [louder if each is voice else each for each in self._voices]
        self._latest = {g: louder if each is voice else each for g, each in self._latest.items()}
        self._adjust(louder)

    def _loop_on(self, names: tuple[str, ...], bus: Bus, gain: float, strength: float) -> None:
        former, now = self._loop, self._clock()
        if former is not None and former.name == names and former.sounding:
            self._mix(former._replace(gain=gain).mixed(strength, now))
            return
        self.stop_loop()
        self._bank = LAYERS - self._bank  # the other channels: the former loop is fading
        layers = tuple(
            _Voice(name, pg.mixer.Channel(self._bank + at), self._sounds[name], bus, gain, 0.0, now)
            for at, name in enumerate(names)
        )
        self._mix(_Loop(layers, gain, strength, now).mixed(strength, now))
        for layer in layers:
            layer.channel.play(layer.sound, loops=-1)

    def _mix(self, loop: _Loop) -> None:
        """Take over a loop and how loud its layers are."""
        self._loop = loop
        for layer in loop.layers:
            self._adjust(layer)

    def _adjust(self, voice: _Voice) -> None:
        """Give a channel the loudness of its voice under the present volumes."""
        level = self._loudness(voice)
        if abs(voice.pan) < 0.02:
            voice.channel.set_volume(level)
        else:
            left, right = min(1.0, 1.0 - voice.pan), min(1.0, 1.0 + voice.pan)
            voice.channel.set_volume(level * left, level * right)

    def _loudness(self, voice: _Voice) -> float:
        return min(1.0, self._level(voice.bus) * voice.gain)

    def _level(self, bus: Bus) -> float:
        """The slider's position as loudness, which the ear hears as a square."""
        return 0.0 if self._muted else self._volumes[bus] ** 2

    def _variant(self, group: str) -> str | None:
        """Choose a sound of a group, never the same twice running."""
        names = [name for name in self._groups.get(group, (group,)) if name in self._sounds]
        fresh = [name for name in names if name != self._last_variant.get(group)] or names
        if not fresh:
            return None
        chosen = self._last_variant[group] = self._chance.choice(fresh)
        return chosen

    def _free_channel(self) -> pg.mixer.Channel | None:
        channels = map(pg.mixer.Channel, range(LOOPING, CHANNELS))
        return next((channel for channel in channels if not channel.get_busy()), None)

    def _sounding_voices(self) -> list[_Voice]:
        return [voice for voice in self._voices if voice.sounding] if self._open else []

    def _let_go_of_voices(self) -> None:
        self._voices, self._loop = [], None
        self._latest.clear()

    # -------------------------------------------------------------- the worker

    @property
    def _working(self) -> bool:
        return self._worker is not None and self._worker.is_alive()

    def _begin(self, delay: float) -> None:
        """Set the worker to (re)open the device; until it is done nobody touches the mixer."""
        if self._working or self._closing:
            return
        self._open, was_open = False, self._open
        self._let_go_of_voices()
        self._sounds = {}
        self._silence = Silence.STARTING
        self._worker = threading.Thread(
            target=self._work, args=(delay, was_open), name="sound", daemon=True
        )
        self._worker.start()

    def _work(self, delay: float, was_open: bool) -> None:
        try:
            time.sleep(delay)
            if was_open:
                _quit_mixer()
            pg.mixer.init(RATE, -16, 2, BUFFER, allowedchanges=0)
            pg.mixer.set_num_channels(CHANNELS)
        except Exception as error:  # drivers fail in many ways
            log.note(f"sound: no device: {error}")
            self._tried = self._clock()
            self._silence = Silence.NO_DEVICE
            return
        self._tried = self._clock()
        self._silence = Silence.NOT
        self._open = True
        try:
            self._load()
        except Exception as error:
            log.failure("sound: cannot load the sounds", error)

    def _load(self) -> None:
        file = self._manifest or asset("sounds", "manifest.json")
        entries: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))["sounds"]
        groups: dict[str, list[str]] = {}
        for entry in entries:
            groups.setdefault(entry["group"], []).append(entry["id"])
        self._groups = groups
        self._entries = {entry["id"]: entry for entry in entries}
        for entry in sorted(entries, key=_urgency):
            if self._closing:
                return
            if entry["group"] in LATER:
                continue
            self._load_one(file.parent / entry["file"], entry["id"], entry.get("gain", 1.0))
            time.sleep(0.001)  # the screen comes first

    def _fetch(self, groups: tuple[str, ...]) -> None:
        """Load the rattle of a few dice when it is wanted; it takes the place of another few."""
        later = [group for group in groups if group in LATER]
        wanted = {name for group in later for name in self._groups.get(group, ())}
        if not wanted or wanted <= self._sounds.keys():
            return
        for name in [n for n in self._sounds if self._entries[n]["group"] in LATER]:
            del self._sounds[name]
        folder = (self._manifest or asset("sounds", "manifest.json")).parent
        for name in wanted:
            entry = self._entries[name]
            self._load_one(folder / entry["file"], name, entry.get("gain", 1.0))

    def _load_one(self, file: Path, name: str, gain: float) -> None:
        try:
            sound = pg.mixer.Sound(file=file)
            sound.set_volume(gain)
            if sound.get_length() > 0:
                self._sounds[name] = sound
        except (pg.error, OSError) as error:
            log.note(f"sound: {name}: {error}")


def _within(share: float) -> float:
    return max(0.0, min(1.0, share))


def _shares(strength: float, layers: int) -> tuple[float, ...]:
    """Share a loop's loudness among its layers, from soft to loud, power being kept.

    A sound of one layer does not change; of several, the softest dies away towards strength 0.
    """
    if layers == 1:
        return (1.0,)
    swell, place = min(1.0, strength / STIRS) ** 2, strength * (layers - 1)
    apart = (min(1.0, abs(place - layer)) for layer in range(layers))
    return tuple(
        swell * math.cos(distance * math.pi / 2) if distance < 1 else 0.0 for distance in apart
    )


def _end(voice: _Voice, fade: int) -> None:
    """Fade a voice out; SDL ignores that at volume 0, and a loop would go on for ever."""
    if voice.channel.get_volume() > 0.0:
        voice.channel.fadeout(fade)
    else:
        voice.channel.stop()


def _sounding(name: str, bus: str | None) -> Sounding:
    """Look a cue up; any other name is a group or a sound of the manifest."""
    sounding = CUES.get(name) or Sounding((name,), Bus.INTERFACE)
    return sounding if bus is None else sounding._replace(bus=Bus(bus))


def _urgency(entry: dict[str, Any]) -> bool:
    """Put the long fanfares last."""
    return float(entry.get("seconds", 0.0)) > 1.5 and "loop" not in entry


def _quit_mixer() -> None:
    try:
        pg.mixer.stop()  # first, so that no sound ends while the mixer forgets its channels
        pg.mixer.quit()
    except pg.error as error:
        log.note(f"sound: {error}")
