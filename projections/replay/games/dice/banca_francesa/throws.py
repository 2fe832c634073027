"""The throws of banca francesa: which one decides, and what came too late for it.

A throw decides if its dice lie as they must (R20) and their sum is a spot's (R6, R23); dice that
the thrower touched before the announcement lose nobody's stake (R20 d).
"""

from projections.replay.games.dice.banca_francesa.record import (
    DICE,
    NULL_GROUNDS,
    SUMS,
    Alteracao,
    Aposta,
    BancaFrancesaRecord,
)
from projections.replay.kit.bets import is_after
from projections.replay.kit.dice import counts
from projections.replay.kit.throws import Call, Windows
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found


def deciding(record: BancaFrancesaRecord) -> int | None:
    """Return the number, from 1, of the first throw that makes a spot win (R6, R13, R23)."""
    for index, throw in enumerate(record.lancamentos, start=1):
        if throw.total in SUMS and counts(throw, DICE, NULL_GROUNDS):
            return index
    return None


def windows_of(record: BancaFrancesaRecord) -> Windows:
    """Return the windows of betting between the throws."""
    return Windows(record.lancamentos, record.apostas_abertas, record.nada_mais)


def close_rule(record: BancaFrancesaRecord) -> str:
    """Return the rule by which bets are closed."""
    return "BF R13" if record.mode == PHYSICAL else "BF R33"


def is_abafo(record: BancaFrancesaRecord, number: int) -> bool:
    """Tell whether the dice of the deciding throw were touched before it was announced (R20 d)."""
    touched = record.abafo
    if touched is None:
        noted = next((one for one in record.errors if one.error == "abafo"), None)
        if noted is None:
            return False
        touched = Call(at=noted.at)
    windows = windows_of(record)
    said = touched.lancamento is not None or touched.seq is not None or touched.at is not None
    if said and windows.of(touched) != number + 1:
        return False
    announced = record.chance_anunciada
    return announced is None or not is_after(touched, announced)


def too_late_faults(record: BancaFrancesaRecord, number: int) -> list[Found]:
    """Return BET-LATE for bets placed or changed after the throw that decided (R13).

    To take off a bet that came too late is no fault.
    """
    windows = windows_of(record)
    throw = record.lancamentos[number - 1]
    rule = close_rule(record)
    late = {bet.bet for bet in record.bets if windows.of(bet) > number}
    found: list[Found] = []
    facts = [*record.bets, *(one for one in record.alteracoes if one.bet not in late)]
    for fact in facts:
        if windows.of(fact) <= number or windows.missed(fact) is not None:
            continue
        change = isinstance(fact, Alteracao)
        found.append(
            Found(
                code="BET-LATE",
                rule=rule,
                seat=fact.seat if isinstance(fact, Aposta) else None,
                bet=fact.bet,
                expected=f"<= {throw.at or f'lançamento {number}'}",
                recorded=fact.at or f"lançamento {windows.of(fact)}",
                amount=fact.valor,
                facts={"fact": "retirada" if fact.retirada else "alteracao"} if change else {},
            )
        )
    return found
