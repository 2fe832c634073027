"""A profile holds from its day on (Portaria 1/2017, Art. 4): play under it before is found."""

from datetime import date

from ledger.events.rounds import RoundClosed, RoundOpened
from ledger.events.tables import TableOpened
from projections.authority.tables import early_fault
from projections.replay.profiles import IN_FORCE, PROFILES
from projections.replay.rulebook.citation import cited
from tests.helpers.casino import RECORDS, Log, judged


def early(day: str, profile: str = "cv-2017@1") -> list[tuple[str, str, str, str]]:
    """Play a round on a day; return what its table's opening is told of."""
    opening = TableOpened(
        profile=profile, game="poquer_sem_descarte", options={}, currency="CVE", records=RECORDS
    )
    log = Log("poquer_sem_descarte", opening=opening)
    log.round = f"{log.place}/{day}/1"
    log.play(RoundOpened(), RoundClosed())
    (one,), _faults = judged(log.events)
    found = [fault.found for fault in one.closed.of_table]
    return [(one.code, one.rule, one.expected, one.recorded) for one in found]


def test_the_portaria_holds_from_the_day_after_its_publication() -> None:
    """Published on 9 January 2017: a round of that day is early, one of the 10th is not."""
    assert IN_FORCE["cv-2017@1"].since == date(2017, 1, 10)
    assert early("2017-01-09") == [("REG-RULE", "Art. 4", "2017-01-10", "2017-01-09")]
    assert early("2017-01-10") == []
    assert early("2026-11-20") == []


def test_another_country_s_text_has_a_day_of_its_own() -> None:
    """Portugal's from 1 March 2007; a summary without a date holds whenever it is used."""
    ((code, _rule, expected, recorded),) = early("2007-02-28", "pt-2007@1")
    assert (code, expected, recorded) == ("REG-RULE", "2007-03-01", "2007-02-28")
    assert early("2007-03-01", "pt-2007@1") == []
    assert early("1999-01-01", "pt-casino@1") == []


def test_every_profile_says_since_when_it_holds_and_by_which_text() -> None:
    """Or that its text has no day; a profile that nobody knows is told of otherwise."""
    assert set(IN_FORCE) == set(PROFILES)
    for held in IN_FORCE.values():
        said = cited(held.rule)
        assert said.unknown == ()
        assert said.rules or said.laws
    assert early_fault("zz-2099@1", "1900-01-01", 1) is None
