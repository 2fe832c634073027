"""Faults of seats and stakes: who plays where, for how much, when, in what, and the maximum."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import structs

from ledger.money import Minor
from projections.replay.games.house_cards.poquer_sem_descarte.deciding import (
    goes_on,
    is_online,
    passed_rightly,
    ran_out,
)
from projections.replay.games.house_cards.poquer_sem_descarte.record import (
    ACUMULADO,
    INICIAL,
    SEGUNDA,
    VOU,
    Lugar,
    SemDescarteRecord,
)
from projections.replay.games.house_cards.poquer_sem_descarte.rules import Cites, SemDescarteRules
from projections.replay.games.house_cards.poquer_sem_descarte.standing_bets import (
    closing,
    laid,
)
from projections.replay.kit.bets import (
    CHIPS,
    MEANS_ONLINE,
    Bet,
    is_after,
    limit_faults,
    repeated_numbers,
)
from projections.replay.settlement import Found, Settlement, money_text

_TIPOS: Final = frozenset({INICIAL, SEGUNDA, ACUMULADO})
_ABSTENTIONS: Final = 3


def places_of(record: SemDescarteRecord, rules: SemDescarteRules) -> int:
    """Return how many may play: as the cloth is marked, seven at most; of 003 always seven."""
    return rules.places or min(rules.seats_maximum, record.lugares)


def check_seats(
    record: SemDescarteRecord, rules: SemDescarteRules, _: Settlement
) -> Sequence[Found]:
    """SD-SEATS: the places of the cloth, seven at most, each for one player and he in no other."""
    if not record.has("bets"):
        return ()
    seats = laid(record).betting
    return [
        *_places_off_the_cloth(seats, places_of(record, rules), rules.cites),
        *_players_in_several_places(record, seats, rules.cites),
        *_places_of_several_players(record, rules.cites),
    ]


def _places_off_the_cloth(seats: Iterable[int], maximum: int, cites: Cites) -> Iterator[Found]:
    """Find bets at places that the cloth does not have."""
    for seat in seats:
        if not 1 <= seat <= maximum:
            yield Found(
                code="SD-SEATS",
                rule=cites.seats,
                seat=seat,
                expected=f"1-{maximum}",
                recorded=str(seat),
                facts={"fact": "lugar"},
            )


def _players_in_several_places(
    record: SemDescarteRecord, seats: Iterable[int], cites: Cites
) -> Iterator[Found]:
    """Find players who bet at more than one place."""
    names = {place.seat: place.player for place in record.seats if place.player is not None}
    for bet in record.bets:
        if bet.player is not None:
            names.setdefault(bet.seat, bet.player)
    where: dict[str, list[int]] = {}
    for seat in seats:
        if seat in names:
            where.setdefault(names[seat], []).append(seat)
    for player, places in where.items():
        if len(places) > 1:
            yield Found(
                code="SD-SEATS",
                rule=cites.seats,
                seat=places[-1],
                expected="1",
                recorded=" ".join(map(str, places)),
                facts={"fact": "jogador", "player": player},
            )


def _places_of_several_players(record: SemDescarteRecord, cites: Cites) -> Iterator[Found]:
    """Find places at which more than one player laid an initial bet in time."""
    here: dict[int, dict[str, None]] = {}
    for bet in laid(record).main:
        if bet.player is not None:
            here.setdefault(bet.seat, {})[bet.player] = None
    for seat, players in here.items():
        if len(players) > 1:
            yield Found(
                code="SD-SEATS",
                rule=cites.seats,
                seat=seat,
                expected="1",
                recorded=" ".join(players),
                facts={"fact": "casa"},
            )


def check_limits(
    record: SemDescarteRecord, rules: SemDescarteRules, _: Settlement
) -> Sequence[Found]:
    """SD-R20, BET-MIN, BET-MAX: the band of the table, and the initial bets within it."""
    limit = record.limites.get(INICIAL)
    if limit is None or not record.has("bets"):
        return ()
    cites, found = rules.cites, list[Found]()
    least = limit.minimum
    if rules.band_of_authorisation and record.minimo_autorizado:
        least = record.minimo_autorizado
    most = (rules.band or 0) * least
    if most and limit.maximum > most:
        found.append(
            Found(
                code="SD-R20",
                rule=cites.band,
                expected=money_text(most),
                recorded=money_text(limit.maximum),
                amount=limit.maximum - most,
            )
        )
    if most > 0:  # the law's, where the table declares none
        limit = structs.replace(limit, maximum=min(limit.maximum or most, most))
    totals: dict[tuple[str | int, str, str], tuple[Bet, Minor]] = {}
    for bet in laid(record).main:
        key = (bet.seat, INICIAL, "")
        before = totals[key][1] if key in totals else 0
        totals[key] = bet, before + bet.valor
    found += limit_faults(totals, {INICIAL: limit}, cites.limits)
    return found


def check_late(
    record: SemDescarteRecord, rules: SemDescarteRules, _: Settlement
) -> Sequence[Found]:
    """BET-LATE, REG-RULE for a bet that the game does not have, RES-IMPOSS for a number again."""
    if not record.has("bets"):
        return ()
    cites, found, known = rules.cites, repeated_numbers(record.bets), laid(record)
    late = known.late
    for bet in record.bets:
        if bet.tipo not in _TIPOS:
            found.append(
                Found(
                    code="REG-RULE",
                    rule=cites.areas,
                    seat=bet.seat,
                    bet=bet.bet,
                    recorded=bet.tipo,
                    amount=bet.valor,
                )
            )
        elif id(bet) in late:
            found.append(_late(record, bet, bet.at, rules))
    if record.alteracoes:
        bets = {bet.bet: bet for bet in reversed(record.bets)}
        found.extend(
            structs.replace(
                _late(record, bets[change.bet], change.at, rules), facts={"fact": "alteracao"}
            )
            for change in known.changes_late
            if change.bet in bets
        )
    return found


def _late(record: SemDescarteRecord, bet: Bet, at: str | None, rules: SemDescarteRules) -> Found:
    cites, second = rules.cites, bet.tipo == SEGUNDA
    mark = closing(record, bet)
    closed = cites.closed_online if is_online(record, rules) else cites.closed
    return Found(
        code="BET-LATE",
        rule=cites.bank_shown if second else closed,
        seat=bet.seat,
        bet=bet.bet,
        expected=(mark.at if mark is not None else None) or "",
        recorded=at or "",
        amount=bet.valor,
        facts={"tipo": bet.tipo},
    )


def check_means(
    record: SemDescarteRecord, rules: SemDescarteRules, _: Settlement
) -> Sequence[Found]:
    """CREDIT: stakes are the casino's chips alone; online what stands in the account."""
    if not record.meios_apostados or not record.has("bets"):
        return ()
    lawful = MEANS_ONLINE if is_online(record, rules) else CHIPS
    known = laid(record)
    bets = {bet.bet: bet for bet in reversed(known.bets) if not known.is_late(bet)}
    return [
        Found(
            code="CREDIT",
            rule=rules.cites.limits,
            seat=bets[one.bet].seat,
            bet=one.bet,
            expected="fichas",
            recorded=one.meio,
            amount=bets[one.bet].valor,
        )
        for one in record.meios_apostados
        if one.meio not in lawful and one.bet in bets
    ]


def check_second(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement
) -> Sequence[Found]:
    """SD-2X: twice the initial bet of who goes on; a pass is final and collected at once.

    A segunda beside nothing but a late initial bet goes back; BET-LATE of the initial one tells it.
    """
    if settlement.void:
        return ()
    cites, found = rules.cites, list[Found]()
    online, known = is_online(record, rules), laid(record)
    initial: dict[int, Minor] = {}
    second: dict[int, Minor] = {}
    for bet in known.main:
        initial[bet.seat] = initial.get(bet.seat, 0) + bet.valor
    for bet in known.bets:
        if bet.tipo == SEGUNDA:
            second[bet.seat] = second.get(bet.seat, 0) + bet.valor
    places = {place.seat: place for place in record.seats}
    for seat in sorted({*initial, *second} - known.only_late):
        place = places.get(seat)
        if place is not None and place.infracao is not None:
            continue
        staked = second.get(seat, 0)
        goes = goes_on(place, second=bool(staked), online=online)
        lapsed = online and ran_out(place, second=bool(staked), online=online)
        if lapsed and place is not None and not passed_rightly(place):
            continue  # SD-ONL tells it
        due = 2 * initial.get(seat, 0) if goes else 0
        if staked != due and record.has("bets"):
            found.append(
                Found(
                    code="SD-2X",
                    rule=cites.second if goes else cites.irreversible,
                    seat=seat,
                    expected=money_text(due),
                    recorded=money_text(staked),
                    amount=staked - due,
                    facts={"fact": "segunda" if goes else "passo"},
                )
            )
        elif not goes and place is not None and record.has("decisions"):
            found.extend(_check_pass(record, place, cites, announced=not lapsed))
    return found


def _check_pass(
    record: SemDescarteRecord, place: Lugar, cites: Cites, *, announced: bool
) -> list[Found]:
    """Check that a pass stayed one, and that the stakes went when the player announced it."""
    found: list[Found] = []
    if place.depois == VOU:
        found.append(
            Found(
                code="SD-2X",
                rule=cites.irreversible,
                seat=place.seat,
                expected=place.decisao or "",
                recorded=place.depois,
                facts={"fact": "passo"},
            )
        )
    shown = record.banca_descoberta
    taken = place.recolhida if announced else None
    if taken is not None and shown is not None and is_after(taken, shown):
        found.append(
            Found(
                code="SD-2X",
                rule=cites.second,
                seat=place.seat,
                expected=shown.at or "",
                recorded=taken.at or "",
                facts={"fact": "recolha"},
            )
        )
    return found


def check_abstention(
    record: SemDescarteRecord, rules: SemDescarteRules, _: Settlement
) -> Sequence[Found]:
    """SD-ABST: three jogadas without a bet while no seat is free."""
    if not record.has("bets") or len(record.seats) < places_of(record, rules):
        return ()
    seats = laid(record).betting
    return [
        Found(
            code="SD-ABST",
            rule=rules.cites.abstains,
            seat=place.seat,
            expected=str(_ABSTENTIONS),
            recorded=str(place.sem_apostar),
        )
        for place in record.seats
        if place.sem_apostar is not None
        and place.sem_apostar >= _ABSTENTIONS
        and place.seat not in seats
    ]


def check_barred(
    record: SemDescarteRecord, rules: SemDescarteRules, _: Settlement
) -> Sequence[Found]:
    """SD-OUT: a bet of who had been barred from playing (R17)."""
    del rules
    seats = laid(record).betting
    return [
        Found(code="SD-OUT", rule="SD R17", seat=place.seat)
        for place in record.seats
        if place.impedido and place.seat in seats
    ]


def check_cap(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement
) -> Sequence[Found]:
    """SD-CAP: the prizes paid in the jogada, jackpot apart, against the approved maximum."""
    if settlement.void or not over_cap(record):
        return ()
    cap = record.maximo_golpe or 0
    paid = _prizes_paid(record)
    return [
        Found(
            code="SD-CAP",
            rule=rules.cites.cap,
            expected=money_text(cap),
            recorded=money_text(paid),
            amount=paid - cap,
        )
    ]


def _prizes_paid(record: SemDescarteRecord) -> Minor:
    return sum(payment.amount for payment in record.payments if payment.award is None)


def over_cap(record: SemDescarteRecord) -> bool:
    """Tell whether more was paid in prizes than the approved maximum."""
    cap = record.maximo_golpe
    return cap is not None and record.has("payouts") and _prizes_paid(record) > cap
