"""Words that are put together: lists of names, and numbers, as each language writes them."""

import pytest

from cacho.services.i18n import set_language
from cacho.ui.wording import decimal, fixed, listed, percent, quoted


@pytest.mark.parametrize(
    ("names", "spanish", "english"),
    [
        ("", "", ""),
        ("Ana", "Ana", "Ana"),
        ("Ana Luis", "Ana y Luis", "Ana and Luis"),
        ("Ana Luis Rosa", "Ana, Luis y Rosa", "Ana, Luis and Rosa"),
        ("Ana Inés", "Ana e Inés", "Ana and Inés"),
        ("Inés Ana", "Inés y Ana", "Inés and Ana"),
        ("Ana íñigo", "Ana e íñigo", "Ana and íñigo"),
        ("Ana Hilda", "Ana e Hilda", "Ana and Hilda"),
        ("Ana Yvonne", "Ana e Yvonne", "Ana and Yvonne"),
        ("Ana Yola", "Ana y Yola", "Ana and Yola"),
        ("Ana Ian", "Ana y Ian", "Ana and Ian"),
        ("Ana Hielo", "Ana y Hielo", "Ana and Hielo"),
    ],
)
def test_names_in_a_sentence(names: str, spanish: str, english: str) -> None:
    for language, sentence in (("es", spanish), ("en", english)):
        set_language(language)
        assert listed(names.split()) == sentence


def test_what_somebody_said_stands_in_the_marks_of_the_language() -> None:
    for language, said in (("es", "«Así nomás.»"), ("en", "“Así nomás.”")):
        set_language(language)
        assert quoted("Así nomás.") == said


def test_numbers_in_each_language() -> None:
    for language, mark, space in (("es", ",", " "), ("en", ".", "")):
        set_language(language)
        assert [fixed(17.5), fixed(17.96), fixed(20)] == [f"17{mark}5", f"18{mark}0", f"20{mark}0"]
        assert [decimal(17.5), decimal(20)] == [f"17{mark}5", "20"]
        assert percent(2 / 3) == f"67{space}%"
