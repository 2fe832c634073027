"""``razao rules authority``: the matrix, whole, by kind and by role."""

import json

import pytest

from ops.commands.law.rules import authority
from ops.errors import MisuseError
from projections.authority.matrix import OF_KIND


def rows(capsys: pytest.CaptureFixture[str], **asked: str) -> list[dict[str, str]]:
    authority(**{"kind": None, "role": None, **asked}, as_json=True)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_kind_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    """The whole matrix: 185 kinds, its version in every line."""
    told = rows(capsys)
    assert sorted(kind for row in told for kind in row["kind"].split()) == sorted(OF_KIND)
    assert {row["matrix"] for row in told} == {"authority@1"}


def test_a_kind_and_a_role_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    """The row of a kind; the rows of a role."""
    (row,) = rows(capsys, kind="charity-paid")
    assert row["second person"] == "!director"
    assert "text-erased" in {one["kind"] for one in rows(capsys, role="admin")}


def test_a_wrong_kind_names_what_is_near() -> None:
    """Who misspells a kind reads the right one."""
    with pytest.raises(MisuseError, match="charity-paid"):
        authority(kind="charity-payed", role=None, as_json=False)
