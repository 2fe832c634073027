"""Divides the pots of a hand among those who did not give up, by a ranking that the game brings.

Order of the arithmetic: what nobody matched goes back (R39); layers or proportion for encavados
(R28, R40, R41); the best hand of each pot, equal ones sharing in whole chips from the mão on
(R55); then one cagnotte for the hand, rounded down, taken from each payment in proportion (R54,
R65 a). Only cards decide: no announcement and no payment is read.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, structs

from projections.replay.games.poker.betting.record import MISDEALS, HandRecord, HandRules
from projections.replay.games.poker.hand.cagnotte import cagnotte_of, taken_from
from projections.replay.games.poker.hand.layers import Layer, layers, split_in_chips, unmatched
from projections.replay.games.poker.hand.showdown import (
    NOTHING,
    Ranking,
    compare,
    half_told,
    is_void,
    played_out,
)
from projections.replay.games.poker.hand.stakes import Staked, contenders, misdeal
from projections.replay.games.poker.hand.undivided import stakes_given_back, stakes_left_in_pot
from projections.replay.settlement import Commission, Line, Outcome, Phrase, Pot, Settlement, Step

GAVE_UP: Final = Phrase(
    "desistiu: perde {stake:m} que pôs no pote", "gave up: loses the {stake:m} put into the pot"
)
HAS: Final = Phrase("tem {hand:pt}", "holds {hand:en}")
SHOWED_NOTHING: Final = Phrase(
    "não mostrou cartas: a sua mão não foi comparada",
    "showed no cards: the hand was not compared",
)
ALONE: Final = Phrase(
    "{pot:pt} de {amount:m}, sem adversário: não tem de mostrar",
    "{pot:en} of {amount:m}, unopposed: nothing need be shown",
)
WON: Final = Phrase(
    "ganha {pot:pt} de {amount:m}, disputado entre {seats:pt}",
    "wins {pot:en} of {amount:m}, played for by {seats:en}",
)
SHARED: Final = Phrase(
    "{pot:pt} de {amount:m} dividido entre {seats:pt}, a começar na mão, em fichas de {unit:m}:"
    " {share:m}",
    "{pot:en} of {amount:m} divided among {seats:en}, beginning at the mão, in chips of {unit:m}:"
    " {share:m}",
)
SHARED_APART: Final = Phrase(
    "{pot:pt} de {amount:m}, ganho por {seats:pt}: cada um retira a sua aposta, {own:m}, e o"
    " resto divide-se por igual, a começar na mão, em fichas de {unit:m}: {share:m}",
    "{pot:en} of {amount:m}, won by {seats:en}: each takes back the own stake, {own:m}, and the"
    " rest is divided equally, beginning at the mão, in chips of {unit:m}: {share:m}",
)
LOST: Final = Phrase(
    "{pot:pt} de {amount:m} fica para {seats:pt}, com {hand:pt}",
    "{pot:en} of {amount:m} goes to {seats:en}, with {hand:en}",
)
LAYER: Final = Phrase(
    "{pot:pt}: o que cada aposta tem entre {low:m} e {high:m}, {amount:m} ao todo",
    "{pot:en}: what each stake holds between {low:m} and {high:m}, {amount:m} in all",
)
UNMATCHED: Final = Phrase(
    "{amount:m} que ninguém igualou voltam a quem os apostou",
    "{amount:m} that nobody matched go back to their player",
)
BACK: Final = Phrase(
    "subiu sem anunciar, o que vale por acompanhar: voltam {amount:m}",
    "raised without announcing it, which is a call: {amount:m} go back",
)
CAGNOTTE: Final = Phrase(
    "cagnotte da mão: {ppm:pt%} de {pot:m} = {total:m}; desta parte {taken:m}",
    "the hand's cagnotte: {ppm:en%} of {pot:m} = {total:m}; of this share {taken:m}",
)
RECEIVES: Final = Phrase(
    "recebe {prize:m} do pote e {returned:m} de volta: {due:m}",
    "receives {prize:m} of the pot and {returned:m} back: {due:m}",
)
UNDECIDED: Final = Phrase(
    "as cartas registadas não decidem a mão", "the recorded cards do not decide the hand"
)
VOIDED: Final = Phrase(
    "jogada nula ({cause}): devolve-se o que foi apostado",
    "void hand ({cause}): the stakes go back",
)


class Listed(Struct, frozen=True, gc=False):
    """Seats in a sentence: ``os lugares 1, 2 e 3``."""

    seats: tuple[int, ...]

    def __format__(self, language: str) -> str:
        """Join the seats as ``pt`` or ``en`` does."""
        *most, last = (str(seat) for seat in self.seats)
        if not most:
            return f"seat {last}" if language == "en" else f"o lugar {last}"
        if language == "en":
            return f"seats {', '.join(most)} and {last}"
        return f"os lugares {', '.join(most)} e {last}"


class PotName(Struct, frozen=True, gc=False):
    """The main pot or a side pot, by its level."""

    level: int

    def __format__(self, language: str) -> str:
        """Name the pot in ``pt`` or ``en``."""
        if language == "en":
            return f"side pot {self.level}" if self.level else "the main pot"
        return f"o pote lateral {self.level}" if self.level else "o pote principal"


class _Division:
    """The division of a hand's pots: who gets what and why, as it is worked out."""

    __slots__ = (
        "gross",
        "hand",
        "over",
        "payments",
        "pots",
        "put",
        "ranking",
        "rules",
        "top",
        "why",
    )

    def __init__(self, hand: HandRecord, rules: HandRules, ranking: Ranking, put: Staked) -> None:
        self.hand = hand
        self.rules = rules
        self.ranking = ranking
        self.put = put
        self.top, self.over = unmatched(put.bets)
        """Whose stake nobody matched, and by how much."""
        self.pots: list[Pot] = []
        self.payments: list[tuple[int, int]] = []
        """Seat and amount before the cagnotte: pot by pot, in each from the mão on."""
        self.gross: dict[int, int] = {}
        self.why: dict[int, list[Step]] = {}

    def say(self, seat: int, phrase: Phrase, values: Mapping[str, Any], rule: str) -> None:
        """Add a sentence to a seat's explanation."""
        said = self.why.get(seat)
        if said is None:
            said = self.why[seat] = []
        said.append(Step(phrase, values, rule))

    def layers(self, seats: list[int]) -> list[Layer]:
        """Set aside what nobody matched and cut the rest into pots."""
        bets = self.put.bets
        if self.over and self.top in seats:
            bets = {**bets, self.top: bets[self.top] - self.over}
        else:
            self.over = 0
        method = self.hand.method or self.rules.method
        loose = sum(self.put.loose.values())
        return layers(bets, seats, loose, shared=method == "proporcional")

    def say_hands(self, seats: list[int], values: Mapping[int, int]) -> None:
        """Say the hand of each contender."""
        name, cites = self.ranking.name, self.rules.cites
        for seat in seats:
            value = values.get(seat)
            if value is None:
                self.say(seat, SHOWED_NOTHING, {}, cites.show)
            else:
                self.say(seat, HAS, {"hand": name(value)}, cites.ranking[0])

    def divide(self, made: list[Layer], values: Mapping[int, int]) -> None:
        """Give each pot to the best hand of those who play for it."""
        several = len(made) > 1
        for level, layer in enumerate(made):
            amount, eligible = layer.amount, layer.eligible
            if not amount:
                continue
            pot = PotName(level)
            if several:
                self._say_layer(pot, layer)
            if len(eligible) == 1:
                winners, parts = eligible, [amount]
                said = {"pot": pot, "amount": amount}
                self.say(eligible[0], ALONE, said, self.rules.cites.alone)
            else:
                winners, parts = self._contest(pot, layer, values)
            for seat, part in zip(winners, parts, strict=True):
                self.payments.append((seat, part))
                self.gross[seat] = self.gross.get(seat, 0) + part
            self.pots.append(
                Pot(
                    level=level,
                    amount=amount,
                    eligible=eligible,
                    winners=winners,
                    shares=tuple(parts),
                )
            )

    def _say_layer(self, pot: PotName, layer: Layer) -> None:
        said = {"pot": pot, "low": layer.low, "high": layer.high, "amount": layer.amount}
        for seat in layer.eligible:
            self.say(seat, LAYER, said, self.rules.cites.side[0])

    def _contest(
        self, pot: PotName, layer: Layer, values: Mapping[int, int]
    ) -> tuple[tuple[int, ...], list[int]]:
        """Return the winners of a pot and their parts (R53, R55)."""
        amount, eligible, cites = layer.amount, layer.eligible, self.rules.cites
        best = max(values[seat] for seat in eligible if seat in values)
        winners = tuple(seat for seat in eligible if values.get(seat) == best)
        unit = self.hand.unit
        unit = max(self.hand.minimum if unit is None else unit, 1)
        parts = split_in_chips(amount, unit, len(winners))
        own = layer.high - layer.low
        apart = self.ranking.stakes_first and min(parts) < own
        if apart:
            rest = amount - own * len(winners)
            parts = [own + part for part in split_in_chips(rest, unit, len(winners))]
        by = Listed(winners)
        lost = {"pot": pot, "amount": amount, "seats": by, "hand": self.ranking.name(best)}
        for seat in eligible:
            if seat not in winners:
                self.say(seat, LOST, lost, cites.ranking[1])
        if len(winners) == 1:
            won = {"pot": pot, "amount": amount, "seats": Listed(eligible)}
            self.say(winners[0], WON, won, cites.ranking[1])
        else:
            phrase = SHARED_APART if apart else SHARED
            for seat, part in zip(winners, parts, strict=True):
                said = {"pot": pot, "amount": amount, "seats": by, "unit": unit, "share": part}
                self.say(seat, phrase, {**said, "own": own} if apart else said, cites.split)
        return winners, parts

    def cagnotte(self) -> dict[int, Commission]:
        """Take the house's percentage from each payment, never above the law's rate."""
        hand, rule = self.hand, self.rules.cites.cagnotte
        ppm = min(hand.cagnotte_ppm, self.rules.cagnotte_ppm_max)
        if not ppm:
            return {}
        pot = sum(amount for _, amount in self.payments)
        total = cagnotte_of(pot, ppm, hand.cagnotte_maximum)
        made: dict[int, Commission] = {}
        for seat, part in taken_from(self.payments, total).items():
            said = {"ppm": ppm, "pot": pot, "total": total, "taken": part}
            self.say(seat, CAGNOTTE, said, rule)
            why = (self.why[seat][-1],)
            made[seat] = Commission(seat=seat, amount=part, rules=(rule,), why=why)
        return made

    def lines(self, taken: Mapping[int, Commission], *, compared: bool) -> tuple[Line, ...]:
        """Return a line for each seat that put chips in."""
        cites, put = self.rules.cites, self.put
        won_rules = (*cites.ranking, cites.delivery) if compared else (cites.alone, cites.delivery)
        gave_up = f"{cites.options} a"
        made: list[Line] = []
        stakes = _stakes(self.hand, put)
        if not self.gross.keys() <= put.bets.keys():
            staked_by = dict(stakes)
            stakes += [(seat, 0) for seat in self.gross if seat not in staked_by]
        for seat, stake in stakes:
            gross = self.gross.get(seat, 0)
            if gross:
                made.append(self._winner(seat, stake, gross, taken.get(seat), won_rules))
                continue
            kept = {"stake": stake - put.back[seat]} if seat in put.back else {}
            if seat in put.lost:
                phrase, rule = put.lost[seat]
                self.say(seat, phrase, kept, rule)
                rules = (rule,)
            elif seat in put.out:
                self.say(seat, GAVE_UP, kept, gave_up)
                rules = (gave_up,)
            else:
                rules = cites.ranking
            returned, more = self._returned(seat) if seat == self.top or put.back else NOTHING
            made.append(
                Line(
                    seat=seat,
                    outcome=Outcome.PERDE,
                    stake=stake,
                    returned=returned,
                    rules=(*rules, *more),
                    why=tuple(self.why.get(seat, ())),
                )
            )
        return tuple(made)

    def undecided(self, game: str, seats: list[int]) -> Settlement | None:
        """Return the settlement of a hand whose cards do not tell who wins: who is out, is out.

        None where nobody of whom the cards should tell staked anything.
        """
        if self.put.bets.keys().isdisjoint(seats):
            return None
        open_ = Step(UNDECIDED, {}, self.rules.cites.ranking[0])
        return Settlement(
            game=game,
            round=self.hand.round,
            currency=self.hand.currency,
            lines=tuple(
                structs.replace(
                    line, outcome=Outcome.PENDENTE, returned=0, rules=(open_.rule,), why=(open_,)
                )
                if line.seat in seats
                else line
                for line in self.lines({}, compared=True)
            ),
        )

    def _returned(self, seat: int) -> tuple[int, tuple[str, ...]]:
        """Return the part of a seat's stake that goes back, and the rules."""
        cites, back = self.rules.cites, self.put.back
        returned, rules = 0, ()
        if self.over and seat == self.top:
            returned, rules = self.over, (cites.equal,)
            self.say(seat, UNMATCHED, {"amount": returned}, cites.equal)
        if back and seat in back:
            returned, rules = returned + back[seat], (*rules, cites.unannounced)
            self.say(seat, BACK, {"amount": back[seat]}, cites.unannounced)
        return returned, rules

    def _winner(
        self, seat: int, stake: int, gross: int, taken: Commission | None, rules: tuple[str, ...]
    ) -> Line:
        cites = self.rules.cites
        part = 0
        if taken:
            part = taken.amount
            rules = (*rules, cites.cagnotte)
        returned, more = self._returned(seat)
        rules += more
        if sum(seat in pot.winners and len(pot.winners) > 1 for pot in self.pots):
            rules = (*rules, cites.split)
        if len(self.pots) > 1:
            rules = (*rules, *cites.side)
        self.say(seat, RECEIVES, {}, cites.delivery)
        return Line(
            seat=seat,
            outcome=Outcome.GANHA,
            stake=stake,
            prize=gross - part,
            returned=returned,
            rules=rules,
            why=tuple(self.why[seat]),
        )


def settle_hand(game: str, hand: HandRecord, rules: HandRules, ranking: Ranking) -> Settlement:
    """Return the line of each seat's stake."""
    put = ranking.staked(hand, rules)
    if (hand.void is not None or hand.errors) and is_void(hand, rules, ranking):
        return _void(game, hand, rules, put)
    if hand.void is not None and not played_out(hand, rules, ranking):
        # A player's network voids nothing (O69), and who had still to act is not out for it.
        return _undecided(game, hand, rules, put)
    live = contenders(hand, rules, put)
    seats = [player.seat for player in live]
    division = _Division(hand, rules, ranking, put)
    made = division.layers(seats)
    contested = [layer for layer in made if len(layer.eligible) > 1]
    values: dict[int, int] = {}
    if contested:
        values = compare(hand, live, ranking)
        open_ = half_told(hand, live, values)
        if not all(
            open_.isdisjoint(layer.eligible) and any(seat in values for seat in layer.eligible)
            for layer in contested
        ):
            return division.undecided(game, seats) or _undecided(game, hand, rules, put)
        division.say_hands(seats, values)
    elif not seats:
        return _undecided(game, hand, rules, put)
    division.divide(made, values)
    taken = division.cagnotte()
    result: dict[str, Any] = {"vencedores": list(division.gross)}
    if values:
        result["combinacoes"] = {seat: ranking.word(value) for seat, value in values.items()}
    return Settlement(
        game=game,
        round=hand.round,
        currency=hand.currency,
        lines=division.lines(taken, compared=bool(values)),
        pots=tuple(division.pots),
        commissions=tuple(taken.values()),
        result=result,
    )


def _stakes(hand: HandRecord, put: Staked) -> list[tuple[int, int]]:
    """Return each seat's chips in the pot: the table's in order, then those nobody sits at."""
    bets = put.bets
    for more in (put.loose, put.back):
        if more:
            bets = dict(bets)
            for seat, chips in more.items():
                bets[seat] = bets.get(seat, 0) + chips
    seats = dict.fromkeys(player.seat for player in hand.players if player.seat in bets)
    if len(seats) != len(bets):
        seats |= dict.fromkeys(bets)
    return [(seat, bets[seat]) for seat in seats]


def _void(game: str, hand: HandRecord, rules: HandRules, put: Staked) -> Settlement:
    """Give all stakes back."""
    ground = misdeal(hand)
    cites = rules.cites
    if ground in MISDEALS:
        rule = f"{cites.void} {MISDEALS[ground]}"
    else:
        rule = cites.void_online if hand.online else cites.void
    cause = ground or (hand.void.cause if hand.void else "")
    return stakes_back(game, hand, put, cause, rule)


def stakes_back(game: str, hand: HandRecord, put: Staked, cause: str, rule: str) -> Settlement:
    """Return the settlement of a void hand: each player has his stake back."""
    step = Step(VOIDED, {"cause": cause}, rule)
    return stakes_given_back(game, hand, _stakes(hand, put), step)


def _undecided(game: str, hand: HandRecord, rules: HandRules, put: Staked) -> Settlement:
    """Leave all stakes in the pot: nobody can tell from the record who wins them."""
    step = Step(UNDECIDED, {}, rules.cites.ranking[0])
    return stakes_left_in_pot(game, hand, _stakes(hand, put), step)
