"""The record of a coup of bacará chemin de fer, and of the bank's passage since the coup before.

A seat from 101 on is the rank of a player who stands, as in every event: 101 stands first.
"""

from typing import Final, Literal

from msgspec import field

from ledger.money import Count, Minor
from projections.replay.kit.bets import Bet, BetChange, Fact, Moment
from projections.replay.kit.places import PlaceTaken
from projections.replay.kit.shoe import Dealt, Shoe
from projections.replay.record import ErrorNoted, Record

NAME: Final = "bacara_chemin_de_fer"

PONTO: Final = "ponto"
"""The chance of every bet: the banker plays against it."""

BANCO: Final = "banco"
COM_A_MESA: Final = "com_a_mesa"
SEUL: Final = "seul"
SUIVI: Final = "suivi"
FORMAS: Final = (BANCO, COM_A_MESA, SEUL, SUIVI)

CARTA: Final = "carta"
NAO: Final = "nao"
SHOWN: Final = ("8", "9")
"""What the ponto says when he shows (R68 a)."""
FIRST_STANDING: Final = 101

GANHA: Final = "ganha"
PERDE: Final = "perde"
NULA: Final = "nula"
DEVOLVIDA: Final = "devolvida"
Resultado = Literal["ganha", "perde", "nula", "devolvida"]
"""Of the banker's coup: won, lost, equal, annulled."""

TOMOU: Final = "tomou"
RECUSOU: Final = "recusou"
PASSOU: Final = "passou"
LICITOU: Final = "licitou"
MUDOU: Final = "mudou"
ASSOCIOU: Final = "associou"
SAIU: Final = "saiu"


class Aposta(Bet, frozen=True, kw_only=True, gc=False):
    """A stake against the banker, on the place where it lies."""

    linha: bool = False
    """On the line: half of it plays (R17)."""
    por: int | None = None
    """The bettor's own seat, where the bet lies on another's (R59)."""
    meio: str | None = None
    """Where it is not chips: ``cash``, ``verbal``, ``cheque`` …"""


class Alteracao(BetChange, frozen=True, kw_only=True, gc=False):
    """A bet was altered or taken back."""

    linha: bool | None = None
    causa: str | None = None
    """``own``; ``cut``, ``covered``, ``overflow``, ``not_covered`` are the pagador's cuts."""


class Pedido(Fact, frozen=True, kw_only=True, gc=False):
    """A ponto called bancô."""

    seat: int
    forma: str
    """``banco``, ``com_a_mesa``, ``seul`` or ``suivi``."""
    bet: int | None = None
    at: str | None = None
    seq: int | None = None


class Tomada(Fact, frozen=True, kw_only=True, gc=False):
    """Another ponto had the cards when bancô suivi was called (R25, R26)."""

    seat: int
    vistas: bool = False
    agarradas: bool = False
    """He took them himself, before the pagador could pass them."""
    anunciadas: bool = False
    """He had already shown them or said their points."""


class Dito(Fact, frozen=True, kw_only=True, gc=False):
    """A word on the cards, in the order said."""

    quem: str = PONTO
    """``ponto``, ``banca`` or ``pagador``."""
    dito: str
    """``carta``, ``nao``, ``8``, ``9``."""
    at: str | None = None
    seq: int | None = None


class Erro(ErrorNoted, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An error noted by the page's codes: ``102a`` … ``104d``, ``76``."""

    by: str | None = None
    """``ponto``, ``banker`` or ``pagador``: who put the cards in the discard (R76)."""
    recuperadas: bool | None = None
    """Whether fallen cards were taken up under the pagador's eyes (R102 l)."""
    reconstituida: bool | None = None
    """Whether the coup could be safely rebuilt (R102 c, R104 c)."""


class Acto(Fact, frozen=True, kw_only=True, gc=False):
    """Something done with the bank between the coup before and this one, in order."""

    acto: str
    """``tomou``, ``recusou``, ``passou``, ``licitou``, ``mudou``, ``associou``, ``saiu``."""
    seat: int
    valor: Minor | None = None
    """Capital, level or bid."""
    via: str | None = None
    """Of ``tomou``: ``first``, ``turn``, ``offer``, ``auction``, ``obligation``, ``kept``,
    ``shoe``; of ``passou`` its cause."""
    garage: Minor = 0
    """Taken out of play (R9, R20)."""
    parceiro: int | None = None
    """With whom the bid was made in equal parts (R88)."""
    ausente: bool = False
    """Not there when bound to take the hand (R95)."""


class Anterior(Fact, frozen=True, kw_only=True, gc=False):
    """The coup before this one at the same table, as it was settled."""

    banqueiro: int
    capital: Minor
    resultado: Resultado | None = None
    """None where it is undecided."""
    cobertas: Minor = 0
    """What of the bets was in play against the bank."""
    banca: Minor | None = None
    """What the bank holds after it; None where that is not known."""
    ganhos: Count | None = None
    """Coups that the banker had won in his hand, that one included; None where not known."""
    via: str | None = None
    """How its banker had taken the hand, if he took it for that coup."""
    banco: int | None = None
    """Who made bancô in it, alone."""
    com_a_mesa: int | None = None
    """Who made bancô com a mesa in it."""
    associado: int | None = None


class Reclamacao(Fact, frozen=True, kw_only=True, gc=False):
    """A claim about the deal that the table answered."""

    seat: int | None = None
    admitida: bool = False
    at: str | None = None
    seq: int | None = None


class Troca(Fact, frozen=True, kw_only=True, gc=False):
    """Cards were replaced since the coup before."""

    cartas: tuple[str, ...] = ()
    """Single ones; empty: the whole deck (R4)."""


class CheminDeFerRecord(
    Record,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    gc=False,
    tag="bacara_chemin_de_fer",
    tag_field="game",
):
    """One coup, with what was done with the bank since the coup before."""

    errors: tuple[Erro, ...] = ()
    """In the order noted."""

    # --- the table
    minimo: Minor = 0
    """Of a ponto's bet (R8, R19); 0 where it is not declared."""
    minimo_banca: Minor | None = None
    """Of the bank (R7, R8); None: the same."""
    base_leilao: Minor | None = None
    """Where bidding begins (R83); None: the bank's minimum."""
    lance: Minor = 0
    """By how much bids rise (R83); 0 where it is not declared."""
    cagnotte_bp: Count = 500
    """The casino's share of what the banker wins, in hundredths of a percent."""
    lugares: Count = 9
    """Places at the table (R2)."""
    fecha: str | None = None
    """When the room closes (R105)."""

    # --- who plays
    sentados: tuple[int, ...] | None = None
    """The occupied seats; None where the table does not record them."""
    inicio: bool = False
    """The partida's first coup."""
    lugares_dados: tuple[PlaceTaken, ...] = ()
    """Seats taken since the coup before, while others waited for one (R53 to R57)."""
    em_pe: tuple[int, ...] = ()
    """Who stands, by rank."""
    mudaram: tuple[int, ...] = ()
    """Seats whose player moved there to have the hand sooner and has not let it pass (R93)."""
    desconhecem: tuple[int, ...] = ()
    """Who does not know the rules (R100)."""
    banqueiro: int = 0
    capital: Minor = 0
    """All that the bank puts in play in this coup, the associate's half included."""
    associado: int | None = None
    """Who shares the bank in equal parts and takes no part in play (R62)."""
    regular: int | None = None
    """The last seated player to whom the hand came in its turn (R80, R92)."""

    # --- the bets
    pedidos: tuple[Pedido, ...] = ()
    tomadas: tuple[Tomada, ...] = ()
    bets: tuple[Aposta, ...] = ()
    """In the order in which they were placed."""
    alteracoes: tuple[Alteracao, ...] = ()
    jogo_feito: Moment | None = None
    """The call after which no bet may be placed (R12, R13)."""

    # --- the cards
    shoe: Shoe = field(default_factory=lambda: Shoe(decks=6))
    cards: tuple[Dealt, ...] = ()
    """In the order drawn: ``to`` is ``ponto``, with the seat that has them, or ``banca``."""
    cartas_com: int | None = None
    """Who had the ponto's cards in the end, where it is not he to whom they were dealt."""
    ditos: tuple[Dito, ...] = ()
    segundo_a_tabela: bool = False
    """The banker does not know the rules and plays the table (R101)."""
    conselho: bool = False
    """The banker asked the pagador's advice (R97)."""
    cartas_no_sabot: Count | None = None
    """Cards left, besides the aviso, when the coup began; None where nobody counted (R104 d)."""
    trocas: tuple[Troca, ...] = ()
    aberta: str | None = None
    """When the coup began."""
    sabot_iniciado: str | None = None
    """When its shoe began."""
    concluido: Moment | None = None
    """When the bets were settled and the cards in the discard (R102 k)."""
    reclamacoes: tuple[Reclamacao, ...] = ()

    # --- the money
    cagnotte: Minor | None = None
    """What was taken, where that is recorded; compared, never used."""
    cagnotte_por_fora: bool = False
    """The banker paid it besides: the bank keeps the whole gain (R123)."""

    # --- the hand
    anterior: Anterior | None = None
    actos: tuple[Acto, ...] = ()
