"""What is checked of a coup of ponto e banca beside its money: packs, shoe, stakes, deductions."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import prod
from typing import Final

from msgspec import structs

from projections.replay.games.bacara.points import BANCA, POINTS, PONTO
from projections.replay.games.bacara.punto_banco.coup import (
    EMPATE,
    NENHUMA,
    PAIRS,
    SIDES,
    Aposta,
    Cites,
    PuntoBancoRecord,
    PuntoBancoRules,
    deal_of,
    options_of,
)
from projections.replay.games.bacara.punto_banco.settling import (
    noted,
    settle_ordinary,
    taken,
    window_of,
)
from projections.replay.kit.bets import Bet, Limit, is_after, limit_faults
from projections.replay.kit.coups import bet_faults, bets_in_time, standing_bets, when
from projections.replay.kit.shoe import Burned, Shoe, impossible
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Line, Outcome, Settlement, money_text

AGAINST: Final[Mapping[str, str]] = {PONTO: BANCA, BANCA: PONTO}
OPENING: Final = "opening"
COUP: Final = "coup"


def quickly(
    record: PuntoBancoRecord, rules: PuntoBancoRules, cites: Cites, game: str
) -> Settlement | None:
    """Settle and verify at once a coup of which nothing is amiss; None leaves it to the long road.

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
    """Note what is amiss but for the bets: packs and shoe, the deduction, what was said."""
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


# --- the packs and the shoe ----------------------------------------------------------------------


def check_shoe(
    record: PuntoBancoRecord,
    shoe: Shoe,
    rules: PuntoBancoRules,
    cites: Cites,
    found: list[Found],
) -> None:
    """R3, R15-R17, R24: the packs, what they can have held, cuts, burned cards, the last coup."""
    due = rules.decks_shuffler if shoe.shuffler else rules.decks.get(record.mesa)
    if shoe.shuffles or shoe.decks != due:
        check_decks(record, shoe, rules, cites, found)
    check_cards(record, shoe, cites, found)
    told = shoe.cuts or shoe.shuffles or shoe.cut_card_before
    if told and not shoe.shuffler and record.has("shuffles"):
        check_cuts(shoe, rules, cites, found)
    if record.cartas and record.primeiro is not None and record.has("burns"):
        check_burns(record, shoe, rules, cites, found)


def check_decks(
    record: PuntoBancoRecord,
    shoe: Shoe,
    rules: PuntoBancoRules,
    cites: Cites,
    found: list[Found],
) -> None:
    """R3, R15 b: the packs that the table has, and those that were shuffled."""
    decks = decks_due(record, shoe, rules)
    said = [shuffle.decks for shuffle in shoe.shuffles[-1:] if shuffle.decks is not None]
    found.extend(
        Found(
            code="PB-DECK",
            rule=cites.rule("R15 b" if shoe.shuffler else "R3"),
            expected=" / ".join(map(str, decks)),
            recorded=str(count),
            facts={"mesa": record.mesa, "shuffler": shoe.shuffler},
        )
        for count in dict.fromkeys((shoe.decks, *said))
        if count not in decks
    )


def decks_due(record: PuntoBancoRecord, shoe: Shoe, rules: PuntoBancoRules) -> tuple[int, ...]:
    """Return how many packs there may be: by the table, where it is said which it is."""
    if shoe.shuffler:
        return (rules.decks_shuffler,)
    due = rules.decks.get(record.mesa)
    return tuple(rules.decks.values()) if due is None else (due,)


def check_cards(record: PuntoBancoRecord, shoe: Shoe, cites: Cites, found: list[Found]) -> None:
    """R3: no card that the packs do not hold, or do not hold so often."""
    cards: list[str | None] = [one.card for one in record.cartas]
    if shoe.burned:
        cards.extend(one.card for one in _burned_now(record, shoe) if one.card is not None)
    out, decks = shoe.out, shoe.decks
    if decks >= len(cards) and not out and _KNOWN.issuperset(cards):
        return  # so few cannot repeat one too often
    found.extend(structs.replace(one, rule=cites.rule("R3")) for one in impossible(cards, shoe))


def _burned_now(record: PuntoBancoRecord, shoe: Shoe) -> list[Burned]:
    """Return the burned cards that ``out`` does not count: of a new shoe, or since the call."""
    since = shoe.shuffles[-1] if shoe.shuffles else record.nada_mais
    return [one for one in shoe.burned if since is not None and is_after(one, since)]


_KNOWN: Final = frozenset((*POINTS, None))


def check_cuts(shoe: Shoe, rules: PuntoBancoRules, cites: Cites, found: list[Found]) -> None:
    """R16, R17: the carta-aviso before the last twelve, and no coup after the one it came in."""
    behind = str(rules.behind_cut_card)
    last = shoe.shuffles[-1] if shoe.shuffles else None
    # Packs that were replaced before they were played need no cut, and theirs is not these packs'.
    cuts = [cut for cut in shoe.cuts if last is None or not is_after(last, cut)]
    found.extend(
        _of_shoe(cites, "R16", behind, str(cut.cut_card), "carta_aviso")
        for cut in cuts
        if cut.cut_card is not None and cut.cut_card != rules.behind_cut_card
    )
    if shoe.shuffles and not cuts:
        found.append(_of_shoe(cites, "R16", behind, "", "corte"))
    if shoe.cut_card_before:
        found.append(_of_shoe(cites, "R17", "baralhar e cortar", "", "ultimo_lance"))


def check_burns(
    record: PuntoBancoRecord,
    shoe: Shoe,
    rules: PuntoBancoRules,
    cites: Cites,
    found: list[Found],
) -> None:
    """R16, R24: eight cards out of a new shoe; one before every coup but the first, after R22."""
    since = shoe.shuffles[-1] if shoe.shuffles and not shoe.shuffler else None
    burned = [one for one in shoe.burned if since is None or not is_after(since, one)]
    due_first = rules.opening_burn if record.primeiro and not shoe.shuffler else 0
    due_coup = 0 if record.primeiro else rules.coup_burn
    first = _count(burned, OPENING)
    unsaid = _count(burned, None)
    fill = min(unsaid, max(due_first - first, 0))
    first += fill
    coup = _count(burned, COUP) + unsaid - fill
    if first != due_first:
        found.append(_of_shoe(cites, "R16", str(due_first), str(first), "queima_inicial"))
    if coup != due_coup:
        found.append(_of_shoe(cites, "R24", str(due_coup), str(coup), "queima"))
        return
    call = record.nada_mais
    if call is not None and due_coup:
        found.extend(
            _of_shoe(cites, "R24", f"> {when(call)}", when(one), "queima_cedo")
            for one in burned
            if one.cause in (COUP, None) and is_after(call, one)
        )


def _count(burned: Sequence[Burned], cause: str | None) -> int:
    """Return how many cards were burned for a cause before the first card of the coup."""
    return sum(one.count for one in burned if one.cause == cause and not one.after)


def _of_shoe(cites: Cites, rule: str, expected: str, recorded: str, fact: str) -> Found:
    return Found(
        code="PB-SHOE",
        rule=cites.rule(rule),
        expected=expected,
        recorded=recorded,
        facts={"fact": fact},
    )


def check_packs(record: PuntoBancoRecord, cites: Cites, found: list[Found]) -> None:
    """R3: where one card is bad, all packs are replaced."""
    if not record.has("equipment"):
        return
    decks = record.sabot.decks if record.sabot is not None else 0
    for one in record.trocas:
        few = one.baralhos is not None and one.baralhos < decks
        if one.cartas or few:
            found.append(
                Found(
                    code="EQ-BAD",
                    rule=cites.rule("R3"),
                    expected=str(decks or ""),
                    recorded=" ".join(one.cartas) or str(one.baralhos),
                    facts={"reason": one.razao or ""},
                )
            )


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


def undecided(settlement: Settlement) -> bool:
    """Tell whether something of the coup cannot be told."""
    return any(line.outcome is Outcome.PENDENTE for line in settlement.lines)


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
    """Return whose bet it is: a player, or his place where he has no name."""
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
    """Note a seat's total over the maximum; what one player has over it by himself is BET-MAX."""
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


# --- payments ------------------------------------------------------------------------------------


def name_payment(
    record: PuntoBancoRecord,
    rules: PuntoBancoRules,
    cites: Cites,
    settlement: Settlement,
    fault: Found,
) -> Found | None:
    """Give a wrong payment its own name, or None where another finding tells it already.

    Of pairs alone PB-PAIR; on a tie PB-TIE, a stake kept included; of banca by a deduction that was
    not due PB-COMM. What nobody can tell is not compared.
    """
    bets = set(fault.facts.get("bets", ()))
    if undecided(settlement) and of_the_undecided(record, settlement, fault):
        return None
    lines = [line for line in settlement.lines if line.bet in bets]
    if settlement.void or not lines or fault.amount is None:
        return fault
    if fault.code == "PAY-NONE":
        kept = all(line.outcome is Outcome.NULA for line in lines)
        return structs.replace(fault, code="PB-TIE") if kept else fault
    kinds = {bet.tipo for bet in record.bets if bet.bet in bets}
    if kinds <= PAIRS:
        return structs.replace(fault, code="PB-PAIR", rule=cites.rule(cites.pairs))
    if settlement.result.get("vencedor") == EMPATE and kinds <= {EMPATE, *SIDES}:
        return structs.replace(fault, code="PB-TIE", rule=cites.rule(cites.pays))
    return _of_banca(record, rules, cites, settlement, fault)


def of_the_undecided(record: PuntoBancoRecord, settlement: Settlement, fault: Found) -> bool:
    """Tell whether a payment is, in part at least, of a bet that the record cannot decide.

    Of a coup of which the table recorded no card, though it records them, nothing is paid.
    """
    if not record.cartas and record.has("cards"):
        return False
    lines = settlement.lines
    open_ = {line.bet for line in lines if line.outcome is Outcome.PENDENTE}
    seats = {line.seat for line in lines if line.outcome is Outcome.PENDENTE}
    placed = {line.bet for line in lines}
    bets = set(fault.facts.get("bets", ()))
    mine = [
        one
        for one in record.payments
        if one.award is None and (bets & {*one.bets} or one.seat == fault.seat)
    ]
    if not bets and any(not placed.issuperset(one.bets) for one in mine):
        return False
    return any(
        open_ & {*one.bets} if one.bets else one.seat in seats
        for one in mine
        if not bets or not one.bets or bets & {*one.bets}
    )


def _of_banca(
    record: PuntoBancoRecord,
    rules: PuntoBancoRules,
    cites: Cites,
    settlement: Settlement,
    fault: Found,
) -> Found | None:
    """Tell whether a deduction explains a wrong payment of bets that won on banca."""
    assert fault.amount is not None
    on_banca = {bet.bet for bet in record.bets if bet.tipo == BANCA}
    won = [
        line
        for line in settlement.lines
        if line.bet in on_banca
        and line.bet in fault.facts.get("bets", ())
        and line.outcome is Outcome.GANHA
    ]
    if not won:
        return fault
    if record.deduzido is not None:
        due = sum(one.amount for one in settlement.commissions)
        if fault.amount == due - record.deduzido:
            return None
    if fault.amount + sum(line.due for line in won) in by_a_deduction(rules, won):
        return structs.replace(fault, code="PB-COMM", rule=cites.rule(cites.deduction))
    return fault


def by_a_deduction(rules: PuntoBancoRules, won: Sequence[Line]) -> set[int]:
    """Return what winning bets on banca are worth with one of the deductions taken, or with both.

    No deduction at all is not one of them: that is simply too much.
    """
    parts = [100 - percent for percent, _ in rules.deductions.values()]
    sums = {_kept(won, rules, part, 100) for part in parts}
    sums.add(_kept(won, rules, prod(parts), 100 ** len(parts)))
    return sums


def _kept(lines: Sequence[Line], rules: PuntoBancoRules, part: int, of: int) -> int:
    return sum(line.stake + rules.pays[BANCA] * line.stake * part // of for line in lines)
