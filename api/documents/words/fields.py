"""The fields of what commands list, in Portuguese: heads, words and amounts as exports have them.

A list that shows what an export has takes the export's words; the fields of commands alone stand
here. A field of somebody's own question, which nobody here knows, keeps its name.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from api.documents.words.columns import HEADS, day, head_of, moment, percent, words_of
from ledger.text.amounts import plain_text
from projections.reads.files.exports import EXPORTS
from projections.reads.retention import CLASSES
from projections.replay.rulebook.table import STATUS_WORDS

FIELDS: Final[Mapping[str, str]] = {
    "about": "sobre", "adjustments": "acertos", "agreed": "conferia (posição)",
    "agreeing": "quem aprova", "agrees": "confere", "awards": "prémios", "body": "corpo",
    "brought": "transitado", "bytes": "tamanho (bytes)", "casinos": "casinos", "class": "classe",
    "code": "código", "comes": "quando vem", "commitment": "compromisso",
    "configuration": "configuração", "counted": "contado", "credits": "retornos",
    "circulating": "em circulação", "day_ends": "fim do dia", "drop": "recolha",
    "export": "ficheiro", "every": "cada", "expires": "vale até", "figure": "valor de",
    "fills": "reforços", "findings": "constatações", "fingerprint": "impressão da chave",
    "for_ever": "para sempre", "foreign": "outras moedas", "format": "forma",
    "fault": "falta", "hold_ppm": "retenção", "hour": "hora", "judged": "apurado",
    "key": "chave", "known": "conhecido (posição)", "law": "regras", "link": "elo",
    "low": "alarme de retorno", "maker": "fabricante", "matrix": "matriz", "members": "membros",
    "model": "modelo", "more": "mais", "name": "nome", "not_proved_since": "não provado desde",
    "number": "n.º", "observed_ppm": "retorno observado", "out": "fora", "owner": "dono",
    "parted": "divergiu (posição)", "places": "lugares", "played": "ganho nas jogadas",
    "pools": "acumulados", "prefix": "princípio da chave", "previous": "anterior",
    "profile": "perfil", "profiles": "perfis", "ran": "feito em", "range": "intervalo",
    "read": "lida (posição)", "read_at": "hora da leitura (UTC)", "redeemed": "trocado",
    "round_id": "jogada", "rounds": "jogadas", "seal": "selo", "side": "lado",
    "signed": "assinado", "sold": "vendido", "sources": "fontes", "span": "período",
    "spans": "taxas e períodos", "staying": "ficam", "table_opened": "mesa aberta (posição)",
    "tables": "mesas", "title": "título", "told": "dito", "used": "último uso",
    "verdict": "veredicto", "by_count": "resultado pela contagem", "ended": "acabada (posição)",
    "window_plays": "jogadas da janela", "window_returned": "devolvido na janela",
    "window_since": "janela desde (posição)", "window_staked": "apostado na janela",
    "won": "ganho por pagar", "years": "anos", "accounts": "contas", "games": "jogos",
    "where": "onde", "judged_in": "julgado em", "issued": "emitida em", "before": "antes",
    "after": "depois", "says": "quem diz", "needs": "quem aprova", "otherwise": "senão",
    "who: about": "quem: sobre", "second person": "segunda pessoa", "else": "senão",
    "ends": "acaba", "erased": "apagado", "erasure": "apagado em",
}  # fmt: skip
"""Fields that no export has, or that mean another thing in a command's list."""
MONEY: Final = frozenset(
    (
        *("amount", "stake", "due", "paid", "opening", "fills", "credits", "drop", "closing"),
        *("by_count", "by_rounds", "owed", "quebra", "cagnotte", "cagnotte_counted", "brought"),
        *("declared", "sold", "redeemed", "settled", "played", "circulating", "counted"),
        *("difference", "stakes", "jackpots", "contributions", "commission", "revenue", "debit"),
        *("credit", "shown", "base", "accumulated", "reserve", "overflow", "won", "held"),
        *("ledger", "cj", "cg", "rb", "de", "be", "pa", "cc", "bp", "pap", "pam", "ccm", "sc"),
        *("window_staked", "window_returned", "denomination", "settlements"),
    )
)
"""Fields that are minor units where they are whole numbers."""
COUNTS: Final = frozenset((("retention", "held"),))
"""Fields that are so called and are none."""
_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "state": {
        "living": "em uso", "revoked": "revogada", "ended": "acabada", "expired": "caducada",
        "in force": "em vigor", "later": "anunciado", "kept": "guardado", "due": "a apagar",
        "erased": "apagado", "held": "retido",
    },
    "side": {
        "house": "casa", "authority": "autoridade", "ledger": "livro", "display": "visor",
        "controller": "controlador", "money": "dinheiro",
    },
    "class": {name: one.pt for name, one in CLASSES.items()},
    "status": {name: words for name, (words, _) in STATUS_WORDS.items()},
    "span": {"all": "tudo", "day": "dia", "week": "semana", "month": "mês"},
    "every": {"day": "dia", "week": "semana", "month": "mês"},
}  # fmt: skip
"""Words of commands' own lists."""
_is_day: Final = re.compile(r"\d{4}-\d\d-\d\d").fullmatch
_is_moment: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d.*Z").fullmatch
_YES: Final = {True: "sim", False: "não"}


def field_head(of: str, name: str) -> str:
    """Return the Portuguese head of a field of a list, which shows what export ``of`` has.

    >>> field_head("rounds", "stake"), field_head("", "fills"), field_head("", "my_sum")
    ('apostado', 'reforços', 'my_sum')
    """
    if _has(of, name):
        return head_of(of, name)
    return FIELDS.get(name) or HEADS.get(name) or name


def _has(of: str, name: str) -> bool:
    return of in EXPORTS and any(one.name == name for one in EXPORTS[of].columns)


def field_text(of: str, name: str, value: Any) -> str:
    """Return a field's value as a spreadsheet in Portuguese takes it; deeper ones are JSON.

    >>> field_text("rounds", "state", "agrees"), field_text("", "drop", 123450)
    ('confere', '1234,50')
    >>> field_text("", "hold_ppm", -110727), field_text("", "day", "2026-11-20")
    ('-11,0727%', '20-11-2026')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return _YES[value]
    if isinstance(value, int):
        return _number(of, name, value)
    return _said(of, name, value) if isinstance(value, str) else _nested(value)


def _number(of: str, name: str, value: int) -> str:
    if name.endswith("_ppm"):
        return percent(value)
    if name in MONEY and (of, name) not in COUNTS:
        return plain_text(value).replace(".", ",")
    return str(value)


def _nested(value: Any) -> str:
    """Return plain values with commas between, of two languages the Portuguese, else JSON.

    >>> _nested([8, 9]), _nested({"pt": "regra", "en": "rule"}), _nested([{"a": 1}])
    ('8, 9', 'regra', '[{"a":1}]')
    """
    match value:
        case {"pt": str(said), "en": _}:
            return said
        case [*several] if not any(isinstance(one, list | dict) for one in several):
            return ", ".join(map(str, several))
        case _:
            return msgspec.json.encode(value).decode()


def _said(of: str, name: str, text: str) -> str:
    if text in _WORDS.get(name, ()):
        return _WORDS[name][text]
    if _is_day(text):
        return day(text)
    if _is_moment(text):
        return moment(text)
    try:
        words = words_of(of, name)
    except KeyError:
        return text
    return text if words is None else words(text)
