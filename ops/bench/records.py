"""Rounds as replay takes them, made from a seed: what each family of games is measured with.

Payments are what replay itself finds due: here they are not judged, only compared, as in a ledger
where nearly every payment is right.
"""

from random import Random
from typing import Final, TypeVar

from msgspec import structs

from ops.bench.plain import CHANCES, Squares, Stakes, Told, payment_order, punto_banco
from projections.replay.games.bacara.bacara_ponto_e_banca import BacaraPontoEBancaRecord
from projections.replay.games.bacara.points import points
from projections.replay.games.bacara.punto_banco.record import Aposta
from projections.replay.games.house_cards.poquer_sem_descarte import Lugar, SemDescarteRecord
from projections.replay.games.poker.betting.record import (
    ACOMPANHAR,
    APOSTAR,
    GRANDE,
    PASSAR,
    PEQUENA,
    Action,
    Player,
)
from projections.replay.games.poker.poquer_holdem import HoldemRecord
from projections.replay.games.wheels.roulette.roleta_americana import (
    BolaLancada,
    Resultado,
    RoletaAmericanaRecord,
)
from projections.replay.kit.bets import Bet, Moment
from projections.replay.kit.cards import DECK
from projections.replay.kit.shoe import Dealt
from projections.replay.record import Payment, Record
from projections.replay.registry import game_of, rules_of

BETS: Final = 10
SEATS: Final = 7
HAND: Final = 5
PLAYERS: Final = 6
STACK: Final = 200
FOUR: Final = 4
PONTO_DRAWS: Final = 5
RECORDS: Final = ("bets", "decisions", "cards", "payouts")

R = TypeVar("R", bound=Record)


def paid(record: R) -> R:
    """Return the record with every payment as due."""
    game = game_of(record)
    settlement = game.settle(record, rules_of(game, record.profile))
    payments = tuple(
        Payment(
            seat=line.seat,
            amount=line.prize,
            bets=() if line.bet is None else (line.bet,),
            stake_returned=0 if line.bet is None else line.returned,
            returned=line.returned if line.bet is None else 0,
        )
        for line in settlement.lines
        if line.due
    )
    if isinstance(record, RoletaAmericanaRecord):
        chances = {bet.bet: bet.tipo for bet in record.bets}
        payments = tuple(sorted(payments, key=lambda one: payment_order(chances[one.bets[0]])))
    return structs.replace(record, payments=payments)


def roulette(chance: Random) -> tuple[RoletaAmericanaRecord, Stakes, int]:
    """Return a coup with ten bets, and the same for the plain row."""
    stakes = [(chance.choice(CHANCES), chance.randrange(1, 100) * 100) for _ in range(BETS)]
    number = chance.randrange(37)
    record = RoletaAmericanaRecord(
        round="ROL-07/2026-11-20/1",
        records=RECORDS,
        bets=tuple(
            Bet(bet=n, seat=n % SEATS + 1, tipo=tipo, selecao=which, valor=amount, seq=n + 1)
            for n, ((tipo, which), amount) in enumerate(stakes, 1)
        ),
        apostas_abertas=Moment(seq=1),
        bola_lancada=(BolaLancada(seq=BETS + 2),),
        nada_mais=Moment(seq=BETS + 3),
        resultado=Resultado(numero=str(number), seq=BETS + 4),
    )
    return paid(record), stakes, number


def baccarat(chance: Random) -> tuple[BacaraPontoEBancaRecord, list[str], list[tuple[str, int]]]:
    """Return a coup with ten bets, and the same for the plain row."""
    shoe = chance.sample(DECK, 6)
    stakes = [
        (chance.choice(("ponto", "banca", "empate")), chance.randrange(1, 100) * 100)
        for _ in range(BETS)
    ]
    _, _, taken = punto_banco(shoe)
    stood = taken > FOUR and points(shoe[0:3:2]) > PONTO_DRAWS  # then the fifth is banca's
    sides = ("ponto", "banca", "ponto", "banca", "banca" if stood else "ponto", "banca")
    cards = zip(sides, shoe[:taken], strict=False)
    record = BacaraPontoEBancaRecord(
        round="PB-01/2026-11-20/1",
        records=RECORDS,
        deducao="5pct",
        bets=tuple(
            Aposta(bet=n, seat=n % SEATS + 1, tipo=on, valor=amount, seq=n + 1)
            for n, (on, amount) in enumerate(stakes, 1)
        ),
        apostas_abertas=Moment(seq=1),
        nada_mais=Moment(seq=BETS + 2),
        cartas=tuple(
            Dealt(to=to, card=card, open=True, seq=BETS + 3 + at)
            for at, (to, card) in enumerate(cards)
        ),
    )
    return paid(record), shoe, stakes


def five_cards(chance: Random) -> tuple[SemDescarteRecord, Squares, list[str]]:
    """Return a jogada of seven seats that all go on, and the same for the plain row."""
    deck = chance.sample(DECK, (SEATS + 1) * HAND)
    hands = [deck[HAND * seat : HAND * (seat + 1)] for seat in range(SEATS + 1)]
    stakes = [chance.randrange(1, 20) * 100 for _ in range(SEATS)]
    record = SemDescarteRecord(
        round="PSD-01/2026-11-20/1",
        records=RECORDS,
        seats=tuple(
            Lugar(seat=seat, decisao="vou", cartas=tuple(hands[seat]))
            for seat in range(1, SEATS + 1)
        ),
        bets=tuple(
            bet
            for seat, stake in enumerate(stakes, 1)
            for bet in (
                Bet(bet=2 * seat, seat=seat, tipo="inicial", valor=stake),
                Bet(bet=2 * seat + 1, seat=seat, tipo="segunda", valor=2 * stake),
            )
        ),
        banca=tuple(hands[0]),
    )
    squares = list(zip(hands[1:], stakes, strict=True))
    return paid(record), squares, hands[0]


def holdem(chance: Random) -> tuple[HoldemRecord, list[Told]]:
    """Return a hand of six that all see the showdown, and its 35 events for the plain row."""
    deck = chance.sample(DECK, 2 * PLAYERS + HAND)
    board = deck[2 * PLAYERS :]
    holes = [deck[2 * seat : 2 * seat + 2] for seat in range(PLAYERS)]
    actions = [
        Action(seat=1, action=PEQUENA, added=1),
        Action(seat=2, action=GRANDE, added=2),
        *(Action(seat=seat, action=ACOMPANHAR, added=2) for seat in range(3, PLAYERS + 1)),
        Action(seat=1, action=ACOMPANHAR, added=1),
        Action(seat=2, action=PASSAR),
    ]
    told: list[Told] = [("put", 0, (), 1), ("put", 1, (), 2)]
    told += [("hole", seat, cards, 0) for seat, cards in enumerate(holes)]
    told += [("put", action.seat - 1, (), action.added) for action in actions[2:]]
    for common, cards in ((3, board[:3]), (4, board[3:4]), (5, board[4:])):
        told.append(("board", 0, cards, 0))
        for seat in range(1, PLAYERS + 1):
            word = APOSTAR if seat == 1 else ACOMPANHAR
            actions.append(Action(seat=seat, action=word, added=10, common=common))
            told.append(("put", seat - 1, (), 10))
    record = HoldemRecord(
        round="HE-01/2026-11-20/1",
        records=RECORDS,
        minimum=2,
        limit="sem_limite",
        unit=1,
        mao=1,
        players=tuple(
            Player(seat=seat, stack=STACK, cards=tuple(cards))
            for seat, cards in enumerate(holes, 1)
        ),
        actions=tuple(actions),
        board=tuple(board),
    )
    return paid(record), told
