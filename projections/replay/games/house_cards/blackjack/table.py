"""The table as the record shows it: hands as they were split, doubled and given up, and the bank.

Cards name their hand, so that splitting needs no clock: each ``desdobra`` takes the second card of
its hand to a new one. What is against a rule is noted and counts as recorded.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

from msgspec import Struct, field, structs

from ledger.money import Minor
from projections.replay.games.house_cards.blackjack.counting import (
    BANK_STANDS,
    BLACKJACK,
    GOAL,
    KEYS,
    UNKNOWN,
    bank_points,
    doubled_points,
    is_blackjack,
    key_of,
    points,
)
from projections.replay.games.house_cards.blackjack.record import (
    BANK,
    COMPLEMENTAR,
    DESDOBRA,
    DESISTE,
    DUPLICA,
    JACKPOT,
    PAR_DINHEIRO,
    PRINCIPAL,
    SEAT,
    SEGURO,
    TIPOS,
    Aposta,
    BlackjackRecord,
    Decisao,
)
from projections.replay.games.house_cards.blackjack.words import ACE_OPEN, Bank
from projections.replay.kit.bets import BetChange, Moment, bets_as_closed, is_after
from projections.replay.kit.shoe import Dealt

_DEALT: Final = 2
"""Cards dealt to each hand."""
Key = int | tuple[int, int]
"""A hand: its seat; with its number, if it is not the first."""
Cards = list[str | None]


class Mao(Struct):
    """A hand."""

    cards: Cards
    points: int
    """``BLACKJACK``, or ``UNKNOWN`` where a card is not known."""
    split: bool = False
    """Made by splitting, or split."""
    aces: bool = False
    """One of a split pair of aces."""
    doubled: Decisao | None = None
    surrendered: bool = False
    even: set[int] | None = None
    """The owners who asked for even money."""
    void: Cards = field(default_factory=Cards)
    """Cards that came when the hand had 21 already: they count for nothing (R21)."""


class Posta(Struct, frozen=True, gc=False):
    """A stake that a decision laid on a hand, or on the insurance."""

    said: Decisao
    key: Key
    """The hand on which it lies."""
    owner: int
    due: Minor
    """What it should be; of an insurance the most it may be."""
    follows: bool = False
    """A complementary bettor's, who follows who decides for the place."""
    joins: bool = False
    """Of a bettor with several chips, laid for one more of them beside the stake before it."""


class Mesa(Struct):
    """A jogada as it was played."""

    bets: Sequence[Aposta]
    """As they stood when the deal began."""
    late: list[Aposta]
    late_changes: list[BetChange]
    hands: dict[Key, Mao]
    bank: Bank
    held: set[int]
    """Places with a bet of their titular in time."""
    initial: dict[tuple[int, int], Minor]
    """By seat and owner, what he staked before the deal."""
    bettors: dict[int, int]
    """By seat, who staked most."""
    postas: list[Posta] = field(default_factory=list)
    seguros: list[Posta] = field(default_factory=list)
    foreign: list[Decisao] = field(default_factory=list)
    """Decisions for a hand by somebody who does not decide for its place."""
    empty: list[Decisao] = field(default_factory=list)
    """Splittings of a hand that had not two cards of equal value."""
    again: list[Decisao] = field(default_factory=list)
    """Doublings of what was doubled already, or of split aces."""
    after: list[Decisao] = field(default_factory=list)
    """Surrenders after another decision for the place, and decisions after a surrender."""


def key_for(seat: int, hand: int) -> Key:
    """Return a hand's key.

    >>> key_for(3, 1), key_for(3, 2)
    (3, (3, 2))
    """
    return seat if hand == 1 else (seat, hand)


_last: list[tuple[BlackjackRecord, Mesa]] = []
"""The table unfolded last: settling and verifying ask for the same one."""


def unfold(record: BlackjackRecord) -> Mesa:
    """Return the table as the record shows it."""
    for known, mesa in _last:
        if known is record:
            return mesa
    mesa = _unfold(record)
    _last[:] = [(record, mesa)]
    return mesa


def _unfold(record: BlackjackRecord) -> Mesa:
    piles: dict[Key, Cards] = {}
    bank: Cards = []
    for card in record.cartas:
        to = card.to
        if to == SEAT:
            seat = card.seat or 0
            key = seat if card.hand == 1 else (seat, card.hand)
            pile = piles.get(key)
            if pile is None:
                piles[key] = [card.card]
            else:
                pile.append(card.card)
        elif to in BANK:
            bank.append(card.card)
    bets, late, late_changes = in_time(record)
    held: set[int] = set()
    initial: dict[tuple[int, int], Minor] = {}
    for bet in bets:
        if bet.tipo == PRINCIPAL:
            held.add(bet.seat)
        elif bet.tipo != COMPLEMENTAR:
            continue
        owned = bet.seat, owner_of(bet)
        initial[owned] = initial.get(owned, 0) + bet.valor
    hands = {key: Mao(cards, UNKNOWN) for key, cards in piles.items()}
    mesa = Mesa(bets, late, late_changes, hands, bank_of(bank), held, initial, _highest(initial))
    if any(said.by is not None or said.decisao in _COSTLY for said in record.decisoes):
        _decide(mesa, record)
    for hand in hands.values():
        _set_void_aside(hand)
        hand.points = _points(hand)
    return mesa


_COSTLY: Final = frozenset({DESDOBRA, DUPLICA, DESISTE, SEGURO, PAR_DINHEIRO})
"""What changes a hand or lays money down; the cards themselves tell who drew and who stood."""


def in_time(record: BlackjackRecord) -> tuple[Sequence[Aposta], list[Aposta], list[BetChange]]:
    """Return the bets as they stood when the deal began, those that came late, and late changes.

    The call and the first card close the bets, whichever was first (R16, R62, R70).
    """
    bets: Sequence[Aposta] = record.bets
    closed: Moment | Dealt | None = record.jogo_feito
    if record.cartas:
        first = record.cartas[0]
        closed = first if closed is None or is_after(closed, first) else closed
    late_changes: list[BetChange] = []
    if record.alteracoes:
        standing, late_changes = bets_as_closed(bets, record.alteracoes, closed)
        bets = cast("Sequence[Aposta]", standing)
    if closed is None:
        return bets, [], late_changes
    late = [bet for bet in bets if is_after(bet, closed)]
    if late:
        bets = [bet for bet in bets if not is_after(bet, closed)]
    return bets, late, late_changes


def owner_of(bet: Aposta) -> int:
    """Return the seat of the bettor; a number of the bet's own where it is not known."""
    if bet.by is not None:
        return bet.by
    return bet.seat if bet.tipo != COMPLEMENTAR else -bet.bet


def bank_of(cards: Cards) -> Bank:
    """Return the bank's hand as it counts: a card drawn on 17 or more is void (R22)."""
    opened = KEYS.get(cards[0]) if cards else None
    opened = None if opened is None else opened & 15
    natural: bool | None = False if opened is not None and opened not in (ACE_OPEN, 10) else None
    key, count = 0, 0
    for card in cards:
        if count > 1 and bank_points(key) >= BANK_STANDS:
            break
        value = KEYS.get(card)
        if value is None:
            return Bank(tuple(cards), UNKNOWN, opened, natural)
        key += value
        count += 1
    if count < 2:
        return Bank(tuple(cards), UNKNOWN, opened, natural)
    counted = tuple(cards[:count])
    total = bank_points(key)
    natural = count == 2 and total == GOAL
    return Bank(counted, total, opened, natural, tuple(cards[count:]))


def _set_void_aside(hand: Mao) -> None:
    """Take from a hand the cards that came to it when it had 21 already (R21).

    DECISION: they are void, as the bank's forbidden card is (R22). What a doubled or a surrendered
    hand took besides is another fault.
    """
    if len(hand.cards) <= _DEALT or hand.doubled is not None or hand.surrendered:
        return
    for count in range(_DEALT, len(hand.cards)):
        key = key_of(hand.cards[:count])
        if key < 0 or points(key) > GOAL:
            return
        if points(key) == GOAL:
            hand.void = hand.cards[count:]
            del hand.cards[count:]
            return


def _points(hand: Mao) -> int:
    cards = hand.cards
    if hand.doubled is not None:
        return doubled_points(cards)
    if not hand.split and len(cards) > 1 and is_blackjack(cards):
        return BLACKJACK
    key = key_of(cards)
    return points(key) if key >= 0 and len(cards) > 1 else UNKNOWN


# --- decisions -----------------------------------------------------------------------------------


def decider_of(mesa: Mesa, seat: int) -> int:
    """Return the decider of a place: its titular, or of a vacant place the highest bettor (R19).

    Of equal bettors it is the one in the lowest seat.
    """
    if seat in mesa.held:
        return seat
    return mesa.bettors.get(seat, seat)


def _highest(initial: Mapping[tuple[int, int], Minor]) -> dict[int, int]:
    """Return the highest bettor of each place, of equals the one in the lowest seat."""
    highest: dict[int, int] = {}
    for (seat, owner), staked in initial.items():
        known = highest.get(seat)
        if known is None or (staked, -owner) > (initial[seat, known], -known):
            highest[seat] = owner
    return highest


class _Play(Struct):
    """The state of the places while their decisions are read."""

    mesa: Mesa
    cards: Sequence[Dealt]
    chips: Counter[tuple[int, int]]
    """By seat and owner, how many chips he laid before the deal."""
    laid: dict[tuple[str, Key, int], list[Posta]] = field(default_factory=dict)
    """By decision, hand and owner, the stakes that he laid for it last, chip by chip."""
    made: dict[int, int] = field(default_factory=dict)
    """How many hands each place has."""
    children: dict[Key, list[Key]] = field(default_factory=dict)
    """Of each hand, those that were split from it."""
    on: dict[tuple[Key, int], Minor] = field(default_factory=dict)
    """What each owner has on each hand."""
    spoke: set[int] = field(default_factory=set)
    """Places for which something was decided."""
    gone: set[int] = field(default_factory=set)
    """Places that surrendered."""


def _decide(mesa: Mesa, record: BlackjackRecord) -> None:
    chips = Counter((bet.seat, owner_of(bet)) for bet in mesa.bets if bet.tipo != JACKPOT)
    play = _Play(mesa, record.cartas, chips, on={**mesa.initial})
    deciders: dict[int, int] = {}
    for said in record.decisoes:
        seat = said.seat
        decider = deciders.get(seat)
        if decider is None:
            decider = deciders[seat] = decider_of(mesa, seat)
        owner = said.by if said.by is not None else decider
        if said.decisao == SEGURO:
            most = mesa.initial.get((seat, owner), 0) // 2
            mesa.seguros.append(Posta(said, seat, owner, most, owner != decider))
        elif said.decisao == PAR_DINHEIRO:
            hand = _hand(mesa, seat)
            hand.even = hand.even or set()
            hand.even.add(owner)
        elif said.decisao == DESDOBRA:
            _split(play, said, owner, decider)
        elif said.decisao == DUPLICA:
            _double(play, said, owner, decider)
        else:
            _say(play, said, owner, decider)


def _say(play: _Play, said: Decisao, owner: int, decider: int) -> None:
    """Take a decision that costs nothing: a surrender is only the first one, and final (R28)."""
    mesa, seat = play.mesa, said.seat
    if owner != decider:
        mesa.foreign.append(said)
    if seat in play.gone or (said.decisao == DESISTE and seat in play.spoke):
        mesa.after.append(said)
    if said.decisao == DESISTE:
        _hand(mesa, key_for(seat, said.hand)).surrendered = True
        play.gone.add(seat)
    else:
        play.spoke.add(seat)


def _hand(mesa: Mesa, key: Key) -> Mao:
    return mesa.hands.setdefault(key, Mao([], UNKNOWN))


def _lay(play: _Play, posta: Posta, key: Key) -> None:
    """Lay a stake for a choice that was made for a hand."""
    play.mesa.postas.append(posta)
    before = play.laid.get((posta.said.decisao, key, posta.owner), [])
    laid = [*before, posta] if posta.joins else [posta]
    play.laid[posta.said.decisao, key, posta.owner] = laid


def _beside(play: _Play, said: Decisao, key: Key, owner: int) -> Posta | None:
    """Return the stake beside which a bettor lays another for one more of his chips (R23, R25).

    Together they are no more than what lies on the hand, and no card came to it in between: who
    has seen one doubles again.
    """
    laid = play.laid.get((said.decisao, key, owner))
    if not laid or len(laid) >= play.chips[said.seat, owner]:
        return None
    first, last = laid[0], laid[-1]
    hands = {key_for(said.seat, said.hand), first.key}
    seen = any(
        is_after(card, last.said) and is_after(said, card)
        for card in play.cards
        if card.to == SEAT and key_for(card.seat or 0, card.hand) in hands
    )
    whole = sum(posta.said.valor for posta in laid) + said.valor
    if seen or whole > first.due:
        return None
    return structs.replace(first, said=said, joins=True)


def _split(play: _Play, said: Decisao, owner: int, decider: int) -> None:
    mesa, seat = play.mesa, said.seat
    key = key_for(seat, said.hand)
    one_more = _beside(play, said, key, owner)
    if one_more is not None:
        _lay(play, one_more, key)
        play.on[one_more.key, owner] = play.on.get((one_more.key, owner), 0) + said.valor
        return
    children = play.children.get(key, [])
    if owner != decider and (children or mesa.hands.get(key, _NONE).split):
        child = children[-1] if children else key
        parent = key if children else seat
        due = play.on.get((parent, owner), 0)
        _lay(play, Posta(said, child, owner, due, follows=True), key)
        play.on[child, owner] = play.on.get((child, owner), 0) + said.valor
        return
    if owner != decider:
        mesa.foreign.append(said)
    if seat in play.gone:
        mesa.after.append(said)
    play.spoke.add(seat)
    hand = _hand(mesa, key)
    number = play.made[seat] = play.made.get(seat, 1) + 1
    child = key_for(seat, number)
    pair = hand.cards[:2]
    values = [KEYS.get(card) for card in pair]
    if len(pair) < 2 or (None not in values and values[0] != values[1]):
        mesa.empty.append(said)
    new = _hand(mesa, child)
    new.cards[:0] = [hand.cards.pop(1)] if len(pair) > 1 else []
    hand.split = new.split = True
    hand.aces = new.aces = bool(pair) and (pair[0] or "")[:1] == "A"
    play.children.setdefault(key, []).append(child)
    due = play.on.get((key, owner), 0)
    _lay(play, Posta(said, child, owner, due), key)
    play.on[child, owner] = said.valor


_NONE = Mao([], UNKNOWN)


def _double(play: _Play, said: Decisao, owner: int, decider: int) -> None:
    mesa, seat = play.mesa, said.seat
    key = key_for(seat, said.hand)
    hand = _hand(mesa, key)
    one_more = _beside(play, said, key, owner)
    if one_more is not None:
        _lay(play, one_more, key)
        return
    due = play.on.get((key, owner), 0)
    if owner != decider and hand.doubled is not None:
        _lay(play, Posta(said, key, owner, due, follows=True), key)
        return
    if owner != decider:
        mesa.foreign.append(said)
    if seat in play.gone:
        mesa.after.append(said)
    if hand.doubled is not None or hand.aces:
        mesa.again.append(said)
    play.spoke.add(seat)
    hand.doubled = hand.doubled or said
    _lay(play, Posta(said, key, owner, due), key)


# --- what the bank has still to compare ----------------------------------------------------------


class Left(Struct, frozen=True, gc=False):
    """Who is still in when the bank's turn comes."""

    compared: bool = False
    """A hand that the bank's points decide."""
    natural: bool = False
    """A blackjack that is not paid yet."""
    unknown: bool = False
    """A hand whose cards the record lacks, or that has no stake in time."""


def left_in(mesa: Mesa) -> Left:
    """Return the hands that remain in play when the bank's turn comes (R43).

    Lost, surrendered and paid hands are out: a blackjack is paid at once beside an open card of 2
    to 9 (R46), or where all its owners asked for even money beside an ace (R47).
    """
    compared = natural = unknown = False
    open_card = mesa.bank.open
    waits = open_card is None or open_card in (ACE_OPEN, 10)
    owners: dict[int, set[int]] = {}
    for seat, owner in mesa.initial:
        owners.setdefault(seat, set()).add(owner)
    for key, hand in mesa.hands.items():
        seat = key if isinstance(key, int) else key[0]
        if seat not in owners:
            unknown = True
            continue
        if hand.surrendered:
            continue
        mine = hand.points
        if hand.void:
            unknown = True  # who counts the void card may have it out of play
        elif mine == BLACKJACK:
            even = hand.even is not None and (key != seat or owners[seat] <= hand.even)
            if waits and not (even and open_card == ACE_OPEN):
                natural = True
        elif mine == UNKNOWN:
            unknown = True
        elif mine <= GOAL:
            compared = True
    return Left(compared, natural, unknown)


def seats_in(mesa: Mesa) -> list[int]:
    """Return the places with a bet in time, in order."""
    return sorted({seat for seat, _ in mesa.initial})


def unknown_bets(bets: Iterable[Aposta]) -> list[Aposta]:
    """Return the bets that the game does not have."""
    return [bet for bet in bets if bet.tipo not in TIPOS]


def as_bet(posta: Posta) -> Aposta | None:
    """Return a decision's stake as a bet with its number, or None where it has none."""
    said = posta.said
    if said.bet is None:
        return None
    return Aposta(bet=said.bet, seat=said.seat, tipo=said.decisao, valor=said.valor, by=said.by)
