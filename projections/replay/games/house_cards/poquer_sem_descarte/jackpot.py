"""The jackpot of a jogada: which bets feed it and who wins how much (R32, R35 to R42)."""

from typing import Final

from msgspec import Struct, field, structs

from ledger.money import MILLION, Minor, split_evenly
from projections.replay.games.house_cards.pool import (
    ACUMULADO_LACKS,
    balance_at_close,
    increments_of,
)
from projections.replay.games.house_cards.poquer_sem_descarte.ranking import (
    BY_NAME,
    COMBINATIONS,
    NAMES,
    SHIFT,
)
from projections.replay.games.house_cards.poquer_sem_descarte.rules import Cites
from projections.replay.games.house_cards.poquer_sem_descarte.words import Pool, Side, rules_of
from projections.replay.kit.bets import Bet
from projections.replay.record import PoolState
from projections.replay.settlement import Award, Increment, Phrase, Step

_REMAINDER: Final = Phrase(
    "Cabe-lhe o que resta depois dos prémios menores: {whole:m}.",
    "It takes what is left after the lower prizes: {whole:m}.",
)
_PART: Final = Phrase(
    "O prémio de {whole:m} divide-se por {winners} ganhadores: {amount:m}.",
    "The prize of {whole:m} is divided among {winners} winners: {amount:m}.",
)


class Jackpot(Struct):
    """The jackpot bets of a jogada, gathered from the pagador's left."""

    pool: PoolState | None
    table: frozenset[int]
    """The combinations that have a prize."""
    staked: list[Bet] = field(default_factory=list)
    winners: dict[int, list[Bet]] = field(default_factory=dict)
    """By combination."""


def jackpot_of(pool: PoolState | None) -> Jackpot:
    """Return a jogada's jackpot before any bet."""
    return Jackpot(pool, prized(pool) if pool is not None else frozenset())


def prized(pool: PoolState) -> frozenset[int]:
    """Return the combinations to which the pool's table gives a prize."""
    names = (*pool.combinations, *pool.fixed)
    return frozenset(BY_NAME[name] for name in names if name in BY_NAME)


def refuse(jackpot: Jackpot, bet: Bet, said: Pool, *, main: bool) -> Side | None:
    """Return why a chip on the jackpot's area is no bet: no initial bet, or not the first chip."""
    if not main:
        return said.no_main
    if any(one.seat == bet.seat for one in jackpot.staked):
        return said.second_chip
    return None


def take(jackpot: Jackpot, bet: Bet, hand: int | None, said: Pool, *, claims: bool) -> Side:
    """Note a jackpot bet and return its settlement line.

    ``claims`` tells whether the player is still in the game: who passed, or lost by infraction,
    may not show the cards on which the prize would be paid.
    """
    jackpot.staked.append(bet)
    if not claims:
        return said.no_claim
    if jackpot.pool is None:
        return said.missing
    if hand is None:
        return said.unknown
    combination = hand >> SHIFT
    if combination not in jackpot.table:
        return said.loses
    jackpot.winners.setdefault(combination, []).append(bet)
    return said.wins


class _Prize(Struct, frozen=True, kw_only=True):
    """One combination's prize, to be divided among those who have it."""

    combination: int
    amount: Minor
    why: Step
    fixed: bool = False
    """Whether it is a fixed sum, not a share of the balance."""
    divided: str
    """The rule under which several divide it."""


def pay(jackpot: Jackpot, cites: Cites) -> tuple[tuple[Increment, ...], tuple[Award, ...]]:
    """Return the stakes that feed the pool and the prizes, from the smallest to the largest.

    Several with one combination divide its prize; the remainder goes to the table's top one.
    """
    pool = jackpot.pool
    if pool is None:
        return (), ()
    increments = increments_of(pool, jackpot.staked)
    if not jackpot.winners:
        return increments, ()
    balance, opening = balance_at_close(pool, increments, cites.pool_value)
    top = max(jackpot.table)
    whole = pool.combinations.get(COMBINATIONS[top]) == MILLION
    lower = [
        _prize(pool, combination, balance, cites)
        for combination in jackpot.winners
        if not (whole and combination == top)
    ]
    lower.sort(key=lambda prize: (prize.combination == top, prize.amount, prize.combination))
    left = balance
    awards: list[Award] = []
    for prize in lower:
        from_pool = 0 if prize.fixed and pool.house_pays_fixed else min(prize.amount, left)
        left -= from_pool
        awards += _divide(prize, from_pool, jackpot, opening, cites)
    if whole and top in jackpot.winners:
        remainder = _remainder(pool, top, left, cites)
        awards += _divide(remainder, left, jackpot, opening, cites)
        awards[-1] = structs.replace(awards[-1], full=True)  # the base is restored once
    return increments, tuple(awards)


def _prize(pool: PoolState, combination: int, balance: Minor, cites: Cites) -> _Prize:
    """Return the prize of a combination: its share of the balance or its fixed sum, the larger."""
    name = COMBINATIONS[combination]
    pt, en = NAMES[combination]
    ppm = pool.combinations.get(name, 0)
    share = balance * ppm // MILLION
    fixed = pool.fixed.get(name, 0)
    if fixed > share or name not in pool.combinations:
        phrase = Phrase(
            f"O prémio de {pt} é a soma fixa de {{whole:m}}.",
            f"The prize for {en} is the fixed sum of {{whole:m}}.",
        )
    else:
        phrase = Phrase(
            f"O prémio de {pt} é {{share:pt%}} do saldo: {{whole:m}}.",
            f"The prize for {en} is {{share:en%}} of the balance: {{whole:m}}.",
        )
    amount = max(share, fixed)
    return _Prize(
        combination=combination,
        amount=amount,
        why=Step(phrase, {"share": ppm, "whole": amount}, cites.pool_table),
        fixed=fixed > share or name not in pool.combinations,
        divided=cites.pool_equals,
    )


def _remainder(pool: PoolState, top: int, left: Minor, cites: Cites) -> _Prize:
    """Return the maximum prize: what is left, or a larger fixed sum of the table.

    What is left is handed over in any case (R32 a): a larger sum is only what the winner is sure
    of, and whoever pays the fixed sums, the casino adds what lacks. Stud knows no remainder: there
    it is the fixed sum or the pool (ST R18 b, R21).
    """
    fixed = pool.fixed.get(COMBINATIONS[top], 0)
    if fixed > left:
        return structs.replace(_prize(pool, top, 0, cites), divided=cites.pool_tops)
    return _Prize(
        combination=top,
        amount=left,
        why=Step(_REMAINDER, {"whole": left}, cites.pool_order),
        divided=cites.pool_tops,
    )


def _divide(
    prize: _Prize, from_pool: Minor, jackpot: Jackpot, opening: Step, cites: Cites
) -> list[Award]:
    """Divide a prize equally, odd units one each from the pagador's left."""
    assert jackpot.pool is not None
    bets = jackpot.winners[prize.combination]
    awards: list[Award] = []
    for bet, amount in zip(bets, split_evenly(prize.amount, len(bets)), strict=True):
        drawn = min(amount, from_pool)
        from_pool -= drawn
        why = [opening, prize.why]
        if len(bets) > 1:
            values = {"whole": prize.amount, "winners": len(bets)}
            why.append(Step(_PART, values, prize.divided))
        if drawn < amount:
            why.append(Step(ACUMULADO_LACKS, {}, cites.pool_table))
        awards.append(
            Award(
                pool=jackpot.pool.pool,
                seat=bet.seat,
                combination=COMBINATIONS[prize.combination],
                amount=amount,
                from_pool=drawn,
                from_house=amount - drawn,
                bet=bet.bet,
                rules=rules_of(*(step.rule for step in why)),
                why=tuple(why),
            )
        )
    return awards
