"""Faults of a coup of ponto e banca beside shoe and payments: words said, stakes, deductions."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import structs

from projections.replay.games.bacara.points import BANCA, PONTO
from projections.replay.games.bacara.punto_banco.coup import (
    NENHUMA,
    PAIRS,
    Aposta,
    Cites,
    PuntoBancoRecord,
    PuntoBancoRules,
    deal_of,
    options_of,
)
from projections.replay.games.bacara.punto_banco.payments import undecided
from projections.replay.games.bacara.punto_banco.settling import (
    noted,
    settle_ordinary,
    taken,
    window_of,
)
from projections.replay.games.bacara.punto_banco.shoe import check_packs, check_shoe
from projections.replay.kit.bets import Bet, Limit, limit_faults
from projections.replay.kit.coups import bet_faults, bets_in_time, standing_bets
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Settlement, money_text

AGAINST: Final[Mapping[str, str]] = {PONTO: BANCA, BANCA: PONTO}


def quickly(
    record: PuntoBancoRecord, rules: PuntoBancoRules, cites: Cites, game: str
) -> Settlement | None:
    """Settle and verify a faultless coup at once; None leaves the coup to the long road.

    Written for speed: nearly all coups end here. What the game alone checks it checks itself.
    """
    if record.mode != PHYSICAL or (record.records is not None and "payouts" not in record.records):
        return None
    ordinary = settle_ordinary(record, rules, cites)
    if ordinary is None or not ordinary.rising:
        return None
    owed = ordinary.owed
    for payment in record.payments:
        of = payment.bets
        line = owed.pop(of[0], None) if len(of) == 1 else None
        if (
            line is None
            or payment.award is not None
            or payment.seat != line.seat
            or payment.total != line.prize + line.returned
        ):
            return None
    if owed:
        return None
    settlement = ordinary.settlement(record, game)
    found: list[Found] = []
    check_table(record, rules, cites, settlement, found)
    if record.limites or record.titulares or not ordinary.bare:
        check_stakes(record, rules, cites, record.bets, found)
        check_seats(record, rules, cites, record.bets, found)
    return None if found else settlement


def shared_faults(
    record: PuntoBancoRecord, rules: PuntoBancoRules, cites: Cites, settlement: Settlement
) -> list[Found]:
    """Return the faults that both games find in the same way."""
    found: list[Found] = []
    check_table(record, rules, cites, settlement, found)
    check_bets(record, rules, cites, settlement, found)
    return found


def check_table(
    record: PuntoBancoRecord,
    rules: PuntoBancoRules,
    cites: Cites,
    settlement: Settlement,
    found: list[Found],
) -> None:
    """Note faults of packs and shoe, of the deduction and of announcements."""
    if record.sabot is not None:
        check_shoe(record, record.sabot, rules, cites, found)
    if record.trocas:
        check_packs(record, cites, found)
    if (
        record.deduzido is not None
        or record.deducao_comunicada is False
        or (record.deducao != NENHUMA and record.deducao not in rules.deductions)
    ):
        check_deduction(record, rules, cites, settlement, found)
    if record.mostradas or record.resultado is not None:
        check_shown(record, cites, settlement, found)


# --- the deduction and what was said -------------------------------------------------------------


def check_deduction(
    record: PuntoBancoRecord,
    rules: PuntoBancoRules,
    cites: Cites,
    settlement: Settlement,
    found: list[Found],
) -> None:
    """PB R32, PM R41: one of two deductions, notified beforehand, and no more taken than it is."""
    rule, applied = cites.rule(cites.deduction), options_of(record.deducao)
    if len(applied) > 1 or any(word not in rules.deductions for word in applied):
        found.append(
            Found(
                code="PB-COMM",
                rule=rule,
                expected=" / ".join((*rules.deductions, NENHUMA)),
                recorded=record.deducao,
            )
        )
    if applied and record.deducao_comunicada is False:
        found.append(
            Found(code="PB-COMM", rule=rule, recorded=record.deducao, facts={"fact": "comunicada"})
        )
    due = sum(one.amount for one in settlement.commissions)
    if record.deduzido is not None and record.deduzido != due and not undecided(settlement):
        found.append(
            Found(
                code="PB-COMM",
                rule=rule,
                expected=money_text(due),
                recorded=money_text(record.deduzido),
                amount=record.deduzido - due,
                facts={"fact": "deduzido", "deducao": record.deducao},
            )
        )


def check_shown(
    record: PuntoBancoRecord, cites: Cites, settlement: Settlement, found: list[Found]
) -> None:
    """Note cards uncovered that are not those dealt, and an announcement that the cards belie.

    The first two are uncovered before a third is drawn, and may be so one by one (R23, R25).
    Where third cards did not follow the table, what was said is of the hands as they lay.
    """
    dealt = taken(record) if record.mostradas else []
    slips = noted(record)
    deal = deal_of(dealt, slips) if slips else None
    for one in record.mostradas:
        own = [card for to, card in dealt if to == one.grupo]
        # Of a slip that was put right the hand is uncovered as it is then, or was before (R34).
        right = own
        if deal is not None:
            right = [*(deal.ponto if one.grupo == PONTO else deal.banca)]
        strange = [Counter(one.cartas) - Counter(map(str, hand)) for hand in (right, own)]
        if None not in own and own and all(strange):
            cards = " ".join(map(str, right))
            found.append(_shown(cites, "R23", cards, " ".join(one.cartas), one.grupo))
    said, result = record.resultado, settlement.result
    if said is None or not record.cartas or any(one.code == "PB-3RD" for one in settlement.found):
        return
    for name, rule in (
        ("vencedor", cites.wins),
        (PONTO, cites.announced),
        (BANCA, cites.announced),
        *((tipo, "R20") for tipo in sorted(PAIRS)),
    ):
        told, known = getattr(said, name), result.get(name)
        if told is not None and known is not None and told != known:
            found.append(_shown(cites, rule, str(known), str(told), name))


def _shown(cites: Cites, rule: str, expected: str, recorded: str, fact: str) -> Found:
    return Found(
        code="RES-IMPOSS",
        rule=cites.rule(rule),
        expected=expected,
        recorded=recorded,
        facts={"fact": fact},
    )


# --- the stakes ----------------------------------------------------------------------------------


def check_bets(
    record: PuntoBancoRecord,
    rules: PuntoBancoRules,
    cites: Cites,
    settlement: Settlement,
    found: list[Found],
) -> None:
    """R8, R21: numbers, chips and limits of the bets that stand, and those on others' seats."""
    bets = standing(record, cites, settlement)
    check_stakes(record, rules, cites, bets, found)
    check_seats(record, rules, cites, bets, found)
    found.extend(bet_faults(record, record.bets, settlement))


def standing(record: PuntoBancoRecord, cites: Cites, settlement: Settlement) -> Sequence[Aposta]:
    """Return the bets that lay on a chance when the cards came, as changed in time."""
    if not record.alteracoes and not settlement.found:
        return record.bets
    bets, _ = bets_in_time(record.bets, record.alteracoes, window_of(record, cites), [])
    return [bet for bet in standing_bets(bets, settlement) if isinstance(bet, Aposta)]


def bettor(bet: Aposta) -> str | int:
    """Return the owner of a bet: a player, or his place where he has no name."""
    if bet.player is not None:
        return bet.player
    return bet.by if bet.by is not None else bet.seat


def complements(bet: Aposta, holders: Mapping[int, str]) -> bool:
    """Tell whether a bet lies on another's seat (R21)."""
    if bet.by is not None:
        return bet.by != bet.seat
    holder = holders.get(bet.seat)
    return holder is not None and bet.player is not None and bet.player != holder


def check_stakes(
    record: PuntoBancoRecord,
    rules: PuntoBancoRules,
    cites: Cites,
    bets: Sequence[Aposta],
    found: list[Found],
) -> None:
    """R8: stakes that are nothing or not their chips' value, and the limits of each chance.

    Where the law leaves bets unlimited (PM R8), a maximum is the table's fault and not the bet's.
    """
    totals: dict[tuple[str | int, str, str], tuple[Bet, int]] = {}
    for bet in bets:
        chips = bet.chips
        if chips is not None and chips.count * chips.value != bet.valor:
            value = f"{chips.count} x {money_text(chips.value)}"
            found.append(_stake("BET-MULT", cites, bet, value))
        if bet.valor <= 0:
            found.append(_stake("BET-MIN", cites, bet, ">" + money_text(0)))
            continue
        key = (bettor(bet), bet.tipo, "")
        totals[key] = bet, bet.valor + totals.get(key, (bet, 0))[1]
    limits: Mapping[str, Limit] = record.limites
    if not rules.maximum_per_minimum:
        limits = {tipo: structs.replace(one, maximum=0) for tipo, one in limits.items()}
    found.extend(limit_faults(totals, limits, cites.rule("R8")))


def _stake(code: str, cites: Cites, bet: Bet, expected: str) -> Found:
    return Found(
        code=code,
        rule=cites.rule("R8"),
        seat=bet.seat,
        bet=bet.bet,
        expected=expected,
        recorded=money_text(bet.valor),
    )


def check_seats(
    record: PuntoBancoRecord,
    rules: PuntoBancoRules,
    cites: Cites,
    bets: Sequence[Aposta],
    found: list[Found],
) -> None:
    """R21: who stands may add to a seat's bet up to the maximum, and never bet against it."""
    holders = record.titulares
    added = [bet for bet in bets if complements(bet, holders)]
    if not added or record.mode != PHYSICAL:
        return
    own = {(bet.seat, bet.tipo) for bet in bets if not complements(bet, holders)}
    for bet in added:
        other = AGAINST.get(bet.tipo, "")
        if (bet.seat, other) in own and (bet.seat, bet.tipo) not in own:
            found.append(_contra(cites, bet, other, bet.tipo, bet.valor, "contra"))
    if rules.maximum_per_minimum:
        for seat, tipo in dict.fromkeys((bet.seat, bet.tipo) for bet in added):
            on_it = [bet for bet in bets if (bet.seat, bet.tipo) == (seat, tipo)]
            _check_seat_total(cites, on_it, record.limites.get(tipo), found)
    standing_players = {bettor(bet) for bet in added}
    most = rules.standing.get(record.mesa)
    if most is not None and len(standing_players) > most:
        last = added[-1]
        found.append(_contra(cites, last, str(most), str(len(standing_players)), None, "em_pe"))


def _check_seat_total(
    cites: Cites, bets: Sequence[Aposta], limit: Limit | None, found: list[Found]
) -> None:
    """Note a seat's total over the maximum; a single player's excess is BET-MAX."""
    if limit is None or not limit.maximum:
        return
    by_player: dict[str | int, int] = {}
    for bet in bets:
        by_player[bettor(bet)] = by_player.get(bettor(bet), 0) + max(bet.valor, 0)
    total = sum(min(laid, limit.maximum) for laid in by_player.values())
    if total > limit.maximum:
        most, over = money_text(limit.maximum), total - limit.maximum
        found.append(_contra(cites, bets[-1], most, money_text(total), over, "maximo"))


def _contra(
    cites: Cites, bet: Aposta, expected: str, recorded: str, amount: int | None, fact: str
) -> Found:
    return Found(
        code="PB-CONTRA",
        rule=cites.rule("R21"),
        seat=bet.seat,
        bet=bet.bet,
        expected=expected,
        recorded=recorded,
        amount=amount,
        facts={"fact": fact},
    )
