"""Faults of the bank's passage: too many jogadas running, refused banks, places skipped."""

from collections.abc import Iterator

from projections.replay.games.player_bank.jogada import (
    RECUSOU,
    TOMOU,
    fault_of,
    from_place,
    own_place,
)
from projections.replay.games.player_bank.settling import BankRound
from projections.replay.settlement import Found


def check_turn(jogada: BankRound) -> Iterator[Found]:
    """Two jogadas running at the most, unless all the others agree."""
    record, law, before = jogada.record, jogada.law, jogada.record.anterior
    if before is None or before.banqueiro != record.banqueiro:
        return
    running = before.seguidas + 1
    if running <= jogada.rules.turns:
        return
    taken = [one for one in record.actos if one.acto == TOMOU and one.seat == record.banqueiro]
    agreed = {*(taken[-1].acordo if taken and taken[-1].acordo else before.acordo)}
    others = (
        {*record.sentados}
        if record.sentados is not None
        else {own_place(stake.bet) for stake in jogada.stakes if not stake.late}
    )
    missing = others - {record.banqueiro} - agreed
    if missing or (record.sentados is None and not agreed):
        recorded = f"{running}; acordo: {', '.join(map(str, sorted(agreed)))}"
        yield fault_of(
            law.bank_code,
            law.turn,
            "seguidas",
            f"<= {jogada.rules.turns}",
            recorded,
            seat=record.banqueiro,
        )


def check_refusal(jogada: BankRound) -> Iterator[Found]:
    """Find a refused bank that skipped a place, or passed to a player without a bet last time."""
    record, law, before = jogada.record, jogada.law, jogada.record.anterior
    refused = [one.seat for one in record.actos if one.acto == RECUSOU]
    banker = record.banqueiro
    if before is None or before.apostaram is None or not refused:
        return
    if banker == before.banqueiro or banker in refused or banker not in jogada.places:
        return
    if banker not in before.apostaram:
        told = ", ".join(map(str, sorted(before.apostaram)))
        yield fault_of(law.bank_code, law.refused, "sem_aposta", told, banker, seat=banker)
        return
    path = from_place(jogada.places, refused[-1])[1:]
    for place in path[: path.index(banker)] if banker in path else ():
        seated = record.sentados is None or place in record.sentados
        if (
            seated
            and place in before.apostaram
            and place not in refused
            and place != before.banqueiro
        ):
            yield fault_of(law.bank_code, law.refused, "lugar", place, banker, seat=banker)
            return
