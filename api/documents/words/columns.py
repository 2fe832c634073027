"""The columns of exported tables in Portuguese: each head, and each word that a table may hold.

A column of text is one of names, which nobody translates, or it has words here. Files for programs
keep the tables' own names.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar, cast

import msgspec

from api.documents.document import Teller
from api.documents.words.acta import mode_word, state_word
from api.documents.words.kinds import kind_text
from api.documents.words.reasons import CATEGORIES, DEBTS, JOURNALS, POOL_REASONS, REVENUE_REASONS
from ledger.text.amounts import MINUS
from projections.reads.retention import CLASSES

HEADS: Final[Mapping[str, str]] = {
    "abertura": "abertura", "account": "conta", "accumulated": "acumulado",
    "additional": "adicional", "agrees": "confere", "amount": "valor", "annulled": "anulada por",
    "answered": "respondida (posição)", "at": "hora (UTC)", "award": "prémio", "base": "base",
    "be": "BE", "bet": "aposta n.º", "bingo": "bingo",
    "booked": "lançado no dia", "bp": "BP", "by_rounds": "resultado pelas jogadas",
    "cagnotte": "cagnotte", "cagnotte_counted": "cagnotte contada", "cards": "cartões",
    "carried": "apostas transitadas", "casino": "casino", "category": "categoria", "cc": "CC",
    "cc_c": "CC créditos", "cc_m": "CC máquina", "ccm": "CCM", "cg": "CG",
    "charity": "devido a instituições", "cj": "CJ", "claimed": "dia dito", "closed": "fechado",
    "closes": "fecha (UTC)", "closing": "fecho", "code": "código", "collected": "recolhido",
    "combination": "combinação", "commission": "comissão", "complainant": "reclamante",
    "contributions": "para acumulados", "controller": "controlador",
    "controller_at": "hora do controlador (UTC)", "corrections": "correcções",
    "counter": "contador", "cover": "cobertura", "credit": "crédito", "currency": "moeda",
    "day": "dia de jogo", "de": "DE", "de_c": "DE moedas", "de_n": "DE notas", "debit": "débito",
    "debt": "dívida", "decided": "decidida (posição)", "decision": "decisão",
    "declared": "declarado na abertura", "declared_base": "base declarada",
    "declared_shares": "partes declaradas", "declared_tax": "imposto declarado",
    "denomination": "denominação", "device": "aparelho", "difference": "diferença",
    "display": "visor", "display_at": "hora do visor (UTC)", "dispute": "caso",
    "drop_counted": "recolha contada", "due": "devido", "ended": "fim (UTC)", "event": "evento",
    "events": "eventos", "expected": "esperado", "facts": "factos", "fecho": "fecho",
    "finding": "constatação", "first": "primeira posição", "first_day": "primeiro dia",
    "from_house": "pago pela casa", "from_pool": "pago pelo acumulado", "game": "jogo",
    "heard": "ouvido (posição)", "heartbeat": "sinal de vida (s)", "held": "cativo",
    "id": "constatação", "in_transit": "em trânsito", "increments": "incrementos",
    "interdicted": "interdições", "issued": "emitido (posição)", "issued_at": "emitido em",
    "je": "JE", "jogadas": "jogadas", "journal": "diário", "kind": "espécie",
    "known_from": "conhecido desde (posição)", "known_until": "conhecido até (posição)",
    "last": "última posição", "last_day": "último dia", "late": "dias atrasados",
    "late_rb": "RB atrasada", "ledger": "livro", "line": "linha", "linha": "linha",
    "machine": "máquina", "means": "meio", "mode": "modo", "name": "aparelho", "notes": "notas",
    "notes_expected": "notas esperadas", "of": "do evento (posição)", "open": "por saldar",
    "opened": "aberto (posição)", "opening": "abertura", "opens": "abre (UTC)",
    "origin": "origem", "overdue": "fora de prazo", "overflow": "excedente", "owed": "em dívida",
    "pa": "PA", "paid": "pago", "pam": "PAM", "pap": "PAP", "pap_h": "PAP manual",
    "pap_m": "PAP máquina", "part": "parte", "place": "lugar",
    "play": "jogada", "player": "jogador", "pool": "acumulado", "position": "posição",
    "positions": "posições", "postings": "lançamentos", "progressive": "progressivo",
    "quebra": "quebra", "rate_ppm": "taxa",
    "rates": "taxas", "rb": "RB", "reason": "motivo", "receita": "receita",
    "recorded": "registado", "reforcos": "reforços", "reserve": "reserva", "resets": "reposições",
    "residue": "fracção por atribuir (milionésimos)", "resultado": "resultado",
    "retornos": "retornos", "revenue": "receita", "round": "jogada", "rounds": "jogadas",
    "rule": "regra", "sc": "SC", "seat": "lugar à mesa", "session": "sessão",
    "settled": "saldado", "settlements": "acertos", "severity": "gravidade", "shares": "partes",
    "shown": "mostrado", "silent": "em silêncio desde (posição)", "since": "desde (posição)",
    "slip": "talão", "slips": "talões", "source": "fonte", "stake": "apostado",
    "staked": "apostado", "stakes": "apostas", "standing": "estado", "started": "início (UTC)",
    "state": "estado", "status": "estado", "subject": "assunto", "taken": "tomado (posição)",
    "taken_at": "tomado em", "taken_by": "tomado por", "tax": "imposto", "tax_name": "imposto",
    "ticket": "bilhete", "tickets": "bilhetes", "tickets_expected": "bilhetes esperados",
    "tolerance": "tolerância", "totals": "totais", "transfers": "transferências",
    "until": "válido até (UTC)", "unsettled": "por apurar", "apart": "divergem",
    "jackpots": "acumulados",
    "variant": "variante", "voided": "anulado", "voids": "nulas", "why": "motivo",
    "act": "acto", "after": "depois", "before": "antes", "count": "quantidade",
    "effective": "com efeito desde (posição)", "item": "peça",
    "parameter": "parâmetro", "person": "pessoa", "scope": "âmbito",
    "value": "valor",
    "purpose": "para quê", "replaced": "em vez de", "seal": "selo", "target": "evento corrigido",
    "witnesses": "testemunhas", "wins": "prémios", "withdrawn": "retirado (posição)",
    "won_unpaid": "ganho por pagar", "role": "papel", "key": "chave pública", "keys": "chaves",
    "not_after": "vale até (UTC)", "living": "em uso", "revoked": "revogada", "seq": "n.º na fonte",
    "astray": "relógio", "done": "feito", "by": "de quem", "won": "ganho",
    "share_ppm": "parte ganha", "band_ppm": "margem", "expected_rounds": "jogadas calculadas",
    "expected_ppm": "parte esperada", "expected_band_ppm": "margem esperada",
    "retention": "classe", "leaving": "podem sair", "rules": "regras", "matrix": "matriz",
    "era": "memória n.º", "marks": "contadores", "returned": "devolvido",
}  # fmt: skip
"""A column's name to its head; of two meanings, :data:`HEADS_OF` has the other."""

HEADS_OF: Final[Mapping[tuple[str, str], str]] = {
    ("disputes", "due"): "resposta até (UTC)",
    ("bingo-sessions", "closed"): "fechada (posição)",
    ("actas", "closed"): "fechada (posição)",
    ("late-events", "closing"): "fecho (posição)",
    ("liabilities", "accumulated"): "incrementos",
    ("contadores", "closing"): "fecho (posição)",
    ("pool-statements", "ended"): "fim da concessão",
    ("meter-variance", "events"): "pelos eventos",
    ("meter-variance", "difference"): "diferença",
    ("chips", "event"): "evento (posição)",
    ("history", "round"): "jogada n.º",
    ("hand-pays", "play"): "jogada (posição)",
    ("table-days", "owed"): "devido a jogadores",
    ("table-days", "settled"): "contada",
    ("tax", "tax"): "imposto apurado",
    ("tax", "base"): "base apurada",
    ("pool-readings", "ledger"): "pelo livro",
    ("parameters", "since"): "em vigor desde (UTC)",
    ("parameters", "until"): "substituído (posição)",
    ("readings", "since"): "de (UTC)",
    ("readings", "until"): "até (UTC)",
    ("readings", "subject"): "o quê",
    ("corrections", "kind"): "espécie do evento",
    ("sources", "since"): "chave desde (posição)",
    ("sources", "last"): "último evento (posição)",
    ("closing", "subject"): "o quê",
    ("closing", "of"): "de",
    ("holds", "name"): "mesa ou pagador",
    ("retention", "held"): "retidos por casos",
    ("retention", "until"): "até",
    ("adoptions", "since"): "em vigor desde (UTC)",
    ("machine-voids", "effective"): "com efeito",
    ("equipment", "id"): "em uso",
    ("equipment", "kind"): "evento",
}

NAMES: Final = frozenset(
    (
        "award", "code", "complainant", "counter", "currency", "debt", "device", "dispute", "event",
        "finding", "id", "issued_at", "machine", "name", "place", "play", "player", "pool", "round",
        "rule", "session", "slip", "source", "taken_at", "ticket", "totals", "account", "annulled",
        "act", "key", "matrix", "parameter", "person", "replaced", "rules", "scope", "value",
        "seal", "target", "witnesses",
    )
)  # fmt: skip
"""Columns of names, codes and numbers that are the same in every language."""

_YES: Final = {"True": "sim", "False": "não"}
_POOLS: Final = {
    "activo": "activo", "extinto": "extinto", "retirado": "retirado", "revertido": "revertido",
    "transferido": "transferido",
}  # fmt: skip
_DEBTS: Final = {
    "dispute": "caso",
    "finding": "constatação",
    **{kind: words for kind, (words, _) in DEBTS.items()},
}
_SCHEDULED: Final = {
    "bingo_room": "sala de bingo", "display": "visor", "machine": "máquina",
    "office": "escritório", "table": "mesa", "controller": "controlador",
}  # fmt: skip
_MEANS: Final = {
    "cash": "numerário", "cheque": "cheque", "chips": "fichas", "credits": "créditos",
    "account": "conta", "transfer": "transferência",
}  # fmt: skip
_WHY: Final = {
    "daily": "do dia", "weekly": "da semana", "win": "prémio", "transfer": "transferência",
    "opening": "abertura", "power": "corte de energia", "periodic": "periódica",
    "open": "abertura", "manual": "à mão",
    "close": "fecho", "drop": "recolha", "dispute": "reclamação", "configuration": "configuração",
}  # fmt: skip
_STATES: Final[Mapping[str, Mapping[str, str]]] = {
    "rounds": {
        "agrees": "confere", "differs": "diverge", "unpaid": "por pagar", "void": "nula",
        "uncompared": "sem comparação", "unproved": "não provada", "pending": "por fechar",
    },
    "findings": {
        "open": "por ver", "acknowledged": "vista", "explained": "explicada",
        "accepted": "aceite", "sanctioned": "sancionada", "void": "sem efeito",
        "reopened": "reaberta", "remedied": "saldada",
    },
    "disputes": {
        "open": "aberta", "answered": "respondida", "decided": "decidida",
        "appealed": "em recurso",
    },
    "closing": {
        "done": "feito", "missing": "falta", "unproved": "não provado", "none": "não se aplica",
    },
    "tickets": {"issued": "em circulação", "taken": "tomado", "wrong": "errado"},
}  # fmt: skip
_OF_NAMED: Final[Mapping[tuple[str, str], Mapping[str, str]]] = {
    ("chips", "reason"): {
        "declared": "declaradas na abertura", "sold": "vendidas", "redeemed": "trocadas",
        "owed": "devidas a jogadores", "settled": "acerto",
    },
    ("revenue", "reason"): {name: words for name, (words, _) in REVENUE_REASONS.items()},
    ("postings", "reason"): POOL_REASONS,
    ("corrections", "reason"): {
        "engano": "engano", "avaria": "avaria", "treino": "treino ou ensaio",
        "registo-tardio": "registo tardio", "regra-aplicada": "regra aplicada de outro modo",
        "mistake": "engano",
    },
    ("equipment", "reason"): {
        "opening": "abertura", "hourly": "da hora", "worn": "gasto", "damaged": "danificado",
        "lost": "perdido", "suspected": "suspeita", "jam": "encravado", "rounds": "jogadas feitas",
        "start": "início", "end": "fim", "rotation": "rotação", "closing": "fecho",
    },
    ("closing", "subject"): {
        "tables": "mesas contadas", "drops": "recolhas contadas", "cagnottes": "cagnottes contadas",
        "rounds": "jogadas apuradas", "machines": "máquinas fechadas",
        "counters": "contadores que conferem", "hand pays": "pagamentos manuais saldados",
        "actas": "actas registadas", "cover": "coberturas que bastam",
        "findings": "constatações vistas", "disputes": "reclamações decididas",
        "closed": "dia fechado",
    },
    ("machine-voids", "effective"): _YES,
    ("readings", "subject"): {},
    ("schedule", "category"): _SCHEDULED,
    ("hand-pays", "category"): {},
    ("disputes", "subject"): {
        "round": "jogada", "machine": "máquina", "ticket": "bilhete", "jogada": "jogada de bingo",
        "award": "prémio acumulado", "session": "sessão",
    },
    ("hand-pays", "subject"): {},
    ("owed", "subject"): {},
}  # fmt: skip
"""Of one table's column: its words; none where it holds names."""
_OF_ALL: Final[Mapping[str, Mapping[str, str]]] = {
    "agrees": _YES,
    "open": _YES,
    "settled": _YES,
    "overdue": _YES,
    "closed": _YES,
    "living": _YES,
    "revoked": _YES,
    "by": {"table": "mesa", "dealer": "pagador"},
    "role": {
        "table": "mesa", "bingo_room": "sala de bingo", "machine": "máquina",
        "jackpot_controller": "controlador de prémios", "display": "visor", "cage": "caixa",
        "witness": "testemunha do registo", "service": "serviço do registo", "dealer": "pagador",
        "supervisor": "fiscal", "floor_manager": "chefe de sala",
        "director": "director do serviço de jogos", "cashier": "caixa (pessoa)",
        "finance": "finanças", "technician": "técnico", "admin": "administrador",
        "inspector": "inspector", "authority": "autoridade reguladora",
        "dispute": "decide reclamações", "registrar": "conservador das chaves",
        "auditor": "auditor", "floor": "sala", "source": "aparelho",
    },
    "astray": {"future": "adiantado", "back": "atrasado", "day": "dia por confirmar"},
    "retention": {name: one.pt for name, one in CLASSES.items()},
    "category": {name: words for name, (words, _) in CATEGORIES.items()},
    "decision": {
        "upheld": "procedente", "partly": "procedente em parte", "rejected": "improcedente",
        "settled": "por acordo", "withdrawn": "retirada", "accepted": "aceite",
    },
    "item": {
        "ball": "bola", "dice_set": "dados", "dice": "dados", "deck": "baralho",
        "shuffler": "baralhador", "wheel": "roda", "tiles": "pedras", "display": "visor",
        "ball_set": "jogo de bolas", "shoe": "sabot", "cylinder": "cilindro",
    },
    "purpose": {
        "page": "página", "query": "consulta", "export": "ficheiro", "bundle": "prova",
        "proof": "prova", "replay": "repetição", "document": "documento",
    },
    "journal": {name: words for name, (words, _) in JOURNALS.items()},
    "kind": _DEBTS,
    "means": _MEANS,
    "origin": {
        "fold": "dos lançamentos", "replay": "da repetição", "table": "da mesa",
    },
    "part": {
        "verdict": "devido pelo veredicto", "prize": "prémio acumulado",
        "beyond": "além do devido", "over": "além da dívida",
    },
    "severity": {"critical": "crítica", "ordinary": "ordinária", "information": "informação"},
    "standing": {
        "won": "por pagar", "verified": "verificado", "paid": "pago", "overpaid": "pago a mais",
        "refused": "recusado", "reversed": "revertido",
    },
    "status": _POOLS,
    "taken_by": {"desk": "caixa", "machine": "máquina"},
    "tax_name": {"imposto_especial": "imposto especial"},
    "why": _WHY,
}  # fmt: skip
VOCABULARIES: Final = (*_STATES.values(), *_OF_NAMED.values(), *_OF_ALL.values())
"""Every closed list of words that a column may hold."""
_PARTS: Final = {
    "estado": "Estado", "turismo": "turismo", "desporto": "desporto", "cultura": "cultura",
    "municipios": "municípios", "educacao": "educação",
}  # fmt: skip
_FACTS: Final = {
    "seat": "lugar", "amount": "valor", "announced": "anunciado", "line": "linha",
    "chance": "chance",
    "selection": "selecção", "colour": "cor", "number": "número", "rule": "regra",
    "cause": "causa", "reason": "motivo", "by": "por", "of": "de", "to": "a", "place": "lugar",
    "rounds": "jogadas", "round": "jogada", "bet": "aposta", "due": "devido", "paid": "pago",
    "value": "valor", "name": "nome", "item": "peça", "id": "em uso", "kind": "espécie",
    "stake_returned": "aposta devolvida", "chips": "fichas", "means": "meio", "open": "aberta",
    "bets": "apostas", "fact": "facto", "pool": "acumulado", "card": "carta", "cards": "cartas",
    "turn": "vez", "lanco": "lanço", "action": "acção", "tipo": "tipo", "serie": "série",
    "accao": "acção", "source": "fonte", "since": "desde", "player": "jogador", "mode": "modo",
    "lancamento": "lançamento", "hours": "horas", "dispute": "caso", "award": "prémio",
    "session": "sessão", "selecao": "selecção", "premio": "prémio", "hand": "mão",
    "counter": "contador", "play": "jogada", "person": "pessoa", "day": "dia", "casino": "casino",
    "cartoes": "cartões", "cartao": "cartão", "ticket": "bilhete", "slip": "talão",
    "comissao": "comissão", "pedra": "pedra", "painel": "painel", "vendas": "vendas",
}  # fmt: skip
_MONEY: Final = frozenset(
    ("amount", "announced", "due", "paid", "stake", "stake_returned", "value")
)  # fmt: skip
"""Facts that are minor units where they are whole numbers."""
_MOMENTS: Final = frozenset(("at", "closes", "ended", "not_after", "opens", "started", "until"))

_FILTERS: Final = {
    "from": "do dia", "to": "ao dia", "since": "desde", "until": "antes de", "day": "dia de jogo",
}  # fmt: skip
_is_day: Final = re.compile(r"\d{4}-\d\d-\d\d").fullmatch

Words = Callable[[str], str]
T = TypeVar("T")
_TELL: Final = Teller("pt", "UTC")


def head_of(export: str, column: str) -> str:
    """Return the Portuguese head of a table's column.

    >>> head_of("rounds", "stake"), head_of("disputes", "due")
    ('apostado', 'resposta até (UTC)')
    """
    return HEADS_OF.get((export, column)) or HEADS[column]


def words_of(export: str, column: str) -> Words | None:
    """Return the function that puts a column's texts into Portuguese; None of names.

    Raises:
        KeyError: it is neither a column of names nor one that has words.

    """
    if (export, column) in _OF_NAMED:
        return _one_of(_OF_NAMED[export, column])
    if column in NAMES:
        return None
    if column == "state" and export in _STATES:
        return _one_of(_STATES[export])
    if column in _MOMENTS or (export, column) == ("disputes", "due"):
        return moment
    return _READ.get((export, column)) or _READ.get(("", column)) or _one_of(_OF_ALL[column])


def filter_words(export: str, name: str, value: str) -> str:
    """Return a filter of a table and its value, in Portuguese.

    >>> filter_words("rounds", "state", "differs"), filter_words("rounds", "from", "2026-11-20")
    ('estado: diverge', 'do dia: 20-11-2026')
    """
    if name in _FILTERS:
        return f"{_FILTERS[name]}: {_when(value)}"
    words = words_of(export, name) if name in _OF_ALL or name in ("state", "game", "kind") else None
    said = HEADS.get(name, name)
    return f"{said}: {_when(value) if words is None else words(value)}"


def _when(value: str) -> str:
    return day(value) if _is_day(value) else moment(value.replace("+00:00", "Z"))


def _one_of(words: Mapping[str, str]) -> Words:
    return lambda text: words.get(text, text.replace("_", " ") if words else text)


def day(text: str) -> str:
    """Return a day as a spreadsheet in Portuguese takes it.

    >>> day("2026-11-20")
    '20-11-2026'
    """
    return "-".join(reversed(text.split("-")))


def moment(text: str) -> str:
    """Return an instant in UTC as a spreadsheet in Portuguese takes it; the rest as it is.

    >>> moment("2026-11-20T17:14:12.950661Z"), moment("2026-11-20T17:14:12Z"), moment("logo")
    ('20-11-2026 17:14:12,950', '20-11-2026 17:14:12', 'logo')
    """
    date, letter, hour = text.partition("T")
    if not letter or not hour.endswith("Z") or not date[:1].isdecimal():
        return text
    whole, point, part = hour.removesuffix("Z").partition(".")
    return f"{day(date)} {whole}" + (f",{part[:3]}" if point else "")


def percent(ppm: object) -> str:
    """Return parts in a million as a percentage that a spreadsheet takes.

    >>> percent(100_000), percent("12345"), percent(-110_727)
    ('10%', '1,2345%', '-11,0727%')
    """
    said = _TELL.percent(int(str(ppm)))
    return said.replace("\N{NO-BREAK SPACE}", "").replace(MINUS, "-")


def _of_json(of: type[T], tell: Callable[[T], str]) -> Words:
    """Return the function that puts JSON into words; a text that is none stays as it is."""

    def words(text: str) -> str:
        try:
            return tell(msgspec.json.decode(text, type=of))
        except msgspec.MsgspecError:
            return text

    return words


def _shares(parts: dict[str, int]) -> str:
    """Return the parts of a tax, in words.

    >>> _shares({"cultura": 956, "x": 0})
    'cultura 9,56; x 0,00'
    """
    return "; ".join(f"{_PARTS.get(one, one)} {_TELL.money(parts[one])}" for one in parts)


def _astray(text: str) -> str:
    """Return the fault of a source's clock.

    >>> _astray("future"), _astray("closing 12")
    ('adiantado', 'antes do fecho na posição 12')
    """
    _, closing, position = text.partition("closing ")
    return f"antes do fecho na posição {position}" if closing else _OF_ALL["astray"].get(text, text)


class _Span(msgspec.Struct, frozen=True):
    """The days of a tax's rate."""

    first: str
    last: str
    ppm: int


def _tax_rates(spans: list[_Span]) -> str:
    """Return the rates of a tax with their days.

    >>> _tax_rates([_Span("2026-11-20", "2026-11-21", 100_000)])
    'de 20-11-2026 até 21-11-2026: 10%'
    """
    return "; ".join(f"{_TELL.days(one.first, one.last)}: {percent(one.ppm)}" for one in spans)


def _pool_rates(rates: dict[str, int]) -> str:
    """Return the stakes of each rate of increment.

    >>> _pool_rates({"100000": 817})
    '10%: 8,17'
    """
    return "; ".join(f"{percent(one)}: {_TELL.money(rates[one])}" for one in rates)


def _facts(facts: dict[str, Any]) -> str:
    """Return the facts of a finding that have words, and how many more its JSON has.

    >>> _facts({"bets": [1, 6], "shuffler": "b"})
    'apostas 1, 6; mais 1 no ficheiro JSON'
    """
    said = [
        f"{_FACTS[one]} {_plain(value, money=one in _MONEY)}"
        for one, value in facts.items()
        if one in _FACTS
    ]
    left = len(facts) - len(said)
    return "; ".join([*said, *([f"mais {left} no ficheiro JSON"] if left else [])])


def _plain(value: Any, *, money: bool = False) -> str:
    match value:
        case list():
            return ", ".join(map(_plain, cast("list[Any]", value)))
        case bool():
            return _YES[str(value)]
        case int():
            return _TELL.money(value) if money else str(value)
        case str():
            return moment(value)
        case dict():
            return f"({_facts(cast('dict[str, Any]', value))})"
        case _:
            return msgspec.json.encode(value).decode()


_READ: Final[Mapping[tuple[str, str], Words]] = {
    ("", "casino"): lambda text: "todos" if text == "*" else text,
    ("", "combination"): _TELL.combination,
    ("", "declared_shares"): _of_json(dict[str, int], _shares),
    ("", "expected"): _TELL.value,
    ("", "facts"): _of_json(dict[str, Any], _facts),
    ("", "game"): lambda text: text if text == "mesas" else _TELL.game(text),
    ("", "mode"): lambda text: mode_word(text, "pt"),
    ("", "recorded"): _TELL.value,
    ("", "shares"): _of_json(dict[str, int], _shares),
    ("actas", "state"): lambda text: state_word(text, "pt"),
    **dict.fromkeys(
        (("history", "kind"), ("corrections", "kind"), ("equipment", "kind")),
        lambda text: kind_text(text, "pt"),
    ),
    ("corrections", "after"): _of_json(dict[str, Any], _facts),
    ("corrections", "before"): _of_json(dict[str, Any], _facts),
    ("parameters", "since"): moment,
    ("adoptions", "since"): moment,
    ("readings", "since"): moment,
    ("readings", "until"): moment,
    ("sources", "astray"): _astray,
    ("meter-readings", "marks"): lambda text: text.replace("regressao", "regressão"),
    ("pool-statements", "rates"): _of_json(dict[str, int], _pool_rates),
    ("tax", "rates"): _of_json(list[_Span], _tax_rates),
}
