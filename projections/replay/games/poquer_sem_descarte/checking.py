"""Faults of a jogada, and the right names of wrong payments.

What needs a fact that the table does not record is not assessed. A fault of a parameter (the band,
the jackpot's terms) is shown by every jogada played under it: its subject is the parameter.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import structs

from ledger.money import Minor
from projections.replay.banked import (
    Bet,
    is_after,
    limit_faults,
    paid_to_another,
    repeated_numbers,
)
from projections.replay.cards import DECK, impossible_cards
from projections.replay.games.poquer_sem_descarte.deal import (
    betting,
    deal_error,
    dealt_in,
    is_late,
    only_late,
    standing,
)
from projections.replay.games.poquer_sem_descarte.ranking import BY_NAME
from projections.replay.games.poquer_sem_descarte.record import (
    ACUMULADO,
    CARTA_DA_BANCA,
    HAND,
    INICIAL,
    SEGUNDA,
    VOU,
    Lugar,
    SemDescarteRecord,
)
from projections.replay.games.poquer_sem_descarte.rules import Cites, SemDescarteRules
from projections.replay.games.poquer_sem_descarte.settling import (
    goes_on,
    settle,
    shows_who_wins,
)
from projections.replay.record import PHYSICAL, PoolState
from projections.replay.settlement import Found, Line, Outcome, Settlement, Step, money_text

_DECK: Final = frozenset(DECK)
_TIPOS: Final = frozenset({INICIAL, SEGUNDA, ACUMULADO})
_ABSTENTIONS: Final = 3


def verify(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of a jogada, the sums of payments apart."""
    found: list[Found] = []
    for check in _CHECKS:
        found.extend(check(record, rules, settlement))
    if record.has("payouts"):
        found.extend(paid_to_another(settlement, record.payments))
    return tuple(found)


# --- cards and deal -------------------------------------------------------------------------------


def _check_cards(
    record: SemDescarteRecord, rules: SemDescarteRules, _: Settlement
) -> Sequence[Found]:
    """RES-IMPOSS: one deck of 52, each card once."""
    if not record.has("cards"):
        return ()
    cards = [card for place in record.seats for card in place.cartas if card is not None]
    cards += [card for card in record.banca if card is not None]
    seen = set(cards)
    if len(seen) == len(cards) and seen <= _DECK:
        return ()
    return [
        Found(code="RES-IMPOSS", rule=rules.cites.deck, recorded=card, facts={"card": card})
        for card in impossible_cards(cards)
    ]


def _check_burn(
    record: SemDescarteRecord, rules: SemDescarteRules, _: Settlement
) -> Sequence[Found]:
    """SD-BURN: one card burned before the call; cut by hand, never with a shuffler."""
    cites, found = rules.cites, list[Found]()
    if record.has("burns") and record.queimadas is not None:
        if record.queimadas != 1:
            found.append(
                Found(
                    code="SD-BURN",
                    rule=cites.burn,
                    expected="1",
                    recorded=str(record.queimadas),
                    facts={"fact": "queima"},
                )
            )
        elif (
            record.queimada is not None
            and record.jogo_feito is not None
            and is_after(record.queimada, record.jogo_feito)
        ):
            found.append(
                Found(
                    code="SD-BURN",
                    rule=cites.burn,
                    expected=record.jogo_feito.at or "",
                    recorded=record.queimada.at or "",
                    facts={"fact": "queima_tardia"},
                )
            )
    cut = record.cortado
    if record.has("shuffles") and cut is not None and cut == record.baralhador:
        found.append(
            Found(
                code="SD-BURN",
                rule=cites.shuffler if record.baralhador else cites.burn,
                expected="sem corte" if record.baralhador else "corte",
                recorded="corte" if record.cortado else "sem corte",
                facts={"fact": "corte"},
            )
        )
    return found


def _check_deal(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement
) -> Sequence[Found]:
    """SD-DEAL: the order of the cards, and the bank's last one face up."""
    if not record.has("cards") or settlement.void:
        return ()
    cites, found = rules.cites, list[Found]()
    rule = cites.shuffler if record.baralhador else cites.deal
    if record.ordem:
        seats = (*dealt_in(record), 0)
        if record.baralhador:
            order = tuple(seat for seat in seats for _ in range(HAND))
        else:
            order = seats * HAND
        if record.ordem != order:
            found.append(
                Found(
                    code="SD-DEAL",
                    rule=rule,
                    expected=" ".join(map(str, order)),
                    recorded=" ".join(map(str, record.ordem)),
                    facts={"fact": "ordem"},
                )
            )
    open_ones = record.abertas
    pardoned = any(noted.error == CARTA_DA_BANCA for noted in record.errors)
    if open_ones is not None and open_ones != (HAND,) and not (open_ones and pardoned):
        found.append(
            Found(
                code="SD-DEAL",
                rule=rule,
                expected=str(HAND),
                recorded=" ".join(map(str, open_ones)),
                facts={"fact": "carta_aberta"},
            )
        )
    return found


# --- seats and stakes -----------------------------------------------------------------------------


def _check_seats(
    record: SemDescarteRecord, rules: SemDescarteRules, _: Settlement
) -> Sequence[Found]:
    """SD-SEATS: the places of the cloth, seven at most, each player in one of them."""
    if not record.has("bets"):
        return ()
    cites = rules.cites
    maximum = min(rules.seats_maximum, record.lugares)
    seats = betting(record)
    found = [
        Found(
            code="SD-SEATS",
            rule=cites.seats,
            seat=seat,
            expected=f"1-{maximum}",
            recorded=str(seat),
            facts={"fact": "lugar"},
        )
        for seat in seats
        if not 1 <= seat <= maximum
    ]
    names = {place.seat: place.player for place in record.seats if place.player is not None}
    for bet in record.bets:
        if bet.player is not None:
            names.setdefault(bet.seat, bet.player)
    where: dict[str, list[int]] = {}
    for seat in seats:
        if seat in names:
            where.setdefault(names[seat], []).append(seat)
    found.extend(
        Found(
            code="SD-SEATS",
            rule=cites.seats,
            seat=places[-1],
            expected="1",
            recorded=" ".join(map(str, places)),
            facts={"fact": "jogador", "player": player},
        )
        for player, places in where.items()
        if len(places) > 1
    )
    return found


def _check_limits(
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
    if rules.band is not None and least and limit.maximum > rules.band * least:
        found.append(
            Found(
                code="SD-R20",
                rule=cites.band,
                expected=money_text(rules.band * least),
                recorded=money_text(limit.maximum),
                amount=limit.maximum - rules.band * least,
            )
        )
    totals: dict[tuple[str | int, str, str], tuple[Bet, Minor]] = {}
    for bet in standing(record)[0]:
        if bet.tipo == INICIAL and not is_late(record, bet):
            key = (bet.seat, INICIAL, "")
            before = totals[key][1] if key in totals else 0
            totals[key] = bet, before + bet.valor
    found += limit_faults(totals, {INICIAL: limit}, cites.limits)
    return found


def _check_late(
    record: SemDescarteRecord, rules: SemDescarteRules, _: Settlement
) -> Sequence[Found]:
    """BET-LATE, REG-RULE for a bet that the game does not have, RES-IMPOSS for a number again."""
    if not record.has("bets"):
        return ()
    cites, found = rules.cites, repeated_numbers(record.bets)
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
        elif is_late(record, bet):
            found.append(_late(record, bet, bet.at, cites))
    if record.alteracoes:
        bets = {bet.bet: bet for bet in reversed(record.bets)}
        found.extend(
            structs.replace(
                _late(record, bets[change.bet], change.at, cites), facts={"fact": "alteracao"}
            )
            for change in standing(record)[1]
            if change.bet in bets
        )
    return found


def _late(record: SemDescarteRecord, bet: Bet, at: str | None, cites: Cites) -> Found:
    second = bet.tipo == SEGUNDA
    mark = record.banca_descoberta if second else record.jogo_feito
    return Found(
        code="BET-LATE",
        rule=cites.bank_shown if second else cites.closed,
        seat=bet.seat,
        bet=bet.bet,
        expected=(mark.at if mark is not None else None) or "",
        recorded=at or "",
        amount=bet.valor,
        facts={"tipo": bet.tipo},
    )


def _check_second(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement
) -> Sequence[Found]:
    """SD-2X: twice the initial bet of who goes on; a pass is final and collected at once.

    A segunda beside nothing but a late initial bet goes back; BET-LATE of the initial one tells it.
    """
    if settlement.void:
        return ()
    cites, found = rules.cites, list[Found]()
    initial: dict[int, Minor] = {}
    second: dict[int, Minor] = {}
    for bet in standing(record)[0]:
        if bet.tipo == INICIAL and not is_late(record, bet):
            initial[bet.seat] = initial.get(bet.seat, 0) + bet.valor
        elif bet.tipo == SEGUNDA:
            second[bet.seat] = second.get(bet.seat, 0) + bet.valor
    places = {place.seat: place for place in record.seats}
    for seat in sorted({*initial, *second} - only_late(record)):
        place = places.get(seat)
        if place is not None and place.infracao is not None:
            continue
        staked = second.get(seat, 0)
        goes = goes_on(place, second=bool(staked))
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
            found.extend(_check_pass(record, place, cites))
    return found


def _check_pass(record: SemDescarteRecord, place: Lugar, cites: Cites) -> list[Found]:
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
    if place.recolhida is not None and shown is not None and is_after(place.recolhida, shown):
        found.append(
            Found(
                code="SD-2X",
                rule=cites.second,
                seat=place.seat,
                expected=shown.at or "",
                recorded=place.recolhida.at or "",
                facts={"fact": "recolha"},
            )
        )
    return found


def _check_abstention(
    record: SemDescarteRecord, rules: SemDescarteRules, _: Settlement
) -> Sequence[Found]:
    """SD-ABST: three jogadas without a bet while no seat is free."""
    if not record.has("bets") or len(record.seats) < record.lugares:
        return ()
    seats = betting(record)
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


# --- void -----------------------------------------------------------------------------------------


def _check_void(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement
) -> Sequence[Found]:
    """SD-MIS, VOID-BAD, VOID-NET: what had to be void and was not, or the other way about."""
    cites, void = rules.cites, record.void
    if void is None and not settlement.void:
        return ()
    error = deal_error(record, cites)
    online = record.mode != PHYSICAL
    if void is None:
        code, rule = "SD-MIS", cites.void
    elif error is not None:
        return ()
    elif not online:
        code, rule = "VOID-BAD", cites.void
    elif void.side == "player":
        code, rule = "VOID-NET", cites.stands_online
    elif not shows_who_wins(record, settlement):
        return ()
    elif void.side == "unknown":  # the server has the whole round: the player's side failed
        code, rule = "VOID-NET", cites.stands_online
    else:
        code, rule = "VOID-BAD", cites.void_online
    return [
        Found(
            code=code,
            rule=rule,
            expected="anulada" if void is None else "válida",
            recorded="válida" if void is None else "anulada",
            amount=_paid_less_due(record, settlement) if record.has("payouts") else None,
            facts={"cause": void.cause} if void is not None else _said(error),
        )
    ]


def _said(error: Step | None) -> dict[str, str]:
    return {} if error is None else {language: error.text(language) for language in ("pt", "en")}


def _paid_less_due(record: SemDescarteRecord, settlement: Settlement) -> Minor:
    paid = sum(one.amount + one.stake_returned + one.returned for one in record.payments)
    due = sum(line.due for line in settlement.lines)
    return paid - due - sum(award.amount for award in settlement.awards)


# --- the most that the bank pays ------------------------------------------------------------------


def _check_cap(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement
) -> Sequence[Found]:
    """SD-CAP: the prizes paid in the jogada, jackpot apart, against the approved maximum."""
    if settlement.void or not _over_cap(record):
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


def _over_cap(record: SemDescarteRecord) -> bool:
    cap = record.maximo_golpe
    return cap is not None and record.has("payouts") and _prizes_paid(record) > cap


# --- jackpot --------------------------------------------------------------------------------------


def _check_jackpot(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement
) -> Sequence[Found]:
    """SD-JP-MAIN, -VAL, -COMM, -COMB, -BASE, -EXP."""
    bets = [bet for bet in standing(record)[0] if bet.tipo == ACUMULADO]
    if not bets or not record.has("bets"):
        return ()
    cites = rules.cites
    found = _check_chips(record, bets, cites)
    approved, pool = record.aprovado, record.pool
    if approved is not None and approved.comunicado is False:
        found.append(
            Found(
                code="SD-JP-COMM",
                rule=cites.pool,
                facts={"pool": pool.pool if pool is not None else ""},
            )
        )
    if pool is not None:
        found += _check_terms(record, pool, cites)
        found += _check_base(pool, rules, settlement)
    found += _check_shown(record, settlement, cites)
    return found


def _check_chips(record: SemDescarteRecord, bets: Sequence[Bet], cites: Cites) -> list[Found]:
    """Check each jackpot bet: with a main bet, one a seat, of the fixed value."""
    found: list[Found] = []
    seats = {*betting(record), *only_late(record)}
    value = record.pool.bet if record.pool is not None else 0
    taken: set[int] = set()
    for bet in bets:
        if bet.seat not in seats:
            found.append(
                Found(
                    code="SD-JP-MAIN",
                    rule=cites.pool_main,
                    seat=bet.seat,
                    bet=bet.bet,
                    amount=bet.valor,
                )
            )
        elif is_late(record, bet):
            continue
        elif bet.seat in taken or (value and bet.valor != value):
            second = bet.seat in taken
            found.append(
                Found(
                    code="SD-JP-VAL",
                    rule=cites.pool_value,
                    seat=bet.seat,
                    bet=bet.bet,
                    expected=money_text(0 if second else value),
                    recorded=money_text(bet.valor),
                    amount=bet.valor - (0 if second else value),
                    facts={"fact": "segunda_ficha" if second else "valor"},
                )
            )
        taken.add(bet.seat)
    return found


def _check_terms(record: SemDescarteRecord, pool: PoolState, cites: Cites) -> list[Found]:
    """Compare the pool's terms with those approved."""
    found: list[Found] = []
    approved = record.aprovado
    facts = {"pool": pool.pool}
    if approved is not None:
        if approved.bet is not None and approved.bet != pool.bet:
            found.append(
                Found(
                    code="SD-JP-VAL",
                    rule=cites.pool_value,
                    expected=money_text(approved.bet),
                    recorded=money_text(pool.bet),
                    amount=pool.bet - approved.bet,
                    facts={**facts, "fact": "aprovado"},
                )
            )
        if approved.ppm is not None and approved.ppm != pool.ppm:
            found.append(
                Found(
                    code="SD-JP-VAL",
                    rule=cites.pool_value,
                    expected=str(approved.ppm),
                    recorded=str(pool.ppm),
                    facts={**facts, "fact": "ppm"},
                )
            )
    for name, table, allowed in (
        ("combinations", pool.combinations, approved and approved.combinations),
        ("fixed", pool.fixed, approved and approved.fixed),
    ):
        unknown = [one for one in table if one not in BY_NAME]
        if unknown or (allowed is not None and allowed != table):
            found.append(
                Found(
                    code="SD-JP-COMB",
                    rule=cites.pool_table,
                    expected=_terms(allowed or {}),
                    recorded=_terms(table),
                    facts={**facts, "fact": name},
                )
            )
    return found


def _terms(table: dict[str, int]) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(table.items()))


def _check_base(
    pool: PoolState, rules: SemDescarteRules, settlement: Settlement
) -> Sequence[Found]:
    """Check the starting value where the pool stands at it, or goes back to it now."""
    least = rules.pool_base_multiple * pool.bet
    starts = pool.balance == pool.base or any(award.full for award in settlement.awards)
    if pool.base >= least or not starts:
        return ()
    return [
        Found(
            code="SD-JP-BASE",
            rule=rules.cites.pool_base,
            expected=money_text(least),
            recorded=money_text(pool.base),
            amount=pool.base - least,
            facts={"pool": pool.pool},
        )
    ]


def _check_shown(record: SemDescarteRecord, settlement: Settlement, cites: Cites) -> list[Found]:
    """Check that the winner's cards lay open until he was paid."""
    places = {place.seat: place for place in record.seats}
    found: list[Found] = []
    for award in settlement.awards:
        place = places.get(award.seat)
        if place is None or place.cartas_recolhidas is None or not award.amount:
            continue
        paid = place.premio_pago
        if paid is not None and is_after(paid, place.cartas_recolhidas):
            found.append(
                Found(
                    code="SD-JP-EXP",
                    rule=cites.pool_shown,
                    seat=award.seat,
                    bet=award.bet,
                    expected=paid.at or "",
                    recorded=place.cartas_recolhidas.at or "",
                    amount=award.amount,
                )
            )
    return found


_CHECKS: Final[
    tuple[Callable[[SemDescarteRecord, SemDescarteRules, Settlement], Sequence[Found]], ...]
] = (
    _check_cards,
    _check_burn,
    _check_deal,
    _check_seats,
    _check_limits,
    _check_late,
    _check_second,
    _check_abstention,
    _check_void,
    _check_cap,
    _check_jackpot,
)


# --- payments -------------------------------------------------------------------------------------


def relabel(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement, fault: Found
) -> Found | None:
    """Give a payment's fault the game's own code; None where another finding tells it already."""
    if settlement.void:
        return fault if record.void is not None else None  # SD-MIS tells it
    award = "pool" in fault.facts
    if record.void is not None and (award or _is_refund(settlement, fault)):
        return None  # VOID-BAD or VOID-NET tells it
    if award:
        named = _award_code(settlement, rules.cites, fault)
    elif _told_by_cap(record, rules, settlement, fault):
        return None
    else:
        named = _main_code(record, rules.cites, settlement, fault)
    if named is None:
        return fault
    code, rule = named
    return structs.replace(fault, code=code, rule=rule)


def _lines_of(settlement: Settlement, fault: Found) -> list[Line]:
    bets = fault.facts.get("bets", ())
    return [line for line in settlement.lines if line.bet in bets]


def _is_refund(settlement: Settlement, fault: Found) -> bool:
    """Tell whether the stakes went back, no more and no less."""
    lines = _lines_of(settlement, fault)
    paid = sum(line.due for line in lines) + (fault.amount or 0)
    return paid == sum(line.stake for line in lines)


def _told_by_cap(
    record: SemDescarteRecord, rules: SemDescarteRules, settlement: Settlement, fault: Found
) -> bool:
    """Tell whether the payment is right but for the maximum of the jogada, which SD-CAP tells."""
    if "maximo_golpe_aplicado" not in settlement.result or not _over_cap(record):
        return False
    lines = _lines_of(settlement, fault)
    paid = sum(line.due for line in lines) + (fault.amount or 0)
    uncapped = settle(structs.replace(record, maximo_golpe=None), rules)
    return paid == sum(line.due for line in _lines_of(uncapped, fault))


def _main_code(
    record: SemDescarteRecord, cites: Cites, settlement: Settlement, fault: Found
) -> tuple[str, str] | None:
    """Name the wrong payment of a player's main bets by the rule that was broken."""
    seat = fault.seat
    lines = _main_lines(record, settlement).get(seat if seat is not None else -1, [])
    place = next((one for one in record.seats if one.seat == seat), None)
    unpaid = fault.code == "PAY-NONE" and (place is None or place.recolhida is None)
    if (
        not fault.facts.get("bets")
        or not lines
        or unpaid
        or (place is not None and place.infracao is not None)
    ):
        return None
    if not _late_bets(record).isdisjoint(fault.facts["bets"]):
        return None
    outcomes = {line.outcome for line in lines}
    second = any(bet.seat == seat and bet.tipo == SEGUNDA for bet in standing(record)[0])
    if not goes_on(place, second=second):
        return ("SD-2X", cites.second) if Outcome.PERDE in outcomes else None
    if outcomes & {Outcome.DEVOLVIDA, Outcome.PENDENTE}:
        return None
    if not settlement.result.get("banca_joga"):
        return "SD-QUAL", cites.bank
    return _compared_code(record, cites, settlement, lines, fault)


def _compared_code(
    record: SemDescarteRecord,
    cites: Cites,
    settlement: Settlement,
    lines: Sequence[Line],
    fault: Found,
) -> tuple[str, str]:
    """Name the wrong payment of a hand that was to be compared with the bank's."""
    seat = lines[0].seat
    paid = _paid_to(record, seat)
    as_if_not_playing = paid == _if_not_playing(record, lines)
    compared = "SD-CMP", lines[0].rules[0]
    if lines[0].outcome is not Outcome.GANHA:
        return ("SD-QUAL", cites.bank) if as_if_not_playing else compared
    if paid in {0, sum(line.stake for line in lines)}:
        return compared
    if as_if_not_playing and all(
        _paid_to(record, other) == _if_not_playing(record, theirs)
        for other, theirs in _main_lines(record, settlement).items()
        if theirs[0].outcome is not Outcome.PERDE or _paid_to(record, other)
    ):
        return "SD-QUAL", cites.bank
    return "SD-PAY", fault.rule


def _main_lines(record: SemDescarteRecord, settlement: Settlement) -> dict[int, list[Line]]:
    """Return the lines of the main bets that came in time, by seat."""
    main = {bet.bet for bet in record.bets if bet.tipo in {INICIAL, SEGUNDA}}
    main -= _late_bets(record)
    lines: dict[int, list[Line]] = {}
    for line in settlement.lines:
        if line.bet in main:
            lines.setdefault(line.seat, []).append(line)
    return lines


def _paid_to(record: SemDescarteRecord, seat: int) -> Minor:
    """Return what a seat was paid, jackpot and late bets that went back apart."""
    late = _late_bets(record)
    return sum(
        payment.amount + payment.stake_returned + payment.returned
        for payment in record.payments
        if payment.seat == seat
        and payment.award is None
        and not (payment.bets and late.issuperset(payment.bets))
    )


def _late_bets(record: SemDescarteRecord) -> set[int]:
    return {bet.bet for bet in record.bets if is_late(record, bet)}


def _if_not_playing(record: SemDescarteRecord, lines: Sequence[Line]) -> Minor:
    """Return what the bets would get from a bank that does not play."""
    initial = {bet.bet for bet in record.bets if bet.tipo == INICIAL}
    return sum(line.stake * (2 if line.bet in initial else 1) for line in lines)


def _award_code(settlement: Settlement, cites: Cites, fault: Found) -> tuple[str, str] | None:
    """Name the wrong payment of a jackpot prize by the rule that was broken."""
    awards = [award for award in settlement.awards if award.pool == fault.facts["pool"]]
    own = [award for award in awards if award.seat == fault.seat]
    paid = sum(award.amount for award in own) + (fault.amount or 0)
    if own and not paid:
        won = any(
            line.seat == fault.seat and line.prize and line.outcome is Outcome.GANHA
            for line in settlement.lines
        )
        if settlement.result.get("banca_joga") and won:
            return None
        return "SD-JP-UNQ", cites.pool_table
    if len(awards) > 1 or (awards and not own):
        return "SD-JP-SPLIT", fault.rule or cites.pool_order
    return "JP-PAYDIFF", fault.rule or cites.pool_table
