"""Who pays whom how much: the win, the banker's double, the capital, the indemnity, the commission.

Nothing here is kept by the house but the commission: what some pay is what others receive.
Rules: MJ R30, R31, R35, R43; of the simplified game R68, R69, R72, R76.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from ledger.money import MILLION, Minor, split_by_weight
from projections.replay.games.mah_jong.liability import Obrigacao
from projections.replay.games.mah_jong.record import Escalao, MahJongRecord
from projections.replay.games.mah_jong.rules import MahJongRules, Variant
from projections.replay.games.mah_jong.true_and_false_wins import Decisao, Julgada


class Parcela(Struct, frozen=True, kw_only=True, gc=False):
    """What one player owes another."""

    payer: int
    to: int
    unit: Minor
    """One player's payment, banker apart."""
    factor: int
    """2 where one of the two is the banker."""
    full: Minor
    """What he would pay if nobody's capital ended; with the others' shares, if he answers for
    them."""
    amount: Minor
    """What he pays."""


class Liquidada(Struct, frozen=True, kw_only=True, gc=False):
    """The payments that pass between the players in a game."""

    premio: tuple[Parcela, ...] = ()
    """To the winner."""
    indemnizacoes: tuple[Parcela, ...] = ()
    """From those whose declared win is none."""
    comissao: Minor = 0
    """Of the winner's prize."""
    capped: bool = False
    """Whether the winner's own capital ended before his prize (R35, R72)."""


def units_of(record: MahJongRecord, variant: Variant) -> tuple[Minor, ...] | None:
    """Return the operator's unit for each grade; None where the table gives none that can be.

    There is one for each grade, none negative, and a higher grade never pays less.
    """
    units = record.unidades[: max(variant.ceiling, *variant.indemnity) + 1]
    if len(units) <= variant.ceiling or units[0] < 0 or list(units) != sorted(units):
        return None
    return units


def liquidate(
    record: MahJongRecord,
    rules: MahJongRules,
    variant: Variant,
    decided: Decisao,
    bearer: Obrigacao | None,
) -> Liquidada | None:
    """Return the amounts due between players; None where the record gives no amounts."""
    units = units_of(record, variant)
    if units is None or decided.open:
        return None
    fines = tuple(
        parcel for false in decided.false for parcel in _indemnity(variant, decided, units, false)
    )
    won = decided.winner
    if won is None or won.value is None:
        return Liquidada(indemnizacoes=fines)
    winner = won.declared.seat
    unit = units[won.value.grade]
    due = shares(decided, winner, unit, rules.banker_factor, bearer)
    capital = {one.seat: max(0, one.valor) for one in record.capitais}
    prize, capped = capped_shares(due, winner, capital)
    total = sum(one.amount for one in prize)
    return Liquidada(
        premio=prize,
        indemnizacoes=fines,
        comissao=commission_of(total, record.comissao),
        capped=capped,
    )


def shares(
    decided: Decisao, winner: int, unit: Minor, factor: int, bearer: Obrigacao | None
) -> tuple[Parcela, ...]:
    """Return the debt of each loser to the winner before any capital ends (R30, R36-R41).

    The banker's double stays in a share that another bears.
    """
    plain = [
        (seat, factor if decided.banker in (seat, winner) else 1)
        for seat in decided.play.places
        if seat != winner
    ]
    total = sum(unit * times for _, times in plain)
    parcels: list[Parcela] = []
    for seat, times in plain:
        owed = unit * times
        if bearer is not None:
            owed = total if seat == bearer.seat else 0
        parcels.append(
            Parcela(payer=seat, to=winner, unit=unit, factor=times, full=owed, amount=owed)
        )
    return tuple(parcels)


def capped_shares(
    due: Sequence[Parcela], winner: int, capital: Mapping[int, Minor]
) -> tuple[tuple[Parcela, ...], bool]:
    """Return the payment of each loser, and whether the winner's capital cut it (R35, R72).

    A loser pays no more than his own capital; then the winner receives no more than his, each
    share reduced in proportion, the odd units to the largest remainders in the order of places.
    """
    able = [min(one.full, capital.get(one.payer, one.full)) for one in due]
    most = capital.get(winner)
    cut = most is not None and sum(able) > most
    if most is not None and cut:
        able = split_by_weight(most, able)
    parcels = tuple(
        Parcela(
            payer=one.payer,
            to=one.to,
            unit=one.unit,
            factor=one.factor,
            full=one.full,
            amount=amount,
        )
        for one, amount in zip(due, able, strict=True)
    )
    return parcels, cut


def _indemnity(
    variant: Variant, decided: Decisao, units: Sequence[Minor], false: Julgada
) -> list[Parcela]:
    """Return the payment of a false winner to each other player (R43, R76): no double, no cap."""
    payer = false.declared.seat
    parcels: list[Parcela] = []
    for seat in decided.play.places:
        if seat == payer:
            continue
        grade = variant.indemnity[seat != decided.banker]
        if payer == decided.banker:
            grade = variant.indemnity_of_banker
        unit = units[grade]
        parcels.append(Parcela(payer=payer, to=seat, unit=unit, factor=1, full=unit, amount=unit))
    return parcels


def commission_of(prize: Minor, table: Sequence[Escalao]) -> Minor:
    """Return the commission on a prize by the approved table (R31, R69), rounded down.

    The line that counts is the one with the highest ``desde`` that the prize reaches.

    >>> commission_of(999, [Escalao(ppm=50_000), Escalao(desde=1_000, ppm=30_000, fixo=5)])
    49
    >>> commission_of(1_000, [Escalao(ppm=50_000), Escalao(desde=1_000, ppm=30_000, fixo=5)])
    35
    """
    reached = [one for one in table if one.desde <= prize]
    if not reached or prize <= 0:
        return 0
    line = max(reached, key=lambda one: one.desde)
    return max(0, min(prize, prize * line.ppm // MILLION + line.fixo))
