"""The sentences on a game: sets, grades and fáns by their names, each in two languages."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from projections.replay.games.mah_jong.hand import SEQUENCIA, Conjunto
from projections.replay.settlement import Phrase

FAN_WORDS: Final = {
    "conjunto_de_trunfo": "conjunto de trunfo",
    "vento_da_roda": "vento da roda",
    "vento_do_lugar": "vento do lugar",
    "cheong_kong": "ch'éong kóng",
    "kong_seong_fa": "kóng seong fá",
    "toi_toi_vu": "tôi-tôi-vu",
    "peng_vu": "p'èng vu",
    "wan_iat_sek": "wân iat sêk",
    "ultima_pedra": "hoi tai lau yuet",
    "siu_sam_un": "siu sam un",
    "siu_sei_hei": "siu sei hei",
    "fa_iu_kau": "fá iu-kau",
    "tin_vu": "t'in vu",
    "tei_vu": "tei vu",
    "seong_fan": "seong fán",
    "kong_seong_kong": "kóng seong kóng",
    "wan_iat_sek_peng_vu": "wân iat sêk p'èng vu",
    "cheng_iat_sek": "ch'èng iat sêk",
    "treze_chamadas": "sap-sám iu",
    "kan_kan_vu": "kan-kan vu",
    "tai_sam_un": "tai sam un",
    "tai_sei_hei": "tai sei hei",
    "cheng_iu": "cheng iu",
    "chun_chu": "chun chu",
    "fat_choi": "fát chói",
}
GRADE_WORDS: Final = ("kai vu", "1 fán", "fán dobrado")


class Fans(Struct, frozen=True, gc=False):
    """The fáns of a hand, in words."""

    names: Sequence[str]

    def __format__(self, spec: str) -> str:
        """Return the names of the fáns, or a word for no fán."""
        none = "no fán" if spec == "en" else "nenhum fán"
        return ", ".join(FAN_WORDS[name] for name in self.names) or none


class Hand(Struct, frozen=True, gc=False):
    """A cut hand, in the pieces' names."""

    sets: Sequence[Conjunto]
    pair: str

    def __format__(self, spec: str) -> str:
        """Return the sets and the pair."""
        pair = f"{'pair of' if spec == 'en' else 'par de'} {self.pair}"
        if not self.sets:
            return f"sap-sám iu, {pair}"
        return ", ".join([*map(_set_text, self.sets), pair])


def _set_text(one: Conjunto) -> str:
    if one.tipo == SEQUENCIA:
        return f"{one.pedra}-{int(one.pedra[-1]) + 1}-{int(one.pedra[-1]) + 2}"
    return f"{len(one.tiles)}x {one.pedra}"


WON: Final = Phrase("Mah-jong do lugar {seat}: {hand:pt}.", "Seat {seat} has mah-jong: {hand:en}.")
GRADE: Final = Phrase(
    "Vale {grade}: {fans:pt}. A unidade é {unit:m}.",
    "It is worth {grade}: {fans:en}. The unit is {unit:m}.",
)
PAYS: Final = Phrase(
    "O lugar {payer} paga {unit:m} x {factor} = {amount:m}.",
    "Seat {payer} pays {unit:m} x {factor} = {amount:m}.",
)
BEARS: Final = Phrase(
    "O lugar {payer} responde pela perda dos outros e paga {amount:m}, tudo.",
    "Seat {payer} bears the others' loss and pays {amount:m}, all of it.",
)
SPARED: Final = Phrase(
    "O lugar {bearer} responde por esta perda: nada se paga.",
    "Seat {bearer} bears this loss: nothing is paid.",
)
SHORT: Final = Phrase(
    "Devia {full:m}; o capital em jogo deixa pagar {amount:m}.",
    "{full:m} was owed; the capital in play lets {amount:m} be paid.",
)
CAPPED: Final = Phrase(
    "Ninguém ganha mais do que o capital que pôs em jogo: {gross:m}.",
    "Nobody wins more than the capital he put in play: {gross:m}.",
)
COMMISSION: Final = Phrase(
    "Do prémio de {gross:m} a comissão leva {commission:m}; ficam {prize:m}.",
    "Of the prize of {gross:m} the commission takes {commission:m}; {prize:m} is left.",
)
FALSE: Final = Phrase(
    "O lugar {seat} declarou um ganho que o não é ({reason:pt}): indemniza os outros.",
    "Seat {seat} declared a win that is none ({reason:en}): he indemnifies the others.",
)
FINE: Final = Phrase(
    "O lugar {payer} paga {amount:m} ao lugar {to} ({grade}).",
    "Seat {payer} pays {amount:m} to seat {to} ({grade}).",
)
DRAWN: Final = Phrase(
    "Ninguém ganhou: nada se paga e a banca fica.", "Nobody won: nothing is paid, the bank stays."
)
UNDECIDED: Final = Phrase(
    "O registo não mostra quem ganha, ou quanto: falta {what:pt}.",
    "The record does not show who wins, or how much: {what:en} is missing.",
)
VOID: Final = Phrase(
    "O jogo foi declarado nulo ({cause}) e ninguém ganhou: nada se paga.",
    "The game was declared void ({cause}) and nobody had won: nothing is paid.",
)
NO_BETS: Final = Phrase(
    "No mah-jong não se aposta em chances: voltam {stake:m}.",
    "Mah-jong has no chances to bet on: {stake:m} go back.",
)


class Word(Struct, frozen=True, gc=False):
    """A word that is another in English."""

    pt: str
    en: str

    def __format__(self, spec: str) -> str:
        """Say the sentence in Portuguese, or in English as ``en``."""
        return self.en if spec == "en" else self.pt


REASONS: Final = {
    "p_ong_desistido": Word("p'ông anunciado e não feito", "a p'ông announced and not made"),
    "pedra_propria": Word("pedra que ele descartou", "a piece that he discarded himself"),
    "conjunto_errado": Word("conjunto errado por corrigir", "a wrong set not put right"),
    "conjunto_vedado": Word("ch'i ou p'ông que não existe", "a ch'i or p'ông that does not exist"),
    "combinacao": Word("as pedras não fazem o jogo", "the pieces make no winning hand"),
}
UNITS_MISSING: Final = Word("a tabela de unidades", "the table of units")
HAND_MISSING: Final = Word("a mão de quem declarou o ganho", "the hand of who declared the win")
WIND_MISSING: Final = Word("o vento da roda", "the roda's wind")
PIECE_MISSING: Final = Word("a pedra do ganho", "the winning piece")
SIGHT_MISSING: Final = Word("uma pedra que está na mesa", "a piece that lies on the table")
