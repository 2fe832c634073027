"""Bingo: each fault with a jogada that has it and one that has not; what holds for any record."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.codes import CODES
from projections.replay.games.bingo import COVERAGE, BingoRecord
from projections.replay.games.bingo.facts import (
    Actos,
    Aviso,
    Bola,
    Edicao,
    Fecho,
    Incremento,
    Intervalo,
    Painel,
    Parte,
    Retoma,
    Sessao,
    Suspensao,
)
from projections.replay.games.bingo.prizes import Plano
from projections.replay.kit.bets import Moment
from projections.replay.kit.player_sessions import PlayerSession
from projections.replay.record import ErrorNoted, PoolState, Void
from projections.replay.registry import decode_record, judge
from projections.replay.settlement import describe
from tests.helpers.each import each
from tests.projections.replay.games.bingo.bingo_room import (
    balls,
    claim,
    codes,
    due,
    edition,
    fecho,
    found,
    game,
    heard,
    jogada,
    numbers,
    of,
    paid,
    prize,
    row,
    serie,
    venda,
)
from tests.projections.replay.games.bingo.test_bingo import POOL, second, with_pool

GOOD = jogada(game(), payments=paid())
AT = "2026-11-20T22:{:02}:{:02}.000000Z"


def test_a_right_jogada_has_no_fault() -> None:
    """The jogada from which the others differ by one fact each."""
    assert found(GOOD) == []


def changed(at: int, *acts: Actos, **others: Any) -> BingoRecord:
    """Return the right jogada with one act replaced by others."""
    told = list(GOOD.actos)
    told[at : at + 1] = acts
    return structs.replace(GOOD, actos=tuple(told), **others)


def put(at: int, *acts: Actos, **others: Any) -> BingoRecord:
    """Return the right jogada with acts put in."""
    return structs.replace(GOOD, actos=(*GOOD.actos[:at], *acts, *GOOD.actos[at:]), **others)


# --- sale ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        # R36: a number left out; the last of the series passed; an interval turned round.
        (changed(1, venda(1, 4), venda(6, 10)), ["BI-ORDER", "BI-ANN", "BI-ANN", "BI-ANN"]),
        (changed(1, venda(1, 4), venda(5, 10)), []),
        # R39: only cash.
        (changed(1, venda(1, 10, meio="cheque")), ["BI-CASH"]),
        # R17: another price than the face, in total or of the card.
        (changed(1, venda(1, 10, valor=9_990)), ["BI-PRICE"]),
        (structs.replace(GOOD, precos=(500, 2_000)), ["BI-PRICE"]),
        (structs.replace(GOOD, precos=(500, 1_000)), []),
        # R15: doubles of a single edition, or not allowed at all.
        (changed(1, venda(1, 10, valor=20_000, dupla=True)), ["BI-DOUBLE"]),
        # R33: a series that was not announced, or only when its cards were sold.
        (changed(0), ["BI-ANN"]),
        (
            structs.replace(GOOD, actos=(GOOD.actos[1], GOOD.actos[0], *GOOD.actos[2:])),
            ["BI-ANN"],
        ),
    ],
)
def test_faults_of_the_sale(record: BingoRecord, expected: list[str]) -> None:
    """R15, R17, R33, R36, R39."""
    assert [code for code in codes(record) if code != "BI-PCT"][: len(expected) or 9] == expected


DOUBLE = structs.replace(edition(), dupla=True)


def test_doubles_are_valid_for_two_jogadas() -> None:
    """R15: sold for one jogada they are not, whether the edition or the announcement says so."""
    for changed_, expected in (
        ({"edicoes": (DOUBLE,), "actos": (serie(dupla=True), *GOOD.actos[1:])}, ["BI-DOUBLE"]),
        ({"edicoes": (DOUBLE,)}, ["BI-DOUBLE"]),
        ({"actos": (serie(dupla=True), *GOOD.actos[1:])}, []),  # announced so; the cards are none
    ):
        assert codes(structs.replace(GOOD, **changed_)) == expected


def second_of_doubles(close: Fecho, *amounts: int) -> BingoRecord:
    """Return a jogada of ten doubles sold, and four that play for the second time.

    V = 140.00, prizes 112.00: linha 28.00, bingo 84.00 (R7).
    """
    before = [serie(herdada=True, dupla=True, cartoes=0), venda(11, 14, dupla=True, herdada=True)]
    sold = [serie(dupla=True, cartoes=86), venda(1, 10, valor=20_000, dupla=True)]
    linha, bingo = amounts
    pays = prize("linha", 3, linha), prize("bingo", 3, bingo)
    return jogada([*before, *sold, close, *GOOD.actos[3:]], edicoes=(DOUBLE,), payments=pays)


def test_doubles_are_counted_in_the_second_jogada() -> None:
    """R15: what leaves their 40.00 out of the announcement does not let them play."""
    back = (Intervalo(serie="A", primeiro=15, ultimo=90),)
    right = fecho(1, 14, 2_800, 8_400, recolhidos=back)
    assert found(second_of_doubles(right, 2_800, 8_400)) == []
    without = fecho(1, 10, 2_000, 6_000, recolhidos=back)
    assert found(second_of_doubles(without, 2_000, 6_000)) == [
        ("BI-DOUBLE", "BI R15", -4_000),
        ("BI-PCT", "BI R7, R40", -800),
        ("BI-PCT", "BI R7, R40", -2_400),
        ("BI-PCT", "BI R7", -800),
        ("BI-PCT", "BI R7", -2_400),
    ]
    # Their money is counted, so they play: it is the announcement that is wrong (R40).
    named = fecho(1, 10, 2_800, 8_400, recolhidos=back, recolhido=14_000)
    assert codes(second_of_doubles(named, 2_800, 8_400)) == ["BI-ANN", "BI-ANN"]


def test_a_number_that_is_no_cards_is_told() -> None:
    """R36: of a series of 90, 89 to 92 are two cards and two numbers that do not exist."""
    acts = [serie(), venda(89, 92)]
    record = jogada(acts)
    assert ("BI-ORDER", "BI R36", None) in found(record)
    assert due(record)[1] == 2_000


def test_a_player_may_buy_up_to_the_limit() -> None:
    """R35: ten to one player whom the limit of ten allows, and not one of nine."""
    sold = venda(1, 10, player="p1")
    for limit, expected in ((10, []), (9, ["BI-LIMIT"])):
        record = structs.replace(GOOD, actos=(serie(limite=limit), sold, *GOOD.actos[2:]))
        assert codes(record) == expected
    unknown = structs.replace(GOOD, actos=(serie(limite=1), *GOOD.actos[1:]))
    assert codes(unknown) == []


def sale_codes(acts: list[Actos]) -> list[tuple[str, str]]:
    wanted = {"BI-2SER", "BI-DUP", "BI-ORDER"}
    return [
        (one.code, one.facts.get("fact", ""))
        for one in judge(jogada(acts)).found
        if one.code in wanted
    ]


def test_the_second_series() -> None:
    """R38: exhausted first, same price, from card 1, below the first's start, and no third."""
    right = second()
    assert sale_codes(right) == []
    early = [serie(), venda(85, 89), serie(serie="B"), venda(1, 3, serie="B")]
    assert sale_codes(early) == [("BI-2SER", "antes")]
    dear = [*right[:2], serie(serie="B", preco=2_000), venda(1, 3, serie="B", valor=6_000)]
    assert sale_codes(dear) == [("BI-2SER", "preco")]
    from_two = [*right[:3], venda(2, 3, serie="B")]
    assert sale_codes(from_two) == [("BI-2SER", "inicio")]
    third = [*right, serie(serie="C"), venda(1, 1, serie="C")]
    assert [one for one in sale_codes(third) if one[0] == "BI-2SER"] == [("BI-2SER", "terceira")]
    again = [*right[:2], *right[2:], venda(84, 84)]
    assert ("BI-2SER", "retomada") in sale_codes(again)


def test_the_second_series_ends_before_the_firsts_start() -> None:
    """R38 c: with a start at 85, card 84 is the last; 85 would be sold twice in the jogada."""
    assert sale_codes(second(last=84)) == []
    assert sale_codes(second(last=85)) == [("BI-2SER", "limite"), ("BI-DUP", "iguais")]


def test_where_the_first_series_began_at_card_1_there_is_no_second() -> None:
    """R38 c: every number of it would be sold twice."""
    faults = sale_codes(second(start=1, last=2))
    assert faults == [("BI-2SER", "limite"), ("BI-DUP", "iguais"), ("BI-DUP", "iguais")]


def test_a_second_series_of_other_cards_has_no_equal_ones() -> None:
    """Equality is by content where the editions are two."""
    acts = second(last=85)
    acts[2] = serie(serie="B", edicao="E2")
    record = jogada(acts, edicoes=(edition(), edition(seed=2, name="E2")))
    assert "BI-DUP" not in codes(record)


# --- announcements ---------------------------------------------------------------------------


CLOSE: Fecho = fecho(1, 10, 2_000, 6_000)


@pytest.mark.parametrize(
    ("close", "expected"),
    [
        ({}, []),
        ({"cartoes": 11}, [("BI-ANN", None)]),
        ({"recolhido": 10_001}, [("BI-ANN", 1)]),
        ({"vendidos": (Intervalo(serie="A", primeiro=1, ultimo=9),)}, [("BI-ANN", None)]),
        ({"linha": 1_999}, [("BI-PCT", -1)]),
        ({"bingo": 5_500}, [("BI-PCT", -500)]),
        ({"adicionais": {"quatro_cantos": 5}}, [("BI-PCT", 5)]),
        ({"recolhidos": ()}, [("BI-RECALL", None)]),
        (
            {"recolhidos": (Intervalo(serie="A", primeiro=10, ultimo=89),)},
            [("BI-RECALL", None)],
        ),
    ],
)
def test_what_is_announced_at_the_close(
    close: dict[str, Any], expected: list[tuple[str, int | None]]
) -> None:
    """R40: cards, money, intervals and prizes; what nobody bought is recalled."""
    record = changed(2, structs.replace(CLOSE, **close))
    assert [(one.code, one.amount) for one in judge(record).found] == expected


def test_the_announcement_comes_before_the_first_ball() -> None:
    """R40, R42: missing, or late."""
    assert codes(changed(2)) == ["BI-ANN"]
    told = list(GOOD.actos)
    told[2], told[3] = told[3], told[2]
    assert codes(structs.replace(GOOD, actos=tuple(told))) == ["BI-ANN"]


def test_the_panel_shows_what_the_events_give() -> None:
    """R29: price, cards, prizes and the accumulator's value."""
    right = Painel(preco=1_000, cartoes=10, linha=2_000, bingo=6_000)
    assert codes(structs.replace(GOOD, paineis=(right, Painel()))) == []
    wrong = structs.replace(right, linha=2_001, cartoes=9)
    assert codes(structs.replace(GOOD, paineis=(wrong,))) == ["BI-PANEL", "BI-PANEL"]
    pooled = structs.replace(with_pool(), paineis=(Painel(acumulado=150_000),))
    assert codes(pooled) == ["BI-PANEL"]


# --- editions and shapes -----------------------------------------------------------------------


def altered(**others: Any) -> BingoRecord:
    return structs.replace(GOOD, edicoes=(structs.replace(edition(), **others),))


def test_an_edition_is_told_once() -> None:
    """R3, R14, R16: without authorisation, of another size, with a wrong or a repeated card."""
    assert codes(altered(autorizada=False)) == ["BI-SIZE"]
    cards = list(edition().partes[0].cartoes)
    cards[40] = cards[50]
    assert codes(altered(partes=(Parte(primeiro=1, cartoes=tuple(cards)),))) == ["BI-DUP"]
    cards = [cards[0][::-1], *cards[1:40], *edition().partes[0].cartoes[40:]]
    assert codes(altered(partes=(Parte(primeiro=1, cartoes=tuple(cards)),))) == ["BI-GEOM"]


def offer(variante: int, *words: str, **others: Any) -> list[str]:
    """Return what is wrong with an offer."""
    acts = [serie(formas=words, **others)]
    record = jogada(acts, edicoes=(edition(variante),), variante=variante)
    return codes(record)


@each(
    ("variante", "words", "others", "bad"),
    [
        (90, ("linha", "bingo"), {}, False),
        (90, ("linha", "quatro_cantos", "bingo"), {}, True),
        (80, ("diagonal", "bingo"), {}, False),
        (80, ("quatro_cantos", "bingo"), {}, True),
        (75, ("linha", "quatro_cantos", "bingo"), {}, False),
        (75, ("figura",), {"figura": (1, 2)}, False),
        (75, ("figura",), {}, True),  # not fixed
        (75, ("figura",), {"figura": (1, 26)}, True),  # not on the card
        (75, ("figura", "linha"), {"figura": (1, 2)}, True),  # beside a figura, nothing
        (30, ("quatro_cantos", "bingo"), {}, False),
        (30, ("linha", "quatro_cantos", "bingo"), {}, True),  # one only
        (30, ("coluna", "linha", "bingo"), {}, True),
    ],
)
def test_what_may_be_offered(
    variante: int,
    words: tuple[str, ...],
    others: dict[str, Any],
    bad: bool,
) -> None:
    """R5, R66, R67, R73-R75, R84."""
    assert offer(variante, *words, **others) == ["BI-SHAPE"] * bad


def test_a_figura_is_fixed_before_the_sale() -> None:
    """R73 b: pre-defined; after the first card it may not change."""
    first = serie(formas=("figura",), figura=(1, 2))
    other = serie(serie="B", formas=("figura",), figura=(1, 3))
    for acts, expected in (([first, other, venda(1, 2)], 0), ([first, venda(1, 2), other], 1)):
        record = jogada(acts, edicoes=(edition(75),), variante=75)
        assert codes(record).count("BI-SHAPE") == expected


def test_a_prize_for_a_shape_that_was_not_offered() -> None:
    """R67: the operator limited the linha to diagonals; a horizontal one was paid."""
    boxes = of(edition(80), 1)
    acts = [
        serie(formas=("diagonal", "bingo")), venda(1, 10), fecho(1, 10, 2_000, 6_000),
        *balls(*boxes[:4]), claim("horizontal", 1), heard(),
    ]  # fmt: skip
    record = jogada(
        acts, edicoes=(edition(80),), variante=80, payments=(prize("horizontal", 1, 2_000),)
    )
    assert ("BI-SHAPE", "BI R67, R73, R74, R75, R84", 2_000) in found(record)


# --- the draw ----------------------------------------------------------------------------------


def unused() -> int:
    """Return a number that the winning card does not have."""
    return next(one for one in range(1, 91) if one not in numbers(of(edition(), 3)))


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (put(3, Bola(numero=unused())), []),
        (put(3, Bola(numero=unused()), Bola(numero=unused())), ["BI-DRAW"]),
        (put(3, Bola(numero=91)), ["BI-DRAW"]),
        (put(3, Bola(numero="sol")), ["BI-DRAW"]),
        (put(3, Bola(numero=unused(), indice=1)), []),
        (put(3, Bola(numero=unused(), indice=2)), ["BI-DRAW"]),
        (put(9, Bola(numero=unused())), ["BI-PAUSE"]),  # between claim and verification
        (changed(9, heard(asked=False)), ["BI-PAUSE"]),  # no second question before the next ball
        (changed(21, heard(asked=False)), ["BI-PAUSE"]),  # nor before the end
        (put(22, Bola(numero=unused())), ["BI-END"]),
    ],
)
def test_faults_of_the_draw(record: BingoRecord, expected: list[str]) -> None:
    """R21, R31, R42-R46."""
    assert codes(record) == expected


def test_a_claim_that_nobody_can_read_may_be_decided_after_the_next_ball() -> None:
    """R43: the room drew on before it decided; the linha is of a card that nobody can read.

    It did not go to the bingo, and whoever was paid it may have had it.
    """
    first = row(edition(), 5)
    last, *rest = [one for one in numbers(of(edition(), 3)) if one not in first]
    acts = [
        serie(), venda(1, 10), fecho(1, 10, 2_000, 6_000),
        *balls(*first), claim("linha", 5, serie=None), *balls(last), heard(),
        *balls(*rest), claim("bingo", 3), heard(),
    ]  # fmt: skip
    payments = prize("linha", 5, 2_000), prize("bingo", 3, 6_000)
    assert codes(jogada(acts, payments=payments)) == ["BI-PAUSE"]


def test_a_jogada_ends_with_a_bingo() -> None:
    """R44: ended without one, and not annulled."""
    record = structs.replace(GOOD, actos=GOOD.actos[:10], payments=paid()[:1])
    assert found(record) == [("BI-END", "BI R44", None)]


def test_a_bingo_wrongly_validated_is_no_bingo() -> None:
    """R49: one number lacked; the payment went to a card that had not won."""
    told = [act for at, act in enumerate(GOOD.actos) if at != 19]
    record = structs.replace(GOOD, actos=tuple(told))
    assert found(record) == [
        ("BI-END", "BI R44", None),
        ("BI-WIN", "BI R49, R50", 6_000),
    ]


# --- payments ----------------------------------------------------------------------------------


def three(*amounts: int) -> BingoRecord:
    """Return a jogada of 7 cards whose linha of 14.00 three cards share, paid as said."""
    drawn = dict.fromkeys(number for one in (1, 4, 5) for number in row(edition(), one))
    acts = [serie(), venda(1, 7), fecho(1, 7, 1_400, 4_200), *balls(*drawn)]
    acts += [act for one in (1, 4, 5) for act in (claim("linha", one), heard(asked=one == 5))]
    pays = [prize("linha", one, amount) for one, amount in zip((1, 4, 5), amounts, strict=False)]
    return jogada(acts, payments=tuple(pays))


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        ((467, 467, 466), []),
        ((466, 467, 467), [("BI-SHARE", -1), ("BI-SHARE", 1)]),
        ((700, 350, 350), [("BI-SHARE", 233), ("BI-SHARE", -117), ("BI-SHARE", -116)]),
        ((466, 466, 466), [("BI-PCT", -2)]),  # a sum that is not the linha's, rightly divided
        ((467, 467, 400), [("PAY-DIFF", -66)]),
        ((700, 700), [("BI-WIN", -466), ("BI-SHARE", 233), ("BI-SHARE", 233)]),
        ((467, 467), [("PAY-NONE", -466)]),  # to be paid still
        ((), [("PAY-NONE", -467), ("PAY-NONE", -467), ("PAY-NONE", -466)]),
    ],
)
def test_a_shared_prize(amounts: tuple[int, ...], expected: list[tuple[str, int]]) -> None:
    """R6, R7: equal parts of the whole linha, to all who have it."""
    faults = [(one.code, one.amount) for one in judge(three(*amounts)).found]
    assert [one for one in faults if one[0] != "BI-END"] == expected


def test_a_prize_paid_twice() -> None:
    """R50: the second payment is too much."""
    record = structs.replace(GOOD, payments=(*paid(), prize("bingo", 3, 6_000)))
    assert found(record) == [("BI-PAYWHEN", "BI R50", 6_000)]


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ({}, []),
        ({"meio": "cheque"}, ["BI-CASH"]),
        ({"entregue": False}, ["BI-PAYWHEN"]),
        ({"imposto": 1}, ["BI-TAX"]),
    ],
)
def test_how_a_prize_is_paid(others: dict[str, Any], expected: list[str]) -> None:
    """R8, R50, R61 g: in cash, for the card, without a tax where none is set."""
    record = structs.replace(GOOD, payments=(paid()[0], prize("bingo", 3, 6_000, **others)))
    assert codes(record) == expected


def test_the_tax_is_the_rate_on_each_prize() -> None:
    """R61 g: 10 % of 20.00 and of 60.00."""
    pays = (prize("linha", 3, 2_000, imposto=200), prize("bingo", 3, 6_000, imposto=600))
    assert codes(structs.replace(GOOD, payments=pays, taxa_premio=100_000)) == []
    assert codes(structs.replace(GOOD, payments=paid(), taxa_premio=100_000)) == ["BI-TAX"] * 2


def test_a_prize_is_paid_after_its_verification() -> None:
    """R50: by the room's own chain."""
    acts = tuple(structs.replace(act, seq=at) for at, act in enumerate(GOOD.actos, 1))
    for seq, expected in ((23, []), (21, ["BI-PAYWHEN"])):
        pays = (prize("linha", 3, 2_000, seq=30), prize("bingo", 3, 6_000, seq=seq))
        assert codes(structs.replace(GOOD, actos=acts, payments=pays)) == expected


def test_a_price_may_not_go_back() -> None:
    """R41, R56: a purchase is not annulled."""
    back = structs.replace(prize("", 7, 0), stake_returned=1_000, causa="cancelled")
    record = structs.replace(GOOD, payments=(*paid(), back))
    assert found(record) == [("BI-CANCEL", "BI R41, R56", 1_000)]
    late = put(3, venda(11, 12))
    back = structs.replace(prize("", 11, 0), ultimo=12, stake_returned=2_000, causa="late")
    assert codes(structs.replace(late, payments=(*paid(), back))) == ["BI-RECALL"]


def test_nothing_is_assessed_that_is_not_recorded() -> None:
    """A room that does not record payments has no unpaid prize."""
    assert codes(structs.replace(GOOD, payments=(), records=("bets",))) == []


# --- the plan and the accumulator --------------------------------------------------------------


@pytest.mark.parametrize(
    ("plano", "expected"),
    [
        (Plano(), []),
        (Plano(linha=150_000, bingo=600_000), ["BI-PCT", "BI-PCT"]),
        (Plano(linha=260_000, bingo=540_000), ["BI-PCT"]),
        (Plano(linha=220_000, bingo=580_000, aprovado=True), []),
        (Plano(linha=220_000, bingo=580_000), []),
        (Plano(linha=220_000, bingo=580_000, aprovado=False), ["BI-PCT"]),
        (Plano(deducao="bingo", aprovado=False), []),
    ],
)
def test_the_plan_of_the_prizes(plano: Plano, expected: list[str]) -> None:
    """R7: 80 %, 55 % for the bingo, and another split only if approved."""
    record = jogada([serie(), venda(1, 10)], plano=plano)
    assert [one for one in codes(record) if one == "BI-PCT"] == expected


LESS = Plano(linha=150_000, bingo=600_000, aprovado=True)


def of_less(plano: Plano = LESS, **others: Any) -> BingoRecord:
    """Return ten cards of 10.00, announced and paid as a plan of 75 % has it: 15.00 and 60.00."""
    acts = game()
    told = [structs.replace(one, linha=1_500) if isinstance(one, Fecho) else one for one in acts]
    pays = (prize("linha", 3, 1_500), prize("bingo", 3, 6_000))
    given = {"payments": pays, "records": ("bets", "payouts"), **others}
    return jogada(told, plano=plano, **given)


def test_a_plan_of_less_is_one_fault_and_what_lacks_is_the_jogadas() -> None:
    """R7: 80 % of 100.00 is distributed in each jogada: 5.00 lack, whoever approved the plan."""
    record = of_less()
    plan, lacks = judge(record).found
    assert (plan.code, plan.expected, plan.recorded, plan.bet) == (
        "BI-PCT", "linha + bingo >= 800000", "750000", None
    )  # fmt: skip
    assert (lacks.code, lacks.rule, lacks.expected, lacks.recorded, lacks.amount) == (
        "BI-PCT", "BI R7", "80.00", "75.00", -500
    )  # fmt: skip
    assert lacks.bet is not None, "the jogada's fault, not its table's"
    assert sorted(due(record).values())[-2:] == [1_500, 6_000], "owed as announced (R40)"


@pytest.mark.parametrize(
    ("linha", "lacks"), [(200_000, []), (199_999, []), (199_900, [-1]), (199_000, [-10])]
)
def test_what_lacks_of_the_80_percent_is_rounded_up(linha: int, lacks: list[int]) -> None:
    """80 % of 100.00; of a plan of 79.9999 % there are 80.00, too, of 79.99 % a cent less."""
    record = jogada([serie(), venda(1, 10)], plano=Plano(linha=linha, bingo=600_000, aprovado=True))
    assert [one.amount for one in judge(record).found if one.amount is not None] == lacks


def test_a_null_jogada_distributes_nothing() -> None:
    """R57: annulled on a ground, all prices go back, and nothing lacks of the prizes."""
    record = jogada(game()[:3], plano=LESS, void=Void(cause="avaria"), devolvido=10_000)
    assert judge(record).settlement.void
    assert [one.amount for one in judge(record).found if one.code == "BI-PCT"] == [None]


def pooled(**others: Any) -> list[str]:
    return codes(structs.replace(with_pool(), **others))


def test_the_accumulators_increment() -> None:
    """R10: 3 %, as the device and the announcement must say; nothing of an annulled jogada."""
    assert pooled(incrementos=(Incremento(pool="BG", valor=240),)) == []
    assert pooled(incrementos=(Incremento(pool="BG", valor=300),)) == ["BI-3PCT"]
    assert pooled(incrementos=(Incremento(pool="OUTRO", valor=300),)) == []
    acts = list(with_pool().actos)
    acts[2] = structs.replace(acts[2], acumulados={"BG": 150_300})
    assert pooled(actos=tuple(acts)) == ["BI-3PCT"]
    rate = structs.replace(POOL, ppm=20_000)
    assert "BI-3PCT" in codes(jogada(game(), pool=rate))
    void: dict[str, Any] = {
        "actos": game()[:3], "pool": POOL, "void": Void(cause="avaria"),
        "records": ("bets", "payouts"), "devolvido": 10_000,
    }  # fmt: skip
    kept = BingoRecord(
        edicoes=(edition(),), incrementos=(Incremento(pool="BG", valor=240),), **void
    )
    assert codes(kept) == ["BI-3PCT"]
    gone = structs.replace(kept, incrementos=(*kept.incrementos, Incremento(pool="BG", valor=-240)))
    assert codes(gone) == []


@pytest.mark.parametrize(
    ("session", "expected"),
    [
        (Sessao(sessao="S", bolas={"BG": 40}), []),
        (Sessao(sessao="S"), ["BI-JP-BALLS"]),  # not announced
        (Sessao(sessao="S", bolas={"BG": 41}), ["BI-JP-BALLS"]),  # not as approved
        (Sessao(sessao="S", bolas={"BG": 40}, bolas_depois={"BG": 33}), ["BI-JP-BALLS"]),
    ],
)
def test_the_number_of_balls_is_announced(session: Sessao, expected: list[str]) -> None:
    """R9: at the start of each session, and then it stays."""
    assert pooled(sessao=session) == expected


def test_an_accumulator_needs_the_authoritys_act() -> None:
    """R9, R12: where its opening says that there is none."""
    assert pooled(pool=structs.replace(POOL, authorised=True)) == []
    assert pooled(pool=structs.replace(POOL, authorised=False)) == ["BI-JP-AUTH"]


def test_the_accumulator_goes_to_the_bingos_card() -> None:
    """R9: to another card, or in wrong parts, or not at all though the bingo was paid."""
    record = with_pool()
    pays = record.payments
    other = (*pays[:2], prize("bingo", 7, 150_240, award="BG"))
    assert pooled(payments=other) == ["BI-JP-BALLS", "BI-JP-BALLS"]
    assert pooled(payments=pays[:2]) == ["BI-JP-BALLS"]
    assert pooled(payments=(*pays[:2], prize("bingo", 3, 150_000, award="BG"))) == ["PAY-DIFF"]
    assert "PAY-NONE" in pooled(payments=pays[:1])


# --- annulments --------------------------------------------------------------------------------


def stopped(at: int, *, again: int | None = None, **others: Any) -> BingoRecord:
    """Return the right jogada suspended at 22:00 after so many acts, and resumed so much later."""
    acts: list[Actos] = [Suspensao(causa="avaria", at=AT.format(0, 0))]
    if again is not None:
        acts.append(Retoma(at=AT.format(again, 0), manual=True))
    return put(at, *acts, **others)


def test_a_failure_before_the_first_ball() -> None:
    """R55: resumed within fifteen minutes, or refunded; later is BI-SUSP."""
    assert codes(stopped(3, again=15)) == []
    assert found(stopped(3, again=16)) == [("BI-SUSP", "BI R55", 10_000)]
    waits = stopped(3)
    ended = structs.replace(
        waits, actos=waits.actos[:4], payments=(), fechada=Moment(at=AT.format(59, 0))
    )
    assert codes(ended) == ["BI-SUSP", "BI-END"]


def test_a_failure_after_the_first_ball_does_not_annul() -> None:
    """R55: the draw goes on by hand."""
    assert codes(stopped(5, again=59)) == []
    cut = stopped(5)
    void = Void(cause="avaria", rule="BI R55")
    record = structs.replace(cut, actos=cut.actos[:6], void=void, devolvido=10_000, payments=())
    assert found(record) == [("BI-SUSP", "BI R55", None)]
    assert due(record) == {1: 10_000}


def test_a_failure_that_was_overcome_is_no_ground() -> None:
    """R55: suspended before the first ball, resumed, drawn, and then annulled all the same."""
    cut = stopped(3, again=5)
    void: dict[str, Any] = {"void": Void(cause="avaria"), "devolvido": 10_000, "payments": ()}
    drawn = structs.replace(cut, actos=cut.actos[:8], **void)
    assert codes(drawn) == ["BI-SUSP"]
    ready = structs.replace(cut, actos=cut.actos[:5], **void)
    assert codes(ready) == ["VOID-BAD"]


def test_an_annulment_before_its_time() -> None:
    """R55: five minutes are not fifteen."""
    cut = stopped(3)
    record = structs.replace(
        cut, actos=cut.actos[:4], void=Void(cause="avaria"), payments=(), devolvido=10_000,
        anulada=Moment(at=AT.format(5, 0)),
    )  # fmt: skip
    assert found(record) == [("VOID-BAD", "BI R55", None)]


def test_an_error_that_somebody_noted_is_a_ground() -> None:
    """R57: the room recorded it as an error, not as a ball."""
    cut: dict[str, Any] = {
        "actos": GOOD.actos[:6], "payments": (), "void": Void(cause="anuncio"), "devolvido": 10_000,
    }  # fmt: skip
    assert codes(structs.replace(GOOD, **cut)) == ["VOID-BAD"]
    noted = (ErrorNoted(error="erro_de_anuncio"),)
    assert codes(structs.replace(GOOD, **cut, errors=noted)) == []
    # A room that records no announcements is not accused.
    assert codes(structs.replace(GOOD, **cut, records=("bets", "payouts"))) == []


def test_a_prize_of_an_annulled_jogada() -> None:
    """R57: nobody keeps a prize of it."""
    record = structs.replace(
        GOOD, actos=GOOD.actos[:6], void=Void(cause="anuncio"), devolvido=10_000,
        errors=(ErrorNoted(error="anuncio"),), payments=(prize("linha", 3, 2_000),),
    )  # fmt: skip
    assert found(record) == [("PAY-DIFF", "BI R57", 2_000)]


def test_refunds_told_apart_are_held_against_the_sum() -> None:
    """R57: each sale's price went back, and the annulment said another sum."""
    back = structs.replace(prize("", 1, 0), ultimo=10, stake_returned=10_000, causa="annulled")
    record = structs.replace(
        GOOD, actos=GOOD.actos[:6], void=Void(cause="anuncio"), devolvido=9_000,
        errors=(ErrorNoted(error="anuncio"),), payments=(back,),
    )  # fmt: skip
    assert found(record) == [("VOID-REFUND", "BI R57", -1_000)]


# --- online ------------------------------------------------------------------------------------


def online(**others: Any) -> BingoRecord:
    told = tuple(
        act for act in GOOD.actos if act.__class__.__name__ not in {"Pedido", "Verificacao"}
    )
    return structs.replace(GOOD, actos=told, mode="shared", **others)


def test_numbers_come_a_second_apart() -> None:
    """R88: 999 milliseconds are too few."""
    record = online()
    first, other = record.actos[3:5]
    for second_, expected in ((".999", ["BI-CAD"]), ("", [])):
        at = f"2026-11-20T22:00:0{0 if second_ else 1}{second_ or '.000'}000Z"
        acts = (
            *record.actos[:3],
            structs.replace(first, at=AT.format(0, 0)),
            structs.replace(other, at=at),
            *record.actos[5:],
        )
        assert codes(structs.replace(record, actos=acts)) == expected


def test_who_lacks_one_number_is_told() -> None:
    """R95: card 3 for its linha after four balls, and for the bingo after fourteen."""
    record = online(records=("bets", "payouts", "alerts"))
    cards = [tuple(of(edition(), number)) for number in (3,)]
    one = structs.replace(
        record,
        edicoes=(
            Edicao(
                edicao="E1", variante=90, tamanho=1, autorizada=True,
                partes=(Parte(primeiro=1, cartoes=cards),),
            ),
        ),
        actos=(
            serie(cartoes=1), venda(1, 1), fecho(1, 1, 200, 600, recolhidos=()), *record.actos[3:]
        ),
        payments=(prize("linha", 1, 200), prize("bingo", 1, 600)),
    )  # fmt: skip
    assert codes(one) == ["BI-CAD", "BI-CAD"]
    told = (
        Aviso(serie="A", cartao=1, forma="linha"),
        Aviso(serie="A", cartao=1, forma="bingo"),
    )
    assert codes(structs.replace(one, actos=(*one.actos, *told))) == []
    assert codes(structs.replace(one, records=("bets", "payouts"))) == []


def test_a_ball_after_the_bingo_online() -> None:
    """R44, R97: the completing ball ends the jogada."""
    record = online()
    more = structs.replace(record, actos=(*record.actos, Bola(numero=unused())))
    assert codes(more) == ["BI-END"]


def test_the_continuous_mode_needs_an_approved_regime() -> None:
    """R90."""
    for authorised, expected in ((True, []), (None, []), (False, ["BI-MODE"])):
        session = Sessao(sessao="S", modo="continuous", autorizada=authorised)
        assert codes(online(sessao=session)) == expected


def test_a_session_is_announced_before_its_sale() -> None:
    """R91: told before the jogada was opened, or not known; in the demonstration nobody asks."""
    for announced, expected in ((True, []), (None, []), (False, [("BI-MODE", "BI R91", None)])):
        assert found(online(anunciada=announced)) == expected
    assert found(structs.replace(GOOD, anunciada=False)) == []
    free = tuple(structs.replace(one, meio="free_play") for one in paid())
    demo = structs.replace(online(anunciada=False), mode="demo", payments=free)
    assert found(demo) == []


def test_the_sale_of_a_session_closes_once() -> None:
    """R93: for all players at once; the continuous mode has no such rule."""
    record = online()
    twice = (*record.actos[:3], record.actos[2], *record.actos[3:])
    for mode, expected in (("session", [("BI-MODE", "BI R93", None)]), ("continuous", [])):
        session = Sessao(sessao="S", modo=mode, autorizada=True)
        assert found(structs.replace(record, sessao=session)) == []
        assert found(structs.replace(record, sessao=session, actos=twice)) == expected


def test_demonstration_gives_free_play_only() -> None:
    """R102."""
    free = tuple(structs.replace(one, meio="free_play") for one in paid())
    record = structs.replace(online(), mode="demo")
    assert codes(structs.replace(record, payments=free)) == []
    assert codes(record) == ["ONL-DEMO"]


def test_players_sessions() -> None:
    """R100, R101: the whole history, and no end or restriction without a ground."""
    right = PlayerSession(session="p", rounds=3, history=3, ended_by="player")
    assert codes(online(sessions=(right,))) == []
    wrong = PlayerSession(session="p", rounds=3, history=2, ended_by="operator", cause="winning")
    assert codes(online(sessions=(wrong,))) == ["ONL-HIST", "ONL-EXCL"]


def test_in_the_room_nothing_of_online_is_asked() -> None:
    """R88 and R95 are online's."""
    acts = tuple(structs.replace(act, at=AT.format(0, 0)) for act in GOOD.actos)
    assert codes(structs.replace(GOOD, actos=acts)) == []


# --- what holds for all ------------------------------------------------------------------------


def test_every_rule_is_accounted_for() -> None:
    """R1 to R103, each once, and none is missing."""
    rules = [rule.rule for rule in COVERAGE]
    assert sorted(rules, key=lambda rule: int(rule[1:])) == [f"R{at}" for at in range(1, 104)]
    assert all(rule.status != "missing" for rule in COVERAGE)


SMALL = st.integers(-2, 12)
WORDS = st.sampled_from(
    ["A", "B", "linha", "bingo", "quatro_cantos", "figura", "diagonal", "E1", ""]
)


def test_a_wild_record_is_read_from_json() -> None:
    """What a person writes by hand is what the tests build."""
    record = decode_record(
        '{"game":"bingo","actos":[{"acto":"serie","serie":"A","edicao":"E","cartoes":3,'
        '"preco":100},{"acto":"venda","serie":"A","primeiro":1,"ultimo":3,"valor":300},'
        '{"acto":"bola","numero":"sol"}]}'
    )
    assert judge(record).settlement.result["vendas"] == 300


acts_ = st.lists(
    st.one_of(
        st.builds(
            serie, serie=WORDS, edicao=WORDS, cartoes=st.integers(0, 99),
            preco=st.integers(-5, 500), formas=st.lists(WORDS, max_size=4).map(tuple),
            figura=st.lists(SMALL, max_size=3).map(tuple),
            herdada=st.booleans(), dupla=st.booleans(),
        ),
        st.builds(
            venda, st.integers(-3, 95), st.integers(-3, 95) | st.just(2**53), serie=WORDS,
            valor=st.integers(-5, 10_000), dupla=st.booleans(), herdada=st.booleans(),
        ),
        st.builds(fecho, SMALL, SMALL, SMALL, SMALL, adicionais=st.dictionaries(WORDS, SMALL)),
        st.builds(Bola, numero=st.one_of(st.integers(-2, 92), WORDS), anunciado=st.none() | SMALL),
        st.builds(claim, WORDS, SMALL | st.none(), serie=WORDS | st.none(), marcado=st.booleans()),
        st.builds(heard, valido=st.booleans(), asked=st.booleans(), pedido=WORDS),
        st.builds(Suspensao, causa=WORDS, at=st.sampled_from([None, "x", AT.format(1, 1)])),
        st.builds(Retoma),
        st.builds(Aviso, serie=WORDS, cartao=SMALL, forma=WORDS),
    ),
    max_size=14,
).map(tuple)  # fmt: skip
boxes_ = st.lists(st.one_of(SMALL, WORDS), max_size=30).map(tuple)
editions_ = st.builds(
    Edicao, edicao=WORDS, variante=SMALL, tamanho=st.integers(0, 20),
    partes=st.lists(
        st.builds(
            Parte, primeiro=st.integers(0, 9), cartoes=st.lists(boxes_, max_size=3).map(tuple)
        ),
        max_size=2,
    ).map(tuple),
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    acts=acts_,
    editions=st.lists(editions_ | st.sampled_from([edition(), edition(75)]), max_size=2).map(tuple),
    variante=st.sampled_from([90, 80, 75, 30, 0, -7, 44]),
    mode=st.sampled_from(["physical", "shared", "demo"]),
    void=st.none() | st.just(Void(cause="x", side="player")) | st.just(Void(cause="anuncio")),
    pool=st.none()
    | st.just(POOL)
    | st.builds(PoolState, pool=WORDS, balance=SMALL, base=SMALL, ppm=st.just(0)),
    payments=st.lists(
        st.builds(
            prize, WORDS, SMALL, st.integers(-9, 9_999), award=st.none() | st.just("BG"),
            stake_returned=SMALL, ultimo=st.none() | SMALL,
        ),
        max_size=4,
    ).map(tuple),
    plano=st.none() | st.builds(Plano, linha=st.integers(0, 10**6), bingo=st.integers(0, 10**6)),
)  # fmt: skip
def test_any_record_is_settled_and_verified(
    acts: tuple[Actos, ...], editions: tuple[Edicao, ...], mode: str, **others: Any
) -> None:
    """Whatever the facts, replay says something, every code exists, and void leaves nothing."""
    verdict = judge(BingoRecord(actos=acts, edicoes=editions, mode=mode, **others))
    assert {one.code for one in verdict.found} <= set(CODES)
    assert not any(CODES[one.code].manual for one in verdict.found)
    describe(verdict.settlement)
    if verdict.settlement.void:
        assert not verdict.settlement.awards
        assert not any(line.prize for line in verdict.settlement.lines)
