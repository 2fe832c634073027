"""A small country: what its archive alone says is what the houses had, but for what one rewrote."""

from pathlib import Path

import pytest

from ledger.audit.statements import read_log_keys
from ops.bench.country import (
    ARCHIVE,
    KEPT,
    Country,
    Plan,
    country_in,
    make_country,
    told_by_archive,
)
from ops.outside.archive.folder import SEAL, Archive
from ops.outside.archive.whole import join
from ops.outside.hub.tasks import check, tasks_of

pytest.importorskip("duckdb", reason="needs the extra `hub`")
pytestmark = [pytest.mark.recorded, pytest.mark.deep]


@pytest.fixture(scope="module")
def country(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Country]:
    """Play two ledgers' three nights."""
    folder = tmp_path_factory.mktemp("country")
    plan = Plan(ledgers=2, days=3, size=0.05, plant="6")
    return folder, make_country(folder, plan, lambda *_: None)


def test_planted_faults_are_found_in_the_archive_alone(country: tuple[Path, Country]) -> None:
    """Each, to the minor unit; and every table is the house's own, row by row."""
    folder, made = country
    assert country_in(folder) == made
    told = told_by_archive(folder, made.ledgers[0])
    assert told.other == []
    assert told.score.missed == []
    assert told.score.off == []
    assert told.score.invented == []
    assert told.score.counts()["planted"] > 0


def test_the_rewritten_day_is_named(country: tuple[Path, Country]) -> None:
    """Each range is consistent; the checkpoint that somebody kept says which is another story."""
    folder, made = country
    url, last = str(folder / ARCHIVE), made.ledgers[-1]
    assert all(check(one).clean for one in tasks_of([url], figures=False))
    named: set[str] = set()
    for one in made.ledgers:
        keys = read_log_keys((folder / KEPT / f"{one.origin}.keys").read_text())
        note = (folder / KEPT / f"{one.origin}.note").read_text()
        faults = join(Archive(url), one.origin, since=note, keys=keys).faults
        named |= {place for place, said in faults if "it was rewritten" in said.detail}
        assert {said.file for _, said in faults} <= {SEAL}
    assert named == {last.rewritten}
    assert not told_by_archive(folder, last).same
