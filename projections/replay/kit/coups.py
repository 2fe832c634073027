"""Games in which one outcome decides every bet on a cloth: boule, roda da sorte, cussec.

What becomes of a stake, which bets came in time, when a coup is null and a round void. No game's
rule: each gives the numbers it cites, and says whether a null coup opens the bets again.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, field, structs

from projections.replay.game import PaymentCode
from projections.replay.kit.bets import (
    Bet,
    BetChange,
    Fact,
    Limit,
    Placed,
    chips_after,
    first_of_each,
    is_after,
    limit_faults,
    paid_to_another,
    repeated_numbers,
    who,
)
from projections.replay.kit.marks import FEW, Marks
from projections.replay.record import PHYSICAL, Record
from projections.replay.settlement import (
    Found,
    Line,
    Outcome,
    Phrase,
    Settlement,
    Step,
    money_text,
)


class GolpeNulo(Fact, frozen=True, kw_only=True, gc=False):
    """The coup was called null: nothing is won or lost, and it is to be repeated."""

    causa: str
    """In the game's own words."""
    rule: str = ""
    anulado: str | None = None
    """What had already come out when the coup was called null; None if nothing had."""
    at: str | None = None
    seq: int | None = None


# --- what becomes of a stake ---------------------------------------------------------------------


class Fate(Struct, frozen=True, gc=False):
    """The fate of a stake."""

    outcome: Outcome
    rules: tuple[str, ...]
    why: tuple[Step, ...]
    times: int = 0
    """The prize, in stakes."""
    back: bool = False
    """Whether the stake goes back, or stays the player's."""


Fates = Mapping[str, Mapping[str, Fate]]
"""Of each ``tipo``, by selection."""

WINS: Final = Phrase(
    pt="{saiu}: {aposta} ganha {vezes} × {stake:m} = {prize:m}; a aposta, {returned:m}, é do"
    " jogador.",
    en="{came}: {bet_en} wins {vezes} × {stake:m} = {prize:m}; the stake, {returned:m}, is the"
    " player's.",
)
LOSES: Final = Phrase(
    pt="{saiu}: {aposta} não ganha; perdem-se {stake:m}.",
    en="{came}: {bet_en} does not win; {stake:m} are lost.",
)
LATE: Final = Phrase(
    pt="Feita depois de fechadas as apostas: não vale e voltam {stake:m}.",
    en="Placed after the bets were closed: it does not stand and {stake:m} go back.",
)
IMPOSSIBLE: Final = Phrase(
    pt="«{tipo} {selecao}» não existe nesta mesa: não vale e voltam {stake:m}.",
    en="“{tipo} {selecao}” does not exist at this table: it does not stand and {stake:m} go back.",
)
NOT_REPEATED: Final = Phrase(
    pt="O golpe foi nulo e não foi repetido: nada se decidiu.",
    en="The coup was null and was not repeated: nothing is decided.",
)
NO_OUTCOME: Final = Phrase(
    pt="Não há resultado que o material do jogo possa dar: nada se decidiu.",
    en="There is no outcome that the game's material can give: nothing is decided.",
)
NETWORK: Final = Phrase(
    pt="A falha foi da rede ou do equipamento do jogador: a jogada não é nula e espera o"
    " resultado.",
    en="The player's network or equipment failed: the round is not void and waits for its outcome.",
)
VOID: Final = Phrase(
    pt="Jogada anulada, sem resultado validamente assinalado: voltam {stake:m}.",
    en="Round void, no outcome validly shown: {stake:m} go back.",
)


def wins(times: int, values: Mapping[str, object], *rules: str) -> Fate:
    """Return the fate of a bet that wins a multiple of its stake, and keeps the stake."""
    step = Step(WINS, {**values, "vezes": times}, rules[0])
    return Fate(Outcome.GANHA, rules, (step,), times=times, back=True)


def loses(values: Mapping[str, object], *rules: str, phrase: Phrase = LOSES) -> Fate:
    """Return the fate of a bet that loses."""
    return Fate(Outcome.PERDE, rules, (Step(phrase, values, rules[0]),))


def given_back(phrase: Phrase, *rules: str, values: Mapping[str, object] | None = None) -> Fate:
    """Return the fate of a bet that does not stand, or of all bets of a void round."""
    return Fate(Outcome.DEVOLVIDA, rules, (Step(phrase, values or {}, rules[-1]),), back=True)


def undecided(phrase: Phrase, rule: str, **values: object) -> Fate:
    """Return the fate of all bets where nothing is decided."""
    return Fate(Outcome.PENDENTE, (rule,), (Step(phrase, values, rule),))


def cannot_be(bet: Bet, rule: str, found: list[Found]) -> Fate:
    """Note a bet that the cloth cannot have, and return its fate: the stake goes back.

    RES-IMPOSS, as for a card that no deck holds: no rule of play was another than the one in force.
    """
    found.append(
        Found(
            code="RES-IMPOSS",
            rule=rule,
            seat=bet.seat,
            bet=bet.bet,
            recorded=f"{bet.tipo} {bet.selecao}".strip(),
            amount=bet.valor,
            facts={"fact": "aposta"},
        )
    )
    return given_back(IMPOSSIBLE, rule, values={"tipo": bet.tipo, "selecao": bet.selecao})


def line_of(bet: Bet, fate: Fate) -> Line:
    """Return the line of a bet. All odds here are whole, so nothing is ever rounded."""
    stake = max(bet.valor, 0)
    return Line(
        seat=bet.seat,
        bet=bet.bet,
        outcome=fate.outcome,
        stake=bet.valor,
        prize=fate.times * stake,
        returned=stake if fate.back else 0,
        rules=fate.rules,
        why=fate.why,
    )


def ordinary_lines(bets: Sequence[Bet], last: int | None, fates: Fates) -> list[Line] | None:
    """Return the lines of a coup in which every bet is plain and came before ``last``'s place.

    None where one is not, which leaves them all to the long road. Written for speed: nearly all
    coups are settled here.
    """
    lines: list[Line] = []
    try:
        for bet in bets:
            stake = bet.valor
            if stake <= 0 or (last is not None and ((seq := bet.seq) is None or seq > last)):
                return None
            fate = fates[bet.tipo][bet.selecao]
            lines.append(
                Line(
                    seat=bet.seat,
                    bet=bet.bet,
                    outcome=fate.outcome,
                    stake=stake,
                    prize=fate.times * stake,
                    returned=stake if fate.back else 0,
                    rules=fate.rules,
                    why=fate.why,
                )
            )
    except KeyError:  # a bet that is not spelt as the cloth spells it
        return None
    return lines


def settled_lines(
    bets: Sequence[Bet],
    late: Collection[int],
    same: Fate | None,
    own: Callable[[Bet], Fate],
    too_late: Fate,
) -> tuple[Line, ...]:
    """Return every bet's line.

    ``late`` has the bets, by identity, that came after the close; ``same`` is the fate of all that
    stand, where no outcome decides each by itself.
    """
    lines: list[Line] = []
    for bet in bets:
        if id(bet) in late:
            fate = too_late
        else:
            fate = own(bet)
            if same is not None and fate.outcome is not Outcome.DEVOLVIDA:
                fate = same
        lines.append(line_of(bet, fate))
    return tuple(lines)


# --- which bets came in time ---------------------------------------------------------------------


class _Ready(Struct, frozen=True, gc=False):
    """Closes and null coups, sorted."""

    closes: Marks[Placed]
    reopened: Marks[Placed]
    nulls: frozenset[int]
    """The null coups by identity: one of them may itself be what closed the bets."""


class Window(Struct, frozen=True, kw_only=True, gc=False):
    """When bets were taken: from the opening to each close, and again after what reopens them."""

    rule: str
    """The rule that closes the bets."""
    code: str = "BET-LATE"
    """What a bet is called that came after it; a late change is always BET-LATE."""
    closes: tuple[Placed, ...] = ()
    """Bells or calls, and the outcome itself, after which no bet can be honest."""
    reopened: tuple[Placed, ...] = ()
    """Null coups after which the bets are open until the next close."""
    frozen: str = ""
    """The rule by which a mark that lay when a coup was null stays as it is; empty: none does."""
    made: list["_Ready"] = field(default_factory=list["_Ready"])
    """Closes and null coups made ready for many questions, when the first is asked."""

    def missed(self, fact: Placed) -> Placed | None:
        """Return the close after which a fact came, unless the bets were opened again between."""
        closed: Placed | None = None
        if len(self.closes) > FEW or len(self.reopened) > FEW:
            return self._missed_of_many(fact)
        for close in self.closes:
            if is_after(fact, close) and (closed is None or is_after(close, closed)):
                closed = close
        if closed is None:
            return None
        again = any(
            (null is closed or is_after(null, closed)) and is_after(fact, null)
            for null in self.reopened
        )
        return None if again else closed

    def _missed_of_many(self, fact: Placed) -> Placed | None:
        """Return the close that a fact missed, where there are many closes or null coups."""
        if not self.made:
            nulls = frozenset(map(id, self.reopened))
            self.made.append(_Ready(Marks(self.closes), Marks(self.reopened), nulls))
        (ready,) = self.made
        closed = ready.closes.latest(fact)
        if closed is None or id(closed) in ready.nulls:
            return None
        return None if ready.reopened.any_between(closed, fact) else closed

    def broken_by(self, change: BetChange, bet: Bet | None) -> tuple[str, Placed] | None:
        """Return the rule that a change breaks and the fact it came too late for, if any."""
        closed = self.missed(change)
        if closed is not None:
            return self.rule, closed
        if self.frozen and bet is not None:
            for null in self.reopened:
                if is_after(change, null) and not is_after(bet, null):
                    return self.frozen, null
        return None


def bets_in_time(
    bets: Sequence[Bet], changes: Sequence[BetChange], window: Window, found: list[Found]
) -> tuple[Sequence[Bet], frozenset[int]]:
    """Return the bets to settle, changes in time applied, and by identity those that came late."""
    if changes:
        bets = _as_changed(bets, changes, window, found)
    if not window.closes:
        return bets, frozenset()
    late: list[Bet] = []
    for bet in bets:
        closed = window.missed(bet)
        if closed is None:
            continue
        late.append(bet)
        found.append(
            Found(
                code=window.code,
                rule=window.rule,
                seat=bet.seat,
                bet=bet.bet,
                expected=when(closed),
                recorded=when(bet),
                amount=bet.valor,
            )
        )
    return bets, frozenset(map(id, late))


def _as_changed(
    bets: Sequence[Bet], changes: Sequence[BetChange], window: Window, found: list[Found]
) -> list[Bet]:
    """Return the bets with the changes that came in time; note the others.

    A number is that of the first bet that bore it: a change means that one.
    """
    standing: list[Bet | None] = list(bets)
    where = first_of_each(bets)
    for change in changes:
        at = where.get(change.bet, -1)
        bet = standing[at] if at >= 0 else None
        broken = window.broken_by(change, bet)
        if broken is not None:
            rule, mark = broken
            found.append(
                Found(
                    code="BET-LATE",
                    rule=rule,
                    bet=change.bet,
                    expected=when(mark),
                    recorded=when(change),
                    amount=change.valor,
                    facts={"fact": "retirada" if change.retirada else "alteracao"},
                )
            )
        elif bet is not None:
            standing[at] = None if change.retirada else _changed(bet, change)
    return [bet for bet in standing if bet is not None]


def _changed(bet: Bet, change: BetChange) -> Bet:
    return structs.replace(
        bet,
        tipo=bet.tipo if change.tipo is None else change.tipo,
        selecao=bet.selecao if change.selecao is None else change.selecao,
        valor=bet.valor if change.valor is None else change.valor,
        chips=chips_after(bet, change),
    )


def when(fact: Placed | None) -> str:
    """Return a fact's time, or its place in the chain where it has no time."""
    if fact is None:
        return ""
    return fact.at or (f"seq {fact.seq}" if fact.seq is not None else "")


def first_close(closes: Iterable[Placed]) -> tuple[bool, int | None]:
    """Tell whether places in the chain alone say what came late, and return the earliest close's.

    They do not where a close says only its time. Of closes that say nothing no bet is late.
    """
    places: list[int] = []
    silent = False
    for close in closes:
        if close.seq is not None:
            places.append(close.seq)
        elif close.at is not None:
            return False, None
        else:
            silent = True
    return not (silent and places), min(places, default=None)


# --- null coups and void rounds ------------------------------------------------------------------


class VoidCites(Struct, frozen=True, kw_only=True, gc=False):
    """The rules about null coups and void rounds."""

    null: str
    """What makes a coup null."""
    online: tuple[str, ...] = ()
    """Void for the operator's failure, and what goes back; empty where there is no online game."""
    network: str = ""
    """The player's own failure voids nothing."""


def outcome_that_stands(
    nulls: Sequence[GolpeNulo],
    outcome: str | None,
    *,
    grounds: Collection[str],
    possible: Callable[[str], bool],
    rule: str,
    found: list[Found],
) -> str | None:
    """Return the outcome that decides after null coups; note those without a ground.

    A coup is null only until its outcome is there: one that had come out stands, unless the null
    is for the very reason that it is none.
    """
    for null in nulls:
        grounded = null.causa in grounds
        rested = null.anulado
        if rested is not None and possible(rested):
            found.append(void_bad(rule, expected=rested, recorded=null.causa))
            return rested
        if not grounded:
            found.append(void_bad(rule, expected=", ".join(grounds), recorded=null.causa))
    return outcome


def repeated(
    launches: Sequence[Placed], nulls: Sequence[GolpeNulo], outcome: Placed | None
) -> bool:
    """Tell whether the coup was played again after the last null; by its outcome if by no launch.

    A launch and a null that cannot be put in order are told apart by their numbers.
    """
    if not nulls or not launches:
        return outcome is not None
    last = nulls[-1]
    if any(is_after(launch, last) for launch in launches):
        return True
    dated = is_after(last, launches[-1])
    return not dated and len(launches) > len(nulls)


def decide_void(
    record: Record, outcome: str | None, *, grounded: bool, cites: VoidCites, found: list[Found]
) -> Fate | None:
    """Return the fate of all bets of a round declared void; None where its outcome stands.

    ``grounded``: the facts show a coup that was null and not repeated. A game without an online
    section is judged by the physical rules however it was played.
    """
    assert record.void is not None
    cause = record.void.cause
    online = record.mode != PHYSICAL and bool(cites.online)
    if online and record.void.side == "player":
        found.append(
            Found(code="VOID-NET", rule=cites.network, recorded=cause, facts={"side": "player"})
        )
        return None if outcome is not None else undecided(NETWORK, cites.network)
    rules = cites.online if online else (cites.null,)
    if outcome is not None:
        found.append(void_bad(rules[0], expected=outcome, recorded=cause))
        return None
    if not online and not grounded:
        found.append(void_bad(cites.null, expected="", recorded=cause))
    return given_back(VOID, *rules)


def void_bad(rule: str, *, expected: str, recorded: str) -> Found:
    """Return the fault of a coup or round that was voided without a ground."""
    return Found(code="VOID-BAD", rule=rule, expected=expected, recorded=recorded)


# --- verifying -----------------------------------------------------------------------------------


def standing_bets(bets: Sequence[Bet], settlement: Settlement) -> Sequence[Bet]:
    """Return the bets that lie on a chance: what settling refused has its finding already."""
    if settlement.void or not settlement.found:
        return bets
    return [
        bet
        for bet, line in zip(bets, settlement.lines, strict=True)
        if line.outcome is not Outcome.DEVOLVIDA
    ]


def stake_faults(
    bets: Sequence[Bet],
    limits: Mapping[str, Limit],
    spelt: Callable[[Bet], str] = lambda bet: bet.selecao,
) -> list[Found]:
    """Return stakes that are nothing, not their chips' value, or outside the table's limits.

    ``spelt`` gives a selection the one spelling by which a player's bets on it are summed.
    """
    found: list[Found] = []
    totals: dict[tuple[str | int, str, str], tuple[Bet, int]] = {}
    for bet in bets:
        chips = bet.chips
        if chips is not None and chips.count * chips.value != bet.valor:
            expected = f"{chips.count} x {money_text(chips.value)}"
            found.append(_stake("BET-MULT", bet, expected))
        if bet.valor <= 0:
            found.append(_stake("BET-MIN", bet, ">" + money_text(0)))
        elif limits:
            key = (who(bet), bet.tipo, spelt(bet))
            totals[key] = bet, bet.valor + totals.get(key, (bet, 0))[1]
    found.extend(limit_faults(totals, limits, ""))
    return found


def _stake(code: str, bet: Bet, expected: str) -> Found:
    return Found(
        code=code, seat=bet.seat, bet=bet.bet, expected=expected, recorded=money_text(bet.valor)
    )


def early_bets(bets: Sequence[Bet], opened: Placed | None, rule: str) -> list[Found]:
    """Return a fault for each bet placed before the bets were opened; it plays all the same."""
    if opened is None:
        return []
    return [early(rule, opened, bet, bet) for bet in bets if is_after(opened, bet)]


def early(rule: str, mark: Placed, fact: Placed, bet: Bet | None = None) -> Found:
    """Return the fault of a bet, or an opening of the bets, before its time."""
    return Found(
        code="BET-EARLY",
        rule=rule,
        seat=bet.seat if bet is not None else None,
        bet=bet.bet if bet is not None else None,
        expected=f">= {when(mark)}",
        recorded=when(fact),
        amount=bet.valor if bet is not None else None,
    )


def no_online(record: Record, rule: str = "Art. 2") -> list[Found]:
    """Return the fault of a round played online of a game that has no online section.

    No rule says so: the text as a whole does, which knows the game and no variant of it. Of
    Portaria 1/2017 its Art. 2 names the games; of another text ``rule`` is its name.
    """
    if record.mode == PHYSICAL:
        return []
    return [Found(code="ONL-NONE", rule=rule, expected=PHYSICAL, recorded=record.mode)]


def bet_faults(record: Record, bets: Sequence[Bet], settlement: Settlement) -> list[Found]:
    """Return bets that share a number, and payments of a bet that went to another's seat."""
    found = repeated_numbers(bets)
    if record.payments and record.has("payouts"):
        found.extend(paid_to_another(settlement, record.payments, bets))
    return found


def not_repeated(record: Record, settlement: Settlement, rule: str, recorded: str) -> list[Found]:
    """Return the fault of a round closed on no outcome, its stakes neither decided nor given back.

    Where bets were paid on it, each of those payments shows it instead.
    """
    if record.void is not None or record.payments:
        return []
    if any(line.outcome is Outcome.PENDENTE for line in settlement.lines):
        return [Found(code="VOID-MISS", rule=rule, recorded=recorded)]
    return []


def code_of_payments(
    void_rule: Callable[[Any], str],
    odds: tuple[str, str],
    taken: Callable[[Sequence[Line], int, int], tuple[str, str] | None] | None = None,
) -> PaymentCode:
    """Return the namer of wrong payments for a game in which an outcome decides every stake.

    ``void_rule`` gives the rule by which a record's coup was null, so that nothing is due, or an
    empty text; ``odds`` are code and rule of a prize that is not the rule's; ``taken`` may name,
    from the lines, due and paid, what the outcome takes and the table left standing.
    """

    def payment_code(
        record: Record, settlement: Settlement, lines: Sequence[Line], due: int, paid: int
    ) -> tuple[str, str] | None:
        if not lines and not settlement.result:
            rule = void_rule(record)
            return ("VOID-MISS", rule) if rule else None
        left = taken(lines, due, paid) if taken is not None else None
        if left is not None:
            return left
        return odds if won(lines) else None

    return payment_code


def won(lines: Iterable[Line]) -> bool:
    """Tell whether any of the lines wins."""
    return any(line.outcome is Outcome.GANHA for line in lines)
