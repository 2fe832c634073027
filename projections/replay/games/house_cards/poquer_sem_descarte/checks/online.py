"""Faults of play online: betting time, decisions that the clock took, sessions, demonstration."""

from collections.abc import Iterator, Sequence
from typing import Final

from ledger.money import Minor
from projections.replay.games.house_cards.poquer_sem_descarte.deciding import (
    goes_on,
    had_time,
    is_early,
    was_dealt,
)
from projections.replay.games.house_cards.poquer_sem_descarte.record import (
    INICIAL,
    PASSO,
    SEGUNDA,
    VOU,
    Lugar,
    SemDescarteRecord,
)
from projections.replay.games.house_cards.poquer_sem_descarte.rules import Cites, SemDescarteRules
from projections.replay.games.house_cards.poquer_sem_descarte.standing_bets import laid
from projections.replay.kit.bets import who
from projections.replay.kit.coups.faults import no_online, not_repeated
from projections.replay.kit.player_sessions import demo_faults, ground_faults, session_faults
from projections.replay.kit.throws import Call, Opening, time_faults
from projections.replay.settlement import Found, Settlement

_EXCLUSIVE: Final = "exclusive"
_DEMO: Final = "demo"


def check_online(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement
) -> Sequence[Found]:
    """R46, R47, R52, R53, R55 to R58; ONL-NONE where the text has no online variant."""
    cites = rules.cites
    if not rules.online:
        text, _, _ = cites.deck.partition(" ")
        return no_online(record, text)
    found = [*_check_exclusive(record, cites), *_check_time(record, cites)]
    if not was_dealt(record) and record.has("cards"):
        found += not_repeated(record, settlement, cites.void_online, "")
    elif record.has("decisions") and not settlement.void:
        found += _check_lapses(record, cites)
    if record.sessoes:
        found += session_faults(
            record.sessoes, history=cites.history, decides=cites.decides, ending=cites.ending
        )
        found += ground_faults(record.sessoes, record.mode, cites.ending)
    if record.mode == _DEMO:
        found += demo_faults(record.meios, cites.demo)
    return found


def _check_exclusive(record: SemDescarteRecord, cites: Cites) -> Iterator[Found]:
    """R46: an exclusive table has a single player."""
    if record.mode != _EXCLUSIVE or not record.has("bets"):
        return
    players = {who(bet) for bet in record.bets if bet.tipo == INICIAL}
    if len(players) > 1:
        yield Found(
            code="REG-RULE",
            rule=cites.exclusive,
            expected="1",
            recorded=str(len(players)),
            facts={"mode": record.mode},
        )


def _check_time(record: SemDescarteRecord, cites: Cites) -> list[Found]:
    """R47: at a shared table the time for bets is fixed beforehand and the same for all."""
    opened, closed = record.apostas_abertas, record.jogo_feito
    if opened is None:
        return []
    return time_faults(
        record.mode,
        [Opening(at=opened.at, seq=opened.seq, segundos=record.segundos)],
        [Call(at=closed.at, seq=closed.seq)] if closed is not None else [],
        record.tempo_apostas,
        cites.time,
    )


# --- what the clock decided ----------------------------------------------------------------------


def _check_lapses(record: SemDescarteRecord, cites: Cites) -> Iterator[Found]:
    """R52: an initial bet is lost to the clock after a warning and the extra time alone."""
    known = laid(record)
    stakes: dict[int, Minor] = {}
    for bet in known.main:
        stakes[bet.seat] = stakes.get(bet.seat, 0) + bet.valor
    second = {bet.seat for bet in known.bets if bet.tipo == SEGUNDA}
    places = {place.seat: place for place in record.seats}
    for seat in known.betting:
        place = places.get(seat) or Lugar(seat=seat)
        said = None
        if place.infracao is None:
            said = _lapse(record, place, second=seat in second)
        if said is not None:
            fact, expected, recorded = said
            yield Found(
                code="SD-ONL",
                rule=cites.lapse,
                seat=seat,
                expected=expected,
                recorded=recorded,
                amount=stakes[seat],
                facts={"fact": fact},
            )


def _lapse(record: SemDescarteRecord, place: Lugar, *, second: bool) -> tuple[str, str, str] | None:
    """Return the fault of a player's lapsed time: the fact, the act due and the act recorded."""
    nobody = place.decisao is None and not second
    if not nobody and not place.caducou:
        return None
    if not had_time(place):
        return "aviso", "aviso, tempo suplementar", "aviso" if place.avisos else ""
    end = record.banca_descoberta if nobody else place.decidiu
    if end is not None and is_early(place, end.at):
        return "cedo", _given(place), end.at or ""
    if place.decisao == VOU and not goes_on(place, second=second, online=True):
        return "relogio", PASSO, VOU
    return None


def _given(place: Lugar) -> str:
    """Return until when, by the extra times that were given, nothing was lost."""
    return ">= " + ", ".join(f"{one.at} + {one.segundos} s" for one in place.avisos if one.segundos)
