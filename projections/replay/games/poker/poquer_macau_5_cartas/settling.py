"""Divides the bolo among those who did not give up (A4, A8, A9, A11 a).

Order of the arithmetic: an entry goes back whose chave was revealed in the deal (A11 d); what
nobody called goes back (A9); the rest is cut into layers, one bolo for each desfalcado and a
separate one for the others (A11 a), and the initial commission comes out of the first (A8); the
best hand of each takes it, equal ones in equal parts, odd units in the order of the deal (A4); then
one commission of 4%, rounded down, taken from each payment in proportion (A9). No payment is read.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from ledger.money import split_evenly
from projections.replay.games.poker.hand.cagnotte import cagnotte_of, taken_from
from projections.replay.games.poker.hand.layers import Layer, layers, unmatched
from projections.replay.games.poker.hand.pots import Listed
from projections.replay.games.poker.hand.undivided import stakes_given_back, stakes_left_in_pot
from projections.replay.games.poker.poquer_macau_5_cartas import words
from projections.replay.games.poker.poquer_macau_5_cartas.betting import Lancos, followed
from projections.replay.games.poker.poquer_macau_5_cartas.facts import entrada_de
from projections.replay.games.poker.poquer_macau_5_cartas.ranking import (
    CARDS,
    HAND,
    Jogo,
    value_of,
    word_of,
)
from projections.replay.games.poker.poquer_macau_5_cartas.record import (
    INCOMPLETE_DECK,
    JOGADA,
    JOGADOR,
    LANCOS,
    NAME,
    NOBODYS,
    OPEN_CARDS,
    Jogador,
    MacauRecord,
)
from projections.replay.games.poker.poquer_macau_5_cartas.rules import MacauRules
from projections.replay.games.poker.poquer_macau_5_cartas.speaking import ordem_de_mostrar
from projections.replay.kit.cards import RANK_OF, shown_by
from projections.replay.settlement import (
    Commission,
    Line,
    Outcome,
    Phrase,
    Pot,
    Settlement,
    Step,
)

POT: Final = 0
"""As the seat of a commission: it came out of the bolo before it was anybody's."""


class Taken(NamedTuple):
    """The house's takings, where they are to be supposed other than those due."""

    inicial: int | None = None
    """Out of the bolo."""
    percentagem: int | None = None


def is_void(record: MacauRecord) -> bool:
    """Tell whether all stakes go back: an incomplete deck, or the table's declaration."""
    return record.void is not None or incomplete_deck(record)


def incomplete_deck(record: MacauRecord) -> bool:
    """Tell whether the table noted the only ground on which a jogada has no effect."""
    if any(error.error == INCOMPLETE_DECK for error in record.errors):
        return True
    return record.void is not None and record.void.cause == INCOMPLETE_DECK


class Inicial(NamedTuple):
    """The initial commission due (A8)."""

    bolo: int = 0
    """Out of the bolo."""
    jogadores: Mapping[int, int] = {}
    """Of each player, besides the entry."""

    @property
    def total(self) -> int:
        """All of it."""
        return self.bolo + sum(self.jogadores.values())


def inicial_devida(record: MacauRecord, mesa: Lancos) -> Inicial:
    """Return the initial commission due, by who bears it: the bolo, or each player (A8)."""
    fee = entrada_de(record)
    if is_void(record) or fee <= 0:
        return Inicial()
    if record.comissao_inicial == JOGADOR:
        return Inicial(jogadores=dict.fromkeys(mesa.seats, fee))
    if record.comissao_inicial != JOGADA:
        return Inicial()
    there = sum(mesa.entradas.values()) - sum(devolvidas(mesa).values())
    return Inicial(bolo=min(fee, there))


def devolvidas(mesa: Lancos) -> dict[int, int]:
    """Return by seat the entries that go back (A11 d)."""
    seats = {mesa.seats[place] for place in mesa.abatidas}
    return {seat: mesa.entradas[seat] for seat in mesa.seats if seat in seats & {*mesa.entradas}}


def mao_de(record: MacauRecord, jogador: Jogador) -> tuple[str, ...]:
    """Return a player's cards, those that nobody saw or could read as he showed them.

    () where they are not five that are known.
    """
    shows = [(one.seat, one.cartas) for one in record.mostradas if one.seat == jogador.seat]
    shown = shown_by(shows).get(jogador.seat, ())
    if max(len(jogador.cartas), len(shown)) != HAND:
        return ()
    cards = [card for card in jogador.cartas if card in RANK_OF]
    told = [card for card in shown if card in RANK_OF]
    if len(told) == HAND and {*cards} <= {*told}:
        return tuple(told)
    more = [card for card in told if card not in cards]
    if len(jogador.cartas) == HAND and len(more) == HAND - len(cards):
        cards += more
    return tuple(cards) if len(cards) == HAND else ()


def comparar(record: MacauRecord, live: list[Jogador]) -> dict[int, int]:
    """Return by seat the value of each hand; none where the recorded cards do not decide.

    Who showed no hand where others did is not compared.
    """
    hands = {jogador.seat: mao_de(record, jogador) for jogador in live}
    known = [card for hand in hands.values() for card in hand]
    if len(set(known)) != len(known) or not CARDS.issuperset(known):
        return {}
    if not all(hands[one.seat] or _has_no_hand(record, one) for one in live):
        return {}
    return {seat: value_of(hand) for seat, hand in hands.items() if hand}


def _has_no_hand(record: MacauRecord, jogador: Jogador) -> bool:
    """Tell whether others showed their hands and this player turned nothing that makes five.

    That is so where all he showed, and all that lay open before him, can be read.
    """
    shows = [one for one in record.mostradas if one.seat == jogador.seat]
    if not record.mostradas or any(one.seat == NOBODYS for one in record.mostradas):
        return False
    if len(jogador.cartas) > HAND:
        return True
    lay = [jogador.cartas[at] for at in OPEN_CARDS if at < len(jogador.cartas)]
    seen = [*lay, *(card for one in shows for card in one.cartas)]
    hidden = [card for card in jogador.cartas if card is not None and card not in RANK_OF]
    return len(lay) == len(OPEN_CARDS) and RANK_OF.keys() >= set(seen) and not hidden


class _Divisao:
    """The division of a bolo: who gets what and why, as it is worked out."""

    def __init__(
        self, record: MacauRecord, rules: MacauRules, mesa: Lancos, taken: Taken | None
    ) -> None:
        self.record = record
        self.rules = rules
        self.mesa = mesa
        self.taken = taken or Taken()
        self.devolvidas = devolvidas(mesa)
        self.stakes = postas(mesa)
        self.top, self.over = unmatched(mesa.apostas)
        self.inicial = inicial_devida(record, mesa)
        self.pots: list[Pot] = []
        self.payments: list[tuple[int, int]] = []
        """Seat and amount before the commission, bolo by bolo, each in the order of the deal."""
        self.gross: dict[int, int] = {}
        self.why: dict[int, list[Step]] = {}

    def say(self, seat: int, phrase: Phrase, values: Mapping[str, Any], rule: str) -> None:
        self.why.setdefault(seat, []).append(Step(phrase, values, rule))

    def bolos(self, seats: list[int]) -> list[Layer]:
        """Cut the stakes of a jogada into bolos, the uncalled part and the commission apart."""
        bets = {seat: stake - self.devolvidas.get(seat, 0) for seat, stake in self.stakes.items()}
        if self.over and self.top in seats:
            bets[self.top] -= self.over
        else:
            self.over = 0
        fee = self.inicial.bolo
        if self.taken.inicial is not None:
            fee = self.taken.inicial
        made: list[Layer] = []
        for layer in layers(bets, seats):
            part = min(fee, layer.amount)
            fee -= part
            made.append(layer._replace(amount=layer.amount - part))
        return made

    def dividir(self, made: list[Layer], values: Mapping[int, int]) -> None:
        """Give each bolo to the best hand of those who play for it."""
        first = self.inicial.bolo
        for level, layer in enumerate(made):
            if not layer.amount:
                continue
            pot = words.Bolo(level)
            for seat in layer.eligible if len(made) > 1 else ():
                said = {"pot": pot, "low": layer.low, "high": layer.high, "amount": layer.amount}
                self.say(seat, words.LAYER, said, "M5 A11 a")
            winners, parts = self._contest(pot, layer, values)
            if first and not level:
                for seat in winners:
                    self.say(seat, words.INITIAL, {"amount": first}, "M5 A8")
            for seat, part in zip(winners, parts, strict=True):
                self.payments.append((seat, part))
                self.gross[seat] = self.gross.get(seat, 0) + part
            self.pots.append(
                Pot(
                    level=level,
                    amount=layer.amount,
                    eligible=layer.eligible,
                    winners=winners,
                    shares=tuple(parts),
                )
            )

    def _contest(
        self, pot: words.Bolo, layer: Layer, values: Mapping[int, int]
    ) -> tuple[tuple[int, ...], list[int]]:
        """Return the winners of a bolo and their parts (A4)."""
        amount, eligible = layer.amount, layer.eligible
        if len(eligible) == 1:
            self.say(eligible[0], words.ALONE, {"pot": pot, "amount": amount}, "M5 A4")
            return eligible, [amount]
        best = max(values[seat] for seat in eligible if seat in values)
        winners = tuple(seat for seat in eligible if values.get(seat) == best)
        parts = split_evenly(amount, len(winners))
        said = {"pot": pot, "amount": amount, "seats": Listed(winners), "hand": Jogo(best)}
        for seat in eligible:
            if seat not in winners:
                self.say(seat, words.LOST, said, "M5 A5")
        for seat, part in zip(winners, parts, strict=True):
            if len(winners) > 1:
                self.say(seat, words.SHARED, {**said, "share": part}, "M5 A4")
            else:
                self.say(seat, words.WON, {**said, "seats": Listed(eligible)}, "M5 A4")
        return winners, parts

    def comissao(self) -> dict[int, Commission]:
        """Take the house's share from each payment (A9)."""
        pot = sum(amount for _, amount in self.payments)
        ppm = self.rules.comissao_ppm
        total = cagnotte_of(pot, ppm, None)
        if self.taken.percentagem is not None:
            total = min(max(self.taken.percentagem, 0), pot)
        made: dict[int, Commission] = {}
        for seat, part in taken_from(self.payments, total).items():
            said = {"ppm": ppm, "pot": pot, "total": total, "taken": part}
            self.say(seat, words.SHARE, said, "M5 A9")
            made[seat] = Commission(
                seat=seat, amount=part, rules=("M5 A9",), why=(self.why[seat][-1],)
            )
        return made

    def iniciais(self) -> list[Commission]:
        """Return the initial commission (A8)."""
        borne = [(POT, self.inicial.bolo, words.INITIAL)] if self.inicial.bolo else []
        borne += [
            (seat, amount, words.INITIAL_EACH) for seat, amount in self.inicial.jogadores.items()
        ]
        made: list[Commission] = []
        for seat, amount, phrase in borne:
            step = Step(phrase, {"amount": amount}, "M5 A8")
            made.append(Commission(seat=seat, amount=amount, rules=("M5 A8",), why=(step,)))
        return made

    def lines(self, taken: Mapping[int, Commission]) -> tuple[Line, ...]:
        """Return a line for each seat that put chips in, or wins."""
        seats = dict.fromkeys(
            seat for seat in self.mesa.seats if seat in self.stakes or seat in self.gross
        )
        return tuple(
            self._winner(seat, taken.get(seat)) if self.gross.get(seat) else self._other(seat)
            for seat in [*seats, *(seat for seat in self.stakes if seat not in seats)]
        )

    def _winner(self, seat: int, taken: Commission | None) -> Line:
        part = taken.amount if taken else 0
        rules = ["M5 A4", "M5 A5"]
        if len(self.pots) > 1:
            rules.append("M5 A11 a")
        if self.inicial.bolo and self.pots[0].level == 0 and seat in self.pots[0].winners:
            rules.append("M5 A8")
        rules.append("M5 A9")
        returned = self._uncalled(seat)
        self.say(seat, words.RECEIVES, {}, "M5 A7")
        return Line(
            seat=seat,
            outcome=Outcome.GANHA,
            stake=self.stakes.get(seat, 0),
            prize=self.gross[seat] - part,
            returned=returned,
            rules=tuple(rules),
            why=tuple(self.why[seat]),
        )

    def _uncalled(self, seat: int) -> int:
        if not self.over or seat != self.top:
            return 0
        self.say(seat, words.UNCALLED, {"amount": self.over}, "M5 A9")
        return self.over

    def _other(self, seat: int) -> Line:
        """Return the line of a player who wins nothing: the chips that go back to him, and why."""
        mesa, stake = self.mesa, self.stakes.get(seat, 0)
        place = mesa.index.get(seat)
        returned, outcome, rule = 0, Outcome.PERDE, "M5 A4"
        if place is None:
            self.say(seat, words.STRANGER, {}, "M5 A7")
        elif place in mesa.abatidas:
            rule, returned = "M5 A11 d", self.devolvidas.get(seat, 0)
            outcome = Outcome.DEVOLVIDA if returned == stake else Outcome.PERDE
            self.say(seat, words.KEY_SEEN, {"entry": returned}, rule)
        elif place in mesa.renunciaram:
            rule = "M5 A10 b"
            self.say(seat, words.DID_NOT_OPEN, {}, rule)
        elif place in mesa.curtos:
            rule = "M5 A10 b"
            self.say(seat, words.SHORT, {}, rule)
        elif place not in mesa.contenders():
            rule = "M5 A10 b 1"
            self.say(seat, words.GAVE_UP, {}, rule)
        returned += self._uncalled(seat)
        return Line(
            seat=seat,
            outcome=outcome,
            stake=stake,
            returned=returned,
            rules=(rule,),
            why=tuple(self.why.get(seat, ())),
        )


def postas(mesa: Lancos) -> dict[int, int]:
    """Return by seat all that was put into the bolo."""
    stakes = dict(mesa.entradas)
    for seat, chips in mesa.apostas.items():
        stakes[seat] = stakes.get(seat, 0) + chips
    return {seat: chips for seat, chips in stakes.items() if chips}


def settle(record: MacauRecord, rules: MacauRules) -> Settlement:
    """Return the line of each seat's stake."""
    return dividir(record, rules, followed(record, None))


def dividir(
    record: MacauRecord, rules: MacauRules, mesa: Lancos, taken: Taken | None = None
) -> Settlement:
    """Settle a jogada whose betting was followed, supposing that the house took ``taken``."""
    divisao = _Divisao(record, rules, mesa, taken)
    if is_void(record):
        cause = record.void.cause if record.void is not None else INCOMPLETE_DECK
        step = Step(words.VOIDED, {"cause": cause}, "M5 A1")
        return stakes_given_back(NAME, record, divisao.stakes.items(), step)
    places = mesa.contenders()
    live = [record.jogadores[place] for place in places]
    made = divisao.bolos([jogador.seat for jogador in live])
    contested = [layer for layer in made if len(layer.eligible) > 1 and layer.amount]
    values = comparar(record, live) if contested else {}
    if not live or not all(any(seat in values for seat in one.eligible) for one in contested):
        step = Step(words.UNDECIDED, {}, "M5 A5")
        return stakes_left_in_pot(NAME, record, divisao.stakes.items(), step)
    for jogador in live if contested else ():
        if jogador.seat in values:
            divisao.say(jogador.seat, words.HAS, {"hand": Jogo(values[jogador.seat])}, "M5 A5")
        else:
            divisao.say(jogador.seat, words.NOT_SHOWN, {}, "M5 A10 e")
    divisao.dividir(made, values)
    taken_by = divisao.comissao()
    return Settlement(
        game=NAME,
        round=record.round,
        currency=record.currency,
        lines=divisao.lines(taken_by),
        pots=tuple(divisao.pots),
        commissions=(*divisao.iniciais(), *taken_by.values()),
        result=_result(mesa, divisao, values),
    )


def _result(mesa: Lancos, divisao: _Divisao, values: Mapping[int, int]) -> dict[str, Any]:
    """Return the winners, their hands, and the order in which the chaves are turned (A10 e)."""
    result: dict[str, Any] = {"vencedores": list(divisao.gross)}
    if values:
        result["combinacoes"] = {seat: word_of(value) for seat, value in values.items()}
        order = ordem_de_mostrar(mesa.abertas(LANCOS))
        if order is not None:
            result["mostram"] = [mesa.seats[place] for place in order]
    return result
