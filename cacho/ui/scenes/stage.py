"""The table as it is seen: what lies, what moves, what is written, of one match.

Owns how events become motion and how a state becomes a picture, for whoever plays on it and for
whoever only watches. While something moves, the picture still shows the state before (`shown`), so
nothing tells a result before the dice lie; at rest it is the resting picture of the state, always.

Must not act: nothing here submits anything or takes a press.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, assert_never

from cacho.engine import (
    FIGURE_BOXES,
    PLACES,
    Asked,
    Box,
    Declared,
    Dormida,
    EarlyWin,
    Event,
    Faces,
    HeldChanged,
    LotRolled,
    MatchOver,
    Note,
    Noted,
    Phase,
    Reason,
    Rolled,
    SeatHanded,
    SeatLeft,
    Setup,
    StarterChosen,
    State,
    Stood,
    TakenBack,
    TieAgain,
    TieBreakBegan,
    TieRolled,
    TurnedOver,
    TurnPassed,
    makers,
    must_note,
    turn_limits,
    turn_over,
    why_not,
)
from cacho.services import i18n
from cacho.ui import choreography as moves
from cacho.ui import partners, sheets, tabletop, told
from cacho.ui import timeline as tl
from cacho.ui.layout import layout_of
from cacho.ui.painter import Glow, Ink, Item, Painter
from cacho.ui.plan import Plan, can_hold
from cacho.ui.pose import Pose, Poser, turned_over
from cacho.ui.scenes.base import Scene
from cacho.ui.timeline import Player

if TYPE_CHECKING:
    from cacho.ui.app import App

GRID_STEPS: Final = 24
"""The # grows in so many steps: it is large, and a pencil is not quicker."""
_VERSIONS: Final = itertools.count(1)
"""No two pictures of any table share a version, so none is taken for another."""


class Stage(Scene):
    """One match as it is seen. Subclasses say where it stands and what may be pressed."""

    def __init__(self, app: App, setup: Setup, shown: State) -> None:
        super().__init__(app)
        self.poser = Poser(setup.match_id)
        self.own_dice = setup.own_dice
        """Whether the table rolls dice of its own: no cup stands there, dice are laid down."""
        self.shown = shown
        self.player: Player[Pose] | None = None
        self.beside: Player[Pose] | None = None
        """What moves without keeping anybody waiting: the # of a new match, a die let go of."""
        self._beside_at = 0.0
        self.plan = Plan()
        self._writing: Noted | None = None
        self._version = next(_VERSIONS)

    # ----------------------------------------------------------------- what stands

    @property
    def state(self) -> State:
        """Where the match stands; `shown` follows once everything has been seen."""
        return self.shown

    @property
    def moving(self) -> bool:
        """Whether something moves on the table."""
        return self.player is not None

    @property
    def card(self) -> bool:
        """Whether whose turn it is stands on a card for now, not above the dice."""
        return self.lingering

    @property
    def crowded(self) -> bool:
        """Whether something else stands in the corners of the boxes."""
        return False

    @property
    def heading(self) -> str:
        """What stands in place of whose turn it is; "" where it is somebody's."""
        return ""

    @property
    def lingering(self) -> bool:
        """Whether the sheet of those who noted last still lies large."""
        return False

    @property
    def rate(self) -> float:
        """How many times as fast as usual things move."""
        return 1.0

    @property
    def sheet_team(self) -> int:
        """Whose sheet lies large: that of those who noted, until the next takes the cup."""
        note = self.shown.last_note
        seat = self.shown.seat
        if self._writing is not None:
            seat = self._writing.seat
        elif note is not None and (self.lingering or self.shown.phase is Phase.OVER):
            seat = note.seat
        return self.shown.team_of(seat)

    def pose(self, ahead: float = 0.0) -> Pose:
        """Return how everything lies now."""
        if self.player is None:
            return turned_over(self._lying, self.plan.turned)
        return self.player.pose(ahead)

    @property
    def _lying(self) -> Pose:
        """How everything lies while nothing keeps anybody waiting, but for dice turned by hand."""
        return self.beside.pose() if self.beside is not None else self.poser.rest(self.state)

    @property
    def numbered(self) -> bool:
        """Whether the dice show their numbers."""
        return turn_limits(self.shown)[1] > 0

    # -------------------------------------------------------------------- motion

    def _play(self, clips: Sequence[tl.Clip[Pose]], before: Pose) -> None:
        self.player, self.beside = Player(tl.Faster(tl.seq(*clips), self.rate), before), None
        self._touch()

    def _play_beside(self, clip: tl.Clip[Pose], lying: Pose) -> None:
        """Show a motion during which everything can be pressed."""
        self.beside, self._beside_at = Player(clip, lying), self.app.clock()
        self._touch()

    def _go_on_beside(self, now: float) -> bool:
        """Let it go on; False if there is none."""
        if self.beside is None:
            return False
        self._sound(self.beside.step(now - self._beside_at))
        self._beside_at = now
        if self.beside.done:
            self.beside = None
            self._touch()
        return True

    def _clips(  # noqa: PLR0912 - a case an event
        self, events: tuple[Event, ...], before: Pose, turned: frozenset[int]
    ) -> list[tl.Clip[Pose]]:
        """Return what is seen of events, one after another; nothing of what shows at once."""
        clips: list[tl.Clip[Pose]] = []
        for event in events:
            match event:
                case LotRolled(rolls=rolls):
                    clips.append(self._lot_clip(rolls))
                case Rolled():
                    clips.append(self._roll_clip(event, before))
                case Noted():
                    self._writing = event
                    clips += self._note_clips(event, before, turned)
                case Dormida(turned=under):
                    lying = self.poser.lying(self.state)
                    clips += [moves.turn_over(under, lying)] if under else []
                    clips.append(self._unhurried(moves.dormida(self.poser.rest(self.state))))
                case HeldChanged(places=places):
                    grown = len(places) > len(self.shown.held)
                    self.app.sounds.play("chalk" if grown else "chalk.off")
                case TakenBack():
                    self.app.sounds.play("paper")
                case TurnedOver():
                    clips.append(moves.turn_over(PLACES, self.poser.rest(self.state), back=True))
                case Declared():
                    self.app.sounds.play("pencil.stroke")
                case Stood():
                    clips += [self._clearing(before), moves.settle(self.poser.rest(self.state))]
                case EarlyWin():
                    clips.append(moves.gold(self.poser.rest(self.state)))
                case TieRolled(seat=seat, dice=dice):
                    landing = self.poser.tie_landing(seat, dice, len(self.state.tie))
                    tie = moves.tie_set_down if self.own_dice else moves.tie_roll
                    clips.append(tie(landing, self.poser.rest(self.state)))
                case StarterChosen() | TurnPassed() | SeatLeft() | MatchOver():
                    pass
                case TieBreakBegan() | TieAgain() | SeatHanded() | Asked():
                    pass
                case _:
                    assert_never(event)
        return clips

    def _unhurried(self, clip: tl.Clip[Pose]) -> tl.Clip[Pose]:
        """Return a clip that takes its time even where the rest is faster."""
        return tl.Faster(clip, 1 / self.rate)

    def _note_clips(
        self, event: Noted, before: Pose, turned: frozenset[int]
    ) -> list[tl.Clip[Pose]]:
        """Turn over what is read from below and does not lie so yet, then write."""
        mine = event.series == len(self.shown.results)
        under = event.turned - turned if mine else frozenset[int]()
        clips = [moves.turn_over(under, before)] if under else []
        clear = self._clearing(turned_over(before, under))
        rest, home = self.poser.rest(self.state), layout_of(self.shown.sheet).pencil
        return [*clips, moves.note([self._mark(event)], home, clear, rest, _shine_of(event))]

    def _clearing(self, lying: Pose) -> tl.Clip[Pose]:
        """Return how the dice leave the table."""
        if self.own_dice:
            return moves.take_away(lying)
        self.app.window.fetch(tabletop.cup_sprites("idle"))
        return moves.empty_table(lying)

    def _lot_clip(self, rolls: Sequence[tuple[int, int]]) -> tl.Clip[Pose]:
        lot = moves.lot_set_down if self.own_dice else moves.lot
        return lot(rolls, self.state, self.poser)

    def _roll_clip(self, event: Rolled, before: Pose) -> tl.Clip[Pose]:
        lying = self.poser.lying(self.state)
        if self.own_dice and not self.app.settings.reduced_motion:
            down = moves.set_down(event, before, self.state, lying)
            return tl.par(moves.draw_grid(before.grid), down) if before.grid < 1 else down
        if self.app.settings.reduced_motion:
            return moves.fade(before, lying)
        throw = moves.throw(event, self.state, self.poser)
        self._foresee(self._soon_seen(event))
        return tl.par(moves.draw_grid(before.grid), throw) if before.grid < 1 else throw

    def _soon_seen(self, event: Rolled) -> tuple[Pose, ...]:
        """Return how the dice of a roll will be seen: as they leave the cup, then as they lie."""
        return moves.leaving(event, self.state, self.poser), self.poser.lying(self.state)

    def _foresee(self, poses: Sequence[Pose]) -> None:
        """Have the dice drawn while the cup still pours, or comes down over them."""
        for pose in poses:
            dice: list[Item] = []
            tabletop.paint_dice(dice, pose, ())
            self.app.soon(dice, first=True)

    def _sound(self, cues: Sequence[tl.Cue]) -> None:
        for cue in cues:
            self.app.sounds.play(cue.sound, cue.gain, cue.pan)

    def _name(self, seat: int) -> str:
        return self.state.seats[seat].name

    # ---------------------------------------------------------------------- picture

    def _touch(self) -> None:
        self._version = next(_VERSIONS)
        self.app.changed()

    def rest(self, now: float) -> bool:
        """Let the pressed look end, and what moves beside go on."""
        moved = self._go_on_beside(now)
        if super().rest(now):
            self._touch()
            return True
        return moved

    def paint(self, painter: Painter, ahead: float) -> None:
        """Put the table on the painter: what stays, what moves, what can be pressed."""
        self.poser.detail = self.app.detail
        pose = self.pose(ahead)
        dark = pose.dark > 0
        top = self.app.top is self
        key = (self._version, i18n.current(), top, pose.grid >= 1, dark, self.said_instead)
        painter.static("table.wood", (), tabletop.paint_wood)
        if not self.own_dice:
            shadow: list[Item] = []
            tabletop.paint_cup_shadow(shadow, pose.cup)
            painter.add(*shadow)
        if not dark or self.state.phase is Phase.OVER:
            painter.static("table.under", key, self._paint_under)
        loose: list[Item] = []
        if self.shown.phase is Phase.LOT:
            again = self.shown.contenders if self.shown.lot else ()
            tabletop.paint_lot(loose, self.state, pose, again)
        if not dark:
            if not self.moving and self.shown.deciding and self.plan.own(self.shown):
                self._paint_lights(loose, pose)
            tabletop.paint_dice(loose, pose, self._rings(pose))
            if not self.moving and self.numbered:
                tabletop.paint_places(loose, pose, self.plan.turned, self._rings(pose))
                tabletop.paint_turning(loose, pose, self._looked_at())
        lifted = self.moving and not dark
        if not lifted and not self.own_dice:
            tabletop.paint_cup(loose, pose.cup)
        self._paint_writing(loose, pose)
        painter.add(*loose)
        if not dark:
            painter.static("table.over", key, self._paint_over)
            if lifted and not self.own_dice:  # in the hand it is above all that lies on the table
                painter.add(*self._in_the_air(pose))
        else:
            over: list[Item] = []
            name = self._name(self.state.seat) if self.app.top is self else ""
            tabletop.paint_dormida(over, pose, name)
            painter.add(*over)

    def _in_the_air(self, pose: Pose) -> list[Item]:
        """Return the cup that is being moved, and the dice that fall into it."""
        items: list[Item] = []
        tabletop.paint_cup(items, pose.cup)
        tabletop.paint_above(items, pose)
        return items

    @property
    def covered(self) -> bool:
        """Whether the results lie over the table: they show the sheets."""
        return self.shown.phase is Phase.OVER and self.app.top is not self

    def _paint_under(self, items: list[Item]) -> None:
        if self.covered:
            return
        state = self.shown
        if state.phase is Phase.LOT:
            tabletop.paint_lot_heading(items, state)
            return
        worth = {} if self.moving or self.lingering else self._worth()
        marks = self.app.settings.marks
        team, grid = self.sheet_team, self.pose().grid >= 1
        playing = state.seat if state.phase is Phase.TURN else None
        sheets.paint_row(items, state, team, marks, playing)
        sheets.paint_big(items, state, team, worth, marks, grid, playing)
        partners.paint_results(items, state, self.plan.series)
        if worth and not self.plan.turned and self.plan.series is None:
            partners.paint_givers(items, state, partners.givers(state))

    def _faces(self) -> Faces:
        """The dice as they are seen, those turned by hand on their other side."""
        return tuple(
            7 - face if place in self.plan.turned else face
            for place, face in enumerate(self.shown.dice, 1)
        )

    def _worth(self) -> dict[Box, int]:
        """What the boxes show in grey: what may be noted, and a cross only where one may be made.

        What a partner's series still to come keeps from being noted is shown all the same.
        """
        return {
            box: points
            for (box, hatch), points in self.plan.worth(self.shown).items()
            if self._shows(self.plan.note(self.shown, box, hatch), points)
        }

    def _shows(self, note: Note, points: int) -> bool:
        reason = why_not(self.shown, note)
        return reason is None or (points > 0 and reason is Reason.PARTNER_FIRST)

    @property
    def said_instead(self) -> bool:
        """Whether a message lies where the hint would."""
        return False

    def _paint_notices(self, items: list[Item]) -> None:
        """Ring the box that is declared or owed; tell which dice a box would turn over."""
        state, plan = self.shown, self.plan
        if not state.deciding or self.moving or self.lingering:
            return
        ringed = {state.goal} if state.goal else set(must_note(state))
        for name, box, slot, hatch, cell, *_places in layout_of(state.sheet).places:
            if slot != len(state.sheet.marks(box, hatch)):
                continue
            if box in ringed:
                tabletop.paint_ring(items, cell, name.removesuffix(f".{slot + 1}"), self.crowded)
            ways = plan.ways(state, box)
            served = bool(ways) and not plan.turned and ways[0].de_mano and box in FIGURE_BOXES
            if served and plan.worth(state).get((box, hatch)) and box is not Box.GRANDE:
                tabletop.paint_served(items, cell, self.crowded)
            if not self.crowded and (way := plan.would_turn(state, box)):
                lying = turn_over(way.faces, way.turned)
                tabletop.paint_turns(
                    items, cell, [lying[place - 1] for place in sorted(way.turned)]
                )

    def _paint_lights(self, items: list[Item], pose: Pose) -> None:
        """Let a light fall where dice make a figure."""
        tabletop.paint_makers(items, pose, makers(self.shown.rules, self._faces()))

    def _looked_at(self) -> frozenset[int]:
        """The places of the dice that turn over if the box with the focus is noted."""
        if not (self.focus_shown and self.shown.deciding):
            return frozenset()
        for place in layout_of(self.shown.sheet).places:
            if self.focus == f"box.{place.name}":
                way = self.plan.would_turn(self.shown, place.box)
                mine = way is not None and way.series == len(self.shown.results)
                return way.turned if way and mine else frozenset()
        return frozenset()

    def _rings(self, pose: Pose) -> frozenset[int]:
        del pose
        return self.shown.held if can_hold(self.shown) else frozenset()

    def _paint_writing(self, items: list[Item], pose: Pose) -> None:
        """Add the mark under the pencil, as far as it is written, and the pencil."""
        now = self._writing
        if self.shown.phase is Phase.LOT or self.covered:
            return
        if 0 < pose.grid < 1:
            lines = sheets.grid_items(self.shown.sheets[self.sheet_team], self.sheet_team)
            upto = math.ceil(pose.grid * GRID_STEPS) / GRID_STEPS
            items += [line._replace(upto=upto) for line in lines]
        if pose.gold > 0:
            for x, y, w, h in layout_of(self.shown.sheet).grids:
                items.append(Glow(x + w / 3, y, w / 3, h, alpha=round(220 * pose.gold)))
        if now is not None and pose.glow > 0 and not now.crossed:
            x, y, w, h = layout_of(self.shown.sheet).cell(now.box, now.slot, now.hatch)
            items.append(Glow(x + 12, y + 12, w - 24, h - 24, alpha=round(200 * pose.glow)))
        if now is not None and pose.writing > 0:
            items.append(self._mark(now)._replace(upto=pose.writing))
        tabletop.paint_pencil(items, pose.pencil or layout_of(self.shown.sheet).pencil)

    def _mark(self, event: Noted) -> Ink:
        """Return what the pencil writes on the large sheet."""
        box, slot, hatch = event.box, event.slot, event.hatch
        team = self.state.team_of(event.seat)
        sheet = self.state.sheets[team]
        glyph = sheets.glyph_of(box, sheet.marks(box, hatch)[slot], self.app.settings.marks)
        seed = sheets.seed(team, box, slot, hatch)
        place = layout_of(sheet).writing(box, slot, hatch)
        return sheets.mark_item(place, glyph, team, seed, "writing")

    def _paint_over(self, items: list[Item]) -> None:
        """Add what lies over dice and cup: whose turn it is, what is owed, the targets."""
        if self.covered:
            return
        if self.shown.phase in (Phase.TURN, Phase.TIE) and not self.card:
            tabletop.paint_turn(items, self.shown, self._hint(), self.heading)
        self._paint_notices(items)
        self._paint_card(items)
        for widget in self.widgets():
            widget.paint(items, self.look(widget))

    def _paint_card(self, items: list[Item]) -> None:
        """Add what lies on the table between two turns, if anything."""

    def _hint(self) -> str:
        """Say in one line what may be done."""
        return told.hint(self.shown, self.plan)


def _shine_of(event: Noted) -> str:
    """Return the sound of a mark that deserves a moment; most do not.

    A cross is only heard: a light would be out of place.
    """
    if event.box is Box.GRANDE and not event.crossed:
        return "grande"
    if event.crossed:
        return "crossed"
    return "served" if event.de_mano else ""
