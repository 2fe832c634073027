"""Checks of a roulette's wheel, limits, stakes, call bets and colours.

Rules: RA R3-R4, R20-R22, R26; RF R4, R19-R20, R40, and by R1 those of roleta americana.
"""

from collections.abc import Mapping, Sequence

from projections.replay.games.wheels.roulette.cloth import selection
from projections.replay.games.wheels.roulette.coup import parts_of
from projections.replay.games.wheels.roulette.record import (
    ENDINGS,
    SIMPLES,
    TERMINACAO,
    VIZINHOS,
    CorAtribuida,
    Law,
    RouletteRecord,
    RouletteRules,
    is_call,
    plate_of,
)
from projections.replay.games.wheels.roulette.wheels import PLATES, neighbours
from projections.replay.kit.bets import Bet, limit_faults, who
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, money_text

# --- wheel and limits ----------------------------------------------------------------------------


def check_wheel(record: RouletteRecord, law: Law, found: list[Found]) -> None:
    """RA R3, R4; RF R4: the chapter allows the wheel's plate."""
    allowed = {name: PLATES[name] for name in law.wheels}
    if record.prato:
        wrong = plate_of(record) not in allowed.values()
        recorded = "-".join(record.prato)
        expected = "-".join(allowed.get(record.roda, ())) or ", ".join(allowed)
    else:
        wrong, recorded, expected = record.roda not in allowed, record.roda, ", ".join(allowed)
    if wrong:
        found.append(
            Found(code="RA-WHEEL", rule=law.cites.wheel, expected=expected, recorded=recorded)
        )


def check_table_limits(record: RouletteRecord, rules: RouletteRules, found: list[Found]) -> None:
    """RA R21 a, b; RF R20: a chance's maximum is at most so many times its minimum."""
    cites = rules.law.cites
    for tipo, limit in record.limites.items():
        times = rules.maximum_per_minimum.get(tipo)
        if times is None or not limit.minimum or limit.maximum <= times * limit.minimum:
            continue
        found.append(
            Found(
                code="RA-R21",
                rule=cites.ratio_simple if tipo in SIMPLES else cites.ratio_multiple,
                expected=money_text(times * limit.minimum),
                recorded=money_text(limit.maximum),
                amount=limit.maximum - times * limit.minimum,
                facts={"tipo": tipo, "minimum": limit.minimum},
            )
        )


# --- stakes --------------------------------------------------------------------------------------


def check_stakes(
    record: RouletteRecord, rules: RouletteRules, bets: Sequence[Bet], found: list[Found]
) -> None:
    """RA R20, R21, R26: limits of each chance, chips of series and neighbours, whole chips."""
    law = rules.law
    special = False
    for bet in bets:
        if (chips := bet.chips) is not None and chips.count * chips.value != bet.valor:
            found.append(_not_whole(law, bet, f"{chips.count} x {money_text(chips.value)}"))
        if bet.valor <= 0:
            found.append(_no_stake(law, bet))
        special = special or is_call(law, bet.tipo)
    if record.limites:
        found.extend(limit_faults(totals_of(law, bets), record.limites, law.cites.limits))
    if special:
        if law.calls_online_only and record.mode == PHYSICAL:
            check_place(record, law, bets, found)
        check_series(record, rules, bets, found)
        if law.endings:
            check_endings(law, bets, found)
        check_neighbours(record, rules, bets, found)


def totals_of(law: Law, bets: Sequence[Bet]) -> dict[tuple[str | int, str, str], tuple[Bet, int]]:
    """Return each player's stake on each chance and selection, with his last bet on it."""
    totals: dict[tuple[str | int, str, str], tuple[Bet, int]] = {}
    for bet in bets:
        text = bet.selecao
        if "-" in text and not is_call(law, bet.tipo):
            text = selection(text.split("-"))
        key = (who(bet), bet.tipo, text)
        known = totals.get(key)
        totals[key] = bet, bet.valor if known is None else known[1] + bet.valor
    return totals


def _no_stake(law: Law, bet: Bet) -> Found:
    return Found(
        code="BET-MIN",
        rule=law.cites.limits,
        seat=bet.seat,
        bet=bet.bet,
        expected=">" + money_text(0),
        recorded=money_text(bet.valor),
    )


def _not_whole(law: Law, bet: Bet, expected: str) -> Found:
    return Found(
        code="BET-MULT",
        rule=law.cites.chips,
        seat=bet.seat,
        bet=bet.bet,
        expected=expected,
        recorded=money_text(bet.valor),
    )


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


# --- colours -------------------------------------------------------------------------------------


def check_colours(
    record: RouletteRecord, law: Law, bets: Sequence[Bet], found: list[Found]
) -> None:
    """RA R22, R26: one colour, one player, with a value on the display; whole chips of it.

    R26 wants the value before its player begins: when the bets of a coup are closed in which he has
    a stake, it must be there. Which chips that stake is made of nobody can tell without it.
    """
    held = [(one.cor, one.seat, one.player) for one in record.cores_atribuidas]
    used = [(bet.cor, bet.seat, bet.player) for bet in bets if bet.cor is not None]
    if not held and not used:
        return
    rule = law.cites.colours
    names = _names([*held, *used])
    holders: dict[str, set[str]] = {}
    colours: dict[str, set[str]] = {}
    for cor, seat, player in held + used:
        name = player or names.get(seat, f"seat {seat}")
        if not name:
            continue  # one of several who play from that place: nobody can tell which
        holders.setdefault(cor, set()).add(name)
        colours.setdefault(name, set()).add(cor)
    for subject, of in [*holders.items(), *colours.items()]:
        if len(of) > 1:
            found.append(_colour(rule, "1", ", ".join(sorted(of)), subject))
    if record.cores is not None and len(colours) > record.cores:
        found.append(_colour(rule, f"<= {record.cores}", str(len(colours)), "cores"))
    if record.cores_atribuidas:
        _check_values(record, law, bets, found)


def _names(facts: Sequence[tuple[str, int, str | None]]) -> dict[int, str]:
    """Return whose a seat is, of the seats where the facts name a player; empty where several."""
    names: dict[int, set[str]] = {}
    for _, seat, player in facts:
        if player is not None:
            names.setdefault(seat, set()).add(player)
    return {seat: min(known) if len(known) == 1 else "" for seat, known in names.items()}


def _plays(one: CorAtribuida, bets: Sequence[Bet]) -> bool:
    """Tell whether who holds a colour has a stake: a player, or where one has no name his seat."""
    return any(
        bet.player == one.player if bet.player and one.player else bet.seat == one.seat
        for bet in bets
    )


def _check_values(
    record: RouletteRecord, law: Law, bets: Sequence[Bet], found: list[Found]
) -> None:
    values = {one.cor: one.valor for one in record.cores_atribuidas if one.valor}
    used = {bet.cor for bet in bets if bet.cor is not None}
    played = {one.cor for one in record.cores_atribuidas if not one.valor and _plays(one, bets)}
    without = (used | played) - values.keys()
    found.extend(
        _colour(law.cites.display, ">" + money_text(0), "", cor) for cor in sorted(without)
    )
    for bet in bets:
        value = values.get(bet.cor) if bet.cor is not None else None
        if value is not None and bet.chips is None and bet.valor % value:
            found.append(_not_whole(law, bet, f"n x {money_text(value)}"))


def _colour(rule: str, expected: str, recorded: str, subject: str) -> Found:
    return Found(
        code="RA-COLOR",
        rule=rule,
        expected=expected,
        recorded=recorded,
        facts={"subject": subject},
    )
