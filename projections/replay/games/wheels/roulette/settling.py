"""Settling a coup of roulette: which bets came in time, null coups, void rounds, and every line.

Rules: RA R16, R35-R36, R39-R42, R49, R53-R55; RF R16, R27-R29, R32-R33, R43, R47-R49.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from projections.replay.games.wheels.roulette import words
from projections.replay.games.wheels.roulette.chances import (
    RETURNED,
    UNDECIDED,
    Coup,
    Fate,
    Plain,
    coup_of,
    fate_of,
)
from projections.replay.games.wheels.roulette.rebuilt_marks import rebuilt
from projections.replay.games.wheels.roulette.record import (
    NULL_GROUNDS,
    SAME_COLOUR,
    Law,
    RouletteRecord,
    RouletteRules,
)
from projections.replay.kit.bets import Bet, Placed, is_after
from projections.replay.kit.coups import window
from projections.replay.kit.coups.window import Window, first_close
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, Line, Outcome, Settlement, Step

LAST: Final = 1 << 62
"""A place after every one that a chain has."""

# --- the ordinary road ---------------------------------------------------------------------------

Winners = dict[int, tuple[Line, str]]
"""The lines that win, with their ``tipo``, by bet."""


def plain_lines(
    bets: Sequence[Bet], plain: Mapping[str, Plain], first: int | None, last: int | None
) -> tuple[list[Line], Winners, bool, int] | None:
    """Return the lines of bets on single sectors, the winners, whether all are bare sums, and bits.

    The bits are those that any stake has. None where a bet is another, comes before ``first`` or
    after ``last`` in the chain, or is out of order. Written for speed: nearly all bets of all coups
    are settled here, and every look at one is a tenth of what settling it costs.
    """
    lines: list[Line] = []
    winners: Winners = {}
    bare = True
    number, bits = -1, 0
    loses = Outcome.PERDE
    placed = first is not None or last is not None
    before = -LAST if first is None else first
    try:
        for bet in bets:
            this, stake = bet.bet, bet.valor
            if this <= number or stake <= 0:
                return None
            number = this
            bits |= stake
            if placed:
                seq: Any = bet.seq  # where there is none, to compare it raises
                if seq < before:
                    return None
                before = seq
            if bet.chips is not None or bet.cor is not None:
                bare = False
            lost, cited, won = plain[bet.tipo]
            why = lost[bet.selecao]
            if why is None:
                outcome, times, of, _, cited, why = won[bet.selecao]
                prize = stake * times // of  # down to the minor unit, for each line
                line = Line(bet.seat, outcome, stake, this, prize, stake, cited, why)
                winners[this] = line, bet.tipo
                lines.append(line)
            else:
                lines.append(Line(bet.seat, loses, stake, this, 0, 0, cited, why))
    except (KeyError, TypeError):  # a bet that is no plain sector, or says no place
        return None
    if last is not None and before > last:
        return None
    return lines, winners, bare, bits


def ordinary_coup(record: RouletteRecord, rules: RouletteRules) -> Coup | None:
    """Return the coup where nothing but the number decides; None otherwise."""
    result = record.resultado
    if (
        result is None
        or record.golpe_nulo
        or record.void is not None
        or record.alteracoes
        or record.reconstituidas
    ):
        return None
    coup = coup_of(rules, record, result.numero)
    if coup is None or (result.cor is not None and result.cor != coup.cor):
        return None
    return coup


def settlement_of(record: RouletteRecord, coup: Coup, lines: list[Line]) -> Settlement:
    """Return the settlement of a coup that its number decided."""
    return Settlement(
        game=coup.rules.law.game,
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        result=coup.result,
    )


def settle(record: RouletteRecord, rules: RouletteRules) -> Settlement:
    """Return the settlement of every bet. Payments are not read."""
    return settle_ordinary(record, rules) or settle_any(record, rules)


def settle_ordinary(record: RouletteRecord, rules: RouletteRules) -> Settlement | None:
    """Settle a coup in which nothing was amiss; None leaves it to ``settle_any``.

    ``settle_any`` gives the same for all of them.
    """
    coup = ordinary_coup(record, rules)
    if coup is None:
        return None
    plain, last = closing_place(record)
    settled = plain_lines(record.bets, coup.plain, None, last) if plain else None
    return None if settled is None else settlement_of(record, coup, settled[0])


def closing_place(record: RouletteRecord) -> tuple[bool, int | None]:
    """Tell whether places in the chain alone say which bets came late, and return the last.

    A number that says neither time nor place makes no bet late.
    """
    call, number = record.nada_mais, record.resultado
    if call is not None and number is not None:
        called, came = call.seq, number.seq
        if called is not None and came is not None:  # as nearly always
            return True, min(came, called)
    if number is not None and number.seq is None and number.at is None:
        number = None
    return first_close([one for one in (call, number) if one is not None])


# --- the whole procedure -------------------------------------------------------------------------


def settle_any(record: RouletteRecord, rules: RouletteRules) -> Settlement:
    """Settle a coup whatever happened in it."""
    law = rules.law
    found: list[Found] = []
    result = record.resultado
    number = result.numero if result is not None else None
    repeated = True
    if record.golpe_nulo:
        number, repeated = decide_null(record, law, number, found)
    coup = None
    if number is not None:
        coup = coup_of(rules, record, number)
        check_result(record, law, number, coup, found)
    same: Fate | None = None
    if coup is None:
        same = _nothing_decided(record, law, repeated=repeated)
    if record.void is not None:
        same = decide_void(record, law, coup, found)
    bets, late = bets_in_time(record, law, found)
    rule = close_rule(record, law)
    too_late: Fate = (*RETURNED, (rule,), (Step(words.LATE, {}, rule),))
    # What cannot lie on the cloth is told apart whatever the number, so any number serves.
    cloth = coup or coup_of(rules, record, "0")
    lines: list[Line] = []
    for bet in bets:
        fate = same
        if id(bet) in late:
            fate = too_late
        elif cloth is not None:
            own = fate_of(bet, cloth, found)
            fate = own if same is None or own[:4] == RETURNED else same
        assert fate is not None, "no number decides and no fate holds for all"
        lines.append(_line(bet, fate))
    return Settlement(
        game=law.game,
        round=record.round,
        currency=record.currency,
        lines=tuple(lines),
        void=same is not None and same[:4] == RETURNED,
        result=coup.result if coup is not None else {},
        found=tuple(found),
    )


def _line(bet: Bet, fate: Fate) -> Line:
    outcome, prize, back, of, cited, why = fate
    stake = max(bet.valor, 0)
    due = stake * (prize + back) // of  # down to the minor unit, for each line
    returned = stake * back // of
    return Line(
        seat=bet.seat,
        bet=bet.bet,
        outcome=outcome,
        stake=bet.valor,
        prize=due - returned,
        returned=returned,
        rules=cited,
        why=why,
    )


def close_rule(record: RouletteRecord, law: Law) -> str:
    """Return the rule that closes the bets."""
    return law.cites.closes if record.mode == PHYSICAL else law.cites.closes_online


def window_of(record: RouletteRecord, law: Law) -> Window:
    """Return when bets were taken: to the call, and never once the ball has rested.

    DECISION: where ``nada_mais`` is missing, or was said later, the number closes the bets (RA R16,
    RF R16): nobody bets honestly on what he has seen. A coup called null when the ball had rested
    is no null coup, so that it opens nothing.
    """
    calls: tuple[Placed | None, ...] = (record.nada_mais, record.resultado)
    rested = (null for null in record.golpe_nulo if null.anulado is not None)
    return Window(
        rule=close_rule(record, law),
        closes=(*(call for call in calls if call is not None), *rested),
    )


def bets_in_time(
    record: RouletteRecord, law: Law, found: list[Found]
) -> tuple[Sequence[Bet], frozenset[int]]:
    """Return the bets to settle, and by identity those that came after the close."""
    bets: Sequence[Bet] = rebuilt(record) if record.reconstituidas else record.bets
    return window.bets_in_time(bets, record.alteracoes, window_of(record, law), found)


# --- null coups and void rounds ------------------------------------------------------------------


def decide_null(
    record: RouletteRecord, law: Law, number: str | None, found: list[Found]
) -> tuple[str | None, bool]:
    """Return the number that decides after null coups, and whether the last was repeated.

    A coup is null only until the ball rests: a number it had reached stands.
    """
    rule = law.cites.null
    for null in record.golpe_nulo:
        rested = null.anulado
        if rested is None and record.resultado is not None and is_after(null, record.resultado):
            rested = record.resultado.numero
        if rested is not None:
            found.append(_void_bad(rule, expected=rested, recorded=null.causa))
            return rested, True
        if null.causa not in NULL_GROUNDS:
            found.append(_void_bad(rule, expected=", ".join(NULL_GROUNDS), recorded=null.causa))
    if not launched_again(record):
        return None, False
    return number, True


def launched_again(record: RouletteRecord) -> bool:
    """Tell whether the ball was launched after the last null coup; True if nobody noted it."""
    if not record.bola_lancada:
        return record.resultado is not None
    last = record.golpe_nulo[-1]
    if any(is_after(launch, last) for launch in record.bola_lancada):
        return True
    dated = is_after(last, record.bola_lancada[-1])
    return not dated and len(record.bola_lancada) > len(record.golpe_nulo)


def _nothing_decided(record: RouletteRecord, law: Law, *, repeated: bool) -> Fate:
    """Return the fate of all bets where no number decides."""
    rule = law.cites.number
    if repeated:
        return (*UNDECIDED, (rule,), (Step(words.NO_NUMBER, {}, rule),))
    rule = law.cites.null
    if record.mode != PHYSICAL and law.null_is_credited:
        credited = law.cites.void[-1]
        return (*RETURNED, (rule, credited), (Step(words.NULL_CREDITED, {}, credited),))
    return (*UNDECIDED, (rule,), (Step(words.NOT_REPEATED, {}, rule),))


def decide_void(
    record: RouletteRecord, law: Law, coup: Coup | None, found: list[Found]
) -> Fate | None:
    """Return the fate of all bets of a round declared void; None where its number stands.

    Online: void only if the number was not validly shown, and never for the player's network.
    """
    assert record.void is not None
    cites = law.cites
    cause = record.void.cause
    online = record.mode != PHYSICAL
    if online and record.void.side == "player":
        found.append(
            Found(
                code="VOID-NET",
                rule=cites.network,
                expected="",
                recorded=cause,
                facts={"side": "player"},
            )
        )
        if coup is not None:
            return None
        return (*UNDECIDED, (cites.network,), (Step(words.NETWORK, {}, cites.network),))
    if coup is not None:
        rule = cites.void[0] if online else cites.null
        found.append(_void_bad(rule, expected=coup.number, recorded=cause))
        return None
    if not online and not record.golpe_nulo:
        found.append(_void_bad(cites.null, expected="", recorded=cause))
    cited = cites.void if online else (cites.null,)
    return (*RETURNED, cited, (Step(words.VOID, {}, cited[-1]),))


def _void_bad(rule: str, *, expected: str, recorded: str) -> Found:
    return Found(code="VOID-BAD", rule=rule, expected=expected, recorded=recorded)


def check_result(
    record: RouletteRecord, law: Law, number: str, coup: Coup | None, found: list[Found]
) -> None:
    """Note a number that the plate lacks, and a colour that is not the number's."""
    if coup is None:
        recorded = f"{number}"
        found.append(
            Found(code="RES-IMPOSS", rule=law.cites.wheel, expected=record.roda, recorded=recorded)
        )
        return
    said = record.resultado
    if said is None or said.cor is None or said.numero != number:
        return
    if SAME_COLOUR.get(said.cor, said.cor) != coup.cor:
        found.append(
            Found(
                code="RES-IMPOSS",
                rule=law.cites.colour,
                expected=f"{number} {coup.cor}".strip(),
                recorded=f"{number} {said.cor}",
            )
        )
