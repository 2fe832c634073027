"""``razao keys``: found a ledger, enrol sources, revoke keys, show who may sign."""

from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from api.errors import NoSuchKeyError
from api.services.api_keys import Keeper, Role
from ledger.door.opening import read_keyring
from ledger.events.base import Payload
from ledger.events.registry import AccessGranted, AccessWithdrawn, KeyRevoked
from ledger.events.reviews import Approval
from ledger.ids import is_name
from ledger.signed.canonical import instant
from ops.errors import MisuseError
from ops.installation import REGISTRARS, THRESHOLD, Installation, open_installation
from ops.settings import Settings

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, help="Keys and sources.")


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
        known = read_keyring(installation.reader).sources.get(source)
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
        for name, source in sorted(read_keyring(installation.reader).sources.items()):
            key = source.keys[-1]
            ended = "may sign" if key.ended is None else f"revoked at {key.ended}"
            table.add_row(name, source.role, f"{key.public.hex()[:16]}…", str(key.since), ended)
        Console(highlight=False).print(table)


@app.command()
def api(
    name: Annotated[str, typer.Argument(help="Whose key it is, e.g. insp-ana or mesa-bj-04.")],
    role: Annotated[Role, typer.Option(help="What the key is for.")],
    source: Annotated[
        list[str] | None, typer.Option(help="A source it may submit for; may be repeated.")
    ] = None,
) -> None:
    """Make a key for the HTTP API, two registrars agreeing, and print it: it is shown only once."""
    _check_name("NAME", name)
    sources = source or []
    if (role is Role.SOURCE) != bool(sources):
        raise MisuseError("--source: a key of role source names its sources, any other names none")
    with open_installation(Settings()) as installation, Keeper(installation.urls.login) as keeper:
        for one in sources:
            if installation.store.head(one) is None:
                raise MisuseError(f"--source: {one} is not enrolled; `razao keys enrol` does that")
        if any(key.name == name and key.revoked is None for key in keeper.issued()):
            raise MisuseError(f"an API key named {name} is in use; `razao keys api-revoke` ends it")
        # First the event, then the key: a grant without a key lets nobody in.
        _agree(installation, AccessGranted(source=name, role=role.value))
        key = keeper.issue(name, role, sources)
        Console(stderr=True, highlight=False).print(
            "keep this key where nobody else sees it; it cannot be shown again", soft_wrap=True
        )
        print(key)


@app.command(name="api-list")
def api_list() -> None:
    """Show every key for the HTTP API ever made; what cannot be shown is the key itself."""
    with open_installation(Settings()) as installation, Keeper(installation.urls.login) as keeper:
        table = Table("name", "role", "sources", "begins", "issued", "revoked")
        for key in keeper.issued():
            revoked = "" if key.revoked is None else f"{key.revoked:%Y-%m-%d %H:%M}"
            issued = f"{key.issued:%Y-%m-%d %H:%M}"
            table.add_row(
                key.name, key.role, " ".join(key.sources), f"razao_{key.prefix}_", issued, revoked
            )
        Console(highlight=False).print(table)


@app.command(name="api-revoke")
def api_revoke(
    name: Annotated[str, typer.Argument(help="Whose key lets nobody in any more.")],
    reason: Annotated[str | None, typer.Option(help="Why, in a word: theft, left …")] = None,
) -> None:
    """Revoke a key for the HTTP API, at once; what was done with it stands."""
    with open_installation(Settings()) as installation, Keeper(installation.urls.login) as keeper:
        try:
            key = keeper.living(name)
        except NoSuchKeyError as error:
            raise MisuseError(str(error)) from None
        # First the key, then the event: nothing waits for two registrars.
        keeper.revoke(name)
        _agree(installation, AccessWithdrawn(source=name, role=key.role, reason=reason))
        Console(highlight=False).print(f"the API key of {name} lets nobody in any more")


def _agree(installation: Installation, payload: Payload) -> None:
    """Record an act of one registrar and another's approval."""
    at = instant(datetime.now(UTC))
    proposing, approving = (installation.chain(one) for one in REGISTRARS[:THRESHOLD])
    act = proposing.say(payload, at)
    approval = approving.say(
        Approval(target=proposing.name_of_last(), link=proposing.link.hex()), at
    )
    installation.send([act, approval])


def _check_name(what: str, value: str) -> None:
    if not is_name(value):
        raise MisuseError(
            f"{what}: expected letters, digits and . _ : -, at most 64, got {value!r}"
        )
