"""From one coup to the next: the banker, his capital, and the way in which he took the bank.

Rules: CF R7, R9, R20, R46, R62-R65, R77-R95, R108. What is compared is the coup before as it was
settled, and what was done with the bank since; what the record does not say is not assessed.
"""

from collections.abc import Callable
from typing import Final

from projections.replay.games.bacara.bacara_chemin_de_fer.covering import rank
from projections.replay.games.bacara.bacara_chemin_de_fer.record import (
    ASSOCIOU,
    FIRST_STANDING,
    GANHA,
    LICITOU,
    MUDOU,
    NULA,
    PASSOU,
    PERDE,
    RECUSOU,
    SAIU,
    TOMOU,
    Acto,
    Anterior,
    CheminDeFerRecord,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.rules import CheminDeFerRules
from projections.replay.settlement import Found, money_text

FIRST: Final = "first"
OFFER: Final = "offer"
AUCTION: Final = "auction"
OBLIGATION: Final = "obligation"
KEPT: Final = "kept"

Check = Callable[[CheminDeFerRecord, CheminDeFerRules, Anterior], list[Found]]


def passing_faults(record: CheminDeFerRecord, rules: CheminDeFerRules) -> list[Found]:
    """Return the faults of the bank's passage since the coup before (``CF-PASS``, ``-GARAGE``)."""
    found = _check_association(record)
    before = record.anterior
    if before is None:
        return found + _check_first(record)
    found += _check_passer(record, before)
    found += _check_refusals(record)
    if before.banqueiro == record.banqueiro and not _passed(record, before):
        found += _check_kept(record, rules, before)
    elif before.resultado == PERDE:
        found += _check_turn(record, before)
    elif before.resultado in (GANHA, NULA):
        found += _check_taken(record, rules, before)
    return found


def hand_goes_on(record: CheminDeFerRecord) -> bool:
    """Tell whether the banker of the coup before holds the same hand."""
    before = record.anterior
    if before is None or before.banqueiro != record.banqueiro or before.resultado == PERDE:
        return False
    return not _passed(record, before) or _way(record) == KEPT


def bank_minimum(record: CheminDeFerRecord) -> int:
    """Return the least capital of a bank (R7, R8)."""
    return record.minimo if record.minimo_banca is None else record.minimo_banca


def level_range(record: CheminDeFerRecord, rules: CheminDeFerRules, before: Anterior) -> set[int]:
    """Return the capitals that a banker who goes on may stake (R9, R20, R64, R77)."""
    if before.banca is None:
        return set()
    whole = before.banca
    found = {whole}
    won = before.ganhos
    odd = won is None or (won >= rules.first_half and won % 2 == 1)
    new_shoe = bool(record.shoe.fresh) or record.shoe.cut_card_before
    if (before.resultado == GANHA and odd) or (before.resultado in (GANHA, NULA) and new_shoe):
        found.add(whole - whole // 2)
    if before.resultado == GANHA and 0 < before.cobertas < before.capital:
        twice = 2 * before.cobertas
        if twice < whole:
            found.add(twice)
    return found


# --- who acted -----------------------------------------------------------------------------------


def _acts(record: CheminDeFerRecord, acto: str) -> list[Acto]:
    return [one for one in record.actos if one.acto == acto]


def _passed(record: CheminDeFerRecord, before: Anterior) -> bool:
    return any(one.seat == before.banqueiro for one in _acts(record, PASSOU))


def _way(record: CheminDeFerRecord) -> str | None:
    """Return how the banker of this coup took the hand, as it was recorded last."""
    taken = [one for one in _acts(record, TOMOU) if one.seat == record.banqueiro]
    return taken[-1].via if taken else None


def _fault(rule: str, expected: object, recorded: object, seat: int | None = None) -> Found:
    return Found(
        code="CF-PASS",
        rule=rule,
        seat=seat,
        expected=str(expected),
        recorded=str(recorded),
        facts={"fact": rule},
    )


def _capital_fault(code: str, rule: str, record: CheminDeFerRecord, expected: int) -> Found:
    return Found(
        code=code,
        rule=rule,
        seat=record.banqueiro,
        expected=money_text(expected),
        recorded=money_text(record.capital),
        amount=record.capital - expected,
        facts={"fact": rule},
    )


def _in_order(record: CheminDeFerRecord, before: Anterior) -> list[int]:
    """Return all who may be offered the hand, seated first (R79, R80), without the passer."""
    seats = {*(record.sentados or ()), *record.em_pe} - {before.banqueiro}
    return sorted(seats, key=lambda seat: rank(record, seat, before.banqueiro))


# --- each case -----------------------------------------------------------------------------------


def _check_first(record: CheminDeFerRecord) -> list[Found]:
    """R46: the table's first hand is the first seated player's at the pagador's right."""
    if _way(record) != FIRST or not record.sentados:
        return []
    first = min(record.sentados)
    if record.banqueiro == first:
        return []
    return [_fault("CF R46", first, record.banqueiro, record.banqueiro)]


def _check_association(record: CheminDeFerRecord) -> list[Found]:
    """R62: only at the start of a hand, and with as much as the banker's own part."""
    found: list[Found] = []
    joined = _acts(record, ASSOCIOU)
    if not joined:
        return found
    if hand_goes_on(record):
        found.append(_fault("CF R62", "início da mão", "mão em curso", joined[-1].seat))
    value = joined[-1].valor
    if value is not None and 2 * value != record.capital:
        found.append(
            _fault("CF R62", money_text(record.capital - value), money_text(value), joined[-1].seat)
        )
    return found


def _check_passer(record: CheminDeFerRecord, before: Anterior) -> list[Found]:
    """R77, R78: only the banker passes the hand, after a win or a tie."""
    found: list[Found] = []
    for act in _acts(record, PASSOU):
        if act.via == "lost":
            continue
        if before.resultado == PERDE and act.seat == before.banqueiro:
            found.append(_fault("CF R78", "mão perdida", "mão passada", act.seat))
    return found


def _check_refusals(record: CheminDeFerRecord) -> list[Found]:
    """R86, R95: who refuses the hand he must take, or is away then, loses his seat."""
    if record.sentados is None:
        return []
    left = {act.seat for act in _acts(record, SAIU)}
    found: list[Found] = []
    auctioned = any(act.acto == PASSOU and act.via != "lost" for act in record.actos)
    bids = bool(_acts(record, LICITOU))
    for act in _acts(record, RECUSOU):
        stays = act.seat in record.sentados and act.seat not in left
        if act.ausente and stays:
            found.append(_fault("CF R95", "lugar perdido", act.seat, act.seat))
        elif act.via == OBLIGATION and auctioned and not bids and stays:
            found.append(_fault("CF R86", "lugar cedido", act.seat, act.seat))
    return found


def _check_kept(
    record: CheminDeFerRecord, rules: CheminDeFerRules, before: Anterior
) -> list[Found]:
    """R9, R20, R64, R77: the same banker goes on; R63, R108 a: not after a coup that he lost."""
    if before.resultado == PERDE:
        return [_fault("CF R63, R108 a", "a mão passa", record.banqueiro, record.banqueiro)]
    if before.resultado is None or before.banca is None:
        return []
    found: list[Found] = []
    allowed = level_range(record, rules, before)
    if record.capital > before.banca:
        found.append(_capital_fault("CF-BANK", "CF R20", record, before.banca))
    elif record.capital not in allowed:
        rule = "CF R77" if before.resultado == NULA else "CF R9, R20"
        found.append(_capital_fault("CF-GARAGE", rule, record, before.banca))
    garage = sum(act.garage for act in _acts(record, MUDOU) if act.seat == record.banqueiro)
    if garage and not found and garage != before.banca - record.capital:
        found.append(
            Found(
                code="CF-GARAGE",
                rule="CF R9, R20",
                seat=record.banqueiro,
                expected=money_text(before.banca - record.capital),
                recorded=money_text(garage),
                amount=garage - (before.banca - record.capital),
                facts={"fact": "garage"},
            )
        )
    return found


def _check_turn(record: CheminDeFerRecord, before: Anterior) -> list[Found]:
    """R63, R92, R93, R108 a: a lost hand goes to the right, to who does not let it pass."""
    if not record.sentados:
        return []
    origin = before.banqueiro
    if origin >= FIRST_STANDING and record.regular is None:
        return []
    declined = {act.seat for act in _acts(record, RECUSOU)} | set(record.mudaram)
    order = [
        seat
        for seat in sorted(record.sentados, key=lambda seat: rank(record, seat, origin))
        if seat not in declined and seat != origin
    ]
    if not order or record.banqueiro == order[0]:
        return []
    moved = record.banqueiro in record.mudaram
    rule = "CF R92" if origin >= FIRST_STANDING else "CF R63, R82, R108 a"
    return [_fault("CF R93" if moved else rule, order[0], record.banqueiro, record.banqueiro)]


def _check_taken(
    record: CheminDeFerRecord, rules: CheminDeFerRules, before: Anterior
) -> list[Found]:
    """R78-R91: a hand that was passed: taken at its level, kept, auctioned, or obliged."""
    if not _passed(record, before):
        return [_fault("CF R63, R78", before.banqueiro, record.banqueiro, record.banqueiro)]
    way = _way(record)
    if _acts(record, LICITOU) or way == AUCTION:
        return _check_auction(record, before)
    if way == OBLIGATION:
        return _check_obligation(record, before)
    found: list[Found] = []
    levels = [act.valor for act in _acts(record, PASSOU) if act.seat == before.banqueiro]
    level = next((one for one in reversed(levels) if one is not None), before.banca)
    allowed = level_range(record, rules, before)
    if allowed and level is not None and level not in allowed:
        found.append(
            _fault("CF R81", money_text(max(allowed)), money_text(level), before.banqueiro)
        )
    if level is not None and record.capital != level:
        found.append(_capital_fault("CF-PASS", "CF R81", record, level))
    if record.banqueiro != before.banqueiro:
        found += _check_offers(record, before)
    return found


def _check_offers(record: CheminDeFerRecord, before: Anterior) -> list[Found]:
    """R79, R80, R93: the hand goes to the first in order who takes it."""
    if not record.has("decisions") or record.sentados is None:
        return []
    refused = {act.seat for act in _acts(record, RECUSOU)}
    for seat in _in_order(record, before):
        if seat == record.banqueiro:
            if seat in record.mudaram:
                return [_fault("CF R93", "sem prioridade", seat, seat)]
            return []
        if seat not in refused and seat not in record.mudaram:
            return [_fault("CF R79", seat, record.banqueiro, record.banqueiro)]
    return []


def _check_obligation(record: CheminDeFerRecord, before: Anterior) -> list[Found]:
    """R86: nobody bids; the next in order takes the hand with the least capital."""
    found: list[Found] = []
    if record.capital != bank_minimum(record):
        found.append(_capital_fault("CF-PASS", "CF R86", record, bank_minimum(record)))
    refused = {act.seat for act in _acts(record, RECUSOU) if act.via == OBLIGATION or act.ausente}
    seated = [one for one in _in_order(record, before) if one < FIRST_STANDING]
    order = [seat for seat in seated if seat not in refused]
    if order and record.sentados and record.banqueiro != order[0]:
        found.append(_fault("CF R86", order[0], record.banqueiro, record.banqueiro))
    return found


# --- the auction ---------------------------------------------------------------------------------


def barred(record: CheminDeFerRecord, before: Anterior) -> dict[int, str]:
    """Return the players who may not bid for the hand, each with the rule (R87, R89-R91)."""
    found: dict[int, str] = {}
    if not _passed(record, before):
        return found
    if before.resultado == NULA:
        found[before.banqueiro] = "CF R90"
    else:
        rule = "CF R91" if before.via == AUCTION else "CF R87"
        found[before.banqueiro] = rule
        if before.associado is not None:
            found[before.associado] = "CF R87"
    taken: set[int] = set()
    for act in record.actos:
        if act.acto == TOMOU:
            taken.add(act.seat)
        elif act.acto == RECUSOU and act.seat in taken:
            found.setdefault(act.seat, "CF R89")
    return found


def _bids(record: CheminDeFerRecord) -> list[Acto]:
    """Return the bids of the last auction: those since somebody took a hand and refused it."""
    bids: list[Acto] = []
    taken: set[int] = set()
    for act in record.actos:
        if act.acto == TOMOU:
            taken.add(act.seat)
        elif act.acto == RECUSOU and act.seat in taken:
            bids.clear()
        elif act.acto == LICITOU:
            bids.append(act)
    return bids


def _check_auction(record: CheminDeFerRecord, before: Anterior) -> list[Found]:
    """R81, R83-R91: the highest bid has the hand, and stakes it."""
    bids = _bids(record)
    out = barred(record, before)
    found = [
        _fault(out[bid.seat], "não licita", bid.seat, bid.seat) for bid in bids if bid.seat in out
    ]
    base = bank_minimum(record) if record.base_leilao is None else record.base_leilao
    for bid in bids:
        value = bid.valor or 0
        step = record.lance > 0 and (value - base) % record.lance
        if value < base or step:
            found.append(_fault("CF R83", money_text(base), money_text(value), bid.seat))
    valid = [bid for bid in bids if bid.seat not in out]
    if not valid:
        if record.banqueiro in out:
            rule = out[record.banqueiro]
            found.append(_fault(rule, "não licita", record.banqueiro, record.banqueiro))
        return found

    def place(seat: int) -> tuple[int, int]:
        return rank(record, seat, before.banqueiro)

    def order(bid: Acto) -> tuple[int, bool, tuple[int, int]]:
        seats = [bid.seat] if bid.parceiro is None else [bid.seat, bid.parceiro]
        return -(bid.valor or 0), bid.parceiro is not None, min(map(place, seats))

    best = min(valid, key=order)
    seats = [best.seat] if best.parceiro is None else [best.seat, best.parceiro]
    holder = min(seats, key=place)
    if record.banqueiro != holder:
        rule = "CF R84, R85, R88" if record.capital == best.valor else "CF R81"
        found.append(_fault(rule, holder, record.banqueiro, record.banqueiro))
    elif best.valor is not None and record.capital != best.valor:
        found.append(_capital_fault("CF-PASS", "CF R81", record, best.valor))
    return found
