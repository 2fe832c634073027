"""The service itself: its vocabulary, its health, its figures."""

from functools import cache
from importlib.metadata import version as version_of
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse
from msgspec import json

from api.answers.problems import ANYWAY, WITH_KEY, documented
from api.answers.schemas import Health
from api.answers.standing import figures, look
from api.errors import ProblemError
from api.requests.auth import Admin
from api.requests.parameters import OnlyKnown
from api.services.deps import working
from ledger.events.catalogue.changes import changes
from ledger.events.catalogue.entries import catalogue
from ledger.events.catalogue.schema import json_schema
from ledger.text.near import unknown_text
from projections.authority.catalogue import asyncapi, whole_kind

METRICS: Final = "text/plain; version=1.0.0; charset=utf-8"
SCHEMA: Final = "application/schema+json"
JSON: Final = "application/json"
ASYNCAPI_TYPE: Final = "application/vnd.aai.asyncapi+json"
KindName = Annotated[
    str, Path(max_length=60, description="A kind, without version.", examples=["bet-placed"])
]
KindVersion = Annotated[str, Path(max_length=4, description="Its version.", examples=["1"])]

router: Final = APIRouter(tags=["service"])


@router.get(
    "/v1/schema",
    operation_id="getSchema",
    dependencies=[OnlyKnown],
    summary="JSON Schema of every kind of event",
    response_class=Response,
    responses={
        200: {
            "description": "JSON Schema 2020-12.",
            "content": {SCHEMA: {"schema": {"type": "object"}}},
        },
        **documented(*ANYWAY),
    },
)
def get_schema() -> Response:
    """Return the schema of an envelope's body, for those who write sources."""
    return _kept(_schema(), SCHEMA)


@cache
def _schema() -> bytes:
    return json.encode(json_schema())


@router.get(
    "/v1/schema/changes",
    operation_id="getSchemaChanges",
    dependencies=[OnlyKnown],
    summary="What each version brought into the vocabulary",
    response_class=Response,
    responses={
        200: {
            "description": "Versions, the newest first, each with its kinds: their fields, and "
            "those added and gone where an older version of the kind stands beside it. `released` "
            "is null of the version to come.",
            "content": {JSON: {"schema": {"type": "array", "items": {"type": "object"}}}},
        },
        **documented(*ANYWAY),
    },
)
def get_schema_changes() -> Response:
    """Return the vocabulary's versions, for those who keep a source up to date."""
    return _kept(json.encode(changes()), JSON)


@router.get(
    "/v1/schema/{name}/{version}",
    operation_id="getKind",
    dependencies=[OnlyKnown],
    summary="One kind of event, whole",
    response_class=Response,
    responses={
        200: {
            "description": "Meaning, fields with units and closed words, who may say it, the rules "
            "it serves, an example byte by byte, and its JSON Schema.",
            "content": {JSON: {"schema": {"type": "object"}}},
        },
        **documented(*ANYWAY, "not-found"),
    },
)
def get_kind(name: KindName, version: KindVersion) -> Response:
    """Return a kind's meaning, fields, speakers, example and JSON Schema."""
    kind = f"{name}/{version}"
    if kind not in catalogue():
        raise ProblemError("not-found", f"kind: {unknown_text(kind, catalogue())}")
    return _kept(_whole_kind(kind), JSON)


@router.get(
    "/v1/asyncapi",
    operation_id="getAsyncApi",
    dependencies=[OnlyKnown],
    summary="AsyncAPI 3 of what sources say",
    response_class=Response,
    responses={
        200: {
            "description": "AsyncAPI 3.0, every kind a message with its example.",
            "content": {ASYNCAPI_TYPE: {"schema": {"type": "object"}}},
        },
        **documented(*ANYWAY),
    },
)
def get_asyncapi() -> Response:
    """Return the AsyncAPI document, for generators of clients and pages."""
    return _kept(_asyncapi(), ASYNCAPI_TYPE)


@cache
def _asyncapi() -> bytes:
    return json.encode(asyncapi(version_of("razao")))


@cache
def _whole_kind(kind: str) -> bytes:
    return json.encode(whole_kind(kind))


def _kept(data: bytes, media_type: str) -> Response:
    """Return an answer that callers may keep for an hour."""
    return Response(data, media_type=media_type, headers={"Cache-Control": "max-age=3600"})


@router.get(
    "/health",
    operation_id="getHealth",
    dependencies=[OnlyKnown],
    summary="Whether the service does its work",
    response_model=Health,
    responses={
        503: {"description": "Not ready: `degraded` says why.", "model": Health},
        **documented(*ANYWAY),
    },
)
def get_health(request: Request) -> JSONResponse:
    """Return how far log and projections are, and all that is not as it should be."""
    health, _ = look(working(request))
    return JSONResponse(health.model_dump(mode="json"), 200 if health.ready else 503)


@router.get(
    "/metrics",
    operation_id="getMetrics",
    summary="Figures for Prometheus",
    response_class=Response,
    responses={
        200: {
            "description": "Prometheus's text form.",
            "content": {"text/plain": {"schema": {"type": "string"}}},
        },
        **documented(*WITH_KEY),
    },
)
def get_metrics(request: Request, _: Admin) -> Response:
    """Return counters and gauges of this process and the ledger's state."""
    work = working(request)
    health, seen = look(work, closely=True)
    return Response(work.metrics.text(figures(work, health, seen)), media_type=METRICS)
