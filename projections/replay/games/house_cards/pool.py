"""The pool that a jogada feeds and pays from: its increments, its balance at the close of bets."""

from collections.abc import Iterable
from typing import Final

from ledger.money import Minor
from projections.replay.kit.bets import Bet
from projections.replay.record import PoolState
from projections.replay.settlement import Increment, Phrase, Step

ACUMULADO: Final = Phrase(
    "O acumulado tinha {opening:m}; apostas de {staked:m} a {ppm:pt%} somam"
    " {increment:m}: {balance:m}.",
    "The jackpot held {opening:m}; bets of {staked:m} at {ppm:en%} add {increment:m}: {balance:m}.",
)
ACUMULADO_LACKS: Final = Phrase(
    "O acumulado dá {from_pool:m}; o casino cobre {from_house:m}.",
    "The jackpot gives {from_pool:m}; the casino covers {from_house:m}.",
)


def increments_of(pool: PoolState, staked: Iterable[Bet]) -> tuple[Increment, ...]:
    """Return the jackpot bets as stakes that feed the pool."""
    return tuple(
        Increment(pool=pool.pool, seat=bet.seat, stake=bet.valor, bet=bet.bet) for bet in staked
    )


def balance_at_close(
    pool: PoolState, increments: Iterable[Increment], rule: str, phrase: Phrase = ACUMULADO
) -> tuple[Minor, Step]:
    """Return the balance at the close of bets, this jogada's increments included, and why.

    ``rule`` values prizes by that balance; ``phrase`` names the pool by the game's own word.
    """
    staked = sum(one.stake for one in increments)
    increment = pool.growth(staked)
    balance = pool.balance + increment
    values = {
        "opening": pool.balance,
        "staked": staked,
        "ppm": pool.ppm,
        "increment": increment,
        "balance": balance,
    }
    return balance, Step(phrase, values, rule)
