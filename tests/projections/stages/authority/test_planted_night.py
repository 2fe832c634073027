"""A night in which each role says each kind that it may not: history and findings tell, no more."""

from typing import Final

import pytest

from ledger.events import KINDS
from ledger.events.base import Payload
from ledger.roles import PEOPLE, Role
from projections.running.pipeline import all_stages
from projections.stages.authority import Authority
from tests.fixtures.casino import AT, DAY
from tests.fixtures.memory import MemoryCasino
from tests.projections.authority.rights import CLAIMS, EVERYBODY, about
from tests.projections.authority.test_matrix import golden
from tests.projections.stages.authority.house import AT_HOME, PLACE, PLACES, House

WATCHING: Final = frozenset(
    {
        *(table for table, _ in Authority.tables),
        *("history", "currency", "finding", "speaker", "late", "scheduled"),
        "text_use",  # words of what has no effect are kept, and erased, all the same
    }
)
"""Tables that may tell of what has no effect: what was said, by whom, when, and that it may not."""
AT_THE_DOOR: Final = frozenset(
    {
        "ledger-founded",
        "source-enrolled",
        "key-revoked",
        "registrars-changed",
        "log-key-replaced",
        "access-granted",
        "access-withdrawn",
        "clock-ticked",
        "submission-refused",
        "access-recorded",
        "figures-stated",
        "acta-gate-granted",
    }
)


@pytest.fixture
def house(memory_casino: MemoryCasino) -> House:
    return House(memory_casino)


def tables(house: House) -> dict[str, list[str]]:
    """Return the rows of every table that must stay."""
    house.fold()
    names = [table for stage in all_stages() for table, _ in stage.tables]
    return {
        name: sorted(str(row) for row in house.casino.rows(f"SELECT * FROM {{s}}.{name}"))
        for name in names
        if name not in WATCHING
    }


def plant(house: House, source: str, payload: Payload, place: str) -> None:
    """Say an event at a place, in a round of it; the door takes it."""
    chain = house.casino.source(source)
    segment = chain.say(payload, AT, day=DAY, place=place, round_id=f"{place}/{DAY}/1")
    (answer,) = house.casino.door.submit([segment])
    assert answer.receipt is not None, (source, payload, answer)


@pytest.mark.deep
def test_what_no_role_may_say_changes_no_figure(house: House) -> None:
    """Each role says each kind once that the page does not give it: all is as it was before."""
    house.schedule("table", PLACE)
    before, kinds = tables(house), {kind.partition("/")[0]: kind for kind in KINDS}
    said: list[tuple[str, str, bool]] = []
    for role in sorted(AT_HOME):
        for name in sorted(kinds.keys() - EVERYBODY - AT_THE_DOOR):
            if not about(role, name) and not (name in CLAIMS and role in PEOPLE):
                plant(house, str(role), golden(kinds[name]), PLACES.get(role, (PLACE,))[0])
                said.append((str(role), name, False))
    assert len(said) > 2_000
    assert house.refused() == said
    after = tables(house)
    assert {name for name in before if before[name] != after[name]} == set()
    assert set(house.found()) == {("OP-ACCESS", "critical")}


def test_what_a_table_says_of_another_house_changes_no_figure(house: House) -> None:
    """All that a table may say, said at a table of another casino by one enrolled elsewhere."""
    house.schedule("table", PLACE)
    before, said = tables(house), 0
    for kind in KINDS:
        name = kind.partition("/")[0]
        if about(Role.TABLE, name) and name not in EVERYBODY:
            plant(house, "table-abroad", golden(kind), PLACE)
            said += 1
    after = tables(house)
    assert {name for name in before if before[name] != after[name]} == set()
    assert {name for _, name, _ in house.refused()} == {
        kind.partition("/")[0] for kind in KINDS if about(Role.TABLE, kind.partition("/")[0])
    } - EVERYBODY
    assert said > 80
