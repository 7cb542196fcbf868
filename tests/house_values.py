"""Values of every field of a ruleset, as texts: what house rules in tests are put together from."""

HOUSE_VALUES = {
    "turning": (
        "0-0",
        "0-0,0-0",
        "0-0,0-0,0-0",
        "1-2,0-2",
        "0-0,1-2",
        "2-2,0-1,0-0",
        "0-5,5-5",
    ),
    "rethrow_mano": ("yes", "no"),
    "bajo": ("no", "call", "look"),
    "must_stop": ("yes", "no"),
    "goal": ("free", "fixed", "rethrow"),
    "escalera": ("20", "25"),
    "wrap": ("yes", "no"),
    "grandes": ("1", "2"),
    "five_is_poker": ("yes", "no"),
    "crossing": ("free", "forced", "lenient"),
    "dormida": ("wins", "100"),
    "early_wins": ("none", "panza", "cuatros", "panza,cuatros"),
    "natural_five": ("yes", "no"),
    "hatches": ("1", "3"),
    "team_size": ("1", "2", "3"),
}
"""All values of a field that has few; of the endless turnings, one of each kind."""
