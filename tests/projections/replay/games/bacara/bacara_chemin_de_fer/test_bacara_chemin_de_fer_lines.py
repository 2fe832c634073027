"""Bacará chemin de fer: by which rules each line of a settlement is due, and how it is said."""

from typing import Any

import pytest

from projections.replay.games.bacara.bacara_chemin_de_fer.record import Aposta, CheminDeFerRecord
from projections.replay.kit.bets import Moment
from tests.projections.replay.games.bacara.bacara_chemin_de_fer.chemin_de_fer import (
    coup,
    error,
    line,
    said,
    settled,
    stake,
)

LOST: dict[str, Any] = {"ponto": "Ks 9d", "banca": "2s 4d", "ditos": said("9")}
WON: dict[str, Any] = {"ponto": "2s 4d", "banca": "Ks 9d", "ditos": said("nao")}
TIED: dict[str, Any] = {"ponto": "Ks 6d", "banca": "Kh 6h", "ditos": said("nao")}
BETS = (stake(1, 2, 1_001, linha=True), stake(2, 3, 12_000), stake(3, 4, 3_000))
"""Of a bank of 100.00: the line plays for 5.00, 95.00 are left for 120.00, nothing for the last."""


def own(record: CheminDeFerRecord, bet: int | None, common: tuple[str, ...]) -> list[str]:
    """Return a line's rules but those of the cards, which all lines have."""
    return [rule for rule in line(record, bet).rules if rule not in common]


@pytest.mark.parametrize(
    ("cards", "by", "fate"),
    [
        (LOST, ("CF R37", "CF R67 a", "CF R120"), ["CF R121"]),
        (WON, ("CF R37", "CF R70 a"), ["CF R120"]),
        (TIED, ("CF R37", "CF R67", "CF R70", "CF R114, R116"), ["CF R77", "CF R114"]),
    ],
)
def test_each_bet_cites_what_decided_it(
    cards: dict[str, Any], by: tuple[str, ...], fate: list[str]
) -> None:
    """R17 of the line, R33 of what overflows, then R121 paid, R120 lost, R77 and R114 null."""
    record = coup(bets=BETS, **cards)
    assert own(record, 1, by) == ["CF R17", *fate]
    assert own(record, 2, by) == ["CF R33", *fate]
    assert line(record, 3).rules == ("CF R33",)
    assert [line(record, bet).returned for bet in (1, 2, 3)] == (
        [501, 2_500, 3_000] if cards is WON else [1_001, 12_000, 3_000]
    )


def steps(record: CheminDeFerRecord, bet: int | None) -> tuple[str, str]:
    """Return the first and the last step of a line."""
    one = line(record, bet)
    texts = [step.text("en", one) for step in one.why]
    return texts[0], texts[-1]


def test_each_bet_is_explained_by_its_money() -> None:
    """R17, R18, R33, R120, R121: the amounts as worked out by hand."""
    lost, won, tied = (coup(bets=BETS, **cards) for cards in (LOST, WON, TIED))
    cut = "Of the bank of 100.00 95.00 were left: what exceeds it, 25.00, goes back. [CF R33]"
    assert steps(lost, 2) == (
        cut,
        "It wins 1 to 1 from the banker: 95.00; the stake, 120.00, is the player's. [CF R121]",
    )
    assert steps(won, 2) == (cut, "The banker wins 95.00; 25.00 go back. [CF R120]")
    assert steps(tied, 2) == (cut, "Null coup: 120.00 are the player's. [CF R77]")
    covered = "The bank of 100.00 was covered already: 30.00 go back. [CF R18, R33]"
    assert steps(won, 3) == (covered, covered)


def test_the_bank_cites_what_decided_it() -> None:
    """R121 lost, R123 won, R77 null; R62 where it is shared and something was won or lost."""
    bet = (stake(1, 2, 3_330),)
    shared = "The bank is shared: half of the result each, an odd cent is the banker's. [CF R62]"
    for more, last in (({}, ()), ({"associado": 5}, ("CF R62",))):
        won, lost, tied = (coup(bets=bet, **cards, **more) for cards in (WON, LOST, TIED))
        assert line(won, None).rules == ("CF R37", "CF R70 a", "CF R120", "CF R123", *last)
        assert line(lost, None).rules == ("CF R37", "CF R67 a", "CF R120", "CF R121", *last)
        assert line(tied, None).rules == ("CF R37", "CF R67", "CF R70", "CF R114, R116")
        for record in (won, lost, tied):
            one = line(record, None)
            said_so = shared in [step.text("en", one) for step in one.why]
            assert said_so is (bool(more) and record is not tied)
    assert steps(coup(bets=bet, **TIED), None)[1] == (
        "Null coup: the bank stays as it was, 100.00. [CF R77]"
    )


def test_a_bank_that_no_bet_covers_plays_for_nothing() -> None:
    """R18, R33: whoever has more points, it neither wins nor loses; only a tie is null (R77)."""
    for cards in (WON, LOST):
        record = coup(bets=(), **cards)
        assert line(record, None).due == 10_000
        assert steps(record, None)[1] == (
            "No bet covers the bank: it stays as it was, 100.00. [CF R18, R33]"
        )
    assert steps(coup(bets=(), **TIED), None)[1] == (
        "Null coup: the bank stays as it was, 100.00. [CF R77]"
    )


def test_the_cagnotte_is_of_a_bank_that_won_and_of_no_other() -> None:
    """R123: 5 % of 33.30 is 1.67; nothing of a loss or a tie, nor where the house asks 0."""
    bet = (stake(1, 2, 3_330),)
    cases = [
        (coup(bets=bet, **WON), 167),
        (coup(bets=bet, **LOST), 0),
        (coup(bets=bet, **TIED), 0),
        (coup(bets=bet, cagnotte_bp=0, **WON), 0),
    ]
    for record, amount in cases:
        settlement = settled(record)
        assert settlement.result["cagnotte"] == amount
        assert [one.amount for one in settlement.commissions] == ([amount] if amount else [])


REFUSED = (
    stake(1, 2, 1_000, seq=5),
    stake(2, 3, 1_000, seq=9),
    stake(3, 1, 1_000, seq=4),
    stake(4, 5, 1_000, seq=4),
    Aposta(bet=5, seat=6, tipo="cavalo", valor=700, seq=3),
    stake(6, 6, 0, seq=3),
)


def test_what_cannot_be_staked_goes_back_by_its_rule() -> None:
    """R14 late, R47 by the banker, R62 by his associate, R10 of no kind, R19 of nothing."""
    record = coup(bets=REFUSED, associado=5, jogo_feito=Moment(seq=7), **WON)
    assert [
        (one.bet, one.code, one.rule, one.recorded, one.amount) for one in settled(record).found
    ] == [
        (2, "BET-LATE", "CF R14", "", 1_000),
        (3, "CF-BANK", "CF R47", "", 1_000),
        (4, "CF-PASS", "CF R62", "", 1_000),
        (5, "REG-RULE", "CF R10", "cavalo", 700),
        (6, "CF-BANK", "CF R19", "", 0),
    ]
    assert [(line(record, bet).rules, line(record, bet).due) for bet in (2, 3, 4, 5)] == [
        (("CF R14",), 1_000),
        (("CF R47",), 1_000),
        (("CF R62",), 1_000),
        (("CF R10",), 700),
    ]
    assert steps(record, 2)[0] == "Placed after the bets were closed: 10.00 go back. [CF R14]"
    assert steps(record, 5)[0] == "This bet cannot be: 7.00 go back. [CF R10]"


@pytest.mark.parametrize(
    ("code", "rule"), [("102c", "CF R102 c, R117"), ("104c", "CF R104 c, R118")]
)
def test_an_annulled_coup_gives_all_back_by_its_own_rule(code: str, rule: str) -> None:
    """R117, R118: what cannot be rebuilt; stakes that nothing covered go back by it too."""
    record = coup(bets=BETS, errors=error(code, reconstituida=False), **WON)
    annulled = settled(record)
    assert annulled.void
    assert [one.rules for one in annulled.lines] == [(rule,)] * 4
    assert [one.due for one in annulled.lines] == [1_001, 12_000, 3_000, 10_000]
    assert {len(one.why) for one in annulled.lines} == {1}
    assert steps(record, 3)[0] == f"Coup annulled: 30.00 go back. [{rule}]"
    rebuilt = settled(coup(bets=BETS, errors=error(code, reconstituida=True), **WON))
    assert not rebuilt.void


def test_without_a_bank_there_is_no_line_of_one() -> None:
    """R11, R18: a bank of nothing covers nothing and wins nothing."""
    record = coup(capital=0, **WON)
    assert [(one.bet, one.due) for one in settled(record).lines] == [(1, 10_000)]


def test_cards_that_decide_nothing_leave_the_stakes_where_they_lie() -> None:
    """Two cards that nobody saw: nothing is won, lost or to be given back yet."""
    record = coup("2s 4d", "Ks Ks", bets=BETS)
    pending = [(one.bet, one.outcome, one.due) for one in settled(record).lines if one.bet != 3]
    assert pending == [(1, "pendente", 0), (2, "pendente", 0), (None, "pendente", 0)]
