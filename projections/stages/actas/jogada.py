"""One jogada as the acta tells it: R61 b) to m), and what of it still lacks.

Everything is taken from the jogada's events as they stand, corrections applied; what the room
signed as its record (``acta-completed``) is compared with that, never read for it.

Rules: BI R58-R61; acta_de_bingo.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct, field, structs

from ledger.events.bingo import (
    ActaCompleted,
    BallDrawn,
    BallSetReplaced,
    Breakdown,
    Complaint,
    ComplaintDecided,
    Incident,
    JogadaAnnulled,
    PrizePaid,
    PrizesPaid,
)
from ledger.events.jackpots import AwardPaid, JackpotWon
from ledger.events.rounds import RoundClosed
from projections.base.event import ClosedRound, Event, JudgedRound
from projections.gather.bingo.kinds import AFTER_CLOSE
from projections.replay.games.bingo.facts import BINGO, FIGURA, LINHA
from projections.replay.games.bingo.prizes import tax_on
from projections.replay.games.bingo.record import CARDS, SHARE, BingoRecord
from projections.replay.games.bingo.sale import Jogo, Vendida, runs, sell
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Settlement
from projections.stages.actas.cards import Faixa
from projections.stages.actas.end_of_jogada import Marca, Pago, end_of, payments_of

OPEN = "aberta"
ENDED = "terminada"
ANNULLED = "anulada"


class Serie(Struct, frozen=True, kw_only=True):
    """A series of which cards were sold, in the order of sale (R61 b, d)."""

    serie: str
    preco: int
    intervalos: tuple[tuple[int, int], ...]
    cartoes: int
    herdados: int = 0
    """Of them, doubles of the jogada before."""


class Premio(Struct, frozen=True, kw_only=True):
    """The prize of one winning card (R61 f, g)."""

    serie: str
    cartao: int
    forma: str
    valor: int
    """Before tax."""
    imposto: int = 0
    pool: str | None = None


class Reclamacao(Struct, frozen=True, kw_only=True):
    """A complaint, and its decision if there is one (R61 j)."""

    nome: str
    sobre: str
    decisao: str | None = None


class Substituicao(Struct, frozen=True, kw_only=True):
    """Another set of balls (R61 k)."""

    antigo: str | None
    jogadas: int
    novo: str


class Registo(Struct, frozen=True, kw_only=True):
    """The record as the room signed it."""

    position: int
    at: str
    source: str
    valid: bool
    """Whether nothing lacked when it was signed: only then it opens the gate."""
    said: ActaCompleted
    noted: tuple[tuple[str, str], ...] | None = None
    """R61 j) to m) as they were told when it was signed; None of one signed too early."""


class Destino(Struct, frozen=True, kw_only=True):
    """The told fate of some cards (R51, R52)."""

    position: int
    at: str
    fim: str
    """destroyed, kept or delivered."""
    cartoes: tuple[Faixa, ...]
    """None named: all that were used."""
    premiados: bool = False
    """Whether it was said of winning cards."""


class Complaints:
    """The complaints of a list that only grows, by name, and how many wait for a decision.

    What was added to the list since is looked at when somebody asks.
    """

    def __init__(self, told: list[Reclamacao]) -> None:
        """Begin with nothing looked at."""
        self.told = told
        self._seen = 0
        self._undecided = 0
        self._at: dict[str, list[int]] = {}

    def _look(self) -> None:
        for at in range(self._seen, len(self.told)):
            one = self.told[at]
            self._at.setdefault(one.nome, []).append(at)
            self._undecided += one.decisao is None
        self._seen = len(self.told)

    @property
    def undecided(self) -> int:
        """How many wait."""
        self._look()
        return self._undecided

    def decide(self, name: str, decision: str) -> None:
        """Write a decision beside the complaints of a name."""
        self._look()
        for at in self._at.get(name, ()):
            one = self.told[at]
            self._undecided -= one.decisao is None
            self.told[at] = structs.replace(one, decisao=decision)


class Jogada(Struct, kw_only=True, dict=True):
    """A jogada in its acta."""

    round: str
    session: str | None
    opened: int
    started: str
    inicio: str | None = None
    """R61 a): when its session began."""
    state: str = OPEN
    closed: int | None = None
    ended: str | None = None
    """R61 h)."""
    variante: int | None = None
    """Of 90, 80, 75 or 30; None until its sale is told."""
    series: tuple[Serie, ...] = ()
    recolhido: int = 0
    """R61 e): the faces of the cards in play."""
    a_devolver: int = 0
    """Prices of late sales and of cards that are not in play."""
    devolvido: int = 0
    premios: tuple[Premio, ...] = ()
    due: int = 0
    """Prizes that replay finds due."""
    apurado: dict[str, int] = field(default_factory=dict[str, int])
    """Them by the headings of R61 f and g: what a record says whose payments wait (R45)."""
    duplos: bool = False
    """Whether doubles were sold here: then prizes are paid after the next jogada (R45)."""
    diferido: int = 0
    """What was paid for their second jogada (R15)."""
    pagos: tuple[Pago, ...] = ()
    """Of a jogada with doubles: when its prizes were paid."""
    fim: Marca | None = None
    """When it was over: its bingo validated, else annulled or closed (R44)."""
    herda: str | None = None
    """The jogada whose doubles play here once more."""
    segunda: str | None = None
    """The jogada in which the doubles sold here played once more."""
    concluida: Marca | None = None
    """When that was over: from then on prizes are paid (R45)."""
    sem_segunda: int | None = None
    """Position where the room closed before the doubles had played again."""
    anulada: str | None = None
    """R61 i): the rule, where it was annulled."""
    nula: bool = False
    """Whether its annulment takes effect: then all prices go back, and no doubles play on."""
    motivo: str | None = None
    reclamacoes: list[Reclamacao] = field(default_factory=list[Reclamacao])
    bolas: list[Substituicao] = field(default_factory=list[Substituicao])
    avarias: list[str] = field(default_factory=list[str])
    ocorrencias: list[str] = field(default_factory=list[str])
    registos: list[Registo] = field(default_factory=list[Registo])
    overtaken: str | None = None
    """The jogada that was opened before this one's record was complete."""
    noted: list[int] = field(default_factory=list[int])
    """Positions of what was told of it after it had ended."""
    last: bool = False
    """Announced as the session's last (R53)."""
    destinos: list[Destino] = field(default_factory=list[Destino])
    """What became of its cards (R51, R52)."""
    usados: tuple[Faixa, ...] = ()
    """Every card sold here or inherited, in play or not."""
    duplas: tuple[Faixa, ...] = ()
    """The cards in play that were sold here as doubles."""
    herdadas: tuple[Faixa, ...] = ()
    """The doubles of the jogada before."""
    premiados: tuple[Faixa, ...] = ()
    """The cards that won and were paid: they are kept (R52)."""
    ganhadores: tuple[Faixa, ...] = ()
    """The cards that won, or were paid as if they had."""
    drawn: bool = False
    """Whether a ball was drawn: then it counts for its set (R25)."""
    primeiro: dict[str, int] = field(default_factory=dict[str, int])
    """Series to the number of the first card sold of it here."""

    @property
    def em_jogo(self) -> list[Faixa]:
        """The cards in play."""
        return [(one.serie, *span) for one in self.series for span in one.intervalos]

    @property
    def jogo(self) -> tuple[int, tuple[int, ...]] | None:
        """The variant and face values it is played with; None until its sale is told (R92)."""
        faces = tuple(sorted({one.preco for one in self.series}))
        return None if self.variante is None or not faces else (self.variante, faces)

    @property
    def cartoes(self) -> int:
        """R61 d): the cards in play."""
        return sum(one.cartoes for one in self.series)

    @property
    def registada(self) -> bool:
        """Whether its record is complete: the gate may open."""
        return any(one.valid for one in self.registos)

    @property
    def complaints(self) -> Complaints:
        """Its complaints by name: of the list as it is now."""
        known: Complaints | None = vars(self).get("_complaints")
        if known is None or known.told is not self.reclamacoes:
            known = vars(self)["_complaints"] = Complaints(self.reclamacoes)
        return known

    @property
    def has_undecided(self) -> bool:
        """Whether a complaint waits for its decision."""
        return self.complaints.undecided > 0

    def record_again(self, position: int, said: ActaCompleted | None) -> None:
        """Let a signed record read as it is corrected; None: it was withdrawn."""
        self.registos = [
            structs.replace(one, said=said) if one.position == position else one
            for one in self.registos
            if one.position != position or said is not None
        ]

    def ends_again(self, position: int, destino: Destino | None) -> None:
        """Let the fate of cards read as it is corrected; None: it was withdrawn."""
        others = [one for one in self.destinos if one.position != position]
        if destino is not None:
            others.append(destino)
        self.destinos = sorted(others, key=lambda one: one.position)

    def registada_before(self, position: int) -> bool:
        """Tell whether its record was complete at a position."""
        return any(one.valid and one.position < position for one in self.registos)

    def pago(self, *, linha: bool = False, bingo: bool = False, pool: bool = False) -> int:
        """R61 f): what was paid for linha, for bingo, from the progressive; else the additional."""
        return sum(
            one.valor
            for one in self.premios
            if (
                pool
                if one.pool is not None
                else linha
                if one.forma == LINHA
                else bingo
                if one.forma in (BINGO, FIGURA)  # R73 b: the figura is the bingo
                else not (linha or bingo or pool)
            )
        )

    @property
    def imposto(self) -> int:
        """R61 g): withheld."""
        return sum(one.imposto for one in self.premios)

    @property
    def valores(self) -> dict[str, int]:
        """R61 f) and g): what was paid; with doubles, until then, what was assessed (R45)."""
        if self.duplos and sum(one.valor for one in self.premios) < self.due:
            return dict.fromkeys(("linha", "bingo", "adicionais", "progressivo", "g"), 0) | (
                self.apurado
            )
        return {
            "linha": self.pago(linha=True),
            "bingo": self.pago(bingo=True),
            "adicionais": self.pago(),
            "progressivo": self.pago(pool=True),
            "g": self.imposto,
        }

    def lacks(self) -> list[str]:
        """Return which data of R61 are not there yet (R60)."""
        missing: list[str] = []
        if self.ended is None:
            missing.append("h")
        paid = sum(one.valor for one in self.premios)
        if self.state != ANNULLED and not self.duplos and paid < self.due:
            missing.append("f")
        return missing


def told(jogada: Jogada, judged: JudgedRound, noted: Iterable[Event]) -> None:
    """Write into the acta what a judged jogada's events tell, as they stand."""
    record = judged.verdict.record
    if not isinstance(record, BingoRecord):
        return
    jogo = sell(record.actos, record.edicoes, record.variante)
    jogada.variante = record.variante
    jogada.series = tuple(_series(jogo))
    jogada.recolhido = jogo.total
    jogada.a_devolver = sum(one.back for one in jogo.vendas)
    doubles = [one for one in jogo.vendas if one.venda.dupla and not one.venda.herdada]
    jogada.duplos = bool(doubles)
    jogada.diferido = sum(one.stake for one in doubles)
    jogada.pagos = tuple(payments_of(judged.closed.events)) if doubles else ()
    jogada.fim = end_of(judged.closed.events, online=record.mode != PHYSICAL)
    settlement = judged.verdict.settlement
    jogada.nula = settlement.void
    jogada.due = sum(
        line.due for line in settlement.lines if line.bet is not None and line.bet >= SHARE
    ) + sum(award.amount for award in settlement.awards)
    jogada.apurado = _assessed(settlement, jogo, record.taxa_premio)
    read(jogada, _all_told(judged.closed, noted))
    _tell_cards(jogada, jogo, settlement)


def go_on(jogada: Jogada, closed: ClosedRound, noted: Iterable[Event]) -> None:
    """Write into the acta that a jogada goes on, whose closing was withdrawn."""
    plain = Jogada(round=jogada.round, session=None, opened=jogada.opened, started=jogada.started)
    for name in _JUDGED:
        setattr(jogada, name, getattr(plain, name))
    read(jogada, _all_told(closed, noted))


_JUDGED: Final = (
    "series",
    "recolhido",
    "a_devolver",
    "due",
    "apurado",
    "duplos",
    "diferido",
    "pagos",
    "fim",
    "nula",
    "usados",
    "duplas",
    "herdadas",
    "premiados",
    "ganhadores",
    "primeiro",
)
"""What its acta has of a jogada because it was judged."""


def _all_told(closed: ClosedRound, noted: Iterable[Event]) -> list[Event]:
    """Return a jogada's events, and what was noted of it after its end.

    One judged again (R45: its prizes were paid late) has of its own events also those after its
    end, as corrected: what was noted of them is there already.
    """
    apart = (one for one in noted if one.round is None or one.kind not in AFTER_CLOSE)
    return [*closed.events, *apart]


def _tell_cards(jogada: Jogada, jogo: Jogo, settlement: Settlement) -> None:
    """Write down which cards were used here, which are doubles, and which won."""
    own = [one for one in jogo.vendas if one.venda.dupla and not one.venda.herdada]
    inherited = [one for one in jogo.vendas if one.venda.herdada]
    jogada.usados = tuple(
        (one.venda.serie, one.venda.primeiro, one.venda.ultimo) for one in jogo.vendas
    )
    jogada.duplas, jogada.herdadas = tuple(_in_play(own)), tuple(_in_play(inherited))
    won = {
        (jogo.ordem[at], line.bet % CARDS)
        for line in settlement.lines
        if line.bet is not None
        and line.bet >= SHARE
        and line.due
        and (at := line.bet % SHARE // CARDS) < len(jogo.ordem)
    }
    paid = {(one.serie, one.cartao) for one in jogada.premios}
    jogada.premiados = tuple((serie, card, card) for serie, card in sorted(won & paid))
    jogada.ganhadores = tuple((serie, card, card) for serie, card in sorted(won | paid))


def _in_play(sales: Iterable[Vendida]) -> Iterator[Faixa]:
    for one in sales:
        yield from ((one.venda.serie, *span) for span in runs(one.cartoes))


def _assessed(settlement: Settlement, jogo: Jogo, rate: int) -> dict[str, int]:
    """Return the prizes that replay finds due, by the headings of R61 f and g."""
    prizes, found = jogo.formas.prizes, dict[str, int]()
    due = [(award.amount, "progressivo") for award in settlement.awards]
    for line in settlement.lines:
        if line.bet is not None and line.bet >= SHARE and line.due:
            prize = prizes[line.bet // SHARE - 1]
            heading = {LINHA: "linha", jogo.formas.principal: "bingo"}.get(prize, "adicionais")
            due.append((line.due, heading))
    for amount, heading in due:
        found[heading] = found.get(heading, 0) + amount
        found["g"] = found.get("g", 0) + tax_on(amount, rate)
    return found


def read(jogada: Jogada, events: Sequence[Event]) -> None:
    """Take from a jogada's events how it ended, what was paid, and what happened in it."""
    complaints: dict[str, Reclamacao] = {}
    balls: list[Substituicao] = []
    breakdowns: list[str] = []
    incidents: list[str] = []
    # As it stands now: an annulment or an end that was withdrawn is in it no more.
    jogada.anulada = jogada.motivo = jogada.ended = jogada.closed = None
    jogada.state, jogada.devolvido, jogada.drawn = OPEN, 0, False
    for event in events:
        match event.payload:
            case RoundClosed():
                jogada.ended = jogada.ended or event.at
                jogada.closed = event.position
                jogada.state = ANNULLED if jogada.anulada is not None else ENDED
            case BallDrawn():
                jogada.drawn = True
            case JogadaAnnulled(rule=rule, cause=cause, refunded=refunded):
                jogada.anulada, jogada.motivo, jogada.devolvido = rule, cause, refunded
                jogada.state, jogada.ended = ANNULLED, event.at
            case Complaint() | ComplaintDecided():
                _complain(complaints, event.payload)
            case BallSetReplaced(old=str(old), new=new, uses=uses):
                balls.append(Substituicao(antigo=old, jogadas=uses, novo=new))
            case Breakdown(equipment=what):
                breakdowns.append(what)
            case Incident(code=code):
                incidents.append(code)
            case _:
                pass
    jogada.premios = tuple(_paid(events))
    jogada.reclamacoes, jogada.bolas = [*complaints.values()], balls
    jogada.avarias, jogada.ocorrencias = breakdowns, incidents


def _complain(known: dict[str, Reclamacao], payload: Complaint | ComplaintDecided) -> None:
    name = payload.complaint
    before = known.get(name)
    about = payload.about if isinstance(payload, Complaint) else before.sobre if before else "?"
    decision = payload.decision if isinstance(payload, ComplaintDecided) else None
    known[name] = Reclamacao(
        nome=name, sobre=about, decisao=decision or (before.decisao if before else None)
    )


def _prize(paid: PrizePaid) -> Premio:
    return Premio(
        serie=paid.series,
        cartao=paid.card,
        forma=paid.shape,
        valor=paid.amount,
        imposto=paid.tax,
        pool=paid.pool,
    )


def _paid(events: Iterable[Event]) -> Iterator[Premio]:
    """Return the prizes paid, the accumulator's shares among them."""
    won: dict[str, JackpotWon] = {}
    for event in events:
        match event.payload:
            case PrizesPaid(prizes=prizes):
                yield from map(_prize, prizes)
            case JackpotWon():
                won[event.name] = event.payload
            case AwardPaid(award=award):
                yield _award(event.payload, won.get(award or ""))
            case _:
                pass


def _award(paid: AwardPaid, won: JackpotWon | None) -> Premio:
    """Return the accumulator's share that was paid as an award of its own."""
    return Premio(
        serie=(won.series if won is not None else None) or "",
        cartao=(won.card_number if won is not None else None) or 0,
        forma=BINGO,
        valor=paid.amount,
        imposto=paid.tax,
        pool=paid.pool,
    )


def _series(jogo: Jogo) -> Iterator[Serie]:
    by_name: dict[str, list[Vendida]] = {}
    for one in jogo.vendas:
        by_name.setdefault(one.venda.serie, []).append(one)
    for name in jogo.ordem:
        sold = by_name.get(name, [])
        numbers = [number for one in sold for number in one.cartoes]
        if numbers:
            yield Serie(
                serie=name,
                preco=sold[0].face,
                intervalos=tuple(runs(numbers)),
                cartoes=len(numbers),
                herdados=sum(len(one.cartoes) for one in sold if one.venda.herdada),
            )


def spans_text(spans: Iterable[tuple[str, int, int]]) -> str:
    """Return intervals of cards in one way, whatever the way in which they were told.

    >>> spans_text([("B", 1, 4), ("A", 6, 9), ("A", 1, 5), ("B", 6, 6)])
    'A 1-9, B 1-4, B 6'
    """
    found: list[tuple[str, int, int]] = []
    for series, first, last in sorted(spans):
        if found and found[-1][0] == series and first <= found[-1][2] + 1:
            found[-1] = series, found[-1][1], max(found[-1][2], last)
        else:
            found.append((series, first, last))
    return ", ".join(
        f"{series} {first}" if first == last else f"{series} {first}-{last}"
        for series, first, last in found
    )
