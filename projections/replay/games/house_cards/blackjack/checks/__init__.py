"""Faults of a jogada: bets, cards, decisions, the bank.

What needs a fact that the table does not record is not assessed. One fact is one finding: the
game's own codes go before those of every game.
"""

from collections.abc import Sequence
from typing import Final

from ledger.money import Minor
from projections.replay.games.house_cards.blackjack.checks.decisions import check_decisions
from projections.replay.games.house_cards.blackjack.checks.jackpot import check_jackpot
from projections.replay.games.house_cards.blackjack.checks.shoe import check_seldom, check_shoe
from projections.replay.games.house_cards.blackjack.counting import (
    BANK_STANDS,
    BLACKJACK,
    GOAL,
    UNKNOWN,
    drew_on,
)
from projections.replay.games.house_cards.blackjack.payments import paid_less_due
from projections.replay.games.house_cards.blackjack.record import (
    BANK,
    COMPLEMENTAR,
    DISCARD,
    PRINCIPAL,
    SEAT,
    Aposta,
    BlackjackRecord,
)
from projections.replay.games.house_cards.blackjack.rules import BlackjackRules
from projections.replay.games.house_cards.blackjack.settling import shows_who_wins
from projections.replay.games.house_cards.blackjack.table import (
    Key,
    Mao,
    Mesa,
    as_bet,
    left_in,
    owner_of,
    seats_in,
    unfold,
    unknown_bets,
)
from projections.replay.kit.bets import Bet, Limit, paid_to_another, repeated_numbers
from projections.replay.kit.shoe import Dealt
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement, money_text


def verify(
    record: BlackjackRecord, rules: BlackjackRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of a jogada, the sums of payments apart."""
    mesa = unfold(record)
    found: list[Found] = []
    if record.has("bets"):
        check_bets(record, mesa, found)
        check_limits(record, rules, mesa, found)
    if record.has("cards"):
        check_deal(record, mesa, found)
        check_hands(record, mesa, found)
    check_decisions(record, mesa, found)
    check_shoe(record, rules, found)
    if mesa.bets and (record.pool is not None or record.aprovado is not None):
        check_jackpot(record, mesa, settlement, found)
    check_void(record, settlement, found)
    if record.cartas_trocadas or record.reclamacoes or record.mode != PHYSICAL:
        check_seldom(record, found)
    if record.payments and record.has("payouts"):
        found.extend(paid_to_another(settlement, record.payments))
    return tuple(found)


def _when(fact: object) -> str:
    return getattr(fact, "at", None) or ""


# --- bets ----------------------------------------------------------------------------------------


def check_bets(record: BlackjackRecord, mesa: Mesa, found: list[Found]) -> None:
    """R16, R62: late bets and changes. A number used twice, a bet or a place that cannot be."""
    closed = record.jogo_feito or (record.cartas[0] if record.cartas else None)
    found.extend(
        Found(
            code="BET-LATE",
            rule=_closing_rule(record, bet),
            seat=bet.seat,
            bet=bet.bet,
            expected=f"<= {_when(closed)}",
            recorded=_when(bet),
            amount=bet.valor,
            facts={"tipo": bet.tipo},
        )
        for bet in mesa.late
    )
    bets = {bet.bet: bet for bet in reversed(record.bets)} if mesa.late_changes else {}
    found.extend(
        Found(
            code="BET-LATE",
            rule=_closing_rule(record, bets[change.bet]),
            seat=bets[change.bet].seat,
            bet=change.bet,
            expected=f"<= {_when(closed)}",
            recorded=_when(change),
            facts={"fact": "alteracao"},
        )
        for change in mesa.late_changes
        if change.bet in bets
    )
    every: list[Bet] = list(record.bets)
    if mesa.postas or mesa.seguros:
        made = (as_bet(posta) for posta in (*mesa.postas, *mesa.seguros))
        every += [bet for bet in made if bet is not None]
    found.extend(repeated_numbers(every))
    found.extend(
        _impossible(bet, "BJ R2 a", f"1-{record.lugares}", "lugar")
        for bet in record.bets
        if not 1 <= bet.seat <= record.lugares
    )
    found.extend(
        _impossible(bet, "BJ R16", "principal, complementar, jackpot", "aposta")
        for bet in unknown_bets(mesa.bets)
    )


def _closing_rule(record: BlackjackRecord, bet: Aposta) -> str:
    if record.mode != PHYSICAL:
        return "BJ R70"
    return "BJ R62" if bet.tipo == "jackpot" else "BJ R16"


def _impossible(bet: Aposta, rule: str, expected: str, fact: str) -> Found:
    return Found(
        code="RES-IMPOSS",
        rule=rule,
        seat=bet.seat,
        bet=bet.bet,
        expected=expected,
        recorded=f"{bet.tipo} {bet.seat}",
        amount=bet.valor,
        facts={"fact": fact},
    )


def check_limits(
    record: BlackjackRecord, rules: BlackjackRules, mesa: Mesa, found: list[Found]
) -> None:
    """R8, R17, R18: minimum, its multiples, thirty times it, and the sum on one place.

    Where a bet breaks two of these by being too high, thirty times the minimum goes first.
    """
    principal = record.limites.get(PRINCIPAL)
    if principal is None:
        return
    most = rules.maximum_per_minimum * principal.minimum
    if principal.minimum and principal.maximum > most:
        found.append(
            Found(
                code="BJ-R8",
                rule="BJ R8",
                expected=f"<= {money_text(most)}",
                recorded=money_text(principal.maximum),
                amount=principal.maximum - most,
                facts={"fact": "maximo"},
            )
        )
    other = record.limites.get(COMPLEMENTAR, principal)
    totals: dict[int, Minor] = {}
    for (seat, owner), staked in mesa.initial.items():
        totals[seat] = totals.get(seat, 0) + staked
        limit = principal if seat == owner else other
        least = limit.minimum
        if (
            staked < least
            or (limit.maximum and staked > limit.maximum)
            or (least and (staked % least or staked > most))
        ):
            found.append(_limit_fault(mesa, limit, (seat, owner), staked, most))
    if not principal.maximum or max(totals.values(), default=0) <= principal.maximum:
        return
    for seat, total in totals.items():
        if total > principal.maximum and any(
            at == seat and owner != seat for at, owner in mesa.initial
        ):
            found.append(
                Found(
                    code="BJ-R8",
                    rule="BJ R18",
                    seat=seat,
                    expected=f"<= {money_text(principal.maximum)}",
                    recorded=money_text(total),
                    amount=total - principal.maximum,
                    facts={"fact": "casa"},
                )
            )


def _limit_fault(
    mesa: Mesa, limit: Limit, owned: tuple[int, int], staked: Minor, most: Minor
) -> Found:
    seat, owner = owned
    least = limit.minimum
    if staked < least:
        code, rule, expected, amount = "BET-MIN", "BJ R8", f">= {money_text(least)}", staked - least
    elif least and staked > most:
        code, rule, expected, amount = "BJ-R8", "BJ R8", f"<= {money_text(most)}", staked - most
    elif limit.maximum and staked > limit.maximum:
        most = limit.maximum
        code, rule, expected, amount = "BET-MAX", "BJ R8", f"<= {money_text(most)}", staked - most
    else:
        code, rule, expected, amount = "BJ-R8", "BJ R17", f"n x {money_text(least)}", None
    bets = [bet for bet in mesa.bets if (bet.seat, owner_of(bet)) == owned]
    main = [bet for bet in bets if bet.tipo in (PRINCIPAL, COMPLEMENTAR)]
    return Found(
        code=code,
        rule=rule,
        seat=seat,
        bet=main[-1].bet,
        expected=expected,
        recorded=money_text(staked),
        amount=amount,
        facts={"fact": "aposta", "by": owner},
    )


# --- the deal ------------------------------------------------------------------------------------


def check_deal(record: BlackjackRecord, mesa: Mesa, found: list[Found]) -> None:
    """R20, R21: first cards seat by seat, then the bank's; twice; then place by place."""
    if settled_without_deal(record):
        return
    cards = record.cartas
    due: list[int | None] = [*seats_in(mesa), None] * 2
    if [card.seat for card in cards[: len(due)]] != due or not _plain(cards, len(due)):
        cards = _dealt_to_bets(cards, mesa, due)
        went = [_place(card) for card in cards[: len(due)]]
        expected = [seat or 0 for seat in due]
        if went != expected and record.has("bets"):
            told = " ".join(map(str, expected)), " ".join(map(str, went))
            found.append(_order_fault("BJ R20", "ordem", *told))
    drawn = [_place(card) or _BANK_LAST for card in cards[len(due) :] if card.to != DISCARD]
    if drawn != sorted(drawn):
        told = " ".join(map(_shown, sorted(drawn))), " ".join(map(_shown, drawn))
        found.append(_order_fault("BJ R21", "tiradas", *told))
    bank = [card for card in record.cartas if card.to in BANK]
    if len(bank) > 1 and bank[1].open:
        found.append(_order_fault("BJ R20", "carta_virada", "descarte", bank[1].card or ""))


def _dealt_to_bets(
    cards: Sequence[Dealt], mesa: Mesa, seats: Sequence[int | None]
) -> Sequence[Dealt]:
    """Return the cards but those put away, and those of seats whose only bets came late."""
    late = {bet.seat for bet in mesa.late}.difference(seats)
    return [
        card for card in cards if card.to != DISCARD and (card.to != SEAT or card.seat not in late)
    ]


def _order_fault(rule: str, fact: str, expected: str, recorded: str) -> Found:
    return Found(
        code="BJ-ORDER", rule=rule, expected=expected, recorded=recorded, facts={"fact": fact}
    )


_BANK_LAST: Final = 1001
"""After every seat."""


def _shown(seat: int) -> str:
    return "0" if seat == _BANK_LAST else str(seat)


def _place(card: Dealt) -> int:
    return 0 if card.to in BANK else card.seat or -1


def _plain(cards: Sequence[Dealt], count: int) -> bool:
    """Tell whether the first cards went to first hands and the bank, and to nobody else."""
    return all(
        (card.to == SEAT and card.hand == 1) if card.seat is not None else card.to in BANK
        for card in cards[:count]
    )


def settled_without_deal(record: BlackjackRecord) -> bool:
    """Tell whether the deal was never finished: the round is void, or has no two bank's cards."""
    return record.void is not None or sum(card.to in BANK for card in record.cartas) < 2


# --- hands and bank ------------------------------------------------------------------------------


def check_hands(record: BlackjackRecord, mesa: Mesa, found: list[Found]) -> None:
    """R21 to R27, R43: what each hand took, and what the bank did."""
    if settled_without_deal(record):
        return
    for key, hand in mesa.hands.items():
        if (len(hand.cards) == 2 and hand.points > 11 and not hand.split) or (
            hand.points == UNKNOWN
        ):
            continue
        _check_hand(record, key, hand, found)
    _check_bank(record, mesa, found)


def _hand_fault(code: str, rule: str, key: Key, hand: Mao, expected: str, fact: str) -> Found:
    seat, number = (key, 1) if isinstance(key, int) else key
    return Found(
        code=code,
        rule=rule,
        seat=seat,
        expected=expected,
        recorded=" ".join(str(card or "?") for card in hand.cards),
        facts={"fact": fact, "hand": number},
    )


def _check_hand(record: BlackjackRecord, key: Key, hand: Mao, found: list[Found]) -> None:
    count, decisions = len(hand.cards), record.has("decisions")
    if hand.doubled is not None:
        if count != 3:
            found.append(_hand_fault("BJ-DOUBLE", "BJ R25", key, hand, "3", "cartas"))
        return
    if hand.surrendered:
        if count > 2:
            found.append(_hand_fault("BJ-SURR", "BJ R28", key, hand, "2", "cartas"))
        return
    if hand.aces and count > 2:
        found.append(_hand_fault("BJ-SPLIT", "BJ R23", key, hand, "2", "ases"))
    elif hand.points == BLACKJACK:
        if count > 2:
            found.append(_hand_fault("BJ-STAND", "BJ R21", key, hand, "2", "pediu"))
    elif hand.points <= ACE_LOW_STAND and decisions:
        expected = f"> {ACE_LOW_STAND}"
        found.append(_hand_fault("BJ-STAND", "BJ R21", key, hand, expected, "ficou"))
    elif count > 2 and drew_on(hand.cards):
        found.append(_hand_fault("BJ-STAND", "BJ R21", key, hand, f"< {GOAL}", "pediu"))


ACE_LOW_STAND: Final = 11
"""The most on which nobody may stand (R21)."""


def _check_bank(record: BlackjackRecord, mesa: Mesa, found: list[Found]) -> None:
    """R22, R43: 17 or more stands, 16 or less draws; nothing is drawn for nobody."""
    bank = mesa.bank
    drew = len(bank.cards) > 2 or bool(bank.void)
    if drew or 0 <= bank.points < BANK_STANDS:
        left = left_in(mesa)
        cards = " ".join(str(card or "?") for card in (*bank.cards, *bank.void))
        if not left.compared and (left.unknown or left.natural or not record.has("decisions")):
            return
        if left.compared and bank.void:
            fault = "BJ-DEALER", "BJ R22", str(bank.points), "tirou"
        elif left.compared and 0 <= bank.points < BANK_STANDS:
            fault = "BJ-DEALER", "BJ R22", f">= {BANK_STANDS}", "ficou"
        elif not left.compared and drew:
            fault = "BJ-DRAW3", "BJ R43", "2", "tirou"
        else:
            return
        code, rule, expected, fact = fault
        found.append(
            Found(code=code, rule=rule, expected=expected, recorded=cards, facts={"fact": fact})
        )


# --- a round declared void -----------------------------------------------------------------------


def check_void(record: BlackjackRecord, settlement: Settlement, found: list[Found]) -> None:
    """R74, R75: only the operator's own failure voids, and only where nobody can tell who won."""
    void = record.void
    if void is None:
        return
    decided = shows_who_wins(record, settlement)
    if record.mode == PHYSICAL:
        code, rule = "VOID-BAD", "BJ R39"
    elif void.side == "player":
        code, rule = "VOID-NET", "BJ R75"
    elif not decided:
        return
    elif void.side == "unknown":  # the server has the whole round: the player's side failed
        code, rule = "VOID-NET", "BJ R75"
    else:
        code, rule = "VOID-BAD", "BJ R74"
    found.append(
        Found(
            code=code,
            rule=rule,
            expected="válida",
            recorded="anulada",
            amount=paid_less_due(record, settlement) if record.has("payouts") else None,
            facts={"cause": void.cause},
        )
    )
