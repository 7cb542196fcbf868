"""What hypothesis draws: rules that can be played, tables, dice, and any action at all."""

from hypothesis import strategies as st

from cacho.engine import (
    CASUAL,
    Action,
    Box,
    Hold,
    Lot,
    Note,
    Roll,
    Ruleset,
    Seat,
    Setup,
    TakeBack,
    with_fields,
)

SETTINGS = {
    "turning": ("0-0", "0-0,0-0", "0-0,0-0,0-0"),
    "escalera": ("20", "25"),
    "wrap": ("yes", "no"),
    "grandes": ("1", "2"),
    "five_is_poker": ("yes", "no"),
}

faces = st.integers(1, 6)
places = st.frozensets(st.integers(1, 5))
rulesets: st.SearchStrategy[Ruleset] = st.just(CASUAL) | st.fixed_dictionaries(
    {}, optional={field: st.sampled_from(texts) for field, texts in SETTINGS.items()}
).map(lambda texts: with_fields(CASUAL, texts))
names = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=16)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any table that can be played."""
    seats = tuple(map(Seat, draw(st.lists(names, min_size=1, max_size=6))))
    start = draw(st.just("lot") | st.integers(0, len(seats) - 1))
    return Setup(draw(rulesets), seats, start, draw(st.from_regex(r"\A[A-Za-z0-9._-]{1,64}\Z")))


def dice(count: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Faces of `count` dice, more often alike than chance has it."""
    return st.lists(faces, min_size=count, max_size=count).map(tuple) | faces.map(
        lambda face: (face,) * count
    )


any_action: st.SearchStrategy[Action] = st.one_of(
    st.builds(Lot, st.none() | st.lists(st.integers(0, 7), max_size=7).map(tuple)),
    st.builds(Roll, st.none() | st.lists(st.integers(0, 7), max_size=7).map(tuple)),
    st.builds(Hold, st.frozensets(st.integers(0, 6))),
    st.builds(Note, st.sampled_from(Box)),
    st.just(TakeBack()),
)
"""Actions that may or may not make sense."""
