"""A real receiver of webhooks: it takes messages over HTTP, and verifies them as anybody would."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook
from typing_extensions import override


class Receiver:
    """What a receiver was sent, and what it answers."""

    def __init__(self) -> None:
        self.url = ""
        self.status = 204
        self.location = ""
        self.came: list[tuple[dict[str, str], str]] = []
        self.holds = threading.Event()
        """Set: it takes a message, and answers nothing."""

    @property
    def ids(self) -> list[str]:
        """The ids of all messages that came."""
        return [headers["webhook-id"] for headers, _ in self.came]

    def verified(self, secret: str) -> list[Any]:
        """Return all messages, each verified by the library itself."""
        return [Webhook(secret).verify(body, headers) for headers, body in self.came]


@contextmanager
def receiving() -> Generator[Receiver]:
    """Run a receiver on a port of this machine."""
    receiver, over = Receiver(), threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            receiver.came.append(({k.lower(): v for k, v in self.headers.items()}, body))
            if receiver.holds.is_set():
                over.wait()
                return
            self.send_response(receiver.status)
            if receiver.location:
                self.send_header("Location", receiver.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        @override
        def log_message(self, format: str, *args: Any) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver.url = f"http://127.0.0.1:{server.server_address[1]}/razao?a=1"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            over.set()
            server.shutdown()
