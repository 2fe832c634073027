"""Faults of decisions: whether each choice was open, whose it was, and its stake."""

from collections import Counter
from typing import Final

from projections.replay.games.house_cards.blackjack.counting import KEYS, may_double
from projections.replay.games.house_cards.blackjack.record import (
    BANK,
    DESDOBRA,
    DESISTE,
    DUPLICA,
    FICA,
    PAR_DINHEIRO,
    PEDE,
    SEAT,
    SEGURO,
    BlackjackRecord,
    Decisao,
)
from projections.replay.games.house_cards.blackjack.table import (
    Key,
    Mesa,
    Posta,
    decider_of,
    key_for,
)
from projections.replay.games.house_cards.blackjack.words import ACE_OPEN
from projections.replay.kit.bets import is_after
from projections.replay.settlement import Found, money_text

_CARDS = 2
WORDS: Final = (PEDE, FICA, DESDOBRA, DUPLICA, DESISTE, SEGURO, PAR_DINHEIRO)
"""Every decision that the game knows."""


def check_decisions(record: BlackjackRecord, mesa: Mesa, found: list[Found]) -> None:
    """R18, R19, R23 to R28, R50; nothing where all only drew or stood for themselves."""
    if not record.has("decisions"):
        return
    found.extend(
        _fault(one, "RES-IMPOSS", "BJ R21", ", ".join(WORDS), one.decisao, "decisao")
        for one in record.decisoes
        if one.decisao not in WORDS and not record.unread  # which tell the same of events
    )
    _check_hands(record, mesa, found)
    if mesa.postas:
        _check_stakes(record, mesa, found)
    for one in mesa.empty:
        pair = " ".join(str(card or "?") for card in _pair(mesa, one))
        found.append(_fault(one, "BJ-SPLIT", "BJ R23", "par", pair, "valores"))
    found.extend(
        _fault(one, "BJ-DOUBLE", "BJ R25", "", one.decisao, "outra_vez") for one in mesa.again
    )
    found.extend(
        _fault(one, "BJ-SURR", "BJ R28", DESISTE, one.decisao, "alterada") for one in mesa.after
    )
    if mesa.bank.open == ACE_OPEN:
        found.extend(
            _fault(one, "BJ-SURR", "BJ R28", "", "A", "as")
            for one in record.decisoes
            if one.decisao == DESISTE
        )
    if mesa.foreign:
        _check_deciders(record, mesa, found)
    if mesa.seguros:
        _check_insurance(record, mesa, found)


def _check_hands(record: BlackjackRecord, mesa: Mesa, found: list[Found]) -> None:
    """R23: a place has one hand more for each splitting that was said, no other."""
    beyond = [card for card in record.cartas if card.to == SEAT and card.hand > 1]
    if not beyond:
        return
    parted = Counter(
        posta.said.seat
        for posta in mesa.postas
        if posta.said.decisao == DESDOBRA and not posta.follows and not posta.joins
    )
    found.extend(
        Found(
            code="RES-IMPOSS",
            rule="BJ R23",
            seat=card.seat,
            expected=f"1-{1 + parted[card.seat or 0]}",
            recorded=str(card.hand),
            facts={"fact": "mao", "card": card.card},
        )
        for card in beyond
        if card.hand > 1 + parted[card.seat or 0]
    )


def _fault(said: Decisao, code: str, rule: str, expected: str, recorded: str, fact: str) -> Found:
    return Found(
        code=code,
        rule=rule,
        seat=said.seat,
        bet=said.bet,
        expected=expected,
        recorded=recorded,
        facts={"fact": fact, "hand": said.hand},
    )


def _pair(mesa: Mesa, said: Decisao) -> list[str | None]:
    """Return the two cards that a splitting parted."""
    posta = next(one for one in mesa.postas if one.said is said)
    hand = mesa.hands.get(key_for(said.seat, said.hand))
    new = mesa.hands.get(posta.key)
    return [*(hand.cards[:1] if hand else ()), *(new.cards[:1] if new else ())]


def _laid_together(mesa: Mesa) -> list[list[Posta]]:
    """Return the stakes laid by decisions, a bettor's for several chips of one choice together."""
    found: list[list[Posta]] = []
    last: dict[tuple[str, Key, int], list[Posta]] = {}
    for posta in mesa.postas:
        key = posta.said.decisao, posta.key, posta.owner
        if posta.joins:
            last[key].append(posta)
        else:
            last[key] = [posta]
            found.append(last[key])
    return found


def _check_stakes(record: BlackjackRecord, mesa: Mesa, found: list[Found]) -> None:
    """R23 to R26: equal stakes, and doubling only 9, 10 or 11."""
    for laid in _laid_together(mesa):
        posta = laid[0]
        said = posta.said
        split = said.decisao == DESDOBRA
        total = sum(one.said.valor for one in laid)
        if total != posta.due and record.has("bets"):
            rule = "BJ R24" if split and posta.follows else "BJ R23" if split else "BJ R25"
            found.append(
                Found(
                    code="BJ-SPLIT" if split else "BJ-DOUBLE",
                    rule=rule,
                    seat=said.seat,
                    bet=said.bet,
                    expected=money_text(posta.due),
                    recorded=money_text(total),
                    amount=total - posta.due,
                    facts={"fact": "valor", "hand": said.hand},
                )
            )
        hand = mesa.hands[posta.key]
        if said.decisao == DUPLICA and hand.doubled is said and not hand.aces:
            pair = hand.cards[:_CARDS]
            if record.has("cards") and all(card in KEYS for card in pair) and not may_double(pair):
                rule = "BJ R26" if hand.split else "BJ R25"
                cards = " ".join(map(str, pair))
                found.append(_fault(said, "BJ-DOUBLE", rule, "9, 10, 11", cards, "pontos"))


def _check_deciders(record: BlackjackRecord, mesa: Mesa, found: list[Found]) -> None:
    """R18, R19: the titular decides; at a vacant place the highest bettor, or the lowest seat.

    Where somebody sits at a place and has not bet, the law names nobody.
    """
    occupied = {place.seat for place in record.seats}
    bet_on = {seat for seat, _ in mesa.initial}
    for one in mesa.foreign:
        if one.seat in mesa.held:
            code, rule = "REG-RULE", "BJ R18"
        elif one.seat in occupied or one.seat not in bet_on:
            continue
        else:
            code, rule = "BJ-VACANT", "BJ R19"
        expected = str(decider_of(mesa, one.seat))
        found.append(_fault(one, code, rule, expected, str(one.by), "decisor"))


def _check_insurance(record: BlackjackRecord, mesa: Mesa, found: list[Found]) -> None:
    """R50: an ace is open, the second cards are dealt and not known, half of the initial bet."""
    staked: dict[tuple[int, int], int] = {}
    second = [card for card in record.cartas if card.to in BANK][1:2]
    opened, shown = mesa.bank.open, record.banca_descoberta
    for posta in mesa.seguros:
        said, owned = posta.said, (posta.said.seat, posta.owner)
        before = staked.get(owned, 0)
        staked[owned] = total = before + said.valor
        if said.valor <= 0:
            recorded = money_text(said.valor)
            found.append(_fault(said, "RES-IMPOSS", "BJ R50", "> 0.00", recorded, "valor"))
        if opened is not None and opened != ACE_OPEN:
            found.append(_fault(said, "BJ-INS", "BJ R50", "A", str(opened), "carta_aberta"))
        if shown is not None and is_after(said, shown):
            found.append(
                _fault(said, "BJ-INS", "BJ R50", f"<= {shown.at or ''}", said.at or "", "tarde")
            )
        elif second and is_after(second[0], said):
            found.append(
                _fault(said, "BJ-INS", "BJ R50", f">= {second[0].at or ''}", said.at or "", "cedo")
            )
        # ``due`` is rounded down: nothing above half fits beside it in whole units.
        if total > posta.due and record.has("bets"):
            found.append(
                Found(
                    code="BJ-INS",
                    rule="BJ R50",
                    seat=said.seat,
                    bet=said.bet,
                    expected=f"<= {money_text(posta.due)}",
                    recorded=money_text(total),
                    amount=total - max(posta.due, before),
                    facts={"fact": "metade"},
                )
            )
