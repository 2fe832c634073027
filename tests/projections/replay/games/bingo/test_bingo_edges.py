"""Bingo exactly at a limit: one card, sums that do not divide, two winners, the last instant."""

from typing import Any

import pytest
from msgspec import structs

from projections.replay.games.bingo import BingoRecord
from projections.replay.games.bingo.facts import Actos, Bola, Sessao
from projections.replay.games.bingo.prizes import Plano, divide
from projections.replay.record import PoolState
from projections.replay.registry import judge
from tests.projections.replay.games.bingo.bingo_room import (
    balls,
    claim,
    codes,
    due,
    edition,
    fecho,
    game,
    heard,
    jogada,
    numbers,
    of,
    prize,
    row,
    serie,
    venda,
)
from tests.projections.replay.games.bingo.test_bingo import (
    BINGO,
    LINHA,
    POOL,
    second,
    share,
    with_pool,
)

AT = "2026-11-20T22:00:{:02}.000000Z"


# --- money that does not divide (R7, R10) ------------------------------------------------------


@pytest.mark.parametrize(
    ("vendas", "residue", "expected"),
    [
        # 80 % of 0.01 is a cent, rounded up: all of it is the bingo's, and nothing the house's.
        (1, 0, (1, 0, 30_000, 1, 0, 0)),
        # 3.33: 2.664 is 2.67; 3 % of it 8.01 cents; of 2.59 the bingo's 60/80 are 194.25 cents.
        (333, 0, (267, 8, 10_000, 195, 64, 66)),
        # With 0.999999 of a cent from before, the increment is 9 cents: 193.5 of 2.58.
        (333, 999_999, (267, 9, 9_999, 194, 64, 66)),
    ],
)
def test_a_sum_that_does_not_divide(vendas: int, residue: int, expected: tuple[int, ...]) -> None:
    """R7, R10: what is for players is rounded up; the increment's rest stays with the pool."""
    one = divide(vendas, Plano(), increment_ppm=30_000, residue=residue)
    assert (
        one.total, one.incremento, one.residuo, one.bingo, one.linha, one.receita
    ) == expected  # fmt: skip


def test_a_jogada_of_one_card() -> None:
    """R7: one card of 10.00: 8.00, of which it has linha 2.00 and bingo 6.00; 2.00 the house."""
    record = jogada(
        game(winner=1, sold=1), payments=(prize("linha", 1, 200), prize("bingo", 1, 600))
    )
    assert codes(record) == []
    assert due(record) == {1: 0, share(LINHA, 1): 200, share(BINGO, 1): 600}


# --- two winners on one ball (R6) --------------------------------------------------------------


def shared_linha(*amounts: int) -> BingoRecord:
    """Return a jogada of nine cards of 10.01 in which cards 2 and 5 claim the linha together."""
    first, other = row(edition(), 2), row(edition(), 5)
    drawn = list(dict.fromkeys([*first, *other]))
    bingo = [one for one in numbers(of(edition(), 2)) if one not in drawn]
    acts: list[Actos] = [
        serie(preco=1_001), venda(1, 9, valor=9_009),
        # 90.09: 72.072 is 72.08; 54.06 the bingo's, 18.02 the linha's: 9.01 and 9.01.
        fecho(1, 9, 1_802, 5_406, recolhido=9_009),
        *balls(*drawn), claim("linha", 5), claim("linha", 2), heard(asked=False), heard(),
        *balls(*bingo), claim("bingo", 2), heard(),
    ]  # fmt: skip
    return jogada(
        acts,
        payments=(
            *(prize("linha", card, amount) for card, amount in zip((2, 5), amounts, strict=True)),
            prize("bingo", 2, 5_406),
        ),
    )


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [((901, 901), []), ((902, 900), ["BI-SHARE", "BI-SHARE"]), ((1_802, 0), ["BI-SHARE"] * 2)],
)
def test_two_cards_at_one_stop_have_equal_parts(
    amounts: tuple[int, int], expected: list[str]
) -> None:
    """R6: 18.02 between cards 2 and 5, whoever called first."""
    assert codes(shared_linha(*amounts)) == expected


# --- limits ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "expected"), [(9, []), (8, ["BI-LIMIT"])])
def test_a_players_limit_is_of_all_he_buys(limit: int, expected: list[str]) -> None:
    """R35: six cards of the first series and three of the second are nine."""
    acts = [
        structs.replace(act, player="p1") if act.__class__.__name__ == "Venda" else act
        for act in second()
    ]
    told = [
        structs.replace(act, limite=limit) if act.__class__.__name__ == "Serie" else act
        for act in acts
    ]
    assert [one for one in codes(jogada(told)) if one == "BI-LIMIT"] == expected


def continuous(*, authorised: bool, **others: Any) -> list[str]:
    session = Sessao(sessao="S", modo="continuous", autorizada=authorised)
    given: dict[str, Any] = {
        "plano": Plano(linha=150_000, bingo=540_000),
        "pool": structs.replace(POOL, ppm=20_000, balls=None),
        **others,
    }
    record = jogada([serie(), venda(1, 10)], mode="shared", sessao=session, **given)
    return [one for one in codes(record) if one in {"BI-PCT", "BI-3PCT", "BI-MODE"}]


def test_in_continuous_mode_the_prizes_are_as_approved() -> None:
    """R90: 69 % of the sales, and 2 % of that for an accumulator, if the authority approved it."""
    assert continuous(authorised=True) == []
    assert continuous(authorised=False) == ["BI-PCT", "BI-PCT", "BI-PCT", "BI-3PCT", "BI-MODE"]


def test_the_accumulators_value_is_announced_with_the_prizes() -> None:
    """R40 b: 1 500.00 and the 2.40 of here; told as another sum it is BI-3PCT, not told BI-ANN."""
    told = with_pool()
    close = told.actos[2]
    for said, expected in (
        ({"BG": 150_240}, []), ({}, ["BI-ANN"]), ({"BG": 150_000}, ["BI-3PCT"]),
    ):  # fmt: skip
        acts = (*told.actos[:2], structs.replace(close, acumulados=said), *told.actos[3:])
        assert codes(structs.replace(told, actos=acts)) == expected


# --- the accumulator's last instant (R12) ------------------------------------------------------


def ended_at(until: str) -> list[tuple[str, ...]]:
    """Return by which rule an online bingo on the ball of 22:00:16 has the accumulator.

    One number was told twice, so that there are sixteen balls for fifteen numbers.
    """
    drawn = numbers(of(edition(), 3))
    told = [drawn[0], *drawn]
    acts = [
        serie(), venda(1, 10), fecho(1, 10, 1_940, 5_820),
        *(Bola(numero=number, at=AT.format(index)) for index, number in enumerate(told, 1)),
    ]  # fmt: skip
    pool = PoolState(
        pool="BG", balance=150_000, base=100_000, base_part=100_000, ppm=30_000, balls=1,
        until=until,
    )  # fmt: skip
    awards = judge(jogada(acts, mode="shared", pool=pool)).settlement.awards
    return [one.rules for one in awards]


def test_a_bingo_at_the_last_instant_is_not_past_the_limit() -> None:
    """R12: the ball of 22:00:16 against a limit of just then, and of a second before."""
    assert ended_at(AT.format(16)) == []
    assert ended_at(AT.format(15)) == [("BI R12",)]
