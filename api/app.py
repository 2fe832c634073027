"""The app: its routes, and what surrounds every one of them."""

import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache, partial
from typing import Any, Final

import msgspec
from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute, APIRouter
from fastapi_offline import FastAPIOffline
from pydantic import BaseModel
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.answers import problems, schemas
from api.answers.examples import with_examples
from api.answers.made.making import maker, zone_of
from api.console import pages
from api.documents.cases.findings import state_word
from api.requests.addresses import Addresses
from api.requests.auth import ACCESS, STREAM, may_take, roles_text, scope_of
from api.requests.heads import DOCS, Heads
from api.requests.limiting import Limiting
from api.routes import (
    actas,
    events,
    log,
    machines,
    pools,
    replay,
    rounds,
    service,
    submissions,
    texts,
)
from api.routes.cases import acts, disputes, findings, what_if
from api.routes.files import bundles, exports, jobs, subscriptions
from api.routes.files import disputes as dispute_papers
from api.routes.files import reports as saved_reports
from api.routes.house import access, accounts, closing, kept, law, proof, search
from api.services.access_log import ReadingLog
from api.services.deps import (
    ASKED_SIZE_MAX,
    Bodies,
    Services,
    Working,
    open_view,
    reading_pool,
    whole_pool,
)
from api.services.metrics import Metrics
from api.services.news import News, looks_through
from api.services.people.job_table import Desk
from api.services.people.notices.service import Notices
from api.services.people.prepared import PreparedFiles
from api.services.people.reports import Reports
from api.services.people.sessions import Sessions
from api.services.proofs import Proofs
from api.services.repeats import Repeats
from ledger.log.key_history import KeyHistory
from ledger.signed.segments import SEGMENT_EVENTS_MAX, Segment
from projections.reads.files.exports import EXPORTS
from projections.replay.registry import record_type

WRITERS_MAX: Final = 64
GATES_MAX: Final = 8
"""Rooms that are answered at the same time; each has a connection of its own."""
ROUTERS: Final[tuple[APIRouter, ...]] = (
    submissions.router,
    texts.router,
    events.router,
    what_if.router,  # before the rounds: its addresses go on behind theirs
    rounds.router,
    pools.router,
    machines.router,
    accounts.router,
    closing.router,
    findings.router,
    exports.router,
    jobs.router,
    saved_reports.router,
    subscriptions.router,
    bundles.router,
    dispute_papers.router,  # before the cases, for the same reason
    disputes.router,
    acts.router,
    law.router,
    kept.router,
    proof.router,
    access.router,
    search.router,
    actas.router,
    replay.router,
    log.router,
    service.router,
)
_TITLE: Final = "Razão"
_SUMMARY: Final = "The audit and jackpot ledger of a casino floor."
_TAGS: Final = {
    "events": "What was said: submit it, search it, read it as it is stored.",
    "texts": "What people wrote, kept apart: erasable, while its commitment stands.",
    "rounds": "What was due, beside what was paid.",
    "disputes": "Cases of players: by deadline, one whole, its papers, and rounds asked otherwise.",
    "acts": "Acts of persons: the exact bytes to sign, and the door for what was signed.",
    "house": "The law in force, sources and keys, who read what, what is kept, and a search.",
    "bundles": "Events with everything that proves them, to be checked offline by anybody.",
    "pools": "Jackpots in double entry.",
    "machines": "Machines and the twelve contadores of each.",
    "accounts": "Tables by day with both results, and the tax of a period.",
    "findings": "What is wrong, with rule and proof.",
    "exports": "Whole tables as files: CSV, XLSX, JSON, JSON Lines, Parquet.",
    "bingo": "Actas, and the gate between jogadas.",
    "replay": "Settling records without a ledger.",
    "service": "Proof, vocabulary, health.",
}
_LINES: Final = (schemas.SegmentAnswer, schemas.ReplayLine, schemas.Problem)
"""Models that stand in bodies which OpenAPI cannot describe, or in every operation."""
_REF: Final = "#/components/schemas/{model}"
_RECORD: Final = "Record"
_INTRODUCTION: Final = """\
The audit and jackpot ledger of a casino floor: devices submit signed events, people ask what
happened, what was due, and what is wrong.

**Keys.** Send `Authorization: Bearer razao_…`. Each key has one role: `source` submits events of
the sources it names and reads nothing; `inspector`, `finance` and `dispute` read; `floor` reads
what is played and found there, and no books; `admin` runs the service and sees no play. Reading is
recorded as an event, per person and minute.

**Amounts** are integers, minor units of the currency beside them. **Positions** count the log from
1; an event's name is `source:seq`. **Lists** come in pages: follow `next`, or the header `Link`,
until it is null. Every answer from the projections says up to which position it is true, and
whether they stopped there.

**Lines** (`application/x-ndjson`): one JSON object a line, answered in the same order.

## What can become of a segment

{outcomes}

## Errors

Every error is `application/problem+json` (RFC 9457) with a stable `code`:

{problems}
"""


def create_app(services: Services) -> FastAPI:
    """Return the app over these services; it holds connections from its start to its end."""
    metrics = Metrics()
    # Its page brings its own scripts: a casino's network reaches no other server.
    app = FastAPIOffline(
        title=_TITLE,
        version=services.version,
        redirect_slashes=False,
        lifespan=_lifespan(services, metrics),
        docs_url=DOCS,
        redoc_url=None,
        separate_input_output_schemas=False,
    )
    _route(app, services)
    _surround(app, services, metrics)
    return app


def _route(app: FastAPI, services: Services) -> None:
    """Give an app its addresses, its answers to mistakes, and the document that tells of them."""
    for router in ROUTERS:
        app.include_router(router)
    problems.install(app)
    pages.install(app)
    app.state.addresses = Addresses([*routes_of(), *pages.routes()])
    app.openapi = lambda: document_of(services.version)  # type: ignore[method-assign]


def _surround(app: FastAPI, services: Services, metrics: Metrics) -> None:
    """Put an app between its limits, its watch and the heads of every answer."""
    if services.limits is not None:
        app.add_middleware(
            Limiting, limits=services.limits, refuse=pages.slow_down, proxies=services.proxies
        )
    app.add_middleware(Timing, metrics=metrics)
    build = app.build_middleware_stack
    # Around the framework's own answers, too: those to an exception are made outside of what an
    # app is given to stand around it.
    app.build_middleware_stack = lambda: Heads(build())  # type: ignore[method-assign]


def _lifespan(
    services: Services, metrics: Metrics
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """Return the life of an app: its state is made when it starts, and let go at its end."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        reads = ReadingLog(services.door.say)
        pool, whole = reading_pool(services.conninfo), whole_pool(services.conninfo)
        provider = services.provider
        proofs = Proofs(services.conninfo, services.texts, services.checked)
        desk = Desk(services.conninfo)
        prepared = PreparedFiles(desk, services.files)
        reports = Reports(
            desk,
            services.gate,
            prepared,
            zone=lambda: zone_of(work),
            takes=lambda name: tuple(EXPORTS[name].filters) if name in EXPORTS else (),
            may=may_take,
            note=lambda name, subject: reads.note(name, "export", subject),
            provider=None if provider is None else provider.config.fingerprint,
            demonstration=services.demonstration,
        )
        notices = Notices(
            desk,
            services.posting,
            caller_of=reports.caller_of,
            view=lambda scope: open_view(work, scope),
            note=lambda name, subject: reads.note(name, "export", subject),
            word_of=state_word,
        )
        news = News(looks_through(pool, lambda: proofs.last.at.timestamp() if proofs.last else 0.0))
        work = Working(
            services=services,
            pool=pool,
            whole=whole,
            history=KeyHistory(),
            reads=reads,
            metrics=metrics,
            repeats=Repeats(),
            sessions=Sessions(
                services.gate,
                demonstration=services.demonstration,
                provider=None if provider is None else provider.config.fingerprint,
            ),
            proofs=proofs,
            prepared=prepared,
            reports=reports,
            notices=notices,
            news=news,
            writers=CapacityLimiter(WRITERS_MAX),
            gates=CapacityLimiter(GATES_MAX),
            bodies=Bodies(),
            asked=Bodies(ASKED_SIZE_MAX),
            scope_of=scope_of,
            parameters={**_parameters_of(document_of(services.version)), **pages.parameters()},
        )
        app.state.working = work
        async with _running(work, desk):
            yield

    return lifespan


@asynccontextmanager
async def _running(work: Working, desk: Desk) -> AsyncGenerator[None]:
    """Run an app's workers and pools beside its requests; at its end readers' pools go last."""
    work.pool.open()
    work.whole.open()
    work.reads.start()
    work.prepared.start(partial(maker, work))
    work.reports.start()
    work.notices.start()
    try:
        yield
    finally:
        await run_sync(work.notices.stop)
        await run_sync(work.reports.stop)
        await run_sync(work.prepared.close)
        await run_sync(desk.close)
        await run_sync(work.reads.stop)
        await run_sync(work.whole.close)
        await run_sync(work.pool.close)


def end_streams(app: FastAPI) -> None:
    """End the streams that pages follow, before a server that stops waits for its answers."""
    app.state.working.news.end()


class Timing:
    """Counts every request and how long its answer took; adds nothing else to it."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        """Stand around the app."""
        self._app = app
        self._seconds = metrics.seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, with a watch in hand."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 500

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        begun = time.perf_counter()
        try:
            await self._app(scope, receive, watched)
        finally:
            # An address that nothing answers is one operation, whatever it is: a stranger must not
            # make a new row of figures with each guess.
            route = scope.get("route")
            operation = route.operation_id if isinstance(route, APIRoute) else "none"
            if operation != STREAM:
                self._seconds.labels(operation, status).observe(time.perf_counter() - begun)


def routes_of() -> list[APIRoute]:
    """Return every route, as its router has it."""
    return [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]


@cache
def document_of(release: str) -> dict[str, Any]:
    """Return the OpenAPI document of a release: of every app the same, and made once.

    It takes a second, which a standby spends before it is its turn.
    """
    bare = FastAPI()
    for router in ROUTERS:
        bare.include_router(router)
    document = get_openapi(
        title=_TITLE,
        version=release,
        summary=_SUMMARY,
        description=_INTRODUCTION.format(
            outcomes=problems.outcomes_text(), problems=problems.table_text()
        ),
        tags=[{"name": name, "description": text} for name, text in _TAGS.items()],
        routes=bare.routes,
        separate_input_output_schemas=False,
    )
    _complete(document)
    return document


def _complete(document: dict[str, Any]) -> None:
    """Add roles, problems and the models of lines, which the framework cannot know."""
    components = document["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        components.pop(unused, None)
    for model in _LINES:
        components.update(_model_schema(model))
    components["Problem"]["properties"]["code"]["enum"] = list(problems.PROBLEMS)
    components["SegmentAnswer"]["properties"]["outcome"]["enum"] = list(problems.OUTCOMES)
    components["Segment"] = _segment_schema()
    components.update(_record_schemas())
    with_examples(document)
    for path in document["paths"].values():
        for operation in path.values():
            name = operation["operationId"]
            operation["description"] += f"\n\n{roles_text(name)}"
            operation["x-roles"] = sorted(ACCESS[name] or ())


def _model_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return a model's schema and those it refers to, by name."""
    schema = model.model_json_schema(ref_template=_REF, mode="serialization")
    return {**schema.pop("$defs", {}), model.__name__: schema}


def _segment_schema() -> dict[str, Any]:
    """Return the schema of a submission's line."""
    in_base64 = {"type": "string", "contentEncoding": "base64"}
    return {
        "title": "Segment",
        "description": "1 to 1,000 consecutive events of one source under one signature.",
        "type": "object",
        "additionalProperties": False,
        "required": list(Segment.__struct_fields__),
        "properties": {
            "key": {**in_base64, "description": "The raw Ed25519 public key that signed."},
            "signature": {**in_base64, "description": "Over the segment's statement."},
            "envelopes": {
                "type": "array",
                "minItems": 1,
                "maxItems": SEGMENT_EVENTS_MAX,
                "items": {**in_base64, "description": "An event's exact bytes."},
            },
        },
    }


def _record_schemas() -> dict[str, Any]:
    """Return the schema of a replay's line, generated by replay's own records."""
    template = _REF.replace("{model}", f"{_RECORD}.{{name}}")
    (record,), parts = msgspec.json.schema_components([record_type()], ref_template=template)
    return {
        _RECORD: {"description": "A round's record, told apart by `game`.", **record},
        **{f"{_RECORD}.{name}": schema for name, schema in parts.items()},
    }


def _parameters_of(document: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Return each operation's documented query parameters."""
    return {
        operation["operationId"]: frozenset(
            one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"
        )
        for path in document["paths"].values()
        for operation in path.values()
    }
