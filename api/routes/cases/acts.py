"""Acts of persons: their exact bytes to sign, and the door for them once they are signed."""

from base64 import b64encode
from typing import Any, Final, TypeVar

import anyio.to_thread
import msgspec
from fastapi import APIRouter, Request
from msgspec import Struct

from api.answers.problems import READING, documented
from api.answers.shapes.acts import PreparedAct, RecordedAct
from api.errors import ProblemError
from api.requests.auth import Person
from api.requests.bodies import LINES, lines_of
from api.services.api_keys import Caller
from api.services.deps import Reads, View, Working, working
from api.services.people.acting import (
    About,
    foreseen,
    is_recorded,
    may_say,
    next_envelope,
    version_of,
)
from api.services.people.outside import OUTSIDE_ABOVE, is_for_outside
from api.services.people.written import keep
from ledger.door.ingestion import BusyError
from ledger.errors import LedgerError
from ledger.events import KINDS
from ledger.events.base import Payload
from ledger.events.personal import text_fields
from ledger.roles import PEOPLE
from ledger.signed.canonical import decode
from ledger.signed.chain import link_of
from ledger.signed.segments import Segment, Signed, segment_fits
from ledger.store.texts.commitment import TextError
from ledger.text.near import unknown_text
from projections.authority.judging import sayers
from projections.authority.matrix import OF_KIND
from projections.reads.log.foreseen import Foreseen
from projections.reads.log.persons import PersonsSource, sources_of

SIZE_MAX: Final = 200_000

router: Final = APIRouter(tags=["acts"])


T = TypeVar("T")


class Draft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An act as a person means it."""

    kind: str
    source: str
    payload: dict[str, Any]
    day: str | None = None
    place: str | None = None
    round: str | None = None


class Text(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A text to which the act commits, with its chance."""

    salt: str
    text: str


class SignedAct(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The bytes that were prepared, signed elsewhere."""

    key: bytes
    envelope: bytes
    signature: bytes
    seen: str = ""
    outside: bool = False
    """Whether an encrypted file or a token signed, as money above the parameter wants."""
    texts: tuple[Text, ...] = ()


def _body(description: str) -> dict[str, Any]:
    schema = {"type": "string", "minLength": 1}
    content = {LINES: {"schema": schema}}
    return {"requestBody": {"required": True, "description": description, "content": content}}


@router.post(
    "/v1/acts/prepare",
    operation_id="draftAct",
    summary="The exact bytes of an act, to be signed elsewhere",
    response_model=PreparedAct,
    responses=documented(*READING, "not-found", "too-large", "unsupported-media-type"),
    openapi_extra=_body(
        "One object: `kind`, `source` (one of your own), `payload` as `/v1/schema/{kind}` has it, "
        "and `day`, `place`, `round` where the kind wants them. A text stands in the payload as "
        "SHA-256 of 32 bytes of chance and its UTF-8."
    ),
)
async def draft_act(request: Request, caller: Person, view: Reads) -> PreparedAct:
    """Prepare the next event of a person's own source; nothing is recorded, nobody signs here.

    Decode `envelope` yourself (`razao/2`, lines of text) and see that it says what you mean; then
    sign `statement`, which binds it, by Ed25519. What it would bring about is told beforehand.
    """
    async with lines_of(request, caller, SIZE_MAX) as lines:
        draft = _one(lines, Draft)
        work = working(request)
        return await anyio.to_thread.run_sync(
            _prepare, work, view, caller, draft, limiter=work.writers
        )


@router.post(
    "/v1/acts",
    operation_id="recordAct",
    summary="Record an act that its person signed",
    response_model=RecordedAct,
    responses=documented(
        *READING, "not-recorded", "too-large", "unsupported-media-type", "busy", "door-closed"
    ),
    openapi_extra=_body(
        "One object: `key`, `envelope` and `signature` in base64, `seen` as it was prepared where "
        "the act is about a finding, `outside` true where an encrypted file or a token signed, and "
        "`texts` (`salt`, `text`) that its payload commits to."
    ),
)
async def record_act(request: Request, caller: Person, view: Reads) -> RecordedAct:
    """Hand a signed act to the door, unless chain or finding have moved since it was prepared.

    The same bytes again get the same receipt.
    """
    async with lines_of(request, caller, SIZE_MAX) as lines:
        signed = _one(lines, SignedAct)
        work = working(request)
        return await anyio.to_thread.run_sync(
            _record, work, view, caller, signed, limiter=work.writers
        )


def _one(lines: list[bytes], shape: type[T]) -> T:
    if len(lines) != 1:
        raise ProblemError("invalid-request", f"body: expected one line, got {len(lines)}")
    try:
        return msgspec.json.decode(lines[0], type=shape)
    except msgspec.MsgspecError as error:
        raise ProblemError("invalid-request", f"body: {error}") from None


def _prepare(work: Working, view: View, caller: Caller, draft: Draft) -> PreparedAct:
    kind = draft.kind
    people = {one for one in KINDS if one.partition("/")[0] in OF_KIND and PEOPLE & sayers(one)}
    if kind not in people:
        raise ProblemError("invalid-request", f"kind: {unknown_text(kind, people)}")
    source = _own(view, caller, draft.source, kind)
    try:
        payload = msgspec.convert(draft.payload, KINDS[kind], strict=True)
    except msgspec.ValidationError as error:
        raise ProblemError("invalid-request", f"payload: {error}") from None
    about = About(day=draft.day, place=draft.place, round=draft.round)
    try:
        envelope = next_envelope(work.services.origin, source, payload, about)
    except LedgerError as error:
        raise ProblemError("invalid-request", str(error)) from None
    told = foreseen(view, source, payload, about, envelope)
    link = link_of(envelope)
    signed = Signed.of(work.services.origin, source.name, bytes.fromhex(source.key))
    return PreparedAct(
        envelope=b64encode(envelope).decode(),
        statement=b64encode(signed.statement(source.seq + 1, source.link, [link])).decode(),
        key=source.key,
        source=source.name,
        seq=source.seq + 1,
        link=link.hex(),
        foreseen=told.outcome,
        expected=told.expected,
        recorded=told.recorded,
        agreeing=sorted(role.value for role in told.agreeing),
        seen=_seen(view, payload),
        outside=is_for_outside(view.connection, payload),
        texts=sorted(text_fields(kind)),
    )


def _own(view: View, caller: Caller, name: str, kind: str) -> PersonsSource:
    """Return a person's own living source that may say a kind.

    Raises:
        ProblemError: it is somebody else's, its key was ended, or its role may not say that.

    """
    with view.whole() as whole:
        mine = {one.name: one for one in sources_of(whole, caller.name)}
    source = mine.get(name)
    if source is None:
        raise ProblemError("forbidden", f"source: {unknown_text(name, mine)}")
    if not source.living:
        raise ProblemError("forbidden", f"source: the key of {name} was ended")
    if not may_say(source, kind):
        allowed = ", ".join(sorted(role.value for role in sayers(kind)))
        raise ProblemError("forbidden", f"{kind} is of {allowed}; {name} is {source.role}")
    return source


def _seen(view: View, payload: Payload) -> str:
    """Return the version of the finding that an act is about; empty where it is about none."""
    finding = getattr(payload, "finding", None)
    if not isinstance(finding, str):
        return ""
    rows = view.queries.finding(finding)
    if not rows:
        raise ProblemError("not-found", f"finding: there is no {finding}")
    return version_of(rows)


def _record(work: Working, view: View, caller: Caller, sent: SignedAct) -> RecordedAct:
    try:
        event = decode(sent.envelope)
    except LedgerError as error:
        raise ProblemError("invalid-request", f"envelope: {error}") from None
    if not isinstance(event.payload, Payload) or event.kind.partition("/")[0] not in OF_KIND:
        raise ProblemError("invalid-request", f"envelope: {event.kind} is no act of a person")
    signed = Signed.of(work.services.origin, event.source, sent.key)
    links = [link_of(sent.envelope)]
    if not segment_fits(signed, sent.signature, event.seq, event.previous, links):
        raise ProblemError("not-recorded", "signature: it is not this key's over these bytes")
    source = _own(view, caller, event.source, event.kind)
    if sent.key.hex() != source.key:
        raise ProblemError("not-recorded", f"key: expected {source.key}, got {sent.key.hex()}")
    if not sent.outside and is_for_outside(view.connection, event.payload):
        raise ProblemError(
            "not-recorded",
            f"outside: above `{OUTSIDE_ABOVE}` an encrypted file or a token signs, and it is said",
        )
    if not is_recorded(view, event.source, event.seq, sent.envelope):
        if (event.seq, event.previous) != (source.seq + 1, source.link):
            raise ProblemError("not-recorded", f"{source.name} has spoken since: prepare it again")
        if sent.seen != _seen(view, event.payload):
            raise ProblemError("not-recorded", "seen: the finding changed since: look again")
        about = About(day=event.day, place=event.place, round=event.round)
        _check_effect(foreseen(view, source, event.payload, about, sent.envelope))
        try:
            keep(work.services.texts, event.kind, event.payload, msgspec.to_builtins(sent.texts))
        except TextError as error:
            raise ProblemError("not-recorded", str(error)) from None
    segment = Segment(key=sent.key, signature=sent.signature, envelopes=(sent.envelope,))
    return _answered(work, caller, segment)


def _check_effect(told: Foreseen) -> None:
    if told.outcome == "without":
        why = f"expected {told.expected}, recorded {told.recorded}"
        raise ProblemError("not-recorded", f"it would stand without effect: {why}")


def _answered(work: Working, caller: Caller, segment: Segment) -> RecordedAct:
    try:
        (answer,) = work.services.door.submit([segment], credential=caller.name)
    except BusyError:
        raise
    except LedgerError as error:
        raise ProblemError("door-closed", str(error)) from error
    if answer.receipt is None:
        raise ProblemError("not-recorded", f"{answer.outcome}: {answer.detail or ''}")
    receipt = answer.receipt
    return RecordedAct(
        outcome="repeated" if answer.outcome == "repeated" else "recorded",
        event=f"{receipt.source}:{receipt.first}",
        position=receipt.position,
        link=receipt.link,
    )
