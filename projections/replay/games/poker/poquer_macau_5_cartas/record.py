"""The record of a jogada of póquer de Macau, in the words of its rules page."""

from typing import Final, Literal

from msgspec import Struct

from ledger.money import Count, Minor
from projections.replay.record import Record

NAME: Final = "poquer_macau_5_cartas"
PROFILE: Final = "mo-1985@1"
CURRENCY: Final = "MOP"

ENTRADA: Final = "entrada"
DESISTIR: Final = "desistir"
PASSAR: Final = "passar"
APOSTAR: Final = "apostar"
ACEITAR: Final = "aceitar"
ELEVAR: Final = "elevar"
REDOBRAR: Final = "redobrar"
WORDS: Final = {
    **{word: word for word in (DESISTIR, PASSAR, APOSTAR, ACEITAR, ELEVAR, REDOBRAR)},
    "passar_a_voz": PASSAR,
    "jogar": ACEITAR,
    "ficar": ACEITAR,
    "ficar_se": ACEITAR,
    "acompanhar": ACEITAR,
    "aumentar": ELEVAR,
    "repicar": ELEVAR,
}
"""What a record may call an act, and the act (A10 b 1-4, c i 1-3, c iii 1-4)."""

DEALERS: Final = frozenset({"", "dealer", "pagador", "deal", "distribuicao"})
"""By whom a key card was revealed in the deal, and not by its player (A11 d)."""
KEY_REVEALED: Final = frozenset({"A11d", "carta_chave_revelada"})
MISDEALT: Final = frozenset({"A11e", "carta_mal_distribuida"})
INCOMPLETE_DECK: Final = "baralho_incompleto"
"""As an error noted, or as the cause of a void."""

JOGADA: Final = "jogada"
JOGADOR: Final = "jogador"
NENHUMA: Final = "nenhuma"
INICIAL: Final = "inicial"
BOLO: Final = "bolo"

OPEN_CARDS: Final = (0, 2, 3, 4)
"""Which of a player's five cards, in the order of the deal, lie open; the second is the chave."""
KEY: Final = 1
HAND: Final = 5
LANCOS: Final = 4


class Part(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """A part of the record."""


class Jogador(Part, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A player of the jogada."""

    seat: int
    player: str = ""
    """Who he is, where the table says so."""
    capital: Minor | None = None
    """Before the entry of this jogada; None where the table did not declare it."""
    cartas: tuple[str | None, ...] = ()
    """In the order dealt: open, chave, open, open, open; None for a card nobody knows."""
    iniciou: bool = False
    """This is his first jogada since he sat down (A6)."""
    capital_antes: Minor | None = None
    """At the end of his last jogada; None where that is not known."""
    baixou: Minor | None = None
    """The lowest that his capital was in the jogada before; None where that is not known."""
    acrescentado: Minor = 0
    """Put to his capital, or taken from it, after the jogada had begun (A6)."""


class Lance(Part, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An act of a player: his words and the chips put in, in the order of the jogada."""

    seat: int
    accao: str
    """``entrada``; then ``desistir``, ``passar``, ``apostar``, ``aceitar``, ``elevar``,
    ``redobrar``."""
    added: Minor = 0
    lanco: int = 0
    """From 1; 0 before the first card."""
    segundos: int | None = None
    """How long he took when his turn had come; None where that is not known."""
    meios: str = ""
    """What was put in, where it was no chips."""


class Revelada(Part, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A chave that was seen before the showdown."""

    seat: int
    by: str = ""
    """``player`` where its own player turned it; empty, ``dealer``, ``pagador``: in the deal."""
    lances: Count = 0
    """How many of the record's ``lances`` had been done."""


class Direito(Part, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The dealer gave somebody the right to speak while nobody had bet in a lanço."""

    seat: int
    lanco: int
    lances: Count | None = None
    """How many of the record's ``lances`` had been done; None: the lanço began with it."""


class Desfalcado(Part, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A player was declared to have put in all his capital (A11 a)."""

    seat: int
    lances: Count | None = None
    """How many of the record's ``lances`` had been done; None: all of them."""


NOBODYS: Final = 0
"""The seat of a hand of which it is not told whose it is."""


class Mostrada(Part, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The chave alone, or the whole hand, turned at the end (A10 e)."""

    seat: int
    """``NOBODYS`` where it is not told whose it is."""
    cartas: tuple[str, ...]


class Corte(Part, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A cut of the deck before the jogada (A2)."""

    by: int | None = None
    """The seat; None: the dealer, or not known."""
    cartas: Count | None = None
    """Cards on the smaller side."""


class Queimada(Part, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A card put aside unplayed (A2)."""

    carta: str | None = None
    dadas: Count = 0
    """How many cards had been dealt."""


class Cobrada(Part, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A commission that the house took (A8, A9)."""

    valor: Minor
    """Below zero where it was given back."""
    modo: Literal["inicial", "bolo"] = "bolo"
    seat: int | None = None
    """Who paid it; None: it came out of the bolo."""
    dadas: Count = 0
    """How many cards had been dealt."""


class Mudanca(Part, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A player went from one place to another while the jogada was played (A3)."""

    de: int
    para: int


class MacauRecord(
    Record,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    gc=False,
    tag="poquer_macau_5_cartas",
    tag_field="game",
):
    """One jogada."""

    profile: str = PROFILE
    currency: str = CURRENCY
    entrada: Minor = 0
    """The table's bolo de entrada, a player's share; 0 where it is not declared."""
    comissao_inicial: Literal["jogada", "jogador", "nenhuma"] = "jogada"
    """Whether the initial commission is one a jogada, one a player, or none (A8)."""
    aposta_minima: Minor = 0
    """The table's least first bet of a lanço; the law has none."""
    jogadores: tuple[Jogador, ...] = ()
    """From the dealer's right, anticlockwise: the order of the deal (A10 a)."""
    lances: tuple[Lance, ...] = ()
    dadas: tuple[int, ...] = ()
    """Seats in the order in which cards were dealt; empty where not recorded."""
    reveladas: tuple[Revelada, ...] = ()
    direitos: tuple[Direito, ...] = ()
    desfalcados: tuple[Desfalcado, ...] = ()
    mostradas: tuple[Mostrada, ...] = ()
    cortes: tuple[Corte, ...] = ()
    queimadas: tuple[Queimada, ...] = ()
    comissoes: tuple[Cobrada, ...] = ()
    mudancas: tuple[Mudanca, ...] = ()
    baralhos: Count | None = None
    """How many decks were shuffled together; None where not known."""
    baralho_jogadas: Count | None = None
    """Jogadas dealt from the deck, this one included; None where not known."""
