"""A table of ponto e banca: cards, bets and exact payments, for the tests of both its forms."""

from typing import Any, Final, TypeVar

from msgspec import convert, structs

from projections.replay.games.bacara.bacara_ponto_e_banca import BacaraPontoEBancaRecord
from projections.replay.games.bacara.bacara_ponto_e_banca_macau import BacaraMacauRecord
from projections.replay.games.bacara.punto_banco.record import Aposta, PuntoBancoRecord
from projections.replay.kit.shoe import Burned, Dealt, Shoe
from projections.replay.record import Payment
from projections.replay.registry import game_of, judge, rules_of
from projections.replay.settlement import Found, Line, Settlement

R = TypeVar("R", bound=PuntoBancoRecord)
PONTO_WINS: Final = "P9s BKd PKc B7h"
"""9 against 7, a natural: nobody draws."""
TO: Final = {"P": "ponto", "B": "banca", "X": "discard"}


def deal(text: str) -> tuple[Dealt, ...]:
    """Return cards in the order of the deal: ``P9s BKd P5c B6h`` …, ``P?`` for a hidden one."""
    return tuple(
        Dealt(to=TO[word[0]], card=None if word[1:] == "?" else word[1:]) for word in text.split()
    )


def bet(number: int, tipo: str, valor: int = 1000, seat: int = 1, **more: Any) -> Aposta:
    """Return a bet."""
    fields = {"bet": number, "seat": seat, "tipo": tipo, "valor": valor, **more}
    return convert(fields, Aposta)


def coup(cards: str, *bets: Aposta, **more: Any) -> BacaraPontoEBancaRecord:
    """Return the record of a coup of ponto e banca."""
    return BacaraPontoEBancaRecord(**{"cartas": deal(cards), "bets": bets, **more})


def macau(cards: str, *bets: Aposta, **more: Any) -> BacaraMacauRecord:
    """Return the record of a coup of ponto e banca/Macau."""
    return BacaraMacauRecord(**{"cartas": deal(cards), "bets": bets, **more})


def settled(record: PuntoBancoRecord) -> Settlement:
    """Settle by the rules of Cape Verde."""
    game = game_of(record)
    return game.settle(record, rules_of(game, "cv-2017@1"))


def only_line(record: PuntoBancoRecord) -> Line:
    """Return the line of a coup's single bet."""
    (line,) = settled(record).lines
    return line


def paid_exactly(record: R) -> R:
    """Return the record with each bet paid what is due."""
    payments = tuple(
        Payment(
            seat=line.seat, bets=(line.bet or 0,), amount=line.prize, stake_returned=line.returned
        )
        for line in settled(record).lines
        if line.due
    )
    return structs.replace(record, payments=payments)


def found(record: PuntoBancoRecord) -> list[Found]:
    """Return the faults of a coup whose bets were paid exactly."""
    return list(judge(paid_exactly(record)).found)


def codes(record: PuntoBancoRecord) -> list[str]:
    """Return the codes of a coup whose bets were paid exactly."""
    return [one.code for one in found(record)]


def paid(record: R, bet: int, amount: int, back: int | None = None) -> list[Found]:
    """Return the faults where one bet is paid otherwise; its stake goes back unless told."""
    exact = paid_exactly(record)
    stake = next(one for one in exact.bets if one.bet == bet)
    others = tuple(one for one in exact.payments if one.bets != (bet,))
    returned = stake.valor if back is None else back
    payment = Payment(seat=stake.seat, bets=(bet,), amount=amount, stake_returned=returned)
    return list(judge(structs.replace(exact, payments=(*others, payment))).found)


def said(record: PuntoBancoRecord) -> list[tuple[str, str, str, str]]:
    """Return code, rule, expected and recorded of each fault, the bets paid exactly."""
    return [(one.code, one.rule, one.expected, one.recorded) for one in found(record)]


def coup_of_shoe(*burned: Burned, **more: Any) -> BacaraPontoEBancaRecord:
    """Return a later coup of a shoe at a single table, with these burned cards."""
    shoe = Shoe(decks=6, burned=burned)
    fields = {"sabot": shoe, "primeiro": False, "mesa": "simples", **more}
    return coup(PONTO_WINS, bet(1, "ponto"), **fields)
