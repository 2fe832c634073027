"""The table of findings: complete, in both languages, as the requirements list has it."""

import re
from pathlib import Path
from typing import Final

import pytest

from projections.replay.codes import CODES, first, precedence
from projections.replay.codes.titles import TITLES

PAGE: Final = Path(__file__).parents[4] / "shared" / "regulatory.md"
SEVERITY: Final = {"!": "critical", "o": "ordinary", "i": "information"}


def rows() -> list[tuple[str, list[str], list[str]]]:
    """Return section, codes and further cells of every row of the requirements list."""
    if not PAGE.exists():
        pytest.skip(f"{PAGE} is not beside the repository")
    section, found = "", []
    for line in PAGE.read_text(encoding="utf-8").split("\n## 5")[0].splitlines():
        if heading := re.match(r"### (4\.\d+)", line):
            section = heading[1]
        elif section and line.startswith("| "):
            cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
            names = cells[0].split(" / ")
            if all(re.fullmatch(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)*", name) for name in names):
                found.append((section, names, cells[1:]))
    assert found
    return found


def test_no_code_is_missing_or_extra() -> None:
    """Besides Razão's own, the table has exactly the codes of sections 4.0 to 4.12."""
    listed = [name for _, names, _ in rows() for name in names]
    assert len(listed) == len(set(listed))
    assert set(CODES) - ADDED == set(listed)


def plain(text: str) -> str:
    """Return a reference without blanks, remarks in brackets and long dashes."""
    return re.sub(r"\s|\([^)]*[:,][^)]*\)", "", text.replace("\N{EN DASH}", "-"))


def numbers(text: str) -> set[int]:
    """Return every rule number that a reference names, ranges written out; pai kao's have parts."""
    found: set[int] = set()
    several = re.compile(r"R\d+(?:/R?\d+)+")  # R55/57/98, R24/R34
    said = several.sub(lambda found: found[0].replace("/R", "/").replace("/", ",R"), plain(text))
    said = said.replace("PKR", "PK")
    for low, high in re.findall(r"R(\d+)(?:-(\d+))?", said):
        found |= set(range(int(low), int(high or low) + 1))
    return found


def rule_cell(section: str, cells: list[str]) -> str:
    """Return the row's column of rules."""
    return cells[-3] if section == "4.0" else cells[-1]


def test_each_rule_number_stands_in_the_codes_row() -> None:
    """A code cites no rule that its row does not cite, but in place of a placeholder."""
    for section, names, cells in rows():
        page = rule_cell(section, cells)
        for name in names:
            known = page == "same" or name in GROUNDED
            assert known or numbers(CODES[name].rule) <= numbers(page), name


def test_no_rule_of_a_row_of_one_code_is_lost() -> None:
    """Where a row lists one code, the code cites every rule of the row, under its own name."""
    for section, names, cells in rows():
        page = rule_cell(section, cells)
        if len(names) == 1 and page != "same" and not names[0].startswith("PK-"):
            assert numbers(page) <= numbers(CODES[names[0]].rule), names


GROUNDED: Final = {"BET-MIN", "BET-MAX", "PAY-DIFF", "RES-IMPOSS", "PB-SHOE", "BI-GEOM"}
"""Codes whose row says "each game's limits" and the like: the rules are named."""
ADDED: Final = {
    *("BJ-SEATS", "CF-PLACE", "SD-OUT", "NB-OUT", "NB-PLACE", "NB-TURN", "INT-FOLD"),
    *("RND-OPEN", "RND-CLOSED", "RND-OWNER"),
}
"""Codes of rules for which the list has no row."""
DECIDED: Final = {
    "BJ-CHEF",
    "P3-SHUF",
    "RA-3G",
    "RA-LATECHIP",
    "RA-DIR",
    "CR-2OF5",
    "CU-SEQ",
    "NB-SHUF",
}
"""Codes that the list leaves to a person, and that events decide in part since they tell of it."""


def test_manual_codes_are_those_the_list_marks_so() -> None:
    """Only a person sees a row that ends in “manual”; rows manual in part are not manual."""
    for _, names, cells in rows():
        whole = bool(re.search(r"· manual$", cells[0]))
        for name in names:
            assert CODES[name].manual is (whole and name not in DECIDED), name


def test_cross_cutting_codes_have_the_columns_of_the_list() -> None:
    """Section 4.0 names evidence and severity itself."""
    for section, names, cells in rows():
        if section == "4.0":
            for name in names:
                assert CODES[name].evidence == cells[-2], name
                assert CODES[name].severity == SEVERITY[cells[-1]], name


def test_no_two_codes_share_their_text() -> None:
    """But those of one fault of a jackpot, which two games have: blackjack and sem descarte."""
    for said in ([code.pt for code in CODES.values()], [code.en for code in CODES.values()]):
        shared: dict[str, list[str]] = {}
        for name, text in zip(CODES, said, strict=True):
            shared.setdefault(text, []).append(name)
        for names in (names for names in shared.values() if len(names) > 1):
            endings = {name.partition("-")[2] for name in names}
            assert len(endings) == 1, names
            assert endings.pop().startswith("JP-"), names


def test_every_code_has_a_title_that_fits_a_line() -> None:
    """Forty-five letters at most in each language, no full stop, and no title twice."""
    assert list(TITLES) == list(CODES)
    for language in (0, 1):
        titles = [title[language] for title in TITLES.values()]
        assert len(set(titles)) == len(titles)
        for code, title in zip(TITLES, titles, strict=True):
            assert 5 <= len(title) <= 45, (code, title)
            assert re.fullmatch(r"\S.*[^\s.]", title), (code, title)
            assert title[0].isupper(), (code, title)
    assert all(pt != en for pt, en in TITLES.values())


def test_every_code_is_said_in_both_languages() -> None:
    """Each text is one whole sentence, and the two are not the same."""
    for name, code in CODES.items():
        assert code.code == name
        assert code.rule
        assert code.evidence
        assert set(code.evidence) <= set("ECDWT")
        for text in (code.pt, code.en):
            assert re.fullmatch(r"[^a-z\s].{15,190}\.", text), (name, text)
            assert "  " not in text
        assert code.pt != code.en


def test_what_only_a_person_sees_is_shown_by_a_person() -> None:
    """A manual code rests on a witness."""
    assert all("W" in code.evidence for code in CODES.values() if code.manual)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("PAY-DIFF", "SD-PAY"), "SD-PAY"),
        (("PAY-DIFF", "JP-WINBASIS"), "JP-WINBASIS"),
        (("JP-WINBASIS", "SD-JP-SPLIT"), "SD-JP-SPLIT"),
    ],
)
def test_one_fact_carries_the_code_of_the_game_first(names: tuple[str, ...], expected: str) -> None:
    """The game's code goes before the jackpot's, and that before the cross-cutting one."""
    assert first(names) == expected
    assert precedence(names[0]) > precedence(names[1])
