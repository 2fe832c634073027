"""Faults of the dice: impossible faces, another thrower, a second throw without a reason."""

from collections.abc import Iterator

from projections.replay.games.player_bank.jogada import NOT_FLAT, fault_of, place_of
from projections.replay.games.player_bank.settling import BankRound
from projections.replay.kit.dice import counts, dice_faults, may_count, null_faults, shown
from projections.replay.settlement import Found


def check_dice(jogada: BankRound) -> Iterator[Found]:
    """Faults of the dice: impossible faces, another thrower, a second throw without a reason."""
    record, law = jogada.record, jogada.law
    yield from dice_faults(record.dados, jogada.rules.dice, law.pieces)
    yield from null_faults(record.dados, jogada.rules.dice, NOT_FLAT, law.flat)
    decided = False
    known = record.banqueiro in jogada.places
    for number, throw in enumerate(record.dados, 1):
        by = place_of(record, "", throw.by)
        if known and by not in (None, record.banqueiro):
            yield fault_of(
                law.deal_code, law.flat, f"lancador {number}", record.banqueiro, throw.by
            )
        if decided:
            yield fault_of(law.deal_code, law.flat, f"repetido {number}", "", shown(throw.dados))
        decided = decided or counts(throw, jogada.rules.dice, NOT_FLAT)
    # Dice that cannot be read, or null in a word that nobody knows, may have lain flat.
    misread = any(may_count(throw, jogada.rules.dice, NOT_FLAT) for throw in record.dados)
    dealt = record.dealt() or record.aberturas
    if record.dados and not decided and not misread and dealt and not jogada.void:
        last = record.dados[-1]
        recorded = f"{last.nulo or ''} {shown(last.dados)}".strip()
        yield fault_of(law.deal_code, law.flat, "mal_assentes", "novo lançamento", recorded)
