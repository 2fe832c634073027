"""``razao witness``: cosign, on a machine of one's own, that logs only grow."""

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from ledger.errors import BrokenProofError
from ledger.signed.notes import COSIGNATURE_MLDSA44
from ledger.signed.witnesses.policy import read_policy
from ops.commands.running.serve import listen
from ops.errors import MisuseError
from ops.outside.witness.keeper import Witness, make_keys, read_keys
from ops.outside.witness.service import witness_app

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, help="A witness of logs.")

Folder = Annotated[Path, typer.Option(help="Where its keys and what it saw are kept.")]


@app.command()
def init(
    name: Annotated[str, typer.Argument(help="Its name, as an address: w1.regulador.example.")],
    folder: Folder = Path("~/.razao-witness"),
) -> None:
    """Make a witness's keys, and print them as a policy's lines."""
    if not name or "+" in name or any(one.isspace() for one in name):
        raise MisuseError(f"NAME: expected no blanks and no +, got {name!r}")
    for one in make_keys(folder.expanduser(), name):
        kind = "mldsa44" if one.key.type == COSIGNATURE_MLDSA44 else "ed25519"
        sys.stdout.write(f"witness {name}/{kind} {one.key.text}\n")


@app.command()
def serve(
    policy: Annotated[Path, typer.Option(help="A policy, whose logs are those it cosigns.")],
    folder: Folder = Path("~/.razao-witness"),
    host: Annotated[str, typer.Option(help="Where to listen; by default only here.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65_535, help="On which port.")] = 8009,
) -> None:
    """Cosign checkpoints of the policy's logs, until interrupted."""
    cosigners = read_keys(folder.expanduser())
    try:
        logs = read_policy(policy.read_text(encoding="utf-8")).logs
    except (OSError, UnicodeDecodeError, BrokenProofError) as error:
        raise MisuseError(f"--policy {policy}: {error}") from error
    if not logs:
        raise MisuseError(f"--policy {policy}: expected a line `log <key>`, found none")
    known = {
        one.key.name: [other.key for other in logs if other.key.name == one.key.name]
        for one in logs
    }
    print(
        f"the witness {cosigners[0].key.name} cosigns {', '.join(known)} at http://{host}:{port}",
        file=sys.stderr,
    )
    seen = folder.expanduser() / "seen"
    listen(witness_app(Witness(seen, cosigners, known, lambda: int(time.time()))), host, port)
