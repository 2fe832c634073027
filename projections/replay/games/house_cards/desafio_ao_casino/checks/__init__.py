"""Faults of a jogada, each subject in a module of its own; ``verify`` asks them all."""

from projections.replay.games.house_cards.desafio_ao_casino.checks.deal import (
    check_cards,
    check_deal,
    check_errors,
)
from projections.replay.games.house_cards.desafio_ao_casino.checks.shoe import check_shoe
from projections.replay.games.house_cards.desafio_ao_casino.checks.ties import (
    check_challenges,
    check_options,
)
from projections.replay.games.house_cards.desafio_ao_casino.record import (
    EMPATE,
    INICIAL,
    DesafioAoCasinoRecord,
    DesafioAoCasinoRules,
)
from projections.replay.games.house_cards.desafio_ao_casino.settling import Round
from projections.replay.kit.coups.faults import bet_faults, early_bets, no_online, stake_faults
from projections.replay.settlement import Found, Settlement


def verify(
    record: DesafioAoCasinoRecord, rules: DesafioAoCasinoRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of shoe, deal, bets, options and challenges that the record decides."""
    found = no_online(record)
    jogada = Round(record, rules)
    if record.has("cards"):
        found.extend(check_cards(record))
        if not settlement.void and not record.errors:
            found.extend(check_deal(jogada))
    if record.has("shuffles"):
        found.extend(check_shoe(record, rules))
    if record.has("bets"):
        standing = [
            bet
            for bet in jogada.bets
            if id(bet) not in jogada.late and bet.tipo in (INICIAL, EMPATE)
        ]
        found.extend(stake_faults(standing, record.limites))
        found.extend(early_bets(jogada.bets, record.apostas_abertas, ""))
    found.extend(bet_faults(record, record.bets, settlement))
    if not settlement.void:
        found.extend(check_options(jogada))
        found.extend(check_challenges(jogada))
        found.extend(check_errors(record))
    return tuple(found)
