"""A bundle checked by the whole program: what its one file checks, and what takes the rules.

The keys are folded by the ledger's own rules of trust, a second way to what ``razao_verify`` comes
to by itself; and what a round's record says is due is reckoned anew.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC
from pathlib import Path
from typing import Any, Final

import msgspec

from ledger.errors import UNREADABLE, BrokenProofError, LedgerError
from ledger.events.base import Payload
from ledger.keys import Keyring
from ledger.signed.canonical import decode_stored
from ledger.text.times import moment_text
from ops.errors import MisuseError
from ops.outside.publishing.stamps import Authority, check_stamp
from ops.outside.verifier import razao_verify as one_file
from ops.outside.verifier.razao_verify import BundleError, Event, Result
from projections.law.version import law_version
from projections.replay.asked.reader import BadLine, describe_found, read
from projections.replay.settlement import describe

RECORD: Final = one_file.RECORD
SETTLEMENT: Final = one_file.SETTLEMENT


def read_bundle(path: Path) -> bytes:
    """Return a file's bytes, no more than a bundle has.

    Raises:
        MisuseError: it cannot be read.

    """
    try:
        with path.open("rb") as file:
            return file.read(one_file.ALL_BYTES_MAX + 1)
    except OSError as error:
        raise MisuseError(f"FILE: expected a bundle, got {path}: {error}") from error


def check_bundle(
    data: bytes,
    log_keys: Sequence[str] = (),
    witnesses: Sequence[str] = (),
    policy: str | None = None,
    authorities: Sequence[Authority] = (),
) -> Result:
    """Check a bundle; nothing of it is believed that does not prove itself.

    Of ``authorities`` the stamp of a checkpoint is checked, and its hour told.

    Raises:
        MisuseError: a key or a policy that was given is none.

    """
    if policy is not None:
        try:
            one_file.read_policy(policy)
        except ValueError as error:
            raise MisuseError(str(error)) from error
    for text in (*log_keys, *witnesses):
        try:
            one_file.read_key(text)
        except (ValueError, IndexError) as error:
            raise MisuseError(
                f"expected a verifier key <name>+<id>+<key>, got {text[:60]!r}"
            ) from error
    result, files, events = one_file.look(data, list(log_keys), list(witnesses), policy)
    if result.faults:
        return result
    try:
        _check_keys(events, result)
        _check_settlement(files, result)
        _check_stamp(files, authorities, result)
    except BundleError as error:
        result.faults.append((error.where, error.pt, error.en))
    except (ValueError, TypeError, KeyError, AttributeError, LedgerError) as error:
        said = f"{type(error).__name__}: {error}"
        result.faults.append(("bundle", f"não se lê: {said}", f"cannot be read: {said}"))
    if result.faults:
        result.proved.clear()
    return result


def _check_keys(events: Sequence[Event], result: Result) -> None:
    """Fold the acts of trust by every rule; each event's key was its source's by them, too."""
    ring = Keyring()
    for event in events:
        if event.position == 1:
            _fold(ring, event)
        known = ring.sources.get(event.source)
        key = None if known is None or not known.is_living else known.keys[-1].public
        if key != event.key:
            raise BundleError(
                event.where,
                f"pelas regras do livro a chave de {event.source} era outra",
                f"by the ledger's rules the key of {event.source} was another",
            )
        if event.position > 1:
            _fold(ring, event)
    result.open = [one for one in result.open if "razao verify bundle" not in one[1]]
    result.proved.append(
        (
            "As chaves valem por todas as regras do livro, também a da Autoridade.",
            "The keys hold by every rule of the ledger, the Authority's, too.",
        )
    )


def _fold(ring: Keyring, event: Event) -> None:
    try:
        said: Any = decode_stored(event.kind, event.envelope).payload
    except UNREADABLE:
        return
    if isinstance(said, Payload):
        ring.apply(event.position, event.name, event.link, said)
    if event.kind.startswith("clock-ticked/"):
        ring.tick(event.source, str(event.body.get("at")))


def _check_settlement(files: Mapping[str, bytes], result: Result) -> None:
    """Reckon anew what a round's record says is due."""
    if SETTLEMENT not in files or RECORD not in files:
        return
    told = one_file.read_json(files[SETTLEMENT], SETTLEMENT)
    if told.get("rules") != law_version().rules:
        return  # other rules come to other sums; the bundle says which it was made by
    judged = next(iter(read([files[RECORD]])), None)
    if judged is None or isinstance(judged, BadLine):
        raise BundleError(RECORD, "não é um registo de jogada", "is no record of a round")
    verdict = judged.verdict
    if f"round {verdict.settlement.round}" != result.about:
        raise BundleError(RECORD, "é de outra jogada", "is of another round")
    anew: dict[str, Any] = {
        **describe(verdict.settlement),
        "found": [describe_found(one) for one in verdict.found],
        "not_compared": list(verdict.not_compared),
        "profile": verdict.record.profile,
    }
    if told.get("unproved_since") is not None:
        del anew["found"]
        _tell_withheld(result, told)
    anew = msgspec.json.decode(msgspec.json.encode(anew))
    for name, value in anew.items():
        if told.get(name) != value:
            raise BundleError(
                SETTLEMENT,
                f"refeita a conta, {name} é outro",
                f"reckoned anew, {name} is another",
            )
    result.open = [one for one in result.open if SETTLEMENT not in one[1]]
    result.open.append(
        (
            f"Que o registo ({RECORD}) diz o que dizem os eventos: confronte-os.",
            f"That the record ({RECORD}) says what the events say: hold them side by side.",
        )
    )
    result.proved.append(
        (
            "O que é devido segue, pelas regras, do registo da jogada.",
            "What is due follows from the round's record by the rules.",
        )
    )


def _check_stamp(
    files: Mapping[str, bytes], authorities: Sequence[Authority], result: Result
) -> None:
    """Check the stamp of the older checkpoint by the authority that the reader believes."""
    if one_file.STAMP not in files:
        return
    (told,) = one_file.read_json(files[one_file.OLDER], one_file.OLDER)["checkpoints"]
    believed = {one.name: one for one in authorities}.get(told.get("authority"))
    if believed is None:
        return  # a stranger's, whom nobody here can judge; the bundle says how to
    note = files[one_file.OLDER_NOTE].decode()
    try:
        at = check_stamp(believed, note, files[one_file.STAMP])
    except BrokenProofError as error:
        raise BundleError(
            one_file.STAMP, f"não é um carimbo de {believed.name}: {error}", str(error)
        ) from error
    size = one_file.read_note(note.encode(), one_file.OLDER_NOTE).size
    result.open = [one for one in result.open if one_file.STAMP not in one[1]]
    result.proved.append(
        (
            f"{believed.name} carimbou o registo de {size} eventos em {moment_text(at, UTC)}.",
            f"{believed.name} stamped the log of {size} events at {moment_text(at, UTC)}.",
        )
    )


def _tell_withheld(result: Result, told: Mapping[str, Any]) -> None:
    """Say that the program accused nobody: something the round rests on was not proved to it."""
    since = told["unproved_since"]
    result.open.append(
        (
            f"As diferenças da jogada: o programa não as diz, por um evento não provado ({since}).",
            f"The round's differences: the program tells none, by an event not proved ({since}).",
        )
    )
