"""``razao sign``: sign an act outside of the browser, on a machine that needs no database."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ledger.errors import UNREADABLE, LedgerError
from ledger.signed.canonical import Envelope, decode
from ledger.signed.chain import link_of
from ledger.signed.segments import Segment, Signed, sign_segment
from ops.commands.screen import Screen
from ops.errors import MisuseError
from ops.outside.registrar.acts import FORMAT, Prepared, facts_of
from ops.outside.registrar.custody import open_key, passphrase_from
from ops.outside.registrar.requests import fingerprint

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


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
