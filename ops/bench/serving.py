"""A ledger of a run, served over HTTP on loopback as ``razao serve`` does."""

import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from importlib.metadata import version
from typing import Final

import uvicorn
from fastapi import FastAPI

from api.app import create_app
from api.services.api_keys import Gate
from api.services.checkpoints import Checkpoints
from api.services.deps import Entrance, Services
from ops.database.postgres import DatabaseUrls
from ops.installation import Installation
from ops.outside.verifier import program_text

IDLE_SECONDS_MAX: Final = 24 * 3_600
"""How long a connection may stand while other things are measured: a slow machine takes minutes."""


@contextmanager
def served(
    installation: Installation, urls: DatabaseUrls, door: Entrance, *, demonstration: bool = False
) -> Generator[tuple[int, FastAPI]]:
    """Serve an installation through a door; give the port and the application."""
    with Gate(urls.login) as gate:
        app = create_app(
            Services(
                door=door,
                checkpoints=Checkpoints(installation.log),
                gate=gate,
                texts=installation.texts,
                conninfo=urls.login,
                origin=installation.origin,
                version=version("razao"),
                verifier=program_text(),
                demonstration=demonstration,
            )
        )
        server = uvicorn.Server(
            uvicorn.Config(
                app,
                host="127.0.0.1",
                port=0,
                log_level="error",
                access_log=False,
                timeout_keep_alive=IDLE_SECONDS_MAX,
            )
        )
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        try:
            yield server.servers[0].sockets[0].getsockname()[1], app
        finally:
            server.should_exit = True
            thread.join()
