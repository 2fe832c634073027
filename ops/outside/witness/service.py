"""The witness over HTTP (C2SP tlog-witness): two addresses, no accounts, plain text."""

from typing import Final

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, Response

from ledger.errors import BrokenProofError
from ledger.signed.witnesses.witnessing import REQUEST_SIZE_MAX, ConflictError, RefusedError
from ops.outside.witness.keeper import Witness

SIZE: Final = "text/x.tlog.size"


def witness_app(witness: Witness) -> FastAPI:
    """Return the app that asks a witness."""
    app = FastAPI(title="Razão: witness", openapi_url=None)

    @app.post("/add-checkpoint")
    async def add_checkpoint(request: Request) -> Response:  # pyright: ignore[reportUnusedFunction]
        """Cosign a checkpoint that extends what was seen."""
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > REQUEST_SIZE_MAX:
                return _said(413, f"a request has at most {REQUEST_SIZE_MAX} bytes")
        return await run_in_threadpool(_cosigned, witness, bytes(body))

    @app.get("/{digest}/checkpoint")
    def newest(digest: str) -> Response:  # pyright: ignore[reportUnusedFunction]
        """Return the newest checkpoint that was cosigned of a log."""
        try:
            note = witness.newest(digest)
        except BrokenProofError as error:
            return _said(500, str(error))
        if note is None:
            return _said(404, "no checkpoint of that log was cosigned here")
        return PlainTextResponse(note, headers={"Cache-Control": "no-store"})

    return app


def _cosigned(witness: Witness, body: bytes) -> Response:
    """Answer a request to cosign, with the protocol's status for each refusal."""
    try:
        return PlainTextResponse(witness.add(body.decode("utf-8")))
    except UnicodeDecodeError:
        return _said(400, "a request is UTF-8")
    except ConflictError as error:
        return Response(f"{error.size}\n", status_code=error.status, media_type=SIZE)
    except RefusedError as error:
        return _said(error.status, str(error))
    except BrokenProofError as error:
        return _said(500, str(error))


def _said(status: int, why: str) -> PlainTextResponse:
    return PlainTextResponse(f"{why}\n", status_code=status)
