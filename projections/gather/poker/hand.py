"""From the events of a hand of hold'em or Omaha to its record.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options ``minimum``, ``maximum``, ``limit`` (com_limite, pote, sem_limite),
                        ``k``, ``repiques`` (or ``sem_limite``), ``unit``, ``method``,
                        ``cagnotte_ppm``, ``cagnotte_maximum``, ``cagnotte_mode`` (hand, session),
                        ``session_fee_of`` (maximum, cave), ``cave``, ``reposicao``,
                        ``entry_minimum``, ``mixed`` (the games of a mixed table)
round-opened            who is in, the mão, and at a mixed table the game
stack-declared          before the first bet or card of the hand, the cave; after it, only what was
                        added counts, as chips added in the hand (R48 e)
bet-placed, decision,   the acts, in the order in which they were done; a ``player-warned`` with
dead-money              more time stands for the player's next decision (O67)
card-dealt              own cards in the order of the deal, common cards
error-noted             ``R57a`` to ``R58j``, ``R66a`` to ``g``. R57 d-f with the cards exposed,
                        which are taken off the board again; R57 g with the card turned, which is
                        the burned one; R57 b and R58 c, h, i put the seat out from there on
card-exposed            of ``board`` as R57 d-f, of a ``seat`` by the pagador or the deal as R57 c
deck-shuffled           after an exposure, the shuffle that R57 asks for
commission              of mode ``session`` a fee for the sessão (R65 b), else the hand's cagnotte
announcement            of ``limite_alterado`` within the hand: a limit changed (R64)
======================  ==========================================================================

What stood before the hand is in ``between_hands``.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from msgspec import structs

from ledger.events.outcomes import (
    Announcement,
    CardBurned,
    CardDealt,
    CardExposed,
    DeckCut,
    DeckShuffled,
    ErrorNoted,
    HandShown,
)
from ledger.events.rounds import (
    BetPlaced,
    Commission,
    Decision,
    Payout,
    PotDeclared,
    RoundOpened,
)
from ledger.events.seats import DeadMoney, PlayerWarned, StackDeclared
from ledger.ids import split_round
from projections.base.event import ClosedRound, Event
from projections.gather.kit.heading import heading, whole, whole_or_unlimited, word
from projections.gather.kit.unread import Words, with_unread
from projections.gather.poker.between_hands import (
    TAKES,
    SeatedPlayer,
    TableBetweenHands,
    between_hands_of,
    seconds_between,
)
from projections.replay.games.poker.betting.record import (
    ABSENTEE,
    ACOMPANHAR,
    AFASTADO,
    ANTE,
    APOSTAR,
    BARRING,
    COMMON_OF_TURN,
    DESISTIR,
    EXPOSED,
    GRANDE,
    MISSED_TURN,
    PASSAR,
    PEQUENA,
    REPICAR,
    REPOSTO,
    TURNED,
    UNANNOUNCED,
    UNBURNED,
    Action,
    Burn,
    DeclaredPot,
    Exposed,
    Fee,
    Player,
    Shown,
)
from projections.replay.kit.cards import DECK
from projections.replay.left_open.unread import ERROR
from projections.replay.record import ErrorNoted as Noted
from projections.replay.record import Unread

LIMITS: Final = ("com_limite", "pote", "sem_limite")
METHODS: Final = ("camadas", "proporcional")
MODES: Final = ("hand", "session")
FEES_OF: Final = ("maximum", "cave")
SESSION: Final = "session"
BY_HAND: Final = "hand"
LIMIT_CHANGED: Final = "limite_alterado"
THE_DEAL: Final = frozenset({None, "pagador", "deal", "dealer"})
"""By whom a card of a seat was exposed in the deal, and not by its player."""
FORCED: Final = frozenset({PEQUENA, GRANDE, REPOSTO})
CARDS: Final = frozenset(DECK)
LAST_OF_PHASE: Final = frozenset({1, 4, 5})
"""So many common cards lie there when one card of a phase does."""
OF_A_SEAT: Final = frozenset({*BARRING, UNANNOUNCED, MISSED_TURN})
"""Errors that say what a seat may do, or what of its chips counts."""
ACTS: Final = (Decision, BetPlaced, DeadMoney)


ACTIONS: Final = frozenset({DESISTIR, PASSAR, ACOMPANHAR, REPICAR, APOSTAR, AFASTADO})
WORDS: Final = Words(
    cards_to=frozenset({"seat", "board"}),
    by_seat=True,
    actions=ACTIONS | FORCED,
    chances=ACTIONS | FORCED | {ANTE},
)


class Hand:
    """The facts that the events of a hand told."""

    def __init__(self, between: TableBetweenHands) -> None:
        """Begin a hand at a table as the hand before left it."""
        self.between = between
        self.began = False
        """Whether a card was dealt or a bet made: earlier changes of the table are of this hand."""
        self.order: tuple[int, ...] = ()
        self.cards: dict[int, list[str | None]] = {}
        self.dealt: list[int] = []
        self.board: list[str | None] = []
        self.actions: list[Action] = []
        self.burns: list[Burn] = []
        self.exposed: list[Exposed] = []
        self.errors: list[Noted] = []
        """Errors that the table noted in another way than as errors."""
        self.unread: list[Unread] = []
        """Errors of which nobody can read of what card, or whose, they are."""
        self.shown: list[Shown] = []
        self.added: dict[int, int] = {}
        self.fees: list[Commission] = []
        self.commission: int | None = None
        self.limits_changed = False
        self.means: list[str] = []
        self.warned: set[int] = set()
        self.shuffles: list[int | None] = []
        self.deck_shown = between.deck_shown
        self.cuts: list[int] = []
        self.pots: dict[int, DeclaredPot] = {}
        self.expelled = {seat for seat, sat in between.seats.items() if sat.expelled}
        """Seats whose players had to leave before the hand was opened."""

    def read(self, events: Sequence[Event]) -> "Hand":
        """Take the hand's events in their order."""
        for event in events:
            payload = event.payload
            if isinstance(payload, ACTS):
                self.began = True
                self.act(payload)
            elif isinstance(payload, CardDealt):
                self.card(payload)
            elif type(payload) in TAKES and not isinstance(payload, DeckShuffled):
                self.seat(event)
            else:
                self.other(payload)
        return self

    def act(self, payload: Decision | BetPlaced | DeadMoney) -> None:
        """Take a player's act: the chips he put in, the word he said."""
        common = len(self.board)
        if isinstance(payload, Decision):
            action = Action(
                seat=payload.seat,
                action=payload.action,
                added=payload.added,
                announced=payload.announced,
                common=common,
                lapsed=payload.lapsed,
                warned=payload.seat in self.warned,
            )
            self.warned.discard(payload.seat)
        elif isinstance(payload, BetPlaced):
            action = Action(
                seat=payload.seat,
                action=payload.chance,
                added=payload.amount,
                common=common,
                means=payload.means or "",
            )
        else:
            action = Action(seat=payload.seat, action=REPOSTO, added=payload.amount, common=common)
        self.actions.append(action)

    def card(self, payload: CardDealt) -> None:
        """Take a card dealt."""
        if payload.to == "board":
            self.began = True
            self.board.append(payload.card)
        elif payload.seat is not None:
            self.began = True
            self.cards.setdefault(payload.seat, []).append(payload.card)
            self.dealt.append(payload.seat)

    def seat(self, event: Event) -> None:
        """Take a change of a seat; one before the first card or bet holds for the hand."""
        payload = event.payload
        if isinstance(payload, PlayerWarned) and payload.extra_time is not None:
            self.warned.add(payload.seat)
        if not self.began:
            self.between.take(event)
            return
        if isinstance(payload, StackDeclared) and payload.added:
            self.added[payload.seat] = self.added.get(payload.seat, 0) + payload.added

    def other(self, payload: Any) -> None:
        """Take everything else."""
        match payload:
            case RoundOpened():
                self.order = payload.seats
                if payload.mao is not None:
                    self.between.mao = payload.mao
            case CardBurned():
                self.burns.append(Burn(card=payload.card, common=len(self.board)))
                self._burned()
            case HandShown() if payload.seat is not None:
                self.shown.append(Shown(seat=payload.seat, cards=payload.cards))
            case DeckShuffled() if not (self.began or self.exposed):
                self.shuffles.append(payload.times if payload.method == BY_HAND else None)
                self.deck_shown = self.deck_shown or payload.shown
            case DeckCut() if not self.began and payload.by is not None:
                self.cuts.append(payload.by)
            case Announcement() if payload.what == LIMIT_CHANGED:
                self.limits_changed = True
            case PotDeclared():
                self.pots[payload.pot] = DeclaredPot(
                    pot=payload.pot, amount=payload.amount, eligible=payload.eligible
                )
            case Payout() | Commission():
                self.money(payload)
            case _:
                self.error(payload)

    def money(self, payload: Payout | Commission) -> None:
        """Take a payment, or the house's share."""
        if isinstance(payload, Payout):
            if payload.means is not None:
                self.means.append(payload.means)
        elif payload.mode == SESSION:
            self.fees.append(payload)
        else:
            self.commission = (self.commission or 0) + payload.amount

    # Errors and their remedies.

    def error(self, payload: Any) -> None:
        """Take an error noted, an exposure or its remedy."""
        match payload:
            case ErrorNoted() if payload.error in EXPOSED:
                self.expose(EXPOSED[payload.error], payload.cards)
            case ErrorNoted() if payload.error == UNBURNED:
                self._unburned(payload.cards)
            case ErrorNoted() if payload.error in OF_A_SEAT and payload.seat is None:
                self.lost(payload.error)
            case ErrorNoted() if payload.error in BARRING and payload.seat is not None:
                if payload.error != ABSENTEE:
                    out = Action(seat=payload.seat, action=AFASTADO, common=len(self.board))
                    self.actions.append(out)
            case CardExposed() if payload.of == "board":
                cards = () if payload.card is None else (payload.card,)
                self.expose(len(self.board), cards)
            case CardExposed() if self._in_deal(payload):
                cards = () if payload.card is None else (payload.card,)
                self.errors.append(Noted(error=TURNED, seat=payload.seat, cards=cards))
            case DeckShuffled() if self.exposed:
                self.exposed[-1] = structs.replace(self.exposed[-1], shuffled=True)
            case _:
                pass

    def _in_deal(self, payload: CardExposed) -> bool:
        """Tell whether a player's card was turned in the deal (R57 c), not by himself (R58 f)."""
        spoken = any(one.action not in FORCED for one in self.actions)
        return payload.of == "seat" and payload.by in THE_DEAL and not spoken

    def expose(self, common: int, cards: Sequence[str]) -> None:
        """Take common cards exposed too soon: they lie on the board no longer."""
        lie = self.board[common:]
        if lie and not (cards and CARDS.issuperset(cards)):
            del self.board[common:]  # what lies beyond what was due is what was exposed
            cards = tuple(card for card in lie if card is not None)
        for card in cards:
            at = self._where(card, common)
            if at is not None:
                del self.board[at]
        acts, same = len(self.actions), self.exposed[-1:]
        if same and (same[0].common, same[0].acts) == (common, acts):
            known = dict.fromkeys((*same[0].cards, *cards))
            self.exposed[-1] = structs.replace(same[0], cards=tuple(known))
        else:
            self.exposed.append(Exposed(common=common, cards=tuple(cards), acts=acts))

    def _burned(self) -> None:
        if self.exposed and self.exposed[-1].common == len(self.board):
            last = self.exposed[-1]
            self.exposed[-1] = structs.replace(last, burned=last.burned + 1)

    def _unburned(self, cards: Sequence[str]) -> None:
        """Take the card turned without a burn for the burned one (R57 g)."""
        card = cards[0] if cards and cards[0] in CARDS else None
        at = None if card is None else self._where(card)
        if at is None and (card is None or not CARDS.issuperset(map(str, self.board))):
            if len(self.board) not in LAST_OF_PHASE:
                self.lost(UNBURNED)
                return
            at = len(self.board) - 1
        if at is None:
            return
        burned = self.board.pop(at)
        common = max((one for one in (0, 3, 4) if one <= len(self.board)), default=0)
        self.burns.append(Burn(card=card if burned not in CARDS else burned, common=common))

    def _where(self, card: str, first: int = 0) -> int | None:
        """Return where a card lies on the board, or the one card that nobody can read."""
        lie = range(first, len(self.board))
        same = [at for at in lie if self.board[at] == card]
        unread = [at for at in lie if self.board[at] not in CARDS]
        return same[0] if same else (unread[0] if len(unread) == 1 else None)

    def lost(self, error: str) -> None:
        """Note an error of which nobody can say on what it took effect."""
        self.unread.append(Unread(fact=ERROR, word=error))

    def left_open(self) -> tuple[Unread, ...]:
        """Return the errors whose effect nobody can tell: unread, or undone in part only."""
        if self.exposed and not self.unread and not self._in_phases():
            first = min(one.common for one in self.exposed)
            self.lost(next((word for word, at in EXPOSED.items() if at == first), UNBURNED))
        return tuple(self.unread)

    def _in_phases(self) -> bool:
        """Tell whether the board, and each act, is as many cards on as a phase of betting has."""
        seen = {one.common for one in self.actions} | {len(self.board)}
        return seen.issubset(COMMON_OF_TURN)


def record_fields(
    closed: ClosedRound,
    options: Mapping[str, Any],
    reading: type[Hand] = Hand,
    words: Words = WORDS,
) -> dict[str, Any]:
    """Return the fields of a hand's record, by the game's own reading of its events."""
    assert closed.table is not None
    between = between_hands_of(
        closed.carried, () if closed.carried else closed.table.before(closed.opened)
    )
    known = between.round != "" and follows(between.round, closed.round)
    hand = reading(between).read(closed.events)
    seats = between.seats_of(hand.order)
    mao = between.mao if between.mao is not None else (seats[0] if seats else 0)
    first = not between.round
    if first:
        before = (
            0 if between.mao is not None else None
        )  # R15: the first place at the pagador's left
    else:
        before = between.mao_before if known else None
    shared = with_unread(heading(closed), closed, words)
    if left_open := hand.left_open():
        shared["unread"] = (*shared.get("unread", ()), *left_open)
    shared["errors"] = (*shared["errors"], *_not_noted(hand.errors, shared["errors"]))
    return {
        **shared,
        **table_fields(closed, options),
        "cagnotte_taken": hand.commission,
        "mao": mao,
        "mao_before": before,
        "players": tuple(
            player_of(hand, seat, whole(options, "minimum", 0) or 0, first=first, known=known)
            for seat in seats
        ),
        "actions": tuple(hand.actions),
        "board": tuple(hand.board),
        "burns": tuple(hand.burns),
        "shown": tuple(hand.shown),
        "shuffles": () if None in hand.shuffles else tuple(hand.shuffles),
        "deck_shown": hand.deck_shown if hand.shuffles and (first or between.interrupted) else None,
        "taken": tuple(between.taken),
        "changed": tuple(between.changed),
        "cut_by": tuple(hand.cuts),
        "dealt": tuple(hand.dealt),
        "exposed": tuple(hand.exposed),
        "pots": tuple(hand.pots[pot] for pot in sorted(hand.pots)),
        "first": first,
        "places_told": closed.table.opened.payload.seats if first else None,
        "suspended": between.suspended,
        "limits_changed": hand.limits_changed,
        "fees": tuple(_fee(between, one) for one in hand.fees),
        "chosen": between.chosen,
        "means": tuple(hand.means),
        "sessions": tuple(between.sessions),
    }


def _not_noted(seen: Sequence[Noted], noted: Sequence[Noted]) -> list[Noted]:
    """Return the cards turned in the deal that no error noted names."""
    turned = [one for one in noted if one.error == TURNED]
    known = {card for one in turned for card in one.cards}
    if any(not one.cards for one in turned):
        return []
    return [one for one in seen if not known.intersection(one.cards)]


def table_fields(closed: ClosedRound, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that the table's options and its opening give."""
    assert closed.table is not None
    opened = closed.table.opened.payload
    mixed = options.get("mixed")
    games = cast("Sequence[object]", mixed) if isinstance(mixed, (list, tuple)) else ()
    return {
        "minimum": whole(options, "minimum", 0) or 0,
        "maximum": whole(options, "maximum", None),
        "limit": word(options, "limit", LIMITS),
        "k": whole(options, "k", 2) or 2,
        "repiques": whole_or_unlimited(options, "repiques", 3),
        "unit": whole(options, "unit", None),
        "method": word(options, "method", METHODS),
        "cagnotte_ppm": whole(options, "cagnotte_ppm", 0) or 0,
        "cagnotte_maximum": whole(options, "cagnotte_maximum", None),
        "cagnotte_mode": word(options, "cagnotte_mode", MODES),
        "cagnotte_mode_before": word(opened.options, "cagnotte_mode", MODES),
        "session_fee_of": word(options, "session_fee_of", FEES_OF),
        "cave": whole(options, "cave", None),
        "reposicao": whole(options, "reposicao", None),
        "entry_minimum": whole(options, "entry_minimum", None),
        "table_game": opened.game if opened.game != closed.game or mixed else "",
        "mixed": tuple(str(game) for game in games),
    }


def player_of(hand: Hand, seat: int, minimum: int, *, first: bool, known: bool) -> Player:
    """Return a seated player as the hand begins.

    What he missed or did not bet is said only where every hand since is known.
    """
    sat = hand.between.seats.get(seat)
    cards = tuple(hand.cards.get(seat, ()))
    absent = hand.between.absent(seat, hand.order)
    added = hand.added.get(seat, 0)
    if sat is None:
        return Player(seat=seat, cards=cards, absent=absent, added=added)
    owed = sat.pequenas * (minimum // 2) + sat.grandes * minimum
    return Player(
        seat=seat,
        stack=sat.stack,
        cards=cards,
        absent=absent,
        entered=not first and not sat.played,
        owed=owed if known and sat.played else None,
        hands_without_bet=sat.idle if known and sat.played else None,
        rested=sat.rested if known and absent and sat.away else None,
        stack_before=None if absent else sat.left,
        reposicao=sat.added,
        added=added,
        sharing=() if sat.told else _sharing(sat),
        expelled=sat.expelled and seat in hand.expelled and not absent,
    )


def _sharing(sat: SeatedPlayer) -> tuple[str, ...]:
    """Return both players of a seat that two share, in their order."""
    if sat.beside is None:
        return ()
    return tuple(one.player for one in (sat.beside, sat) if one.player is not None)


def follows(before: str, round_: str) -> bool:
    """Tell whether a round is the next after another: of its day by number, or another day's.

    >>> follows("T-01/2026-11-20/17", "T-01/2026-11-20/18")
    True
    >>> follows("T-01/2026-11-20/17", "T-01/2026-11-20/19")
    False
    """
    _, day, number = split_round(before)
    _, next_day, next_number = split_round(round_)
    return day != next_day or number + 1 == next_number


def _fee(between: TableBetweenHands, fee: Commission) -> Fee:
    seat = fee.seat or 0
    sat = between.seats.get(seat)
    late = None
    if between.sessao and sat is not None and sat.at:
        late = max(seconds_between(between.sessao, sat.at), 0)
    return Fee(seat=seat, amount=fee.amount, base=fee.base, late=late)
