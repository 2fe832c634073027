"""What can be wrong at a table of banca francesa besides what its bets are worth."""

from collections.abc import Sequence

from ledger.money import Minor
from projections.replay.games.dice.banca_francesa.record import (
    DICE,
    FOREIGN_SETS,
    LINED,
    NULL_GROUNDS,
    SETS,
    SPOTS,
    SUMS,
    THROWERS,
    BancaFrancesaRecord,
    BancaFrancesaRules,
)
from projections.replay.games.dice.banca_francesa.settling import (
    Laid,
    bets_at,
    deciding,
    impossible,
    line_totals,
    step_of,
)
from projections.replay.kit.bets import (
    Bet,
    Moment,
    is_after,
    limit_faults,
    paid_to_another,
    repeated_numbers,
    who,
)
from projections.replay.kit.dice import counts, last_at, relief_faults, rotation_faults, shown
from projections.replay.kit.player_sessions import demo_faults, session_faults
from projections.replay.kit.throws import stake_faults, time_faults
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Line, Outcome, Settlement, money_text


def verify(
    record: BancaFrancesaRecord, rules: BancaFrancesaRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of table, bets and procedure that the record decides."""
    number = deciding(record)
    found: list[Found] = []
    check_limits(record, rules, found)
    laid = bets_at(record, rules, number)
    standing = [one for one in laid if not one.late and not impossible(one.bet)]
    found += repeated_numbers(record.bets)
    found += stake_faults([one.bet for one in standing], "BF R8")
    check_stakes(record, standing, found)
    check_lines(record, rules, standing, found)
    check_end(record, settlement, number, found)
    check_announcement(record, number, found)
    now = last_at(record.lancamentos)
    before = record.anterior.lancado if record.anterior is not None else None
    if record.has("equipment"):
        check_sets(record, now, before, found)
    if record.pessoal and record.has("staff"):
        check_staff(record, found)
        found += relief_faults(record.pessoal, THROWERS[0], "BF R21", now, before)
    if record.has("payouts"):
        found += paid_to_another(settlement, record.payments)
        check_collections(record, settlement, found)
    if record.mode != PHYSICAL:
        check_online(record, found)
    return tuple(found)


def check_limits(
    record: BancaFrancesaRecord, rules: BancaFrancesaRules, found: list[Found]
) -> None:
    """R12: a spot's maximum is at most so many times its minimum."""
    for tipo, limit in record.limites.items():
        times = rules.maximum_per_minimum.get(tipo)
        if times is None or not limit.minimum or limit.maximum <= times * limit.minimum:
            continue
        found.append(
            Found(
                code="BF-MAX",
                rule="BF R12 a" if tipo == SPOTS[0] else "BF R12 b",
                expected=money_text(times * limit.minimum),
                recorded=money_text(limit.maximum),
                amount=limit.maximum - times * limit.minimum,
                facts={"tipo": tipo, "minimum": limit.minimum},
            )
        )


def check_stakes(record: BancaFrancesaRecord, standing: Sequence[Laid], found: list[Found]) -> None:
    """R12: what a player has in play on a spot, on its line and beside it, is within its limits.

    Chips on the line alone that are too few or too many are told as such.
    """
    if not record.limites:
        return
    totals: dict[tuple[str | int, str, str], tuple[Bet, Minor]] = {}
    full: set[tuple[str | int, str, str]] = set()
    for one in standing:
        key = (who(one.bet), one.bet.tipo, "")
        known = totals.get(key)
        totals[key] = one.bet, one.stake + (known[1] if known is not None else 0)
        if not one.bet.risco:
            full.add(key)
    own = {key: total for key, total in totals.items() if key in full and total[1] > 0}
    found += limit_faults(own, record.limites, "BF R12")


def check_lines(
    record: BancaFrancesaRecord,
    rules: BancaFrancesaRules,
    standing: Sequence[Laid],
    found: list[Found],
) -> None:
    """R8: chips on a line make twice the minimum to twice the maximum, in full multiples."""
    if not any(one.bet.risco for one in standing):
        return
    step = step_of(record, rules)
    last = {(who(one.bet), one.bet.tipo): one.bet for one in standing if one.bet.risco}
    for (player, tipo, _), total in line_totals(standing).items():
        limit = record.limites.get(tipo)
        expected, amount = "", 0
        if limit is not None and total < 2 * limit.minimum:
            expected, amount = f">= {money_text(2 * limit.minimum)}", total - 2 * limit.minimum
        elif limit is not None and limit.maximum and total > 2 * limit.maximum:
            expected, amount = f"<= {money_text(2 * limit.maximum)}", total - 2 * limit.maximum
        elif step and total % step:
            expected, amount = f"n x {money_text(step)}", total % step
        if expected:
            bet = last[player, tipo]
            found.append(
                Found(
                    code="BF-HALF",
                    rule="BF R8",
                    seat=bet.seat,
                    bet=bet.bet,
                    expected=expected,
                    recorded=money_text(total),
                    amount=amount,
                    facts={"tipo": tipo},
                )
            )


def check_end(
    record: BancaFrancesaRecord,
    settlement: Settlement,
    number: int | None,
    found: list[Found],
) -> None:
    """R13, R23: thrown until a spot wins, and not again; R36: or void where none could be shown."""
    throws = record.lancamentos
    if number is not None:
        if number < len(throws):
            decided = throws[number - 1]
            found.append(
                Found(
                    code="BF-DEC",
                    rule="BF R13",
                    expected=f"{shown(decided.dados)} {SUMS[decided.total]}",
                    recorded=", ".join(shown(throw.dados) for throw in throws[number:]),
                    facts={"fact": "lancado_de_novo", "lancamento": number},
                )
            )
        return
    if record.void is not None or not any(
        line.outcome is Outcome.PENDENTE for line in settlement.lines
    ):
        return
    read = [throw for throw in throws if counts(throw, DICE, NULL_GROUNDS)]
    if record.mode != PHYSICAL and not read:
        found.append(Found(code="VOID-MISS", rule="BF R36"))
        return
    found.append(
        Found(
            code="BF-DEC",
            rule="BF R13",
            expected=", ".join(SPOTS),
            recorded=f"{shown(read[-1].dados)} = {read[-1].total}" if read else "",
            amount=sum(line.stake for line in settlement.lines if line.outcome is Outcome.PENDENTE),
        )
    )


def check_announcement(record: BancaFrancesaRecord, number: int | None, found: list[Found]) -> None:
    """R14, R23: what is announced is the spot whose sum the dice show."""
    said = record.chance_anunciada
    if said is None:
        return
    due = SUMS[record.lancamentos[number - 1].total] if number is not None else ""
    if said.chance != due:
        found.append(Found(code="RES-IMPOSS", rule="BF R14", expected=due, recorded=said.chance))


def check_sets(
    record: BancaFrancesaRecord, now: str | None, before: str | None, found: list[Found]
) -> None:
    """R16, R17: the three sets given at the opening stay, and take turns every hour.

    A set that came in for one that was sealed or worn (R18) takes its turns with the others.
    """
    current = record.terno
    found += rotation_faults("BF-SET", "BF R17", current, now, before)
    if current is None or not current.id or current.reason in FOREIGN_SETS:
        return
    own = (
        record.ternos
        or tuple(dict.fromkeys(one.id for one in record.trocas if one.reason not in FOREIGN_SETS))[
            :SETS
        ]
    )
    instead = {one.id for one in record.trocas if one.reason in FOREIGN_SETS}
    # The round before told it already, whether or not its dice were thrown.
    told = record.anterior
    shown_before = told is not None and any(
        at is not None and is_after(Moment(at=at), Moment(at=current.since))
        for at in (told.aberto, told.lancado)
    )
    if own and current.id not in instead.union(own) and not shown_before:
        found.append(
            Found(
                code="BF-SET",
                rule="BF R16",
                expected=", ".join(own),
                recorded=current.id,
                facts={"set": current.id, "since": current.since},
            )
        )


def check_staff(record: BancaFrancesaRecord, found: list[Found]) -> None:
    """R3: two pagadores, of whom the cavalinho throws, and a fiscal."""
    posts = sorted(shift.role for shift in record.pessoal)
    payers = sum(post == "pagador" or post in THROWERS for post in posts)
    lacking = ["fiscal"] if "fiscal" not in posts else []
    if payers < 2:  # R3: two pagadores
        lacking.append("cavalinho" if "pagador" in posts else "pagador")
    if lacking:
        found.append(
            Found(
                code="STAFF-MIN",
                rule="BF R3",
                expected=", ".join(lacking),
                recorded=", ".join(posts),
            )
        )


def check_collections(
    record: BancaFrancesaRecord, settlement: Settlement, found: list[Found]
) -> None:
    """R15, R24: ases are collected first, and every loss before any prize is paid."""
    tipos = {bet.bet: bet.tipo for bet in record.bets}
    won = {line.bet for line in settlement.lines if line.outcome is Outcome.GANHA}
    lost = {line.bet for line in settlement.lines if line.outcome is Outcome.PERDE}
    others = False
    for one in record.recolha:
        taken = [bet for bet in one.bets if bet in lost]
        paid = [
            bet
            for payment in record.payments[: max(one.pagamentos, 0)]
            for bet in payment.bets
            if bet in won
        ]
        if paid and (taken or not one.bets):
            found.append(
                Found(
                    code="BF-PAY",
                    rule="BF R24",
                    seat=one.seat,
                    expected=", ".join(map(str, taken)),
                    recorded=", ".join(map(str, paid)),
                    facts={"fact": "recolha"},
                )
            )
            return
        if others and any(tipos.get(bet) == SPOTS[0] for bet in taken):
            found.append(
                Found(
                    code="PAY-ORDER",
                    rule="BF R15",
                    seat=one.seat,
                    expected=SPOTS[0],
                    recorded=", ".join(dict.fromkeys(tipos[bet] for bet in taken)),
                    facts={"fact": "recolha"},
                )
            )
            return
        others = others or any(tipos.get(bet) in LINED for bet in taken)


def check_online(record: BancaFrancesaRecord, found: list[Found]) -> None:
    """R32, R39-R42: one betting time for all; histories, sessions and demonstrations."""
    found += time_faults(
        record.mode, record.apostas_abertas, record.nada_mais, record.tempo_apostas, "BF R32"
    )
    found += session_faults(record.sessoes, history="BF R39", decides="BF R40", ending="BF R41")
    if record.mode == "demo":
        found += demo_faults(record.meios, "BF R42")


# --- payments --------------------------------------------------------------------------------


def payment_code(
    record: BancaFrancesaRecord,
    settlement: Settlement,
    lines: Sequence[Line],
    due: int,
    paid: int,
) -> tuple[str, str] | None:
    """Name a wrong payment: of bets on which nothing was decided online, or at wrong odds."""
    del due, paid
    if not lines and not settlement.result:
        return ("VOID-MISS", "BF R36") if record.mode != PHYSICAL else None
    if any(line.outcome is Outcome.GANHA for line in lines):
        return "BF-PAY", "BF R26"
    return None


def name_payment(
    record: BancaFrancesaRecord,
    rules: BancaFrancesaRules,
    settlement: Settlement,
    found: Found,
) -> Found | None:
    """Judge a payment of chips on a line, of which only a part is the stake (R8, R10).

    The rest never was in play: a table may count it among what the player took back, or not.
    """
    bets = set(found.facts.get("bets", ()))
    laid = [one for one in bets_at(record, rules, deciding(record)) if one.bet.bet in bets]
    outside = sum(max(one.bet.valor, 0) - one.stake for one in laid if one.bet.risco)
    if not outside:
        return found
    lines = [line for line in settlement.lines if line.bet in bets]
    seats = {line.seat for line in lines}
    payments = [
        one
        for one in record.payments
        if bets.intersection(one.bets) or (not one.bets and one.seat in seats)
    ]
    prize, back = sum(line.prize for line in lines), sum(line.returned for line in lines)
    paid = sum(one.amount for one in payments)
    kept = sum(one.stake_returned + one.returned for one in payments)
    if (paid, kept) == (prize, back + outside):
        return None
    # What would be due if no multiple were asked, on either reading of what goes back.
    excess = sum(max(one.bet.valor, 0) // 2 - one.stake for one in laid if one.bet.risco)
    won = any(line.outcome is Outcome.GANHA for line in lines)
    as_played = (
        {(prize + excess, back + excess), (prize + excess, back + outside)}
        if won
        else {(prize, back + outside - excess)}
    )
    if excess and (paid, kept) in as_played:
        return Found(
            code="BF-HALF",
            rule="BF R8",
            seat=found.seat,
            bet=found.bet,
            expected=found.expected,
            recorded=found.recorded,
            amount=excess if won else -excess,
            facts={**found.facts, "fact": "excesso"},
        )
    return found
