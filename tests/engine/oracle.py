"""What dice are worth, written a second time from RULES.md and knowing nothing of the engine.

Rules are the texts of `--set`, boxes are names, dice are tuples of faces. Every mask of turned dice
is tried, every condition is the rule's own sentence.
"""

NUMBERS = ["balas", "tontos", "trenes", "cuadras", "quinas", "senas"]
FIGURES = ["escalera", "full", "poker", "grande"]
NAMES = [*NUMBERS, *FIGURES]


def limits(rules: dict[str, str], roll: int) -> tuple[int, int]:
    least, most = rules["turning"].split(",")[roll - 1].split("-")
    return int(least), int(most)


def rolls(rules: dict[str, str]) -> int:
    return rules["turning"].count(",") + 1


def figure(name: str, faces: list[int], rules: dict[str, str]) -> int:
    """The points of a figure that is not de mano."""
    row = "".join(map(str, sorted(faces)))
    a, b, c, d, e = row
    if name == "escalera":
        straights = ["12345", "23456"] + ["13456"] * (rules["wrap"] == "yes")
        return int(rules["escalera"]) if row in straights else 0
    if name == "full":
        return 30 if a == b and d == e and a != e and c in (a, e) else 0
    if name == "poker":
        if a == e:
            return 40 if rules["five_is_poker"] == "yes" else 0
        return 40 if a == d or b == e else 0
    return 50 if a == e else 0


def readings(rules: dict[str, str], dice: tuple, roll: int, rolled: int) -> list[dict]:
    """Each with its faces, whether it is de mano, and the boxes for which it is legal."""
    least, most = limits(rules, roll)
    again = rules["rethrow_mano"] == "yes" and roll > 1 and rolled == 5
    found = []
    for mask in range(32):
        turned = [place for place in range(5) if mask >> place & 1]
        boxes = set()
        if least <= len(turned) <= most:
            boxes |= set(NAMES)
        if not turned and again:
            boxes |= set(FIGURES)
        if not turned and rules["natural_five"] == "yes" and len(set(dice)) == 1:
            boxes |= {"grande"} if roll == 1 or again else set()
        if boxes:
            found.append(
                {
                    "faces": [7 - face if at in turned else face for at, face in enumerate(dice)],
                    "turned": frozenset(place + 1 for place in turned),
                    "de mano": roll == 1 or (again and not turned),
                    "boxes": boxes,
                }
            )
    return found


def worth_of(rules: dict[str, str], reading: dict, open_boxes: set[str]) -> dict[str, int]:
    """The points of the open boxes for which a reading is legal."""
    faces, got = reading["faces"], {}
    for face, name in enumerate(NUMBERS, 1):
        got[name] = face * faces.count(face)
    for name in FIGURES:
        got[name] = figure(name, faces, rules)
        if got[name] and reading["de mano"] and name != "grande":
            got[name] += 5
    got = {name: got[name] for name in NAMES if name in open_boxes & reading["boxes"]}
    if rules["dormida"] == "100" and is_dormida(reading):
        got.update(dict.fromkeys(hundred(reading, open_boxes), 100))
    return got


def is_dormida(reading: dict) -> bool:
    return reading["de mano"] and len(set(reading["faces"])) == 1


def hundred(reading: dict, open_boxes: set[str]) -> set[str]:
    number = NUMBERS[reading["faces"][0] - 1]
    if "grande" in open_boxes:
        return {"grande"}
    return {number} if number in open_boxes else set(open_boxes)


def owed(rules: dict[str, str], dice: tuple, roll: int, rolled: int, open_boxes: set) -> list[str]:
    """The boxes of which one must be noted."""
    if rules["must_stop"] == "no":
        return []
    legal = readings(rules, dice, roll, rolled)
    dormidas = [reading for reading in legal if is_dormida(reading)]
    if dormidas and rules["dormida"] == "wins":
        return []
    if dormidas:
        places = set().union(*(hundred(reading, open_boxes) for reading in dormidas))
        return [name for name in NAMES if name in places]
    names = set()
    for reading in legal:
        for name in open_boxes & reading["boxes"]:
            made = name in FIGURES and figure(name, reading["faces"], rules) > 0
            if made and (reading["de mano"] or name == "grande"):
                names.add(name)
    return [name for name in NAMES if name in names]


def crossable(
    rules: dict[str, str], dice: tuple, roll: int, rolled: int, open_boxes: set[str]
) -> set[str]:
    """The boxes that may be crossed out, with nothing declared."""
    if owed(rules, dice, roll, rolled, open_boxes):
        return set()
    counted = [worth_of(rules, r, open_boxes) for r in readings(rules, dice, roll, rolled)]
    empty = {name for name in open_boxes if not any(got.get(name) for got in counted)}
    if rules["crossing"] == "free":
        return empty
    if roll < rolls(rules):
        return set()
    if rules["crossing"] == "forced":
        return empty if empty == open_boxes else set()
    nothing = [got for got in counted if set(got) == open_boxes and not any(got.values())]
    return empty if nothing else set()


def judge(rules: dict[str, str], dice: tuple, roll: int, rolled: int, open_boxes: set) -> dict:
    """All that `cacho points` answers."""
    legal = readings(rules, dice, roll, rolled)
    counted = [worth_of(rules, reading, open_boxes) for reading in legal]
    wins = rules["dormida"] == "wins" and any(map(is_dormida, legal))
    return {
        "points": {
            name: max(got.get(name, 0) for got in counted) for name in NAMES if name in open_boxes
        },
        "wins": wins,
        "may_cross": not wins and bool(crossable(rules, dice, roll, rolled, open_boxes)),
        "must_note": owed(rules, dice, roll, rolled, open_boxes),
    }
