"""What hypothesis draws: any rules, tables of any size, dice, and any action at all."""

from house_values import HOUSE_VALUES
from hypothesis import strategies as st

from cacho.engine import (
    CASUAL,
    PRESETS,
    Action,
    Ask,
    Bajo,
    Box,
    Declare,
    Hand,
    Help,
    Hold,
    Leave,
    Level,
    Lot,
    Note,
    Roll,
    Ruleset,
    Seat,
    Setup,
    Stand,
    TakeBack,
    with_fields,
)

faces = st.integers(1, 6)
places = st.frozensets(st.integers(1, 5))


def house(base: Ruleset, texts: dict[str, str]) -> Ruleset:
    """A preset with some values changed; where looking meets turning, nothing is turned."""
    looks = texts.get("bajo") == "look"
    return with_fields(base, texts | ({"turning": "0-0,0-0"} if looks else {}))


rulesets: st.SearchStrategy[Ruleset] = st.just(CASUAL) | st.builds(
    house,
    st.sampled_from(list(PRESETS.values())),
    st.fixed_dictionaries(
        {}, optional={field: st.sampled_from(texts) for field, texts in HOUSE_VALUES.items()}
    ),
)
names = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=16)

dates = st.datetimes().map(lambda moment: f"{moment.year:04}-{moment:%m-%dT%H:%M}")


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any table."""
    bots = st.none() | st.sampled_from(Level)
    seats = tuple(draw(st.lists(st.builds(Seat, names, bots), min_size=1, max_size=6)))
    start = draw(st.just("lot") | st.integers(0, len(seats) - 1))
    match_id = draw(st.from_regex(r"\A[A-Za-z0-9._-]{1,64}\Z"))
    return Setup(
        draw(rulesets),
        seats,
        start,
        match_id,
        tie_break=draw(st.booleans()),
        own_dice=draw(st.booleans()),
        trusting=draw(st.booleans()),
        helped=draw(st.booleans()),
        date=draw(st.none() | dates),
    )


def dice(count: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Faces of `count` dice, more often alike than chance has it."""
    return st.lists(faces, min_size=count, max_size=count).map(tuple) | faces.map(
        lambda face: (face,) * count
    )


drawn = st.none() | st.lists(st.integers(0, 7), max_size=7).map(tuple)
any_action: st.SearchStrategy[Action] = st.one_of(
    st.builds(Lot, drawn),
    st.builds(Roll, drawn, st.booleans()),
    st.builds(Hold, st.frozensets(st.integers(0, 6))),
    st.builds(Note, st.sampled_from(Box)),
    st.builds(
        Note,
        st.sampled_from(Box),
        st.none() | st.frozensets(st.integers(0, 6)),
        st.integers(-1, 3),
        st.none() | st.integers(-1, 3),
    ),
    st.builds(Declare, st.none() | st.sampled_from(Box)),
    st.just(Bajo()),
    st.just(Stand()),
    st.builds(TakeBack, st.booleans()),
    st.builds(Hand, st.integers(-1, 6), st.none() | st.sampled_from(Level), st.none() | names),
    st.builds(Ask, st.integers(-1, 6), st.sampled_from(Help)),
)
"""Actions that may or may not make sense; nobody leaves by accident."""
departures = st.builds(Leave, st.integers(-1, 6))
table_matters: st.SearchStrategy[Action] = st.one_of(
    st.builds(Hand, st.integers(0, 5), st.none() | st.sampled_from(Level), st.none() | names),
    st.builds(Ask, st.integers(0, 5), st.sampled_from(Help)),
)
"""What may happen beside the game."""
