"""The result of a judged round: chips won or lost, fees taken, prizes over the capital.

Rules: contabilidade_de_mesa.md; BI R7; DL 422/89 art. 58 (Portugal).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ledger.events.jackpots import AwardPaid
from ledger.events.rounds import Commission
from projections.base.event import JudgedRound
from projections.base.produced import Fault, Produced
from projections.replay.registry import Verdict
from projections.replay.settlement import Outcome, money_text
from projections.stages.accounts.tables.table_day import NOT_BANKED, TableDay

MESAS: Final = "mesas"
CAGNOTTE: Final = "cagnotte"
BINGO: Final = "bingo"
CHIPS: Final = "chips"
HOUSE_SHARE: Final = "casa"
"""What a settlement against a player's bank calls the house's part of the bank's result."""
PORTUGAL: Final = "pt-"
"""Profiles of the Portuguese laws."""
OF_CAPITAL: Final = (55, 1000)
"""DL 422/89 art. 58: prize and stake on one chance, at most 5.5 % of the table's capital."""


def won(judged: JudgedRound) -> int:
    """Return the bank's result of a round, in chips: stakes lost less all chips handed over.

    A stake that is undecided is still its bettor's, so it is neither won nor, where it was taken
    back, handed over.
    """
    if judged.closed.game in NOT_BANKED:
        return behind_the_bank(judged.verdict)
    verdict = judged.verdict
    staked = 0
    waiting: dict[int | None, int] = {}
    for line in verdict.settlement.lines:
        if line.outcome is not Outcome.PENDENTE:
            staked += line.stake
        else:
            waiting[line.bet] = waiting.get(line.bet, 0) + line.stake
    paid = sum(one.total for one in verdict.record.payments if one.award is None)
    if waiting:
        paid -= sum(
            min(one.stake_returned, sum(waiting.get(bet, 0) for bet in one.bets))
            for one in verdict.record.payments
            if one.award is None
        )
    awards = sum(
        event.payload.amount
        for event in judged.closed.events
        if isinstance(event.payload, AwardPaid) and event.payload.means == CHIPS
    )
    return staked - paid + beside_the_stakes(judged.verdict) - awards


def behind_the_bank(verdict: Verdict) -> int:
    """Return the house's share of a jogada in which it stood behind a player's bank.

    P3 R20, PK IV.12. Replay says it, whatever was paid: partners bear, in their order, what the
    banker's own capital does not, and nobody tells the house's share.
    """
    share = verdict.settlement.result.get(HOUSE_SHARE, 0)
    return share if isinstance(share, int) else 0


def beside_the_stakes(verdict: Verdict) -> int:
    """Return the chips on lines that never played and that payments call returned.

    Of chips on a line half plays at most (BF R8, R10). The rest is the player's whatever happens: a
    table may count it among what he took back or not, and it is neither stake nor prize.
    """
    bets: Sequence[Any] = getattr(verdict.record, "bets", ())
    on_line = {bet.bet for bet in bets if getattr(bet, "risco", False)}
    if not on_line:
        return 0
    valor = {bet.bet: max(bet.valor, 0) for bet in bets}
    lines = [line for line in verdict.settlement.lines if line.outcome is not Outcome.PENDENTE]
    kept: dict[tuple[int, ...], int] = {}
    """What each group of bets that were paid together is said to have got back."""
    for one in verdict.record.payments:
        paid = one.bets or tuple(
            line.bet for line in lines if line.seat == one.seat and line.bet is not None
        )
        kept[paid] = kept.get(paid, 0) + one.stake_returned + one.returned
    beside = 0
    for paid, amount in kept.items():
        mine = [line for line in lines if line.bet in paid]
        rest = sum(valor[line.bet] - line.stake for line in mine if line.bet in on_line)
        beside += min(rest, max(0, amount - sum(line.returned for line in mine)))
    return beside


def taken(judged: JudgedRound) -> int:
    """Return the cagnotte and commissions that a round without a bank says it took."""
    if judged.closed.game not in NOT_BANKED:
        return 0
    return sum(
        event.payload.amount
        for event in judged.closed.events
        if isinstance(event.payload, Commission)
    )


def kept(judged: JudgedRound) -> int:
    """Return the house's share of a jogada of bingo: its sales less its prizes, V - P (BI R7).

    Replay says it, whatever was paid: a jogada that was annulled leaves nothing, and a prize that
    is late is still a prize.
    """
    if judged.closed.game != BINGO:
        return 0
    return sum(one.amount for one in judged.verdict.settlement.commissions)


def receita(judged: JudgedRound) -> dict[str, int]:
    """Return a round's revenue by category; 0 in a category it does not have."""
    return {MESAS: won(judged), CAGNOTTE: taken(judged), BINGO: kept(judged)}


def over_capital(judged: JudgedRound, day: TableDay, produced: Produced) -> Iterator[Fault]:
    """Find prizes that with their stakes pass 5.5 % of the capital (DL 422/89 art. 58)."""
    if not day.profile.startswith(PORTUGAL) or day.capital is None:
        return
    event = day.opened
    if produced.book.value("maximo_golpe", (day.place, day.game, "*"), "9", event) is not None:
        return
    bets: Mapping[int, Any] = {bet.bet: bet for bet in getattr(judged.verdict.record, "bets", ())}
    sums: dict[tuple[int, str, str], int] = {}
    for line in judged.verdict.settlement.lines:
        bet = bets.get(line.bet) if line.bet is not None else None
        if line.prize and bet is not None:
            key = (line.seat, bet.tipo, bet.selecao)
            sums[key] = sums.get(key, 0) + line.prize + line.stake
    share, whole = OF_CAPITAL
    for (seat, tipo, selecao), amount in sums.items():
        if amount * whole > day.capital * share:
            yield Fault(
                code="PT-58",
                positions=(judged.closed.opened, judged.closed.closed),
                place=day.place,
                round=judged.closed.round,
                seat=seat,
                expected=money_text(day.capital * share // whole),
                recorded=money_text(amount),
                amount=amount - day.capital * share // whole,
                currency=day.currency,
                facts={"tipo": tipo, "selecao": selecao},
            )
