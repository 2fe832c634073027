"""Bingo: worked jogadas by hand, who wins, what is shared, what goes back.

The edition of the tests has 90 cards; a card costs 10.00 unless a test says otherwise.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from projections.replay.games.bingo import BingoRecord, number_of
from projections.replay.games.bingo.facts import (
    Actos,
    Bola,
    Edicao,
    Parte,
    Serie,
    Suspensao,
    Venda,
)
from projections.replay.kit.bets import Moment
from projections.replay.record import PoolState, Void
from projections.replay.settlement import Outcome, describe
from tests.projections.replay.games.bingo.bingo_room import (
    balls,
    card,
    claim,
    codes,
    due,
    edition,
    fecho,
    found,
    game,
    heard,
    jogada,
    judged,
    numbers,
    of,
    paid,
    prize,
    row,
    serie,
    venda,
)
from tests.projections.replay.games.bingo.cards.test_cards import brute_first

POOL = PoolState(pool="BG", balance=150_000, base=100_000, base_part=100_000, ppm=30_000, balls=40)
LINHA, BINGO = 0, 1
"""The prizes' ranks in the numbers of lines."""


def share(prize_: int, number: int) -> int:
    return number_of(prize_, 0, number)


# --- a jogada worked out ---------------------------------------------------------------------


def test_a_whole_jogada_by_hand() -> None:
    """Ten cards of 10.00: 100.00, of which 80.00 prizes, 20.00 linha, 60.00 bingo, 20.00 house.

    Card 3 has its first row after five balls, its fifteen numbers after fifteen, and is paid both.
    """
    verdict = judged(jogada(game(), payments=paid()))
    assert verdict.found == ()
    settlement = verdict.settlement
    assert settlement.result == {
        "vendas": 10_000,
        "cartoes": 10,
        "bolas": 15,
        "premios": 8_000,
        "incremento": 0,
        "linha": 2_000,
        "bingo": 6_000,
        "adicionais": {},
        "receita": 2_000,
        "ganhos": {
            "linha": {"bola": 5, "cartoes": ["A 3"]},
            "bingo": {"bola": 15, "cartoes": ["A 3"]},
        },
    }
    sold, linha, bingo = settlement.lines
    assert (sold.bet, sold.outcome, sold.stake, sold.due) == (1, Outcome.PERDE, 10_000, 0)
    assert (linha.bet, linha.due, linha.rules) == (share(LINHA, 3), 2_000, ("BI R5", "BI R7"))
    assert (bingo.bet, bingo.due) == (share(BINGO, 3), 6_000)
    assert [one.amount for one in settlement.commissions] == [2_000]
    assert settlement.increments == settlement.awards == ()


def test_every_line_is_explained_in_both_languages() -> None:
    """The prize, the card, the ball at which it stopped, and the rule of each step."""
    said = describe(judged(jogada(game(), payments=paid(), pool=POOL)).settlement)
    _, linha, bingo = said["lines"]
    # 80.00 less 2.40 for the accumulator is 77.60: 58.20 and 19.40.
    assert bingo["why"]["pt"] == [
        "Vendas 100.00: prémios 80.00, acumulado 2.40, bingo 58.20. [BI R7, R10]",
        "Série A, cartão 3: bingo à bola 15; 58.20 por 1 = 58.20. [BI R49]",
    ]
    assert linha["why"]["en"][-1] == (
        "Series A, card 3: linha at ball 5; 19.40 by 1 = 19.40. [BI R49]"
    )
    assert said["commissions"][0]["why"]["en"] == [
        "Sales 100.00 less prizes 80.00: 20.00 are the house's. [BI R7]"
    ]
    (why,) = said["awards"][0]["why"]["pt"]
    assert why == (
        "Bingo com 15 bolas, até 40: o acumulado de 1500.00 mais 2.40 é devido, 1502.40 a este"
        " cartão. [BI R9]"
    )


# --- who wins --------------------------------------------------------------------------------


def test_the_winner_is_who_claims_at_the_stop_not_who_was_complete_first() -> None:
    """R49: card 3 has its linha at ball 5 and is silent; card 4, complete later, claims it."""
    late = [one for one in row(edition(), 4) if one not in row(edition(), 3)]
    acts = [
        serie(), venda(1, 10), fecho(1, 10, 2_000, 6_000),
        *balls(*row(edition(), 3), *late), claim("linha", 4), heard(),
    ]  # fmt: skip
    assert due(jogada(acts))[share(LINHA, 4)] == 2_000
    assert share(LINHA, 3) not in due(jogada(acts))
    # A card that waited still wins if nobody claimed before it.
    acts[-2] = claim("linha", 3)
    assert due(jogada(acts))[share(LINHA, 3)] == 2_000


def together(*cards: int) -> list[Actos]:
    """Return a jogada of 7 cards in which several claim the linha at one stop."""
    drawn = dict.fromkeys(number for one in cards for number in row(edition(), one))
    acts = [serie(), venda(1, 7), fecho(1, 7, 1_400, 4_200), *balls(*drawn)]
    for one in cards:
        acts += [claim("linha", one), heard(asked=one == cards[-1])]
    return acts


def test_cards_that_claim_at_one_stop_share_equally() -> None:
    """R6: 14.00 by three is 4.67, 4.67 and 4.66, the odd cents in the order of sale."""
    sums = due(jogada(together(5, 1, 4)))
    assert [sums[share(LINHA, one)] for one in (1, 4, 5)] == [467, 467, 466]


def test_after_the_second_question_a_claim_is_too_late() -> None:
    """R46, R47: the stop had closed; the linha is card 1's alone, and paying card 4 is BI-LATE."""
    acts = together(1, 4)
    acts[-4:] = [claim("linha", 1), heard(), claim("linha", 4), heard()]
    record = jogada(acts, payments=(prize("linha", 1, 1_400), prize("linha", 4, 700)))
    assert due(record)[share(LINHA, 1)] == 1_400
    assert ("BI-LATE", "BI R47", 700) in found(record)


def test_a_claim_at_the_next_ball_is_too_late_too() -> None:
    """R47: the draw had resumed."""
    acts = together(1, 4)
    rest = next(one for one in numbers(of(edition(), 2)) if Bola(numero=one) not in acts)
    acts[-2:] = [*balls(rest), claim("linha", 4), heard()]
    assert due(jogada(acts))[share(LINHA, 1)] == 1_400
    assert share(LINHA, 4) not in due(jogada(acts))


def test_a_wrong_claim_changes_nothing() -> None:
    """R43: the draw resumes, and whoever claims rightly wins."""
    acts = game()
    acts[4:4] = [claim("linha", 8), heard(valido=False, asked=False)]
    assert found(jogada(acts, payments=paid())) == []


def test_a_linha_that_nobody_claimed_goes_to_the_bingo() -> None:
    """R7: 80 % in each jogada: the bingo card, which contains complete lines, has 80.00."""
    acts = [act for act in game() if not (hasattr(act, "forma") and act.forma == "linha")]
    del acts[8]  # its verification
    record = jogada(acts, payments=(prize("bingo", 3, 8_000),))
    assert found(record) == []
    assert sum(due(record).values()) == 8_000
    given = structs.replace(record, payments=(prize("bingo", 3, 6_000),))
    assert found(given) == [("BI-WIN", "BI R7", -2_000)]


def test_an_unmarked_card_has_no_right() -> None:
    """R30: in the room it must be marked, or the player loses the prize."""
    acts = game()
    acts[-2] = claim("bingo", 3, marcado=False)
    record = jogada(acts, payments=paid())
    assert ("BI-WIN", "BI R49, R50", 6_000) in found(record)


def test_a_card_that_was_not_whole_is_refused() -> None:
    """R50: only who holds the card sees that; the room's reason counts."""
    acts = game()
    acts[-1] = heard(valido=False, asked=False, motivo="rasurado")
    assert codes(jogada(acts, payments=paid()[:1])) == ["BI-END"]


def test_a_claim_right_by_the_balls_that_the_room_refused_is_due() -> None:
    """R41: a card that has the combination has the prize; the room said that it had not."""
    acts = game()
    acts[9] = heard(valido=False, asked=False, motivo="incompleto")
    record = jogada(acts, payments=paid()[1:])
    assert due(record)[share(LINHA, 3)] == 2_000
    assert found(record) == [("BI-WIN", "BI R41, R49", -2_000)]


@pytest.mark.parametrize("reason", [None, "?", "zz"])
def test_a_claim_right_by_the_balls_that_was_refused_nobody_knows_why_is_open(
    reason: str | None,
) -> None:
    """R50: the card may have been torn: neither who paid the linha nor who did not is at fault."""
    acts = game()
    acts[9] = heard(valido=False, asked=False, motivo=reason)
    for payments in (paid(), paid()[1:]):
        record = jogada(acts, payments=payments)
        assert share(LINHA, 3) not in due(record)
        assert found(record) == [("RES-IMPOSS", "", None)]


def test_of_an_open_prize_a_card_that_lacks_numbers_was_paid_wrongly() -> None:
    """R49: whyever card 3 was refused, the linha of card 8 was never complete."""
    acts = game()
    acts[9] = heard(valido=False, asked=False)
    record = jogada(acts, payments=(prize("linha", 8, 2_000), *paid()[1:]))
    assert ("BI-WIN", "BI R49, R50", 2_000) in found(record)


def test_one_share_for_each_card() -> None:
    """R5, R50: of bingo 80, a card that completes row and column with one ball counts once."""
    boxes = of(edition(80), 1)
    crossing = [*boxes[1:4], *boxes[4:16:4], boxes[0]]
    acts = [
        serie(formas=("linha", "bingo")), venda(1, 4), fecho(1, 4, 800, 2_400),
        *balls(*crossing), claim("linha", 1), claim("coluna", 1), heard(), heard(),
    ]  # fmt: skip
    record = jogada(acts, edicoes=(edition(80),), variante=80)
    sums = due(record)
    assert sums[share(LINHA, 1)] == 800


def test_a_card_not_sold_wins_nothing() -> None:
    """R50: card 30 was not sold in this jogada; its linha was paid all the same."""
    acts = [*game()[:3], *balls(*row(edition(), 30)), claim("linha", 30), heard()]
    record = jogada(acts, payments=(prize("linha", 30, 2_000),))
    assert ("BI-WIN", "BI R49, R50", 2_000) in found(record)


def test_figura_of_bingo_75() -> None:
    """R73 b, R76: boxes 1, 5, 21 and 25 and the blank centre; all 80 % are the figura's."""
    boxes = of(edition(75), 2)
    four = (boxes[0], boxes[4], boxes[20], boxes[24])
    acts = [
        serie(formas=("figura",), figura=(1, 5, 13, 21, 25)), venda(1, 10),
        fecho(1, 10, 0, 8_000), *balls(*four), claim("figura", 2), heard(),
    ]  # fmt: skip
    record = jogada(
        acts, edicoes=(edition(75),), variante=75, payments=(prize("figura", 2, 8_000),)
    )
    assert found(record) == []
    assert due(record)[share(0, 2)] == 8_000


def test_four_corners_beside_linha_and_bingo() -> None:
    """R74 b: half of the 20.00 each; unclaimed, the corners' 10.00 are added to the bingo."""
    boxes = of(edition(75), 2)
    offer = serie(formas=("linha", "quatro_cantos", "bingo"))
    rest = [*boxes[5:10], boxes[0], boxes[4], boxes[20], boxes[24]]
    everything = [one for one in numbers(boxes) if one not in rest]
    acts = [
        offer, venda(1, 10), fecho(1, 10, 1_000, 6_000, adicionais={"quatro_cantos": 1_000}),
        *balls(*rest[:5]), claim("linha", 2), heard(),
        *balls(*rest[5:]), claim("quatro_cantos", 2), heard(),
        *balls(*everything), claim("bingo", 2), heard(),
    ]  # fmt: skip
    pays = (prize("linha", 2, 1_000), prize("quatro_cantos", 2, 1_000), prize("bingo", 2, 6_000))
    record = jogada(acts, edicoes=(edition(75),), variante=75, payments=pays)
    assert found(record) == []
    silent = [*acts[:14], *acts[16:]]
    record = jogada(
        silent, edicoes=(edition(75),), variante=75, payments=(pays[0], prize("bingo", 2, 7_000))
    )
    assert found(record) == []
    assert due(record)[share(2, 2)] == 7_000


def test_symbols_instead_of_numbers() -> None:
    """R80, R83: nine symbols complete a card of bingo 30."""
    words = ("sol", "lua", "mar", "rio", "ceu", "pao", "flor", "casa", "barco")
    one = Edicao(
        edicao="E1", variante=30, tamanho=1, autorizada=True,
        partes=(Parte(primeiro=1, cartoes=(words,)),),
    )  # fmt: skip
    acts = [
        serie(cartoes=1), venda(1, 1), fecho(1, 1, 0, 800, recolhidos=()),
        *balls(*words), claim("bingo", 1), heard(),
    ]  # fmt: skip
    record = jogada(acts, edicoes=(one,), variante=30, payments=(prize("bingo", 1, 800),))
    assert found(record) == []


def online(acts: list[Actos]) -> list[Actos]:
    """Return a jogada's acts without claims."""
    return [act for act in acts if act.__class__.__name__ not in {"Pedido", "Verificacao"}]


def test_online_the_system_finds_the_winners() -> None:
    """R97: nobody claims; the completing ball decides, and nothing is amiss."""
    record = jogada(online(game()), mode="shared", payments=paid())
    assert found(record) == []
    assert due(record) == due(jogada(game()))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32).map(Random), st.sampled_from([90, 80, 75, 30]))
def test_online_winners_are_those_of_brute_force(lot: Random, variante: int) -> None:
    """R97: linha and bingo of random cards and draws, as a finder that tries all finds them."""
    size = lot.randint(1, 12)
    cards = {number: card(variante, lot) for number in range(1, size + 1)}
    one = structs.replace(
        edition(), variante=variante, partes=(Parte(primeiro=1, cartoes=tuple(cards.values())),)
    )
    drawn = lot.sample(range(1, variante + 1), variante)
    acts = [serie(formas=("linha", "bingo")), venda(1, size), *balls(*drawn)]
    record = jogada(acts, edicoes=(one,), variante=variante, mode="shared")
    ganhos = judged(record).settlement.result["ganhos"]
    for name in ("linha", "bingo"):
        ball, winners = brute_first(variante, cards, drawn, name)
        assert ganhos[name] == {"bola": ball, "cartoes": [f"A {one}" for one in winners]}


# --- sale, series, doubles -------------------------------------------------------------------


def test_a_card_sold_out_of_order_is_in_play() -> None:
    """R36, R41: a fault, and counted: V is what all cards come to, and the card may win."""
    acts = game(5, sold=10)
    acts[1:2] = [venda(1, 4), venda(6, 10), venda(5, 5)]
    record = jogada(acts, payments=paid(5))
    assert judged(record).settlement.result["vendas"] == 10_000
    assert codes(record) == ["BI-ORDER", "BI-ORDER"]


def test_a_late_sale_is_not_in_play_and_its_price_is_due_back() -> None:
    """R40, R93: card 11 was sold after the close: 10.00 back, and no part of V."""
    acts = game()
    acts.insert(3, venda(11, 11))
    record = jogada(acts, payments=paid())
    assert due(record)[2] == 1_000
    assert found(record) == [
        ("BI-RECALL", "BI R40, R93", 1_000),
        ("PAY-NONE", "BI R40, R93", -1_000),
    ]
    assert judged(record).settlement.result["cartoes"] == 10


def test_of_a_card_sold_twice_one_sale_stands() -> None:
    """Cards 3 and 4 again: their second price goes back, the new card 11 plays."""
    acts = game(sold=11)
    acts[1:2] = [venda(1, 10), venda(3, 4), venda(11, 11)]
    record = jogada(acts, payments=paid(linha=2_200, bingo=6_600))
    assert due(record)[2] == 2_000
    assert judged(record).settlement.result["vendas"] == 11_000
    assert "BI-DUP" in codes(record)


def second(start: int = 85, last: int = 3, **others: object) -> list[Actos]:
    """Return a sale that exhausts a first series and goes on with a second of the same edition."""
    other = structs.replace(serie(serie="B", segunda=True, cartoes=last), **others)
    return [
        serie(cartoes=91 - start), venda(start, 90), other, venda(1, last, serie="B"),
    ]  # fmt: skip


def test_a_second_series_of_the_same_price_from_card_1() -> None:
    """R38: after card 90 of A, cards 1 to 3 of B; V is nine cards."""
    record = jogada(second())
    assert judged(record).settlement.result["vendas"] == 9_000
    assert [code for code in codes(record) if code in {"BI-2SER", "BI-DUP", "BI-ORDER"}] == []


def test_doubles_count_half_in_each_jogada() -> None:
    """R15: a double of 20.00 is 10.00 of V here, and 10.00 of the next jogada's."""
    double = structs.replace(edition(), dupla=True)
    acts = game()
    acts[0], acts[1] = serie(dupla=True), venda(1, 10, valor=20_000, dupla=True)
    record = jogada(acts, edicoes=(double,), payments=paid())
    assert found(record) == []
    assert judged(record).settlement.result["vendas"] == 10_000
    inherited: list[Actos] = [
        serie(herdada=True, dupla=True, cartoes=0),
        venda(1, 4, dupla=True, herdada=True),
        serie(serie="B", edicao="E2", cartoes=6),
        venda(1, 6, serie="B"),
    ]
    two = (double, edition(seed=2, name="E2"))
    record = jogada(inherited, edicoes=two)
    assert judged(record).settlement.result["vendas"] == 10_000
    assert set(codes(record)) == {"BI-END"}


def test_a_double_that_plays_once_more_is_not_for_sale() -> None:
    """The next number after a pending double is the first that is free."""
    acts: list[Actos] = [
        serie(herdada=True, dupla=True),
        venda(5, 6, dupla=True, herdada=True),
        serie(),
        venda(1, 4),
        venda(7, 9),
    ]
    assert "BI-ORDER" not in codes(jogada(acts))
    acts[-1] = venda(5, 9)
    assert "BI-DUP" in codes(jogada(acts))


# --- annulments ------------------------------------------------------------------------------

AT = "2026-11-20T22:{:02}:{:02}.000000Z"


def suspended(minutes: int) -> BingoRecord:
    """Return a jogada that stopped before its first ball and was annulled so much later."""
    acts = [*game()[:3], Suspensao(causa="avaria", at=AT.format(0, 0))]
    return jogada(
        acts,
        void=Void(cause="avaria", rule="BI R55"),
        anulada=Moment(at=AT.format(minutes, 0)),
        devolvido=10_000,
        pool=POOL,
    )


def test_an_annulled_jogada_gives_everything_back() -> None:
    """R55: after fifteen minutes; no prize, no increment, nothing for the house."""
    record = suspended(15)
    settlement = judged(record).settlement
    assert found(record) == []
    assert (settlement.void, settlement.increments, settlement.commissions) == (True, (), ())
    assert due(record) == {1: 10_000}
    assert settlement.result == {"anulada": True, "vendas": 10_000, "cartoes": 10, "bolas": 0}


def test_less_than_the_full_price_is_a_fault() -> None:
    """R55: integral devolution."""
    record = structs.replace(suspended(15), devolvido=9_990)
    assert found(record) == [("VOID-REFUND", "BI R55", -10)]


def test_an_annulled_double_gives_both_halves_back() -> None:
    """Section 7: in its first jogada both, in its second the second."""
    double = structs.replace(edition(), dupla=True)
    record = suspended(15)
    acts = list(record.actos)
    acts[0], acts[1] = serie(dupla=True), venda(1, 10, valor=20_000, dupla=True)
    first = structs.replace(record, actos=tuple(acts), edicoes=(double,), devolvido=20_000)
    assert (found(first), due(first)) == ([], {1: 20_000})
    acts[0], acts[1] = serie(herdada=True), venda(1, 10, dupla=True, herdada=True)
    after = structs.replace(record, actos=tuple(acts), edicoes=(double,))
    assert due(after) == {1: 10_000}


def test_an_unlawful_annulment_takes_no_effect_where_the_outcome_stands() -> None:
    """Section 0: an act that the law forbids; the bingo was validated and is due."""
    record = jogada(game(), void=Void(cause="engano"), payments=paid())
    assert found(record) == [("VOID-BAD", "BI R55, R57", None)]
    assert due(record) == due(jogada(game()))


def test_without_an_outcome_the_price_goes_back_whatever_the_ground() -> None:
    """Nothing else can be given; the fault stands."""
    record = jogada(game()[:6], void=Void(cause="engano"), devolvido=10_000)
    assert (codes(record), due(record)) == (["VOID-BAD"], {1: 10_000})


def misannounced() -> list[Actos]:
    """Return a jogada in which a number of the winning linha was announced as another."""
    acts = game()
    acts[4] = Bola(numero=acts[4].numero, anunciado=90 if acts[4].numero != 90 else 1)
    return acts


def test_an_error_of_announcement_that_changes_the_result_annuls() -> None:
    """R57: not annulled it is BI-ANNUL, with all the sales at stake; annulled, all is in order."""
    record = jogada(misannounced(), payments=paid())
    assert ("BI-ANNUL", "BI R57", 10_000) in found(record)
    void = jogada(misannounced(), void=Void(cause="erro_de_anuncio"), devolvido=10_000)
    assert codes(void) == ["BI-DRAW"]
    assert due(void) == {1: 10_000}


def test_an_error_that_changes_nothing_does_not_annul() -> None:
    """R57 wants it to affect the result: here the ball and what was said are no card's in play."""
    others = set(range(1, 91)) - {one for number in range(1, 11) for one in of(edition(), number)}
    acts = game()
    first, said = sorted(others)[:2]
    acts.insert(3, Bola(numero=first, anunciado=said))
    assert codes(jogada(acts, payments=paid())) == ["BI-DRAW"]


def test_online_a_void_needs_an_outcome_that_is_not_there() -> None:
    """R98, R99: the operator's failure voids only an undecided jogada; the player's never."""
    acts = online(game())
    void = Void(cause="avaria", side="operator")
    cut = jogada(acts[:8], mode="shared", void=void, devolvido=10_000)
    assert (found(cut), due(cut)) == ([], {1: 10_000})
    whole = jogada(acts, mode="shared", void=void, payments=paid())
    assert codes(whole) == ["VOID-BAD"]
    players = jogada(acts, mode="shared", void=Void(cause="rede", side="player"), payments=paid())
    assert codes(players) == ["VOID-NET"]
    waits = jogada(acts[:8], mode="shared", void=Void(cause="rede", side="player"))
    assert not judged(waits).settlement.void


# --- the accumulator -------------------------------------------------------------------------


def with_pool(**others: object) -> BingoRecord:
    """Return the jogada of 100.00 with the accumulator, its prizes paid."""
    acts = game()
    acts[2] = fecho(1, 10, 1_940, 5_820, acumulados={"BG": 150_240})
    pays = (*paid(linha=1_940, bingo=5_820), prize("bingo", 3, 150_240, award="BG"))
    return jogada(acts, pool=structs.replace(POOL, **others), payments=pays)


def test_the_accumulator_goes_to_a_bingo_in_time() -> None:
    """R9, R10: 15 balls of at most 40: 1 500.00 and this jogada's 2.40; the base is restored."""
    record = with_pool()
    settlement = judged(record).settlement
    assert found(record) == []
    (increment,) = settlement.increments
    assert (increment.pool, increment.stake) == ("BG", 8_000)
    (award,) = settlement.awards
    assert (award.amount, award.from_pool, award.full) == (150_240, 150_240, True)


@pytest.mark.parametrize(("balls_", "awards"), [(15, 1), (14, 0), (16, 1)])
def test_with_the_number_of_balls_or_fewer(balls_: int, awards: int) -> None:
    """R9: at most N balls drawn at the stop of the validated claim."""
    record = with_pool(balls=balls_)
    assert len(judged(record).settlement.awards) == awards
    assert codes(record) == ([] if awards else ["BI-JP-BALLS"])


def test_after_its_time_limit_the_first_bingo_takes_it() -> None:
    """R12: whatever the number of balls."""
    record = with_pool(balls=1, until=AT.format(0, 0))
    acts = [structs.replace(act, at=AT.format(0, 1)) for act in record.actos]
    late = structs.replace(record, actos=tuple(acts))
    assert found(late) == []
    assert judged(late).settlement.awards[0].rules == ("BI R12",)
    unpaid = structs.replace(late, payments=late.payments[:2])
    assert found(unpaid) == [("BI-JP-AUTH", "BI R12", -150_240)]


def test_several_bingos_share_the_accumulator() -> None:
    """Section 6: equal parts, odd cents in the order of sale; only the last restores the base."""
    drawn = dict.fromkeys([*numbers(of(edition(), 2)), *numbers(of(edition(), 5))])
    acts = [
        serie(), venda(1, 10), fecho(1, 10, 1_940, 5_820), *balls(*drawn),
        claim("bingo", 5), claim("bingo", 2), heard(asked=False), heard(),
    ]  # fmt: skip
    awards = judged(jogada(acts, pool=structs.replace(POOL, balance=150_001))).settlement.awards
    # 1 500.01 and 2.40 are 1 502.41: 751.21 and 751.20.
    assert [(one.amount, one.full) for one in awards] == [(75_121, False), (75_120, True)]
    assert [one.bet for one in awards] == [share(2, 2), share(2, 5)]


# --- properties ------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 90),
    st.integers(1, 10**6),
    st.integers(1, 4),
    st.integers(0, 999_999),
    st.booleans(),
)
def test_all_that_was_sold_is_prizes_increment_and_house(
    sold: int,
    price: int,
    winners: int,
    residue: int,
    pooled: bool,
) -> None:
    """V = linha + adicionais + bingo + inc + receita, to the cent, however many share."""
    cards = list(range(1, min(winners, sold) + 1))
    drawn = dict.fromkeys(number for one in cards for number in numbers(of(edition(), one)))
    acts: list[Actos] = [serie(preco=price), venda(1, sold, valor=sold * price), *balls(*drawn)]
    acts += [act for one in cards for act in (claim("bingo", one), heard(asked=one == cards[-1]))]
    pool = structs.replace(POOL, residue=residue) if pooled else None
    settlement = judged(jogada(acts, pool=pool)).settlement
    prizes = sum(line.prize for line in settlement.lines)
    (house,) = settlement.commissions
    increment = settlement.result["incremento"]
    assert sum(line.stake for line in settlement.lines) == sold * price
    assert prizes + increment + house.amount == sold * price
    assert settlement.result["receita"] == house.amount


@settings(max_examples=20, deadline=None)
@given(st.permutations(range(6)))
def test_the_order_of_claims_within_a_stop_is_nothing(order: list[int]) -> None:
    """R46: who calls first at one stop has no more than who calls last."""
    cards = [1, 4, 5, 6, 7, 2]
    assert due(jogada(together(*(cards[at] for at in order)))) == due(jogada(together(*cards)))


def test_sales_of_a_jogada_may_be_told_in_parts() -> None:
    """One sale of ten or ten of one: the same prizes."""
    whole, parts = game(), game()
    parts[1:2] = [venda(one, one) for one in range(1, 11)]
    first, other = judged(jogada(whole)).settlement, judged(jogada(parts)).settlement
    assert first.result == other.result
    assert [one for one in first.lines if one.prize] == [one for one in other.lines if one.prize]


def test_what_is_offered_first_holds() -> None:
    """A second announcement of the same series changes nothing of what was sold under the first."""
    acts = game()
    acts.insert(2, serie(preco=1))
    assert judged(jogada(acts)).settlement.result["vendas"] == 10_000


def test_without_the_cards_numbers_nobody_can_tell_who_won() -> None:
    """The record has no edition: a validated claim leaves the prize undecided, and no fault."""
    record = jogada(game(), edicoes=(), payments=paid())
    outcomes = {line.bet: line.outcome for line in judged(record).settlement.lines}
    assert outcomes[share(LINHA, 0)] is outcomes[share(BINGO, 0)] is Outcome.PENDENTE
    assert codes(record) == []


def test_a_series_nobody_announced_still_sells() -> None:
    """R33 is broken, R41 holds: what was paid is V."""
    acts: list[Actos] = [Venda(serie="Z", primeiro=1, ultimo=4, valor=4_000)]
    record = jogada(acts)
    assert judged(record).settlement.result["vendas"] == 4_000
    assert "BI-ANN" in codes(record)
    assert isinstance(serie(), Serie)
