"""Actas of bingo: the sessions, and one with a) to m) of the law, corrections struck through."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Response

from api.console.frame import Frame, NothingSuchError, Page, PageRoute
from api.console.language import formats
from api.console.language.words import mark as _
from api.console.pictures.bands import bars
from api.documents.words.acta import code_word
from api.requests import parameters as p
from projections.reads.floor.acta_list import SESSIONS_MAX, gates, granted, sessions
from projections.running.runner import LIVE
from projections.stages.actas.jogada import Jogada
from projections.stages.actas.queries import Acta, acta_of, versions_of

MODES: Final[Mapping[str, str]] = {
    "physical": _("in the room"),
    "session": _("online, by sessions"),
    "continuous": _("online, without end"),
}
STATES: Final[Mapping[str, tuple[str, str, str]]] = {
    "aberta": ("warn", "clock", _("Under way")),
    "terminada": ("warn", "clock", _("To be recorded")),
    "anulada": ("", "void", _("Void")),
    "registada": ("ok", "check", _("Recorded")),
}
"""How a jogada stands in the acta: tone, icon and words of its tag."""
_SHOWN: Final[tuple[tuple[str, Callable[[Jogada], int]], ...]] = (
    ("d", lambda one: one.cartoes),
    ("e", lambda one: one.recolhido),
    ("linha", lambda one: one.pago(linha=True)),
    ("bingo", lambda one: one.pago(bingo=True)),
    ("other", lambda one: one.pago() + one.pago(pool=True)),
    ("g", lambda one: one.imposto),
)
"""The figures of R61 that a correction may change, by the column in which they stand."""

router: Final = APIRouter(route_class=PageRoute)

_NAME: Final = r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$"
DayOf = Annotated[str | None, Query(alias="dia", pattern=r"^(\d{4}-\d\d-\d\d)?$")]
Room = Annotated[str, Path(pattern=_NAME)]
Session = Annotated[str, Path(pattern=p.SIGNED)]


@router.get("/actas", operation_id="showActas")
def show_actas(page: Page, day: DayOf = None) -> Response:
    """Show the sessions of bingo, newest first, and each room's gate."""
    chosen = _day(page, day)
    total, lines = sessions(page.view.connection, chosen)
    return page.answer(
        "floor/actas.html",
        chosen=chosen,
        lines=lines,
        left=max(0, total - SESSIONS_MAX),
        gates=gates(page.view.connection),
        open_count=sum(line.ended is None for line in lines),
        lacking=sum(line.jogadas - line.recorded for line in lines),
        modes=MODES,
        chart=bars(
            [(line.session, line.collected) for line in reversed(lines[:12])],
            page.currency,
            page.language,
        ),
    )


@router.get("/actas/{place}/{session:path}", operation_id="showActa")
def show_acta(page: Page, place: Room, session: Session) -> Response:
    """Show the acta of a session: a) to m), jogada by jogada."""
    acta = acta_of(page.view.connection, LIVE, session, place=place)
    if acta is None:
        _total, lines = sessions(page.view.connection)
        near = ", ".join(f"{line.place} {line.session}" for line in lines[:6])
        raise NothingSuchError(
            page.say(_("There is no session %(name)s in %(room)s."), name=session, room=place),
            page.say(_("There are: %(names)s."), names=near or formats.UNKNOWN),
            "/actas",
        )
    page.currency = acta.currency or page.currencies.of(place)
    jogadas = [one for _known, one in acta.jogadas]
    earlier = {
        one.round: _before(versions_of(page.view.connection, LIVE, one.round)) for one in jogadas
    }
    yes = granted(page.view.connection, [one.round for one in jogadas])
    positions = [*yes.values(), *(one.registos[-1].position for one in jogadas if one.registos)]
    return page.answer(
        "floor/acta.html",
        acta=acta,
        jogadas=jogadas,
        earlier=earlier,
        corrected=sum(bool(one) for one in earlier.values()),
        yes=yes,
        names=page.view.names(positions),
        recorded=sum(one.registada for one in jogadas),
        lacks={one.round: one.lacks() for one in jogadas},
        states=STATES,
        state_of=_state,
        modes=MODES,
        totals=_totals(jogadas),
        notes=_notes(page, acta),
        code_word=code_word,
    )


def _state(one: Jogada) -> str:
    return "registada" if one.registada else one.state


def _before(versions: Sequence[tuple[int, int | None, Jogada]]) -> dict[str, list[int]]:
    """Return the figures that stood after the record was signed and stand no more, by column."""
    found: dict[str, list[int]] = {}
    signed: Jogada | None = None
    for _from, _until, one in versions:
        if signed is not None:
            for name, show in _SHOWN:
                if show(signed) != show(one):
                    found.setdefault(name, []).append(show(signed))
        if one.registada:
            signed = one
    return found


def _totals(jogadas: Sequence[Jogada]) -> dict[str, int]:
    return {name: sum(show(one) for one in jogadas) for name, show in _SHOWN}


def _notes(page: Frame, acta: Acta) -> dict[str, list[tuple[str, str]]]:
    """Return i) to m): what was annulled, complained of, replaced, broken, noted, by jogada."""
    found: dict[str, list[tuple[str, str]]] = {letter: [] for letter in "ijklm"}
    language = page.language
    for _known, one in acta.jogadas:
        number = one.round.rsplit("/", 1)[-1]
        if one.anulada is not None:
            effect = "" if one.nula else " " + page.say(_("(without effect)"))
            found["i"].append(
                (
                    number,
                    f"{one.anulada}{effect}: {code_word(one.motivo, language) or formats.UNKNOWN}",
                )
            )
        for this in one.reclamacoes:
            decided = code_word(this.decisao, language) or page.say(_("not decided"))
            about = code_word(this.sobre, language)
            found["j"].append((number, f"{this.nome}: {about}, {decided}"))
        for ball in one.bolas:
            found["k"].append(
                (
                    number,
                    page.say(
                        _("%(old)s after %(count)s jogadas, now %(new)s"),
                        old=ball.antigo or formats.UNKNOWN,
                        count=ball.jogadas,
                        new=ball.novo,
                    ),
                )
            )
        found["l"].extend((number, code_word(text, language)) for text in one.avarias)
        found["m"].extend((number, code_word(text, language)) for text in one.ocorrencias)
    return found


def _day(page: Frame, said: str | None) -> date | None:
    if not said:
        return None
    try:
        return date.fromisoformat(said)
    except ValueError:
        raise NothingSuchError(page.say(_("%(day)s is no day."), day=said), "", "/actas") from None
