"""The record of what each version brought is that of the kinds as they are."""

import re
import tomllib
from pathlib import Path

import pytest

from ledger.events import KINDS
from ledger.events.catalogue.changes import changes, fields_of, recorded
from tests.kept.ledgers import HERE, kept

CHANGELOG = Path(__file__).parents[3] / "CHANGELOG.md"


def test_each_kind_stands_in_one_version_with_the_fields_that_it_has() -> None:
    """A kind or a field that is added, renamed or left out without an entry is red here."""
    told = [entry for version in recorded().values() for entry in version["kinds"].items()]
    assert dict(told) == {kind: " ".join(fields_of(kind)) for kind in KINDS}
    assert len(told) == len(KINDS)


@pytest.mark.parametrize("number", kept())
def test_a_released_version_brought_what_was_kept_of_it(number: str) -> None:
    """Nothing is written under a version after its release."""
    versions = list(recorded())
    until = versions[: versions.index(number) + 1]
    released = tomllib.loads((HERE / f"{number}.kinds.toml").read_text("utf-8"))
    assert {kind for version in until for kind in recorded()[version]["kinds"]} == set(released)


def test_versions_bear_the_day_of_their_release_and_only_the_newest_has_none() -> None:
    """As the changes for everybody have it."""
    headings = re.findall(
        r"^## (\d+\.\d+\.\d+) — (\S+)$", CHANGELOG.read_text("utf-8"), re.MULTILINE
    )
    assert {one.version: one.released for one in changes() if one.released} == dict(headings)
    assert all(one.released for one in changes()[1:])


def test_a_later_version_of_a_kind_tells_what_it_adds_to_the_one_before() -> None:
    """And a structure's fields are told with the field that holds it."""
    brought = {one.kind: one for release in changes() for one in release.kinds}
    later = brought["access-granted/2"]
    assert later.follows == "access-granted/1"
    assert set(later.added) == set(later.fields) - set(brought["access-granted/1"].fields)
    assert "prefix" in later.added
    assert "tables.digest" in brought["figures-stated/1"].fields
    launched = brought["ball-launched/1"]
    assert (launched.follows, launched.added, launched.gone) == (None, (), ())
