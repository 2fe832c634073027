"""One coup's cards: who draws, who must not, what every error of the deal turns them into.

Rules: CF R37-R39, R66-R76, R97-R104, R114-R120.

Cards are read in the order in which they were drawn. The first two of each side are the hands,
unless an error noted says otherwise; the others are third cards, and go to whom the rules give
them, whatever the table did with them: that is the rebuilding of R74, R99 and R104 b. Where the
rules leave a choice, the choice is what was done.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct, field

from projections.replay.games.bacara.bacara_chemin_de_fer import words
from projections.replay.games.bacara.bacara_chemin_de_fer.nulling import (
    DISCARDED,
    PAGADOR,
    errors_of,
    null_rule,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.record import (
    CARTA,
    NAO,
    PONTO,
    SHOWN,
    CheminDeFerRecord,
    Erro,
)
from projections.replay.games.bacara.bacara_chemin_de_fer.rules import (
    FICA,
    LIVRE,
    TIRA,
    CheminDeFerRules,
    Must,
    must_draw,
)
from projections.replay.games.bacara.points import BANCA, NATURAL, POINTS
from projections.replay.kit.bets import Moment, Placed, is_after
from projections.replay.kit.shoe import Dealt
from projections.replay.settlement import Found, Phrase, Step

IGUALDADE: Final = "igualdade"
SIDES: Final = {PONTO: PONTO, "seat": PONTO, BANCA: BANCA, "bank": BANCA, "banker": BANCA}
"""Whose a card is, by where it went."""
BANKERS: Final = frozenset({"banker", "banca", "banqueiro"})
PAIR: Final = 2
OPTIONAL: Final = 5
"""With it the ponto draws or not as he likes; below he draws, above he stands (R67 b-d)."""
NOT_SHOWN: Final = frozenset({"103a", "103b"})
"""The ponto did not show his 8 or 9 in time."""
TOLD_WRONG: Final = frozenset({"99", "104b"})
"""The pagador told the ponto wrong, or announced a card after a no: the coup follows the table."""
ASKED_UNKNOWN: Final = frozenset({"99", "102f", "102h", "102j"})
"""Who drew does not say what the ponto asked for: he was told wrong, a fifth card was dealt, he
has four, or his card went into the discard."""
BANKER_BY_REMEDY: Final = ASKED_UNKNOWN | TOLD_WRONG | {"102i"}
"""The remedy says what the banker does; besides these, after cards he let fall were taken up."""
REMEDY: Final = "remedy"
"""Why a card is burned that came face up (R104 a)."""


class Played(Struct, frozen=True, kw_only=True, gc=False):
    """The outcome that the cards of a coup decide."""

    vencedor: str | None = None
    """``ponto``, ``banca``, ``igualdade``; None: undecided, or annulled."""
    ponto: int | None = None
    banca: int | None = None
    nulo: str = ""
    """The rule that annuls the coup, if one does."""
    queimadas: tuple[str, ...] = ()
    """Cards drawn that belong to nobody."""
    steps: tuple[Step, ...] = ()
    rules: tuple[str, ...] = ()
    found: tuple[Found, ...] = ()


def play(record: CheminDeFerRecord, rules: CheminDeFerRules, *, single: bool) -> Played:
    """Return the coup's outcome; ``single``: bancô, in which both may draw falsely (R73)."""
    nulo = null_rule(record, rules)
    if nulo:
        return Played(nulo=nulo)
    coup = _Coup(record, rules, single=single)
    coup.decide()
    for thrower, winner in (("ponto", BANCA), ("banker", PONTO)):
        if coup.threw == thrower:
            phrase, rule = words.REMEDIES[DISCARDED + thrower]
            return Played(
                vencedor=winner,
                steps=(Step(phrase, {}, rule),),
                rules=(rule,),
                found=tuple(one for one in coup.found if coup.before_the_throw(one)),
            )
    return coup.played()


def points_of(cards: Sequence[str | None]) -> int | None:
    """Return a hand's points (R37-R39); None if a card is not known or no card.

    >>> points_of(["Kd", "Tc"]), points_of(["9d", None])
    (0, None)
    """
    total = 0
    for card in cards:
        value = POINTS.get(card or "")
        if value is None:
            return None
        total += value
    return total % 10


class _Hands(Struct):
    """The cards as the deal left them."""

    ponto: list[str | None] = field(default_factory=list)
    banca: list[str | None] = field(default_factory=list)
    drawn: list[Dealt] = field(default_factory=list)
    """After the deal, in order, whoever had them."""


class _Coup:
    """One coup, decided step by step."""

    def __init__(self, record: CheminDeFerRecord, rules: CheminDeFerRules, *, single: bool) -> None:
        self.record, self.rules, self.single = record, rules, single
        self.errors = errors_of(record)
        self.found: list[Found] = []
        self.steps: list[Step] = []
        self.threw = _who_threw(self.errors.get(DISCARDED))
        self.total_ponto: int | None = None
        self.total_banca: int | None = None
        self.winner: str | None = None
        self.burned: list[str] = []
        said = [one.dito for one in record.ditos if one.quem == PONTO]
        self.said = [word for word in said if word in (CARTA, NAO, *SHOWN)]
        asked = [word for word in self.said if word in (CARTA, NAO)]
        self.first = asked[0] if asked else None
        self.both = len(set(asked)) == PAIR
        hands = self._hands()
        self.hands = hands
        self.third_actual = next((one for one in hands.drawn if _side(one) == PONTO), None)
        self.banker_drew = any(_side(one) == BANCA for one in hands.drawn)
        self.by_table = record.segundo_a_tabela or "102b" in self.errors

    # --- the deal ------------------------------------------------------------------------------

    def _hands(self) -> _Hands:
        dealt = [one for one in self.record.cards if _side(one)]
        exposed = self.errors.get("104a")
        if exposed is not None:
            dealt = self._without_exposed(dealt, exposed.cards)
        sizes = {PONTO: PAIR, BANCA: PAIR}
        if "102d" in self.errors:
            sizes[BANCA] = max(PAIR + 1, len(self.errors["102d"].cards))
        if "102g" in self.errors:
            sizes[PONTO] = PAIR + 1
        hands = _Hands()
        for one in dealt:
            hand = hands.ponto if _side(one) == PONTO else hands.banca
            if len(hand) < sizes[_side(one)]:
                hand.append(one.card)
            else:
                hands.drawn.append(one)
        return hands

    def _without_exposed(self, dealt: list[Dealt], cards: Sequence[str]) -> list[Dealt]:
        """Burn a card that came face up from the shoe, and deal what follows in its turn."""
        # Six decks hold the same card six times: one that was burned was not dealt.
        put_away = {one.card for one in self.record.shoe.burned if one.cause == REMEDY}
        exposed = [one for one in dealt if one.card in cards and one.card not in put_away]
        exposed = exposed[: len(cards)]
        if not exposed:
            self._say("104a")
            return dealt
        for one in exposed:
            self.burned.append(one.card or "")
            self._fault("CF-ERR", "CF R104 a", "queimada", one.card or "")
        kept = [one for one in dealt if not any(one is other for other in exposed)]
        self._say("104a")
        turns = (PONTO, BANCA, PONTO, BANCA)
        first = [Dealt(to=side, card=one.card) for side, one in zip(turns, kept, strict=False)]
        return [*first, *kept[len(turns) :]]

    def _complete(self) -> bool:
        hands = self.hands
        floor = self._on_the_floor()
        return len(hands.banca) >= PAIR and (floor or len(hands.ponto) >= PAIR)

    def _on_the_floor(self) -> bool:
        error = self.errors.get("102i")
        return error is not None and not error.recuperadas

    # --- deciding ------------------------------------------------------------------------------

    def decide(self) -> None:
        """Work out both totals and the winner."""
        if not self._complete():
            if self.record.cards and self.record.void is None and self.record.has("cards"):
                self._fault("CF-ERR", "CF R102 a", "golpe dado", f"{len(self.record.cards)} cartas")
            return
        ponto, banca = points_of(self.hands.ponto), points_of(self.hands.banca)
        if "102d" in self.errors and banca is not None:
            self._hand(words.HAND_BANCA, self.hands.banca, banca, "CF R37")
            banca = 0
            self._say("102d")
        elif banca is not None:
            self._hand(words.HAND_BANCA, self.hands.banca, banca, "CF R37")
        if self._on_the_floor():
            self._say("102i")
            self._compare(9, banca)
            self._burn(self.hands.drawn)
            return
        for code in ("102i", "102l"):
            if code in self.errors:
                self._say("102l")
                break
        if ponto is None or banca is None:
            return
        if "102g" in self.errors:
            self._three_in_the_deal(banca)
            return
        self._hand(words.HAND_PONTO, self.hands.ponto, ponto, "CF R37")
        self._judge(ponto, banca)
        self._draw(ponto, banca)

    def _shown(self, ponto: int) -> bool:
        """Tell whether the ponto showed his 8 or 9 in time; without words, whether none drew."""
        if ponto < NATURAL or not self.errors.keys().isdisjoint(NOT_SHOWN):
            return False
        if self.said:
            return self.said[0] in SHOWN
        return self.third_actual is None and (not self.banker_drew or "102d" in self.errors)

    def _natural(self, banca: int) -> bool:
        return banca >= NATURAL and "102d" not in self.errors

    def _ponto_takes(self, ponto: int, banca: int) -> bool:
        """Tell whether the ponto has a third card (R67, R73, R103)."""
        drew = self.third_actual is not None
        asked = self.first == CARTA if self.first is not None else drew
        if ponto >= NATURAL:
            return asked and drew
        if ponto == OPTIONAL:
            if self.both:
                self._say("103d")
            return asked
        if self.both and banca != 0:
            self._say("103c")
            return drew
        if self.single and "99" not in self.errors:
            return asked
        return ponto < OPTIONAL

    def _draw(self, ponto: int, banca: int) -> None:
        """Give third cards, or none, and compare."""
        left = list(self.hands.drawn)
        shown = self._shown(ponto)
        if shown:
            self._step(words.PONTO_SHOWS, "CF R67 a", pontos=ponto)
            self._after_showing(ponto, banca, left)
            return
        if ponto >= NATURAL:
            self._say("103a")
        takes = self._ponto_takes(ponto, banca)
        if self._natural(banca) and (takes or "102f" not in self.errors):
            self._step(words.BANCA_SHOWS, "CF R70 a", pontos=banca)
            self._compare(ponto, banca, forgot=ponto > banca)
            self._burn(left)
            return
        for code in ("104b", "99"):
            if code in self.errors:
                self._say(code)
        if "102j" in self.errors:
            self._say("102j")
            self._bank(9, banca, None, [one for one in left if _side(one) == BANCA])
            return
        if takes and self._four(left):
            four = [*self.hands.ponto, *self._take_all(left, PONTO)]
            total = best_of(four, max, (3,))
            self._say("102h", total=total)
            self._bank(total, banca, None, left, four=True)
        else:
            self._third(ponto, banca, left, takes=takes)

    def _third(self, ponto: int, banca: int, left: list[Dealt], *, takes: bool) -> None:
        """Give the ponto his third card, or no card, and then the banker's."""
        total, third = ponto, None
        if takes:
            card = left.pop(0).card if left else None
            third = points_of([card])
            if third is None:
                return
            total = (ponto + third) % 10
            self._step(words.PONTO_DRAWS, "CF R67", pontos=ponto, carta=card, total=total)
        else:
            self._step(words.PONTO_STANDS, "CF R67", pontos=ponto)
        fifth = "102f" in self.errors
        if fifth:
            self._say("102f")
        self._bank(total, banca, third, left, fifth=fifth and not takes)

    def _after_showing(self, ponto: int, banca: int, left: list[Dealt]) -> None:
        """Compare with a ponto who showed: nobody draws, save a banker of R102 d who likes to."""
        if "102d" in self.errors and self.banker_drew and left:
            card = left.pop(0).card
            value = points_of([card])
            if value is not None:
                self._bank_draws(0, value, card, "8/9", "8/9", "CF R102 d")
                self._compare(ponto, value)
            self._burn(left)
            return
        if self._natural(banca):
            self._step(words.BANCA_SHOWS, "CF R70 a", pontos=banca)
        self._compare(ponto, banca)
        self._burn(left)

    def _three_in_the_deal(self, banca: int) -> None:
        total = best_of(self.hands.ponto, max, (2, 3))
        self._say("102g", total=total)
        must: Must = FICA if banca >= 7 else LIVRE  # R102 g
        self._bank(total, banca, None, list(self.hands.drawn), must=must)

    def _four(self, left: Sequence[Dealt]) -> bool:
        return sum(_side(one) == PONTO for one in left) > 1

    @staticmethod
    def _take_all(left: list[Dealt], side: str) -> list[str | None]:
        taken = [one for one in left if _side(one) == side][:PAIR]
        for one in taken:
            left.remove(one)
        return [one.card for one in taken]

    # --- the banker ----------------------------------------------------------------------------

    def _must(self, banca: int, third: int | None, *, four: bool = False) -> tuple[Must, str]:
        """Return the banker's duty to draw or stand, and its rule."""
        bacara = banca == 0
        if "102j" in self.errors:
            return (FICA if banca == 7 else LIVRE), "CF R102 j"
        if self.by_table:
            rule = "CF R101" if self.record.segundo_a_tabela else "CF R102 b"
            return must_draw(self.rules, banca, third, by_table=True), rule
        told_wrong = not self.errors.keys().isdisjoint(TOLD_WRONG)
        bound = bacara or self.record.conselho or told_wrong
        if self.single and not bound:
            return LIVRE, "CF R73"
        if four and 3 <= banca <= 6:  # R70 d asks for one third card
            return LIVRE, "CF R102 h"
        rule = "CF R73" if self.single and bacara else "CF R70"
        rule = "CF R97" if self.record.conselho else rule
        return must_draw(self.rules, banca, third), rule

    def _bank(
        self,
        ponto: int | None,
        banca: int,
        third: int | None,
        left: list[Dealt],
        *,
        fifth: bool = False,
        four: bool = False,
        must: Must | None = None,
    ) -> None:
        """Draw the banker's third card if he takes a card, and compare both hands."""
        due, rule = self._must(banca, third, four=four)
        if must is not None:
            due, rule = must, "CF R102 g"
        if self.by_table and "102b" in self.errors:
            self._say("102b")
        against = ("não", "no") if third is None else (str(third), str(third))
        draws = due == TIRA or (due == LIVRE and any(_side(one) == BANCA for one in left))
        if fifth:
            draws, rule = True, "CF R102 f"
        if "102m" in self.errors and not fifth:
            draws = False
            self._say("102m")
        if not draws:
            self._step(
                words.BANCA_STANDS, rule, pontos=banca, contra=against[0], contra_en=against[1]
            )
            self._compare(ponto, banca)
            self._burn(left)
            return
        if not left:
            return
        if self._two_drawn(left):
            cards = [*self.hands.banca, left.pop(0).card, left.pop(0).card]
            total = best_of(cards, min, (3,))
            self._say("102e", total=total)
            self._compare(ponto, total)
        else:
            card = left.pop(0).card
            value = points_of([card])
            if value is None:
                return
            total = (banca + value) % 10
            self._bank_draws(banca, total, card, against[0], against[1], rule)
            self._compare(ponto, total)
        self._burn(left)

    def _two_drawn(self, left: Sequence[Dealt]) -> bool:
        """Tell whether the banker drew two third cards; R104 b has its own remedy for them."""
        if len(left) < PAIR or "104b" in self.errors:
            return False
        return "102e" in self.errors or sum(_side(one) == BANCA for one in left) >= PAIR

    def _bank_draws(
        self, points: int, total: int, card: str | None, pt: str, en: str, rule: str
    ) -> None:
        self._step(
            words.BANCA_DRAWS,
            rule,
            pontos=points,
            contra=pt,
            contra_en=en,
            carta=card,
            total=total,
        )

    def _compare(self, ponto: int | None, banca: int | None, *, forgot: bool = False) -> None:
        """Say who wins (R114, R116, R120); ``forgot``: a 9 not shown against an 8 (R103 b)."""
        if ponto is None or banca is None:
            return
        self.total_ponto, self.total_banca = ponto, banca
        if forgot and banca >= NATURAL:
            self._say("103b")
            self.winner = BANCA
            self._step(words.BANCA_WINS, "CF R103 b", ponto=ponto, banca=banca)
        elif ponto == banca:
            self.winner = IGUALDADE
            self._step(words.EQUAL, "CF R114, R116", ponto=ponto)
        else:
            self.winner = PONTO if ponto > banca else BANCA
            phrase = words.PONTO_WINS if ponto > banca else words.BANCA_WINS
            self._step(phrase, "CF R120", ponto=ponto, banca=banca)

    # --- faults of those who play --------------------------------------------------------------

    def _judge(self, ponto: int, banca: int) -> None:
        """Note where the ponto or the banker left his duty (R67, R70, R73, R97, R101)."""
        self._judge_ponto(ponto, banca)
        self._judge_banker(ponto, banca)

    def _judge_ponto(self, ponto: int, banca: int) -> None:
        if ponto >= NATURAL:
            self._judge_showing(ponto)
            return
        if self.said and self.said[0] in SHOWN:
            self._fault("CF-PONTO", "CF R68", str(ponto), self.said[0])
        if self.single or self.both or ponto == OPTIONAL:
            return
        if self.first is None and not self.errors.keys().isdisjoint(ASKED_UNKNOWN):
            return
        asked = self.first == CARTA if self.first else self.third_actual is not None
        if ponto > OPTIONAL and asked:
            self._fault("CF-PONTO", "CF R67 b", NAO, CARTA)
        over = self._natural(banca) and self.first is None
        if ponto < OPTIONAL and not asked and not over:
            self._fault("CF-PONTO", "CF R67 c", CARTA, NAO)

    def _judge_showing(self, ponto: int) -> None:
        """Note an 8 or 9 that the ponto did not show, where he spoke or the table noted it."""
        told = bool(self.said) or not self.errors.keys().isdisjoint(NOT_SHOWN)
        if told and not self._shown(ponto):
            self._fault("CF-PONTO", "CF R67 a", str(ponto), self.said[0] if self.said else "")

    def _judge_banker(self, ponto: int, banca: int) -> None:
        if not self.errors.keys().isdisjoint(BANKER_BY_REMEDY):
            return
        if self._natural(banca):
            if self.banker_drew:
                self._fault("CF-TABLE", "CF R70 a", FICA, TIRA)
            return
        if self._shown(ponto):
            if self.banker_drew and "102d" not in self.errors:
                self._fault("CF-TABLE", "CF R70 c", FICA, TIRA)
            return
        card = None if self.third_actual is None else self.third_actual.card
        third = None if self.third_actual is None else points_of([card])
        if self.third_actual is not None and third is None:
            return
        due, rule = self._must(banca, third)
        did = TIRA if self.banker_drew else FICA
        stopped = did == FICA and any(one.code == "CF-PONTO" for one in self.found)
        if due not in (LIVRE, did) and not stopped:
            self._fault("CF-TABLE", rule, due, did)

    def before_the_throw(self, fault: Found) -> bool:
        """Tell whether a fault is known to lie before the cards were thrown away.

        The coup is lost there (R76): what was left undone after it was nobody's duty any more.
        """
        if fault.rule == "CF R104 a":
            return True  # a card exposed in the deal
        thrown = Moment(at=self.errors[DISCARDED].at)
        deed: Placed | None = None
        if fault.code == "CF-TABLE" and fault.recorded == TIRA:
            deed = next((one for one in self.hands.drawn if _side(one) == BANCA), None)
        elif fault.code == "CF-PONTO" and self.said:
            deed = next((one for one in self.record.ditos if one.quem == PONTO), None)
        return deed is not None and is_after(thrown, deed)

    # --- saying --------------------------------------------------------------------------------

    def _fault(self, code: str, rule: str, expected: str, recorded: str) -> None:
        seat = self.record.banqueiro if code == "CF-TABLE" else None
        self.found.append(
            Found(
                code=code,
                rule=rule,
                seat=seat or None,
                expected=expected,
                recorded=recorded,
                facts={"fact": rule},
            )
        )

    def _hand(self, phrase: Phrase, cards: Sequence[str | None], points: int, rule: str) -> None:
        said = " ".join(card or "?" for card in cards)
        self._step(phrase, rule, cartas=said, pontos=points)

    def _say(self, code: str, **values: object) -> None:
        phrase, rule = words.REMEDIES[code]
        self._step(phrase, rule, **values)

    def _step(self, phrase: Phrase, rule: str, **values: object) -> None:
        self.steps.append(Step(phrase, values, rule))

    def _burn(self, left: Sequence[Dealt]) -> None:
        """Burn the cards that the rules give to no hand (R74)."""
        over = [one.card or "?" for one in left]
        if over:
            self.burned.extend(over)
            self._step(words.REBUILT, "CF R74", cartas=" ".join(over))

    def played(self) -> Played:
        """Return the outcome."""
        decided = self.winner is not None
        steps = self.steps if decided else [*self.steps, Step(words.NO_OUTCOME)]
        return Played(
            vencedor=self.winner,
            ponto=self.total_ponto,
            banca=self.total_banca,
            queimadas=tuple(self.burned),
            steps=tuple(steps),
            rules=tuple(dict.fromkeys(step.rule for step in self.steps if step.rule)),
            found=tuple(self.found),
        )


def best_of(cards: Sequence[str | None], choose: object, sizes: Sequence[int]) -> int | None:
    """Return the highest (``max``) or lowest (``min``) points of subsets of the cards."""
    totals = [points_of(some) for size in sizes for some in combinations(cards, size)]
    known = [total for total in totals if total is not None]
    if len(known) < len(totals) or not known:
        return None
    return max(known) if choose is max else min(known)


def _who_threw(error: Erro | None) -> str | None:
    if error is None or error.by is None:
        return None
    if error.by in BANKERS:
        return "banker"
    return None if error.by == PAGADOR else "ponto"


def _side(card: Dealt) -> str:
    return SIDES.get(card.to, "")
