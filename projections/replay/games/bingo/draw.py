"""The draw of a jogada of bingo: balls in their order, claims and stops, and which cards win.

In the room the winner is the right claim at the stop, not the earliest completion; a stop closes
with the second question, with the next ball, or with the jogada, and later claims for its prize are
heard no more. Online nobody claims: the system finds the first complete cards.

DECISION: a ball that no set has was misread, and may have been any that had not come: a claim that
lacks no more numbers than that is uncertain, and so is online what was not complete before it. A
claim in a word, or of a card, that nobody knows may be of any prize, or of any card. A claim that
is right by the balls, and was refused for a reason that nobody told or can read, may have been of a
card that was not whole: its prize is open; and so it is of one that was accepted and refused.

Rules: BI R42-R50, R96, R97; rules/bingo.md 5.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct, field

from projections.replay.games.bingo.cards.completion import (
    NEVER,
    Order,
    complete_at,
    first_complete,
    lacking,
    order_of,
)
from projections.replay.games.bingo.cards.shapes import Formas
from projections.replay.games.bingo.cards.variants import VARIANTES
from projections.replay.games.bingo.facts import Actos, Bola, Pedido, Simbolo, Verificacao
from projections.replay.games.bingo.sale import Jogo, Key, numbers_in
from projections.replay.left_open.unread import IMPOSSIBLE, TOLD_TWICE, UNREADABLE
from projections.replay.settlement import Found

SHAPES: Final = frozenset(
    {
        *("linha", "coluna", "quatro_cantos", "figura", "bingo", "cartao_cheio"),
        *("horizontal", "vertical", "diagonal"),
    }
)
"""The words of shapes, of whatever variant."""
NOT_WHOLE: Final = frozenset({"nao_integro", "rasurado", "inscricoes", "danificado"})
"""Reasons to refuse a claim that only who holds the card can see (R50)."""
BY_THE_RECORD: Final = frozenset(
    {"incompleto", "nao_marcado", "nao_vendido", "forma_nao_oferecida", "fora_de_tempo"}
)
"""Reasons that sale, balls and claims show to be so or not (R30, R47, R49, R50)."""


class Ganho(Struct, frozen=True, kw_only=True, gc=False):
    """A prize that was won."""

    premio: str
    bola: int
    """How many balls had come at the stop."""
    cartoes: tuple[Key, ...] = ()
    """In the order of sale."""
    incerto: bool = False
    """A claim was accepted that names no card, or one whose numbers the record does not have."""


class Ouvido(Struct, kw_only=True):
    """A claim to a prize, and its outcome."""

    pedido: Pedido
    paragem: int
    """Which stop, from 0."""
    bola: int
    """How many balls had come."""
    premio: str | None
    """None: no prize that is offered."""
    cartao: Key | None = None
    """The card in play; None where it is none."""
    certo: bool = False
    """Whether the card is in play, complete and marked."""
    incerto: bool = False
    qualquer: bool = False
    """Whether nobody can read to which prize."""
    tarde: bool = False
    """Claimed after its prize had been decided."""
    verificado: Verificacao | None = None
    contradito: bool = False
    """Whether the room decided it twice, and differently."""

    @property
    def wins(self) -> bool:
        """Whether the claim is right, in time, and not refused for a flaw of the paper card."""
        said = self.verificado
        refused = said is not None and not said.valido and said.motivo not in BY_THE_RECORD
        return self.certo and not self.tarde and not refused and not self.contradito

    @property
    def perhaps(self) -> bool:
        """Whether the claim is right by the balls, and refused nobody knows why, or if at all."""
        said = self.verificado
        silent = said is not None and not said.valido and said.motivo not in NOT_WHOLE
        return self.certo and not self.tarde and not self.wins and (silent or self.contradito)

    @property
    def accepted(self) -> bool:
        """Whether the room said that it is right."""
        return self.verificado is not None and self.verificado.valido


class Extracao(Struct, kw_only=True):
    """The balls of a draw, its claims and its winners."""

    bolas: list[Simbolo] = field(default_factory=list[Simbolo])
    """Those that count, in order."""
    anunciadas: list[Simbolo] = field(default_factory=list[Simbolo])
    """What was said of each of them."""
    ganhos: dict[str, Ganho] = field(default_factory=dict[str, Ganho])
    pedidos: list[Ouvido] = field(default_factory=list[Ouvido])
    found: list[Found] = field(default_factory=list[Found])
    ilegiveis: list[int] = field(default_factory=list[int])
    """Of each ball that nobody can read, how many that count had come before it."""

    @property
    def misannounced(self) -> bool:
        """Whether another number was said than came."""
        return self.bolas != self.anunciadas


def draw(acts: Iterable[Actos], jogo: Jogo, *, online: bool) -> Extracao:
    """Return the prizes that balls and claims decide."""
    acts = [*acts]
    one = _Draw(jogo, online=online)
    one.contradicted = decided_twice(acts)
    for act in acts:
        match act:
            case Bola():
                one.ball(act)
            case Pedido():
                one.claim(act)
            case Verificacao():
                one.verified(act)
            case _:
                pass
    if online:
        one.complete()
    else:
        one.close(ended=True)
    return one.result


def decided_twice(acts: Iterable[Actos]) -> frozenset[str]:
    """Return the claims that the room accepted and refused: nobody knows which of the two counts.

    Decided again in the same way, a claim is decided as it was.
    """
    said: dict[str, set[bool]] = {}
    for act in acts:
        if isinstance(act, Verificacao) and act.pedido:
            said.setdefault(act.pedido, set()).add(act.valido)
    return frozenset(claim for claim, answers in said.items() if len(answers) > 1)


class _Draw:
    """The draw as far as it has come."""

    def __init__(self, jogo: Jogo, *, online: bool) -> None:
        self.jogo = jogo
        self.formas = jogo.formas
        self.online = online
        self.result = Extracao()
        self.order = order_of((), jogo.variante)
        self.stop: list[Ouvido] | None = None
        self.asked = False
        self.stops = 0
        self.seen = 0
        self.over = False
        self.symbols = _symbols(jogo)
        self.vague: set[str] = set()
        """Prizes that were perhaps won: the claim may have been to another."""
        self.loose: list[Verificacao] = []
        """Decisions that name no claim which was made."""
        self.contradicted: frozenset[str] = frozenset()

    # --- balls ---------------------------------------------------------------------------------

    def ball(self, bola: Bola) -> None:
        """Take a ball; impossible balls, and balls after the validated bingo, do not count."""
        self.seen += 1
        self._before_ball(bola)
        result = self.result
        if self.over:
            result.found.append(
                _fault(
                    "BI-END",
                    "BI R44",
                    f"{result.ganhos[self.formas.principal].bola} bolas",
                    f"bola {bola.numero}",
                    ball=self.seen,
                )
            )
            return
        number = bola.numero
        if not self._exists(number) or self.order[number] != NEVER:
            fact = "repetida" if self._exists(number) else "inexistente"
            if fact == "inexistente":
                result.ilegiveis.append(len(result.bolas))
            result.found.append(
                _fault("BI-DRAW", "BI R21", "", str(number), ball=self.seen, fact=fact)
            )
            return
        result.bolas.append(number)
        self.order[number] = len(result.bolas)
        said = number if bola.anunciado is None else bola.anunciado
        result.anunciadas.append(said)
        if said != number:
            result.found.append(
                _fault(
                    "BI-DRAW", "BI R31, R57", str(number), str(said), ball=self.seen, fact="anuncio"
                )
            )
        elif bola.indice is not None and bola.indice != self.seen:
            result.found.append(
                _fault(
                    "BI-DRAW",
                    "BI R42",
                    str(self.seen),
                    str(bola.indice),
                    ball=self.seen,
                    fact="indice",
                )
            )

    def _before_ball(self, bola: Bola) -> None:
        self._take_loose()
        stop, said = self.stop, str(bola.numero)
        if stop is not None and any(one.verificado is None for one in stop):
            self.result.found.append(
                _fault("BI-PAUSE", "BI R43", "verificação do pedido", said, ball=self.seen)
            )
        self.close(ended=False)

    def _exists(self, number: Simbolo) -> bool:
        if isinstance(number, int):
            return 1 <= number <= self.jogo.variante and self.jogo.variante in VARIANTES
        return bool(self.symbols) and (
            number in self.symbols or len(self.symbols) < self.jogo.variante
        )

    def complete(self) -> None:
        """Online: find what the balls completed, and which came after the bingo (R97)."""
        result = self.result
        end, _ = first_cards(self.jogo, self.formas, self.formas.principal, self.order)
        end = NEVER if result.ilegiveis and end > result.ilegiveis[0] else end
        read = min(result.ilegiveis, default=NEVER)
        for prize in self.formas.prizes:
            at, cards = first_cards(self.jogo, self.formas, prize, self.order)
            if at > read:
                self._give(prize, len(result.bolas), (), unknown=True)
            elif cards:  # and no later than the bingo, whose card has all the other shapes too
                self._give(prize, at, cards)
        result.found += [
            _fault("BI-END", "BI R44", f"{end} bolas", f"bola {number}", ball=index)
            for index, number in enumerate(result.bolas[end:], end + 1)
        ]
        del result.bolas[end:], result.anunciadas[end:]

    # --- claims --------------------------------------------------------------------------------

    def claim(self, pedido: Pedido) -> None:
        """Take a claim, which stops the draw."""
        if self.online:
            return
        if self.stop is None:
            self.stop, self.asked = [], False
            self.stops += 1
        prize = self.formas.prize_of(pedido.forma)
        heard = Ouvido(
            pedido=pedido, paragem=self.stops - 1, bola=len(self.result.bolas), premio=prize
        )
        heard.tarde = self.over or (prize is not None and prize in self.result.ganhos)
        heard.contradito = pedido.pedido in self.contradicted
        if heard.contradito:
            self._misread("válido ≠ não válido", TOLD_TWICE)
        heard.qualquer = prize is None and pedido.forma not in SHAPES
        if heard.qualquer:
            self._misread(pedido.forma, "forma")
            heard.incerto = True
        elif pedido.serie is not None and pedido.cartao is not None:
            self._look(heard, (pedido.serie, pedido.cartao))
        else:
            heard.incerto = True
        self.stop.append(heard)
        self.result.pedidos.append(heard)

    def _look(self, heard: Ouvido, key: Key) -> None:
        """See whether a claimed card is in play and complete."""
        if heard.premio is None:
            return
        if key not in self.jogo.em_jogo:
            there = key[0] in self.jogo.series and numbers_in(
                self.jogo.cards.get(key[0]), key[1], key[1]
            )
            if not there:
                self._misread(f"{key[0]} {key[1]}", "cartao")
                heard.incerto = True
            return
        heard.cartao = key
        cards = self.jogo.cards.get(key[0])
        if cards is None or key[1] not in cards.boxes:
            heard.incerto = True
            return
        kinds = self.formas.kinds_of(heard.premio)
        getters = cards.getters(kinds, self.formas.figura).get(key[1], ())
        if not getters and heard.premio == "figura":
            heard.incerto = True  # no figura was fixed
            return
        if not heard.pedido.marcado:
            return
        lacks = lacking(getters, self.order)
        heard.certo = lacks == 0
        heard.incerto = 0 < lacks <= len(self.result.ilegiveis)

    def _misread(self, word: str, what: str) -> None:
        self.result.found.append(
            Found(code=IMPOSSIBLE, recorded=word, facts={"fact": UNREADABLE, "what": what})
        )

    def verified(self, said: Verificacao) -> None:
        """Take the room's decision on a claim."""
        waiting = [one for one in self.result.pedidos if one.verificado is None]
        named = [one for one in waiting if said.pedido and one.pedido.pedido == said.pedido]
        heard = (named or ([] if said.pedido else waiting))[-1:]
        for one in heard:
            one.verificado = said
            if all(one is not other for other in self.stop or ()):
                # Its stop is over: a ball came before the decision.
                self._won([one], one.bola)
        if not heard and all(one.pedido.pedido != said.pedido for one in self.result.pedidos):
            self.loose.append(said)
        if self.stop is None:
            return
        self.asked = self.asked or said.segunda_pergunta
        if self.asked:
            self._take_loose()
        if self.asked and all(one.verificado is not None for one in self.stop):
            self.close(ended=False)

    def _take_loose(self) -> None:
        """Give the claims that wait the decisions that name none, where there is one for each."""
        waiting = [one for one in self.stop or () if one.verificado is None]
        if 0 < len(waiting) <= len(self.loose):
            for one, said in zip(waiting, self.loose, strict=False):
                one.verificado = said
            del self.loose[: len(waiting)]

    def close(self, *, ended: bool) -> None:
        """End a stop: what was rightly claimed in it is won."""
        stop = self.stop
        if stop is None:
            return
        self._take_loose()
        self.stop = None
        for one in stop:
            if one.perhaps and one.verificado is not None and not one.contradito:
                self._misread(one.verificado.motivo or "", "motivo")
        if any(one.accepted for one in stop) and not self.asked:
            self.result.found.append(
                _fault(
                    "BI-PAUSE",
                    "BI R46",
                    "segunda pergunta",
                    "jogada terminada" if ended else "bola",
                    ball=self.seen,
                    fact="segunda_pergunta",
                )
            )
        self._won(stop, len(self.result.bolas))

    def _won(self, stop: Sequence[Ouvido], after: int) -> None:
        """Give the prizes that were rightly claimed in a stop, or may have been."""
        for prize in self.formas.prizes:
            if prize in self.result.ganhos and prize not in self.vague:
                continue
            mine = [one for one in stop if one.premio == prize or one.qualquer]
            cards = {one.cartao for one in mine if one.wins and one.cartao is not None}
            open_ = [one for one in mine if one.incerto and one.accepted]
            unknown = bool(open_) or any(one.perhaps for one in mine)
            if not (cards or unknown):
                continue
            self._give(prize, after, cards, unknown=unknown or prize in self.vague)
            if not cards and all(one.qualquer for one in open_):
                self.vague.add(prize)
            else:
                self.vague.discard(prize)
        self.over = self.formas.principal in self.result.ganhos.keys() - self.vague

    def _give(self, prize: str, after: int, cards: Iterable[Key], *, unknown: bool = False) -> None:
        self.result.ganhos[prize] = Ganho(
            premio=prize, bola=after, cartoes=tuple(self.jogo.in_order(cards)), incerto=unknown
        )


def completed(jogo: Jogo, formas: Formas, prize: str, order: Order) -> list[Key]:
    """Return the cards in play that have a prize's shape, by the balls of an order."""
    found: list[Key] = []
    kinds = formas.kinds_of(prize)
    for series, numbers in by_series(jogo).items():
        cards = jogo.cards.get(series)
        if cards is None:
            continue
        getters = cards.getters(kinds, formas.figura)
        found += [
            (series, number)
            for number in numbers
            if complete_at(getters.get(number, ()), order) != NEVER
        ]
    return found


def first_cards(jogo: Jogo, formas: Formas, prize: str, order: Order) -> tuple[int, list[Key]]:
    """Return the ball at which a prize's shape is first complete, and whose it is then."""
    best, found = NEVER, list[Key]()
    for series, numbers in by_series(jogo).items():
        cards = jogo.cards.get(series)
        if cards is None:
            continue
        getters = cards.getters(formas.kinds_of(prize), formas.figura)
        at, mine = first_complete(getters, numbers, order)
        if at < best:
            best, found = at, [(series, number) for number in mine]
        elif at == best and at != NEVER:
            found += [(series, number) for number in mine]
    return best, found


def by_series(jogo: Jogo) -> dict[str, list[int]]:
    """Return the cards in play, by series."""
    found: dict[str, list[int]] = {}
    for series, number in jogo.em_jogo:
        found.setdefault(series, []).append(number)
    return found


def affects(jogo: Jogo, drawn: Extracao) -> bool:
    """Tell whether numbers said otherwise than they came change who has a prize's shape (R57)."""
    if not drawn.misannounced:
        return False
    formas = jogo.formas
    for prize, won in drawn.ganhos.items():
        came = order_of(drawn.bolas[: won.bola], jogo.variante)
        said = order_of(drawn.anunciadas[: won.bola], jogo.variante)
        if completed(jogo, formas, prize, came) != completed(jogo, formas, prize, said):
            return True
    return False


def _symbols(jogo: Jogo) -> frozenset[Simbolo]:
    """Return the words that the cards in play bear, where they bear words."""
    variant = VARIANTES.get(jogo.variante)
    if variant is None or not variant.symbols:
        return frozenset()
    numbers: Sequence[frozenset[Simbolo]] = [
        full for cards in jogo.cards.values() for full in cards.full.values()
    ]
    return frozenset(one for full in numbers for one in full if isinstance(one, str))


def _fault(
    code: str, rule: str, expected: str, recorded: str, *, ball: int, fact: str = ""
) -> Found:
    facts = {"bola": ball, **({"fact": fact} if fact else {})}
    return Found(code=code, rule=rule, expected=expected, recorded=recorded, facts=facts)
