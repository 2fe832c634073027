"""Faults of call bets: series, final digits, neighbours.

Rules: RA R20, R21; RF R40.
"""

from collections.abc import Mapping, Sequence

from projections.replay.games.wheels.roulette.chances import parts_of
from projections.replay.games.wheels.roulette.cloth import selection
from projections.replay.games.wheels.roulette.record import (
    ENDINGS,
    TERMINACAO,
    VIZINHOS,
    Law,
    RouletteRecord,
    RouletteRules,
    is_call,
    plate_of,
)
from projections.replay.games.wheels.roulette.wheels import PLATES, neighbours
from projections.replay.kit.bets import Bet, who
from projections.replay.settlement import Found, money_text

# --- call bets -----------------------------------------------------------------------------------


def check_place(record: RouletteRecord, law: Law, bets: Sequence[Bet], found: list[Found]) -> None:
    """RF R40: only online; on a cloth of wood and chips they are refused (DECISION of the page)."""
    found.extend(
        _call(law.series_code, bet, law.cites.calls, "online", record.mode, "mesa_fisica")
        for bet in bets
        if is_call(law, bet.tipo)
    )


def check_series(
    record: RouletteRecord, rules: RouletteRules, bets: Sequence[Bet], found: list[Found]
) -> None:
    """RA R20 a, R21 c: on the French order, as composed, in whole series, up to the most."""
    law = rules.law
    chips_rule = law.cites.call_chips
    foreign = len(law.wheels) > 1 and plate_of(record) != PLATES["francesa37"]
    totals: dict[tuple[str | int, str], tuple[Bet, int]] = {}
    for bet in bets:
        if bet.tipo not in law.series:
            continue
        if foreign:
            found.append(_call("RA-SER", bet, law.cites.calls, "francesa37", record.roda))
        step, _ = rules.series[bet.tipo]
        chips = bet.chips.count if bet.chips is not None else None
        composed = law.series[bet.tipo]
        if sorted(parts_of(bet, rules)) != sorted(composed):
            expected = " ".join(f"{sector}:{count}" for sector, count in composed)
            rule = law.cites.made[bet.tipo]
            found.append(_call(law.series_code, bet, rule, expected, bet.selecao))
        elif chips is None and bet.valor % step:
            found.append(_call("RA-SER", bet, chips_rule, f"{step} x", money_text(bet.valor)))
        elif chips is not None and (chips % step or chips < step):
            found.append(_call("RA-SER", bet, chips_rule, f"{step} x", str(chips)))
        key = (who(bet), bet.tipo)
        totals[key] = bet, totals.get(key, (bet, 0))[1] + (chips or 0)
    for (_, tipo), (bet, count) in totals.items():
        most = rules.series[tipo][1]
        if count > most:
            found.append(_call("RA-SER", bet, chips_rule, f"<= {most}", str(count)))


def check_endings(law: Law, bets: Sequence[Bet], found: list[Found]) -> None:
    """RF R40 e: the numbers that end alike and no other, the same on each."""
    for bet in bets:
        if bet.tipo != TERMINACAO:
            continue
        laid = _ending(bet)
        due = ENDINGS.get(laid[0][-1:], ())
        chips = bet.chips.count if bet.chips is not None else None
        expected = recorded = ""
        if sorted(laid) != sorted(due):
            expected, recorded = selection(due), selection(laid)
        elif chips is None and bet.valor % len(due):
            expected, recorded = f"{len(due)} x", money_text(bet.valor)
        elif chips is not None and (chips % len(due) or chips < len(due)):
            expected, recorded = f"{len(due)} x", str(chips)
        if expected:
            found.append(
                _call(law.series_code, bet, law.cites.made[TERMINACAO], expected, recorded)
            )


def _ending(bet: Bet) -> tuple[str, ...]:
    """Return the numbers of a bet on a final digit, as listed or as the digit says."""
    return ENDINGS.get(bet.selecao) or tuple(bet.selecao.split("-"))


def _call(
    code: str, bet: Bet, rule: str, expected: str, recorded: str, fact: str | None = None
) -> Found:
    return Found(
        code=code,
        rule=rule,
        seat=bet.seat,
        bet=bet.bet,
        expected=expected,
        recorded=recorded,
        facts={"tipo": bet.tipo} if fact is None else {"tipo": bet.tipo, "fact": fact},
    )


def check_neighbours(
    record: RouletteRecord, rules: RouletteRules, bets: Sequence[Bet], found: list[Found]
) -> None:
    """RA R20 b, R21 d: the numbers lie side by side; on none does a player pass the pleno's most.

    The chips on a final digit are plenos too.
    """
    law = rules.law
    plate = plate_of(record)
    on: dict[str | int, dict[str, int]] = {}
    plenos: dict[str | int, dict[str, int]] = {}
    last: dict[str | int, Bet] = {}
    for bet in bets:
        if bet.tipo == "pleno":
            mine = plenos.setdefault(who(bet), {})
            mine[bet.selecao] = mine.get(bet.selecao, 0) + bet.valor
            continue
        if bet.tipo == VIZINHOS:
            numbers = _check_width(record, rules, bet, plate, found)
        elif law.endings and bet.tipo == TERMINACAO:
            numbers = _ending(bet)
        else:
            continue
        each = bet.valor // max(len(numbers), 1)
        mine = on.setdefault(who(bet), {})
        last[who(bet)] = bet
        for number in numbers:
            mine[number] = mine.get(number, 0) + each
    limit = record.limites.get("pleno")
    if limit is not None and limit.maximum:
        for player, chips in on.items():
            over = _over(chips, plenos.get(player, {}), limit.maximum)
            if over:
                found.append(_too_much(law, last[player], over, limit.maximum))


def _over(chips: Mapping[str, int], marks: Mapping[str, int], most: int) -> dict[str, int]:
    """Return the excess on each number over the most; an excess of plenos alone is BET-MAX."""
    return {
        number: total
        for number, laid in chips.items()
        if (total := laid + marks.get(number, 0)) > most and marks.get(number, 0) <= most
    }


def _too_much(law: Law, bet: Bet, over: Mapping[str, int], most: int) -> Found:
    worst = max(over.values())
    return Found(
        code="RA-NB",
        rule=law.cites.call_most,
        seat=bet.seat,
        bet=bet.bet,
        expected=money_text(most),
        recorded=money_text(worst),
        amount=worst - most,
        facts={"numbers": sorted(over), "fact": "most"},
    )


def _check_width(
    record: RouletteRecord,
    rules: RouletteRules,
    bet: Bet,
    plate: tuple[str, ...],
    found: list[Found],
) -> tuple[str, ...]:
    """Return the numbers of a bet on neighbours; note what is wrong with them."""
    law = rules.law
    count = bet.chips.count if bet.chips is not None else None
    listed = bet.selecao.split("-")
    width = len(listed) if len(listed) > 1 else count or 1
    due = _side_by_side(plate, listed, width // 2)
    expected = recorded = ""
    if len(law.wheels) > 1 and plate != PLATES["francesa37"]:
        expected, recorded = "francesa37", record.roda
    elif width not in rules.neighbours or (count is not None and count != width):
        expected = " ".join(map(str, rules.neighbours))
        recorded = str(count if count is not None else width)
    elif len(listed) > 1 and sorted(listed) != sorted(due):
        expected, recorded = selection(due), selection(listed)
    if expected:
        found.append(
            Found(
                code=law.neighbours_code,
                rule=law.cites.made[VIZINHOS],
                seat=bet.seat,
                bet=bet.bet,
                expected=expected,
                recorded=recorded,
            )
        )
    return tuple(listed) if len(listed) > 1 else due


def _side_by_side(plate: tuple[str, ...], listed: Sequence[str], each_side: int) -> tuple[str, ...]:
    """Return a number and its neighbours: those listed, whichever of them is the middle one.

    Where they do not lie side by side, those of the number that is named first.
    """
    around = [neighbours(plate, number, each_side) for number in listed if number in plate]
    named_first = around[0] if around and listed[0] in plate else ()
    return next((due for due in around if sorted(due) == sorted(listed)), named_first)
