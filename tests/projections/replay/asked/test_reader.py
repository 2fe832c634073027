"""A file of records: each line judged, or told apart by number, expectation and fact."""

import json
from collections.abc import Sequence

import pytest

from projections.replay.asked import reader
from projections.replay.asked.reader import BadLine, Judged, describe_line, read
from projections.replay.record import Record
from projections.replay.registry import GAMES, Verdict

ROUND = '{"game": "roleta_americana", "round": "RA-01/2026-11-20/%d", %s}'
RESULT = '"resultado": {"numero": "17", "cor": "preto"}'
BETS = '"bets": [{"bet": 1, "seat": 3, "tipo": "pleno", "selecao": "17", "valor": 100}]'
PAID = '"payments": [{"seat": 3, "bets": [1], "amount": 3500, "stake_returned": 100}]'
CLEAN = ROUND % (1, f"{RESULT}, {BETS}, {PAID}")
UNPAID = ROUND % (2, f"{RESULT}, {BETS}")


def results(*lines: str | bytes) -> Sequence[Judged | BadLine]:
    """Return what is said of these lines."""
    return list(read(lines))


def test_each_line_has_its_result_in_order() -> None:
    """A line that is no record keeps its number, and the next is judged all the same."""
    one, bad, other = results(CLEAN, "{", UNPAID)
    assert isinstance(one, Judged)
    assert one.verdict.found == ()
    assert isinstance(bad, BadLine)
    assert (one.line, bad.line, other.line) == (1, 2, 3)
    assert isinstance(other, Judged)
    assert [found.code for found in other.verdict.found] == ["PAY-NONE"]


def test_a_record_that_stops_its_rules_is_named_and_the_next_is_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A fault of ours on one line ends in no traceback, and hides no other line."""
    judge = reader.judge

    def stopped(record: Record) -> Verdict:
        if record.round.endswith("/1"):
            raise IndexError("string index out of range")
        return judge(record)

    monkeypatch.setattr(reader, "judge", stopped)
    bad, other = results(CLEAN, UNPAID)
    assert isinstance(bad, BadLine)
    assert (bad.line, bad.where) == (1, "$")
    assert bad.expected == "a record that the rules can judge"
    assert bad.recorded.endswith("(IndexError: string index out of range)")
    assert isinstance(other, Judged)


def test_blank_lines_count_and_say_nothing() -> None:
    """Line numbers are those an editor shows."""
    (only,) = results("\n", "  \n", CLEAN.encode() + b"\n", "")
    assert only.line == 3


@pytest.mark.parametrize(
    ("line", "where", "expected", "recorded"),
    [
        (
            ROUND % (1, '"bets": [{"bet": 1, "seat": 1, "tipo": "par", "valor": "100"}]'),
            "$.bets[0].valor",
            "int",
            "str",
        ),
        (ROUND % (1, '"bets": [{"seat": 1}]'), "$.bets[0]", "field bet", "nothing"),
        (ROUND % (1, '"numero": 17'), "$", "a field of the record", "field numero"),
        (ROUND % (1, '"profile": "cv-1917@1"'), "$.profile", "one of cv-2017@1", "'cv-1917@1'"),
        ('{"game": "gamao"}', "$.game", f"one of {', '.join(GAMES)}", "'gamao'"),
        ('{"round": "x"}', "$", "field game", "nothing"),
        ("[]", "$", "object", "array"),
        ("preto 17", "$", "one JSON object in UTF-8", "preto 17"),
        (CLEAN[:40], "$", "one JSON object in UTF-8", CLEAN[:40]),
        (b"\xff\xfe", "$", "one JSON object in UTF-8", ""),
        ('{"game": "roleta_americana", "x": ' + "[" * 9999, "$", "", ""),
    ],
)
def test_a_bad_line_says_what_was_expected_and_what_was_there(
    line: str | bytes, where: str, expected: str, recorded: str
) -> None:
    """The field, what should stand in it, and what does."""
    (bad,) = results(line)
    assert isinstance(bad, BadLine)
    assert bad.where == where
    assert bad.expected.startswith(expected)
    assert bad.recorded.startswith(recorded)


def test_a_profile_without_the_game_is_a_bad_line() -> None:
    """The games that the profile has are named."""
    (bad,) = results(ROUND % (1, '"profile": "mo-1985@1"'))
    assert isinstance(bad, BadLine)
    assert (bad.where, bad.recorded) == ("$.game", "'roleta_americana'")


def test_a_result_is_plain_json() -> None:
    """Settlement and findings, each with its words in both languages; or the error."""
    judged, bad = (describe_line(result) for result in results(UNPAID, "x"))
    again = json.loads(json.dumps(judged))
    assert again["error"] is None
    assert again["settlement"]["lines"][0]["due"] == 3600
    (finding,) = again["findings"]
    assert finding["code"] == "PAY-NONE"
    assert finding["severity"] == "critical"
    assert set(finding["text"]) == {"pt", "en"}
    assert (finding["expected"], finding["recorded"], finding["amount"]) == ("36.00", "0.00", -3600)
    assert set(bad) == {"line", "error"}
    assert set(bad["error"]) == {"where", "expected", "recorded"}
