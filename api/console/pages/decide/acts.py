"""Acts: which there are for whom, the form of each, its exact bytes, and what became of it.

The server prepares bytes and never a signature; the browser decodes those very bytes, shows them in
words, and signs. What comes back is held against the chain as it stands, and against what the form
was made over: whoever was overtaken is told so, and nothing of his is sent to the door.
"""

import json
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Any, Final, cast

import psycopg
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import JSONResponse

from api.console import sentences
from api.console.frame import (
    FORM_HEADER,
    HEADERS,
    KEPT,
    UNANSWERED,
    WHOLE,
    Frame,
    NothingSuchError,
    Page,
    PageRoute,
)
from api.console.language.acts import SIGN
from api.console.language.vocabulary import kind_words
from api.console.language.words import mark as _
from api.console.pages.decide.corrections import KIND as CORRECTION
from api.console.pages.decide.corrections import (
    PREFIX,
    corrected,
    inner_fields,
    target_of,
)
from api.console.pages.decide.entitled import (
    Entitled,
    entitled,
    role_words,
    row_name,
)
from api.console.pages.decide.forms import (
    OFFERED,
    Field,
    FormError,
    body_of,
    fields_of,
    kind_of,
    payload_of,
)
from api.console.pages.decide.traced import said_before, said_last, whereabouts
from api.console.pages.proof.sources import ROLE_NAMES
from api.console.pictures.charts import marks
from api.services.people.acting import (
    About,
    foreseen,
    is_recorded,
    may_say,
    next_envelope,
    version_of,
)
from api.services.people.outside import OUTSIDE_ABOVE, is_for_outside
from api.services.people.sessions import is_form_of
from api.services.people.written import keep
from ledger.door.ingestion import Answer, BusyError
from ledger.errors import LedgerError
from ledger.events.base import Payload
from ledger.events.reviews import Approval
from ledger.ids import is_round
from ledger.signed.canonical import Envelope, decode
from ledger.signed.chain import link_of
from ledger.signed.segments import Segment, Signed, segment_fits
from ledger.store.texts.commitment import TextError
from projections.reads.basis.value_words import value_in
from projections.reads.log.foreseen import Foreseen, waiting_acts
from projections.reads.log.persons import PersonsSource
from projections.reads.log.told import Told, told_at

ACT_FORMAT: Final = "razao-act/1"
"""Of the file that is signed outside of the browser: ``razao sign`` reads it."""
"""The parameter above which money is not signed by a key in a browser; minor units."""
SENT_MAX: Final = 200_000
_REPLACED: Final = 409

router: Final = APIRouter(route_class=PageRoute)

Named = Annotated[str | None, Query(pattern=r"^[^\x00]{1,100}$")]
"""What an act is about, by its name in the address."""
DayOf = Annotated[str | None, Query(alias="dia", pattern=r"^(\d{4}-\d\d-\d\d)?$")]
"""The gaming day that an act is of."""


class ActError(Exception):
    """An act is not prepared, or not handed in: what to tell, and nothing was recorded."""

    def __init__(self, outcome: str, title: str, said: str = "", *, status: int = 422) -> None:
        """Keep the outcome's code and its words in the page's language."""
        super().__init__(title)
        self.told = {"outcome": outcome, "title": title, "said": said}
        self.status = status


# --- pages ---------------------------------------------------------------------------------------


@router.get("/atos", operation_id="showActs")
def show_acts(page: Page) -> Response:
    """Show the acts that there are: those of whoever asks, and whose the others are."""
    mine = page.own_sources()
    return page.answer(
        "decide/acts.html",
        last=said_last(page, mine),
        awaited=awaited_words(page),
        mine=begun_here(page, mine),
        others=[one for one in _all(page, mine) if not one[0].may],
        waiting=waiting_for(page, mine),
    )


def _all(page: Frame, mine: Sequence[PersonsSource]) -> list[tuple[Entitled, str]]:
    return [(entitled(page, kind, mine), page.say(kind_words(kind))) for kind in OFFERED]


def begun_here(page: Frame, mine: Sequence[PersonsSource]) -> list[tuple[Entitled, str]]:
    """Return the acts of whoever asks that begin at nothing, with their words."""
    return [one for one in _all(page, mine) if one[0].may and one[0].kind not in _OF_SOMETHING]


def waiting_for(page: Frame, mine: Sequence[PersonsSource]) -> list[tuple[Told, str, str, bool]]:
    """Return the acts that wait for a second person: who must agree, and whether one's own key."""
    with page.view.whole() as whole:
        waiting = waiting_acts(whole)
    told = {
        one.position: one
        for one in told_at(page.view.connection, [one.position for one in waiting])
        if page.sees(one.kind, one.name)
    }
    names = {one.name for one in mine}
    held = {one.role for one in mine if one.living}
    return [
        (
            told[one.position],
            sentences.sentence_of(page, told[one.position]),
            role_words(page, one.agreeing),
            one.source not in names and not held.isdisjoint(one.agreeing),
        )
        for one in waiting
        if one.position in told
    ]


_OF_SOMETHING: Final = frozenset(
    {"finding-acknowledged", "finding-explained", "finding-decided", "approval", "correction"}
)
"""Acts that begin at what they are about: a finding, an act that waits, an event."""


@router.get("/atos/{name}", operation_id="showAct")
def show_act(
    page: Page,
    name: str,
    finding: Named = None,
    target: Named = None,
    dispute: Named = None,
    pool: Named = None,
    award: Named = None,
    file: Annotated[str | None, Query(alias="hash", pattern=r"^[0-9a-f]{64}$")] = None,
    size: Annotated[int | None, Query(ge=0)] = None,
    media: Named = None,
    round_id: Annotated[str | None, Query(alias="jogada", max_length=120)] = None,
    day: DayOf = None,
) -> Response:
    """Show the form of an act; what its address names stands in it already."""
    told = {
        "finding": finding,
        "target": target,
        "dispute": dispute,
        "pool": pool,
        "award": award,
        "hash": file,
        "size": None if size is None else str(size),
        "media": media,
        "day": day,
        **_of_round(round_id),
    }
    kind = kind_of(name)
    if kind is None:
        raise NothingSuchError(page.say(_("There is no such act.")), back="/atos")
    return page.answer(
        "decide/act.html",
        act=act_form(page, kind, {one: said for one, said in told.items() if said}),
    )


def _of_round(round_id: str | None) -> dict[str, str]:
    """Return where and when an act about a round is said."""
    parts = is_round(round_id) if round_id else None
    return {} if parts is None else {"round": parts[0], "place": parts[1], "day": parts[2]}


def act_form(page: Frame, kind: str, given: Mapping[str, str]) -> dict[str, Any]:
    """Return the title, fields, sources and words of an act's form."""
    fields = fields_of(page, kind)
    mine: Entitled = entitled(page, kind)
    sources = [
        one for one in (page.own_sources() if mine.may else ()) if one.living and may_say(one, kind)
    ]
    values = {one.name: given[one.name] for one in fields if one.name in given}
    if page.house.day is not None:
        values.setdefault("day", page.house.day.isoformat())
    fixed = _fixed(page, kind, given) if mine.may else {}
    inner = _inner_of(page, kind, given) if mine.may else None
    return {
        "kind": kind,
        "given": given,
        "title": page.say(kind_words(kind)),
        "button": page.say(SIGN[row_name(kind)]),
        "mine": mine,
        "fields": [(one, values.get(one.name, "")) for one in fields],
        "fixed": fixed,
        "sources": [(one, page.say(ROLE_NAMES[one.role])) for one in sources],
        "seen": seen_of(page, given.get("finding")),
        "words": {**act_words(page, kind, fields), **_inner_words(page, kind, inner)},
        "inner": inner,
        "prefix": PREFIX,
        "awaited": awaited_words(page),
    }


def awaited_words(page: Frame) -> dict[str, str]:
    """Return the words with which a page's script says what became of an act without answer."""
    return {
        "origin": page.work.services.origin,
        "lost": page.say(_("No answer came to an act of yours.")),
        "again": page.say(_("Send the same again")),
        "drop": page.say(_("Drop it")),
        "ask": page.say(_("Ask again")),
        "see": page.say(_("See the event")),
        "silent": page.say(_("The ledger does not answer at the moment.")),
    }


def _inner_of(page: Frame, kind: str, given: Mapping[str, str]) -> list[tuple[Field, str]] | None:
    """Return the fields of the event that a correction is of; None of any other form."""
    target = target_of(page, given["target"]) if kind == CORRECTION else None
    return None if target is None else inner_fields(page, target)


def _inner_words(page: Frame, kind: str, inner: list[tuple[Field, str]] | None) -> dict[str, Any]:
    """Return the words with which a correction says what stands instead of the event."""
    if kind != CORRECTION:
        return {}
    label = page.say(_("stands instead"))
    fields = [one for one, _value in inner or ()]
    return {
        "inner": _field_words(fields),
        "replacement": label,
        "withdrawn": page.say(_("nothing: the event is withdrawn")),
    }


def _field_words(fields: list[Field]) -> dict[str, Any]:
    return {
        one.name: {"label": one.label, "how": one.how, "choices": dict(one.choices)}
        for one in fields
    }


def _fixed(page: Frame, kind: str, given: Mapping[str, str]) -> dict[str, str]:
    """Return the finding, or the act approved, that a form is about and nobody types."""
    if kind.startswith("finding-") and "finding" in given:
        rows = page.view.queries.finding(given["finding"])
        if not rows:
            raise NothingSuchError(page.say(_("There is no such finding.")), back="/constatacoes")
        row = rows[-1]
        where = page.round_words(row["round"]) if row["round"] else row["place"] or ""
        title = sentences.finding_title(page, row["code"])
        return {"finding": " · ".join(one for one in (title, where, row["code"]) if one)}
    if kind in (CORRECTION, Approval.KIND):
        target = target_of(page, given.get("target", ""))
        if target is None:
            raise NothingSuchError(page.say(_("There is no such event.")), back="/atos")
        said = sentences.sentence_of(page, target)
        return {"target": f"{said} ({target.source})", "link": target.link}
    if kind.startswith("finding-"):
        raise NothingSuchError(page.say(_("There is no such finding.")), back="/constatacoes")
    return {}


def seen_of(page: Frame, finding: str | None) -> str:
    """Return the mark of a finding's version; empty where there is no finding."""
    if not finding:
        return ""
    return version_of(page.view.queries.finding(finding))


def act_words(page: Frame, kind: str, fields: list[Field]) -> dict[str, Any]:
    """Return the words with which the page's script says the bytes of an act."""
    group, point, decimals = marks(page.currency, page.language)
    return {
        "origin": page.work.services.origin,
        "kind": kind,
        "title": page.say(kind_words(kind)),
        "fields": _field_words(fields),
        "currency": page.currency,
        "decimals": decimals,
        "point": point,
        "group": group,
        "zone": page.origin.zone or "UTC",
        "yes": page.say(_("yes")),
        "no": page.say(_("no")),
        "raw": page.say(_("This page does not know this field; nothing can be signed:")),
        "other": page.say(
            _("These bytes are not what this form asked for; nothing can be signed.")
        ),
        "at": page.say(_("at")),
        "day": page.say(_("gaming day")),
        "place": page.say(_("place")),
        "round": page.say(_("round")),
        "who": page.say(_("signs")),
        "number": page.say(_("event")),
        "nokey": page.say(
            _("The key of this source is not in this browser: sign the file outside.")
        ),
        "error": page.say(_("It could not be saved.")),
        "kept": page.say(KEPT),
        "see": page.say(_("See the event")),
        "back": page.say(_("See the finding")),
        "case": page.say(_("See the case")),
        "unanswered": page.say(UNANSWERED),
        "whole": page.say(WHOLE),
    }


# --- what the page's script asks ------------------------------------------------------------------


async def _sent(request: Request) -> dict[str, Any]:
    """Return the JSON object that a script of this console sent; of anybody else's, none."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > SENT_MAX:
            return {}
    try:
        told = json.loads(bytes(body))
    except ValueError:
        return {}
    return cast("dict[str, Any]", told) if isinstance(told, dict) else {}


Sent = Annotated[dict[str, Any], Depends(_sent)]


@router.post("/atos/preparar", operation_id="prepareAct")
def prepare_act(page: Page, sent: Sent) -> Response:
    """Prepare the exact bytes of an act for one of this person's sources; nothing is recorded."""
    return _asked(page, sent, _prepared)


@router.post("/atos/paradeiro", operation_id="traceAct")
def trace_act(page: Page, sent: Sent) -> Response:
    """Say whether an act whose answer was lost is in the record; nothing is recorded."""
    return _asked(page, sent, whereabouts)


@router.post("/atos/entregar", operation_id="deliverAct")
def deliver_act(page: Page, sent: Sent) -> Response:
    """Hand a signed act to the door, unless the chain or the finding has moved meanwhile."""
    return _asked(page, sent, _delivered)


def _asked(
    page: Frame,
    sent: Mapping[str, Any],
    answer: Callable[[Frame, Mapping[str, Any]], dict[str, Any]],
) -> Response:
    """Answer an act that a page's script sends: its outcome, a wrong field, or a refusal."""
    try:
        _check_token(page, sent)
        return _json(answer(page, sent))
    except FormError as error:
        told = {"outcome": "form", "title": error.said, "said": "", "field": error.field}
        return _json(told, 422)
    except ActError as error:
        return _json(error.told, error.status)


def _json(told: Mapping[str, Any], status: int = 200) -> Response:
    return JSONResponse(dict(told), status, dict(HEADERS))


def _check_token(page: Frame, sent: Mapping[str, Any]) -> None:
    assert page.session is not None
    token = page.request.headers.get(FORM_HEADER, "")
    if not sent or not is_form_of(page.session, token):
        raise ActError("refused", page.say(_("This form is not of this session: open it again.")))


def _prepared(page: Frame, sent: Mapping[str, Any]) -> dict[str, Any]:
    kind = kind_of(str(sent.get("kind", "")).partition("/")[0])
    if kind is None:
        raise ActError("refused", page.say(_("There is no such act.")))
    given = sent.get("fields")
    fields = cast("dict[object, object]", given) if isinstance(given, dict) else {}
    typed = {str(name): str(value) for name, value in fields.items()}
    source = _source_of(page, str(sent.get("source", "")), kind)
    payload = payload_of(page, kind, typed)
    if kind == CORRECTION:
        payload = corrected(page, payload, typed)
    body = body_of(page, kind, typed)
    _check_seen(page, typed.get("finding"), str(sent.get("seen", "")))
    about = About.of(body)
    try:
        envelope = next_envelope(page.work.services.origin, source, payload, about)
    except LedgerError as error:
        raise ActError("malformed", page.say(_("These bytes are no act.")), str(error)) from None
    told = foreseen(page.view, source, payload, about, envelope)
    outside = is_for_outside(page.view.connection, payload)
    return {
        "outcome": "prepared",
        "format": ACT_FORMAT,
        "envelope": b64encode(envelope).decode(),
        "key": source.key,
        "source": source.name,
        "role": page.say(ROLE_NAMES[source.role]),
        "foreseen": told.outcome,
        "barred": told.outcome == "without",
        "foreseen_said": _foreseen_words(page, kind, told),
        "before": said_before(page, source, kind, payload, body),
        "outside": outside,
        "outside_said": page.say(
            _("Above the amount of this parameter a key in a browser signs no money: %(name)s."),
            name=OUTSIDE_ABOVE,
        )
        if outside
        else "",
    }


def _source_of(page: Frame, name: str, kind: str) -> PersonsSource:
    """Return the person's own living source of a name.

    Raises:
        ActError: it is somebody else's, its key was ended, or its role may not say the kind.

    """
    mine = page.own_sources()
    found = next((one for one in mine if one.name == name), None)
    if found is None:
        raise ActError("refused", page.say(_("This source is not yours.")), name, status=403)
    if not found.living:
        raise ActError("refused", page.say(_("The key of this source was ended.")), name)
    if not may_say(found, kind):
        whose = entitled(page, kind).whose
        raise ActError(
            "forbidden",
            page.say(_("This act is not of this role.")),
            page.say(_("It is of: %(whose)s."), whose=whose),
            status=403,
        )
    return found


def _foreseen_words(page: Frame, kind: str, told: Foreseen) -> str:
    """Return the effect of an act in words."""
    mine = entitled(page, kind)
    match told.outcome:
        case "waits":
            said = page.say(_("It will wait for a second person."))
            second = role_words(page, told.agreeing)
            return f"{said} {page.say(_('Who must agree: %(second)s.'), second=second)}".strip()
        case "without":
            said = page.say(_("It would be recorded without effect: nothing is signed."))
            return f"{said} {_why(page, mine, told)}".strip()
        case "effect":
            return page.say(_("It will take effect at once."))


def _why(page: Frame, mine: Entitled, told: Foreseen) -> str:
    """Return why an act would lack effect: whose it is, or what the matrix expects of the case."""
    if not told.expected.startswith("said by"):
        return ": ".join(
            value_in(one, page.language) for one in (told.expected, told.recorded) if one
        )
    whose = page.say(_("It is of: %(whose)s."), whose=mine.whose)
    own = page.say(_("Each in his own casino and place."))
    return f"{whose} {own}" if told.expected.endswith("about its own") else whose


def _delivered(page: Frame, sent: Mapping[str, Any]) -> dict[str, Any]:
    segment = _segment_of(page, sent)
    (envelope,) = segment.envelopes
    try:
        event = decode(envelope)
    except LedgerError as error:
        raise ActError("malformed", page.say(_("These bytes are no act.")), str(error)) from None
    if not isinstance(event.payload, Payload) or event.kind not in OFFERED:
        raise ActError("malformed", page.say(_("There is no such act.")), event.kind)
    source = _source_of(page, event.source, event.kind)
    again = is_recorded(page.view, event.source, event.seq, envelope)
    if not again:
        if (event.seq, event.previous) != (source.seq + 1, source.link):
            raise _changed(page, event.source, None)
        _check_seen(page, getattr(event.payload, "finding", None), str(sent.get("seen", "")))
        about = About(day=event.day, place=event.place, round=event.round)
        told = foreseen(page.view, source, event.payload, about, envelope)
        if told.outcome == "without":
            raise ActError("forbidden", _foreseen_words(page, event.kind, told), status=403)
    if segment.key.hex() != source.key:
        raise ActError(
            "refused",
            page.say(_("Another key signed than the one in effect.")),
            sha256(segment.key).hexdigest()[:16],
        )
    signed = Signed.of(page.work.services.origin, event.source, segment.key)
    if not segment_fits(signed, segment.signature, event.seq, event.previous, [link_of(envelope)]):
        raise ActError("refused", page.say(_("The signature does not fit these bytes.")))
    if sent.get("road") != "file" and is_for_outside(page.view.connection, event.payload):
        raise ActError("refused", page.say(_("This sum is signed outside of the browser.")))
    if not again:
        _keep_texts(page, event, sent)
    return _answered(page, segment)


def _keep_texts(page: Frame, event: Envelope, sent: Mapping[str, Any]) -> None:
    """Keep the texts of an act before the act: none stands without its own.

    Raises:
        ActError: it was not handed in whole, or cannot be kept; nothing was recorded.

    """
    assert isinstance(event.payload, Payload)
    try:
        keep(page.work.services.texts, event.kind, event.payload, sent.get("texts"))
    except TextError as error:
        title = page.say(_("What was written did not come whole: nothing is recorded."))
        raise ActError("text", title, str(error)) from None
    except (psycopg.Error, OSError) as error:
        title = page.say(_("The ledger does not answer at the moment."))
        raise ActError("unavailable", title, status=503) from error


def _segment_of(page: Frame, sent: Mapping[str, Any]) -> Segment:
    try:
        key, signature, *envelopes = (
            b64decode(str(one), validate=True)
            for one in (sent["key"], sent["signature"], *list(sent["envelopes"]))
        )
    except (KeyError, TypeError, NoBase64, ValueError):
        raise ActError("malformed", page.say(_("This is no signed act."))) from None
    if len(envelopes) != 1:
        raise ActError("malformed", page.say(_("This is no signed act.")))
    return Segment(key=key, signature=signature, envelopes=tuple(envelopes))


def _answered(page: Frame, segment: Segment) -> dict[str, Any]:
    """Hand a segment to the door; return its receipt.

    Raises:
        ActError: the door's exact refusal.

    """
    try:
        (answer,) = page.work.services.door.submit([segment], credential=page.caller)
    except BusyError as error:
        title = page.say(_("The ledger is busy. Nothing is lost: send it again."))
        raise ActError("busy", title, str(error), status=503) from error
    except LedgerError as error:
        title = page.say(_("The ledger does not answer at the moment."))
        raise ActError("unavailable", title, str(error), status=503) from error
    if answer.receipt is None:
        raise ActError(answer.outcome, _refusal(page, answer), answer.detail or "")
    receipt = answer.receipt
    name = f"{receipt.source}:{receipt.first}"
    return {
        "outcome": answer.outcome,
        "title": page.say(
            _("Recorded: event %(position)s of the record."), position=receipt.position
        ),
        "said": page.say(_("Receipt %(name)s, link %(link)s…"), name=name, link=receipt.link[:16]),
        "position": receipt.position,
        "event": f"/eventos/{receipt.source}/{receipt.first}",
    }


def _refusal(page: Frame, answer: Answer) -> str:
    why = value_in(answer.outcome, page.language)
    return page.say(_("Refused at the door: %(why)s."), why=why)


# --- changed meanwhile ----------------------------------------------------------------------------


def _check_seen(page: Frame, finding: str | None, seen: str) -> None:
    """Refuse an act about a finding that is not as it was when the form was made.

    Raises:
        ActError: who changed it, and when.

    """
    if finding and seen != seen_of(page, finding):
        rows = page.view.queries.finding(finding)
        told = told_at(page.view.connection, [rows[-1]["known_from"]]) if rows else []
        did = _DID.get(rows[-1]["state"], _SPOKE) if rows else _SPOKE
        raise _changed(page, told[0].source if told else "", told[0].at if told else None, did)


_SPOKE: Final = _("%(by)s spoke at %(hour)s.")
_DID: Final = {
    "acknowledged": _("%(by)s acknowledged at %(hour)s."),
    "explained": _("%(by)s explained at %(hour)s."),
    "remedied": _("%(by)s remedied at %(hour)s."),
    "accepted": _("%(by)s accepted at %(hour)s."),
    "sanctioned": _("%(by)s sanctioned at %(hour)s."),
    "void": _("%(by)s decided at %(hour)s that it has no effect."),
    "reopened": _("%(by)s reopened at %(hour)s."),
}
"""Who made of a finding what it is now, by its state."""


def _changed(page: Frame, by: str, at: datetime | None, did: str = _SPOKE) -> ActError:
    title = page.say(_("Changed meanwhile."))
    if at is None:
        said = page.say(_("%(by)s has spoken since."), by=by)
    else:
        said = page.say(did, by=by, hour=page.hour(at)[:5])
    said = " ".join((said, page.say(_("Look and sign again."))))
    return ActError("changed", title, said, status=_REPLACED)
