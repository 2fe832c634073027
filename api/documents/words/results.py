"""The result of a round in words: the law's own names with their accents, cards, sums, choices.

Replay names results by codes (``banca_seguinte``); a code that nobody wrote here is said with
spaces for underscores.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

from api.documents.document import Teller
from projections.replay.kit.cards import DECK

Two = tuple[str, str]
_NAMES: Final[Mapping[str, Two]] = {
    "adicionais": ("adicionais", "additional prizes"),
    "anulada": ("anulada", "void"),
    "banca": ("banca", "bank"),
    "banca_joga": ("a banca joga", "the bank plays"),
    "banca_seguinte": ("banca seguinte", "next bank"),
    "banco": ("banco", "banco"),
    "banqueiro": ("banqueiro", "banker"),
    "bingo": ("bingo", "bingo"),
    "bola": ("bola", "ball"),
    "bolas": ("bolas", "balls"),
    "cagnotte": ("cagnotte", "cagnotte"),
    "cartas": ("cartas", "cards"),
    "cartoes": ("cartões", "cards"),
    "bets": ("apostas", "bets"),
    "card": ("carta", "card"),
    "casas_no_maximo": ("casas no máximo", "places at the maximum"),
    "chance": ("chance", "chance"),
    "cobertas": ("cobertas", "covered"),
    "combinacoes": ("combinações", "combinations"),
    "comissao": ("comissão", "commission"),
    "cor": ("cor", "colour"),
    "dados": ("dados", "dice"),
    "decide_o_naipe": ("decide o naipe", "decided by suit"),
    "falsos": ("falsos", "false calls"),
    "fans": ("fans", "fans"),
    "fila": ("fila", "row"),
    "ganho": ("ganho", "gain"),
    "ganhos": ("ganhos", "won"),
    "graduacao": ("graduação", "grade"),
    "grupo": ("grupo", "group"),
    "incremento": ("incremento", "increment"),
    "lancamento": ("lançamento", "throw"),
    "linha": ("linha", "line"),
    "maos": ("mãos", "hands"),
    "maximo_golpe_aplicado": ("máximo do golpe aplicado", "maximum of a round applied"),
    "mostram": ("mostram", "show"),
    "numero": ("número", "number"),
    "pagador": ("pagador", "dealer"),
    "pagador_abre": ("o pagador abre", "the dealer opens"),
    "paragens": ("paragens", "stops"),
    "pedras_na_muralha": ("pedras na muralha", "pieces in the wall"),
    "ponto": ("ponto", "point"),
    "premios": ("prémios", "prizes"),
    "premios_antes_do_maximo": ("prémios antes do máximo", "prizes before the maximum"),
    "primeiro_lugar": ("primeiro lugar", "first place"),
    "progressivo": ("progressivo", "progressive"),
    "receita": ("receita", "revenue"),
    "recomeca": ("recomeça com", "starts anew with"),
    "reposicao": ("reposição", "put back"),
    "responsavel": ("responsável", "liable"),
    "responsavel_por": ("responsável por", "liable by"),
    "resultado": ("resultado", "result"),
    "resta": ("resta", "left"),
    "saldo": ("saldo", "balance"),
    "seccao": ("secção", "section"),
    "seguram": ("seguram", "hold"),
    "simbolo": ("símbolo", "symbol"),
    "simbolos": ("símbolos", "symbols"),
    "soma": ("soma", "sum"),
    "taxa": ("taxa", "rate"),
    "totais": ("totais", "totals"),
    "total": ("total", "total"),
    "transitam": ("transitam", "carried over"),
    "valor": ("valor", "amount"),
    "vencedor": ("vencedor", "winner"),
    "vencedores": ("vencedores", "winners"),
    "vendas": ("vendas", "sales"),
    "vieram": ("vieram", "came"),
}
_MONEY: Final = frozenset(
    (
        "adicionais", "cagnotte", "comissao", "ganho", "incremento", "linha", "bingo", "premios",
        "premios_antes_do_maximo", "receita", "recomeca", "reposicao", "resta", "saldo", "vendas",
    )
)  # fmt: skip
"""Names of amounts; a number elsewhere counts something, or is a seat."""
_WORDS: Final[Mapping[str, Two]] = {
    "preto": ("preto", "black"),
    "encarnado": ("encarnado", "red"),
    "vermelho": ("vermelho", "red"),
    "verde": ("verde", "green"),
    "amarelo": ("amarelo", "yellow"),
    "branco": ("branco", "white"),
    "azul": ("azul", "blue"),
    "pequeno": ("pequeno", "small"),
    "grande": ("grande", "big"),
    "ases": ("ases", "aces"),
    "ponto": ("ponto", "player"),
    "banca": ("banca", "bank"),
    "empate": ("empate", "tie"),
    "blackjack": ("blackjack", "blackjack"),
}
_RANKS: Final[Mapping[str, Two]] = {
    "A": ("ás", "ace"),
    "K": ("rei", "king"),
    "Q": ("dama", "queen"),
    "J": ("valete", "jack"),
    "T": ("10", "10"),
}
_SUITS: Final[Mapping[str, Two]] = {
    "s": ("espadas", "spades"),
    "h": ("copas", "hearts"),
    "d": ("ouros", "diamonds"),
    "c": ("paus", "clubs"),
}


_CARD: Final = r"(?:[2-9TJQKA][cdhs])"
_CARDS: Final = re.compile(rf"(?:(?<!^)(?<!\. )|(?!As\b))\b{_CARD}(?: {_CARD})*\b")
"""Cards side by side, but for an article at the beginning of a sentence."""


def result_text(result: Mapping[str, Any], tell: Teller) -> str:
    """Return a round's result in a sentence of the paper's language.

    >>> result_text({"numero": "17", "cor": "preto"}, Teller("pt"))
    'número 17; cor preto'
    >>> result_text({"banca": True, "cartas": {"3": ["Kh", "Td"]}, "saldo": 1250}, Teller("en"))
    'bank yes; cards (3: king of hearts, 10 of diamonds); balance 12.50'
    """
    return "; ".join(_parts(result, tell))


def with_cards(text: str, tell: Teller) -> str:
    """Return a sentence of replay with its cards in words; Portuguese begins some with ``As``.

    >>> with_cards("The bank has 7c Th, less than ace-king.", Teller("en"))
    'The bank has 7 of clubs, 10 of hearts, less than ace-king.'
    >>> with_cards("As cartas 7c As dão 8.", Teller("pt"))
    'As cartas 7 de paus, ás de espadas dão 8.'
    """
    return _CARDS.sub(
        lambda found: ", ".join(_word(card, tell) for card in found[0].split(" ")), text
    )


def changed_text(asked: str, tell: Teller) -> str:
    """Return the fact that a hypothesis changes, and to which value, in words.

    >>> changed_text("facto=resultado.numero;valor=18", Teller("pt"))
    'resultado, número: 18'
    >>> changed_text("facto=cartas.2.card;valor=7c;cartas=shift", Teller("en"))
    'cards, 3, card: 7 of clubs; the cards after it move by one'
    >>> changed_text("facto=cartas.2;tirar=sim", Teller("pt"))
    'cartas, 3: não aconteceu'
    """
    told = {name: said for name, _, said in (one.partition("=") for one in asked.split(";"))}
    path = (
        str(int(one) + 1) if one.isdecimal() else _name(one, tell)
        for one in told.get("facto", "").split(".")
    )
    value = told.get("valor")
    gone = tell.of("não aconteceu", "did not happen")
    moved = tell.of("; as cartas seguintes avançam uma", "; the cards after it move by one")
    said = f"{', '.join(path)}: {_word(value, tell) if value else gone}"
    return said + (moved if told.get("cartas") == "shift" else "")


def _parts(result: Mapping[str, Any], tell: Teller) -> Iterator[str]:
    for name, value in result.items():
        said = _value(name, value, tell)
        yield f"{tell.of(*_NAMES[name])} {said}" if name in _NAMES else f"{_spoken(name)} {said}"


def _value(name: str, value: Any, tell: Teller) -> str:
    match value:
        case None:
            return "—"
        case bool():
            return tell.of("sim", "yes") if value else tell.of("não", "no")
        case int():
            return tell.money(value) if name in _MONEY else tell.count(value)
        case str():
            return _word(value, tell)
        case _:
            return _several(name, value, tell)


def _several(name: str, value: Any, tell: Teller) -> str:
    match value:
        case Mapping():
            inner = cast("Mapping[Any, Any]", value)
            pairs = (
                f"{_name(str(one), tell)}: {_value(name, of, tell)}" for one, of in inner.items()
            )
            return f"({'; '.join(pairs)})" if inner else "—"
        case Sequence():
            several = cast("Sequence[Any]", value)
            return ", ".join(_value(name, one, tell) for one in several) or "—"
        case _:
            return str(value)


def _name(said: str, tell: Teller) -> str:
    return tell.of(*_NAMES[said]) if said in _NAMES else _word(said, tell)


def _word(said: str, tell: Teller) -> str:
    if said in DECK:
        rank, suit = said
        name = tell.of(*_RANKS[rank]) if rank in _RANKS else rank
        return tell.of(f"{name} de {_SUITS[suit][0]}", f"{name} of {_SUITS[suit][1]}")
    if said in _WORDS:
        return tell.of(*_WORDS[said])
    known = tell.combination(said)
    return _spoken(said) if known == said else known


def _spoken(code: str) -> str:
    return code.replace("_", " ")
