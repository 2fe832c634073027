"""Faults of chips on the progressivo that a void jogada leaves to the next (ST R25, R28)."""

from collections.abc import Iterator

from ledger.money import Minor
from projections.replay.games.house_cards.stud_poker.chips import (
    Chip,
    Status,
    chips,
    is_void,
    known,
)
from projections.replay.games.house_cards.stud_poker.record import StudRecord
from projections.replay.games.house_cards.stud_poker.rules import StudRules
from projections.replay.kit.memo import once
from projections.replay.settlement import Found, Settlement, money_text


def charged_again(record: StudRecord, chip: Chip) -> bool:
    """Tell whether a chip was laid, or taken, although a carried chip of the seat plays."""
    return chip.status is Status.SEGUNDA_FICHA and chip.seat in _carried_play(record, None)


@once
def _carried_play(record: StudRecord, _: None) -> set[int]:
    """Return the seats for which a carried chip plays."""
    return {one.seat for one in chips(record) if one.carried and one.status is Status.JOGA}


def check_carried(record: StudRecord, _: StudRules, __: Settlement) -> Iterator[Found]:
    """ST-CARRY: a chip not carried, charged again, incremented twice, or that came from nowhere.

    In a void jogada a chip lies where it lay, told of or not: it goes on to the next (R25).
    """
    if not record.has("bets"):
        return
    these = chips(record)
    if not any(chip.carried for chip in these):
        return
    incremented = set(record.incrementadas)
    again = {chip.seat: chip for chip in these if charged_again(record, chip)}
    for chip in these:
        if not chip.carried:
            continue
        right = chip.right
        if chip.seat in again and chip.status is Status.JOGA:
            new = again[chip.seat]
            yield _carry("cobrada_de_novo", new, expected=0, recorded=new.valor)
        elif chip.bet is None and chip.status is Status.JOGA and not is_void(record):
            yield _carry("nao_transitada", chip, expected=chip.valor, recorded=0)
        if not known(record, chip):
            yield _carry("sem_origem", chip, expected=0, recorded=chip.valor)
        elif right is not None and right.valor != chip.valor:
            yield _carry("valor", chip, expected=right.valor, recorded=chip.valor)
        if chip.number is not None and chip.number in incremented:
            yield _carry("incremento", chip, expected=0, recorded=chip.valor)


def _carry(fact: str, chip: Chip, *, expected: Minor, recorded: Minor) -> Found:
    return Found(
        code="ST-CARRY",
        rule="ST R25, R28",
        seat=chip.seat,
        bet=chip.number,
        expected=money_text(expected),
        recorded=money_text(recorded),
        amount=recorded - expected,
        facts={"fact": fact},
    )
