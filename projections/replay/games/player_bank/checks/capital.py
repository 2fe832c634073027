"""Faults of the bank's capital: not there in time, moved, less than it must be, associates."""

from collections.abc import Iterator

from projections.replay.games.player_bank.jogada import (
    ASSOCIADO,
    ATRAS,
    CASA,
    MUDOU,
    TOMOU,
    fault_of,
    joined_late,
    own_place,
    shaken,
)
from projections.replay.games.player_bank.settling import BankRound
from projections.replay.kit.bets import is_after
from projections.replay.kit.coups.window import when
from projections.replay.settlement import Found, money_text


def check_capital(jogada: BankRound) -> Iterator[Found]:
    """Find capital that was not on the table before the dice, or was moved after them."""
    record, law = jogada.record, jogada.law
    if record.has("bets") and (record.capital is None or record.capital <= 0):
        recorded = "" if record.capital is None else money_text(record.capital)
        yield fault_of(
            law.bank_code, law.capital, "capital", "> 0.00", recorded, seat=record.banqueiro
        )
    began = shaken(record)
    if began is None:
        return
    for act in record.actos:
        if act.seat == record.banqueiro and act.valor is not None and is_after(act, began):
            yield fault_of(
                law.bank_code,
                law.capital,
                "depois_dos_dados",
                when(began),
                f"{when(act)} {money_text(act.valor)}",
                seat=act.seat,
            )
    for one in record.associacoes:
        if joined_late(one, began):
            yield fault_of(
                law.bank_code,
                {CASA: law.house, ATRAS: law.behind}.get(one.papel, law.associate),
                "depois_dos_dados",
                when(began),
                f"{when(one)} {money_text(one.valor)}",
                seat=one.seat,
                amount=one.valor,
            )


def check_kept(jogada: BankRound) -> Iterator[Found]:
    """Find a banker who goes on with less on the table than his capital and winnings."""
    record, law, before = jogada.record, jogada.law, jogada.record.anterior
    began = shaken(record)
    goes_on = before is not None and before.banqueiro == record.banqueiro
    lay = [before.fica] if goes_on and before is not None and before.fica is not None else []
    lay += [
        act.valor
        for act in record.actos
        if act.acto in (TOMOU, MUDOU)
        and act.seat == record.banqueiro
        and act.valor is not None
        and not (began is not None and is_after(act, began))
    ]
    least = max(lay, default=None)
    if least is None or record.capital is None or record.capital >= least:
        return
    yield fault_of(
        law.bank_code,
        law.kept,
        "reduzido",
        money_text(least),
        money_text(record.capital),
        seat=record.banqueiro,
        amount=record.capital - least,
    )


def check_associates(jogada: BankRound) -> Iterator[Found]:
    """Who entrusted capital to the banker bets nowhere else; a bet at his place bars nothing."""
    record, law = jogada.record, jogada.law
    began = shaken(record)
    joined = [
        one for one in record.associacoes if one.papel == ASSOCIADO and not joined_late(one, began)
    ]
    players = {one.player for one in joined if one.player is not None}
    unnamed = {one.seat for one in joined if one.player is None}
    seats = {one.seat for one in joined}
    for stake in jogada.stakes:
        bet = stake.bet
        named = bet.player is not None
        his = bet.player in players or own_place(bet) in (unnamed if named else seats)
        if his and stake.stands and not stake.behind:
            yield Found(
                code=law.bank_code,
                rule=law.associate,
                seat=bet.seat,
                bet=bet.bet,
                expected=str(record.banqueiro),
                recorded=str(bet.seat),
                amount=bet.valor,
                facts={"fact": "associado"},
            )
