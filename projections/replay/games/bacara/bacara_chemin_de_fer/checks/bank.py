"""Faults of the bank and of stakes against it (CF R7, R15, R19, R33)."""

from typing import Final

from projections.replay.games.bacara.bacara_chemin_de_fer.bank_between_coups import bank_minimum
from projections.replay.games.bacara.bacara_chemin_de_fer.covering import (
    Covering,
    Stake,
    bank_of,
    bettor,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.record import (
    COM_A_MESA,
    CheminDeFerRecord,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.settling import said_amount
from projections.replay.kit.bets import repeated_numbers
from projections.replay.settlement import Found, money_text

VERBAL: Final = "verbal"
LAWFUL_MEANS: Final = frozenset({None, "chips", "cash", "notes"})
"""Casino chips and legal notes (R15)."""


def _bank_fault(
    rule: str,
    expected: str,
    recorded: str,
    amount: int | None = None,
    *,
    seat: int | None = None,
    bet: int | None = None,
) -> Found:
    return Found(
        code="CF-BANK",
        rule=rule,
        seat=seat,
        bet=bet,
        expected=expected,
        recorded=recorded,
        amount=amount,
        facts={"fact": rule},
    )


def check_bank(record: CheminDeFerRecord, covering: Covering) -> list[Found]:
    """CF-BANK of the whole: R7 a bank below the minimum, R33 more laid than it holds."""
    found: list[Found] = []
    least = bank_minimum(record)
    if record.capital < least:
        found.append(
            _bank_fault(
                "CF R7",
                money_text(least),
                money_text(record.capital),
                seat=record.banqueiro,
                amount=record.capital - least,
            )
        )
    if covering.excesso and record.has("bets"):
        bank = bank_of(record)
        found.append(
            _bank_fault(
                "CF R33",
                money_text(bank),
                money_text(bank + covering.excesso),
                amount=covering.excesso,
            )
        )
    return found


def check_bets(record: CheminDeFerRecord, covering: Covering) -> list[Found]:
    """CF-BANK R15, R19; CREDIT; BET-LATE of changes; RES-IMPOSS of a number used twice."""
    if not record.has("bets"):
        return []
    found = repeated_numbers(record.bets)
    for stake in covering.stakes:
        bet = stake.bet
        if stake.refused:
            continue
        # Who makes bancô stakes what the bank does, whatever that is (R18).
        whole = _whole_bank(record, stake)
        if (
            record.minimo > 0
            and not whole
            and (stake.joga < record.minimo or stake.joga % record.minimo)
        ):
            expected = f"n x {money_text(record.minimo)}"
            found.append(
                _bank_fault("CF R19", expected, money_text(stake.joga), seat=bet.seat, bet=bet.bet)
            )
        if bet.meio == VERBAL:
            found.append(
                _bank_fault("CF R15", "fichas", VERBAL, bet.valor, seat=bet.seat, bet=bet.bet)
            )
        elif bet.meio not in LAWFUL_MEANS:
            found.append(
                Found(
                    code="CREDIT",
                    rule="CF R15",
                    expected="fichas",
                    recorded=bet.meio or "",
                    seat=bet.seat,
                    bet=bet.bet,
                    amount=bet.valor,
                )
            )
    found += [
        Found(
            code="BET-LATE",
            rule="CF R13, R14",
            bet=change.bet,
            recorded="retirada" if change.retirada else said_amount(change.valor),
            facts={"fact": "alteracao", "seq": change.seq, "at": change.at},
        )
        for change in covering.late
    ]
    return found


def _whole_bank(record: CheminDeFerRecord, stake: Stake) -> bool:
    """Tell whether a stake is of bancô alone and equals the capital that the bank has in play."""
    bet = stake.bet
    called = any(
        one.forma != COM_A_MESA and (one.seat == bettor(bet) or one.bet == bet.bet)
        for one in record.pedidos
    )
    return called and stake.joga == bank_of(record)
