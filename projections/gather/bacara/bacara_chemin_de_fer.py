"""Bacará chemin de fer: the bank, the bets, the cards and the words of a coup.

======================  ==========================================================================
event                   what it means here
======================  ==========================================================================
table-opened            options ``minimo``, ``minimo_banca``, ``base_leilao``, ``lance``,
                        ``cagnotte_bp``, ``cagnotte_por_fora``, ``lugares``, ``baralhos``; when the
                        room closes
place-requested         who waits for a seat, or to change his (R53 to R57)
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

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import structs

from projections.base.event import ClosedRound
from projections.gather.bacara.chemin_de_fer_facts import BANK_ACTS, CoupFacts
from projections.gather.gathering import GameKinds, Gathering, kinds_of
from projections.gather.kit import bets as banked
from projections.gather.kit.carried import carried_as
from projections.gather.kit.heading import heading, whole
from projections.gather.kit.places import Waiting
from projections.gather.kit.shoe import SHOE_KINDS, out_after
from projections.gather.kit.unread import Words, with_unread
from projections.replay.games.bacara.bacara_chemin_de_fer.bank_between_coups import hand_goes_on
from projections.replay.games.bacara.bacara_chemin_de_fer.covering import cover
from projections.replay.games.bacara.bacara_chemin_de_fer.drawing import SIDES, play
from projections.replay.games.bacara.bacara_chemin_de_fer.record import (
    BANCO,
    COM_A_MESA,
    FIRST_STANDING,
    GANHA,
    NAME,
    PERDE,
    PONTO,
    RECUSOU,
    SEUL,
    SUIVI,
    TOMOU,
    Acto,
    Anterior,
    CheminDeFerRecord,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.settling import gain_of, result_of
from projections.replay.kit.places import PlaceTaken
from projections.replay.profiles import PROFILES

DECKS: Final = 6
IN_TURN: Final = frozenset({None, "first", "turn", "shoe"})
"""How the hand comes to a player in his turn, and so makes him the last regular banker."""


class Carried(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The bank, the seats and the shoe of a table after a coup."""

    ended: int = -1
    """Position of the coup's last event that was told when the next was opened."""
    cards: dict[str, int] = msgspec.field(default_factory=dict)
    """The known cards that have left the shoe."""
    anterior: Anterior | None = None
    fora: bool = False
    """Whether its cagnotte was paid besides."""
    tail: tuple[Acto, ...] = ()
    """Acts with the bank after the coup's first card: they are of the next."""
    seats: dict[str, str | None] | None = None
    """Players who sit and stand, by seat; None where no event named them."""
    beside: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Other players who have the same seat."""
    waiting: Waiting = msgspec.field(default_factory=Waiting)
    """Those who wait for a seat."""
    taken: tuple[PlaceTaken, ...] = ()
    """Seats taken after the coup's first card, while others waited."""
    regular: int | None = None
    mudaram: tuple[int, ...] = ()
    desconhecem: tuple[int, ...] = ()
    sabot: str | None = None
    """When the shoe began."""


WORDS: Final = Words(
    cards_to=frozenset(SIDES),
    to_seats=frozenset(),
    calls=frozenset({BANCO, COM_A_MESA, SEUL, SUIVI}),
    roles=frozenset({"associate"}),
    chances=frozenset({PONTO, BANCO, COM_A_MESA, SEUL, SUIVI}),
)


def gather(closed: ClosedRound, options: Mapping[str, Any]) -> CheminDeFerRecord:
    """Return the record of a coup."""
    assert closed.table is not None
    carried = carried_as(Carried, closed.carried)
    facts = _read(closed, carried)
    return _record(closed, options, carried, facts)


def carried_after(before: ClosedRound, options: Mapping[str, Any], opened: int) -> dict[str, Any]:
    """Return the bank, the seats and the shoe as a coup leaves them to the next."""
    if not before.events:
        return {}
    closed = before.told_before(opened)
    assert closed.table is not None
    carried = carried_as(Carried, closed.carried)
    facts = _read(closed, carried)
    record = _record(closed, options, carried, facts)
    after = closed.table.between(closed.opened + 1, opened)
    every = sorted((*closed.events, *after), key=lambda event: event.position)
    found = Carried(
        ended=max(event.position for event in every),
        cards=out_after(carried.cards, every),
        anterior=_as_settled(record),
        fora=record.cagnotte_por_fora,
        tail=tuple(facts.tail),
        seats={str(seat): player for seat, player in facts.players.items()}
        if facts.seats_said
        else None,
        beside={str(seat): names for seat, names in facts.beside.items()},
        waiting=facts.waiting,
        taken=tuple(facts.places_tail),
        regular=_regular(record, carried),
        mudaram=tuple(sorted(facts.moved)),
        desconhecem=tuple(sorted(facts.ignorant)),
        sabot=record.sabot_iniciado,
    )
    return msgspec.json.decode(
        msgspec.json.encode(found)
    )  # as it is read back from where it is kept


GATHERING: Final = Gathering(
    game=NAME,
    record=gather,
    reads_previous=True,
    carry=carried_after,
    kinds=GameKinds(place=SHOE_KINDS | kinds_of(*BANK_ACTS)),
)


def _as_settled(record: CheminDeFerRecord) -> Anterior:
    """Return a coup as the record of the next coup tells of it."""
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


def _read(closed: ClosedRound, carried: Carried) -> CoupFacts:
    until = min(carried.ended, closed.opened - 1)
    if closed.previous:
        until = min(until, banked.ended(closed.previous))
    coup = CoupFacts.of_place(closed, until)
    coup.since = carried.ended
    coup.actos = list(carried.tail)
    if carried.seats is not None:
        coup.seats_said = True
        coup.players = {int(seat): player for seat, player in carried.seats.items()}
        coup.beside = {int(seat): names for seat, names in carried.beside.items()}
    coup.waiting, coup.places_taken = carried.waiting, list(carried.taken)
    coup.begins = not closed.carried
    coup.moved, coup.ignorant = set(carried.mudaram), set(carried.desconhecem)
    coup.follow(closed, until)
    return coup


def _record(
    closed: ClosedRound, options: Mapping[str, Any], carried: Carried, facts: CoupFacts
) -> CheminDeFerRecord:
    assert closed.table is not None
    opened = closed.table.opened.payload
    shared = with_unread(heading(closed), closed, WORDS)
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
        inicio=not closed.carried,
        lugares_dados=tuple(facts.places_taken),
        em_pe=tuple(sorted(one for one in seated if one >= FIRST_STANDING)),
        mudaram=tuple(sorted(facts.moved)),
        desconhecem=tuple(sorted(facts.ignorant)),
        banqueiro=banker,
        capital=capital,
        associado=partner,
        regular=carried.regular,
        pedidos=tuple(facts.calls),
        tomadas=facts.takers(),
        bets=tuple(facts.stakes),
        alteracoes=tuple(facts.altered),
        jogo_feito=facts.closed,
        shoe=facts.shoe(structs.replace(closed, carried=carried.cards), decks, shuffler=False),
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
    """Return the coup before with the bank's capital after it (R123)."""
    before = carried.anterior
    if before is None or before.resultado is None:
        return before
    bank = max(0, before.capital)
    if before.resultado == GANHA:
        bank += gain_of(before.cobertas, bp, fora=carried.fora).prize
    elif before.resultado == PERDE:
        bank -= before.cobertas
    return structs.replace(before, banca=bank)
