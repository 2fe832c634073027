"""Settles every stake of a jogada against a player's bank. No game's rule.

Bets on places play in one pass, anticlockwise from the place that received first, within what the
bank can still pay or win; then its result is shared among those who bear it (``player_bank`` says
how). The lines of the banker and of his associates have their capital as the stake: what is due of
it is what they have when the jogada ends. The house as a partner has no line, only ``casa`` in the
result.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from msgspec import Struct

from ledger.money import Minor
from projections.replay.games.player_bank.jogada import (
    ASSOCIADO,
    ATRAS,
    CASA,
    GROUNDS,
    LUGAR,
    Aposta,
    Hands,
    Law,
    PlayerBankRecord,
    PlayerBankRules,
    betting_ended,
    first_place,
    from_place,
    joined_late,
    own_place,
    places_of,
    shaken,
)
from projections.replay.kit.bets import BetChange, Placed, bets_as_closed, instant, is_after
from projections.replay.kit.throws import impossible_bet
from projections.replay.settlement import (
    Commission,
    Found,
    Line,
    Outcome,
    Phrase,
    Settlement,
    Step,
)

BANQUEIRO: Final = "banqueiro"
WHOLE: Final = 10_000


class Stake(Struct, kw_only=True, gc=False):
    """A bet as it lay when the dice were shaken, and its outcome."""

    bet: Aposta
    late: bool = False
    impossible: bool = False
    behind: bool = False
    """It lies on the banker's place."""
    played: Minor = 0
    """What of it the bank could pay, or win."""

    @property
    def stands(self) -> bool:
        """Whether the bet is in play at all."""
        return not self.late and not self.impossible and self.bet.valor > 0


class Part(Struct, kw_only=True, gc=False):
    """A person who bears the bank's result."""

    papel: str
    seat: int
    valor: Minor
    late: Minor = 0
    """Entrusted only after the dice were shaken: not in play, and back to its owner."""
    stake: Stake | None = None
    """Of a bet on the banker's place."""
    net: Minor = 0
    """What of the bank's result is his."""


class Judged(Struct, frozen=True, gc=False):
    """A place's hand against the banker's."""

    wins: bool | None = None
    """None where the record does not say."""
    rules: tuple[str, ...] = ()
    why: tuple[Step, ...] = ()


UNDECIDED: Final = Judged()
Judge = Callable[[Hands, int], Judged]
"""Compares a place's hand with the banker's."""


class BankRound:
    """A jogada against a player's bank: bets, partners, result."""

    def __init__(
        self,
        record: PlayerBankRecord,
        rules: PlayerBankRules,
        law: Law,
        judge: Judge,
        *,
        commission_bp: int | None = None,
        incomplete: bool = False,
    ) -> None:
        """Read the record and settle it.

        ``commission_bp`` is what the table declares, where the law leaves it to the operator;
        ``incomplete`` says that the set of cards or pieces was not whole.
        """
        self.record, self.rules, self.law = record, rules, law
        bp = rules.commission_bp if commission_bp is None else commission_bp
        self.bp = min(max(bp, 0), WHOLE)
        self.places = places_of(record, rules)
        self.hands = Hands(record, rules)
        self.first = first_place(record, rules)
        self.judged = {place: judge(self.hands, place) for place in self.places}
        self.stakes, self.late_changes = self._stakes()
        self.parts = self._parts()
        self.bank: Minor | None = (
            None if record.capital is None else sum(part.valor for part in self.parts)
        )
        """All that the bank can win or lose; None where nobody said the banker's capital."""
        self.ground = law.number if incomplete else self._ground()
        """The rule by which the jogada is null; empty where none does."""
        pending = self._pending()
        self.void = bool(self.ground) or (record.void is not None and not self._known())
        self.pending = pending and not self.void
        """Whether nothing of it can be told."""
        self.net: Minor | None = None
        """The bank's result; None where it is not decided."""
        self.shared = False
        """Whether it is known what of the result each part of the bank bears."""
        if not self.void and not self.pending:
            self._settle()

    # --- reading -------------------------------------------------------------------------------

    def _stakes(self) -> tuple[list[Stake], list[BetChange]]:
        closed = betting_ended(self.record)
        bets, late = bets_as_closed(self.record.bets, self.record.alteracoes, closed)
        stakes = [
            Stake(
                bet=bet,
                late=closed is not None and is_after(bet, closed),
                impossible=bet.tipo != LUGAR or bet.seat not in self.places,
                behind=bet.seat == self.record.banqueiro,
            )
            for bet in bets
            if isinstance(bet, Aposta)
        ]
        return stakes, late

    def _parts(self) -> list[Part]:
        """Return the banker, and behind him all others in the order placed."""
        record = self.record
        began = shaken(record)
        banker = Part(papel=BANQUEIRO, seat=record.banqueiro, valor=max(0, record.capital or 0))
        behind: list[tuple[Placed, Part]] = [
            (
                one,
                Part(
                    papel=one.papel if one.papel in (CASA, ATRAS) else ASSOCIADO,
                    seat=one.seat or 0,
                    valor=max(0, one.valor) if not joined_late(one, began) else 0,
                    late=max(0, one.valor) if joined_late(one, began) else 0,
                ),
            )
            for one in record.associacoes
        ]
        behind += [
            (
                stake.bet,
                Part(papel=ATRAS, seat=stake.bet.seat, valor=stake.bet.valor, stake=stake),
            )
            for stake in self.stakes
            if stake.behind and stake.stands
        ]
        return [banker, *(part for _, part in in_order(behind))]

    def _ground(self) -> str:
        record = self.record
        noted = any(error.error in GROUNDS for error in record.errors)
        known = record.has("cards") and record.banqueiro in self.places
        wrong = known and bool(self.hands.wrong_number())
        return self.law.number if noted or wrong else ""

    def _pending(self) -> bool:
        """Tell whether the record leaves open what the bets in play are worth.

        A hand that is not known, or the place that received first, leaves nothing else open while
        the bank has enough for whatever they might bring.
        """
        if self.record.banqueiro not in self.places:
            return True
        wins = losses = open_ = 0
        for stake in self.in_play():
            judged = self.judged[stake.bet.seat].wins
            if judged is None:
                open_ += stake.bet.valor
            elif judged:
                wins += stake.bet.valor
            else:
                losses += stake.bet.valor
        if self.bank is None or (self.first is not None and not open_):
            return False
        return max(wins, losses) + open_ > self.bank

    def _known(self) -> bool:
        """Tell whether the outcome stands in the record, so that nobody may call it void."""
        hands = [self.judged[stake.bet.seat].wins for stake in self.in_play()]
        banker = self.record.banqueiro
        known = banker in self.places and self.hands.of(banker) is not None and None not in hands
        return known and not self._pending()

    def in_play(self) -> list[Stake]:
        """Return the bets on places against the bank, in the order in which they are settled."""
        order = from_place(self.places, self.first or self.record.banqueiro)
        rank = {place: at for at, place in enumerate(order)}
        playing = [stake for stake in self.stakes if stake.stands and not stake.behind]
        return sorted(playing, key=lambda stake: rank[stake.bet.seat])

    # --- settling ------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Pay and collect in one pass, then share the bank's result."""
        net = 0
        decided = True
        for stake in self.in_play():
            wins = self.judged[stake.bet.seat].wins
            if wins is None:
                decided = False
                continue
            amount = stake.bet.valor
            if self.bank is not None:
                amount = min(amount, self.bank + net if wins else self.bank - net)
            stake.played = amount
            net += -amount if wins else amount
        if not decided:
            return
        self.net = net
        if self.bank is None:
            return
        self.shared = True
        left = abs(net)
        for part in self.parts:
            share = min(left, part.valor)
            part.net = share if net > 0 else -share
            left -= share

    def commission(self, gain: Minor) -> Minor:
        """Return the house's share of a prize or a gain, rounded down."""
        return max(0, gain) * self.bp // WHOLE

    def commissions(self) -> list[tuple[int, int, Minor]]:
        """Return each commission due: the place that it is taken from, its player's own, how much.

        A bet on another's place may be recorded under either.
        """
        behind = {id(part.stake): part.net for part in self.parts if part.stake is not None}
        found: list[tuple[int, int, Minor]] = []
        for stake in self.stakes:
            gain = behind.get(id(stake), self._won(stake))
            found.append((stake.bet.seat, own_place(stake.bet), self.commission(gain)))
        found += [
            (part.seat, part.seat, self.commission(part.net))
            for part in self.parts
            if part.stake is None and part.papel != CASA
        ]
        return [one for one in found if one[2]]

    def _won(self, stake: Stake) -> Minor:
        """Return the gain of a bet on a place; nothing in a jogada that is not settled."""
        return stake.played if stake.played and self.judged[stake.bet.seat].wins else 0

    def commission_of(self, line: Line) -> Minor:
        """Return the commission deducted from a line's prize."""
        if line.bet is None:
            return self._of_capital[line.seat]
        return self._of_bets[line.bet] if line.outcome is Outcome.GANHA else 0

    @cached_property
    def _of_capital(self) -> dict[int, Minor]:
        """The commission on what each place won by capital in the bank."""
        found: dict[int, Minor] = {}
        for part in self.parts:
            if part.stake is None and part.papel != CASA:
                found[part.seat] = found.get(part.seat, 0) + self.commission(part.net)
        return found

    @cached_property
    def _of_bets(self) -> dict[int, Minor]:
        """The commission on what the first bet of each number wins, should it win."""
        behind = {part.stake.bet.bet: part.net for part in self.parts if part.stake is not None}
        return {
            stake.bet.bet: self.commission(
                behind.get(stake.bet.bet, 0) if stake.behind else stake.played
            )
            for stake in reversed(self.stakes)
        }

    def settlement(
        self, found: Iterable[Found] = (), result: Mapping[str, Any] | None = None
    ) -> Settlement:
        """Return the settlement of every stake."""
        own = {id(part.stake): part for part in self.parts if part.stake is not None}
        lines: list[Line] = []
        commissions: list[Commission] = []
        for stake in self.stakes:
            part = own.get(id(stake))
            line = self._part_line(part) if part is not None else self._line(stake)
            lines.append(line)
            gain = part.net if part is not None else stake.played
            if line.outcome is Outcome.GANHA:
                commissions += self._commission(stake.bet.seat, gain)
        for part in self.parts:
            if part.stake is None and part.papel != CASA and self.record.capital is not None:
                lines.append(self._part_line(part))
                commissions += self._commission(part.seat, part.net)
        impossible = [
            impossible_bet(stake.bet, self.law.holder) for stake in self.stakes if stake.impossible
        ]
        return Settlement(
            game=self.law.game,
            round=self.record.round,
            currency=self.record.currency,
            lines=tuple(lines),
            commissions=tuple(commissions),
            void=self.void,
            result={**self._result(), **(result or {})},
            found=(*found, *impossible),
        )

    def _commission(self, seat: int, gain: Minor) -> list[Commission]:
        amount = self.commission(gain)
        if not amount:
            return []
        values = {"taxa": percent(self.bp), "ganho": gain, "comissao": amount}
        rule = self.law.commission
        return [
            Commission(
                seat=seat, amount=amount, rules=(rule,), why=(Step(COMMISSION, values, rule),)
            )
        ]

    def _result(self) -> dict[str, Any]:
        said: dict[str, Any] = {
            "banqueiro": self.record.banqueiro,
            "primeiro_lugar": self.first,
            "banca": self.net,
            "seguram": {str(place): who for place, who in holders(self.stakes).items()},
        }
        house = [part for part in self.parts if part.papel == CASA]
        if house and self.shared:
            said["casa"] = sum(part.net for part in house)
        return {name: value for name, value in said.items() if value is not None}

    def _line(self, stake: Stake) -> Line:
        """Return the line of a bet on a place."""
        bet, law = stake.bet, self.law
        if not stake.stands or self.void:
            return self._back(stake)
        judged = self.judged[bet.seat]
        if self.pending or judged.wins is None:
            return _waiting(bet.seat, bet.bet, bet.valor, law.wins)
        rules, why = [*judged.rules], [*judged.why]
        if stake.played < bet.valor:
            rules.append(law.capital)
            values = {"joga": stake.played, "banca": self.bank}
            why.append(Step(CUT if stake.played else NOT_COVERED, values, law.capital))
        if not stake.played:
            outcome, prize, returned = Outcome.DEVOLVIDA, 0, bet.valor
        elif judged.wins:
            commission = self.commission(stake.played)
            outcome, prize, returned = Outcome.GANHA, stake.played - commission, bet.valor
            rules.append(law.wins)
            why.append(Step(WINS, {"joga": stake.played}, law.wins))
            if commission:
                rules.append(law.commission)
                why.append(self._commission(bet.seat, stake.played)[0].why[0])
        else:
            outcome, prize, returned = Outcome.PERDE, 0, bet.valor - stake.played
            rules.append(law.loses)
            why.append(Step(LOSES, {"joga": stake.played}, law.loses))
        return Line(
            seat=bet.seat,
            bet=bet.bet,
            outcome=outcome,
            stake=bet.valor,
            prize=prize,
            returned=returned,
            rules=tuple(dict.fromkeys(rules)),
            why=tuple(why),
        )

    def _back(self, stake: Stake) -> Line:
        law, phrase = self.law, VOID
        rule = self.ground or law.number
        if stake.late:
            rule, phrase = law.close, LATE
        elif not stake.stands:
            rule, phrase = law.holder, CANNOT_BE
        return Line(
            seat=stake.bet.seat,
            bet=stake.bet.bet,
            outcome=Outcome.DEVOLVIDA,
            stake=stake.bet.valor,
            returned=max(0, stake.bet.valor),
            rules=(rule,),
            why=(Step(phrase, {}, rule),),
        )

    def _part_line(self, part: Part) -> Line:
        """Return the fate of capital in the bank: the banker's, an associate's, a bet's."""
        law = self.law
        bet = None if part.stake is None else part.stake.bet.bet
        rule = {BANQUEIRO: law.capital, ASSOCIADO: law.associate, ATRAS: law.behind}[part.papel]
        if part.late:
            return self._late_capital(part, rule)
        if self.void:
            void = Step(VOID, {}, self.ground or law.number)
            outcome, prize, returned, why = Outcome.DEVOLVIDA, 0, part.valor, (void,)
            rule = self.ground or law.number
        elif not self.shared or self.net is None:
            return _waiting(part.seat, bet, part.valor, rule)
        else:
            values = {"resultado": self.net, "parte": abs(part.net)}
            phrase = BANK_EVEN if not part.net else BANK_WINS if part.net > 0 else BANK_LOSES
            commission = self._commission(part.seat, part.net)
            why = (Step(phrase, values, rule), *(one.why[0] for one in commission))
            prize = max(0, part.net) - self.commission(part.net)
            returned = part.valor + min(0, part.net)
            outcome = Outcome.NULA
            if part.net:
                outcome = Outcome.GANHA if part.net > 0 else Outcome.PERDE
        cited = dict.fromkeys((rule, *((law.commission,) if len(why) > 1 else ())))
        return Line(
            seat=part.seat,
            bet=bet,
            outcome=outcome,
            stake=part.valor,
            prize=prize,
            returned=returned,
            rules=tuple(cited),
            why=why,
            stays=part.papel == BANQUEIRO,
        )

    @staticmethod
    def _late_capital(part: Part, rule: str) -> Line:
        return Line(
            seat=part.seat,
            outcome=Outcome.DEVOLVIDA,
            stake=part.late,
            returned=part.late,
            rules=(rule,),
            why=(Step(LATE, {}, rule),),
        )


def in_order(placed: Sequence[tuple[Placed, Part]]) -> list[tuple[Placed, Part]]:
    """Return bets in their order: by the chain, else by time, else as the record lists."""
    if all(one.seq is not None for one, _ in placed):
        return sorted(placed, key=lambda one: one[0].seq or 0)
    times = [time for one, _ in placed if (time := instant(one.at)) is not None]
    if len(times) < len(placed):
        return list(placed)
    return [placed[at] for at in sorted(range(len(placed)), key=times.__getitem__)]


def percent(bp: int) -> str:
    """Return hundredths of a percent as a percentage.

    >>> percent(500), percent(250), percent(5)
    ('5', '2.5', '0.05')
    """
    whole, part = divmod(bp, 100)
    return f"{whole}.{part:02d}".rstrip("0").rstrip(".") if part else str(whole)


def holders(stakes: Iterable[Stake]) -> dict[int, str | int]:
    """Return the holder of each place's hand: the highest bettor, of equals the first.

    A player is his pseudonym, or his own place where he has none.
    """
    totals: dict[int, dict[str | int, int]] = {}
    for stake in stakes:
        if stake.stands and not stake.behind:
            bet = stake.bet
            who = bet.player if bet.player is not None else own_place(bet)
            place = totals.setdefault(bet.seat, {})
            place[who] = place.get(who, 0) + bet.valor
    return {place: max(sums, key=lambda who: sums[who]) for place, sums in totals.items()}


def _waiting(seat: int, bet: int | None, stake: Minor, rule: str) -> Line:
    return Line(
        seat=seat,
        bet=bet,
        outcome=Outcome.PENDENTE,
        stake=stake,
        rules=(rule,),
        why=(Step(WAITING, {}, rule),),
    )


# --- in words ------------------------------------------------------------------------------------

WINS: Final = Phrase(
    pt="Ganha à banca {joga:m}, 1 para 1, e guarda a aposta de {stake:m}.",
    en="It wins {joga:m} from the bank, 1 to 1, and the stake of {stake:m} is kept.",
)
LOSES: Final = Phrase(
    pt="Perde {joga:m} para a banca.",
    en="It loses {joga:m} to the bank.",
)
CUT: Final = Phrase(
    pt="A banca tem {banca:m} por tudo: de {stake:m} só jogam {joga:m}, o resto volta.",
    en="The bank has {banca:m} in all: of {stake:m} only {joga:m} plays, the rest goes back.",
)
NOT_COVERED: Final = Phrase(
    pt="A banca, com {banca:m} por tudo, já não cobre esta aposta: voltam {stake:m}.",
    en="The bank, with {banca:m} in all, no longer covers this bet: {stake:m} go back.",
)
COMMISSION: Final = Phrase(
    pt="Comissão da casa: {taxa} % de {ganho:m}, {comissao:m}.",
    en="The house's commission: {taxa} % of {ganho:m}, {comissao:m}.",
)
BANK_WINS: Final = Phrase(
    pt="A banca ganha {resultado:m} na jogada; a este capital de {stake:m} cabem {parte:m}.",
    en="The bank wins {resultado:m} in the round; to this capital of {stake:m} fall {parte:m}.",
)
BANK_LOSES: Final = Phrase(
    pt="O resultado da banca é {resultado:m}; deste capital de {stake:m} saem {parte:m}.",
    en="The bank's result is {resultado:m}; of this capital of {stake:m}, {parte:m} are lost.",
)
BANK_EVEN: Final = Phrase(
    pt="O resultado da banca é {resultado:m}: este capital de {stake:m} nem ganha nem perde.",
    en="The bank's result is {resultado:m}: this capital of {stake:m} neither wins nor loses.",
)
LATE: Final = Phrase(
    pt="Feita depois de agitados os dados: voltam {stake:m}.",
    en="Placed after the dice were shaken: {stake:m} go back.",
)
CANNOT_BE: Final = Phrase(
    pt="Não há tal aposta nesta mesa: voltam {stake:m}.",
    en="There is no such bet at this table: {stake:m} go back.",
)
VOID: Final = Phrase(
    pt="Jogada anulada: voltam {stake:m}.",
    en="Round void: {stake:m} go back.",
)
WAITING: Final = Phrase(
    pt="O que se registou não chega para decidir: nada se decidiu.",
    en="What was recorded does not suffice to decide: nothing is decided.",
)
