"""The actas' stage: a row a session, a version of a row a jogada, a row a room and a grant.

``acta-gate-granted`` is the service's: it is taken from the service's source alone.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Final

import msgspec
from typing_extensions import override

from ledger.events import KINDS, kinds_of
from ledger.events.bingo import (
    ActaCompleted,
    ActaGateGranted,
    BallSetChecked,
    BallSetReplaced,
    BingoSessionClosed,
    BingoSessionOpened,
    Breakdown,
    CardsDelivered,
    CardsDestroyed,
    CardsKept,
    Complaint,
    ComplaintDecided,
    Incident,
    PrizesPaid,
)
from ledger.events.registry import ClockTicked, LedgerFounded, OpeningDeclared
from ledger.events.reviews import GamingDayClosed
from ledger.events.rounds import RoundOpened
from ledger.events.tables import TableClosed, TableOpened
from projections.base.event import ClosedRound, Event, JudgedRound
from projections.base.finding_ids import ONCE
from projections.base.produced import Change, Fault, Produced
from projections.base.rows import Schema, Writes
from projections.base.stage import Source, Stage
from projections.replay.games.bingo.record import NAME, BingoRecord
from projections.replay.games.bingo.sale import sell, size_of
from projections.replay.record import PHYSICAL
from projections.stages.actas.after_the_jogada import AFTERWARDS, is_between, retell, tell
from projections.stages.actas.ball_sets import change_set, replaced_set_faults, worn_set_faults
from projections.stages.actas.checks.first_card import start_faults
from projections.stages.actas.checks.signed_record import jogada_faults, noted_of
from projections.stages.actas.jogada import Jogada, Registo, go_on, told
from projections.stages.actas.room import Changed, Late, Room
from projections.stages.actas.rows import ACTA, SESSION, acta_row, session_row
from projections.stages.actas.sessions import Check, Session, session_faults
from projections.stages.actas.used_cards import card_faults, destino_of, destroyed_faults

BALL_SET: Final = "ball_set"
CHANGED_KEPT: Final = 8
"""Of how many changes of a room's balls it is kept how the sets stood before."""
RECORDS_KEPT: Final = 8
"""Of how many of a jogada's last records it is kept what they could know."""
LENGTH_FREE: Final = 200
"""Facts of an acta that cost a late one nothing: no simulated jogada has as many."""
CREDIT_MAX: Final = 20_000
"""Facts beyond that, of a jogada's acta written anew for late ones, before it waits for ticks."""
OF_CARDS: Final = (CardsDestroyed, CardsKept, CardsDelivered)


class Actas(Stage):
    """Sessions, jogadas in their versions, rooms and what the gate granted."""

    name = "actas"
    states = (Jogada, OpeningDeclared, Room)
    tables = (
        ("session", "opened"),
        ("acta", "round, known_from"),
        ("room", "place"),
        ("gate", "position"),
    )
    kinds = kinds_of(
        LedgerFounded,
        ClockTicked,
        GamingDayClosed,
        OpeningDeclared,
        TableOpened,
        TableClosed,
        RoundOpened,
        BingoSessionOpened,
        BingoSessionClosed,
        BallSetChecked,
        BallSetReplaced,
        Complaint,
        ComplaintDecided,
        Breakdown,
        Incident,
        ActaGateGranted,
        ActaCompleted,
        CardsDestroyed,
        CardsKept,
        CardsDelivered,
        PrizesPaid,
    )

    def __init__(self) -> None:
        """Begin with no room."""
        self._rooms: dict[str, Room] = {}
        self._service: str | None = None
        self._events: dict[int, Event] = {}
        """What was told of jogadas after their end, by position."""
        self._versions: list[list[Any]] = []
        self._last_version: dict[str, list[Any]] = {}
        """Round to the last of them: the one that holds."""
        self._ended: list[tuple[int, str]] = []
        self._sessions: dict[int, Session] = {}
        self._grants: list[tuple[Any, ...]] = []
        self._touched: set[str] = set()
        self._earlier: dict[str, tuple[Session, Jogada]] = {}
        """Jogadas of sessions before the room's, that this page tells of."""
        self._source: Source | None = None
        self._read: Schema | None = None

    @override
    def load(self, schema: Schema, source: Source) -> None:
        self._source, self._read = source, schema
        first = source.events([1])
        if first and isinstance(first[0].payload, LedgerFounded):
            self._service = first[0].source
        rows = schema.cursor.execute(schema.query("SELECT state FROM {s}.room")).fetchall()
        for (state,) in rows:
            room = msgspec.json.decode(state, type=Room)
            self._rooms[room.place] = room

    # --- folding -------------------------------------------------------------------------------

    @override
    def fold(self, event: Event, produced: Produced) -> None:
        payload = event.payload
        match payload:
            case LedgerFounded() if self._service is None:
                self._service = event.source
            case ClockTicked() | GamingDayClosed():
                self._write_late(event, produced)
            case BingoSessionOpened():
                self._open(event, payload, produced)
            case OpeningDeclared(subject=subject) if subject == BALL_SET:
                room = self._room(event.place or payload.name)
                room.balls.take(payload.name)
                room.balls.uses = payload.values.get("uses", 0)
            case TableOpened(game=game) if game == NAME:
                self._lose_doubles(event, self._room(event.place or ""), produced)
            case _:
                room = self._rooms.get(event.place or "")
                if room is not None:
                    self._in_room(event, room, produced)
        for change in produced.changes:
            self._correct(event, change, produced)
        self._take_judged(event, produced)

    def _take_judged(self, event: Event, produced: Produced) -> None:
        for judged in produced.judged:
            if judged.closed.game == NAME:
                self._judge(event, judged, produced)
        for closed in produced.no_longer_judged:
            if closed.reopened and closed.game == NAME:
                self._reopen(event, closed, produced)

    def _room(self, place: str) -> Room:
        self._touched.add(place)
        return self._rooms.setdefault(place, Room(place=place))

    def _open(self, event: Event, payload: BingoSessionOpened, produced: Produced) -> None:
        room = self._room(event.place or "")
        old = room.session
        if old is not None:
            if old.session == payload.session and old.closed is None:
                return  # told again: the game looks at what it says of the accumulator (R9)
            self._earlier.update({one.round: (old, one) for one in old.jogadas})
            for one in old.jogadas:
                late = (room.late or {}).get(one.round)
                if late is not None and late.waits:
                    late.keep(old, one)
        room.grants = []
        room.session = Session(
            session=payload.session,
            place=room.place,
            day=produced.day or event.at[:10],
            opened=event.position,
            started=event.at,
            variant=payload.variant,
            mode=payload.mode,
        )
        room.session.say(payload)
        self._adopt(event, room, room.session)
        self._say(room, produced)

    def _adopt(self, event: Event, room: Room, session: Session) -> None:
        """Give a session the jogadas that were opened before it was announced."""
        session.jogadas = [one for one in room.unannounced if one.session == session.session]
        room.unannounced = [one for one in room.unannounced if one.session != session.session]
        for jogada in session.jogadas:
            jogada.inicio = session.started
            if jogada.closed is None:
                jogada.herda = room.doubles.pop(str(session.variant), None)
            self._version(event, session, jogada)

    def _in_room(self, event: Event, room: Room, produced: Produced) -> None:
        session, payload = room.session, event.payload
        if isinstance(payload, RoundOpened):
            self._begin(event, payload, room)
        elif isinstance(payload, TableClosed):
            self._shut(event, room, produced)
        if session is None:
            return
        match payload:
            case RoundOpened() | TableClosed():
                pass
            case BingoSessionClosed():
                self._overtake(session, "", event)
                if session.last is not None and session.between:
                    self._take_between(session, session.last)
                    self._version(event, session, session.last)
                session.closed, session.ended = event.position, event.at
            case BallSetChecked():
                room.balls.take(payload.set)
                session.checks.append(Check.of(event.position, payload))
            case ActaGateGranted() if event.source == self._service:
                room.grants.append((payload.next, event.position))
                self._grants.append(
                    (event.position, room.place, payload.previous, payload.next, payload.through)
                )
            case _:
                if not self._of_jogada(event, room, produced):
                    return
        self._say(room, produced)

    def _begin(self, event: Event, payload: RoundOpened, room: Room) -> None:
        session = room.session if room.session is not None and not room.session.closed else None
        known = [*room.unannounced, *(room.session.jogadas if room.session is not None else ())]
        if event.round is None or any(one.round == event.round for one in known):
            return
        jogada = Jogada(
            round=event.round,
            session=session.session if session is not None else payload.session,
            opened=event.position,
            started=event.at,
            last=payload.last,
        )
        self._touched.add(room.place)
        if session is None:
            room.unannounced.append(jogada)
            return
        self._overtake(session, event.round, event)
        session.jogadas.append(jogada)
        jogada.inicio = session.started
        jogada.herda = room.doubles.pop(str(session.variant), None)
        self._take_between(session, jogada)
        self._version(event, session, jogada)

    def _shut(self, event: Event, room: Room, produced: Produced) -> None:
        """Close the room: doubles that wait are lost, jogadas without a session have no acta."""
        for jogada in room.unannounced:
            produced.faults.append(
                Fault(
                    code="BI-ACTA-FIELD",
                    rule="BI R58",
                    positions=(jogada.opened, event.position),
                    place=room.place,
                    round=jogada.round,
                    expected="a session, and its acta",
                    recorded="none was opened",
                )
            )
        if room.unannounced:
            self._touched.add(room.place)
        room.unannounced = []
        self._lose_doubles(event, room, produced)

    def _lose_doubles(self, event: Event, room: Room, produced: Produced) -> None:
        """End the wait of doubles for a second jogada: the room closes, or is opened anew."""
        for _, name in sorted(room.doubles.items()):
            session, jogada = self._find(room, name)
            if jogada is not None:
                jogada.sem_segunda = event.position
                self._now(event, room, session, jogada, produced)
        if room.doubles:
            self._touched.add(room.place)
        room.doubles = {}

    def _overtake(self, session: Session, name: str, event: Event) -> None:
        """Keep that a jogada was opened, or the session closed, before the record was complete."""
        last = session.last
        if name and session.simultaneous:
            return  # which jogada is the one before, its sale tells (R92)
        if last is not None and not last.registada:
            last.overtaken = name
            session.early.append((name, event.position))
            self._version(event, session, last)

    def _of_jogada(self, event: Event, room: Room, produced: Produced) -> bool:
        """Tell a fact of the jogada that it names, else of the last; True if the session's, too."""
        payload = event.payload
        self._touched.add(room.place)
        if isinstance(payload, BallSetReplaced) and not payload.balls:
            self._replace(event, payload, room, produced)
        if is_between(event, room.session):
            assert room.session is not None
            room.session.between.append(event.position)
            self._events[event.position] = event
            return False
        found, jogada = self._find(room, event.round)
        if jogada is None:
            return False
        match payload:
            case ActaCompleted():
                self._complete(event, payload, jogada, produced)
            case CardsDestroyed() | CardsKept() | CardsDelivered():
                jogada.destinos.append(destino_of(event, payload))
                if isinstance(payload, CardsDestroyed):
                    too_early = list(destroyed_faults(event, payload, jogada))
                    if too_early:
                        produced.about.append((f"destroyed {event.name}", too_early))
            case _ if isinstance(payload, AFTERWARDS) and (
                jogada.closed is not None or event.round is None
            ):
                jogada.noted.append(event.position)
                self._events[event.position] = event
                tell(jogada, event)
            case _:
                return False
        judged = self._now_or_later(event, room, found, jogada, produced)
        return judged and not isinstance(payload, AFTERWARDS)

    # --- long actas ----------------------------------------------------------------------------

    def _now_or_later(
        self,
        event: Event,
        room: Room,
        session: Session | None,
        jogada: Jogada,
        produced: Produced,
    ) -> bool:
        """Judge a record anew for a late fact; a long one, once it did so often, at the next tick.

        To write an acta costs its length, which late facts add to: of each as much as is of a usual
        jogada costs nothing, and for the rest a jogada has a credit.
        """
        more = _length(jogada) - LENGTH_FREE
        if more > 0:
            waiting = room.late or {}
            late = waiting.get(jogada.round) or Late(credit=CREDIT_MAX)
            late.waits = late.credit <= 0
            late.credit -= 0 if late.waits else more
            room.late = {**waiting, jogada.round: late}
            self._touched.add(room.place)
            if late.waits:
                if session is not None and session is not room.session:
                    late.keep(session, jogada)
                return False
        self._now(event, room, session, jogada, produced)
        return True

    def _write_late(self, event: Event, produced: Produced) -> None:
        """Judge the records that wait: at a tick as many as may be, before a day is closed all."""
        left = None if isinstance(event.payload, GamingDayClosed) else CREDIT_MAX
        for room in self._rooms.values():
            for name, late in sorted((room.late or {}).items()):
                session, jogada = self._find(room, name) if late.waits else (None, None)
                if jogada is None or (left is not None and left <= 0):
                    continue
                late.end()
                self._touched.add(room.place)
                self._now(event, room, session, jogada, produced)
                if room.session is not None:
                    self._say(room, produced)
                left = None if left is None else left - _length(jogada)

    def _now(
        self,
        event: Event,
        room: Room,
        session: Session | None,
        jogada: Jogada,
        produced: Produced,
    ) -> None:
        """Judge a jogada's record anew, and hand on its present findings."""
        if session is not None:
            self._version(event, session, jogada)
        found = [*jogada_faults(jogada, room.place), *card_faults(jogada, room.place)]
        produced.about.append((f"acta {jogada.round}", found))

    def _take_between(self, session: Session, jogada: Jogada) -> None:
        """Give a jogada what was told since the one before it was recorded."""
        jogada.noted += session.between
        for event in self._told(self._rooms[session.place], session.between):
            tell(jogada, event)
        session.between = []

    def _complete(
        self, event: Event, payload: ActaCompleted, jogada: Jogada, produced: Produced
    ) -> None:
        # Of what was told and is not judged yet nobody is said to have left it out.
        valid = not jogada.lacks() or produced.is_pending(jogada.round)
        jogada.registos.append(
            Registo(
                position=event.position,
                at=event.at,
                source=event.source,
                valid=valid,
                said=payload,
                noted=noted_of(jogada) if valid else None,
            )
        )
        if len(jogada.registos) > RECORDS_KEPT:  # what was known to older ones is compared no more
            old = jogada.registos[-1 - RECORDS_KEPT]
            jogada.registos[-1 - RECORDS_KEPT] = msgspec.structs.replace(old, noted=None)

    def _replace(
        self, event: Event, payload: BallSetReplaced, room: Room, produced: Produced
    ) -> None:
        before = deepcopy(room.balls)
        found = list(replaced_set_faults(event, payload, before))
        if found:
            produced.about.append((f"{ONCE}balls {event.name}", found))
        change_set(payload, room.balls)
        balls = room.balls
        changed = Changed(position=event.position, before=before, name=balls.name, uses=balls.uses)
        room.changed = [*(room.changed or ())[1 - CHANGED_KEPT :], changed]

    def _replace_again(self, room: Room, change: Change, produced: Produced) -> None:
        """Let another set of balls have been taken, or none; what it served since stays served."""
        target, now = change.target, change.payload
        changed = room.changed or []
        one = next((each for each in changed if each.position == target.position), None)
        if one is None:
            return
        balls = deepcopy(one.before)
        taken = isinstance(now, BallSetReplaced) and not now.balls
        found = list(replaced_set_faults(target, now, balls)) if taken else []
        produced.about.append((f"{ONCE}balls {target.name}", found))
        if taken:
            change_set(now, balls)
        if one is changed[-1] and room.balls.name == one.name:
            served = room.balls.uses - one.uses
            one.name, one.uses = balls.name, balls.uses
            balls.uses += served
            room.balls = balls
        self._touched.add(room.place)

    # --- judged jogadas ------------------------------------------------------------------------

    def _judge(self, event: Event, judged: JudgedRound, produced: Produced) -> None:
        room = self._rooms.get(judged.closed.place)
        if room is None:
            return
        session, jogada = self._find(room, judged.closed.round)
        if jogada is None:
            return
        told(jogada, judged, self._told(room, jogada.noted))
        if session is not None:
            session.currency = judged.verdict.record.currency
        if not judged.closed.again or judged.closed.closed_anew:
            self._count(event, judged, room, jogada, produced)
            self._keep_doubles(judged, room, session, jogada)
        self._now(event, room, session, jogada, produced)
        if jogada.herda is not None:
            self._played_again(event, room, jogada, produced)
        if room.session is not None:
            self._say(room, produced)
        self._touched.add(room.place)

    def _reopen(self, event: Event, closed: ClosedRound, produced: Produced) -> None:
        """Take that a jogada goes on: it is not counted, and what was told of its end is not so."""
        room = self._rooms.get(closed.place)
        session, jogada = (None, None) if room is None else self._find(room, closed.round)
        if room is None or jogada is None:
            return
        if jogada.drawn and session is not None and session.mode == PHYSICAL:
            room.balls.uses -= 1
        since = () if session is None else session.jogadas[session.jogadas.index(jogada) + 1 :]
        sold = {serie for one in since for serie in one.primeiro}
        room.next_card |= {
            serie: card for serie, card in jogada.primeiro.items() if serie not in sold
        }
        room.doubles = {kind: name for kind, name in room.doubles.items() if name != closed.round}
        go_on(jogada, closed, self._told(room, jogada.noted))
        self._touched.add(room.place)
        self._now(event, room, session, jogada, produced)
        if room.session is not None:
            self._say(room, produced)

    @staticmethod
    def _keep_doubles(
        judged: JudgedRound, room: Room, session: Session | None, jogada: Jogada
    ) -> None:
        """Keep the doubles sold here for the next jogada of their variant (R15)."""
        record = judged.verdict.record
        if not isinstance(record, BingoRecord):
            return
        if session is None:  # it was opened before its session, which nobody announced yet
            jogada.herda = room.doubles.pop(str(record.variante), None)
        if jogada.duplos and not jogada.nula:
            room.doubles[str(record.variante)] = jogada.round

    def _played_again(self, event: Event, room: Room, jogada: Jogada, produced: Produced) -> None:
        """Tell the jogada whose doubles played here once more that this one is over (R45)."""
        session, first = self._find(room, jogada.herda)
        if first is not None:
            first.segunda, first.concluida = jogada.round, jogada.fim
            self._now(event, room, session, first, produced)

    def _count(
        self, event: Event, judged: JudgedRound, room: Room, jogada: Jogada, produced: Produced
    ) -> None:
        """Count the jogada for its balls, and see where its series began and end (R25, R37)."""
        record = judged.verdict.record
        if not isinstance(record, BingoRecord):
            return
        if jogada.drawn and record.mode == PHYSICAL:  # online there are no balls to wear (R86)
            produced.faults.extend(worn_set_faults(event, room.balls))
            room.balls.uses += 1
        jogo = sell(record.actos, record.edicoes, record.variante)
        vendas = [one for one in jogo.vendas if not one.venda.herdada and one.cartoes]
        own = [one.venda for one in vendas]
        seconds = {name for name, serie in jogo.series.items() if serie.segunda}
        jogada.primeiro = {
            venda.serie: venda.primeiro for venda in reversed(own) if venda.serie not in seconds
        }
        sizes = {name: size for name in jogo.cards if (size := size_of(jogo.cards[name]))}
        produced.faults.extend(start_faults(room, jogada, sizes))
        after: dict[str, int] = {}
        for one in vendas:  # out of order (R36) or not, the cards up to the highest are gone
            serie = one.venda.serie
            after[serie] = max(after.get(serie, 1), one.cartoes[-1] + 1)
        room.next_card |= after

    def _find(self, room: Room, name: str | None) -> tuple[Session | None, Jogada | None]:
        """Return the jogada that an event is of, with its session: this one or an earlier one.

        Winning cards are destroyed, and complaints decided, days after their session (R52, R61 j).
        A jogada whose session was not announced yet has none.
        """
        session = room.session
        found = _jogada_of(session, name) if session is not None else None
        if found is not None or name is None:
            return session, found
        early = next((one for one in room.unannounced if one.round == name), None)
        if early is not None:
            return None, early
        late = (room.late or {}).get(name)
        if late is not None and late.jogada is not None:
            return late.session, late.jogada
        if name not in self._earlier and self._read is not None:
            rows = self._read.cursor.execute(
                self._read.query(
                    "SELECT s.session, s.place, s.day::text, s.opened, s.started, s.variant, "
                    "s.mode, a.currency, a.jogada FROM {s}.acta AS a JOIN {s}.session AS s "
                    "ON s.opened = a.session WHERE a.round = %s AND a.known_until IS NULL"
                ),
                (name,),
            ).fetchall()
            for row in rows:
                fields = ("session", "place", "day", "opened", "started", "variant", "mode")
                given = dict(zip(fields, row, strict=False))
                earlier = Session(**given, currency=row[7] or "")
                self._earlier[name] = earlier, msgspec.json.decode(row[8], type=Jogada)
        return self._earlier.get(name, (session, None))

    def _correct(self, event: Event, change: Change, produced: Produced) -> None:
        """Apply a correction to a session, a jogada's record, or what was told after it."""
        target = change.target
        if isinstance(target.payload, OpeningDeclared):
            self._declare_again(target, change)
            return
        room = self._rooms.get(target.place or "")
        if room is None:
            return
        if isinstance(target.payload, (BingoSessionOpened, BallSetChecked)):
            self._correct_session(room, change, produced)
        elif isinstance(target.payload, (ActaCompleted, *OF_CARDS)):
            self._correct_record(event, room, change, produced)
        elif isinstance(target.payload, AFTERWARDS):
            if isinstance(target.payload, BallSetReplaced) and not target.payload.balls:
                self._replace_again(room, change, produced)
            self._correct_noted(event, room, change, produced)

    def _correct_session(self, room: Room, change: Change, produced: Produced) -> None:
        """Let the room's session be as its opening, or a check of its balls, says now."""
        session, target = room.session, change.target
        if session is None:
            return
        match change.payload:
            case BingoSessionOpened() as opened if session.opened == target.position:
                session.say(opened)
            case BallSetChecked() | None if isinstance(target.payload, BallSetChecked):
                if target.position < session.opened:
                    return
                session.check_again(target.position, change.payload)
            case _:
                return
        self._say(room, produced)

    def _correct_record(self, event: Event, room: Room, change: Change, produced: Produced) -> None:
        """Let a jogada's signed record, or what became of its cards, read as it is corrected."""
        target = change.target
        session, jogada = self._find(room, target.round)
        if jogada is None:
            return
        if isinstance(target.payload, ActaCompleted):
            jogada.record_again(target.position, change.payload)
        else:
            now = change.payload
            destino = None if now is None else destino_of(target, now)
            jogada.ends_again(target.position, destino)
            if now is None:
                produced.about.append((f"destroyed {target.name}", []))
        self._touched.add(room.place)
        judged = self._now_or_later(event, room, session, jogada, produced)
        if judged and session is not None and session is room.session:
            self._say(room, produced)

    def _correct_noted(self, event: Event, room: Room, change: Change, produced: Produced) -> None:
        """Let a fact about a jogada that is over read as it is corrected."""
        target = change.target
        if target.round is not None:
            _, over = self._find(room, target.round)
            if over is None or target.position not in over.noted:
                return  # it is judged again with its round
        was = next(iter(self._told(room, [target.position])), None)
        now = None if change.payload is None else msgspec.json.encode(change.payload).decode()
        room.corrected[target.name] = now
        self._touched.add(room.place)
        session, jogada = self._that_noted(room, target.position)
        if jogada is not None:
            payload = None if was is None else was.payload
            retell(jogada, target.position, payload, change.payload)
            self._now_or_later(event, room, session, jogada, produced)

    def _declare_again(self, target: Event, change: Change) -> None:
        """Correct the number of jogadas a ball set was declared with on day one."""
        declared = target.payload
        room = self._rooms.get(target.place or declared.name)
        if room is None or declared.subject != BALL_SET:
            return
        said = room.corrected.get(target.name, "")
        if said:
            declared = msgspec.json.decode(said, type=OpeningDeclared)
        was = 0 if said is None else declared.values.get("uses", 0)
        now = 0 if change.payload is None else change.payload.values.get("uses", 0)
        room.balls.served(declared.name, now - was)
        room.corrected[target.name] = (
            None if change.payload is None else msgspec.json.encode(change.payload).decode()
        )
        self._touched.add(room.place)

    def _that_noted(self, room: Room, position: int) -> tuple[Session | None, Jogada | None]:
        """Return the jogada of which something was told at a position, with its session."""
        session = room.session
        here = [*((session, one) for one in session.jogadas)] if session is not None else []
        here += [(one.session, one.jogada) for one in (room.late or {}).values() if one.jogada]
        here += [*((None, one) for one in room.unannounced), *self._earlier.values()]
        for found in here:
            if position in found[1].noted:
                return found
        assert self._read is not None
        row = self._read.cursor.execute(
            self._read.query(
                "SELECT round FROM {s}.acta WHERE place = %s AND known_until IS NULL "
                "AND jogada::jsonb -> 'noted' @> to_jsonb(%s::bigint)"
            ),
            (room.place, position),
        ).fetchone()
        return (None, None) if row is None else self._find(room, row[0])

    def _told(self, room: Room, positions: Sequence[int]) -> Sequence[Event]:
        missing = [position for position in positions if position not in self._events]
        if missing:
            assert self._source is not None
            for event in self._source.events(missing):
                self._events[event.position] = event
        found: list[Event] = []
        for position in positions:
            event = self._events[position]
            if event.name not in room.corrected:
                found.append(event)
            elif (text := room.corrected[event.name]) is not None:
                payload = msgspec.json.decode(text, type=KINDS[event.kind])
                found.append(msgspec.structs.replace(event, payload=payload))
        return found

    # --- rows ----------------------------------------------------------------------------------

    def _say(self, room: Room, produced: Produced) -> None:
        """Hand on the session's present findings."""
        self._touched.add(room.place)
        session = room.session
        assert session is not None
        self._sessions[session.opened] = session
        produced.about.append((f"session {session.opened}", session_faults(session)))

    def _version(self, event: Event, session: Session, jogada: Jogada) -> None:
        now = acta_row(event, session, jogada)
        before = self._last_version.get(jogada.round)
        if before is not None:
            before[2] = event.position
        self._last_version[jogada.round] = now
        self._ended.append((event.position, jogada.round))
        self._versions.append(now)

    @override
    def flush(self, writes: Writes) -> None:
        writes.end("acta", "round", self._ended)
        kept = [row for row in self._versions if row[1] != row[2]]
        writes.copy("acta", ACTA, kept)
        writes.replace(
            "session",
            "opened",
            SESSION,
            [session_row(one) for one in self._sessions.values()],
        )
        writes.replace(
            "room",
            "place",
            ("place", "state"),
            [
                (name, msgspec.json.encode(self._rooms[name], order="deterministic").decode())
                for name in sorted(self._touched)
            ],
        )
        writes.copy("gate", ("position", "place", "previous", "next", "through"), self._grants)
        for rows in (self._versions, self._ended, self._grants):
            rows.clear()
        self._last_version.clear()
        self._sessions.clear()
        self._touched.clear()
        self._events.clear()
        self._earlier.clear()


def _jogada_of(session: Session, name: str | None) -> Jogada | None:
    if name is None:
        return session.last
    return next((one for one in session.jogadas if one.round == name), None)


def _length(jogada: Jogada) -> int:
    """Return the number of facts in an acta, by which it costs to write."""
    told = (jogada.reclamacoes, jogada.bolas, jogada.avarias, jogada.ocorrencias, jogada.premios)
    cards = (jogada.usados, jogada.destinos, jogada.series)
    return sum(map(len, (*told, *cards, jogada.registos, jogada.noted)))
