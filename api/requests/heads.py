"""The head of every answer: what a browser may do with it, whoever made it.

An answer that says something itself keeps it; every other one gets the strictest word. So no route,
no error and no file can forget one, and what stands at the outermost edge also holds for the
failures that the framework answers by itself.
"""

import re
from base64 import b64encode
from hashlib import sha256
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NOTHING: Final = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "object-src 'none'"
)
"""Of what is no page: a browser that is shown it runs and loads nothing."""
DOCS: Final = "/docs"
_OF_DOCS: Final = (
    "default-src 'none'; script-src 'self' {hashes}; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_FILES: Final = ("/static/", "/static-offline-docs/")
_inline: Final = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


class Heads:
    """Stands around everything, and completes the head of each answer."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand around an app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        begun: Message | None = None

        async def completed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                _complete(MutableHeaders(scope=message), path)
                if path.startswith(DOCS):
                    begun = message
                    return
            elif begun is not None:
                # The page of the API's documentation has one script in it, which is named by its
                # hash: any other would be somebody else's.
                head = MutableHeaders(scope=begun)
                head["Content-Security-Policy"] = _policy_of(message.get("body", b""))
                await send(begun)
                begun = None
            await send(message)

        await self._app(scope, receive, completed)


def _complete(head: MutableHeaders, path: str) -> None:
    head.setdefault("X-Content-Type-Options", "nosniff")
    head.setdefault("Referrer-Policy", "same-origin")
    head.setdefault("Content-Security-Policy", NOTHING)
    # A file is asked for again and mostly answered by 304; of all else no copy is kept anywhere.
    head.setdefault("Cache-Control", "no-cache" if path.startswith(_FILES) else "no-store")


def _policy_of(page: bytes) -> str:
    digests = (b64encode(sha256(one).digest()).decode() for one in _inline.findall(page))
    return _OF_DOCS.format(hashes=" ".join(f"'sha256-{one}'" for one in digests))
