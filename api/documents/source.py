"""Of which log a document is, read from that log."""

from typing import Any

import psycopg

from api.documents.document import ZONE, Source
from projections.reads.basis.document_origin import origin_at
from projections.reads.basis.unproved import unproved


def source_of(
    connection: psycopg.Connection[Any], origin: str, version: str, known: int | None = None
) -> Source:
    """Return the origin of a document in its log, now or at a position."""
    found = origin_at(connection, known)
    return Source(
        origin=origin,
        position=found.position,
        head=found.link,
        at=found.at,
        software=f"razao {version}",
        rulebook=", ".join(found.profiles),
        zone=found.zone or ZONE,
        unproved=unproved(connection, known),
        licensed=found.licensed,
    )
