"""From events to the bank of a player: who holds it, with what, and what the next jogada knows."""

from typing import Any

import pytest

from ledger.events.base import Payload
from ledger.events.outcomes import Announcement, DiceRolled, DiceShaken
from ledger.events.rounds import (
    BankChanged,
    BankRefused,
    BankShared,
    BankTaken,
    BetPlaced,
    BetsClosed,
    BetWithdrawn,
    RoundClosed,
    RoundOpened,
)
from ledger.events.seats import PlayerSeated
from projections.gather.player_bank.jogada import as_settled
from projections.replay.games.player_bank.jogada import ATRAS, CASA, Acto, Anterior, Associacao
from projections.replay.kit.bets import BetChange, Moment
from projections.replay.record import Payment, Void
from projections.replay.registry import GAMES, rules_of
from tests.helpers.casino import DAY, Log, instant, judged
from tests.projections.replay.games.player_bank.player_bank_table import on
from tests.projections.replay.games.player_bank.poquer_3_cartas_table import (
    HANDS,
    SHORT,
    jogada,
    with_hands,
)

GAME = "poquer_3_cartas"
SEVEN = DiceRolled(dice=(1, 2, 3, 1), by=3, first=1)
LEANING = DiceRolled(dice=(1, 2, 3, 1), by=3, null="leaning", first=7)


def gathered(*payloads: Payload, before: tuple[Payload, ...] = ()) -> Any:
    """Return the record of one jogada's events."""
    log = Log(GAME)
    if before:
        log.place_event(*before)
    log.play(*payloads)
    return log.gather()


def taken(seat: int, capital: int, *consent: int) -> BankTaken:
    """Return that a place took the bank."""
    return BankTaken(seat=seat, capital=capital, via="turn", consent=consent)


def bet(number: int, seat: int, **more: Any) -> BetPlaced:
    """Return a bet of 5.00."""
    return BetPlaced(bet=number, seat=seat, chance="lugar", amount=500, **more)


# --- who holds it, and with what -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "banker", "capital"),
    [
        ((taken(3, 900), BankRefused(seat=5)), 3, 900),  # who refuses does not hold it
        ((taken(3, 900), taken(5, 700)), 5, 700),  # the last who took it
        ((RoundOpened(banker=3), taken(3, 900), taken(5, 700)), 3, 900),  # as the opening says
        ((taken(3, 900), BankChanged(seat=5, capital=700)), 3, 900),  # another's chips
        ((taken(3, 900), DiceShaken(times=1), BankChanged(seat=3, capital=950), SEVEN), 3, 900),
        ((taken(3, 900), LEANING, BankChanged(seat=3, capital=950), SEVEN), 3, 900),
        ((RoundOpened(banker=3), BankRefused(seat=3), SEVEN), 3, None),
    ],
)
def test_who_holds_the_bank_and_with_what(
    events: tuple[Payload, ...], banker: int, capital: int | None
) -> None:
    """P3 R13, R14, R17: what lay there when the dice were shaken, or first thrown."""
    record = gathered(*events)
    assert (record.banqueiro, record.capital) == (banker, capital)


def test_the_first_call_and_the_first_shaking_count() -> None:
    """P3 R18: the dice are shaken again where they leaned; the bets stay closed from the first."""
    record = gathered(
        RoundOpened(banker=3),
        BetsClosed(),
        DiceShaken(times=1),
        LEANING,
        BetsClosed(),
        DiceShaken(times=1),
        SEVEN,
    )
    assert record.jogo_feito == Moment(at=instant(3), seq=3)
    assert record.dados_agitados == Moment(at=instant(4), seq=4)


def test_the_first_throw_closes_the_bets_though_it_leaned() -> None:
    """P3 R18: laid between two throws and taken back after them, the 5.00 went back."""
    record = gathered(RoundOpened(banker=3), LEANING, bet(1, 1), SEVEN, BetWithdrawn(bet=1))
    assert record.payments == (Payment(seat=1, bets=(1,), amount=0, stake_returned=500),)
    assert record.alteracoes == ()


def test_another_banker_begins_with_nothing_of_the_last() -> None:
    """P3 R19: what stays on the table is of who goes on; 5 has not said what he has."""
    log = Log(GAME)
    log.play(RoundOpened(banker=3), taken(3, 900), bet(1, 6), SEVEN, RoundClosed())
    log.round = f"T-01/{DAY}/2"
    log.play(RoundOpened(banker=5), SEVEN, RoundClosed())
    log.round = f"T-01/{DAY}/3"
    log.play(RoundOpened(banker=5), SEVEN, RoundClosed())
    records: list[Any] = [one.closed.record for one in judged(log.events)[0]]
    assert [(one.banqueiro, one.capital) for one in records] == [(3, 900), (5, None), (5, None)]
    assert [one.anterior and one.anterior.seguidas for one in records] == [None, 1, 1]


def test_dice_that_leaned_name_no_place() -> None:
    """P3 R15, R16: only those that lay flat say who receives first; a throw may leave it unsaid."""
    assert gathered(RoundOpened(banker=3), SEVEN, LEANING).primeiro_lugar == 1
    silent = DiceRolled(dice=(1, 2, 3, 1), by=3)
    assert gathered(RoundOpened(banker=3), SEVEN, silent).primeiro_lugar == 1
    assert gathered(RoundOpened(banker=3), LEANING).primeiro_lugar is None


def test_whose_a_bet_is_on_another_place() -> None:
    """P3 R28: by the place said, or by the name of who sits there; on his own it says nothing."""
    record = gathered(
        RoundOpened(banker=3),
        bet(1, 6, by=1),
        bet(2, 6, player="ana"),
        bet(3, 1, player="ana"),
        bet(4, 1),
        bet(5, 6, player="eva"),
        bet(6, 6, by=2, player="ana"),
        before=(PlayerSeated(seat=1, player="ana"), PlayerSeated(seat=6, player="rui")),
    )
    assert [(one.player, one.por) for one in record.bets] == [
        ("ana", 1),
        ("ana", 1),
        ("ana", None),
        ("ana", None),
        ("eva", None),
        ("ana", 2),
    ]


def test_results_are_of_a_place_and_say_one() -> None:
    """P3 R8: what is announced of no place, or of something else, is no result."""
    record = gathered(
        RoundOpened(banker=3),
        Announcement(what="resultado", said="ganha"),
        Announcement(what="resultado", seat=1),
        Announcement(what="jogo_feito", seat=1, said="ganha"),
        Announcement(what="resultado", seat=6, said="perde"),
    )
    assert [(one.seat, one.resultado) for one in record.resultados] == [(6, "perde")]


@pytest.mark.parametrize(
    ("seats", "order", "seated"),
    [
        ((1, 2, 3, 4, 5, 6, 7, 8), (1, 2, 3, 4, 5, 6, 7, 8), None),
        ((1, 2, 3, 4, 5, 6, 7, 7), (), (1, 2, 3, 4, 5, 6, 7)),  # not all eight places
        ((1, 2, 3, 4, 5, 6, 7, 8, 8), (), (1, 2, 3, 4, 5, 6, 7, 8)),
        ((3, 1, 0), (), (1, 3)),
    ],
)
def test_places_named_by_the_opening(
    seats: tuple[int, ...], order: tuple[int, ...], seated: tuple[int, ...] | None
) -> None:
    """P3 R2, R24: each of the eight once is their order; else it says who sits."""
    record = gathered(RoundOpened(banker=3, seats=seats))
    assert (record.ordem, record.sentados) == (order, seated)


def test_those_known_to_sit_are_not_those_the_opening_names() -> None:
    """P3 R13: who sat down was recorded, so that is who sits."""
    record = gathered(
        RoundOpened(banker=3, seats=(3, 5)), before=(PlayerSeated(seat=3), PlayerSeated(seat=6))
    )
    assert record.sentados == (3, 6)


# --- what the next jogada knows ------------------------------------------------------------------


def settled(record: Any) -> Anterior:
    """Return a jogada as the next one sees it."""
    game = GAMES[GAME]
    return as_settled(record, game.settle, rules_of(game, record.profile))


def test_what_stays_is_the_bankers_and_not_the_bet_behind_him() -> None:
    """P3 R19, R20: 100.00 and 10.00 won, less 0.50; the 5.00 of the bet at his place are apart."""
    assert settled(jogada(on(2, 3, 500), on(1, 6))).fica == 10_950
    partner = Associacao(valor=500, seat=7)
    assert settled(jogada(on(1, 6), associacoes=(partner,))).fica == 10_950


def test_of_a_jogada_that_nobody_can_decide_nothing_is_known_to_stay() -> None:
    """P3 R19: the hand of 4 was never opened; the bank may have won or lost."""
    assert settled(with_hands(on(1, 4), hands={3: HANDS[3]})).fica is None


def test_who_bet_in_a_jogada() -> None:
    """P3 R14, R20: with a bet that stood, at his own place; or with capital in the bank."""
    record = jogada(
        on(1, 6),
        on(2, 6, por=8),
        on(3, 4, seq=1),
        associacoes=(
            Associacao(valor=500, seat=7),
            Associacao(papel=CASA, valor=100),
            Associacao(papel=ATRAS, valor=100, seat=2),
        ),
        alteracoes=(BetChange(bet=3, retirada=True, seq=2),),
        dados_agitados=Moment(seq=5),
    )
    assert settled(record).apostaram == (2, 6, 7, 8)
    assert settled(jogada(on(1, 6), records=("cards", "payouts"))).apostaram is None


@pytest.mark.parametrize(
    ("before", "acts", "held", "agreed"),
    [
        (None, (), 1, ()),
        (Anterior(banqueiro=3, seguidas=2, acordo=(4,)), (), 3, (4,)),
        (Anterior(banqueiro=5, seguidas=2, acordo=(4,)), (), 1, ()),  # another's turns
        (
            Anterior(banqueiro=3, seguidas=2, acordo=(4,)),
            (Acto(acto="tomou", seat=3, acordo=(4, 6)),),
            3,
            (4, 6),
        ),
        (
            None,
            (Acto(acto="tomou", seat=3, acordo=(4, 6)), Acto(acto="tomou", seat=3, acordo=(6,))),
            1,
            (6,),
        ),
        (None, (Acto(acto="tomou", seat=5, acordo=(4, 6)),), 1, ()),
        (None, (Acto(acto="mudou", seat=3, acordo=(4, 6)),), 1, ()),
    ],
)
def test_how_many_jogadas_run_and_who_agreed(
    before: Anterior | None, acts: tuple[Acto, ...], held: int, agreed: tuple[int, ...]
) -> None:
    """P3 R13: of the same banker, by his last taking; what was agreed before holds on."""
    found = settled(jogada(on(1, 6), anterior=before, actos=acts))
    assert (found.seguidas, found.acordo) == (held, agreed)
    void = jogada(
        on(1, 6), anterior=before, actos=acts, cartas=SHORT, void=Void(cause="numero_errado")
    )
    assert settled(void).seguidas == held - 1


def test_who_stands_behind_is_not_carried_where_the_role_is_none() -> None:
    """P3 R20: three roles there are, and a bearer without one bears nothing."""
    record = gathered(
        RoundOpened(banker=3), BankShared(amount=1, role="x"), BankShared(amount=2, role="house")
    )
    assert [one.valor for one in record.associacoes] == [2]
