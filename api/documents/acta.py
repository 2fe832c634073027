"""The acta of a bingo session as PDF/A, in Portuguese (BI R58-R61).

The same acta gives the same bytes: its times are those of its events, and nothing else in it has
one. Times are shown in the casino's zone with their offset.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from api.documents.document import Attached, Source, Teller, compiled, letterhead
from projections.stages.actas.jogada import ANNULLED, Jogada
from projections.stages.actas.queries import Acta

TEMPLATE: Final = "acta.typ"
_PORTUGUESE: Final = Teller("pt")
_MODES: Final[Mapping[str, str]] = {
    "physical": "presencial",
    "session": "em linha, por sessões",
    "continuous": "em linha, contínuo",
}
_STATES: Final[Mapping[str, str]] = {
    "aberta": "em curso",
    "terminada": "terminada",
    "anulada": "anulada",
}

_CODES: Final[Mapping[str, str]] = {
    "win": "prémio",
    "bet": "aposta",
    "card": "cartão",
    "other": "outra",
    "anuncio": "anúncio",
    "reclamacao": "reclamação",
    "annulled": "anulada",
    "rejected": "improcedente",
    "accepted": "procedente",
}
"""Words of the vocabulary that are no Portuguese, or lack their accents."""

Versions = Mapping[str, Sequence[tuple[int, int | None, Jogada]]]
"""Round to the versions of its record, oldest first."""


def acta_pdf(
    acta: Acta, source: Source, versions: Versions, attached: Attached | None = None
) -> bytes:
    """Return the acta as PDF/A."""
    told = Teller("pt", source.zone)
    last = acta.jogadas[-1][1].ended if acta.jogadas else None
    data = {
        **letterhead(source, "pt", f"acta {acta.place} {acta.session}"),
        "session": acta.session,
        "place": acta.place,
        "day": told.day(acta.day),
        "variant": f"bingo {acta.variant}",
        "mode": _MODES.get(acta.mode, acta.mode),
        "currency": acta.currency,
        "started": told.time(acta.started),
        "ended": told.time(acta.ended),
        "jogadas": [_jogada(one, versions.get(one.round, ()), told) for _, one in acta.jogadas],
        "total": _total([one for _, one in acta.jogadas]),
    }
    return compiled(TEMPLATE, data, source, acta.ended or last or acta.started, attached)


def _jogada(
    one: Jogada, versions: Sequence[tuple[int, int | None, Jogada]], told: Teller
) -> dict[str, Any]:
    return {
        "number": one.round.rsplit("/", 1)[-1],
        "events": _events(one),
        "state": "registada" if one.registada else _STATES.get(one.state, one.state),
        "series": [serie.serie for serie in one.series],
        "price": ", ".join(dict.fromkeys(_money(serie.preco) for serie in one.series)) or "—",
        "cards": told.count(one.cartoes),
        "intervals": [
            f"{serie.serie} {first}–{last}"
            for serie in one.series
            for first, last in serie.intervalos
        ]
        + [f"{serie.herdados} duplos da jogada anterior" for serie in one.series if serie.herdados],
        "collected": _money(one.recolhido),
        "returned": _money(one.devolvido) if one.devolvido else "",
        "owed_back": _money(one.a_devolver) if one.a_devolver else "",
        "linha": _money(one.pago(linha=True)),
        "bingo": _money(one.pago(bingo=True)),
        "additional": _money(one.pago()),
        "progressive": _money(one.pago(pool=True)),
        "other": _money(one.pago() + one.pago(pool=True)),
        "unpaid": _unpaid(one),
        "tax": _money(one.imposto),
        "ended": told.time(one.ended),
        "annulled": _annulled(one),
        "cause": _word(one.motivo),
        "complaints": [
            f"{this.nome}: {_word(this.sobre)}, {_word(this.decisao) or 'sem decisão'}"
            for this in one.reclamacoes
        ],
        "balls": [
            f"{this.antigo or '—'} ({this.jogadas} jogadas) → {this.novo}" for this in one.bolas
        ],
        "breakdowns": [_word(this) for this in one.avarias],
        "incidents": [_word(this) for this in one.ocorrencias],
        "prizes": [
            f"{_word(this.forma)} {_money(this.valor)}, cartão {this.serie} n.º {this.cartao}"
            for this in one.premios
        ],
        "registered": _registered(one, told),
        "changes": changes(versions),
        "overtaken": _overtaken(one, told),
    }


def _overtaken(one: Jogada, told: Teller) -> str:
    """Return the jogada or session that opened or closed before this one was entered (R60)."""
    if one.overtaken is None:
        return ""
    what = told.round(one.overtaken) if one.overtaken else "a sessão"
    return f"{what} abriu ou fechou antes deste registo."


def _word(code: str | None) -> str:
    """Return a code of the vocabulary as people read it; nothing where none was said.

    >>> _word("anuncio"), _word("bingo_especial"), _word(None)
    ('anúncio', 'bingo especial', '')
    """
    return "" if code is None else _CODES.get(code, code.replace("_", " "))


def _events(one: Jogada) -> str:
    """Return where in the log the jogada stands: what its figures are reckoned from."""
    if one.closed is None:
        return f"eventos desde a posição {one.opened}"
    return f"eventos das posições {one.opened} a {one.closed}"


def _annulled(one: Jogada) -> str:
    """Return the rule by which a jogada was annulled, and whether the annulment has no effect."""
    if one.anulada is None:
        return ""
    return one.anulada if one.nula else f"{one.anulada}, sem efeito"


def _unpaid(one: Jogada) -> str:
    """Return the prizes assessed and not paid: with doubles all prizes wait (R45)."""
    left = one.due - sum(this.valor for this in one.premios)
    return _money(left) if left > 0 and one.state != ANNULLED else ""


def _registered(one: Jogada, told: Teller) -> str:
    record = next((record for record in one.registos if record.valid), None)
    if record is None:
        return "por registar"
    return f"{told.time(record.at)}, {record.source}, posição {record.position}"


_SHOWN: Final[tuple[tuple[str, Callable[[Jogada], str]], ...]] = (
    ("cartões", lambda one: str(one.cartoes)),
    ("recolhido", lambda one: _money(one.recolhido)),
    ("linha", lambda one: _money(one.pago(linha=True))),
    ("bingo", lambda one: _money(one.pago(bingo=True))),
    ("outros", lambda one: _money(one.pago() + one.pago(pool=True))),
    ("imposto", lambda one: _money(one.imposto)),
    ("reclamações", lambda one: str(len(one.reclamacoes))),
    ("avarias", lambda one: str(len(one.avarias))),
    ("ocorrências", lambda one: str(len(one.ocorrencias))),
)


def changes(versions: Sequence[tuple[int, int | None, Jogada]]) -> list[str]:
    """Return the changes to a jogada after its record was signed, before and after (R59)."""
    found: list[str] = []
    signed: Jogada | None = None
    for position, _, one in versions:
        if signed is not None:
            for name, show in _SHOWN:
                before, after = show(signed), show(one)
                if before != after:
                    found.append(f"{name} {before} → {after} (posição {position})")
        if one.registada:
            signed = one
    return found


def _total(jogadas: Sequence[Jogada]) -> dict[str, str]:
    return {
        "cards": _PORTUGUESE.count(sum(one.cartoes for one in jogadas)),
        "collected": _money(sum(one.recolhido for one in jogadas)),
        "linha": _money(sum(one.pago(linha=True) for one in jogadas)),
        "bingo": _money(sum(one.pago(bingo=True) for one in jogadas)),
        "other": _money(sum(one.pago() + one.pago(pool=True) for one in jogadas)),
        "tax": _money(sum(one.imposto for one in jogadas)),
    }


def _money(units: int) -> str:
    """Return an amount in Portuguese spelling."""
    return _PORTUGUESE.money(units)
