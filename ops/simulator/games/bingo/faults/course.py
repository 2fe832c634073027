"""Faults around a draw: suspension, annulment, the accumulator's base, cards, the acta."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from msgspec import structs

from ledger.events.bingo import (
    Breakdown,
    CardsDestroyed,
    Complaint,
    JogadaSuspended,
    PrizesPaid,
)
from ops.simulator.games.bingo.faults.play import pooled, usual, wants
from ops.simulator.games.bingo.faults.sale import not_last
from ops.simulator.games.bingo.faults.session import (
    UNRECORDED,
    Others,
    right_rate,
    wrong_rate,
)
from ops.simulator.games.bingo.faults.terms import OtherTerms
from ops.simulator.games.bingo.jogada import Jogada, Stop
from ops.simulator.games.bingo.play import FAILED, MISSAID, REPAIRED
from ops.simulator.parties.fault import Instead, Played, Wrong
from ops.simulator.parties.party import Telling
from ops.simulator.parties.terminal import Said

# --- the acta (R61) ------------------------------------------------------------------------------


def acta(datum: str, change: Callable[[Any], dict[str, Any]]) -> Wrong[OtherTerms, Jogada]:
    """Return the fault of telling a datum of R61 wrongly."""

    def record(room: OtherTerms, jogada: Jogada, right: Telling) -> Telling:
        del right
        room.plant(jogada.fault or "", "BI-ACTA-SUM", jogada.name, facts={"field": datum})
        yield room.record(jogada, **change(room.acta(jogada)))

    return Wrong(instead={"recorded": record})


def note_missing(room: OtherTerms, jogada: Jogada) -> Telling:
    """Plant a record that was never completed."""
    room.plant(jogada.fault or "", "BI-ACTA-FIELD", facts={"session": room.session})
    yield from ()


def pay_after(room: OtherTerms, jogada: Jogada, _: Any) -> Callable[[Jogada], bool]:
    """Pay when the jogada was ended."""
    del room, jogada
    return lambda _: True


def record_before(room: OtherTerms, jogada: Jogada) -> Telling:
    """Complete the record before anything is paid (R59)."""
    room.plant("acta-unpaid", "BI-ACTA-FIELD", jogada.name)
    yield room.record(jogada)


# --- suspension and annulment (R55) --------------------------------------------------------------


def goes(course: str) -> Instead[OtherTerms, Jogada]:
    """Return a fault that lets the jogada take a course."""

    def tell(room: OtherTerms, jogada: Jogada, _: str | None) -> str:
        del room, jogada
        return course

    return tell


def repaired_late(room: OtherTerms, jogada: Jogada, right: tuple[int, int]) -> tuple[int, int]:
    """Go on after more than fifteen minutes."""
    del right
    room.plant("suspension-too-long", "BI-SUSP", jogada.name, due=0, paid=jogada.total)
    return 920, 1_500


def wait_little(room: OtherTerms, jogada: Jogada, right: timedelta) -> timedelta:
    """Annul before fifteen minutes are over."""
    del right
    room.plant("annulled-early", "VOID-BAD", jogada.name)
    return timedelta(minutes=4)


def fail_in_draw(room: OtherTerms, jogada: Jogada, right: Telling) -> Telling:
    """Annul for a failure after the first ball, which a draw by hand would have cured."""
    del right
    jogada.breakdowns += 1
    room.plant("annulled-in-draw", "BI-SUSP", jogada.name)
    yield room.say(JogadaSuspended(cause="avaria", side="operator"), jogada.name)
    yield room.say(Breakdown(equipment="extractor"), jogada.name)
    yield from room.annul(jogada, "avaria", "BI R55")


def keep_increment(room: OtherTerms, jogada: Jogada, right: Telling) -> Telling:
    """Leave an annulled jogada's increment in the accumulator."""
    del right
    assert jogada.parts is not None
    kept, staked = jogada.parts.increment, jogada.parts.total
    room.plant("increment-kept", "BI-3PCT", jogada.name, due=0, paid=kept)
    room.plant("increment-kept", "JP-INC", jogada.name, due=0, paid=staked)
    yield from ()


Refunds = Callable[[Jogada, dict[int, int]], Telling]


def refund_short(room: OtherTerms, jogada: Jogada, _: Refunds) -> Refunds:
    """Give too little back of the second sale."""
    del jogada

    def refunds(jogada: Jogada, back: dict[int, int]) -> Telling:
        for number, one in enumerate(jogada.sales):
            amount = back[id(one)] - (100 if number == 1 else 0)
            if number == 1:
                owed = back[id(one)]
                room.plant("refund-short", "VOID-REFUND", jogada.name, due=owed, paid=amount)
            yield room.say(room.refund(one, amount), jogada.name, after=(2, 6))

    return refunds


# --- the accumulator's base (R11) ----------------------------------------------------------------


def base_from_players(room: OtherTerms, occasion: Played, others: Others) -> Others:
    """Put the base back from the players' money."""
    del occasion
    room.plant("base-from-players", "BI-JP-BASE")
    return {**others, "funds": "jogadores"}


def base_short(room: OtherTerms, occasion: Played, others: Others) -> Others:
    """Put less back than the base."""
    del occasion
    amount = room.pool.base - 50_000
    room.plant("base-short", "BI-JP-BASE", due=room.pool.base, paid=amount)
    return {**others, "amount": amount}


# --- complaints (R61 j) --------------------------------------------------------------------------


def verifier_decides(room: OtherTerms, jogada: Jogada) -> Telling:
    """Let who verified a called card decide the complaint about it; then the chief decides it."""
    name, claim = f"{room.badge}-R{room.occasion}", jogada.claims[-1]
    jogada.complaints.append(name)
    heard = Complaint(complaint=name, about="win", claim=claim)
    yield room.say(heard, jogada.name, after=(10, 40))
    own = room.decision(jogada.name, name, room.verifier)
    facts = {"subject": f"claim {claim}", "effect": False}
    room.plant("verifier-decides", "OP-ACCESS", jogada.name, event=own.name, facts=facts)
    yield own
    yield room.decision(jogada.name, name)


# --- cards and balls -----------------------------------------------------------------------------


def keep_cards(room: OtherTerms, jogada: Jogada, right: Telling) -> Telling:
    """Destroy no cards."""
    del right
    room.plant(jogada.fault or "", "BI-DESTROY", facts={"session": room.session})
    yield from ()


def destroy_evidence(room: OtherTerms, jogada: Jogada, right: Telling) -> Telling:
    """Destroy the cards that a complaint is about."""
    name = f"{room.badge}-R{room.occasion}"
    jogada.complaints.append(name)
    room.undecided.append((jogada.name, name))
    room.plant(jogada.fault or "", "BI-DESTROY", jogada.name)
    yield room.say(Complaint(complaint=name, about="win"), jogada.name)
    yield from right


def destroy_alone(room: OtherTerms, jogada: Jogada, right: Telling) -> Telling:
    """Name one person twice as who saw the cards destroyed (R51)."""
    for said in right:
        if isinstance(said, Said) and isinstance(said.payload, CardsDestroyed):
            twice = (room.witnesses[0],) * 2
            facts = {"parts": ["destroyed", "destroyed"], "effect": True}
            room.plant(jogada.fault or "", "OP-ACCESS", said.round, event=said.name, facts=facts)
            yield structs.replace(said, payload=structs.replace(said.payload, by=twice))
        else:
            yield said


def destroy_winning(room: OtherTerms, jogada: Jogada, right: Telling) -> Telling:
    """Destroy the winning cards at once."""
    yield from right
    room.plant(jogada.fault or "", "BI-DESTROY", jogada.name)
    _, _, cards = room.kept.pop()
    destroyed = CardsDestroyed(cards=cards, winning=True, by=room.witnesses)
    yield room.say(destroyed, jogada.name)


def miscount_balls(room: OtherTerms, jogada: Jogada) -> Telling:
    """Say that the old set of balls was used three times more than it was."""
    room.plant("balls-miscounted", "BI-BALLSET")
    yield room.replace_balls(jogada, uses=room.uses[room.variant] + 3)


def replace_unapproved(room: OtherTerms, jogada: Jogada) -> Telling:
    """Take a set of balls into use that nobody approved."""
    room.plant("balls-unapproved", "BI-BALLSET")
    yield room.replace_balls(jogada, act=None)


# --- the order of things -------------------------------------------------------------------------

Heard = Callable[[Jogada, Stop], Telling]


def pay_early(room: OtherTerms, jogada: Jogada, right: Heard) -> Heard:
    """Pay a claim of the bingo before it is verified."""
    del jogada, right

    def heard(jogada: Jogada, stop: Stop) -> Telling:
        main = jogada.offer.main
        if not any(call.prize == main and call.valid for call in stop.calls):
            return
        jogada.award()
        early = [one for one in room.payments(jogada) if one.shape == main]
        jogada.facts["early"] = early
        for one in early:
            facts = {"cartao": one.card, "fact": "antes"}
            room.plant("paid-early", "BI-PAYWHEN", jogada.name, due=0, paid=one.amount, facts=facts)
        yield room.say(PrizesPaid(prizes=tuple(early)), jogada.name)

    return heard


def sell_first(room: OtherTerms, jogada: Jogada) -> Telling:
    """Sell before the sale is announced."""
    first = next(one for one in jogada.sales if not one.inherited)
    room.plant("announced-late", "BI-ANN", jogada.name, facts={"fact": "antes"})
    yield room.say(room.sold(first), jogada.name)
    jogada.facts["sold"] = first


ACTA: Final = {
    "acta-series": acta("b", lambda told: {"series": (*told.series, "Z")}),
    "acta-price": acta("c", lambda told: {"price": told.price + 100}),
    "acta-cards": acta("d", lambda told: {"cards": told.cards - 1}),
    "acta-collected": acta("e", lambda told: {"collected": told.collected - 1_000}),
    "acta-linha": acta("f linha", lambda told: {"linha": told.linha + 1}),
    "acta-bingo": acta("f bingo", lambda told: {"bingo": told.bingo - 1}),
    "acta-additional": acta("f adicionais", lambda told: {"additional": told.additional + 5}),
    "acta-progressive": acta("f progressivo", lambda told: {"progressive": told.progressive + 5}),
    "acta-tax": acta("g", lambda told: {"tax": told.tax + 1}),
    "acta-hour": acta("h", lambda told: {"ended": told.started}),
    "acta-annulled": acta("i", lambda _: {"annulled": "BI R57"}),
    "acta-complaint": acta("j", lambda told: {"complaints": (*told.complaints, "R-0")}),
    "acta-balls": acta("k", lambda told: {"ball_sets": (*told.ball_sets, "bolas-0")}),
    "acta-breakdowns": acta("l", lambda told: {"breakdowns": told.breakdowns + 1}),
    "acta-incidents": acta("m", lambda told: {"incidents": told.incidents + 1}),
}
"""Every datum of R61 told wrongly."""
COURSE: Final[dict[str, Wrong]] = {
    "acta-skipped": Wrong(fits=not_last, does=UNRECORDED),
    "acta-missing": Wrong(fits=not_last, does={**UNRECORDED, "unrecorded": note_missing}),
    "acta-unpaid": Wrong(instead={"pays-late": pay_after}, does={"pays": record_before}),
    "suspension-too-long": Wrong(instead={"course": goes(REPAIRED), "repaired": repaired_late}),
    "annulled-in-draw": Wrong(instead={"course": goes(MISSAID), "stopped": fail_in_draw}),
    "annulled-early": Wrong(instead={"course": goes(FAILED), "waits": wait_little}),
    "refund-short": Wrong(instead={"course": goes(FAILED), "refunds": refund_short}),
    "increment-kept": Wrong(instead={"course": goes(FAILED), "taken-back": keep_increment}),
    "base-from-players": Wrong(instead={"wanted": wants(pooled), "restored": base_from_players}),
    "base-short": Wrong(instead={"wanted": wants(pooled), "restored": base_short}),
    "cards-not-destroyed": Wrong(instead={"disposed": keep_cards}),
    "evidence-destroyed": Wrong(instead={"disposed": destroy_evidence}),
    "destroyed-by-one": Wrong(instead={"disposed": destroy_alone}),
    "winning-destroyed": Wrong(instead={"disposed": destroy_winning}),
    "balls-miscounted": Wrong(does={"after": miscount_balls}),
    "balls-unapproved": Wrong(does={"after": replace_unapproved}),
    "paid-early": Wrong(instead={"heard": pay_early}),
    "announced-late": Wrong(does={"before-sale": sell_first}),
    "rate-wrong": Wrong(does={"opens": wrong_rate, "over": right_rate}),
    "verifier-decides": Wrong(instead={"wanted": wants(usual)}, does={"after": verifier_decides}),
}
"""Every fault around the draw."""
