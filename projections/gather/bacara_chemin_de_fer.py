"""Bacará chemin de fer: the bank, the bets, the cards and the words of one coup.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options ``minimo``, ``minimo_banca``, ``base_leilao``, ``lance``,
                        ``cagnotte_bp``, ``cagnotte_por_fora``, ``lugares``, ``baralhos``; when the
                        room closes
player-seated, -left    who sits, and from 101 on who stands; ``via`` of ``antecipa``: he changed
                        place to have the hand sooner (R93)
round-opened            ``banker``; where it names none, who took the bank last
bank-taken, -refused,   what was done with the bank since the coup before, wherever it was sent:
-passed, -bid,          before this coup's first card, after the last one's, or between the two. A
-changed, -shared       second refusal of the same player without a bid is of the hand that he must
                        take (R86). What the bank holds stays as the coup before left it where
                        nothing says otherwise
bet-placed              a bet; ``by`` is the bettor's own seat. From place 0 it is the bank itself
bet-changed, -withdrawn a change; ``cut``, ``covered``, ``overflow``, ``not_covered`` are the
                        pagador's own
banco-called            a call of bancô; of ``suivi``, who had the cards then and whether he had
                        seen them (hand-seen) or spoken
card-dealt              to ``ponto``, with the seat that gets them, or ``banca``
announcement, decision  ``carta``, ``nao``, ``8``, ``9``, the ponto's unless ``by`` says other:
                        the seat is who has the cards. ``segundo_a_tabela`` (R111), ``conselho``
                        (R97), ``desconhece_as_regras`` of a seat (R98, R100), ``mao_salta`` of a
                        seat (R108 f)
error-noted             by the page's codes, with ``recuperadas``, ``reconstituida`` and
                        ``cartas_no_sabot`` among its facts; ``26`` of a seat that grabbed the cards
card-exposed            of ``deck``: a card that came face up from the shoe (R104 a)
cards-collected         into the discard by another than the pagador: R76
commission              the cagnotte; ``apart``: paid besides
claim, claim-decided    of ``deal_error``: whether it was heard (R102 k)
======================  ==========================================================================

What stands from coup to coup is carried: the coup before as it was settled, the coups won in the
hand, who sits, the cards that have left the shoe.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec
from msgspec import structs

from ledger.events.base import Payload
from ledger.events.outcomes import (
    Announcement,
    CardDealt,
    CardExposed,
    CardsCollected,
    ErrorNoted,
    HandSeen,
)
from ledger.events.rounds import (
    BancoCalled,
    BankBid,
    BankChanged,
    BankPassed,
    BankRefused,
    BankShared,
    BankTaken,
    BetChanged,
    BetPlaced,
    BetWithdrawn,
    Claim,
    ClaimDecided,
    Commission,
    Decision,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.seats import PlayerLeft, PlayerSeated
from ledger.events.tables import EquipmentChanged
from projections.base import ClosedRound, Event, Table
from projections.gather import banked
from projections.gather.common import heading, whole
from projections.gather.shoe import CardFacts, out_after
from projections.replay.banked import Moment
from projections.replay.games.bacara_chemin_de_fer.covering import cover
from projections.replay.games.bacara_chemin_de_fer.drawing import SIDES, code_of, play
from projections.replay.games.bacara_chemin_de_fer.passing import OBLIGATION, hand_goes_on
from projections.replay.games.bacara_chemin_de_fer.record import (
    ASSOCIOU,
    CARTA,
    COM_A_MESA,
    FIRST_STANDING,
    GANHA,
    LICITOU,
    MUDOU,
    NAME,
    NAO,
    PASSOU,
    PERDE,
    PONTO,
    RECUSOU,
    SAIU,
    SHOWN,
    SUIVI,
    TOMOU,
    Acto,
    Alteracao,
    Anterior,
    Aposta,
    CheminDeFerRecord,
    Dito,
    Erro,
    Pedido,
    Reclamacao,
    Tomada,
    Troca,
)
from projections.replay.games.bacara_chemin_de_fer.settling import gain_of, result_of
from projections.replay.profiles import PROFILES

DECKS: Final = 6
BANK: Final = 0
WORDS: Final = frozenset({CARTA, NAO, *SHOWN})
ABATE: Final = "abate"
GRABBED: Final = "26"
PAGADOR: Final = "pagador"
ANTICIPATED: Final = "antecipa"
IN_TURN: Final = frozenset({None, "first", "turn", "shoe"})
"""How the hand comes to a player in his turn, and so makes him the last regular banker."""

BANK_ACTS: Final = (BankTaken, BankRefused, BankPassed, BankBid, BankChanged, BankShared)


class Carried(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What stands at the table after a coup."""

    ended: int = -1
    """Position of its last event that stood when the next was opened."""
    cards: dict[str, int] = msgspec.field(default_factory=dict)
    """The known cards that have left the shoe."""
    anterior: Anterior | None = None
    fora: bool = False
    """Whether its cagnotte was paid besides."""
    tail: tuple[Acto, ...] = ()
    """What was done with the bank after its first card."""
    seats: dict[str, str | None] | None = None
    """Who sits and stands, by seat; None where nobody said."""
    regular: int | None = None
    mudaram: tuple[int, ...] = ()
    desconhecem: tuple[int, ...] = ()
    sabot: str | None = None
    """When the shoe began."""


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> CheminDeFerRecord:
    """Return the record of a coup."""
    assert closed.table is not None
    carried = msgspec.convert(dict(closed.out), Carried)
    facts = _read(closed, carried)
    return _record(closed, options, carried, facts)


def carried_after(
    carried: Mapping[str, Any],
    options: Mapping[str, Any],
    table: Table,
    played: Sequence[Event],
    opened: int,
) -> dict[str, Any]:
    """Return what stands after a coup, when the next is opened at a position.

    ``played`` is the coup's events, ``options`` its table's, ``carried`` what was carried to it.
    """
    before = msgspec.convert(dict(carried), Carried)
    events = [event for event in played if event.position < opened]
    closed = ClosedRound(
        round=played[0].round or "",
        place=played[0].place or "",
        day=played[0].day or "",
        number=0,
        game=NAME,
        table=table,
        events=events,
        record=None,
        opened=played[0].position,
        closed=opened,
        out=carried,
    )
    facts = _read(closed, before)
    record = _record(closed, options, before, facts)
    after = [event for event in table.before(opened) if event.position > played[0].position]
    every = sorted((*events, *after), key=lambda event: event.position)
    found = Carried(
        ended=max(event.position for event in (*events, *after)),
        cards=out_after(before.cards, every),
        anterior=_as_settled(record),
        fora=record.cagnotte_por_fora,
        tail=tuple(facts.tail),
        seats={str(seat): player for seat, player in facts.players.items()}
        if facts.seats_said
        else None,
        regular=_regular(record, before),
        mudaram=tuple(sorted(facts.moved)),
        desconhecem=tuple(sorted(facts.ignorant)),
        sabot=record.sabot_iniciado,
    )
    return msgspec.json.decode(
        msgspec.json.encode(found)
    )  # as it is read back from where it is kept


def _as_settled(record: CheminDeFerRecord) -> Anterior:
    """Return a coup as the next one sees it."""
    covering = cover(record)
    profile = PROFILES.get(record.profile, {})
    result = None
    if NAME in profile:
        result = result_of(play(record, profile[NAME], single=covering.banco.single))
    won = record.anterior.ganhos if record.anterior is not None and hand_goes_on(record) else 0
    if won is not None and result == GANHA:
        won += 1
    taken = [act.via for act in record.actos if act.acto == TOMOU and act.seat == record.banqueiro]
    banco = covering.banco
    return Anterior(
        banqueiro=record.banqueiro,
        capital=record.capital,
        resultado=result,
        cobertas=covering.cobertas,
        ganhos=won,
        via=taken[-1] if taken else None,
        banco=banco.seat if banco.forma != COM_A_MESA else None,
        com_a_mesa=banco.seat if banco.forma == COM_A_MESA else None,
        associado=record.associado,
    )


def _regular(record: CheminDeFerRecord, before: Carried) -> int | None:
    """Return the last seated player to whom the hand came in its turn (R80, R92)."""
    last = before.regular
    lost = before.anterior is None or before.anterior.resultado == PERDE
    if lost:
        for act in record.actos:
            if act.acto == RECUSOU and act.seat < FIRST_STANDING:
                last = act.seat
    taken = [act.via for act in record.actos if act.acto == TOMOU and act.seat == record.banqueiro]
    turn = taken[-1] in IN_TURN if taken else lost
    if turn and 0 < record.banqueiro < FIRST_STANDING:
        last = record.banqueiro
    return last


def _read(closed: ClosedRound, carried: Carried) -> "_Coup":
    assert closed.table is not None
    coup = _Coup(closed.events[0].source if closed.events else "")
    coup.since = carried.ended
    coup.actos = list(carried.tail)
    if carried.seats is not None:
        coup.seats_said = True
        coup.players = {int(seat): player for seat, player in carried.seats.items()}
    coup.moved, coup.ignorant = set(carried.mudaram), set(carried.desconhecem)
    standing = [*closed.table.before(closed.closed), *closed.events]
    coup.read(sorted(standing, key=lambda event: event.position))
    return coup


def _record(
    closed: ClosedRound, options: Mapping[str, Any], carried: Carried, facts: "_Coup"
) -> CheminDeFerRecord:
    assert closed.table is not None
    opened = closed.table.opened.payload
    shared = heading(closed)
    shared["payments"] = (*shared["payments"], *facts.given_back)
    shared["errors"] = facts.all_errors()
    decks = banked.count(options, "baralhos", DECKS) or DECKS
    bp = banked.count(options, "cagnotte_bp", 500)
    anterior = _with_bank(carried, 500 if bp is None else bp)
    banker, capital, partner = facts.bank(anterior)
    seated = facts.occupied if facts.occupied is not None else facts.seated()
    shuffled = [one.at for _, one in facts.shuffles if one.at is not None]
    return CheminDeFerRecord(
        **shared,
        minimo=whole(options, "minimo", 0) or 0,
        minimo_banca=whole(options, "minimo_banca", None),
        base_leilao=whole(options, "base_leilao", None),
        lance=whole(options, "lance", 0) or 0,
        cagnotte_bp=500 if bp is None else bp,
        lugares=banked.count(options, "lugares", opened.seats) or 9,
        fecha=opened.closes,
        sentados=tuple(sorted(one for one in seated if 0 < one < FIRST_STANDING))
        if facts.seats_said
        else None,
        em_pe=tuple(sorted(one for one in seated if one >= FIRST_STANDING)),
        mudaram=tuple(sorted(facts.moved)),
        desconhecem=tuple(sorted(facts.ignorant)),
        banqueiro=banker,
        capital=capital,
        associado=partner,
        regular=carried.regular,
        pedidos=tuple(facts.calls),
        tomadas=facts.takers(),
        bets=tuple(bet for bet in facts.stakes if bet.seat != BANK),
        alteracoes=tuple(facts.altered),
        jogo_feito=facts.closed,
        shoe=facts.shoe(structs.replace(closed, out=carried.cards), decks, shuffler=False),
        cards=tuple(facts.dealt),
        cartas_com=facts.holder(),
        ditos=tuple(facts.said),
        segundo_a_tabela=facts.by_table or banker in facts.ignorant,
        conselho=facts.advised,
        cartas_no_sabot=facts.cards_left,
        trocas=tuple(facts.replaced),
        aberta=closed.events[0].at if closed.events else None,
        sabot_iniciado=shuffled[-1] if shuffled else carried.sabot,
        concluido=facts.done,
        reclamacoes=facts.claims(),
        cagnotte=facts.commission,
        cagnotte_por_fora=facts.apart
        if facts.commission is not None
        else banked.flag(options, "cagnotte_por_fora") or False,
        anterior=anterior,
        actos=tuple(facts.actos),
    )


def _with_bank(carried: Carried, bp: int) -> Anterior | None:
    """Return the coup before with what the bank holds after it (R123)."""
    before = carried.anterior
    if before is None or before.resultado is None:
        return before
    bank = max(0, before.capital)
    if before.resultado == GANHA:
        bank += gain_of(before.cobertas, bp, fora=carried.fora).prize
    elif before.resultado == PERDE:
        bank -= before.cobertas
    return structs.replace(before, banca=bank)


class _Coup(CardFacts):
    """What the events said so far."""

    TAKES: ClassVar[Mapping[type[Payload], str]] = {
        **CardFacts.TAKES,
        RoundOpened: "on_opened",
        RoundVoided: "on_end",
        RoundClosed: "on_end",
        **dict.fromkeys(BANK_ACTS, "on_bank"),
        BancoCalled: "on_banco",
        Decision: "on_decision",
        HandSeen: "on_seen",
        ErrorNoted: "on_error",
        CardExposed: "on_exposed",
        CardsCollected: "on_collected",
        Commission: "on_commission",
        Claim: "on_claim",
        ClaimDecided: "on_claim_decided",
    }

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.since = -1
        """The position up to which what stands is carried already."""
        self.banker: int | None = None
        self.seats_said = False
        self.occupied: set[int] | None = None
        """Who sat or stood when the first card was dealt."""
        self.moved: set[int] = set()
        self.ignorant: set[int] = set()
        self.actos: list[Acto] = []
        self.tail: list[Acto] = []
        self.bank_bet: int | None = None
        self.stakes: list[Aposta] = []
        self.altered: list[Alteracao] = []
        self.calls: list[Pedido] = []
        self.taken: list[Tomada] = []
        self.said: list[Dito] = []
        self.spoke: int | None = None
        """Who had the ponto's cards when he spoke."""
        self.seen: set[int] = set()
        self.by_table = False
        self.advised = False
        self.errors: list[Erro] = []
        self.noticed: list[Erro] = []
        """Errors that the cards show and nobody noted."""
        self.cards_left: int | None = None
        self.replaced: list[Troca] = []
        self.done: Moment | None = None
        self.commission: int | None = None
        self.apart = False
        self.claimed: dict[str, Reclamacao] = {}
        self.dealing = False
        """Whether the first card of the coup is out."""

    # --- the result ----------------------------------------------------------------------------

    def seated(self) -> set[int]:
        """Return who sits and stands now."""
        return set(self.players)

    def bank(self, before: Anterior | None) -> tuple[int, int, int | None]:
        """Return the banker, all that his bank has in play, and his associate."""
        capital: int | None = None
        partner: int | None = None
        taker: int | None = None
        for act in self.actos:
            value = act.valor or 0
            if act.acto == TOMOU:
                capital, partner, taker = value, None, act.seat
            elif act.acto == ASSOCIOU:
                capital, partner = (capital or 0) + value, act.seat
            elif act.acto == MUDOU:
                capital = value
        banker = self.banker
        if banker is None:
            banker = taker if taker is not None else (before.banqueiro if before is not None else 0)
        same = before is not None and before.banqueiro == banker and taker in (None, banker)
        if same and before is not None:
            partner = before.associado if partner is None else partner
            capital = before.banca if capital is None else capital
        if capital is None:
            capital = self.bank_bet or 0
        return banker, capital, partner

    def all_errors(self) -> tuple[Erro, ...]:
        """Return the errors noted, and those that the cards show and nobody noted."""
        noted = {code_of(error.error) for error in self.errors}
        return (*self.errors, *(one for one in self.noticed if one.error not in noted))

    def takers(self) -> tuple[Tomada, ...]:
        """Return who had the cards at each suivi, and whether he had grabbed them."""
        grabbed = {error.seat for error in self.errors if code_of(error.error) == GRABBED}
        return tuple(structs.replace(one, agarradas=one.seat in grabbed) for one in self.taken)

    def holder(self) -> int | None:
        """Return who had the ponto's cards in the end, if not he to whom they were dealt."""
        dealt = self._dealt_to()
        return self.spoke if self.spoke not in (None, dealt) else None

    def claims(self) -> tuple[Reclamacao, ...]:
        """Return the claims of the deal."""
        return tuple(self.claimed.values())

    def _dealt_to(self) -> int | None:
        seats = [one.seat for one in self.dealt if SIDES.get(one.to) == PONTO and one.seat]
        return seats[-1] if seats else None

    # --- who sits ------------------------------------------------------------------------------

    def on_opened(self, event: Event) -> None:
        """Take who the opening says holds the bank, and who is in."""
        payload: RoundOpened = event.payload
        self.banker = payload.banker if payload.banker is not None else self.banker
        for seat in payload.seats:
            self.seats_said = True
            self.players.setdefault(seat, None)

    def on_seated(self, event: Event) -> None:
        """Take who sits where, unless it is carried."""
        payload: PlayerSeated = event.payload
        if event.position <= self.since:
            return
        self.seats_said = True
        super().on_seated(event)
        self.moved.discard(payload.seat)
        self.ignorant.discard(payload.seat)
        if payload.via == ANTICIPATED:
            self.moved.add(payload.seat)

    def on_left(self, event: Event) -> None:
        """Free a seat, unless that is carried."""
        payload: PlayerLeft = event.payload
        if event.position <= self.since:
            return
        super().on_left(event)
        self.moved.discard(payload.seat)
        self.ignorant.discard(payload.seat)
        self._act(Acto(acto=SAIU, seat=payload.seat, via=payload.cause))

    # --- the bank ------------------------------------------------------------------------------

    def _act(self, act: Acto) -> None:
        (self.tail if self.dealing else self.actos).append(act)

    def on_bank(self, event: Event) -> None:
        """Take what is done with the bank."""
        if event.position <= self.since:
            return
        match event.payload:
            case BankTaken(seat=seat, capital=capital, via=via):
                act = Acto(acto=TOMOU, seat=seat, valor=capital, via=via)
            case BankRefused(seat=seat, absent=absent):
                act = Acto(acto=RECUSOU, seat=seat, ausente=absent, via=self._bound(seat))
            case BankPassed(seat=seat, level=level, cause=cause):
                act = Acto(acto=PASSOU, seat=seat, valor=level, via=cause)
            case BankBid(seat=seat, amount=amount, partner=partner):
                act = Acto(acto=LICITOU, seat=seat, valor=amount, parceiro=partner)
            case BankChanged(seat=seat, capital=capital, garage=garage):
                act = Acto(acto=MUDOU, seat=seat, valor=capital, garage=garage)
            case BankShared(seat=int() as seat, amount=amount, role="associate"):
                act = Acto(acto=ASSOCIOU, seat=seat, valor=amount)
            case _:
                return
        self._act(act)

    def _bound(self, seat: int) -> str | None:
        """Return that a refusal is of the hand that must be taken: the second without a bid."""
        acts = self.tail if self.dealing else self.actos
        bids = any(act.acto == LICITOU for act in acts)
        again = any(act.acto == RECUSOU and act.seat == seat for act in acts)
        return OBLIGATION if again and not bids else None

    # --- the bets ------------------------------------------------------------------------------

    def on_bet(self, event: Event) -> None:
        """Take a bet; from place 0 it is the bank's own stake."""
        payload: BetPlaced = event.payload
        if payload.seat == BANK:
            self.bank_bet = payload.amount
            return
        self.stakes.append(
            Aposta(
                bet=payload.bet,
                seat=payload.seat,
                tipo=payload.chance,
                valor=payload.amount,
                player=payload.player or self.players.get(payload.seat),
                linha=payload.line,
                por=payload.by,
                meio=payload.means,
                at=event.at,
                seq=self.seq(event),
            )
        )

    def on_change(self, event: Event) -> None:
        """Take other terms of a bet."""
        payload: BetChanged = event.payload
        self.altered.append(
            Alteracao(
                bet=payload.bet,
                tipo=payload.chance,
                valor=payload.amount,
                linha=payload.line,
                causa=payload.cause,
                at=event.at,
                seq=self.seq(event),
            )
        )

    def on_withdrawal(self, event: Event) -> None:
        """Take a bet's return to its bettor."""
        payload: BetWithdrawn = event.payload
        self.altered.append(
            Alteracao(
                bet=payload.bet,
                retirada=True,
                causa=payload.cause,
                at=event.at,
                seq=self.seq(event),
            )
        )

    def on_banco(self, event: Event) -> None:
        """Take a call of bancô, and who had the cards then if it is suivi."""
        payload: BancoCalled = event.payload
        self.calls.append(
            Pedido(
                seat=payload.seat,
                forma=payload.call,
                bet=payload.bet,
                at=event.at,
                seq=self.seq(event),
            )
        )
        has = self._dealt_to()
        if payload.call == SUIVI and has is not None and has != payload.seat:
            spoken = any(one.quem == PONTO for one in self.said)
            self.taken.append(Tomada(seat=has, vistas=has in self.seen, anunciadas=spoken))

    # --- the cards -----------------------------------------------------------------------------

    def on_card(self, event: Event) -> None:
        """Take a card dealt; the first ends what leads to the coup."""
        payload: CardDealt = event.payload
        if payload.to in SIDES:
            self.on_end(event)
        super().on_card(event)

    def on_end(self, _: Event) -> None:
        """End what leads to the coup: what is done with the bank from here on is the next's."""
        if not self.dealing:
            self.dealing = True
            self.occupied = self.seated()

    def on_seen(self, event: Event) -> None:
        """Take that somebody looked at the cards."""
        self.seen.add(event.payload.seat)

    def on_announcement(self, event: Event) -> None:
        """Take a word on the cards, or what the pagador says of a player."""
        payload: Announcement = event.payload
        super().on_announcement(event)
        seat = payload.seat
        match payload.what:
            case "segundo_a_tabela":
                self.by_table = True
            case "conselho":
                self.advised = True
            case "desconhece_as_regras" if seat is not None:
                self.ignorant.add(seat)
            case "mao_salta" if seat is not None:
                self.moved.discard(seat)
                self._act(Acto(acto=RECUSOU, seat=seat))
            case what:
                word = payload.said if what == ABATE else what
                self._word(word, payload.by, seat, event)

    def on_decision(self, event: Event) -> None:
        """Take a word said as a decision."""
        payload: Decision = event.payload
        self._word(payload.action, None, payload.seat, event)

    def _word(self, word: str | None, by: str | None, seat: int | None, event: Event) -> None:
        if word not in WORDS:
            return
        who = PONTO if by in (None, PONTO, "player") else by
        self.said.append(Dito(quem=who, dito=word, at=event.at, seq=self.seq(event)))
        if who == PONTO and seat:
            self.spoke = seat

    # --- errors --------------------------------------------------------------------------------

    def on_error(self, event: Event) -> None:
        """Take an error noted."""
        payload: ErrorNoted = event.payload
        left = payload.facts.get("cartas_no_sabot")
        if isinstance(left, int) and not isinstance(left, bool) and left >= 0:
            self.cards_left = left
        self.errors.append(
            Erro(
                error=payload.error,
                seat=payload.seat,
                cards=payload.cards,
                at=event.at,
                by=payload.by,
                recuperadas=banked.flag(payload.facts, "recuperadas"),
                reconstituida=banked.flag(payload.facts, "reconstituida"),
            )
        )

    def on_exposed(self, event: Event) -> None:
        """Take a card that came face up from the shoe (R104 a)."""
        payload: CardExposed = event.payload
        if payload.of == "deck" and payload.card is not None:
            self.noticed.append(Erro(error="104a", cards=(payload.card,), at=event.at))

    def on_collected(self, event: Event) -> None:
        """Take cards put in the discard, and who put them there (R75, R76)."""
        payload: CardsCollected = event.payload
        if payload.into != "discard":
            return
        if payload.by in (None, PAGADOR):
            self.done = self.done or self.moment(event)
        else:
            self.noticed.append(
                Erro(error="76", seat=payload.seat, cards=payload.cards, by=payload.by, at=event.at)
            )

    def on_equipment(self, event: Event) -> None:
        """Take decks, or single cards, that were replaced since the coup before."""
        payload: EquipmentChanged = event.payload
        super().on_equipment(event)
        if payload.item == "deck" and event.position > self.since:
            self.replaced.append(Troca(cartas=payload.cards))

    # --- the money -----------------------------------------------------------------------------

    def on_commission(self, event: Event) -> None:
        """Take the cagnotte."""
        payload: Commission = event.payload
        self.commission = (self.commission or 0) + payload.amount
        self.apart = self.apart or payload.apart

    def on_claim(self, event: Event) -> None:
        """Take a claim about the deal."""
        payload: Claim = event.payload
        if payload.about == "deal_error":
            claim = Reclamacao(seat=payload.seat, at=event.at, seq=self.seq(event))
            self.claimed[event.name] = claim

    def on_claim_decided(self, event: Event) -> None:
        """Take whether it was heard."""
        payload: ClaimDecided = event.payload
        claim = self.claimed.get(payload.claim)
        if claim is not None:
            self.claimed[payload.claim] = structs.replace(claim, admitida=payload.admitted)
