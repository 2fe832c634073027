"""Jogadas of stud póquer told in a few words: for its game's tests."""

from typing import Final

from msgspec import structs

from projections.replay.games.house_cards.stud_poker import (
    GAME,
    Aposta,
    Lugar,
    StudRecord,
    StudRules,
    Transitada,
    settle,
)
from projections.replay.kit.bets import Moment
from projections.replay.profiles import PROFILES
from projections.replay.record import Payment, PoolState
from projections.replay.registry import judge
from projections.replay.settlement import Found, Line, Settlement

CV: Final[StudRules] = PROFILES["cv-2017@1"][GAME.name]

KINGS: Final = "Kc Kd 8h 5s 2d"
"""A pagador's pair: he opens."""
QUEEN_HIGH: Final = "Qc Jd 8h 5s 2d"
"""A pagador who does not open."""
ACES: Final = "As Ad 9h 6c 3s"
QUEENS: Final = "Qs Qh 9c 6d 3c"
FLUSH: Final = "Jh Th 7h 4h 2h"
FULL: Final = "7c 7s 7d 4c 4s"
FOUR: Final = "6c 6s 6d 6h 9s"
STRAIGHT_FLUSH: Final = "5d 6d 7d 8d 9d"
ROYAL: Final = "As Ks Qs Js Ts"
ROYAL_HEARTS: Final = "Ah Kh Qh Jh Th"

AREAS: Final = {"inicial": 1, "adicional": 2, "progressivo": 3}


def hand(text: str) -> tuple[str, ...]:
    """Return cards written side by side."""
    return tuple(text.split())


def bet(seat: int, tipo: str, valor: int, **more: object) -> Aposta:
    """Return a bet whose number tells seat and area: 31 is inicial, 32 adicional of seat 3."""
    number = 10 * seat + AREAS.get(tipo, 4)
    return Aposta(**{"bet": number, "seat": seat, "tipo": tipo, "valor": valor, **more})


def carried(seat: int, valor: int = 100, **more: object) -> Aposta:
    """Return a chip that came over from the void jogada 6."""
    return bet(seat, "progressivo", valor, **{"transitada_de": "ST-01/2026-11-20/6", **more})


def right(seat: int, valor: int = 100, player: str | None = None) -> Transitada:
    """Return what jogada 6 left over."""
    return Transitada(seat=seat, valor=valor, player=player, de="ST-01/2026-11-20/6")


Player = tuple[Lugar, list[Aposta]]


def goes(seat: int, cards: str, inicial: int = 1000, chip: int = 0) -> Player:
    """Return a player who lays an adicional, with his stakes."""
    bets = [bet(seat, "inicial", inicial)]
    bets += [bet(seat, "progressivo", chip)] if chip else []
    bets.append(bet(seat, "adicional", 2 * inicial))
    return Lugar(seat=seat, decisao="adicional", cartas=hand(cards)), bets


def gives_up(seat: int, inicial: int = 1000, chip: int = 0, cards: str = "") -> Player:
    """Return a player who lays none; nobody sees his cards unless they are said."""
    bets = [bet(seat, "inicial", inicial)]
    bets += [bet(seat, "progressivo", chip)] if chip else []
    cartas = hand(cards) if cards else (None,) * 5
    return Lugar(seat=seat, decisao="desistencia", cartas=cartas), bets


def jogada(*players: Player, pagador: str = KINGS, **more: object) -> StudRecord:
    """Return jogada 7 of these players."""
    return StudRecord(
        **{
            "round": "ST-01/2026-11-20/7",
            "seats": tuple(place for place, _ in players),
            "bets": tuple(one for _, bets in players for one in bets),
            "pagador": hand(pagador),
            **more,
        }
    )


def with_bets(record: StudRecord, *more: Aposta, without: tuple[int, ...] = ()) -> StudRecord:
    """Return the record with these bets besides, and without some."""
    bets = tuple(one for one in record.bets if one.bet not in without)
    return structs.replace(record, bets=(*bets, *more))


def at_seat(record: StudRecord, seat: int, **changes: object) -> StudRecord:
    """Return the record with one seat changed."""
    seats = tuple(
        structs.replace(place, **changes) if place.seat == seat else place for place in record.seats
    )
    return structs.replace(record, seats=seats)


def pool(**more: object) -> PoolState:
    """Return the pool of the rules page: 500.00 of base, bets of 1.00, 75 % of them added."""
    return PoolState(
        **{
            "pool": "JP-ST",
            "balance": 50_000,
            "base": 50_000,
            "base_part": 50_000,
            "ppm": 750_000,
            "bet": 100,
            "combinations": {"naipe_real": 1_000_000, "sequencia_de_naipe": 100_000},
            "fixed": {
                "cor": 500,
                "trio_par": 1_000,
                "quatro_iguais": 2_500,
                "sequencia_de_naipe": 4_000,
                "naipe_real": 30_000,
            },
            **more,
        }
    )


def at(seq: int) -> Moment:
    """Return a place in the owner's chain."""
    return Moment(seq=seq)


def lines(record: StudRecord) -> dict[int | None, Line]:
    """Return the lines, by bet."""
    return {line.bet: line for line in settle(record, CV).lines}


def due(record: StudRecord) -> dict[int | None, int]:
    """Return what is due, by bet."""
    return {number: line.due for number, line in lines(record).items()}


def outcomes(record: StudRecord) -> dict[int | None, str]:
    """Return the outcomes, by bet."""
    return {number: line.outcome.value for number, line in lines(record).items()}


def won(record: StudRecord) -> dict[int, int]:
    """Return the prizes of the progressivo, by seat."""
    return {award.seat: award.amount for award in settle(record, CV).awards}


def fed(record: StudRecord) -> dict[int, int]:
    """Return the stakes that feed the pool, by seat."""
    return {one.seat: one.stake for one in settle(record, CV).increments}


def payments_of(settlement: Settlement) -> tuple[Payment, ...]:
    """Return payments of exactly what is due, prizes of the progressivo in the order of awards."""
    main = [
        Payment(
            seat=line.seat,
            amount=line.prize,
            bets=() if line.bet is None else (line.bet,),
            stake_returned=line.returned,
        )
        for line in settlement.lines
        if line.due
    ]
    awards = [
        Payment(seat=award.seat, amount=award.amount, award=award.pool)
        for award in settlement.awards
    ]
    return (*main, *awards)


def paid(record: StudRecord, **amounts: int) -> StudRecord:
    """Return the record with what is due paid, but ``bN`` (a bet) and ``jN`` (a prize) as said."""
    settlement = settle(record, CV)
    said = {int(name[1:]): amount for name, amount in amounts.items() if name[0] == "b"}
    prizes = {int(name[1:]): amount for name, amount in amounts.items() if name[0] == "j"}
    payments = [
        payment
        for payment in payments_of(settlement)
        if not said.keys() & set(payment.bets)
        and not (payment.award is not None and payment.seat in prizes)
    ]
    stakes = {one.bet: one for one in record.bets}
    for number, amount in said.items():
        returned = min(stakes[number].valor, amount)
        payments.append(
            Payment(
                seat=stakes[number].seat,
                amount=amount - returned,
                bets=(number,),
                stake_returned=returned,
            )
        )
    payments += [
        Payment(seat=seat, amount=amount, award="JP-ST") for seat, amount in prizes.items()
    ]
    return structs.replace(record, payments=tuple(payments))


def found(record: StudRecord) -> list[Found]:
    """Return every fault of a record whose payments stand in it."""
    return list(judge(record).found)


def codes(record: StudRecord, **amounts: int) -> list[str]:
    """Return the codes of a record's faults; what is due is paid, unless payments stand in it."""
    whole = record if record.payments else paid(record, **amounts)
    return sorted(fault.code for fault in found(whole))


def only(record: StudRecord, **amounts: int) -> Found:
    """Return the one fault of a record."""
    whole = record if record.payments else paid(record, **amounts)
    faults = found(whole)
    assert len(faults) == 1, faults
    return faults[0]
