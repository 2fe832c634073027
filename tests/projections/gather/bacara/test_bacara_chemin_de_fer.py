"""From events to the record of a coup of chemin de fer, and from coup to coup."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events.base import Payload
from ledger.events.outcomes import (
    Announcement,
    CardBurned,
    CardDealt,
    CardExposed,
    CardsCollected,
    CutCardDrawn,
    DeckCut,
    DeckShuffled,
    ErrorNoted,
    HandSeen,
)
from ledger.events.rounds import (
    BancoCalled,
    BankBid,
    BankChanged,
    BankPassed,
    BankRefused,
    BankShared,
    BankTaken,
    BetChanged,
    BetPlaced,
    BetsClosed,
    BetWithdrawn,
    Claim,
    ClaimDecided,
    Commission,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import PlaceRequested, PlayerLeft, PlayerSeated
from ledger.events.tables import EquipmentChanged
from projections.replay.games.bacara.bacara_chemin_de_fer.record import (
    Acto,
    Alteracao,
    Aposta,
    CheminDeFerRecord,
    Dito,
    Erro,
    Pedido,
    Reclamacao,
    Tomada,
    Troca,
)
from projections.replay.kit.bets import Moment
from projections.replay.kit.shoe import Burned, Cut, Dealt, Shoe, Shuffled
from projections.replay.record import Payment
from projections.replay.registry import judge
from tests.helpers.casino import RECORDS, Log, instant, judged
from tests.helpers.strategies import payloads_of

GAME = "bacara_chemin_de_fer"
OPTIONS: dict[str, Any] = {"minimo": 1_000, "cagnotte_bp": 500, "baralhos": 6, "lugares": 9}
SEATED = tuple(PlayerSeated(seat=seat, player=f"p{seat}") for seat in (1, 3, 5, 7))


def deal(ponto: str, banca: str, drawn: str = "", seat: int = 3) -> list[CardDealt]:
    """Return a deal in turn, and third cards written ``p7c b2d``."""
    cards = [
        CardDealt(to=side, seat=seat if side == "ponto" else None, card=card)
        for two in zip(ponto.split(), banca.split(), strict=True)
        for side, card in zip(("ponto", "banca"), two, strict=True)
    ]
    sides = {"p": "ponto", "b": "banca"}
    return cards + [CardDealt(to=sides[one[0]], card=one[1:], open=True) for one in drawn.split()]


def bet(number: int, seat: int, amount: int, **more: Any) -> BetPlaced:
    """Return a bet."""
    return BetPlaced(bet=number, seat=seat, chance="ponto", amount=amount, **more)


def test_a_whole_coup() -> None:
    """Each event of a table's first coup stands in the record, with its time and place."""
    log = Log(GAME, **OPTIONS)
    log.place_event(
        *SEATED,
        PlayerSeated(seat=101),
        DeckShuffled(method="hand", decks=6),
        DeckCut(by=7, side=150, cut_card=7),
        CardBurned(card="2h", cause="opening"),
        CardBurned(count=2, cause="opening"),
    )
    log.play(
        BankTaken(seat=1, capital=5_000, via="first"),
        BankShared(seat=5, amount=5_000, role="associate"),
        bet(1, 3, 6_000, line=True),
        bet(2, 7, 8_000, by=101, means="cash"),
        BetChanged(bet=1, line=False, amount=4_000),
        BancoCalled(seat=101, call="com_a_mesa", bet=2),
        BetsClosed(),
        BetChanged(bet=1, amount=2_000, cause="cut"),
        *deal("2s 4d", "Ks 9d", seat=101),
        Announcement(what="nao", seat=101),
        Commission(amount=500, seat=1),
        Payout(seat=1, amount=9_500, stake_returned=10_000),
        CardsCollected(into="discard"),
    )
    record = log.gather()
    assert record == CheminDeFerRecord(
        round=log.round,
        profile="cv-2017@1",
        currency="XTS",
        records=RECORDS,
        payments=(Payment(seat=1, amount=9_500, stake_returned=10_000),),
        minimo=1_000,
        lugares=9,
        sentados=(1, 3, 5, 7),
        inicio=True,
        em_pe=(101,),
        banqueiro=1,
        capital=10_000,
        associado=5,
        actos=(
            Acto(acto="tomou", seat=1, valor=5_000, via="first"),
            Acto(acto="associou", seat=5, valor=5_000),
        ),
        pedidos=(Pedido(seat=101, forma="com_a_mesa", bet=2, at=instant(17), seq=17),),
        bets=(
            Aposta(
                bet=1,
                seat=3,
                tipo="ponto",
                valor=6_000,
                player="p3",
                linha=True,
                at=instant(14),
                seq=14,
            ),
            Aposta(
                bet=2,
                seat=7,
                tipo="ponto",
                valor=8_000,
                player="p7",
                por=101,
                meio="cash",
                at=instant(15),
                seq=15,
            ),
        ),
        alteracoes=(
            Alteracao(bet=1, valor=4_000, linha=False, at=instant(16), seq=16),
            Alteracao(bet=1, valor=2_000, causa="cut", at=instant(19), seq=19),
        ),
        jogo_feito=Moment(at=instant(18), seq=18),
        shoe=Shoe(
            decks=6,
            fresh=True,
            shuffles=(Shuffled(decks=6, at=instant(7), seq=7),),
            cuts=(Cut(by=7, side=150, cut_card=7, at=instant(8), seq=8),),
            burned=(
                Burned(card="2h", cause="opening", at=instant(9), seq=9),
                Burned(count=2, cause="opening", at=instant(10), seq=10),
            ),
        ),
        cards=tuple(
            Dealt(to=to, seat=seat, card=card, at=instant(at), seq=at)
            for to, seat, card, at in (
                ("ponto", 101, "2s", 20),
                ("banca", None, "Ks", 21),
                ("ponto", 101, "4d", 22),
                ("banca", None, "9d", 23),
            )
        ),
        ditos=(Dito(dito="nao", at=instant(24), seq=24),),
        aberta=instant(11),
        sabot_iniciado=instant(7),
        concluido=Moment(at=instant(27), seq=27),
        cagnotte=500,
    )
    # 80.00 com a mesa and 20.00 of seat 3's 40.00 are in play, and the bank's 9 beats 6.
    verdict = judge(record)
    assert {one.bet: one.due for one in verdict.settlement.lines if one.bet} == {1: 2_000, 2: 0}
    assert [one.due for one in verdict.settlement.lines if one.bet is None] == [9_750, 9_750]


def one_coup(*payloads: Payload, **options: Any) -> CheminDeFerRecord:
    """Return the record of a coup of seat 1's bank of 100.00."""
    log = Log(GAME, **{**OPTIONS, **options})
    log.place_event(*SEATED)
    log.play(BankTaken(seat=1, capital=10_000, via="first"), *payloads)
    return log.gather()


def test_errors_and_what_their_remedy_depends_on() -> None:
    """R102 l, R102 c, R104 d: facts of the error; a player's discard and a card seen are errors."""
    record = one_coup(
        *deal("2s 4d", "Ks 9d"),
        ErrorNoted(error="102i", facts={"recuperadas": True}),
        ErrorNoted(error="102c", facts={"reconstituida": False}),
        ErrorNoted(error="104d", facts={"cartas_no_sabot": 5}),
        CardExposed(card="9h", of="deck"),
        CardsCollected(into="discard", by="ponto", seat=3),
    )
    assert [(one.error, one.by, one.recuperadas, one.reconstituida) for one in record.errors] == [
        ("102i", None, True, None),
        ("102c", None, None, False),
        ("104d", None, None, None),
        ("104a", None, None, None),
        ("76", "ponto", None, None),
    ]
    assert record.errors[3].cards == ("9h",)
    assert record.cartas_no_sabot == 5
    assert record.concluido is None


def test_what_is_noted_is_not_noted_twice() -> None:
    """A card seen and the error that tells it are one error."""
    record = one_coup(CardExposed(card="9h", of="deck"), ErrorNoted(error="R104 a", cards=("9h",)))
    assert record.errors == (Erro(error="R104 a", cards=("9h",), at=instant(9)),)


def test_suivi_and_who_had_the_cards() -> None:
    """R25, R26: 3 had the cards, had seen and grabbed them; after it 7 spoke, so 7 had them."""
    record = one_coup(
        bet(1, 3, 5_000),
        *deal("2s 4d", "Ks 9d"),
        HandSeen(seat=3),
        BancoCalled(seat=7, call="suivi"),
        ErrorNoted(error="26", seat=3),
        Announcement(what="nao", seat=7),
    )
    assert record.tomadas == (Tomada(seat=3, vistas=True, agarradas=True),)
    assert record.cartas_com == 7


def test_words_of_the_others_and_of_the_pagador() -> None:
    """R98, R100, R111, R97, R108 f: who knows no rules, the table, advice, a hand that jumps."""
    record = one_coup(
        PlayerLeft(seat=5),
        PlayerSeated(seat=5, via="antecipa"),
        PlayerSeated(seat=7, via="antecipa"),
        Announcement(what="mao_salta", seat=5),
        Announcement(what="desconhece_as_regras", seat=1),
        Announcement(what="conselho"),
        *deal("2s 4d", "Ks 9d"),
        Announcement(what="carta", by="pagador"),
        Announcement(what="abate", said="9", by="ponto"),
    )
    assert (record.mudaram, record.desconhecem) == ((7,), (1,))
    assert record.segundo_a_tabela
    assert record.conselho
    assert [(one.quem, one.dito) for one in record.ditos] == [("pagador", "carta"), ("ponto", "9")]
    assert [(one.acto, one.seat) for one in record.actos] == [
        ("tomou", 1),
        ("saiu", 5),
        ("recusou", 5),
    ]


def test_the_bank_by_its_own_bet_and_paid_apart() -> None:
    """A bet from place 0 is the bank; a withdrawn bet; the cagnotte paid besides; a deck's card."""
    log = Log(GAME, **OPTIONS)
    log.place_event(*SEATED, EquipmentChanged(item="deck", id="d1", cards=("As",)))
    log.play(
        RoundOpened(banker=3),
        bet(9, 0, 7_000),
        bet(1, 5, 1_000),
        BetWithdrawn(bet=1, cause="own"),
        Commission(amount=5, apart=True),
    )
    record = log.gather()
    assert (record.banqueiro, record.capital) == (3, 7_000)
    assert record.alteracoes == (
        Alteracao(bet=1, retirada=True, causa="own", at=instant(10), seq=10),
    )
    assert (record.cagnotte, record.cagnotte_por_fora) == (5, True)
    assert record.trocas == (Troca(cartas=("As",)),)


def test_claims_of_the_deal() -> None:
    """R102 k: claims of an error of the deal, and whether they were heard."""
    log = Log(GAME, **OPTIONS)
    claim = log.play(*deal("2s 4d", "Ks 9d"), Claim(seat=3, about="deal_error"))
    log.play(Claim(seat=3, about="payout"), ClaimDecided(claim=claim.name, admitted=True))
    assert log.gather().reclamacoes == (
        Reclamacao(seat=3, admitida=True, at=claim.at, seq=claim.seq),
    )


# --- from coup to coup ------------------------------------------------------------------------


class Evening:
    """A table and its coups one after another, judged as the ledger would."""

    def __init__(self) -> None:
        self.log = Log(GAME, **OPTIONS)
        self.log.place_event(*SEATED)
        self.number = 0

    def coup(self, *payloads: Payload, banker: int | None = None) -> None:
        """Play a round."""
        self.number += 1
        self.log.round = f"T-01/2026-11-20/{self.number}"
        self.log.play(RoundOpened(banker=banker), *payloads, RoundClosed())

    def won(self, *before: Payload, bank: int) -> None:
        """Let the bank win 10.00 of seat 7: it grows by 9.50."""
        del bank
        self.coup(
            *before,
            bet(1, 7, 1_000),
            *deal("2s 4d", "Ks 9d", seat=7),
            Announcement(what="nao", seat=7),
            Commission(amount=50),
        )

    def records(self) -> list[CheminDeFerRecord]:
        """Return every coup's record."""
        rounds, _ = judged(self.log.events)
        return [one.closed.record for one in rounds]  # type: ignore[misc]

    def faults(self) -> list[list[tuple[str, str]]]:
        """Return codes and rules of what was found, coup by coup."""
        rounds, _ = judged(self.log.events)
        return [[(one.code, one.rule) for one in judged_.verdict.found] for judged_ in rounds]


def test_the_bank_grows_from_coup_to_coup() -> None:
    """R20, R9: 100.00, 109.50, 119.00; after the third win, 128.50, half is put apart: 64.25."""
    evening = Evening()
    evening.won(BankTaken(seat=1, capital=10_000, via="first"), bank=10_000)
    evening.won(bank=10_950)
    evening.won(bank=11_900)
    evening.won(BankChanged(seat=1, capital=6_425, garage=6_425, rule="CF R9"), bank=6_425)
    records = evening.records()
    assert [one.capital for one in records] == [10_000, 10_950, 11_900, 6_425]
    assert [one.anterior.ganhos for one in records if one.anterior] == [1, 2, 3]
    assert evening.faults() == [[], [], [], []]


def test_half_taken_out_after_the_second_win() -> None:
    """R9: CF-GARAGE, although every coup was won; the wins are counted over the hand."""
    evening = Evening()
    evening.won(BankTaken(seat=1, capital=10_000, via="first"), bank=10_000)
    evening.won(bank=10_950)
    evening.won(BankChanged(seat=1, capital=5_950, garage=5_950, rule="CF R9"), bank=5_950)
    assert evening.faults() == [[], [], [("CF-GARAGE", "CF R9, R20")]]


def test_a_new_hand_counts_from_nothing() -> None:
    """R65: 1 wins twice and passes; 3 takes it at its level and wins once: no half yet."""
    evening = Evening()
    evening.won(BankTaken(seat=1, capital=10_000, via="first"), bank=10_000)
    evening.won(bank=10_950)
    passed = BankPassed(seat=1, level=11_900, cause="own")
    evening.won(passed, BankTaken(seat=3, capital=11_900, via="offer"), bank=11_900)
    evening.won(BankChanged(seat=3, capital=6_425, garage=6_425), bank=6_425)
    assert [one.banqueiro for one in evening.records()] == [1, 1, 3, 3]
    assert evening.faults() == [[], [], [], [("CF-GARAGE", "CF R9, R20")]]


def test_what_is_done_after_the_cards_or_between_the_coups_leads_to_the_next() -> None:
    """R78-R81: passed within the first coup, taken at the place, before the second was opened."""
    evening = Evening()
    evening.coup(
        BankTaken(seat=1, capital=10_000, via="first"),
        bet(1, 7, 1_000),
        *deal("2s 4d", "Ks 9d", seat=7),
        Announcement(what="nao", seat=7),
        Commission(amount=50),
        BankPassed(seat=1, level=10_950, cause="own"),
        BankRefused(seat=3),
    )
    evening.log.place_event(BankTaken(seat=5, capital=10_950, via="offer"))
    evening.won(bank=10_950)
    first, second = evening.records()
    assert [one.acto for one in first.actos] == ["tomou"]
    assert [(one.acto, one.seat) for one in second.actos] == [
        ("passou", 1),
        ("recusou", 3),
        ("tomou", 5),
    ]
    assert (second.banqueiro, second.capital) == (5, 10_950)
    assert evening.faults() == [[], []]


def test_an_auction_from_its_events() -> None:
    """R81, R87: the passer bid, and the highest of the others has the hand."""
    evening = Evening()
    evening.won(BankTaken(seat=1, capital=10_000, via="first"), bank=10_000)
    evening.won(
        BankPassed(seat=1, level=10_950, cause="own"),
        *(BankRefused(seat=seat) for seat in (3, 5, 7)),
        BankBid(seat=1, amount=9_000),
        BankBid(seat=5, amount=4_000),
        BankTaken(seat=5, capital=4_000, via="auction"),
        bank=4_000,
    )
    assert evening.faults() == [[], [("CF-PASS", "CF R87")]]


def test_a_second_refusal_without_a_bid_is_of_the_hand_he_must_take() -> None:
    """R86: 3 refused the offer, then the hand at the minimum, and still sits there."""
    evening = Evening()
    evening.won(BankTaken(seat=1, capital=10_000, via="first"), bank=10_000)
    evening.won(
        BankPassed(seat=1, level=10_950, cause="own"),
        *(BankRefused(seat=seat) for seat in (3, 5, 7, 3)),
        BankTaken(seat=5, capital=1_000, via="obligation"),
        bank=1_000,
    )
    assert evening.faults() == [[], [("CF-PASS", "CF R86")]]


def test_a_lost_hand_to_the_right_and_suivi() -> None:
    """R24, R63: 7 loses a bancô and follows; then 1 loses and the hand is 3's."""
    evening = Evening()
    evening.coup(
        BankTaken(seat=1, capital=1_000, via="first"),
        BancoCalled(seat=7, call="banco", bet=1),
        bet(1, 7, 1_000),
        *deal("2s 4d", "Ks 9d", seat=7),
        Announcement(what="nao", seat=7),
        Commission(amount=50),
    )
    evening.coup(
        BankChanged(seat=1, capital=1_950),
        bet(1, 3, 1_000),
        bet(2, 7, 1_950),
        BancoCalled(seat=3, call="banco", bet=1),
        BancoCalled(seat=7, call="suivi", bet=2),
        *deal("Ks 9s", "Kd 2d", seat=7),
        Announcement(what="9", seat=7),
        Payout(seat=7, amount=1_950, bets=(2,), stake_returned=1_950),
        Payout(seat=3, amount=0, bets=(1,), stake_returned=1_000),
    )
    evening.won(BankTaken(seat=3, capital=2_000, via="turn"), bank=2_000)
    one, two, three = evening.records()
    assert one.anterior is None
    assert two.anterior is not None
    assert two.anterior.banco == 7
    assert three.anterior is not None
    assert (three.anterior.resultado, three.regular) == ("perde", 1)
    codes = evening.faults()
    assert codes[0] == codes[2] == []
    # 7 is paid before 3, who is nearer; the bets exceed the bank. That 19.50 is no multiple of the
    # minimum is nothing: a bancô is the bank's own amount (R18).
    assert codes[1] == [("CF-BANK", "CF R33"), ("PAY-ORDER", "CF R122")]


def test_who_sat_down_within_a_coup_sits_there_in_the_next() -> None:
    """Seats told within a round are carried; so are the cards that left the shoe."""
    evening = Evening()
    evening.coup(
        BankTaken(seat=1, capital=1_000, via="first"),
        PlayerSeated(seat=9),
        *deal("2s 4d", "Ks 9d"),
        PlayerLeft(seat=5),
    )
    evening.coup(*deal("2s 5d", "Ks 9h"))
    first, second = evening.records()
    assert first.sentados == (1, 3, 5, 7, 9)
    assert second.sentados == (1, 3, 7, 9)
    assert second.shoe.out == {"2s": 1, "4d": 1, "Ks": 1, "9d": 1}


def wants(player: str, wish: str = "seat", seat: int | None = None, **more: Any) -> PlaceRequested:
    """Return somebody's wish."""
    return PlaceRequested(player=player, wish=wish, seat=seat, **more)


def sat(seat: int, player: str, via: str | None = None) -> PlayerSeated:
    """Return that somebody sits down."""
    return PlayerSeated(seat=seat, player=player, via=via)


NEW_SHOE = DeckShuffled(method="hand", decks=6, shown=True)


@pytest.mark.parametrize(
    ("told", "found"),
    [
        # Lia asked first, Gil was seated from the list; or was on no list at all.
        ((wants("lia"), wants("gil"), sat(9, "gil", "list")), [("CF R55", 9, "lia")]),
        ((wants("lia"), sat(9, "gil", "free")), [("CF R55", 9, "lia")]),
        ((wants("lia"), wants("gil"), sat(9, "lia", "list"), sat(8, "gil", "list")), []),
        # She wants another seat; she did not answer the call (R57); nobody says how he got it.
        ((wants("lia", seat=8), wants("gil"), sat(9, "gil", "list")), []),
        (
            (wants("lia"), wants("gil"), wants("lia", withdrawn=True), sat(9, "gil", "list")),
            [],
        ),
        ((wants("lia"), wants("gil"), sat(9, "gil")), []),
        # Ana sits and asked to change: before the list where a shoe begins, and not within it.
        ((wants("ana", "change"), wants("gil"), NEW_SHOE, sat(9, "gil")), [("CF R55", 9, "ana")]),
        ((wants("ana", "change"), wants("gil"), sat(9, "gil")), []),
        ((wants("ana", "change"), NEW_SHOE, sat(9, "ana", "change"), sat(8, "gil")), []),
        # A list that lacks who was seated from it is none.
        ((wants("lia"), sat(9, "gil", "list"), sat(8, "nuno", "free")), []),
        # Who stands waits on (R59).
        ((wants("lia"), sat(101, "lia"), sat(9, "gil", "free")), [("CF R55", 9, "lia")]),
    ],
)
def test_seats_are_given_in_the_order_in_which_they_were_asked_for(
    told: Sequence[Payload], found: list[tuple[str, int, str]]
) -> None:
    """R55, R57: the order of inscriptions and wishes prevails."""
    evening = Evening()
    evening.log.place_event(sat(2, "ana"))
    evening.coup(BankTaken(seat=1, capital=1_000, via="first"), *deal("2s 4d", "Ks 9d"))
    evening.log.place_event(*told)
    evening.coup(*deal("2s 5d", "Ks 9h"))
    assert places(evening) == [[], found]


def test_a_seat_reserved_before_the_partida_is_held_until_its_first_coup() -> None:
    """R53, R54: seat 9 was marked for Lia, and Gil sat on it; once a coup was played it is free."""
    for reserved, found in ((9, [("CF R54", 9, "lia")]), (8, []), (None, [])):
        evening = Evening()
        evening.log.place_event(wants("lia", seat=reserved), wants("gil", seat=9), sat(9, "gil"))
        evening.coup(BankTaken(seat=1, capital=1_000, via="first"), *deal("2s 4d", "Ks 9d"))
        assert places(evening) == [found]
    evening = Evening()
    evening.log.place_event(wants("lia", seat=9))
    evening.coup(BankTaken(seat=1, capital=1_000, via="first"), *deal("2s 4d", "Ks 9d"))
    evening.log.place_event(sat(9, "gil", "free"))
    evening.coup(*deal("2s 5d", "Ks 9h"))
    assert places(evening) == [[], []]


def places(evening: Evening) -> list[list[tuple[str, int | None, str]]]:
    """Return of each coup the rule, the seat and who was due of its CF-PLACE."""
    rounds, _ = judged(evening.log.events)
    return [
        [(one.rule, one.seat, one.expected) for one in coup.verdict.found if one.code == "CF-PLACE"]
        for coup in rounds
    ]


def test_a_shoe_that_is_mixed_anew_before_its_first_coup() -> None:
    """R45: what the first mixing burned, an eight and eight cards, is none of the second's.

    That burned a two and two cards; or it burned nothing, and none of the first's stands for it.
    """
    mixed = (DeckShuffled(method="hand", decks=6), DeckCut(by=7, side=150, cut_card=7))
    first = (CardBurned(card="8h", cause="opening"), CardBurned(count=8, cause="opening"))
    second = (CardBurned(card="2h", cause="opening"), CardBurned(count=2, cause="opening"))
    found: list[list[str]] = []
    for burned in (second, ()):
        log = Log(GAME, **OPTIONS)
        log.place_event(*SEATED, *mixed, *first, *mixed, *burned)
        log.play(
            BankTaken(seat=1, capital=1_000, via="first"),
            bet(1, 3, 1_000),
            BetsClosed(),
            *deal("2s 4d", "Ks 9d"),
        )
        record = log.gather()
        assert isinstance(record, CheminDeFerRecord)
        assert sum(one.count for one in record.shoe.burned) == sum(one.count for one in burned)
        assert len(record.shoe.shuffles) == 1
        verdict = judge(record)
        found.append([one.rule for one in verdict.found if one.code == "CF-SHOE"])
    assert found == [[], ["CF R45 queimadas"]]


def test_a_coup_after_the_last_of_the_shoe() -> None:
    """R51: the aviso came out in the coup before, and nobody shuffled."""
    evening = Evening()
    evening.won(BankTaken(seat=1, capital=10_000, via="first"), CutCardDrawn(), bank=10_000)
    evening.won(bank=10_950)
    assert evening.faults()[1] == [("CF-SHOE", "CF R51")]


KINDS = (
    Announcement, BancoCalled, BankBid, BankChanged, BankPassed, BankRefused, BankShared,
    BankTaken, BetChanged, BetPlaced, BetWithdrawn, CardBurned, CardDealt, CardExposed,
    CardsCollected, Commission, ErrorNoted, HandSeen, PlayerLeft, PlayerSeated, RoundVoided,
)  # fmt: skip


@given(st.lists(st.sampled_from(KINDS).flatmap(payloads_of), max_size=8))
@settings(max_examples=60)
def test_whatever_happens_is_gathered_and_judged(payloads: list[Payload]) -> None:
    """No sequence of events is too wild, in this coup or in the one before."""
    evening = Evening()
    evening.coup(*payloads)
    evening.coup(*payloads[::-1])
    assert len(evening.records()) == 2
