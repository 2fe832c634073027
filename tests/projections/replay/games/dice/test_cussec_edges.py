"""Cussec: what stands beside an ordinary coup. Every figure is worked out from the rules."""

from typing import Any

import pytest

from projections.replay.games.dice.cussec import Agitacao, CussecRecord
from projections.replay.kit.bets import BetChange, Limit, Moment
from projections.replay.kit.dice import Throw
from projections.replay.record import Void
from tests.projections.replay.games.coup_table import (
    DEVOLVIDA,
    PENDENTE,
    bet,
    blamed,
    codes,
    found,
    nets,
    outcomes,
    pay,
    settled,
    told,
)


def coup(*throws: Throw, bets: Any = (), **more: Any) -> CussecRecord:
    """Return the record of a coup of these throws."""
    return CussecRecord(resultado=throws, bets=bets, **more)


SMALL = Throw(dados=(1, 2, 3), seq=10)
"""Total 6."""
NULL = Throw(dados=(4, 4), nulo="overlapping", seq=5)


def test_a_change_in_time_counts_in_a_coup_otherwise_plain() -> None:
    """R3: before the bell a bet is changed, or taken back, and nothing else is amiss."""
    bets = (bet(1, "pequeno", seq=2), bet(2, "grande", seq=3))
    changes = (BetChange(bet=1, valor=300, seq=4), BetChange(bet=2, retirada=True, seq=5))
    record = coup(SMALL, bets=bets, nada_mais=(Moment(seq=8),), alteracoes=changes)
    assert nets(record) == [300]
    assert codes(record) == []


def test_what_is_laid_between_null_dice_and_the_call_goes_back() -> None:
    """R6: the bets are free again when the coup has been announced null, not before."""
    bets = (bet(1, "pequeno", seq=6), bet(2, "pequeno", seq=8))
    record = coup(NULL, SMALL, bets=bets, golpe_nulo=(Moment(seq=7),))
    assert nets(record) == [0, 100]
    assert [(one.code, one.bet) for one in found(record)] == [("BET-LATE", 1)]


def test_a_round_that_decided_nothing_says_by_which_rule() -> None:
    """R6 for a null coup that was not repeated; R3 where no dice were shown at all."""
    null = coup(NULL, bets=(bet(1, "pequeno"),))
    silent = coup(bets=(bet(1, "pequeno"),))
    assert [line.rules for one in (null, silent) for line in settled(one).lines] == [
        ("CU R6",),
        ("CU R3",),
    ]
    assert outcomes(null) == outcomes(silent) == [PENDENTE]
    assert not settled(null).void
    texts = [
        settled(one).lines[0].why[0].text("en", settled(one).lines[0]) for one in (null, silent)
    ]
    assert ["not repeated" in text for text in texts] == [True, False]


def test_a_players_own_failure_voids_no_round() -> None:
    """R19: it waits for its dice, and is not void."""
    record = coup(bets=(bet(1, "pequeno"),), mode="shared", void=Void(cause="rede", side="player"))
    assert outcomes(record) == [PENDENTE]
    assert not settled(record).void


def test_what_is_not_repeated_is_shown_as_it_lay_last() -> None:
    """R6: of two null throws the last is the one that was not repeated."""
    again = Throw(dados=(6, 6), nulo="sobrepostos", seq=9)
    (fault,) = found(coup(NULL, again, bets=(bet(1, "pequeno"),)))
    assert (fault.code, fault.rule, fault.recorded) == ("VOID-MISS", "CU R6", "6-6")


@pytest.mark.parametrize(
    ("shaken", "opened", "expected"),
    [
        (3, 5, [("CU R2", 2), ("CU R2", 4)]),
        (5, 3, [("CU R2", None), ("CU R2", 2), ("CU R2", 4)]),
        (3, None, [("CU R2", 2)]),
        (None, 3, [("CU R2", 2)]),
        (None, None, []),
    ],
)
def test_the_later_of_lever_and_word_opens_the_bets(
    shaken: int | None, opened: int | None, expected: list[tuple[str, int | None]]
) -> None:
    """R2: the dice are shaken first; a bet before either is early, and once."""
    record = coup(
        SMALL,
        bets=(bet(2, "pequeno", seq=2), bet(4, "pequeno", seq=4), bet(6, "pequeno", seq=6)),
        dados_agitados=() if shaken is None else (Agitacao(vezes=3, seq=shaken),),
        apostas_abertas=None if opened is None else Moment(seq=opened),
    )
    assert [(one.rule, one.bet) for one in found(record)] == expected
    assert set(codes(record)) <= {"BET-EARLY"}


def test_the_two_spellings_of_one_chance_are_one_stake() -> None:
    """R7 d: 2-5 and 5-2 are one combination, and a player's stakes on it are summed."""
    bets = (bet(1, "dois_dados", "2-5", 300), bet(2, "dois_dados", "5-2", 300))
    limits = {"dois_dados": Limit(minimum=100, maximum=500)}
    record = coup(Throw(dados=(1, 2, 5)), bets=bets, limites=limits)
    assert nets(record) == [1500, 1500]
    assert [(one.code, one.bet, one.amount) for one in found(record)] == [("BET-MAX", 2, 100)]


def test_one_of_the_two_numbers_alone_wins_nothing() -> None:
    """R7 d: both must appear."""
    bets = (bet(1, "dois_dados", "2-5"), bet(2, "dois_dados", "5-6"))
    assert nets(coup(Throw(dados=(2, 2, 3)), bets=bets)) == [-100, -100]
    assert nets(coup(Throw(dados=(1, 6, 6)), bets=bets)) == [-100, -100]


def test_any_sum_paid_on_what_a_triple_took_is_named_by_it() -> None:
    """R9: where nothing wins, whatever was paid was paid on the triple."""
    triple = coup(Throw(dados=(2, 2, 2)), bets=(bet(1, "pequeno"),))
    assert blamed(triple, pay(1, 30)) == [("CU-TRI", "CU R9")]


def test_a_stake_not_given_back_beside_a_triple_is_no_triples_fault() -> None:
    """R3, R9: what is missing of a late bet's stake is no money that a triple takes."""
    bets = (bet(1, "pequeno", seq=2), bet(2, "par", "3", seq=12))
    record = coup(Throw(dados=(2, 2, 2), seq=10), bets=bets)
    assert outcomes(record)[1] is DEVOLVIDA
    short = pay(1, 0, 60)
    both = type(short)(seat=1, bets=(1, 2), amount=0, stake_returned=60)
    assert told(type(record)(resultado=record.resultado, bets=bets, payments=(both,))) == [
        ("BET-LATE", "CU R3"),
        ("PAY-DIFF", "CU R9, CU R3"),
    ]


def test_online_a_payment_for_no_bet_is_no_missing_void() -> None:
    """R18: dice were shown, so nothing was to be annulled; what was paid was due to nobody."""
    record = coup(Throw(dados=(1, 2, 3)), bets=(bet(1, "grande"),), mode="shared")
    assert [code for code, _ in blamed(record, pay(9, 100))] == ["PAY-DIFF"]
