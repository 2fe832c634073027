"""Opens a ledger: founds it, or reads who may sign after its last event."""

from typing import Protocol

from ledger.door.ingestion import Door, Receipt, Store
from ledger.errors import LedgerError
from ledger.events.registry import LedgerFounded
from ledger.ids import Position
from ledger.keys import Keyring
from ledger.signed.canonical import decode_header, decode_stored
from ledger.signed.signing import is_weak
from ledger.signed.sources import SourceChain
from ledger.store.reader import Reader


class FoundingStore(Store, Protocol):
    """The store's part in founding a ledger, beside the door's."""

    def found(self, origin: str, *, blinded: bool) -> None:
        """Give the ledger its name, once, and say whether it takes blinded envelopes only."""
        ...

    def founded_origin(self) -> str | None:
        """Return the ledger's name, or None before it has one."""
        ...


def found_ledger(
    store: FoundingStore, service: SourceChain, payload: LedgerFounded, at: str
) -> Receipt:
    """Write position 1: the trust root, signed by the service key it names.

    Raises:
        LedgerError: if this ledger is founded already, or a key that it names could sign anything.

    """
    _check_keys(payload)
    # The name is given before the event is written: after a crash in between it is there already.
    name = store.founded_origin()
    if name is not None and name != payload.origin:
        raise LedgerError(f"this ledger is founded already: {name}")
    segment = service.say(payload, at)
    blinded = decode_header(segment.envelopes[0]).blind is not None
    store.found(payload.origin, blinded=blinded)
    store.enrol([service.source])

    def founded() -> Keyring:
        keyring = Keyring()
        keyring.apply(1, f"{service.source}:1", service.link, payload)
        return keyring

    door = Door(store, founded)
    try:
        (answer,) = door.submit([segment])
    finally:
        door.close()
    if answer.receipt is None or answer.receipt.position != Position(1):
        raise LedgerError(f"the ledger could not be founded: {answer.outcome}: {answer.detail}")
    return answer.receipt


def _check_keys(payload: LedgerFounded) -> None:
    """Refuse a founding by a key of small order: of these nobody proves possession."""
    named = {payload.service: payload.service_key, "the log": payload.log_key}
    for name, key in {**named, **{one.source: one.key for one in payload.registrars}}.items():
        if is_weak(bytes.fromhex(key)):
            raise LedgerError(
                f"the key of {name}: expected a point of large order, got {key}, whose "
                f"signatures would fit any message"
            )


def read_keyring(reader: Reader) -> Keyring:
    """Return the state of trust and time after the log's last event."""
    keyring = Keyring()
    keyring.seen = reader.trust_seen()  # read first: what comes later will be missed, and noticed
    for row in reader.trust():
        payload = decode_stored(row.kind, row.envelope).payload
        keyring.apply(row.position, f"{row.source}:{row.seq}", row.link, payload)
    if keyring.service is not None:
        at = reader.clock(keyring.service)  # the latest, not the last: a clock may have gone back
        if at is not None:
            keyring.tick(keyring.service, at)
    return keyring
