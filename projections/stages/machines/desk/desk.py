"""The desk's side: bilhetes codificados and hand payments, kept while they are owed.

What is settled leaves the memory; a late word about it is looked up in its table.
"""

from typing import Any, Final, LiteralString

import msgspec

from ledger.events.jackpots import AwardPaid, JackpotWon
from ledger.events.machines import HandPaid, Play, TicketIssued, TicketPaid, TicketRedeemed
from ledger.events.registry import OpeningDeclared
from projections.base.event import Event
from projections.base.produced import Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source
from projections.stages.machines.desk import hand_pays, tickets
from projections.stages.machines.desk.hand_pays import CANCELLED, LAWFUL_MEANS, HandPay, Slip
from projections.stages.machines.desk.tickets import Move, Ticket
from projections.stages.machines.faults import day_of, parameter

ABOUT_TICKET: Final = "ticket "
ABOUT_HAND: Final = "hand "
PROGRESSIVE: Final = "PAPh"
DECLARED: Final = "declared"
_TICKET: LiteralString = "SELECT record FROM {s}.ticket WHERE ticket = %s"
_HAND: LiteralString = "SELECT record FROM {s}.hand_pay WHERE subject = %s"
_SLIP: LiteralString = "SELECT record FROM {s}.hand_pay WHERE slips @> ARRAY[%s::bigint]"


class Desk:
    """Tickets and hand payments."""

    def __init__(self) -> None:
        """Begin with nothing owed."""
        self._tickets: dict[str, Ticket] = {}
        self._hands: dict[str, HandPay] = {}
        """By the play's name, or the slip's event."""
        self._touched_tickets: dict[str, Ticket] = {}
        self._touched_hands: dict[str, HandPay] = {}
        self._read: Schema | None = None
        self._source: Source | None = None

    def load(self, schema: Schema, source: Source) -> None:
        """Bring tickets and hand payments that are owed into memory."""
        self._read, self._source = schema, source
        execute, query = schema.cursor.execute, schema.query
        rows = execute(query("SELECT record FROM {s}.ticket WHERE state = 'issued'")).fetchall()
        for (record,) in rows:
            one = msgspec.json.decode(record, type=Ticket)
            self._tickets[one.ticket] = one
        rows = execute(
            query("SELECT record FROM {s}.hand_pay WHERE open ORDER BY first")
        ).fetchall()
        for (record,) in rows:
            hand = msgspec.json.decode(record, type=HandPay)
            self._hands[hand.subject] = hand

    # --- tickets -------------------------------------------------------------------------------

    def issue(
        self, event: Event, payload: TicketIssued, produced: Produced, first: int | None = None
    ) -> None:
        """Note a ticket by which a machine paid; ``first`` is where it was said, if corrected."""
        ticket = self._ticket(payload.ticket)
        ticket.until = payload.until or ticket.until
        ticket.issues.append(_move(event, payload.amount, "machine", first))
        self._note_ticket(ticket, produced)

    def declare(self, event: Event, payload: OpeningDeclared, produced: Produced) -> None:
        """Note a ticket that was in circulation before the ledger began."""
        ticket = self._ticket(payload.name)
        amount = payload.values.get("amount", sum(payload.values.values()))
        ticket.issues.append(_move(event, amount, DECLARED))
        self._note_ticket(ticket, produced)

    def has_moved(self, name: str) -> bool:
        """Tell whether a ticket was issued or taken here: a declaration of before moves none."""
        ticket = self._ticket(name)
        return bool(ticket.taken) or any(one.by != DECLARED for one in ticket.issues)

    def undeclare(self, said: OpeningDeclared, position: int, produced: Produced) -> None:
        """Take out what a corrected declaration said of a ticket, since a position."""
        ticket = self._ticket(said.name)
        ticket.without(position)
        self._note_ticket(ticket, produced, again=True)

    def take(
        self,
        event: Event,
        payload: TicketRedeemed | TicketPaid,
        produced: Produced,
        first: int | None = None,
    ) -> None:
        """Note a ticket that a machine or a desk took; unknown ones and second times count, too.

        ``first`` is where it was said, if it was corrected since.
        """
        ticket = self._ticket(payload.ticket)
        by = "machine" if isinstance(payload, TicketRedeemed) else "desk"
        ticket.taken.append(_move(event, payload.amount, by, first))
        self._note_ticket(ticket, produced)

    def untake(
        self, said: TicketIssued | TicketRedeemed | TicketPaid, position: int, produced: Produced
    ) -> None:
        """Take out what a corrected event said of a ticket, since a position."""
        ticket = self._ticket(said.ticket)
        ticket.without(position)
        self._note_ticket(ticket, produced, again=True)

    def _ticket(self, name: str) -> Ticket:
        found = self._touched_tickets.get(name) or self._tickets.get(name)
        if found is None:
            record = self._stored(_TICKET, name)
            found = Ticket(ticket=name)
            if record is not None:
                found = msgspec.json.decode(record, type=Ticket)
        return found

    def _note_ticket(self, ticket: Ticket, produced: Produced, *, again: bool = False) -> None:
        self._touched_tickets[ticket.ticket] = ticket
        ticket.in_order()
        if ticket.state == "issued":
            self._tickets[ticket.ticket] = ticket
        else:
            self._tickets.pop(ticket.ticket, None)
        faults = tickets.faults_of(ticket)
        # Issued, then taken: nothing to say. One that was unknown comes right by a late issue.
        issued = ticket.issues[-1].position if ticket.issues else 0
        late = bool(ticket.taken) and ticket.taken[0].position < issued
        if faults or late or again:
            produced.about.append((ABOUT_TICKET + ticket.ticket, faults))

    # --- hand payments ---------------------------------------------------------------------------

    def owe(self, event: Event, play: Play, name: str, produced: Produced) -> None:
        """Note a jogada's prize that the desk has to pay."""
        hand = self._hand(name) or HandPay(
            subject=name, machine=event.place, day=day_of(event, produced)
        )
        hand.play, hand.void = event.position, False
        hand.machine = event.place
        owed = {"PAM": play.pam, "PAPh": play.pap_h}
        hand.owed = {category: amount for category, amount in owed.items() if amount}
        self._note_hand(hand, produced)

    def hand(self, event: Event, payload: HandPaid, produced: Produced) -> None:
        """Note that the desk paid a prize, or a balance."""
        hand = None
        if payload.category != CANCELLED:
            hand = self._owed_for(event, payload)
        if hand is None:
            subject = payload.play or event.name
            hand = self._hand(subject) or HandPay(
                subject=subject, machine=event.place, day=day_of(event, produced)
            )
        if payload.category == CANCELLED:
            hand.owed[CANCELLED] = hand.owed.get(CANCELLED, 0) + payload.amount
        if payload.category == PROGRESSIVE and _told(hand, payload, "desk", event.position):
            self._note_hand(hand, produced)
            return
        lawful: Any = parameter(event, produced, "meios_de_pagamento")
        means = LAWFUL_MEANS if lawful is None else frozenset(map(str, lawful))
        hand.slips.append(
            Slip(
                position=event.position,
                category=payload.category,
                amount=payload.amount,
                means=payload.means,
                slip=payload.slip,
                lawful=payload.means in means,
            )
        )
        self._note_hand(hand, produced)

    def award(self, event: Event, payload: AwardPaid, produced: Produced) -> None:
        """Note that a machine's progressive prize was handed over by its pool's slip."""
        assert self._source is not None
        won = None if payload.award is None else self._source.named(payload.award)
        if won is None or won.position > event.position or not isinstance(won.payload, JackpotWon):
            return
        name = won.payload.play
        hand = None if name is None else self._hand(name)
        if hand is None or PROGRESSIVE not in hand.owed:
            return
        if _told(hand, payload, "pool", event.position):
            self._note_hand(hand, produced)
            return
        hand.slips.append(
            Slip(
                position=event.position,
                category=PROGRESSIVE,
                amount=payload.amount,
                means=payload.means,
                slip=payload.slip,
                lawful=payload.means in LAWFUL_MEANS,
                told="pool",
            )
        )
        self._note_hand(hand, produced)

    def unpay(self, position: int, produced: Produced) -> None:
        """Take out what a corrected event, since a position, said of a hand payment."""
        for hand in (*self._touched_hands.values(), *self._hands.values()):
            if any(position in (one.position, one.also) for one in hand.slips):
                break
        else:
            found = self._stored_with(position)
            if found is None:
                return
            hand = found
        left = [(one, one.without(position)) for one in hand.slips]
        gone = [one for one, now in left if now is None]
        hand.slips = [now for _, now in left if now is not None]
        for one in gone:
            if one.category == CANCELLED:
                hand.owed[CANCELLED] = hand.owed.get(CANCELLED, 0) - one.amount
        self._note_hand(hand, produced, again=True)

    def paid_by_hand(self, name: str) -> bool:
        """Tell whether a jogada's prize was handed over already."""
        hand = self._hand(name)
        return hand is not None and bool(hand.slips)

    def forget(self, name: str, produced: Produced) -> None:
        """Owe nobody the prizes of a void jogada."""
        hand = self._hand(name)
        if hand is not None:
            hand.void = True
            self._note_hand(hand, produced, again=True)

    def _owed_for(self, event: Event, payload: HandPaid) -> HandPay | None:
        """Return the debt that a slip pays: the named play's, else the oldest of that amount."""
        if payload.play is not None:
            return self._hand(payload.play)
        waiting = [
            hand
            for hand in self._hands.values()
            if hand.machine == event.place
            and hand.owed.get(payload.category) == payload.amount
            and not hand.slips
        ]
        return min(waiting, key=lambda hand: hand.play or 0, default=None)

    def _hand(self, subject: str) -> HandPay | None:
        found = self._touched_hands.get(subject) or self._hands.get(subject)
        if found is not None:
            return found
        record = self._stored(_HAND, subject)
        return None if record is None else msgspec.json.decode(record, type=HandPay)

    def _stored_with(self, position: int) -> HandPay | None:
        record = self._stored(_SLIP, position)
        return None if record is None else msgspec.json.decode(record, type=HandPay)

    def _stored(self, statement: LiteralString, key: str | int) -> str | None:
        """Return the row of a ticket or hand payment before this page."""
        if self._read is None:
            return None
        row = self._read.cursor.execute(self._read.query(statement), (key,)).fetchone()
        return None if row is None else row[0]

    def _note_hand(self, hand: HandPay, produced: Produced, *, again: bool = False) -> None:
        self._touched_hands[hand.subject] = hand
        if hand.open:
            self._hands[hand.subject] = hand
        else:
            self._hands.pop(hand.subject, None)
        faults = hand_pays.faults_of(hand)
        # What was too little, or of no known play, comes right by another slip or a late play.
        late = hand.play is not None and any(one.position < hand.play for one in hand.slips)
        if faults or late or again or len(hand.slips) > 1:
            produced.about.append((ABOUT_HAND + hand.subject, faults))

    # --- rows ----------------------------------------------------------------------------------

    def flush(self, writes: Writes) -> None:
        """Write the page's rows."""
        writes.replace(
            "ticket",
            "ticket",
            TICKET_COLUMNS,
            [_ticket_row(t) for t in self._touched_tickets.values()],
        )
        writes.replace(
            "hand_pay",
            "subject",
            HAND_COLUMNS,
            [_hand_row(h) for h in self._touched_hands.values()],
        )
        self._touched_tickets.clear()
        self._touched_hands.clear()


TICKET_COLUMNS: Final = (
    "ticket",
    "state",
    "amount",
    "owed",
    "issued",
    "issued_at",
    "taken",
    "taken_at",
    "taken_by",
    "until",
    "record",
)
HAND_COLUMNS: Final = (
    "subject",
    "machine",
    "day",
    "category",
    "due",
    "paid",
    "means",
    "slip",
    "open",
    "play",
    "slips",
    "first",
    "record",
)


def _told(hand: HandPay, payload: HandPaid | AwardPaid, by: str, position: int) -> bool:
    """Tell whether the other told of this payment already: desk and pool may, by one slip."""
    other = "desk" if by == "pool" else "pool"
    for number, one in enumerate(hand.slips):
        known = (one.slip, one.amount, one.category, one.told)
        if payload.slip is not None and known == (
            payload.slip,
            payload.amount,
            PROGRESSIVE,
            other,
        ):
            hand.slips[number] = msgspec.structs.replace(
                one, told="both", also=position, first=one.told
            )
            return True
    return False


def _move(event: Event, amount: int, by: str, first: int | None = None) -> Move:
    return Move(
        position=event.position,
        amount=amount,
        place=event.place,
        at=event.at,
        by=by,
        first=first,
    )


def _ticket_row(one: Ticket) -> tuple[Any, ...]:
    issue = one.issues[0] if one.issues else None
    taken = one.taken[0] if one.taken else None
    return (
        one.ticket,
        one.state,
        None if issue is None else issue.amount,
        one.owed,
        None if issue is None else issue.position,
        None if issue is None else issue.place,
        None if taken is None else taken.position,
        None if taken is None else taken.place,
        None if taken is None else taken.by,
        one.until,
        _json(one),
    )


def _hand_row(one: HandPay) -> tuple[Any, ...]:
    told = ((slip.position, slip.also) for slip in one.slips)
    slips = [at for both in told for at in both if at is not None]
    categories = sorted({*one.owed, *(slip.category for slip in one.slips)})
    return (
        one.subject,
        one.machine,
        one.day,
        " ".join(categories),
        one.due,
        one.paid,
        one.slips[-1].means if one.slips else None,
        one.slips[-1].slip if one.slips else None,
        one.open,
        one.play,
        slips,
        min([*slips, *([one.play] if one.play is not None else [])], default=0),
        _json(one),
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()
