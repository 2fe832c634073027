"""The acta of a bingo session as PDF/A (BI R58-R61).

The same acta in the same language gives the same bytes: its times are those of its events, and
nothing else in it has one. Times are shown in the casino's zone with their offset. In English the
words that are the law's own stay: acta, jogada, linha, bingo.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from api.documents.document import Attached, Language, Source, Teller, compiled, letterhead
from api.documents.words.acta import code_word, mode_word, state_word
from projections.stages.actas.jogada import ANNULLED, Jogada, Premio
from projections.stages.actas.queries import Acta

TEMPLATE: Final = "acta.typ"

Versions = Mapping[str, Sequence[tuple[int, int | None, Jogada]]]
"""Round to the versions of its record, oldest first."""


def acta_pdf(
    acta: Acta,
    source: Source,
    versions: Versions,
    language: Language = "pt",
    attached: Attached | None = None,
    *,
    casino: str | None,
) -> bytes:
    """Return the acta as PDF/A, headed by the casino of its room where one is known."""
    told = Teller(language, source.zone, acta.currency)
    last = acta.jogadas[-1][1].ended if acta.jogadas else None
    data = {
        **letterhead(source, language, f"acta {acta.place} {acta.session} {language}", casino),
        "language": language,
        "session": acta.session,
        "place": acta.place,
        "day": told.day(acta.day),
        "variant": f"bingo {acta.variant}",
        "mode": mode_word(acta.mode, language),
        "currency": acta.currency,
        "started": told.time(acta.started),
        "ended": told.time(acta.ended),
        "jogadas": [_jogada(one, versions.get(one.round, ()), told) for _, one in acta.jogadas],
        "total": _total([one for _, one in acta.jogadas], told),
    }
    return compiled(TEMPLATE, data, source, acta.ended or last or acta.started, attached)


def _jogada(
    one: Jogada, versions: Sequence[tuple[int, int | None, Jogada]], told: Teller
) -> dict[str, Any]:
    money = told.money
    return {
        "number": one.round.rsplit("/", 1)[-1],
        "events": _events(one, told),
        "state": state_word("registada" if one.registada else one.state, told.language),
        "series": [serie.serie for serie in one.series],
        "price": ", ".join(dict.fromkeys(money(serie.preco) for serie in one.series)) or "—",
        "cards": told.count(one.cartoes),
        "intervals": [
            f"{serie.serie} {first}–{last}"
            for serie in one.series
            for first, last in serie.intervalos
        ]
        + [
            f"{serie.herdados} "
            + told.of("duplos da jogada anterior", "doubles of the jogada before")
            for serie in one.series
            if serie.herdados
        ],
        "collected": money(one.recolhido),
        "returned": money(one.devolvido) if one.devolvido else "",
        "owed_back": money(one.a_devolver) if one.a_devolver else "",
        "linha": money(one.pago(linha=True)),
        "bingo": money(one.pago(bingo=True)),
        "additional": money(one.pago()),
        "progressive": money(one.pago(pool=True)),
        "other": money(one.pago() + one.pago(pool=True)),
        "unpaid": _unpaid(one, told),
        "tax": money(one.imposto),
        "ended": told.time(one.ended),
        "annulled": _annulled(one, told),
        "cause": code_word(one.motivo, told.language),
        **_notes(one, told),
        "registered": _registered(one, told),
        "changes": changes(versions, told),
        "overtaken": _overtaken(one, told),
    }


def _notes(one: Jogada, told: Teller) -> dict[str, list[str]]:
    """Return j) to m) of a jogada, and its winning cards, in words."""
    language = told.language
    undecided = told.of("sem decisão", "not decided")
    return {
        "complaints": [
            f"{this.nome}: {code_word(this.sobre, language)}, "
            + (code_word(this.decisao, language) or undecided)
            for this in one.reclamacoes
        ],
        "balls": [
            f"{this.antigo or '—'} ({this.jogadas} jogadas) → {this.novo}" for this in one.bolas
        ],
        "breakdowns": [code_word(this, language) for this in one.avarias],
        "incidents": [code_word(this, language) for this in one.ocorrencias],
        "prizes": [
            f"{_form(this, told)} {told.money(this.valor)}, "
            + told.of(
                f"cartão {this.serie} n.º {this.cartao}", f"card {this.serie} no. {this.cartao}"
            )
            for this in one.premios
        ],
    }


def _form(prize: Premio, told: Teller) -> str:
    """Return a prize's form in words; of a pool's, that it came out of one."""
    form = code_word(prize.forma, told.language)
    return form if prize.pool is None else f"{told.of('acumulado', 'progressive')} ({form})"


def _overtaken(one: Jogada, told: Teller) -> str:
    """Return the jogada or session that opened or closed before this one was entered (R60)."""
    if one.overtaken is None:
        return ""
    number = (one.overtaken or "").rpartition("/")[2]
    what = f"Jogada {number}" if number else told.of("A sessão", "The session")
    return told.of(
        f"{what} abriu ou fechou antes deste registo.",
        f"{what} opened or closed before this was recorded.",
    )


def _events(one: Jogada, told: Teller) -> str:
    """Return where in the log the jogada stands: what its figures are reckoned from."""
    if one.closed is None:
        return told.of("eventos desde a posição", "events since position") + f" {one.opened}"
    return told.of(
        f"eventos das posições {one.opened} a {one.closed}",
        f"events of positions {one.opened} to {one.closed}",
    )


def _annulled(one: Jogada, told: Teller) -> str:
    """Return the rule by which a jogada was annulled, and whether the annulment has no effect."""
    if one.anulada is None:
        return ""
    without = told.of("sem efeito", "without effect")
    return one.anulada if one.nula else f"{one.anulada}, {without}"


def _unpaid(one: Jogada, told: Teller) -> str:
    """Return the prizes assessed and not paid: with doubles all prizes wait (R45)."""
    left = one.due - sum(this.valor for this in one.premios)
    return told.money(left) if left > 0 and one.state != ANNULLED else ""


def _registered(one: Jogada, told: Teller) -> str:
    record = next((record for record in one.registos if record.valid), None)
    if record is None:
        return told.of("por registar", "to be recorded")
    position = told.of("posição", "position")
    return f"{told.time(record.at)}, {position} {record.position}"


_SHOWN: Final[tuple[tuple[str, str, Callable[[Jogada, Teller], str]], ...]] = (
    ("cartões", "cards", lambda one, told: told.count(one.cartoes)),
    ("recolhido", "collected", lambda one, told: told.money(one.recolhido)),
    ("linha", "linha", lambda one, told: told.money(one.pago(linha=True))),
    ("bingo", "bingo", lambda one, told: told.money(one.pago(bingo=True))),
    ("outros", "others", lambda one, told: told.money(one.pago() + one.pago(pool=True))),
    ("imposto", "tax", lambda one, told: told.money(one.imposto)),
    ("reclamações", "complaints", lambda one, told: told.count(len(one.reclamacoes))),
    ("avarias", "breakdowns", lambda one, told: told.count(len(one.avarias))),
    ("ocorrências", "occurrences", lambda one, told: told.count(len(one.ocorrencias))),
)


def changes(versions: Sequence[tuple[int, int | None, Jogada]], told: Teller) -> list[str]:
    """Return the changes to a jogada after its record was signed, before and after (R59)."""
    found: list[str] = []
    signed: Jogada | None = None
    for position, _, one in versions:
        if signed is not None:
            at = told.of("posição", "position") + f" {position}"
            for pt, en, show in _SHOWN:
                before, after = show(signed, told), show(one, told)
                if before != after:
                    found.append(f"{told.of(pt, en)} {before} → {after} ({at})")
        if one.registada:
            signed = one
    return found


def _total(jogadas: Sequence[Jogada], told: Teller) -> dict[str, str]:
    money = told.money
    return {
        "cards": told.count(sum(one.cartoes for one in jogadas)),
        "collected": money(sum(one.recolhido for one in jogadas)),
        "linha": money(sum(one.pago(linha=True) for one in jogadas)),
        "bingo": money(sum(one.pago(bingo=True) for one in jogadas)),
        "other": money(sum(one.pago() + one.pago(pool=True) for one in jogadas)),
        "tax": money(sum(one.imposto for one in jogadas)),
    }
