"""The money of a jogada against a player's bank: what was paid and charged, and its right names.

No game's rule: each gives the numbers it cites and the codes its faults stand under (``Law``).
"""

from collections.abc import Iterator, Sequence

from msgspec import structs

from ledger.money import Minor
from projections.replay.games.player_bank.jogada import (
    PlayerBankRecord,
    fault_of,
    from_place,
    own_place,
    place_of,
)
from projections.replay.games.player_bank.settling import BankRound, Stake
from projections.replay.kit.bets import paid_to_another
from projections.replay.kit.lookup import lookup
from projections.replay.kit.memo import once
from projections.replay.settlement import Found, Line, Outcome, Settlement, money_text


def money_faults(jogada: BankRound, settlement: Settlement) -> list[Found]:
    """Return the faults of payments and commissions, beside the amount of a payment."""
    return [
        *check_commission(jogada, settlement),
        *check_order(jogada),
        *check_paid_to(jogada, settlement),
        *check_bank_paid(jogada, settlement),
    ]


def check_commission(jogada: BankRound, settlement: Settlement) -> Iterator[Found]:
    """Compare the commissions taken with those due, by place; in sum where one names no place."""
    if any(line.outcome is Outcome.PENDENTE for line in settlement.lines):
        return
    law = jogada.law
    due, taken = _commissions(jogada, None)
    for seat in sorted({*due, *taken}):
        expected, recorded = due.get(seat, 0), taken.get(seat, 0)
        if expected != recorded:
            yield fault_of(
                law.commission_code,
                law.commission,
                "comissao",
                money_text(expected),
                money_text(recorded),
                seat=seat or None,
                amount=recorded - expected,
            )


def paid_aside(record: PlayerBankRecord, settlement: Settlement) -> dict[int | None, Minor]:
    """Return the commissions paid besides, by the index of the line that won the prize (P3 R29)."""
    found: dict[int | None, Minor] = {}
    own = {bet.bet: own_place(bet) for bet in record.bets}
    won = [(at, line) for at, line in enumerate(settlement.lines) if line.prize > 0]
    here = {line.seat: at for at, line in reversed(won)}
    theirs = {own.get(line.bet): at for at, line in reversed(won) if line.bet is not None}
    only = won[0][0] if len(won) == 1 else None
    for said in record.comissoes:
        if not said.por_fora:
            continue
        seat = place_of(record, "", said.seat)
        at = only if seat is None else here.get(seat, theirs.get(seat))
        found[at] = found.get(at, 0) + said.valor
    return found


@once
def _commissions(jogada: BankRound, _: None) -> tuple[dict[int, Minor], dict[int, Minor]]:
    """Return the commissions due and taken, by place.

    By the bettors' own places, if so they were taken; all as place 0, if one names no place.
    """
    record = jogada.record
    by_place: dict[int, Minor] = {}
    by_own: dict[int, Minor] = {}
    taken: dict[int, Minor] = {}
    named = all(said.seat is not None for said in record.comissoes)
    for place, own, amount in jogada.commissions():
        by_place[place if named else 0] = by_place.get(place if named else 0, 0) + amount
        by_own[own] = by_own.get(own, 0) + amount
    for said in record.comissoes:
        seat = (place_of(record, "", said.seat) or 0) if named else 0
        taken[seat] = taken.get(seat, 0) + said.valor
    return (by_own if by_own == taken else by_place), taken


def check_order(jogada: BankRound) -> Iterator[Found]:
    """Payments go anticlockwise round the table once, and the banker's place comes last.

    What only gives a stake back, of a void jogada or one the bank does not cover, is no prize.
    """
    if jogada.void:
        return
    paid = _prizes_in_order(jogada)
    yield from _check_bank_last(jogada, paid)
    yield from _check_direction(jogada, [stake.bet.seat for stake in paid if not stake.behind])


def _prizes_in_order(jogada: BankRound) -> list[Stake]:
    """Return the stakes to which prizes were paid, or that lie on the banker's place, as paid."""
    stakes = {stake.bet.bet: stake for stake in jogada.stakes if stake.stands}
    return [
        stakes[payment.bets[0]]
        for payment in jogada.record.payments
        if payment.bets and payment.bets[0] in stakes and payment.award is None
        if payment.amount > 0 or stakes[payment.bets[0]].behind
    ]


def _check_bank_last(jogada: BankRound, paid: Sequence[Stake]) -> Iterator[Found]:
    """Find stakes on the banker's place paid before the others, or not in the order of the bets."""
    behind = [stake for stake in paid if stake.behind]
    if not behind:
        return
    if any(not stake.behind for stake in paid[-len(behind) :]):
        first = behind[0].bet.bet
        yield fault_of("PAY-ORDER", jogada.law.behind, "banca_no_fim", "", first)
    elif _placed_later(jogada, behind):
        told = ", ".join(str(stake.bet.bet) for stake in behind)
        yield fault_of("PAY-ORDER", jogada.law.behind, "ordem_das_apostas", "", told)


def _check_direction(jogada: BankRound, places: Sequence[int]) -> Iterator[Found]:
    """Find places paid in another order than anticlockwise from the first one paid."""
    law = jogada.law
    if not law.paid_in or not places:
        return
    rank = {place: at for at, place in enumerate(from_place(jogada.places, places[0]))}
    steps = [rank[place] for place in places]
    if steps != sorted(steps):
        yield fault_of("PAY-ORDER", law.paid_in, "sentido", "", "-".join(map(str, places)))


def _placed_later(jogada: BankRound, paid: Sequence[Stake]) -> bool:
    order = {id(part.stake): at for at, part in enumerate(jogada.parts)}
    ranks = [order[id(stake)] for stake in paid if id(stake) in order]
    return ranks != sorted(ranks)


def check_paid_to(jogada: BankRound, settlement: Settlement) -> list[Found]:
    """Find bets paid to another than the place where they lie, or their bettor's own."""
    own = {stake.bet.bet: own_place(stake.bet) for stake in reversed(jogada.stakes)}
    record = jogada.record
    return paid_to_another(settlement, record.payments, record.bets, own)


def check_bank_paid(jogada: BankRound, settlement: Settlement) -> Iterator[Found]:
    """Find a bank's capital paid wrongly, hidden by a bet at its place paid wrongly the other way.

    Payments of a place as a whole are compared together with its bets'; where the table paid the
    bets by number, each sum must be right by itself.
    """
    lines = settlement.lines
    if any(line.outcome is Outcome.PENDENTE for line in lines):
        return
    there = lookup(jogada.record, settlement)
    bets_of: dict[int, dict[int, None]] = {}
    for line in lines:
        if line.bet is not None:
            bets_of.setdefault(line.seat, {})[line.bet] = None
    for seat in dict.fromkeys(line.seat for line in lines if line.bet is None):
        whole = [one for one in there.payments_of_seat(seat) if not one.award]
        bets = bets_of.get(seat, {})
        named = there.payments(bets)
        due = sum(line.due for line in there.lines_of_seat(seat))
        owed = sum(line.due for line in there.lines(bets))
        paid = sum(one.total for one in whole)
        other = sum(one.total for one in named)
        if whole and named and paid != due and paid + other == due + owed:
            yield fault_of(
                "PAY-DIFF",
                jogada.law.capital,
                "lugar_da_banca",
                money_text(due),
                money_text(paid),
                seat=seat,
                amount=paid - due,
            )


def renamed(jogada: BankRound, settlement: Settlement, fault: Found) -> Found | None:
    """Return a payment's fault under its right name; None where it is told elsewhere, or none."""
    if _undecided(jogada, settlement, fault) or told_elsewhere(jogada, settlement, fault):
        return None
    if fault.code not in ("PAY-DIFF", "PAY-NONE") or not fault.amount or jogada.void:
        return fault
    lines = _lines_of(jogada.record, settlement, fault)
    named = _right_name(jogada, lines, fault.amount, fault.code)
    return fault if named is None else structs.replace(fault, code=named[0], rule=named[1])


def _undecided(jogada: BankRound, settlement: Settlement, fault: Found) -> bool:
    """Tell whether a payment at fault concerns, at least in part, an undecided stake."""
    bets, seats = _waiting(jogada.record, settlement)
    if fault.seat in seats:
        return True
    named = lookup(jogada.record, settlement).payments(fault.facts.get("bets", ()))
    return any(not bets.isdisjoint(one.bets) for one in named)


@once
def _waiting(record: PlayerBankRecord, settlement: Settlement) -> tuple[set[int], set[int]]:
    """Return the undecided bets, and the seats to which some payment is of undecided stakes."""
    waiting = [line for line in settlement.lines if line.outcome is Outcome.PENDENTE]
    bets = {line.bet for line in waiting if line.bet is not None}
    seats = {line.seat for line in waiting}
    return bets, {
        one.seat
        for one in record.payments
        if (not bets.isdisjoint(one.bets) if one.bets else one.seat in seats)
    }


def _lines_of(record: PlayerBankRecord, settlement: Settlement, fault: Found) -> list[Line]:
    """Return the lines whose payment is at fault."""
    there, bets = lookup(record, settlement), fault.facts.get("bets", ())
    return there.lines(bets) if bets else there.lines_of_seat(fault.seat)


def _right_name(
    jogada: BankRound, lines: Sequence[Line], amount: Minor, code: str
) -> tuple[str, str] | None:
    """Name a wrong payment: a hand counted wrongly, beyond the capital, a commission not taken.

    A winner who was not paid is one whose hand was counted wrongly if his stake was taken in.
    """
    law = jogada.law
    if len(lines) == 1 and lines[0].bet is not None:
        named = _name_of_bet(jogada, lines[0], amount, code)
        if named is not None:
            return named
    if amount > 0 and any(line.bet is not None and law.capital in line.rules for line in lines):
        return law.bank_code, law.capital
    commission = sum(jogada.commission_of(line) for line in lines)
    if commission and amount == commission:
        return law.commission_code, law.commission
    return None


@once
def _stakes(jogada: BankRound, _: None) -> dict[int, Stake]:
    """Return the first stake of each number."""
    return {stake.bet.bet: stake for stake in reversed(jogada.stakes)}


def _name_of_bet(jogada: BankRound, line: Line, amount: Minor, code: str) -> tuple[str, str] | None:
    """Name the wrong payment of one bet on a place."""
    law = jogada.law
    stake = None if line.bet is None else _stakes(jogada, None).get(line.bet)
    if stake is None or not stake.stands or stake.behind:
        return None
    judged, whole, paid = jogada.judged[stake.bet.seat], stake.bet.valor, line.due + amount
    rule = judged.rules[-1] if judged.rules else ""
    if judged.wins:
        other = paid == 0 and (line.bet in jogada.record.recolhidas or code != "PAY-NONE")
        kept = amount == stake.played - whole if stake.played else other
        if kept:  # what the bank could not have lost
            return law.bank_code, law.capital
    else:
        won = paid in (2 * whole, 2 * whole - jogada.commission(whole))
        pushed = paid == whole == stake.played and rule in law.ties
        other = pushed or (won and bool(stake.played))
        if not other and stake.played < whole and amount < 0:
            return law.bank_code, law.capital
    return (law.rank_code, rule) if other else None


def told_elsewhere(jogada: BankRound, settlement: Settlement, fault: Found) -> bool:
    """Tell whether a payment's fault is no fault, or another finding's."""
    if _bank_left_lying(jogada.record, settlement, fault):
        return True
    lines = _lines_of(jogada.record, settlement, fault)
    if not fault.amount or not lines:
        return False
    lines += _paid_as_a_whole(jogada.record, settlement, fault)
    commission = sum(map(jogada.commission_of, lines))
    return _commission_paid_aside(jogada.record, lines, fault, commission) or (
        _commission_not_taken(jogada, fault, commission)
    )


def _bank_left_lying(record: PlayerBankRecord, settlement: Settlement, fault: Found) -> bool:
    """Tell whether a banker's capital just stayed on the table: the next jogada's capital tells."""
    if fault.facts.get("bets") or fault.seat != record.banqueiro:
        return False
    return not lookup(record, settlement).payments_of_seat(fault.seat)


def _paid_as_a_whole(record: PlayerBankRecord, settlement: Settlement, fault: Found) -> list[Line]:
    """Return a place's lines in the bank if a sum for the whole place paid them with its bets."""
    there = lookup(record, settlement)
    if not fault.facts.get("bets") or not there.payments_of_seat(fault.seat):
        return []
    return there.lines_of_seat(fault.seat)


def _commission_paid_aside(
    record: PlayerBankRecord, lines: Sequence[Line], fault: Found, commission: Minor
) -> bool:
    """Tell whether a prize was paid whole because its commission was paid besides: no fault."""
    own, paid = _paid_aside_by(record, None)
    numbers = {line.bet for line in lines}
    places = {place for bet in numbers for place in own.get(bet, ())} | {fault.seat, None}
    if fault.seat == record.banqueiro:
        places.add(0)  # the bank's own place
    aside = sum(paid.get(place, 0) for place in places)
    return 0 < commission == fault.amount and aside >= commission


@once
def _paid_aside_by(
    record: PlayerBankRecord, _: None
) -> tuple[dict[int | None, list[int]], dict[int | None, Minor]]:
    """Return the own places of the bettors of each number, and what each place paid besides."""
    own: dict[int | None, list[int]] = {}
    for bet in record.bets:
        own.setdefault(bet.bet, []).append(own_place(bet))
    paid: dict[int | None, Minor] = {}
    for one in record.comissoes:
        if one.por_fora:
            paid[one.seat] = paid.get(one.seat, 0) + one.valor
    return own, paid


def _commission_not_taken(jogada: BankRound, fault: Found, commission: Minor) -> bool:
    """Tell whether a prize was paid whole for want of its commission, which is a finding already.

    The place may lack all that is due of it, or at least the commission on the lines at fault.
    """
    due, taken = _commissions(jogada, None)
    named = all(one.seat is not None for one in jogada.record.comissoes)
    place = (fault.seat or 0) if named else 0
    lacking = due.get(place, 0) - taken.get(place, 0)
    return fault.amount == lacking or (fault.amount == commission and 0 < commission <= lacking)
