"""What was planted beside what was found: matched, missed, invented, and amounts that differ."""

from pathlib import Path

import msgspec
import pytest

from ops.simulator.parties.manifest import (
    INFORMATION,
    Found,
    Planted,
    read_manifest,
    score,
    write_manifest,
)
from projections.replay.codes import CODES


def found(code: str, **more: object) -> Found:
    """Return a finding about nothing in particular."""
    fields = {"place": None, "round": None, "seat": None, "bet": None, "amount": None}
    given = {"id": "f", "events": frozenset(), "facts": {}, **fields, **more}
    return msgspec.convert({"code": code, **given}, Found)


def planted(code: str, **more: object) -> Planted:
    """Return a planted finding of its own fault."""
    return msgspec.convert({"fault": "x", "code": code, "id": code, **more}, Planted)


def test_the_same_is_exact() -> None:
    """One planted, one found, the same amount."""
    result = score([planted("PAY-DIFF", due=100, paid=150)], [found("PAY-DIFF", amount=50)])
    assert result.exact
    assert result.counts()["found"] == 1


def test_one_finding_accounts_for_one_fault() -> None:
    """Two faults of one kind in one round, and one finding: one is missed."""
    both = [planted("PAY-DIFF", round="r", id=one) for one in ("a", "b")]
    result = score(both, [found("PAY-DIFF", round="r")])
    assert result.counts()["missed"] == 1
    assert not result.exact


def test_what_nobody_planted_is_invented() -> None:
    """In another round, at another seat, of another code."""
    one = planted("PAY-DIFF", round="r", seat=1)
    others = [
        found("PAY-DIFF", round="q", seat=1),
        found("PAY-DIFF", round="r", seat=2),
        found("PAY-NONE", round="r", seat=1),
    ]
    result = score([one], others)
    assert len(result.invented) == len(others)
    assert result.missed == [one]


def test_another_amount_is_found_and_off() -> None:
    """The finding is there, but says 40 where 50 is at stake: off by -10, and not exact."""
    result = score([planted("PAY-DIFF", due=100, paid=150)], [found("PAY-DIFF", amount=40)])
    assert [one.off for one in result.off] == [-10]
    assert not result.missed
    assert not result.exact


def test_the_right_amount_is_matched_first() -> None:
    """Two findings fit; the one with the planted amount is taken, the other is invented."""
    rows = [found("PAY-DIFF", amount=40, id="a"), found("PAY-DIFF", amount=50, id="b")]
    result = score([planted("PAY-DIFF", due=100, paid=150)], rows)
    assert not result.off
    assert [one.id for one in result.invented] == ["a"]


def test_what_names_more_is_matched_before_what_names_less() -> None:
    """A fault that names its event gets that finding, though a vaguer one comes first."""
    vague, exact = planted("INT-CORR", id="v"), planted("INT-CORR", id="e", event="mesa:3")
    rows = [found("INT-CORR", events=frozenset({"mesa:3"})), found("INT-CORR")]
    assert score([vague, exact], rows).exact


def test_what_may_follow_neither_misses_nor_invents() -> None:
    """A consequence that need not come accounts for a finding, and asks for none."""
    may = planted("TB-WIN", may=True)
    assert score([may], []).exact
    assert score([may], [found("TB-WIN")]).exact
    assert score([may], []).counts()["planted"] == 0


def test_facts_must_be_as_planted() -> None:
    """The pool that the fault names, not another one."""
    one = planted("JP-DISP", facts={"pool": "a"})
    assert score([one], [found("JP-DISP", facts={"pool": "a", "other": 1})]).exact
    assert not score([one], [found("JP-DISP", facts={"pool": "b"})]).exact


def test_statistical_codes_are_information() -> None:
    """They are shown, and counted neither as found nor as invented."""
    result = score([], [found(code) for code in sorted(INFORMATION)])
    assert result.exact
    assert result.counts()["information"] == len(INFORMATION)


def test_the_statistical_codes_are_those_of_the_table() -> None:
    """Just the codes whose evidence is T."""
    assert {name for name, code in CODES.items() if code.evidence == "T"} == INFORMATION


def test_a_manifest_is_read_as_it_was_written(tmp_path: Path) -> None:
    """One object a line, all fields."""
    written = [planted("PAY-DIFF", round="r", due=1, paid=2), planted("TB-WIN", may=True)]
    write_manifest(tmp_path / "m.jsonl", written)
    assert read_manifest(tmp_path / "m.jsonl") == written


def test_a_line_that_is_no_planted_finding_is_named(tmp_path: Path) -> None:
    """The line's number and what was expected there."""
    path = tmp_path / "m.jsonl"
    path.write_text('{"fault":"x","code":"PAY-DIFF"}\n{"fault":"x"}\n')
    with pytest.raises(msgspec.DecodeError, match=r"line 2: .*code"):
        read_manifest(path)
