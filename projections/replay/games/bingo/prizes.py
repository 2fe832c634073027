"""The prizes of a jogada of bingo: 80 % of the sales, the accumulator's 3 % of that, and shares.

Amounts are whole minor units; what is 80 % or 60/80 is rounded up, because a cent short would
breach the rule, and the increment's fraction of a cent stays in the pool's residue.

Rules: BI R6, R7, R9-R11; rules/bingo.md 4.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct, field

from ledger.money import MILLION, Minor, Ppm, split_evenly, take_share
from projections.replay.games.bingo.facts import LINHA
from projections.replay.kit.bets import Fact

Deducao = Literal["pro_rata", "bingo", "linha"]
PRO_RATA: Final = "pro_rata"
LINHA_PPM: Final = 200_000
BINGO_PPM: Final = 600_000
INCREMENT_PPM: Final = 30_000
"""R10: of the prizes, never of the sales."""


class Plano(Fact, frozen=True, kw_only=True, gc=False):
    """How the prizes are divided."""

    linha: Ppm = LINHA_PPM
    """Of the sales, for linha and additional prizes."""
    bingo: Ppm = BINGO_PPM
    deducao: Deducao = PRO_RATA
    """From which prize the accumulator's increment is taken (the act of R12)."""
    pesos: dict[str, int] = field(default_factory=dict[str, int])
    """The parts in which linha and additional prizes share; empty: equal parts."""
    aprovado: bool | None = None
    """Whether the authority approved it; None where that is not known."""


class Premios(Struct, frozen=True, kw_only=True, gc=False):
    """The sales of a jogada divided: ``vendas`` is the sum of all other parts but ``total``."""

    vendas: Minor
    total: Minor
    """For prizes, the increment included."""
    incremento: Minor = 0
    residuo: int = 0
    """Millionths of a minor unit that stay with the pool after it."""
    linha: Minor = 0
    adicionais: Mapping[str, Minor] = {}
    bingo: Minor = 0
    receita: Minor = 0
    """What the house keeps."""


def divide(
    vendas: Minor,
    plano: Plano,
    others: Sequence[str] = (LINHA,),
    *,
    increment_ppm: Ppm = 0,
    residue: int = 0,
) -> Premios:
    """Return the parts of the sales.

    ``others`` are the prizes besides the main one, the linha first where it is offered; without
    any, all is the main prize's. ``increment_ppm`` is the pool's rate, 0 where there is none.

    >>> one = divide(100_000, Plano(), increment_ppm=30_000)
    >>> one.total, one.incremento, one.bingo, one.linha, one.receita
    (80000, 2400, 58200, 19400, 20000)
    >>> one = divide(231, Plano(), increment_ppm=30_000)
    >>> one.total, one.incremento, one.residuo, one.bingo, one.linha, one.receita
    (185, 5, 550000, 135, 45, 46)
    """
    vendas = max(vendas, 0)
    share = plano.linha + plano.bingo
    total = min(_ceil(vendas * share, MILLION), vendas)
    increment, residue = take_share(total, increment_ppm, residue)
    increment = min(max(increment, 0), total)
    bingo = _main(total, increment, plano, share, offered=bool(others))
    bucket = total - increment - bingo
    parts = _parts(bucket, plano, others)
    return Premios(
        vendas=vendas,
        total=total,
        incremento=increment,
        residuo=residue,
        linha=parts.pop(LINHA, 0),
        adicionais=parts,
        bingo=bingo,
        receita=vendas - total,
    )


def least_total(vendas: Minor, least: Ppm) -> Minor:
    """Return the least that a jogada's prizes may be together, rounded up (R7).

    >>> least_total(231, 800_000)
    185
    """
    return _ceil(max(vendas, 0) * least, MILLION)


def _main(total: Minor, increment: Minor, plano: Plano, share: int, *, offered: bool) -> Minor:
    """Return the main prize after the deduction."""
    net = total - increment
    if not offered or share == 0:
        return net
    if plano.deducao == PRO_RATA:
        return _ceil(net * plano.bingo, share)
    before = _ceil(total * plano.bingo, share)
    if plano.deducao == "bingo":
        return max(before - increment, 0)
    return min(before, net)  # what the linha cannot bear the bingo does


def _parts(bucket: Minor, plano: Plano, others: Sequence[str]) -> dict[str, Minor]:
    """Divide linha and additional prizes by their weights, the remainder to the first that shares.

    A prize without a weight where others have one has nothing, not even an odd cent.
    """
    if not others:
        return {}
    weights = [max(plano.pesos.get(one, 0 if plano.pesos else 1), 0) for one in others]
    if not sum(weights):
        weights = [1] * len(others)
    found = {
        one: bucket * weight // sum(weights) for one, weight in zip(others, weights, strict=True)
    }
    first = next(one for one, weight in zip(others, weights, strict=True) if weight)
    found[first] += bucket - sum(found.values())
    return found


def _ceil(amount: int, by: int) -> int:
    return -(-amount // by)


def plan_faults(
    plano: Plano, *, increment_ppm: Ppm, total_least: Ppm, bingo_least: Ppm, offered: bool = True
) -> list[tuple[str, str]]:
    """Return the bounds that a plan of prizes breaks, each with the share planned, in millionths.

    The two together are 80 % at least; the bingo, after the deduction, 55 %: with an accumulator 56
    % is not enough, because 56 × 97 % is 54.32 %. Where no other prize is offered, all is bingo's.

    >>> [plan_faults(Plano(linha=800_000 - ppm, bingo=ppm), increment_ppm=30_000,
    ...     total_least=800_000, bingo_least=550_000) for ppm in (560_000, 570_000)]
    [[('bingo >= 550000', '543200')], []]
    """
    found: list[tuple[str, str]] = []
    share = plano.linha + plano.bingo
    if not total_least <= share <= MILLION:
        found.append((f"linha + bingo >= {total_least}", str(share)))
    # In millionths of millionths, so that nothing is rounded before it is compared.
    increment = share * increment_ppm
    bingo = (plano.bingo if offered else share) * MILLION
    if plano.deducao == PRO_RATA or not offered:
        paid = bingo * (MILLION - increment_ppm) // MILLION
    else:
        paid = bingo - increment if plano.deducao == "bingo" else bingo
    if paid < bingo_least * MILLION:
        found.append((f"bingo >= {bingo_least}", str(paid // MILLION)))
    return found


def shares(amount: Minor, winners: int) -> list[Minor]:
    """Return the equal parts of a prize; odd cents one each to the first in order of sale (R6)."""
    return split_evenly(amount, winners) if winners > 0 else []


def tax_on(amount: Minor, ppm: Ppm) -> Minor:
    """Return the tax withheld from a payment, in whole minor units, rounded down (R61 g)."""
    return amount * ppm // MILLION
