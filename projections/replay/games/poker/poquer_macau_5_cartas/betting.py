"""Follows the four lanços act by act: whose word it was, what was open to him, how much (A10, A11).

An act against a rule is a fault in ``found`` and happened all the same: the jogada goes on from the
chips as they lie. Three things put a player out without his saying so: the opening that he had to
make and did not (A10 b), a chave revealed in the deal (A11 d), and a bet that he did not equal
though he had the money (A10 b, A11 b).
"""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

from projections.replay.games.poker.poquer_macau_5_cartas.facts import (
    entrada_de,
    reveladas_na_distribuicao,
)
from projections.replay.games.poker.poquer_macau_5_cartas.ranking import CARDS
from projections.replay.games.poker.poquer_macau_5_cartas.record import (
    ACEITAR,
    APOSTAR,
    DESISTIR,
    ELEVAR,
    ENTRADA,
    JOGADOR,
    LANCOS,
    OPEN_CARDS,
    PASSAR,
    REDOBRAR,
    WORDS,
    Direito,
    Lance,
    MacauRecord,
    Revelada,
)
from projections.replay.games.poker.poquer_macau_5_cartas.speaking import ordem_de_fala
from projections.replay.kit.memo import once
from projections.replay.settlement import Found, money_text

IN, DESFALCADO, OUT = range(3)
UNKNOWN_CAPITAL: Final = 1 << 60
ANYBODY: Final = -1
"""Whose turn it is where the open cards do not tell."""
ORDER_RULES: Final = ("M5 A10 b", "M5 A10 c i, c ii", "M5 A10 c v, c ii", "M5 A10 d, c ii")
"""Who speaks while nobody has bet, lanço by lanço."""
SEAT_RULES: Final = ("M5 A10 b, A11 c", *("M5 A10 c iii, A11 c",) * 3)
"""Who speaks after a bet."""


class Lancos:
    """The state of a jogada's betting; places count from the dealer's right, from 0."""

    def __init__(self, record: MacauRecord) -> None:
        """Seat the players, before the entry."""
        self.record = record
        self.judging = record.has("decisions")
        self.found: list[Found] = []
        # Beyond as many as the deck has cards there is no chave to play with: those are strangers.
        seated = record.jogadores[: len(CARDS)]
        self.seats: list[int] = [one.seat for one in seated]
        self.size = size = len(self.seats)
        self.index: dict[int, int] = {}
        self.left: list[int] = []
        """The capital of each that is not in the bolo."""
        self.state: list[int] = []
        for place, jogador in enumerate(seated):
            known = jogador.capital is not None
            self.left.append(max(jogador.capital or 0, 0) if known else UNKNOWN_CAPITAL)
            self.state.append(OUT if jogador.seat in self.index else IN)
            self.index.setdefault(jogador.seat, place)
        self.last_put = {lance.seat: lance for lance in record.lances if lance.added > 0}
        """By seat, the last act by which chips were put in."""
        self.in_hand = size - self.state.count(OUT)
        self.entradas: dict[int, int] = {}
        """By seat, what went into the bolo de entrada."""
        self.apostas: dict[int, int] = {}
        """By seat, what was bet in the lanços."""
        self.bet = [0] * size
        """What each has put in during this lanço."""
        self.done = [False] * size
        """Who has spoken since the last bet or raise."""
        self.passed = [False] * size
        self.late: set[int] = set()
        """Whom others overtook: they may speak yet."""
        self.owing: set[int] = set()
        """Who stays below the bet though he has more: he may complete it."""
        self.told: set[int] = set()
        """Of those, whose fault stands in ``found`` already."""
        self.abatidas: set[int] = set()
        """Whose chave was revealed in the deal (A11 d)."""
        self.renunciaram: set[int] = set()
        """Who had to open, did not, and so gave up (A10 b)."""
        self.curtos: set[int] = set()
        """Who did not equal the bet though they could, and so gave up."""
        self.lanco = self.level = self.anterior = self.bettor = self.bet_before = 0
        self.order: list[int] | None = []
        self.primeiros: dict[int, int] = {}
        """By lanço, the place that had the right to speak first."""
        self.misgiven: set[tuple[int, int]] = set()
        """Lanço and seat to whom the dealer gave the right to speak wrongly."""
        self.recebem: list[list[int] | None] = []
        """Who is dealt the third, fourth and fifth card, in order; None where cards do not tell."""
        self.complete = False
        """Whether the betting came to its end."""

    @property
    def alive(self) -> bool:
        """Whether two are still in the hand: one alone has won it."""
        return self.in_hand > 1

    def follow(self) -> "Lancos":
        """Follow all acts to the end of the jogada."""
        reveladas = deque(reveladas_na_distribuicao(self.record))
        direitos = deque(one for one in self.record.direitos if one.lances is not None)
        for at, lance in enumerate(self.record.lances):
            while reveladas and reveladas[0].lances <= at:
                self._abater(reveladas.popleft())
            while direitos and (direitos[0].lances or 0) <= at:
                self._give_right(direitos.popleft())
            if lance.accao == ENTRADA:
                self._entrar(lance)
            else:
                self._act(lance)
        for revelada in reveladas:
            self._abater(revelada)
        self._finish()
        return self

    def contenders(self) -> list[int]:
        """Return the places of those who may win, in the order of the deal."""
        return [place for place in range(self.size) if self.state[place] != OUT]

    def abertas(self, lanco: int) -> dict[int, tuple[str | None, ...]]:
        """Return the open cards of those in the hand, by place."""
        shown: dict[int, tuple[str | None, ...]] = {}
        for place in self.contenders():
            cards = self.record.jogadores[place].cartas
            shown[place] = tuple(cards[at] for at in OPEN_CARDS[:lanco] if at < len(cards))
        return shown

    # --- the frame -------------------------------------------------------------------------------

    def _entrar(self, lance: Lance) -> None:
        """Take an entry into the bolo (A7, A10 a)."""
        chips = max(lance.added, 0)
        self.entradas[lance.seat] = self.entradas.get(lance.seat, 0) + chips
        place = self.index.get(lance.seat)
        if lance.added < 0 or place is None:
            self._impossible(lance, "M5 A10 a")
        if place is None:
            return
        fee = entrada_de(self.record) if self.record.comissao_inicial == JOGADOR else 0
        self._take(place, lance, chips)
        self.left[place] = max(self.left[place] - fee, 0)
        if not self.left[place] and self.state[place] == IN:
            self.state[place] = DESFALCADO

    def _abater(self, revelada: Revelada) -> None:
        """Put out of the hand whose chave was revealed in the deal (A11 d)."""
        place = self.index.get(revelada.seat, -1)
        if place >= 0 and self.state[place] != OUT and self.alive:
            self._leave(place)
            self.abatidas.add(place)

    def _act(self, lance: Lance) -> None:
        if lance.lanco != self.lanco or not self.lanco:
            self._go_to(lance)
        place = self.index.get(lance.seat, -1)
        word = WORDS.get(lance.accao)
        if place < 0:
            self.apostas[lance.seat] = self.apostas.get(lance.seat, 0) + max(lance.added, 0)
            self._impossible(lance, "M5 A3")
        elif self.state[place] != IN or not self.alive:
            self._no_word(place, lance, word)
        elif word is None:
            self._put(place, lance)
            self._impossible(lance, "M5 A10 b")
        else:
            ACTS[word](self, place, lance, self._turn(place, lance))

    def _give_right(self, direito: Direito) -> None:
        """Judge to whom the dealer gave the right to speak (A10 b-d)."""
        while self.lanco < min(direito.lanco, LANCOS):
            self._close()
            self._open()
        if direito.lanco == self.lanco and self.alive and not self.level:
            self._check_right(direito.seat)

    def _check_right(self, seat: int) -> None:
        expected, place = self.expected(), self.index.get(seat, -1)
        if expected is None or expected in (ANYBODY, place):
            return
        if place >= 0 and self.state[place] == DESFALCADO:
            return  # the right is his by his cards, though he has nothing to bet
        self.misgiven.add((self.lanco, seat))
        self.fault(
            "M5-OPEN",
            ORDER_RULES[self.lanco - 1],
            seat,
            expected=str(self.seats[expected]),
            recorded=str(seat),
            facts={"lanco": self.lanco, "direito": True},
        )

    def _go_to(self, lance: Lance) -> None:
        """Go on to the lanço of an act, through those in which nobody spoke."""
        lanco = min(max(lance.lanco, self.lanco, 1), LANCOS)
        if lance.lanco > LANCOS or 0 < lance.lanco < self.lanco:
            self.fault(
                "RES-IMPOSS",
                ORDER_RULES[lanco - 1],
                lance.seat,
                expected=str(lanco),
                recorded=str(lance.lanco),
            )
        while self.lanco < lanco:
            self._close()
            self._open()

    def _open(self) -> None:
        self.lanco += 1
        self.level = self.anterior = 0
        self.bet = [0] * self.size
        self.done = [False] * self.size
        self.passed = [False] * self.size
        self.late, self.owing, self.told = set(), set(), set()
        self.order = ordem_de_fala(self.abertas(self.lanco), self.lanco)
        able = [place for place in self.order or () if self.state[place] == IN]
        if able and self.alive:
            self.primeiros[self.lanco] = able[0]
        given = [one for one in self.record.direitos if one.lances is None]
        for direito in given:
            if direito.lanco == self.lanco and self.alive:
                self._check_right(direito.seat)
                break

    def _close(self) -> None:
        """End a lanço: stakes equal but for the desfalcados, everybody asked (A10 b, c iii)."""
        if not self.lanco or not self.alive:
            return
        if self.judging:
            self._check_equal()
            self._check_asked()
        if self.alive and self.lanco < LANCOS:
            self.recebem.append(self._dealt_next())

    def _check_equal(self) -> None:
        highest = max(self.bet[place] for place in self.contenders())
        for place in self.contenders():
            if self.state[place] != IN or self.bet[place] >= highest:
                continue
            if place not in self.told:
                rule = "M5 A11 a" if place in self.owing else "M5 A10 b"
                self.fault(
                    "NB-EQ",
                    rule,
                    self.seats[place],
                    expected=money_text(highest),
                    recorded=money_text(self.bet[place]),
                    amount=highest - self.bet[place],
                )
            self._leave(place)
            self.curtos.add(place)

    def _check_asked(self) -> None:
        able = [place for place in self.contenders() if self.state[place] == IN]
        unasked = [place for place in able if not self.done[place] and place not in self.late]
        if not self.alive or not unasked or len(able) == 1:
            return
        if self.order is not None and not self.level:
            unasked.sort(key=self.order.index)
        rules = SEAT_RULES if self.level else ORDER_RULES
        self.fault(
            "M5-OPEN",
            rules[self.lanco - 1],
            self.seats[unasked[0]],
            facts={"lanco": self.lanco, "unasked": [self.seats[place] for place in unasked]},
        )

    def _dealt_next(self) -> list[int] | None:
        """Return the seat dealt the next card: from the best hand shown that stays (A10 c ii, iv).

        Who is desfalcado has no word to speak and is dealt from all the same.
        """
        places = self.contenders()
        if self.order is None:
            return None
        first = next((place for place in self.order if place in places), places[0])
        at = places.index(first)
        return places[at:] + places[:at]

    def _finish(self) -> None:
        """Close the last lanço, and those for which cards were dealt but nobody was asked.

        A void cut the jogada short: what was still to come is nobody's fault.
        """
        known = len(self.found)
        self._close()
        cards = max((len(self.record.jogadores[p].cartas) for p in self.contenders()), default=0)
        reached = self.lanco or int(cards > 1)
        while self.lanco < min(max(cards - 1, reached), LANCOS) and self.alive:
            self._open()
            self._close()
        if self.record.void is not None:
            del self.found[known:]
        able = [place for place in self.contenders() if self.state[place] == IN]
        self.complete = not self.alive or len(able) <= 1 or self.lanco == LANCOS

    # --- whose word it is ------------------------------------------------------------------------

    def expected(self) -> int | None:
        """Return the place whose turn it is; None if nobody's, ``ANYBODY`` if cards do not tell."""
        waiting = self._waiting()
        if not waiting:
            return None
        return waiting[0] if self.level or self.order is not None else ANYBODY

    def _waiting(self) -> list[int]:
        """Return the seats still to speak, in order."""
        if self.level:
            ring = [(self.bettor + step) % self.size for step in range(1, self.size + 1)]
        elif self.order is not None:
            ring = self.order
        else:
            ring = range(self.size)
        return [
            place
            for place in ring
            if self.state[place] == IN and not self.done[place] and place not in self.late
        ]

    def _turn(self, place: int, lance: Lance) -> bool:
        """Judge whether a player may speak now (A10 b-d, A11 c)."""
        expected = self.expected()
        if expected in (place, ANYBODY):
            return True
        if place in self.owing or (place in self.late and not self.done[place]):
            self.late.discard(place)
            return True
        if self.level or (self.lanco, lance.seat) not in self.misgiven:
            rules = SEAT_RULES if self.level else ORDER_RULES
            self.fault(
                "M5-OPEN",
                rules[self.lanco - 1],
                lance.seat,
                expected="" if expected is None else str(self.seats[expected]),
                recorded=str(lance.seat),
                facts={"lanco": self.lanco, "accao": lance.accao},
            )
        waiting = self._waiting()
        if place in waiting and (self.level or self.lanco > 1):
            self.late |= {*waiting[: waiting.index(place)]}
        return False

    def _no_word(self, place: int, lance: Lance, word: str | None) -> None:
        """Judge an act of a player who is out, has put in all his capital, or has won already."""
        short = self.state[place] == DESFALCADO and self.alive
        if short and word == PASSAR and lance.added <= 0:
            return
        known = len(self.found)
        self._put(place, lance, counts=False)
        if short and word == DESISTIR:
            self._leave(place)
        if short and len(self.found) > known:
            return  # he had nothing more to put in: that is the fault
        code, rule = "NB-TURN", "M5 A10 b"
        if place in self.abatidas:
            code, rule = "M5-KEY", "M5 A11 d"
        elif place in self.renunciaram:
            code = "M5-OPEN"
        elif not self.alive and self.state[place] != OUT:
            rule = "M5 A10 c iii"
        self.fault(
            code,
            rule,
            lance.seat,
            recorded=lance.accao,
            amount=lance.added or None,
            facts={"lanco": self.lanco, "accao": lance.accao},
        )

    # --- what each act does ----------------------------------------------------------------------

    def desistir(self, place: int, lance: Lance, _in_turn: bool) -> None:  # noqa: FBT001 - all words of a lance are called so
        """Give up (A10 b 1, c i 1)."""
        if lance.added:
            self._put(place, lance)
            self._impossible(lance, "M5 A10 b 1")
        self._leave(place)

    def passar(self, place: int, lance: Lance, in_turn: bool) -> None:  # noqa: FBT001 - all words of a lance are called so
        """Pass the voice, where nobody has bet (A10 c i 2); in the first lanço it is giving up."""
        if lance.added:
            self._put(place, lance)
            self._impossible(lance, "M5 A10 c i 2")
            if self.bet[place] > self.level:
                self._raised(place, self.bet[place] - self.level)
                return
        if self.level:
            self.done[place] = True
            if self.bet[place] < self.level:
                self.owing.add(place)
            if in_turn:
                self.told.add(place)
                self.fault(
                    "M5-OPEN",
                    "M5 A10 b" if self.lanco == 1 else "M5 A10 c iii",
                    lance.seat,
                    expected=money_text(self.level),
                    recorded=lance.accao,
                    facts={"lanco": self.lanco, "accao": lance.accao},
                )
        elif self.lanco > 1:
            self.done[place] = self.passed[place] = True
        elif in_turn:
            self._leave(place)
            self.renunciaram.add(place)

    def aceitar(self, place: int, lance: Lance, in_turn: bool) -> None:  # noqa: FBT001 - all words of a lance are called so
        """Equal the bet (A10 b 2)."""
        if not self.level:
            if in_turn:
                self.fault(
                    "M5-OPEN",
                    ORDER_RULES[self.lanco - 1],
                    lance.seat,
                    expected=APOSTAR,
                    recorded=lance.accao,
                    facts={"lanco": self.lanco, "accao": lance.accao},
                )
            if self._put(place, lance):
                self._raised(place, self.bet[place])
            elif self.lanco > 1:
                self.done[place] = self.passed[place] = True
            return
        extra = self._put(place, lance) - (self.level - self.bet_before)
        self.done[place] = True
        if extra > 0:
            self._extra(place, lance, extra, in_turn=in_turn)
        elif extra < 0:
            self._short(place, lance)

    def elevar(self, place: int, lance: Lance, in_turn: bool) -> None:  # noqa: FBT001 - all words of a lance are called so
        """Bet first, raise, or raise a raise (A10 b 3, b 4, c i 3, c iii)."""
        chips = self._put(place, lance)
        if not self.level:
            self._first_bet(place, lance, chips)
            return
        extra = chips - (self.level - self.bet_before)
        self.done[place] = True
        if extra > 0:
            self._extra(place, lance, extra, in_turn=in_turn)
            return
        if not self._all_in(place, lance):
            self._too_low(lance, extra)
        if extra < 0:
            self._short(place, lance)

    def _first_bet(self, place: int, lance: Lance, chips: int) -> None:
        if chips <= 0:
            if not lance.added:
                self._impossible(lance, ORDER_RULES[self.lanco - 1])
            return
        least = self.record.aposta_minima
        if chips < least and not self._all_in(place, lance):
            self.fault(
                "BET-MIN",
                ORDER_RULES[self.lanco - 1],
                lance.seat,
                expected=money_text(least),
                recorded=money_text(chips),
                amount=least - chips,
            )
        self._raised(place, chips)

    def _extra(self, place: int, lance: Lance, extra: int, *, in_turn: bool) -> None:
        """Take a raise, which is at least the bet before unless it is all he has (A10 b 3)."""
        if self.passed[place] and in_turn:
            self.fault(
                "M5-RAISE",
                "M5 A10 c i 2",
                lance.seat,
                recorded=money_text(extra),
                amount=extra,
                facts={"lanco": self.lanco, "passou": True},
            )
        if extra < self.anterior and not self._all_in(place, lance):
            self._too_low(lance, extra)
        self._raised(place, extra)

    def _too_low(self, lance: Lance, extra: int) -> None:
        self.fault(
            "M5-RAISE",
            "M5 A10 b 3",
            lance.seat,
            expected=money_text(self.anterior),
            recorded=money_text(extra),
            amount=self.anterior - extra,
        )

    def _raised(self, place: int, extra: int) -> None:
        """Set the sum to equal, and give all others the word again."""
        self.level, self.anterior, self.bettor = self.bet[place], extra, place
        self.done = [False] * self.size
        self.done[place] = True
        self.late, self.owing, self.told = set(), set(), set()

    def _short(self, place: int, lance: Lance) -> None:
        """Take chips short of the bet: a player's whole capital, or a sum to complete (A11 a)."""
        if self.state[place] != IN:
            return
        if self._all_in(place, lance):  # his capital was not declared, and he bets no more
            self.state[place] = DESFALCADO
        else:
            self.owing.add(place)

    def _all_in(self, place: int, lance: Lance) -> bool:
        """Tell whether an act put in all of a capital; of one not known, that nothing followed."""
        if self.record.jogadores[place].capital is not None:
            return not self.left[place]
        return self.last_put.get(lance.seat) is lance

    # --- chips and seats -------------------------------------------------------------------------

    def _put(self, place: int, lance: Lance, *, counts: bool = True) -> int:
        """Move chips from the capital into the bolo, and return how many.

        What was not open to its player lies in the bolo, and nobody need equal it.
        """
        self.bet_before = self.bet[place]
        if lance.added < 0:
            self._impossible(lance, "M5 A7")
        chips = max(lance.added, 0)
        self._take(place, lance, chips)
        self.bet[place] += chips if counts else 0
        if chips:
            self.apostas[lance.seat] = self.apostas.get(lance.seat, 0) + chips
        return chips

    def _take(self, place: int, lance: Lance, chips: int) -> None:
        left = self.left[place]
        if chips > left:
            self.fault(
                "M5-CAP",
                "M5 A6",
                lance.seat,
                expected=money_text(left),
                recorded=money_text(chips),
                amount=chips - left,
                facts={"lanco": self.lanco, "accao": lance.accao},
            )
        self.left[place] = max(left - chips, 0)
        if not self.left[place] and self.state[place] == IN:
            self.state[place] = DESFALCADO

    def _leave(self, place: int) -> None:
        """Have a player out of the hand; one left alone has won it."""
        self.state[place] = OUT
        self.in_hand -= 1

    def _impossible(self, lance: Lance, rule: str) -> None:
        self.fault(
            "RES-IMPOSS",
            rule,
            lance.seat,
            recorded=lance.accao,
            amount=lance.added or None,
            facts={"lanco": self.lanco, "accao": lance.accao},
        )

    def fault(
        self,
        code: str,
        rule: str,
        seat: int,
        *,
        expected: str = "",
        recorded: str = "",
        amount: int | None = None,
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        """Note a fault of a seat."""
        self.found.append(
            Found(
                code=code,
                rule=rule,
                seat=seat,
                expected=expected,
                recorded=recorded,
                amount=amount,
                facts=facts or {"lanco": self.lanco},
            )
        )


ACTS: Final[Mapping[str, Callable[[Lancos, int, Lance, bool], None]]] = {
    DESISTIR: Lancos.desistir,
    PASSAR: Lancos.passar,
    ACEITAR: Lancos.aceitar,
    APOSTAR: Lancos.elevar,
    ELEVAR: Lancos.elevar,
    REDOBRAR: Lancos.elevar,
}
"""What each act does."""


@once
def followed(record: MacauRecord, _: None) -> Lancos:
    """Return a jogada's betting, followed to its end."""
    return Lancos(record).follow()
