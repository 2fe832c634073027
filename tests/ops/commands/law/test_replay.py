"""``razao replay`` and ``razao rules``: answers for people and programs, and the exit codes."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from ops.cli import main
from projections.replay.rulebook.book import chapters, rule_book
from tests.projections.replay.every_game.hostile_records import FUZZED, hostile

ROUND = (
    '{"game": "roleta_americana", "round": "RA-01/2026-11-20/1",'
    ' "bets": [{"bet": 1, "seat": 3, "tipo": "pleno", "selecao": "17", "valor": 100}],'
    ' "resultado": {"numero": "17", "cor": "preto"}%s}\n'
)
PAID = ', "payments": [{"seat": 3, "bets": [1], "amount": %d, "stake_returned": 100}]'
CLEAN, WRONG = ROUND % (PAID % 3500), ROUND % (PAID % 3400)


class Answer(NamedTuple):
    """What a command wrote, and its exit code."""

    code: int
    out: str
    err: str


Run = Callable[..., Answer]


@pytest.fixture
def razao(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``razao`` with arguments."""

    def run(*arguments: str) -> Answer:
        with pytest.raises(SystemExit) as caught:
            main(list(arguments))
        code = caught.value.code or 0
        assert isinstance(code, int)
        return Answer(code, *capsys.readouterr())

    return run


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], str]:
    """Write a file of records."""

    def write(text: str) -> str:
        path = tmp_path / "records.jsonl"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.mark.parametrize(
    ("text", "code"),
    [("", 0), (CLEAN, 0), (CLEAN + WRONG, 1), (WRONG + "{\n", 2), ("{\n" + CLEAN, 2)],
)
def test_the_exit_code_says_how_it_went(
    razao: Run, file: Callable[[str], str], text: str, code: int
) -> None:
    """0 clean, 1 findings, 2 where any line is no record."""
    assert razao("replay", file(text)).code == code
    assert razao("replay", "--json", file(text)).code == code


def test_a_missing_file_is_misuse(razao: Run) -> None:
    """Exit 2, and the name is said."""
    answer = razao("replay", "/nowhere/records.jsonl")
    assert answer.code == 2
    assert "/nowhere/records.jsonl" in answer.err


def test_people_read_result_due_and_rule(razao: Run, file: Callable[[str], str]) -> None:
    """Portuguese first: number, what is due and why, what is wrong and by which rule."""
    out = razao("replay", file(WRONG)).out
    assert "RA-01/2026-11-20/1  roleta_americana  numero 17, cor preto" in out
    assert "lugar 3 aposta 1  1,00 XTS → 36,00 XTS  ganha" in out
    assert "o pleno 17 ganha 35 vezes 1,00 XTS = 35,00 XTS" in out
    assert "! RA-PAY  [RA R42]  lugar 3 aposta 1" in out
    assert "esperado 36,00 XTS; registado 35,00 XTS" in out
    assert "1 jogadas, 1 infrações, 0 linhas" in out


def test_english_by_switch(razao: Run, file: Callable[[str], str]) -> None:
    """``--lang en``; another language is misuse."""
    out = razao("replay", "--lang", "en", file(WRONG)).out
    assert "seat 3 bet 1  1.00 XTS → 36.00 XTS  won" in out
    assert "the straight-up 17 wins 35 times 1.00 XTS = 35.00 XTS" in out
    assert razao("replay", "--lang", "fr", file(WRONG)).code == 2


def test_programs_read_json_lines(razao: Run, file: Callable[[str], str]) -> None:
    """One object a line, in order, errors among them."""
    out = razao("replay", "--json", file(CLEAN + "x\n" + WRONG)).out
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["line"] for row in rows] == [1, 2, 3]
    assert rows[0]["findings"] == []
    assert rows[1]["error"]["expected"] == "one JSON object in UTF-8"
    assert rows[2]["findings"][0]["code"] == "RA-PAY"


def test_payments_that_nobody_recorded_are_told_as_not_compared(
    razao: Run, file: Callable[[str], str]
) -> None:
    """A table of bets alone says nothing of its payments, and neither does the verdict."""
    path = file(ROUND % ', "records": ["bets"]')
    assert "não comparado: os pagamentos não são aqui registados" in razao("replay", path).out
    out = razao("replay", "--lang", "en", path).out
    assert "not compared: payouts are not recorded here" in out
    assert json.loads(razao("replay", "--json", path).out)["not_compared"] == ["payouts"]
    assert json.loads(razao("replay", "--json", file(CLEAN)).out)["not_compared"] == []
    assert "not compared" not in razao("replay", "--lang", "en", file(CLEAN)).out


def test_a_dash_is_standard_input(razao: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that records can be piped in."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(WRONG.encode())))
    assert razao("replay", "-").code == 1


@pytest.mark.parametrize(
    "seed", [1, *[pytest.param(seed, marks=pytest.mark.deep) for seed in range(2, 12)]]
)
@pytest.mark.deep
def test_hostile_records_are_judged_or_named(
    razao: Run, file: Callable[[str], str], seed: int
) -> None:
    """Each line has its answer or its fault with the place; nothing is drawn by what it holds.

    None stops the rules: that a line "could not be judged" would be a fault of ours.
    """
    lines = hostile(seed)
    path = file("\n".join(lines) + "\n")
    told = razao("replay", "--json", path)
    rows = [json.loads(line) for line in told.out.splitlines()]
    assert [row["line"] for row in rows] == list(range(1, len(lines) + 1))
    bad = [row["error"] for row in rows if row["error"] is not None]
    assert len(bad) > FUZZED
    for one in bad:
        assert one["where"].startswith("$")
        assert one["expected"] not in ("", "a record that the rules can judge"), one
    found = sum(len(row.get("findings", ())) for row in rows)
    for language in ("pt", "en"):
        seen = razao("replay", "--lang", language, path)
        assert seen.code == told.code == 2
        assert seen.err == told.err == ""
        assert f"{len(rows) - len(bad)} " in seen.out.splitlines()[-1]
        assert f" {found} " in seen.out.splitlines()[-1]
        assert "\x1b" not in seen.out
        assert "\u202e" not in seen.out


@pytest.mark.parametrize("stake", [2**53 - 1, 2**53, -(2**53)])
def test_amounts_beyond_any_column_are_told(
    razao: Run, file: Callable[[str], str], stake: int
) -> None:
    """Nothing of 2^53 times 35 is compared: a sum beyond it is a finding, a value is a bad line."""
    path = file(CLEAN.replace('"valor": 100', f'"valor": {stake}'))
    answer = razao("replay", "--json", path)
    (row,) = [json.loads(line) for line in answer.out.splitlines()]
    if stake == 2**53 - 1:
        assert answer.code == 1
        assert [one["code"] for one in row["findings"]] == ["RES-IMPOSS"]
        assert row["settlement"]["lines"][0]["outcome"] == "pendente"
    else:
        assert answer.code == 2
        assert row["error"]["where"] == "$.bets[0].valor"
    assert razao("replay", path).code == answer.code


def test_coverage_lists_every_rule_once(razao: Run) -> None:
    """As JSON Lines {rule, name, status, accounts}; an account names the games that give it."""
    answer = razao("rules", "coverage", "--json")
    rows = [json.loads(line) for line in answer.out.splitlines()]
    assert answer.code == 0
    names = [row["rule"] for row in rows]
    assert len(names) == len(set(names)) == len(rule_book())
    assert set(rows[0]) == {"rule", "name", "status", "accounts"}
    roulette = [row for row in rows if row["rule"].startswith("RA ")]
    assert len(roulette) == 60
    assert roulette[15]["name"] == {
        "pt": "Roleta americana, regra 16",
        "en": "American roulette, rule 16",
    }
    (general,) = (row for row in rows if row["rule"] == "NB R16")
    assert {game for one in general["accounts"] for game in one["games"]} == {
        "poquer_holdem",
        "poquer_omaha",
        "poquer_sintetico",
    }


def test_coverage_counts_for_people(razao: Run) -> None:
    """A row a chapter and the sum of all; one game rule by rule when asked."""
    out = razao("rules", "coverage").out
    assert all(code in out for code in chapters())
    one = razao("rules", "coverage", "--game", "roleta_americana").out
    assert "RA R35" in one
    assert "decide_null" in one
    assert "nobody" in one
    assert razao("rules", "coverage", "--game", "gamao").code == 2
