"""The bank, bets, deal and money of games with a player's bank, as events tell them.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options ``minimos``, ``maximos``, ``multiplos`` of ``lugar``
round-opened            ``banker``; where it names none, who took the bank last, else he of the
                        jogada before. ``seats``, if it names every place, gives them anticlockwise;
                        without it they are numbered so. Else it says who sits
player-seated, -left    who sits where
bank-taken, -refused,   what was done with the bank since the jogada before, wherever it was sent:
-changed                before this jogada's first card, or after the first of the one before.
                        ``consent`` are the places that agreed to a third jogada and more
bank-shared             ``house``, ``associate``, or ``behind``: a bet on the banker's place without
                        a ``bet-placed`` of its own; in the order sent, whatever ``order`` says
bet-placed              of ``lugar``: ``seat`` is where it lies, ``by`` the bettor's own place, or
                        where its ``player`` sits. From place 0 it is the banker's capital
dice-shaken, -rolled    the first of them closes the bets; ``first`` is the place named
card-dealt, tile-drawn  in the order of the deal
hand-seen, -shown       seen and laid down; opened, with its cards. ``of`` the bank: the banker's
announcement            ``resultado`` of a seat: ``ganha`` or ``perde``
collection              which bets were taken in
commission              from whose prize
payout                  by the bets' numbers; to place 0, or the banker's, without a bet: the bank's
======================  ==========================================================================

What stands from jogada to jogada is carried: the one before as it was settled, who sits.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final, Self, TypeVar

import msgspec
from msgspec import structs
from typing_extensions import override

from ledger.events.base import Payload
from ledger.events.outcomes import (
    Announcement,
    CardDealt,
    DeckShuffled,
    DiceRolled,
    DiceShaken,
    HandSeen,
    HandShown,
    TileDrawn,
)
from ledger.events.rounds import (
    BankChanged,
    BankRefused,
    BankShared,
    BankTaken,
    BetPlaced,
    Collection,
    Commission,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from projections.base.event import ClosedRound, Event
from projections.gather.kit.bets import CARRIED, NADA_MAIS, limits
from projections.gather.kit.carried import carried_as
from projections.gather.kit.dice import DiceFacts
from projections.gather.kit.heading import heading
from projections.gather.kit.unread import Words, with_unread
from projections.replay.games.player_bank.jogada import (
    ASSOCIADO,
    ATRAS,
    CASA,
    LUGAR,
    MUDOU,
    RECUSOU,
    TOMOU,
    Abertura,
    Acto,
    Anterior,
    Anunciado,
    Aposta,
    Associacao,
    Cobrada,
    PlayerBankRecord,
    Vista,
    own_place,
)
from projections.replay.kit.bets import Bet, Moment, is_after
from projections.replay.kit.shoe import Dealt
from projections.replay.profiles import PROFILES
from projections.replay.settlement import Outcome, Settlement

BANK: Final = 0
ROLES: Final = {"house": CASA, "associate": ASSOCIADO, "behind": ATRAS}
HANDS: Final = frozenset({"seat", "bank", "banca"})

WAY: Final = "forma_distribuicao"
SAID: Final = frozenset({"resultado", WAY, NADA_MAIS, "jogo_feito", "last_coup"})
"""The words of announcements at these tables."""
WORDS: Final = Words(cards_to=HANDS, chances=frozenset({LUGAR}), roles=frozenset(ROLES))


Settle = Callable[[Any, Any], Settlement]


class Carried(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The bank and the seats of a table after a jogada."""

    ended: int = -1
    """Position of the jogada's last event that was told when the next was opened."""
    anterior: Anterior | None = None
    tail: tuple[Acto, ...] = ()
    """Acts with the bank after the jogada's first card: they are of the next."""
    partners: tuple[Associacao, ...] = ()
    """Players who joined the bank after the jogada's first card."""
    seats: dict[str, str | None] | None = None
    """Players by place; None where no event named them."""
    beside: dict[str, tuple[str, ...]] = {}
    """Other players at the same place."""


F = TypeVar("F", bound="BankFacts")


class BankFacts(DiceFacts):
    """The facts told so far of a jogada, and of the bank since the jogada before."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **DiceFacts.TAKES,
        RoundOpened: "on_opened",
        RoundVoided: "on_end",
        RoundClosed: "on_end",
        **dict.fromkeys((BankTaken, BankRefused, BankChanged), "on_bank"),
        BankShared: "on_shared",
        DeckShuffled: "on_shuffle",
        DiceShaken: "on_shaken",
        CardDealt: "on_card",
        TileDrawn: "on_tile",
        HandSeen: "on_seen",
        HandShown: "on_shown",
        Collection: "on_collection",
        Commission: "on_commission",
    }

    def __init__(self, owner: str) -> None:
        """Begin with nothing said."""
        super().__init__(owner)
        self.since = -1
        """The position up to which seats and bank are carried by the jogada before."""
        self.by_dice = False
        """Whether the dice say when the bets were closed."""
        self.called: Moment | None = None
        self.shaken: Moment | None = None
        self.banker: int | None = None
        self.order: tuple[int, ...] = ()
        self.seats_said = False
        self.gone: set[int] = set()
        """The places whose player left, with his money, since the jogada before."""
        self.gone_after: set[int] = set()
        """The places whose player left once the first card was out."""
        self.actos: list[Acto] = []
        self.tail: list[Acto] = []
        self.partners: list[Associacao] = []
        self.partners_tail: list[Associacao] = []
        self.own_bet: int | None = None
        self.first: int | None = None
        self.dealt: list[Dealt] = []
        self.shuffled: list[str] = []
        """How the cards were shuffled before the first was dealt."""
        self.seen: list[Vista] = []
        self.shown: list[Abertura] = []
        self.results: list[Anunciado] = []
        self.collected: list[int] = []
        self.commissions: list[Cobrada] = []
        self.way: Moment | None = None
        """When the way of dealing was announced."""
        self.dealing = False
        """Whether the first card of the jogada is out."""

    @override
    @classmethod
    def begin(cls, owner: str) -> Self:
        """Return facts that skip the place's events before the jogada: they are carried."""
        facts = cls(owner)
        facts.since = CARRIED
        return facts

    @override
    def read(self, events: Iterable[Event]) -> None:
        """Take events in the order in which they were recorded."""
        known = list(events)
        self.by_dice = any(isinstance(one.payload, DiceRolled | DiceShaken) for one in known)
        super().read(known)

    # --- the result ----------------------------------------------------------------------------

    def bank(self, before: Anterior | None) -> tuple[int, int | None]:
        """Return the banker, and his capital when the dice were shaken; None where unknown."""
        takers = [act.seat for act in self.actos if act.acto == TOMOU]
        banker = self.banker
        if banker is None:
            banker = takers[-1] if takers else before.banqueiro if before is not None else BANK
        began = self.shaken or next(iter(self.throws), None)
        said = [act for act in self.actos if act.seat == banker and act.valor is not None]
        early = [act for act in said if began is None or not is_after(act, began)]
        if early:
            return banker, early[-1].valor
        if self.own_bet is not None:
            return banker, self.own_bet
        if before is not None and before.banqueiro == banker and before.fica is not None:
            return banker, before.fica
        return banker, said[0].valor if said else None

    # --- who sits ------------------------------------------------------------------------------

    def on_opened(self, event: Event) -> None:
        """Take the banker and the players whom the opening names."""
        payload: RoundOpened = event.payload
        self.banker = payload.banker if payload.banker is not None else self.banker
        self.order = payload.seats

    @override
    def on_seated(self, event: Event) -> None:
        if event.position > self.since:
            self.seats_said = True
            super().on_seated(event)

    @override
    def on_left(self, event: Event) -> None:
        if event.position > self.since:
            (self.gone_after if self.dealing else self.gone).add(event.payload.seat)
            super().on_left(event)

    # --- the bank ------------------------------------------------------------------------------

    def on_bank(self, event: Event) -> None:
        """Take an act with the bank: taken, refused, changed."""
        if event.position <= self.since:
            return
        payload = event.payload
        match payload:
            case BankTaken():
                act = Acto(
                    acto=TOMOU, seat=payload.seat, valor=payload.capital, acordo=payload.consent
                )
            case BankRefused():
                act = Acto(acto=RECUSOU, seat=payload.seat)
            case BankChanged():
                act = Acto(acto=MUDOU, seat=payload.seat, valor=payload.capital)
            case _:
                return
        act = structs.replace(act, at=event.at, seq=self.seq(event))
        (self.tail if self.dealing else self.actos).append(act)

    def on_shared(self, event: Event) -> None:
        """Take a partner of the bank."""
        payload: BankShared = event.payload
        if event.position <= self.since or payload.role not in ROLES:
            return
        partner = Associacao(
            papel=ROLES[payload.role],
            valor=payload.amount,
            seat=payload.seat,
            player=payload.player,
            at=event.at,
            seq=self.seq(event),
        )
        (self.partners_tail if self.dealing else self.partners).append(partner)

    # --- the bets ------------------------------------------------------------------------------

    @override
    def on_bets_closed(self, event: Event) -> None:
        self.called = self.called or self.moment(event)
        if not self.by_dice:
            super().on_bets_closed(event)

    @override
    def on_bet(self, event: Event) -> None:
        payload: BetPlaced = event.payload
        if payload.seat == BANK:
            self.own_bet = payload.amount
            return
        super().on_bet(event)

    @override
    def bet_of(self, event: Event, payload: BetPlaced) -> Bet:
        """Return a bet as it was placed, with its bettor's own place."""
        plain = super().bet_of(event, payload)
        own = payload.by
        if own is None and payload.player is not None:
            own = self.seat_of(payload.player)
        player = payload.player
        if player is None:
            player = self.whose(payload.seat if own is None else own)
        fields: dict[str, Any] = {name: getattr(plain, name) for name in plain.__struct_fields__}
        fields["player"] = player
        return Aposta(**fields, por=own if own != payload.seat else None)

    # --- dice and deal -------------------------------------------------------------------------

    def on_shuffle(self, event: Event) -> None:
        """Take a shuffle before the deal, unless the jogada before carries it."""
        if not self.dealing and event.position > self.since:
            self.shuffled.append(event.payload.method)

    def on_shaken(self, event: Event) -> None:
        """Take the shaking of the dice: no bets from here on."""
        self.shaken = self.shaken or self.moment(event)
        self.closed = self.closed or self.moment(event)

    @override
    def on_throw(self, event: Event) -> None:
        payload: DiceRolled = event.payload
        super().on_throw(event)
        self.closed = self.closed or self.moment(event)
        if payload.first is not None and payload.null is None:
            self.first = payload.first

    def on_card(self, event: Event) -> None:
        """Take a card dealt."""
        payload: CardDealt = event.payload
        if payload.to in HANDS:
            self._deal(event, payload.to, payload.seat, payload.card)

    def on_tile(self, event: Event) -> None:
        """Take a piece dealt."""
        payload: TileDrawn = event.payload
        self._deal(event, "seat", payload.seat, payload.tile)

    def _deal(self, event: Event, to: str, seat: int | None, card: str | None) -> None:
        self.dealing = True
        self.dealt.append(Dealt(to=to, seat=seat, card=card, at=event.at, seq=self.seq(event)))

    def on_end(self, _: Event) -> None:
        """End the acts that lead to the jogada: later acts with the bank are of the next."""
        self.dealing = True

    def on_seen(self, event: Event) -> None:
        """Take a place's hand, seen and laid down."""
        self.seen.append(Vista(seat=event.payload.seat, at=event.at, seq=self.seq(event)))

    def on_shown(self, event: Event) -> None:
        """Take a hand that was opened."""
        payload: HandShown = event.payload
        self.dealing = True
        seat = BANK if payload.of in HANDS else payload.seat
        if seat is not None:
            self.shown.append(
                Abertura(seat=seat, cartas=payload.cards, at=event.at, seq=self.seq(event))
            )

    @override
    def on_announcement(self, event: Event) -> None:
        payload: Announcement = event.payload
        super().on_announcement(event)
        if payload.what == "resultado" and payload.seat is not None and payload.said is not None:
            self.results.append(Anunciado(seat=payload.seat, resultado=payload.said))
        elif payload.what == WAY or payload.what not in SAID:
            # What was said in a word that nobody knows may have been just this.
            self.way = self.way or self.moment(event)

    # --- the money -----------------------------------------------------------------------------

    def on_collection(self, event: Event) -> None:
        """Take the bets that were collected."""
        self.collected.extend(event.payload.bets)

    def on_commission(self, event: Event) -> None:
        """Take a commission."""
        payload: Commission = event.payload
        self.commissions.append(
            Cobrada(valor=payload.amount, seat=payload.seat, por_fora=payload.apart)
        )


def read_bank(kind: type[F], closed: ClosedRound) -> F:
    """Return the facts carried, of the place, and of the round, read in the order of the log."""
    carried = _carried(closed)
    until = min(carried.ended, closed.opened - 1)
    facts = kind.of_place(closed, until)
    facts.since = carried.ended
    facts.actos, facts.partners = list(carried.tail), list(carried.partners)
    if carried.seats is not None:
        facts.seats_said = True
        facts.players = {int(seat): player for seat, player in carried.seats.items()}
        facts.beside = {int(seat): names for seat, names in carried.beside.items()}
    facts.follow(closed, until)
    return facts


def bank_fields(
    closed: ClosedRound, options: Mapping[str, Any], facts: BankFacts, places: int
) -> dict[str, Any]:
    """Return the fields that both games' records share."""
    shared = with_unread(heading(closed), closed, WORDS)
    shared["payments"] = (*shared["payments"], *facts.given_back)
    before = _carried(closed).anterior
    if before is not None and before.banqueiro in facts.gone:
        before = structs.replace(before, fica=None)
    banker, capital = facts.bank(before)
    shared["payments"] = tuple(
        structs.replace(one, seat=banker) if one.seat == BANK and banker else one
        for one in shared["payments"]
    )
    whole = len(facts.order) == places and len(set(facts.order)) == places
    seated = {*facts.players} if facts.seats_said else None
    if seated is None and facts.order and not whole:
        seated = {*facts.order}
    return {
        **shared,
        "ordem": facts.order if whole else (),
        "sentados": None if seated is None else tuple(sorted(seated - {BANK})),
        "limites": limits(options),
        "banqueiro": banker,
        "capital": capital,
        "associacoes": tuple(facts.partners),
        "anterior": before,
        "actos": tuple(facts.actos),
        "bets": tuple(bet for bet in facts.bets if isinstance(bet, Aposta)),
        "alteracoes": tuple(facts.changes),
        "jogo_feito": facts.called,
        "dados_agitados": facts.shaken,
        "dados": tuple(facts.throws),
        "primeiro_lugar": facts.first,
        "vistas": tuple(facts.seen),
        "aberturas": tuple(facts.shown),
        "resultados": tuple(facts.results),
        "recolhidas": tuple(facts.collected),
        "comissoes": tuple(facts.commissions),
    }


def _carried(closed: ClosedRound) -> Carried:
    return carried_as(Carried, closed.carried)


# --- from jogada to jogada -----------------------------------------------------------------------


def carried_to_next(
    kind: type[F],
    record_of: Callable[[ClosedRound, Mapping[str, Any], F], PlayerBankRecord],
    settle: Settle,
    game: str,
    before: ClosedRound,
    options: Mapping[str, Any],
    opened: int,
) -> dict[str, Any]:
    """Return the bank and the seats as a jogada of one of these games leaves them to the next."""
    if not before.events:
        return {}
    closed = before.told_before(opened)
    assert closed.table is not None
    facts = read_bank(kind, closed)
    record = record_of(closed, options, facts)
    after = closed.table.between(closed.opened + 1, opened)
    anterior = as_settled(record, settle, PROFILES.get(record.profile, {}).get(game))
    if anterior.banqueiro in facts.gone_after:
        anterior = structs.replace(anterior, fica=None)
    found = Carried(
        ended=max((event.position for event in (*closed.events, *after)), default=-1),
        anterior=anterior,
        tail=tuple(structs.replace(act, seq=None) for act in facts.tail),
        partners=tuple(structs.replace(one, seq=None) for one in facts.partners_tail),
        seats={str(seat): player for seat, player in facts.players.items()}
        if facts.seats_said
        else None,
        beside={str(seat): names for seat, names in facts.beside.items()},
    )
    return msgspec.to_builtins(found)


def as_settled(record: PlayerBankRecord, settle: Settle, rules: Any) -> Anterior:
    """Return a jogada as the next jogada's record tells of it; a void jogada is not held."""
    before = record.anterior
    same = before is not None and before.banqueiro == record.banqueiro
    taken = [act for act in record.actos if act.acto == TOMOU and act.seat == record.banqueiro]
    agreed = taken[-1].acordo if taken else ()
    held, agreed_before = (before.seguidas, before.acordo) if same and before else (0, ())
    stays = None
    void = False
    counted = {bet.bet for bet in record.bets}
    if rules is not None:
        settlement = settle(record, rules)
        void = settlement.void
        counted = {line.bet for line in settlement.lines}
        own = [
            line for line in settlement.lines if line.bet is None and line.seat == record.banqueiro
        ]
        if own and own[0].outcome is not Outcome.PENDENTE:
            stays = own[0].due
    bettors = {own_place(bet) for bet in record.bets if bet.bet in counted}
    bettors |= {one.seat for one in record.associacoes if one.seat is not None}
    return Anterior(
        banqueiro=record.banqueiro,
        fica=stays,
        seguidas=held + (not void),
        apostaram=tuple(sorted(bettors)) if record.has("bets") else None,
        acordo=agreed or agreed_before,
    )
