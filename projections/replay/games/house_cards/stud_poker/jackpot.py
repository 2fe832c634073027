"""The prizes of the progressivo: how much, in which order, from whom (R18 to R24).

What is not a naipe real's is paid first, a sequência de naipe each its share of the balance at the
close of bets; the reais divide what is left. So no prize depends on the seat; chips are handed over
from the pagador's left all the same (R20).
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct, field, structs

from ledger.money import MILLION, Minor, split_evenly
from projections.replay.games.house_cards.pool import balance_at_close
from projections.replay.games.house_cards.stud_poker import words
from projections.replay.games.house_cards.stud_poker.chips import Chip
from projections.replay.games.house_cards.stud_poker.ranking import (
    COMBINATIONS,
    DE_NAIPE,
    NAIPE_REAL,
    NAMES,
    SHIFT,
)
from projections.replay.games.house_cards.stud_poker.rules import StudRules
from projections.replay.kit.coups.fates import Fate
from projections.replay.record import PoolState
from projections.replay.settlement import Award, Increment, Phrase, Step

_PROGRESSIVO: Final = Phrase(
    "O progressivo tinha {opening:m}; apostas de {staked:m} a {ppm:pt%} somam"
    " {increment:m}: {balance:m}.",
    "The progressive held {opening:m}; bets of {staked:m} at {ppm:en%} add {increment:m}:"
    " {balance:m}.",
)
_REST: Final = Phrase(
    "Cabe-lhe o que resta depois dos outros prémios, {rest:m}, ou a soma fixa de {fixed:m}, se"
    " for maior: {whole:m}.",
    "It takes what is left after the other prizes, {rest:m}, or the fixed sum of {fixed:m} if that"
    " is larger: {whole:m}.",
)
_PART: Final = Phrase(
    "{whole:m} repartem-se por {winners} ganhadores: {amount:m}.",
    "{whole:m} are divided among {winners} winners: {amount:m}.",
)
_LACK: Final = Phrase(
    "O progressivo dá {from_pool:m}; o casino cobre {from_house:m}.",
    "The progressive gives {from_pool:m}; the casino covers {from_house:m}.",
)
_AGAIN: Final = Phrase(
    "Ficam {left:m}; o mínimo é {base:m}: o progressivo recomeça em {again:m}.",
    "{left:m} are left; the minimum is {base:m}: the progressive starts again at {again:m}.",
)


class Winner(Struct, frozen=True, gc=False):
    """A progressive chip and the combination with which the chip wins."""

    chip: Chip
    combination: int


class Progressive(Struct):
    """The progressivo of a jogada while it is settled."""

    pool: PoolState | None
    rules: StudRules
    winners: list[Winner] = field(default_factory=list[Winner])

    def take(self, chip: Chip, hand: int | None, *, in_game: bool) -> Fate:
        """Note a chip that plays and return its line; the prize is an award of its own.

        Whatever the pagador holds, but not for a hand that was lost without an adicional (R9).
        """
        if not in_game:
            return words.POOL_GAVE_UP
        pool = self.pool
        if pool is None:
            return words.POOL_MISSING
        if hand is None:
            return words.POOL_UNKNOWN
        combination = hand >> SHIFT
        name = COMBINATIONS[combination]
        if name not in self.rules.shares:
            if name not in self.rules.fixed:
                return words.POOL_LOSES
            if name not in pool.fixed:
                return words.POOL_NO_SUM
        self.winners.append(Winner(chip, combination))
        return words.POOL_WINS

    def pay(self, increments: Sequence[Increment]) -> tuple[tuple[Award, ...], Minor, Minor]:
        """Return the prizes from the pagador's left, reais last, and the balance before and after.

        After is what is left, before anything is put back.
        """
        pool = self.pool
        if pool is None or not self.winners:
            return (), 0, 0
        balance, opening = balance_at_close(pool, increments, "ST R18 b", _PROGRESSIVO)
        left = balance
        awards: list[Award] = []
        for winner in self.winners:
            if winner.combination != NAIPE_REAL:
                award, left = self._lower(pool, winner, balance, left, opening)
                awards.append(award)
        reais = [winner.chip for winner in self.winners if winner.combination == NAIPE_REAL]
        if reais:
            top, left = self._reais(pool, reais, left, opening)
            awards += top
        again = max(pool.base, left)
        step = Step(_AGAIN, {"left": left, "base": pool.base, "again": again}, "ST R24")
        awards[-1] = structs.replace(
            awards[-1], rules=(*awards[-1].rules, step.rule), why=(*awards[-1].why, step)
        )
        return tuple(awards), balance, left

    def _lower(
        self, pool: PoolState, winner: Winner, balance: Minor, left: Minor, opening: Step
    ) -> tuple[Award, Minor]:
        """Return a prize other than a real's, and what the pool has after it."""
        name = COMBINATIONS[winner.combination]
        pt, en = NAMES[winner.combination]
        fixed = pool.fixed.get(name, 0)
        ppm = self.rules.shares.get(name)
        share = 0 if ppm is None else max(balance, 0) * ppm // MILLION
        amount = max(share, fixed)
        if ppm is None:
            phrase = Phrase(
                f"O prémio de {pt} é a soma fixa de {{whole:m}}.",
                f"The prize for {en} is the fixed sum of {{whole:m}}.",
            )
        else:
            phrase = Phrase(
                f"O prémio de {pt} é o maior de {{ppm:pt%}} do saldo, {{share:m}}, e da"
                " soma fixa, {fixed:m}: {whole:m}.",
                f"The prize for {en} is the larger of {{ppm:en%}} of the balance,"
                " {share:m}, and the fixed sum, {fixed:m}: {whole:m}.",
            )
        said = {"ppm": ppm, "share": share, "fixed": fixed, "whole": amount}
        by_house = pool.house_pays_fixed and fixed > share
        from_pool = 0 if by_house else min(amount, max(left, 0))
        rule = "ST R18 b" if winner.combination != DE_NAIPE else "ST R18 b, R22"
        award = _award(
            pool, winner.chip, name, amount, from_pool, (opening, Step(phrase, said, rule))
        )
        return award, left - from_pool

    def _reais(
        self, pool: PoolState, reais: Sequence[Chip], left: Minor, opening: Step
    ) -> tuple[list[Award], Minor]:
        """Return the prizes of the naipes reais, and what the pool has after them."""
        name = COMBINATIONS[NAIPE_REAL]
        fixed = pool.fixed.get(name, 0)
        rest = max(left, 0)
        amount = max(rest, fixed)
        # R18 b, R21: the progressivo or the fixed sum, never both. Where the casino pays the sums
        # and this one is the larger, the progressivo was not paid: it stays, and nothing restores
        # it. Sem descarte hands its remainder over whatever is guaranteed beside it (SD R32 a).
        by_house = pool.house_pays_fixed and fixed > rest
        pot = 0 if by_house else rest
        said = {"rest": rest, "fixed": fixed, "whole": amount}
        steps = [opening, Step(_REST, said, "ST R18 b, R23")]
        if len(reais) > 1:
            steps.append(Step(_PART, {"whole": amount, "winners": len(reais)}, "ST R21"))
        awards: list[Award] = []
        for chip, part in zip(reais, split_evenly(amount, len(reais)), strict=True):
            from_pool = min(part, pot)
            pot -= from_pool
            awards.append(_award(pool, chip, name, part, from_pool, tuple(steps)))
        if not by_house:
            awards[-1] = structs.replace(awards[-1], full=True)  # the base is restored once
        return awards, left if by_house else left - rest


def _award(
    pool: PoolState,
    chip: Chip,
    name: str,
    amount: Minor,
    from_pool: Minor,
    why: tuple[Step, ...],
) -> Award:
    if from_pool < amount:
        why = (*why, Step(_LACK, {}, "ST R18 b"))
    return Award(
        pool=pool.pool,
        seat=chip.seat,
        combination=name,
        amount=amount,
        from_pool=from_pool,
        from_house=amount - from_pool,
        bet=chip.number,
        rules=tuple(dict.fromkeys(step.rule for step in why)),
        why=why,
    )
