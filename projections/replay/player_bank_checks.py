"""Faults of a jogada against a player's bank, and the right names of wrong payments.

No game's rule: each gives the numbers it cites and the codes its faults stand under (``Law``).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import structs

from ledger.money import Minor
from projections.replay.banked import is_after, paid_to_another, repeated_numbers
from projections.replay.coups import no_online, stake_faults, when
from projections.replay.dice import counts, dice_faults, null_faults, shown
from projections.replay.player_bank import (
    ASSOCIADO,
    ATRAS,
    CASA,
    MUDOU,
    NOT_FLAT,
    RECUSOU,
    TOMOU,
    betting_ended,
    dealt_to,
    from_place,
    joined_late,
    named_by_dice,
    own_place,
    place_of,
    shaken,
)
from projections.replay.player_bank_settling import BankRound, Stake
from projections.replay.settlement import Found, Line, Outcome, Settlement, money_text

GANHA: Final = "ganha"
PERDE: Final = "perde"


def bank_faults(jogada: BankRound, settlement: Settlement) -> list[Found]:
    """Return every fault that does not lie in the amount of a payment."""
    record = jogada.record
    found = [
        *no_online(record),
        *check_dice(jogada),
        *check_first(jogada),
        *check_void(jogada),
        *check_capital(jogada),
        *check_turn(jogada),
        *check_refusal(jogada),
        *check_kept(jogada),
        *check_opening(jogada),
    ]
    if record.has("cards"):
        found += check_deal(jogada)
        found += check_hands(jogada)
    if record.has("bets"):
        found += check_bets(jogada)
        found += check_associates(jogada)
    found += repeated_numbers(record.bets)
    found += check_announced(jogada)
    if record.has("payouts"):
        found += check_paid_to(jogada, settlement)
        found += check_commission(jogada, settlement)
        found += check_order(jogada)
        found += check_bank_paid(jogada, settlement)
    return found


def _fault(
    code: str,
    rule: str,
    fact: str,
    expected: object,
    recorded: object,
    *,
    seat: int | None = None,
    amount: Minor | None = None,
) -> Found:
    return Found(
        code=code,
        rule=rule,
        seat=seat,
        expected=str(expected),
        recorded=str(recorded),
        amount=amount,
        facts={"fact": fact},
    )


# --- dice and deal -------------------------------------------------------------------------------


def check_dice(jogada: BankRound) -> Iterator[Found]:
    """Of the dice: possible ones, thrown by the banker, again only where they were not flat."""
    record, law = jogada.record, jogada.law
    yield from dice_faults(record.dados, jogada.rules.dice, law.pieces)
    yield from null_faults(record.dados, jogada.rules.dice, NOT_FLAT, law.flat)
    decided = False
    for number, throw in enumerate(record.dados, 1):
        if throw.by is not None and place_of(record, "", throw.by) != record.banqueiro:
            yield _fault(law.deal_code, law.flat, f"lancador {number}", record.banqueiro, throw.by)
        if decided:
            yield _fault(law.deal_code, law.flat, f"repetido {number}", "", shown(throw.dados))
        decided = decided or counts(throw, jogada.rules.dice, NOT_FLAT)
    if record.dados and not decided and (record.dealt() or record.aberturas) and not jogada.void:
        last = record.dados[-1]
        recorded = f"{last.nulo or ''} {shown(last.dados)}".strip()
        yield _fault(law.deal_code, law.flat, "mal assentes", "novo lançamento", recorded)


def check_first(jogada: BankRound) -> Iterator[Found]:
    """Compare the place that received first with the one the dice name, nothing added or taken."""
    record, law = jogada.record, jogada.law
    due = named_by_dice(record, jogada.rules)
    if due is None:
        return
    received = dealt_to(record)[:1] if record.has("cards") else []
    for wrong in dict.fromkeys((record.primeiro_lugar, *received)):
        if wrong is not None and wrong != due:
            yield _fault(law.deal_code, law.first, "primeiro lugar", due, wrong, seat=wrong)


def check_deal(jogada: BankRound) -> Iterator[Found]:
    """To every place its number, all of a place's at once, anticlockwise.

    A wrong number that was declared void was put right.
    """
    record, law, hands = jogada.record, jogada.law, jogada.hands
    if record.void is not None or record.banqueiro not in jogada.places:
        return
    wrong = hands.wrong_number()
    if wrong:
        told = ", ".join(f"{place}: {count}" for place, count in sorted(wrong.items()))
        yield _fault(law.deal_code, law.number, "numero", hands.size, told)
        return
    order = dealt_to(record)
    if not order:
        return
    turns = order[:: hands.size]
    if order != [place for place in turns for _ in range(hands.size)]:
        recorded = "-".join(map(str, order))
        yield _fault(law.deal_code, law.number, "seguidas", hands.size, recorded)
    elif turns != [*from_place(jogada.places, turns[0] or 0)]:
        due = "-".join(map(str, from_place(jogada.places, turns[0] or 0)))
        yield _fault(law.deal_code, law.order, "sentido", due, "-".join(map(str, turns)))


def check_hands(jogada: BankRound) -> Iterator[Found]:
    """Another card opened than was dealt there cannot be."""
    for place in jogada.hands.contradicted():
        dealt = [card or "?" for card in jogada.hands.dealt.get(place, ())]
        yield _fault(
            "RES-IMPOSS",
            jogada.law.pieces,
            "abertura",
            " ".join(dealt),
            " ".join(jogada.hands.opened[place]),
            seat=place,
        )


def check_opening(jogada: BankRound) -> Iterator[Found]:
    """Find a banker's hand opened before all had seen theirs, or, by some laws, opened last."""
    record, law = jogada.record, jogada.law
    banker = record.banqueiro
    own = [one for one in record.aberturas if place_of(record, "", one.seat) == banker]
    if not own:
        return
    for seen in record.vistas:
        if place_of(record, "", seen.seat) != banker and is_after(seen, own[0]):
            yield _fault(
                law.deal_code, law.opening, "vista", when(own[0]), when(seen), seat=seen.seat
            )
    if not law.banker_first:
        return
    for other in record.aberturas:
        if place_of(record, "", other.seat) != banker and is_after(own[0], other):
            yield _fault(
                law.deal_code, law.opening, "abertura", when(own[0]), when(other), seat=other.seat
            )


def check_void(jogada: BankRound) -> Iterator[Found]:
    """Void only for a wrong number dealt or a set that is not whole, and then always."""
    record = jogada.record
    if record.void is not None and not jogada.ground:
        yield Found(
            code="VOID-BAD",
            rule=jogada.law.number,
            recorded=record.void.cause,
            amount=sum(stake.bet.valor for stake in jogada.stakes),
        )
    if record.void is None and jogada.ground:
        yield Found(code="VOID-MISS", rule=jogada.ground, expected="jogada anulada")


# --- the bank ------------------------------------------------------------------------------------


def check_capital(jogada: BankRound) -> Iterator[Found]:
    """Find capital that was not on the table before the dice, or was moved after them."""
    record, law = jogada.record, jogada.law
    if record.has("bets") and (record.capital is None or record.capital <= 0):
        recorded = "" if record.capital is None else money_text(record.capital)
        yield _fault(
            law.bank_code, law.capital, "capital", "> 0.00", recorded, seat=record.banqueiro
        )
    began = shaken(record)
    if began is None:
        return
    for act in record.actos:
        if act.seat == record.banqueiro and act.valor is not None and is_after(act, began):
            yield _fault(
                law.bank_code,
                law.capital,
                "depois dos dados",
                when(began),
                f"{when(act)} {money_text(act.valor)}",
                seat=act.seat,
            )
    for one in record.associacoes:
        if joined_late(one, began):
            yield _fault(
                law.bank_code,
                {CASA: law.house, ATRAS: law.behind}.get(one.papel, law.associate),
                "depois dos dados",
                when(began),
                f"{when(one)} {money_text(one.valor)}",
                seat=one.seat,
                amount=one.valor,
            )


def check_turn(jogada: BankRound) -> Iterator[Found]:
    """Two jogadas running at the most, unless all the others agree."""
    record, law, before = jogada.record, jogada.law, jogada.record.anterior
    if before is None or before.banqueiro != record.banqueiro:
        return
    running = before.seguidas + 1
    if running <= jogada.rules.turns:
        return
    taken = [one for one in record.actos if one.acto == TOMOU and one.seat == record.banqueiro]
    agreed = {*(taken[-1].acordo if taken and taken[-1].acordo else before.acordo)}
    others = (
        {*record.sentados}
        if record.sentados is not None
        else {own_place(stake.bet) for stake in jogada.stakes if not stake.late}
    )
    missing = others - {record.banqueiro} - agreed
    if missing or not agreed:
        recorded = f"{running}; acordo: {', '.join(map(str, sorted(agreed)))}"
        yield _fault(
            law.bank_code,
            law.turn,
            "seguidas",
            f"<= {jogada.rules.turns}",
            recorded,
            seat=record.banqueiro,
        )


def check_refusal(jogada: BankRound) -> Iterator[Found]:
    """Find a refused bank that passed over a place, or to one who had not bet the last time."""
    record, law, before = jogada.record, jogada.law, jogada.record.anterior
    refused = [one.seat for one in record.actos if one.acto == RECUSOU]
    banker = record.banqueiro
    if before is None or before.apostaram is None or not refused:
        return
    if banker == before.banqueiro or banker in refused or banker not in jogada.places:
        return
    if banker not in before.apostaram:
        told = ", ".join(map(str, sorted(before.apostaram)))
        yield _fault(law.bank_code, law.refused, "sem aposta", told, banker, seat=banker)
        return
    path = from_place(jogada.places, refused[-1])[1:]
    for place in path[: path.index(banker)] if banker in path else ():
        seated = record.sentados is None or place in record.sentados
        if (
            seated
            and place in before.apostaram
            and place not in refused
            and place != before.banqueiro
        ):
            yield _fault(law.bank_code, law.refused, "lugar", place, banker, seat=banker)
            return


def check_kept(jogada: BankRound) -> Iterator[Found]:
    """Who goes on keeps on the table what he had and won; he may add to it, never reduce it."""
    record, law, before = jogada.record, jogada.law, jogada.record.anterior
    began = shaken(record)
    goes_on = before is not None and before.banqueiro == record.banqueiro
    lay = [before.fica] if goes_on and before is not None and before.fica is not None else []
    lay += [
        act.valor
        for act in record.actos
        if act.acto in (TOMOU, MUDOU)
        and act.seat == record.banqueiro
        and act.valor is not None
        and not (began is not None and is_after(act, began))
    ]
    least = max(lay, default=None)
    if least is None or record.capital is None or record.capital >= least:
        return
    yield _fault(
        law.bank_code,
        law.kept,
        "reduzido",
        money_text(least),
        money_text(record.capital),
        seat=record.banqueiro,
        amount=record.capital - least,
    )


def check_associates(jogada: BankRound) -> Iterator[Found]:
    """Who entrusted capital to the banker bets nowhere else; a bet at his place bars nothing."""
    record, law = jogada.record, jogada.law
    began = shaken(record)
    joined = [
        one for one in record.associacoes if one.papel == ASSOCIADO and not joined_late(one, began)
    ]
    for stake in jogada.stakes:
        bet = stake.bet
        his = any(
            one.player == bet.player
            if one.player is not None and bet.player is not None
            else one.seat == own_place(bet)
            for one in joined
        )
        if his and stake.stands and not stake.behind:
            yield Found(
                code=law.bank_code,
                rule=law.associate,
                seat=bet.seat,
                bet=bet.bet,
                expected=str(record.banqueiro),
                recorded=str(bet.seat),
                amount=bet.valor,
                facts={"fact": "associado"},
            )


# --- bets ----------------------------------------------------------------------------------------


def check_bets(jogada: BankRound) -> Iterator[Found]:
    """Bets late or changed late, below nothing, outside the table's limits."""
    record, law = jogada.record, jogada.law
    closed = betting_ended(record)
    for stake in jogada.stakes:
        if stake.late:
            yield Found(
                code="BET-LATE",
                rule=law.close,
                seat=stake.bet.seat,
                bet=stake.bet.bet,
                expected=when(closed),
                recorded=when(stake.bet),
                amount=stake.bet.valor,
            )
    late = {stake.bet.bet for stake in jogada.stakes if stake.late}
    for change in jogada.late_changes:
        if not (change.retirada and change.bet in late):
            yield Found(
                code="BET-LATE",
                rule=law.close,
                bet=change.bet,
                expected=when(closed),
                recorded=when(change),
                amount=change.valor,
                facts={"fact": "retirada" if change.retirada else "alteracao"},
            )
    standing = [stake.bet for stake in jogada.stakes if not stake.late and not stake.impossible]
    yield from stake_faults(standing, record.limites, lambda bet: str(bet.seat))


def check_announced(jogada: BankRound) -> Iterator[Found]:
    """Find results said aloud that the hands do not give."""
    for said in jogada.record.resultados:
        judged = jogada.judged.get(said.seat)
        if judged is None or judged.wins is None or said.seat == jogada.record.banqueiro:
            continue
        due = GANHA if judged.wins else PERDE
        if said.resultado in (GANHA, PERDE) and said.resultado != due:
            yield _fault(
                jogada.law.rank_code,
                judged.rules[-1],
                "resultado",
                due,
                said.resultado,
                seat=said.seat,
            )


# --- money ---------------------------------------------------------------------------------------


def check_commission(jogada: BankRound, settlement: Settlement) -> Iterator[Found]:
    """Compare the commissions taken with those due, by place; in sum where one names no place."""
    if any(line.outcome is Outcome.PENDENTE for line in settlement.lines):
        return
    law = jogada.law
    due, taken = _commissions(jogada)
    for seat in sorted({*due, *taken}):
        expected, recorded = due.get(seat, 0), taken.get(seat, 0)
        if expected != recorded:
            yield _fault(
                law.commission_code,
                law.commission,
                "comissao",
                money_text(expected),
                money_text(recorded),
                seat=seat or None,
                amount=recorded - expected,
            )


def _commissions(jogada: BankRound) -> tuple[dict[int, Minor], dict[int, Minor]]:
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
    """Payments go anticlockwise round the table once, and the banker's place comes last."""
    record, law = jogada.record, jogada.law
    stakes = {stake.bet.bet: stake for stake in jogada.stakes if stake.stands}
    paid = [
        stakes[number]
        for payment in record.payments
        for number in payment.bets[:1]
        if number in stakes and payment.award is None
    ]
    behind = [at for at, stake in enumerate(paid) if stake.behind]
    places = [stake.bet.seat for stake in paid if not stake.behind]
    if behind and any(not stake.behind for stake in paid[behind[0] :]):
        yield _fault("PAY-ORDER", law.behind, "banca no fim", "", paid[behind[0]].bet.bet)
    elif _placed_later(jogada, [paid[at] for at in behind]):
        told = ", ".join(str(paid[at].bet.bet) for at in behind)
        yield _fault("PAY-ORDER", law.behind, "ordem das apostas", "", told)
    if not law.paid_in or not places:
        return
    rank = {place: at for at, place in enumerate(from_place(jogada.places, places[0]))}
    steps = [rank[place] for place in places]
    if steps != sorted(steps):
        told = "-".join(map(str, places))
        yield _fault("PAY-ORDER", law.paid_in, "sentido", "", told)


def _placed_later(jogada: BankRound, paid: Sequence[Stake]) -> bool:
    order = [id(part.stake) for part in jogada.parts]
    ranks = [order.index(id(stake)) for stake in paid if id(stake) in order]
    return ranks != sorted(ranks)


def check_paid_to(jogada: BankRound, settlement: Settlement) -> list[Found]:
    """Find bets paid to another than the place where they lie, or their bettor's own."""
    own = {stake.bet.bet: own_place(stake.bet) for stake in reversed(jogada.stakes)}
    elsewhere = [
        one for one in jogada.record.payments if not one.bets or own.get(one.bets[0]) != one.seat
    ]
    return paid_to_another(settlement, elsewhere)


def check_bank_paid(jogada: BankRound, settlement: Settlement) -> Iterator[Found]:
    """Find a bank's capital paid wrongly, hidden by a bet at its place paid wrongly the other way.

    Payments of a place as a whole are compared together with its bets'; where the table paid the
    bets by number, each sum must be right by itself.
    """
    payments = jogada.record.payments
    lines = settlement.lines
    if any(line.outcome is Outcome.PENDENTE for line in lines):
        return
    for seat in dict.fromkeys(line.seat for line in lines if line.bet is None):
        whole = [one for one in payments if one.seat == seat and not one.bets and not one.award]
        bets = {line.bet for line in lines if line.seat == seat and line.bet is not None}
        named = [one for one in payments if bets.intersection(one.bets)]
        due = sum(line.due for line in lines if line.seat == seat and line.bet is None)
        owed = sum(line.due for line in lines if line.bet in bets)
        paid = sum(one.amount + one.stake_returned + one.returned for one in whole)
        other = sum(one.amount + one.stake_returned + one.returned for one in named)
        if whole and named and paid != due and paid + other == due + owed:
            yield _fault(
                "PAY-DIFF",
                jogada.law.capital,
                "lugar da banca",
                money_text(due),
                money_text(paid),
                seat=seat,
                amount=paid - due,
            )


def renamed(jogada: BankRound, settlement: Settlement, fault: Found) -> Found | None:
    """Return a payment's fault under its right name; None where it is none, or told elsewhere."""
    if told_elsewhere(jogada, settlement, fault):
        return None
    lines = _lines_of(settlement, fault)
    if fault.code == "PAY-NONE":
        bets = fault.facts.get("bets", ())
        taken_in = bool(bets) and set(bets) <= set(jogada.record.recolhidas)
        return structs.replace(fault, code=jogada.law.rank_code) if taken_in else fault
    if fault.code == "PAY-DIFF" and fault.amount:
        named = _right_name(jogada, lines, fault.amount)
        if named is not None:
            return structs.replace(fault, code=named[0], rule=named[1])
    return fault


def _lines_of(settlement: Settlement, fault: Found) -> list[Line]:
    """Return the lines whose payment is at fault."""
    bets = fault.facts.get("bets", ())
    return [
        line
        for line in settlement.lines
        if (line.bet in bets if bets else line.bet is None and line.seat == fault.seat)
    ]


def _right_name(jogada: BankRound, lines: Sequence[Line], amount: Minor) -> tuple[str, str] | None:
    """Name a wrong payment: a hand counted wrongly, beyond the capital, a commission not taken."""
    law = jogada.law
    if len(lines) == 1 and (opposite := _as_if_other(jogada, lines[0], amount)) is not None:
        return opposite
    if amount > 0 and any(line.bet is not None and law.capital in line.rules for line in lines):
        return law.bank_code, law.capital
    commission = sum(jogada.commission_of(line) for line in lines)
    if commission and amount == commission:
        return law.commission_code, law.commission
    return None


def _as_if_other(jogada: BankRound, line: Line, amount: Minor) -> tuple[str, str] | None:
    """Name a payment that a bet would have had if the other hand had been the better."""
    stake = next((one for one in jogada.stakes if one.bet.bet == line.bet), None)
    if stake is None or not stake.stands or stake.behind or not stake.played:
        return None
    judged, whole, paid = jogada.judged[stake.bet.seat], stake.bet.valor, line.due + amount
    if judged.wins is False and paid in (2 * whole, 2 * whole - jogada.commission(whole)):
        return jogada.law.rank_code, judged.rules[-1]
    pushed = paid == whole and judged.rules[-1] in jogada.law.ties
    if (judged.wins and paid == 0) or pushed:
        return jogada.law.rank_code, judged.rules[-1]
    return None


def told_elsewhere(jogada: BankRound, settlement: Settlement, fault: Found) -> bool:
    """Tell whether a payment's fault is no fault, or one that another finding tells.

    The bank's own chips lie on the table from jogada to jogada: where nothing of them was handed
    over, the capital of the next tells. A prize paid whole, because the commission was not taken or
    was paid besides, is the commission's fault or none.
    """
    record = jogada.record
    bets = fault.facts.get("bets", ())
    if not bets and fault.seat == record.banqueiro:
        handed = [one for one in record.payments if one.seat == fault.seat and not one.bets]
        if not handed:
            return True
    lines = _lines_of(settlement, fault)
    if not fault.amount or not lines:
        return False
    own = sum(jogada.commission_of(line) for line in lines)
    seat = fault.seat
    apart = sum(one.valor for one in record.comissoes if one.por_fora and one.seat in (seat, None))
    if own and fault.amount == own and apart >= own:
        return True
    due, taken = _commissions(jogada)
    key = (seat or 0) if all(one.seat is not None for one in record.comissoes) else 0
    short = due.get(key, 0) - taken.get(key, 0)
    return bool(short) and (fault.amount == short or 0 < own == fault.amount <= short)
