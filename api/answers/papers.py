"""How a document is asked for over HTTP, and how it is answered."""

import re
from hashlib import sha256
from typing import Annotated, Any, Final

from fastapi import Query, Request
from fastapi.responses import Response

from api.documents.document import Document, Language, Source, pdf_of
from api.documents.source import source_of
from api.services.deps import View, working

Lang = Annotated[Language, Query(alias="lang", description="The document's language.")]
PDF: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "PDF/A; the same position of the log gives the same bytes.",
        "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}},
    }
}
"""What OpenAPI says of an operation that answers with a document."""


def source(request: Request, view: View, known: int | None = None) -> Source:
    """Return the origin of a document: log, position, head."""
    services = working(request).services
    return source_of(view.connection, services.origin, services.version, known)


def answer(document: Document, of: Source, name: str) -> Response:
    """Return a document as a file of this name."""
    return file(pdf_of(document, of), name)


_UNNAMED: Final = re.compile(r"[^A-Za-z0-9._-]+")
"""What no file's name has: a path, a header's quote or end, what is no ASCII."""


def file_name(text: str) -> str:
    """Return a text as a file's name, without its suffix: two texts never have the same name.

    >>> file_name("fecho-casino-1"), file_name("a/b") == file_name("a b")
    ('fecho-casino-1', False)
    """
    plain = _UNNAMED.sub("-", text)
    return plain if plain == text else f"{plain}-{sha256(text.encode()).hexdigest()[:8]}"


def file(pdf: bytes, name: str) -> Response:
    """Return a PDF as a file of this name, in ASCII; other characters are hyphens in it."""
    return Response(
        pdf,
        media_type="application/pdf",
        headers={"Content-Disposition": f'attachment; filename="{_UNNAMED.sub("-", name)}.pdf"'},
    )
