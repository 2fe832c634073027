"""The operator who has every key of his house: he writes his ledger anew, signed and whole.

Every event goes through ``act``, which may alter it or leave it out; then each source's chain is
linked and signed again by its own key, ticks state the new roots, approvals the new links, and the
tables are as if nothing else had ever happened.
"""

from collections.abc import Callable

import msgspec
import psycopg

from ledger.events.registry import ClockTicked
from ledger.events.reviews import Approval
from ledger.ids import NO_LINK, Link
from ledger.signed.canonical import Envelope, decode, encode
from ledger.signed.chain import link_of
from ledger.signed.merkle import Frontier
from ledger.signed.signing import KeySigner
from ledger.signed.sources import SourceChain

Event = Envelope
Act = Callable[[list[Event]], list[Event]]
TABLES = ("events", "head", "source_head", "tiles", "tree", "checkpoints", "published", "stamps")


def rewrite(superuser: str, signer_of: Callable[[str], KeySigner], act: Act) -> None:
    """Rewrite a whole ledger in its database."""
    with psycopg.connect(superuser) as connection:
        rows = connection.execute(
            "SELECT state FROM ledger.events ORDER BY notification_id"
        ).fetchall()
        events = [decode(state) for (state,) in rows]
        names = {id(event): f"{event.source}:{event.seq}" for event in events}
        told = act(events)
        named = [names.get(id(event), "") for event in told]
        for table in TABLES:
            connection.execute(f"ALTER TABLE ledger.{table} DISABLE TRIGGER ALL".encode())
        for table in ("events", "source_head", "tiles", "tree", "checkpoints", "published"):
            connection.execute(f"DELETE FROM ledger.{table}".encode())
        heads: dict[str, tuple[int, Link]] = {}
        links: dict[str, tuple[str, Link]] = {}
        edge = Frontier()
        for position, (event, name) in enumerate(zip(told, named, strict=True), 1):
            seq, previous = heads.get(event.source, (0, NO_LINK))
            payload = event.payload
            if isinstance(payload, ClockTicked):
                payload = ClockTicked(size=edge.size, root=edge.root().hex())
            elif isinstance(payload, Approval) and payload.target in links:
                target, link = links[payload.target]
                payload = msgspec.structs.replace(payload, target=target, link=link.hex())
            envelope = encode(
                msgspec.structs.replace(event, seq=seq + 1, previous=previous, payload=payload)
            )
            signer = signer_of(event.source)
            chain = SourceChain(event.origin, event.source, signer, seq=seq, link=previous)
            segment = chain.sign([envelope], seq + 1, previous)
            link = link_of(envelope)
            heads[event.source] = seq + 1, link
            links[name] = f"{event.source}:{seq + 1}", link
            edge.append(link)
            connection.execute(
                "INSERT INTO ledger.events (notification_id, originator_id, originator_version, "
                "topic, state, link, signature) VALUES (%s, %s, %s, %s, %s, %s, %s)",
                (position, event.source, seq + 1, event.kind, envelope, link, segment.signature),
            )
        connection.execute("UPDATE ledger.head SET position = %s", (len(told),))
        for source, (seq, link) in heads.items():
            connection.execute(
                "INSERT INTO ledger.source_head (source, seq, link) VALUES (%s, %s, %s)",
                (source, seq, link),
            )
