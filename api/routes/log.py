"""The log for those outside: checkpoint, tiles and proofs (C2SP tlog-tiles, tlog-proof)."""

from base64 import b64encode
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import PlainTextResponse

from api.answers.problems import ANYWAY, WITH_KEY, documented
from api.answers.schemas import Stamp, Stamps
from api.errors import ProblemError
from api.requests import parameters as p
from api.requests.auth import Reader, is_known, sees_all
from api.requests.parameters import OnlyKnown
from api.services.deps import Reads, working
from api.services.log import OpenLog
from ledger.errors import BrokenProofError, LedgerError
from ledger.signed.tiles import Tile, read_path

LASTING: Final = "public, max-age=31536000, immutable"
"""What a tile's address holds never changes."""
STAMPS: Final = 50
"""A page of stamps: two days of one an hour."""
GUESSED: Final = "this ledger's links can be guessed (razao/1)"
FOR_ALL: Final = "for inspectors and officers of disputes of all casinos"
BYTES: Final = "application/octet-stream"

router: Final = APIRouter(tags=["log"])

TilePath = Annotated[
    str,
    Path(
        description="Level and number in groups of three digits; `.p/` and the width if not full.",
        examples=["0/x001/x234/067", "1/000.p/17"],
    ),
]
EntriesPath = Annotated[
    str, Path(description="As of a tile of level 0, without the level.", examples=["000.p/88"])
]


@router.get(
    "/checkpoint",
    operation_id="getCheckpoint",
    dependencies=[OnlyKnown],
    summary="The log's size and root, signed",
    response_class=PlainTextResponse,
    responses={
        200: {
            "description": "A signed note (C2SP), with the cosignatures of witnesses where the "
            "service has any, to be kept elsewhere: `razao verify --since`.",
            "content": {
                "text/plain": {
                    "schema": {"type": "string"},
                    "example": "cv.casino-praia\n88\n…=\n\n— cv.casino-praia …\n",
                }
            },
        },
        **documented(*ANYWAY, "no-checkpoint", "database-unreachable"),
    },
)
def get_checkpoint(request: Request) -> PlainTextResponse:
    """Return a signed note that later shows any change, move or removal of earlier events."""
    try:
        note = working(request).services.checkpoints.published()
    except LedgerError as error:
        raise ProblemError("no-checkpoint", str(error)) from error
    return PlainTextResponse(note, headers={"Cache-Control": "no-store"})


@router.get(
    "/stamps",
    operation_id="getStamps",
    dependencies=[OnlyKnown],
    summary="Stamps of time over the log's checkpoints",
    response_model=Stamps,
    responses={**documented(*ANYWAY, "database-unreachable")},
)
def get_stamps(view: Reads) -> Stamps:
    """Return the newest stamps: each proves when a checkpoint, and all before it, was there."""
    return Stamps(
        items=[
            Stamp(size=size, authority=name, note=note, token=b64encode(token).decode())
            for size, name, note, token in OpenLog(view.connection).stamps(STAMPS)
        ]
    )


@router.get(
    "/tile/entries/{path:path}",
    operation_id="getEntries",
    summary="The envelopes under a tile of the log",
    response_class=Response,
    responses={
        200: {
            "description": "Envelopes in order, each behind its length in two bytes.",
            "content": {BYTES: {"schema": {"type": "string", "format": "binary"}}},
        },
        **documented(*WITH_KEY, "not-found"),
    },
)
def get_entries(_: Reader, view: Reads, path: EntriesPath) -> Response:
    """Return up to 256 envelopes: their hashes are the tile's."""
    tile = _tile(f"0/{path}")
    entries = OpenLog(view.connection).entries(tile)
    if entries is None:
        raise ProblemError("not-found", f"the signed log has no entries {path}")
    return Response(entries, media_type=BYTES, headers={"Cache-Control": "private, no-store"})


@router.get(
    "/tile/{path:path}",
    operation_id="getTile",
    dependencies=[OnlyKnown],
    summary="A tile of the log's tree: up to 256 hashes",
    response_class=Response,
    responses={
        200: {
            "description": "Hashes of 32 bytes, one after another.",
            "content": {BYTES: {"schema": {"type": "string", "format": "binary"}}},
        },
        **documented(*ANYWAY, "unauthenticated", "forbidden", "not-found"),
    },
)
def get_tile(request: Request, view: Reads, path: TilePath) -> Response:
    """Return hashes from which anybody works out roots, inclusion and consistency.

    Where envelopes are of the older format, whose links can be guessed, tiles are for those from
    whom no event is kept: inspectors and officers of disputes of all casinos.
    """
    log = OpenLog(view.connection)
    public = log.blinded()
    if not public and not sees_all(request):
        code = "forbidden" if is_known(request) else "unauthenticated"
        raise ProblemError(code, f"{GUESSED}: its tiles are {FOR_ALL}")
    found = log.tile(_tile(path))
    if found is None:
        raise ProblemError("not-found", f"the signed log has no tile {path}")
    keep = LASTING if public else "private, no-store"
    return Response(found, media_type=BYTES, headers={"Cache-Control": keep})


@router.get(
    "/v1/events/{source}/{seq}/proof",
    operation_id="getEventProof",
    summary="Proof that an event stands in the log",
    response_class=PlainTextResponse,
    responses={
        200: {
            "description": "Index, hashes up to the root, and the signed checkpoint (tlog-proof).",
            "content": {"text/plain": {"schema": {"type": "string"}}},
        },
        **documented(*WITH_KEY, "not-found", "no-checkpoint"),
    },
)
def get_event_proof(
    caller: Reader, view: Reads, source: p.SourcePath, seq: p.SeqPath
) -> PlainTextResponse:
    """Return an event's inclusion proof, which is checked without this server."""
    row = view.stored(source, seq)
    if row is None:
        raise ProblemError("not-found", f"no event {source}:{seq} is recorded")
    log = OpenLog(view.connection)
    if not caller.sees_all and not log.blinded():
        raise ProblemError(
            "forbidden", f"{GUESSED}: a proof shows its neighbours', and is {FOR_ALL}"
        )
    try:
        proof = log.proof(row["position"])
    except BrokenProofError as error:
        raise ProblemError("no-checkpoint", str(error)) from error
    if proof is None:
        raise ProblemError(
            "not-found", f"{source}:{seq} is recorded, and no signed checkpoint covers it yet"
        )
    return PlainTextResponse(proof, headers={"Cache-Control": "private, no-store"})


def _tile(path: str) -> Tile:
    try:
        return read_path(path)
    except BrokenProofError as error:
        raise ProblemError("not-found", str(error)) from error
