"""Texts as the ledger tells of them: which event commits to which, and which are erased."""

from typing import Final

import pytest

from ledger.events.registry import ParameterSet, TextErased
from ledger.events.reviews import DisputeDecided, DisputeOpened, FindingExplained, InspectionNoted
from ledger.events.seats import PlayerSessionRestricted
from projections.reads.texts import HELD, YEARS, Standing, erased, standings
from tests.fixtures.casino import AT, DAY, minute
from tests.fixtures.memory import MemoryCasino
from tests.projections.stages.authority.house import PLACE, House

TEXT: Final = "ab" * 32
OTHER: Final = "cd" * 32
CASE: Final = DisputeOpened(
    dispute="d-1", subject="round", rounds=(f"{PLACE}/{DAY}/1",), complainant="p-7", text=TEXT
)


@pytest.fixture
def house(memory_casino: MemoryCasino) -> House:
    return House(memory_casino)


def erasures(house: House) -> list[tuple[str, str, str]]:
    """Return commitment, source and reason of every erasure in effect."""
    house.fold()
    rows = house.casino.rows("SELECT * FROM {s}.text_erasure ORDER BY position")
    return [(row["commitment"], row["source"], row["reason"]) for row in rows]


def uses(house: House) -> list[tuple[str, str, str | None, str | None]]:
    """Return commitment, class, person and case of every use."""
    house.fold()
    rows = house.casino.rows("SELECT * FROM {s}.text_use ORDER BY position")
    return [(row["commitment"], row["class"], row["person"], row["dispute"]) for row in rows]


def test_a_text_is_known_by_the_event_that_commits_to_it(house: House) -> None:
    """Its class is the field's; whom it is about, and the case, are the event's own words."""
    house.say("inspector-2", CASE)
    sick = PlayerSessionRestricted(player="p-9", cause="jogo_responsavel", diagnosis=OTHER)
    house.say("table", sick, place=PLACE)
    house.say("dispute", DisputeDecided(dispute="d-1", decision="upheld", reason="x"))
    assert uses(house) == [
        (TEXT, "reclamacao", "p-7", "d-1"),
        (OTHER, "diagnostico", "p-9", None),
    ]


def test_words_without_effect_are_kept_all_the_same(house: House) -> None:
    """Who may not explain a finding has deposited his words: they have a class, and an end."""
    house.say("table", FindingExplained(finding="0" * 24, reason="x", text=TEXT), place=PLACE)
    assert house.refused() == [("table", "finding-explained", False)]
    assert uses(house) == [(TEXT, "decisao", None, None)]


def test_an_erasure_is_told_where_the_authority_has_agreed(house: House) -> None:
    """An administrator alone erases nothing; while the case is open nobody can agree."""
    house.say("inspector-2", CASE)
    told = house.say("admin", TextErased(text=TEXT, reason="prazo"))
    assert erasures(house) == []
    house.casino.approve("inspector", told)
    assert erasures(house) == [], "the case is open"
    house.say("dispute", DisputeDecided(dispute="d-1", decision="upheld", reason="x"))
    house.casino.approve("inspector", told, at=minute(5))
    assert erasures(house) == [(TEXT, "admin", "prazo")]


def test_who_may_not_erase_erases_nothing(house: House) -> None:
    """A floor manager's word has no effect, whoever approves it."""
    told = house.say("floor_manager", TextErased(text=TEXT, reason="prazo"))
    house.casino.approve("inspector", told)
    assert erasures(house) == []


def test_without_a_matrix_nothing_is_erased(memory_casino: MemoryCasino) -> None:
    """What cannot be undone takes two persons, in a ledger of before the matrix, too."""
    memory_casino.say("conservador", TextErased(text=TEXT, reason="prazo"))
    memory_casino.project()
    assert memory_casino.rows("SELECT * FROM {s}.text_erasure") == []


def standing_of(house: House, text: str = TEXT) -> Standing:
    house.fold()
    with house.casino.reading() as connection:
        return standings(connection, text, now=minute(59))[text]


def say_years(house: House, value: dict[str, int]) -> None:
    """Set by the Authority, two of its people, for how many years texts are kept."""
    years = ParameterSet(scope="*", name=YEARS, value=value, since=AT, act="DR 9")
    house.agreed("authority", years, "inspector")


def test_until_the_law_is_known_nothing_is_due(house: House) -> None:
    """No years are guessed: without the parameter the end of a text is to be confirmed."""
    house.say("inspector", InspectionNoted(code="BF-ABAFO", text=TEXT), place=PLACE)
    assert standing_of(house).until is None
    assert not standing_of(house).is_due("9999-12-31T00:00:00.000000Z")


@pytest.mark.parametrize(
    ("decided", "now", "due"),
    [
        (True, "2031-11-20T22:00:00.000000Z", True),
        (True, "2031-11-20T21:59:59.000000Z", False),
        (False, "2031-11-20T22:00:00.000000Z", False),
    ],
)
def test_a_text_is_due_when_its_years_are_over_and_no_case_holds_it(
    house: House, now: str, *, decided: bool, due: bool
) -> None:
    """Five years after 20-11-2026 at 22:00, to the second; never while the case is open."""
    say_years(house, {"reclamacao": 5})
    house.say("inspector-2", CASE)
    if decided:
        house.say("dispute", DisputeDecided(dispute="d-1", decision="upheld", reason="x"))
    standing = standing_of(house)
    assert standing.until == "2031-11-20T22:00:00.000000Z"
    assert standing.held is not decided
    assert standing.is_due(now) is due


def test_what_the_authority_holds_is_not_erased_until_it_lets_go(house: House) -> None:
    """A signed act of two of its people, before or after the erasing: the text stands meanwhile."""
    house.say("inspector", InspectionNoted(code="BF-ABAFO", text=TEXT), place=PLACE)
    say_years(house, {"ocorrencia": 0})
    hold(house, [TEXT], minute(1))
    told = house.say("admin", TextErased(text=TEXT, reason="prazo"))
    house.casino.approve("inspector", told, at=minute(2))
    assert erasures(house) == [(TEXT, "admin", "prazo")]
    assert to_destroy(house, minute(3)) == []
    standing = standing_of(house)
    assert (standing.held, standing.erasure, standing.is_due(minute(59))) == (True, None, False)
    hold(house, [], minute(4))
    assert to_destroy(house, minute(5)) == [TEXT]
    assert standing_of(house).erasure is not None


def hold(house: House, texts: list[str], since: str) -> None:
    """Let the authority say which texts are evidence."""
    act = ParameterSet(scope="*", name=HELD, value=tuple(texts), since=since, act="DR 9")
    house.agreed("authority", act, "inspector")


def to_destroy(house: House, now: str) -> list[str]:
    """Return the texts that whoever carries out erasures would destroy at a time."""
    house.fold()
    with house.casino.reading() as connection:
        return erased(connection, now=now)
