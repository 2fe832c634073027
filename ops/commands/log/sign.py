"""``razao sign``: sign an act outside of the browser, on a machine that needs no database."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer
from msgspec import Struct

from ledger.errors import UNREADABLE, LedgerError
from ledger.signed.canonical import Envelope, decode
from ledger.signed.chain import link_of
from ledger.signed.segments import Segment, Signed, sign_segment
from ops.commands.screen import Screen
from ops.errors import MisuseError
from ops.outside.registrar.custody import open_key, passphrase_from
from ops.outside.registrar.requests import fingerprint

FORMAT: Final = "razao-act/1"
"""Of the file that the console prepares."""

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


class Prepared(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An act as the console prepared it: its exact bytes, and the key in effect for its source."""

    format: str
    envelope: bytes
    key: str
    """In hex."""


@app.command()
def sign(
    file: Annotated[Path, typer.Argument(help="The act, as the console gave it.")],
    key: Annotated[str, typer.Option(help="A file, or a token, pkcs11:….")],
    out: Annotated[Path, typer.Option(help="The signed act; never overwritten.")],
    word: Annotated[
        Path | None, typer.Option("--passphrase-file", help="Holds the passphrase of the key.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Sign without being asked.")] = False,
) -> None:
    """Show the facts of an act, and sign its very bytes."""
    prepared, event = read_act(file)
    console = Screen(stderr=True, soft_wrap=True)
    for line in facts_of(event):
        console.print(line)
    console.print("amounts are whole minor units, as the bytes spell them")
    if out.exists() or out.is_symlink():
        raise MisuseError(f"--out {out}: is there already")
    if not yes and not (sys.stdin.isatty() and typer.confirm("sign?")):
        raise MisuseError("nothing was signed; --yes signs where nobody can be asked")
    signer = open_key(key, passphrase_from(word))
    if signer.public_key.hex() != prepared.key:
        raise MisuseError(
            f"--key: expected the key {fingerprint(bytes.fromhex(prepared.key))} of "
            f"{event.source}, got {fingerprint(signer.public_key)}"
        )
    signed = Signed.of(event.origin, event.source, signer.public_key)
    link = link_of(prepared.envelope)
    segment = Segment(
        key=signer.public_key,
        signature=sign_segment(signer, signed, event.seq, event.previous, [link]),
        envelopes=(prepared.envelope,),
    )
    try:
        with out.open("x", encoding="utf-8") as written:
            written.write(msgspec.json.encode(segment).decode() + "\n")
    except OSError as error:
        raise MisuseError(f"--out {out}: {error.strerror}") from None
    Screen(soft_wrap=True).print(f"signed: {out}")


def read_act(path: Path) -> tuple[Prepared, Envelope]:
    """Read a prepared act's file, and the event that its bytes say.

    Raises:
        MisuseError: it cannot be read, or is none.

    """
    try:
        prepared = msgspec.json.decode(path.read_bytes(), type=Prepared)
        event = decode(prepared.envelope)
        bytes.fromhex(prepared.key)
    except OSError as error:
        raise MisuseError(f"{path}: {error.strerror}") from error
    except (*UNREADABLE, LedgerError, ValueError) as error:
        raise MisuseError(f"{path}: expected a prepared act ({FORMAT}): {error}") from None
    if prepared.format != FORMAT:
        raise MisuseError(f"{path}: format: expected {FORMAT!r}, got {prepared.format!r}")
    return prepared, event


def facts_of(event: Envelope) -> list[str]:
    """Return the facts of an act, all of them, printable, one a line."""
    payload: dict[str, Any] = msgspec.to_builtins(event.payload)
    told = {
        "ledger": event.origin,
        "act": event.kind,
        "signs": f"{event.source}:{event.seq}",
        "at": event.at,
        "day": event.day,
        "place": event.place,
        "round": event.round,
        **{f"  {name}": value for name, value in payload.items()},
    }
    lines = [
        f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in told.items()
        if value is not None
    ]
    return [one if one.isprintable() else repr(one) for one in lines]
