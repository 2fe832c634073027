"""The throws of a round of craps one after another, and what each does to every bet.

A throw that counts decides what it decides, moves come bets to their numbers and sets the point. A
null one does nothing (R18). Every chance works at every throw: the law suspends none.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from projections.replay.games.dice.craps import words
from projections.replay.games.dice.craps.lying import SEVEN, Fate, Lying, Running
from projections.replay.games.dice.craps.record import (
    AGAINST,
    BARS,
    BIG,
    DICE,
    FAVOR,
    FIELD,
    FIRST_ONLY,
    HARDWAY,
    LINES,
    NULL_GROUNDS,
    ODDS,
    ONE_THROW,
    POINTS,
    Aposta,
    CrapsRecord,
    CrapsRules,
    impossible,
    is_box,
    is_chance,
    misspelt,
    number_of,
)
from projections.replay.kit.bets import first_of_each, who
from projections.replay.kit.coups.window import when
from projections.replay.kit.dice import Throw, counts, dice_faults, null_faults, shown
from projections.replay.kit.throws import (
    Course,
    ThrowChange,
    Windows,
    apply,
    impossible_bet,
    late_faults,
)
from projections.replay.left_open.unread import IMPOSSIBLE, UNREADABLE
from projections.replay.settlement import Found, Outcome, Phrase, Step, money_text

NATURALS: Final = (7, 11)


Watch = Callable[["Play", int, Throw | None], None]
"""Called before each throw, and once after the last, with the number and the throw to come."""


class Play:
    """A round in the course of its throws."""

    def __init__(self, record: CrapsRecord, rules: CrapsRules) -> None:
        """Begin with the point already set, or with no point."""
        self.record = record
        self.rules = rules
        self.found: list[Found] = []
        self.bar = record.bar if record.bar in BARS else rules.bar
        self.point = record.ponto if record.ponto in POINTS else None
        self.points: list[int | None] = []
        """The point before each throw."""
        self.since_point: int | None = None if self.point else 0
        """Throws since the point was set; None while it is one of an earlier round."""
        self.windows = Windows(record.lancamentos, record.apostas_abertas, record.nada_mais)
        self.course = Course(record.bets, record.alteracoes, self.windows)
        self.bets = [
            Running(one, bet, where)
            for where, (one, bet) in enumerate(zip(self.course.standing, record.bets, strict=True))
        ]
        self._by_standing = {id(one.standing): one for one in self.bets}
        self.lying = Lying(first_of_each(record.bets))
        """The bets on the table."""
        self._odds_due: set[int] = set()
        """Odds to be looked at when a throw counts: they came, or their bet was touched."""
        self._odds_on: dict[int, list[int]] = {}
        """By where a bet stands all that may lean on it."""
        self._entering: dict[int, list[Running]] = {}
        for one in self.bets:
            self._entering.setdefault(one.standing.entry, []).append(one)
        self._first = first_of_each(record.bets)
        for one in self.bets:
            base = self._first.get(one.bet.base) if one.bet.base is not None else None
            if base is not None:
                self._odds_on.setdefault(base, []).append(one.where)
        before = record.anterior
        self._players: set[str | int] = set(before.jogadores if before is not None else ())
        """Who has had a bet in this round, or in one before it and has not left since."""
        self._odds_over: set[int] = set()

    # --- the course --------------------------------------------------------------------------

    def run(self, watch: Watch | None = None) -> "Play":
        """Throw after throw, to the end."""
        throws = self.record.lancamentos
        self.found += dice_faults(throws, DICE, "CR R6")
        self.found += null_faults(throws, DICE, NULL_GROUNDS, "CR R18")
        self.found += late_faults(self.record.bets, self.record.alteracoes, self.windows, "CR R20")
        for index, throw in enumerate(throws, start=1):
            self.points.append(self.point)
            self._open(index)
            if watch is not None:
                watch(self, index, throw)
            if counts(throw, DICE, NULL_GROUNDS):
                self._decide(index, throw)
        self.points.append(self.point)
        for index in range(self.windows.last, max(self.course.last(), self.windows.last) + 1):
            self._open(index)
        if watch is not None:
            watch(self, self.windows.last, None)
        return self

    def base_of(self, one: Running) -> Running | None:
        """Return the line bet on which odds lean; None if the player has no such bet."""
        base = self._named(one.bet)
        return base if base is not None and base.bet.tipo in LINES else None

    # --- between throws ----------------------------------------------------------------------

    def _open(self, index: int) -> None:
        """Let in the bets that play from this throw on, and make the changes."""
        entering = self._entering.get(index, ())
        for one in entering:
            if one.bet.tipo != ODDS:
                self._enter(one, index)
        for one in entering:
            if one.bet.tipo == ODDS:
                self._enter(one, index)
        for one in entering:
            self._players.add(who(one.bet))
        for standing, change in self.course.changes(index):
            self._change(self._by_standing[id(standing)], change, index)
        if self.lying.leant:
            self._check_odds()

    def _enter(self, one: Running, index: int) -> None:
        self._lay(one, index)
        self._touch(one)

    def _touch(self, one: Running) -> None:
        """Note a bet that came, changed or was decided, and the odds on it."""
        self.lying.put(one)
        leaning = self._odds_on.get(one.where)
        if leaning is not None:
            self._odds_due.update(leaning)
            self.lying.leant.add(one.where)
        if one.bet.tipo == ODDS and one.lies:
            self._odds_due.add(one.where)

    def _lay(self, one: Running, index: int) -> None:
        bet = one.bet
        self._check_entry(one)
        one.unread = misspelt(bet)
        if one.unread:
            self._unread(one, "caixa", bet.selecao)
        elif impossible(bet):
            self.found.append(impossible_bet(bet, "CR R8"))
            values = {"tipo": bet.tipo, "selecao": bet.selecao}
            self._return(one, words.IMPOSSIBLE, "CR R8", values)
        elif index > len(self.record.lancamentos) and self.windows.missed(bet) is not None:
            self._return(one, words.LATE, "CR R20")
        elif bet.tipo in LINES:
            self._enter_line(one, index)
        elif bet.tipo == ODDS:
            self._enter_odds(one)

    def _check_entry(self, one: Running) -> None:
        """R14: a newcomer waits once the point stands and the shooter has thrown again."""
        bet = one.bet
        known = who(bet) in self._players or bet.transportada
        if known or self.point is None or not self.since_point:
            return
        self._players.add(who(bet))
        self._fault("CR-ENTRY", "CR R14", one, f"ponto {self.point}", when(bet), bet.valor)

    def _enter_line(self, one: Running, index: int) -> None:
        """R20: the line before a series' first throw; come only with a point."""
        bet = one.bet
        if bet.tipo in FIRST_ONLY:
            if self.point is None:
                return
            if bet.transportada or (index == 1 and self.record.ponto == self.point):
                one.number, one.thrown = self.point, True
                return
            if self.windows.missed(bet) is None:
                self._fault("BET-LATE", "CR R20", one, "", when(bet), bet.valor)
            self._return(one, words.TOO_LATE, "CR R20")
            return
        box = number_of(bet)
        if box is not None and (bet.transportada or index == 1):
            one.number, one.thrown = box, True
        elif self.point is None:
            self._fault("BET-EARLY", "CR R20 2.3", one, "ponto", when(bet), bet.valor)

    def _enter_odds(self, one: Running) -> None:
        """R22 1.1: only with a number, beside a line bet of the same player."""
        base = self.base_of(one)
        bet = one.bet
        if self._leans_unread(one, base):
            one.unread = True
            self._unread(one, "base", "" if bet.base is None else str(bet.base))
            if (named := self._named(bet)) is not None:
                self._check_whose(one, named)
            return
        if base is None or base.standing.withdrawn or base.fate is not None:
            recorded = "" if bet.base is None else str(bet.base)
            # Of odds on no bet of the round nobody knows what was due.
            fact = "" if base is not None or bet.base in self._first else UNREADABLE
            self._fault("CR-ODDS", "CR R22 1.1", one, "base", recorded, bet.valor, fact=fact)
            self._return(one, words.NO_BASE, "CR R22 1.1")
            return
        if base.number is None:
            self._fault("CR-ODDS", "CR R22 1.1", one, "ponto", "", bet.valor)
        self._check_whose(one, base)

    def _check_whose(self, one: Running, base: Running) -> None:
        """R22 1.1: odds lean on a bet of the same player, whatever that bet is on."""
        bet = one.bet
        if who(base.bet) != who(bet):
            expected, recorded = str(who(base.bet)), str(who(bet))
            self._fault("CR-ODDS", "CR R22 1.1", one, expected, recorded, bet.valor)

    def _named(self, bet: Aposta) -> Running | None:
        """Return the bet that odds name, whatever it is on; None if no bet bears the number."""
        where = self._first.get(bet.base) if bet.base is not None else None
        return self.bets[where] if where is not None else None

    def _leans_unread(self, one: Running, base: Running | None) -> bool:
        """Tell whether nobody can read on which line bet odds lean, or where that one waits.

        DECISION: odds that name no bet of the round lean on the player's own bet if he has one with
        a number; of several nobody knows on which.
        """
        if base is not None:
            return base.unread
        if (named := self._named(one.bet)) is not None:
            return not is_chance(named.bet.tipo)
        return any(
            other.lies and other.bet.tipo in LINES and (other.number is not None or other.unread)
            for other in self.bets
            if who(other.bet) == who(one.bet)
        )

    def _change(self, one: Running, change: ThrowChange, index: int) -> None:
        """Change a bet, unless the rules lock the bet or a throw has decided it (R21)."""
        bet = one.bet
        if one.standing.withdrawn:
            return
        if one.fate is not None:
            # To take off what did not stand, or what was late, is to give it back.
            if one.fate.outcome is not Outcome.DEVOLVIDA:
                fact = "retirada" if change.retirada else "alteracao"
                decided = f"lançamento {one.decided}"
                self._fault(
                    "BET-LATE", "CR R20", one, decided, when(change), change.valor, fact=fact
                )
            elif change.retirada:
                one.standing.withdrawn = True
                self._touch(one)
            return
        if bet.tipo in LINES and one.thrown:
            self._locked(one, change)
            return
        apply(one.standing, change)
        lies = one.standing.bet
        assert isinstance(lies, Aposta), "a change leaves a bet what it is"
        one.bet = lies
        if (bet.tipo, bet.selecao) != (one.bet.tipo, one.bet.selecao):
            one.number, one.thrown = None, False
            if not one.standing.withdrawn:
                self._lay(one, max(index, 2))
        self._touch(one)

    def _locked(self, one: Running, change: ThrowChange) -> None:
        """R21: line bets stay as they are; a come that is moved goes to its own number."""
        bet = one.bet
        moved = change.selecao
        if moved is not None and not is_box(moved):
            self._unread(one, "caixa", moved)
        elif moved is not None and moved not in (str(one.number), bet.selecao):
            self._fault("CR-LOCK", "CR R20 2.3", one, str(one.number), moved, None, fact="caixa")
        other = change.tipo not in (None, bet.tipo) or change.valor not in (None, bet.valor)
        if change.retirada or other:
            recorded = "0.00" if change.retirada else ""
            if not change.retirada:
                tipo = bet.tipo if change.tipo is None else change.tipo
                valor = bet.valor if change.valor is None else change.valor
                recorded = f"{tipo} {money_text(valor)}"
            fact = "retirada" if change.retirada else "alteracao"
            expected = f"{bet.tipo} {money_text(bet.valor)}"
            amount = -bet.valor if change.retirada else None
            self._fault("CR-LOCK", "CR R21", one, expected, recorded, amount, fact=fact)

    def _check_odds(self) -> None:
        """R22 1.1: the odds on a bet are no more than the bet."""
        lying = self.lying
        over = [where for where in lying.leant if self._is_over(where)]
        for where in sorted(over, key=lambda where: min(lying.leaning[where])):
            self._odds_over.add(where)
            most, stake = self.bets[where].bet.valor, lying.odds[where]
            expected, last = f"<= {money_text(most)}", self.bets[max(lying.leaning[where])]
            more = stake - max(most, 0)
            self._fault("CR-ODDS", "CR R22 1.1", last, expected, money_text(stake), more)
        lying.leant.clear()

    def _is_over(self, where: int) -> bool:
        """Tell whether the odds on a bet are more than the bet, and nobody said so yet."""
        bet = self.bets[where].bet
        stake = self.lying.odds.get(where, 0)
        return bet.tipo in LINES and stake > max(bet.valor, 0) and where not in self._odds_over

    # --- a throw -----------------------------------------------------------------------------

    def _decide(self, index: int, throw: Throw) -> None:
        total = throw.total
        for where in self.lying.decided_by(total):
            one = self.bets[where]
            decide = self._decide_line if one.bet.tipo in LINES else self._decide_other
            decide(one, index, throw)
            self._touch(one)
        due, self._odds_due = sorted(self._odds_due), set()
        for where in due:
            one = self.bets[where]
            if one.bet.tipo == ODDS and where in self.lying and not one.unread:
                self._decide_odds(one, index, throw)
                self.lying.put(one)
        if self.since_point is not None:
            self.since_point += 1
        if self.point is None and total in POINTS:
            self.point, self.since_point = total, 0
        elif self.point is not None and total in (SEVEN, self.point):
            self.point, self.since_point = None, 0

    def _decide_line(self, one: Running, index: int, throw: Throw) -> None:
        """R20: on its first throw, then on its number or seven."""
        total, bet = throw.total, one.bet
        against = bet.tipo in AGAINST
        rule = _LINE_RULES[bet.tipo]
        if one.number is not None:
            if total in (SEVEN, one.number):
                won = (total == SEVEN) is against
                self._settle(one, index, throw, rule, won=won, number=one.number)
            return
        one.thrown = True
        if total in POINTS:
            one.number = total
        elif against and total == self.bar:
            fate = Fate(Outcome.NULA, (rule,), (self._step(words.BARRED, one, index, throw, rule),))
            one.fate, one.decided = fate, index
        else:
            self._settle(one, index, throw, rule, won=(total in NATURALS) is not against)

    def _decide_other(self, one: Running, index: int, throw: Throw) -> None:
        """R20 2.5-2.8, R22 1.2-1.8, R23, R24."""
        total, bet, rules = throw.total, one.bet, self.rules
        tipo, number = bet.tipo, number_of(one.bet)
        if tipo in ONE_THROW:
            won = total in ONE_THROW[tipo]
            self._settle(one, index, throw, _ONE_RULES[tipo], won=won)
        elif tipo == FIELD:
            times = rules.field.get(total)
            self._settle(one, index, throw, "CR R24", won=times is not None, times=times)
        elif tipo in BIG:
            if total in (SEVEN, BIG[tipo]):
                rule = "CR R20 2.5" if tipo == "big_6" else "CR R20 2.6"
                self._settle(one, index, throw, rule, won=total != SEVEN)
        elif tipo == HARDWAY and number is not None:
            if total in (SEVEN, number):
                won = total == number and len(set(throw.dados)) == 1
                times = rules.hardway[number]
                self._settle(one, index, throw, "CR R22 1.3", won=won, times=times)
        elif number is not None and total in (SEVEN, number):
            favor = tipo == FAVOR
            won = (total == number) is favor
            times = (rules.numero_favor if favor else rules.numero_contra)[number]
            rule = "CR R23 a" if favor else "CR R23 b"
            self._settle(one, index, throw, rule, won=won, times=times)

    def _decide_odds(self, one: Running, index: int, throw: Throw) -> None:
        """R22 1.1: as their bet, on the number it had; nothing of them outlives it."""
        base = self.base_of(one)
        if base is None:  # it was a line bet when they came, and lies on another chance since
            self._return(one, words.NO_BASE, "CR R22 1.1")
            return
        if base.fate is None:
            return
        # Of a bet that this throw decided, the number that it had; of one given back before, none.
        number = base.number if base.decided == index else None
        if number is None:
            self._return(one, words.BASE_GONE, "CR R22 1.1", {"base": base.bet.bet})
            return
        against = base.bet.tipo in AGAINST
        times = (self.rules.odds_contra if against else self.rules.odds)[number]
        won = base.fate.outcome is Outcome.GANHA
        self._settle(one, index, throw, "CR R22 1.1", won=won, times=times, number=number)
        most = self.rules.odds_maximo
        prize = max(one.bet.valor, 0) * times[0] // times[1]
        if won and most is not None and prize > most:
            expected = f"<= {money_text(most)}"
            self._fault("CR-ODDS", "CR R22 1.1", one, expected, money_text(prize), prize - most)

    def _settle(
        self,
        one: Running,
        index: int,
        throw: Throw,
        rule: str,
        *,
        won: bool,
        times: tuple[int, int] | None = None,
        number: int | None = None,
    ) -> None:
        if not won:
            phrase = words.LOSES if number is None else words.LOSES_NUMBER
            step = self._step(phrase, one, index, throw, rule, numero=number)
            one.fate = Fate(Outcome.PERDE, (rule,), (step,))
        else:
            pays = self.rules.pays[one.bet.tipo] if times is None else times
            said = str(pays[0]) if pays[1] == 1 else f"{pays[0]}/{pays[1]}"
            phrase = words.WINS if number is None else words.WINS_NUMBER
            step = self._step(phrase, one, index, throw, rule, numero=number, vezes=said)
            one.fate = Fate(Outcome.GANHA, (rule, "CR R25"), (step,), pays)
        one.decided = index

    def _step(
        self, phrase: Phrase, one: Running, index: int, throw: Throw, rule: str, **more: Any
    ) -> Step:
        values = {"n": index, "dados": shown(throw.dados), "total": throw.total, **more}
        return Step(phrase, {**values, **words.named(one.bet)}, rule)

    def _return(
        self,
        one: Running,
        phrase: Phrase,
        rule: str,
        values: Mapping[str, object] | None = None,
    ) -> None:
        one.fate = Fate(Outcome.DEVOLVIDA, (rule,), (Step(phrase, values or {}, rule),))

    def _unread(self, one: Running, what: str, word: str) -> None:
        """Note a word of a bet that nobody can read: what is due for the bet is not known."""
        self.found.append(
            Found(
                code=IMPOSSIBLE,
                rule="CR R20",
                seat=one.bet.seat,
                bet=one.bet.bet,
                recorded=word,
                facts={"fact": UNREADABLE, "what": what},
            )
        )

    def _fault(
        self,
        code: str,
        rule: str,
        one: Running,
        expected: str,
        recorded: str,
        amount: int | None,
        *,
        fact: str = "",
    ) -> None:
        self.found.append(
            Found(
                code=code,
                rule=rule,
                seat=one.bet.seat,
                bet=one.bet.bet,
                expected=expected,
                recorded=recorded,
                amount=amount,
                facts={"fact": fact} if fact else {},
            )
        )


_LINE_RULES: Final = {
    "pass_line": "CR R20 20.1",
    "dont_pass_line": "CR R20 2.2",
    "come": "CR R20 2.3",
    "dont_come": "CR R20 2.4",
}
_ONE_RULES: Final = {
    "under_seven": "CR R20 2.7",
    "over_seven": "CR R20 2.8",
    "craps": "CR R22 1.2",
    "total_7": "CR R22 1.4",
    "total_2": "CR R22 1.5",
    "total_3": "CR R22 1.6",
    "total_11": "CR R22 1.7",
    "total_12": "CR R22 1.8",
}
