"""``razao keys``: found a ledger, enrol sources, revoke keys, show who may sign."""

from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ledger.canonical import instant
from ledger.events.registry import KeyRevoked
from ledger.events.reviews import Approval
from ledger.ids import is_name
from ops.errors import MisuseError
from ops.installation import REGISTRARS, THRESHOLD, open_installation
from ops.settings import Settings

app = typer.Typer(add_completion=False, help="Keys and sources.")


@app.command()
def found(
    origin: Annotated[str, typer.Argument(help="The ledger's name, e.g. cv.casino-praia.")],
) -> None:
    """Found the ledger of this database: service, log and registrars get their keys here."""
    _check_name("ORIGIN", origin)
    with open_installation(Settings(), found=origin) as installation:
        if installation.origin != origin:
            raise MisuseError(f"this database holds the ledger {installation.origin} already")
        Console(highlight=False).print(
            f"{origin} is founded; its keys stand in {installation.keys.folder}", soft_wrap=True
        )


@app.command()
def enrol(
    source: Annotated[str, typer.Argument(help="The source's id, e.g. mesa-bj-04.")],
    role: Annotated[str, typer.Option(help="table, machine, finance, inspector …")],
) -> None:
    """Make a key for a source and enrol it, two registrars agreeing."""
    _check_name("SOURCE", source)
    with open_installation(Settings()) as installation:
        if installation.store.head(source) is not None:
            raise MisuseError(f"{source} is enrolled already")
        installation.enrol(source, role)
        Console(highlight=False).print(
            f"{source} is enrolled; its key: {installation.keys.path(source)}", soft_wrap=True
        )


@app.command()
def revoke(
    source: Annotated[str, typer.Argument(help="Whose key is no longer trusted.")],
    reason: Annotated[str, typer.Option(help="Why, in a word: theft, loss, retired …")],
) -> None:
    """Revoke a source's key, two registrars agreeing; what it signed before stands."""
    with open_installation(Settings()) as installation:
        known = installation.door.keyring.sources.get(source)
        if known is None:
            raise MisuseError(f"{source} is not enrolled")
        if known.keys[-1].ended is not None:
            raise MisuseError(f"the key of {source} was revoked at {known.keys[-1].ended}")
        at = instant(datetime.now(UTC))
        proposing, approving = (installation.chain(name) for name in REGISTRARS[:THRESHOLD])
        act = proposing.say(
            KeyRevoked(source=source, key=known.keys[-1].public.hex(), reason=reason), at
        )
        approval = approving.say(
            Approval(target=proposing.name_of_last(), link=proposing.link.hex()), at
        )
        answers = installation.send([act, approval])
        receipt = answers[-1].receipt
        assert receipt is not None
        Console(highlight=False).print(
            f"the key of {source} is revoked from position {receipt.position}"
        )


@app.command(name="list")
def list_sources() -> None:
    """Show every source, its role and its key's state."""
    with open_installation(Settings()) as installation:
        table = Table("source", "role", "key", "since", "state")
        for name, source in sorted(installation.door.keyring.sources.items()):
            key = source.keys[-1]
            ended = "may sign" if key.ended is None else f"revoked at {key.ended}"
            table.add_row(name, source.role, f"{key.public.hex()[:16]}…", str(key.since), ended)
        Console(highlight=False).print(table)


def _check_name(what: str, value: str) -> None:
    if not is_name(value):
        raise MisuseError(
            f"{what}: expected letters, digits and . _ : -, at most 64, got {value!r}"
        )
