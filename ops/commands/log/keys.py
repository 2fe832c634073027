"""``razao keys``: found a ledger, enrol sources, revoke keys, show who may sign."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.table import Table

from api.errors import NoSuchKeyError
from api.services.api_keys import Keeper
from api.services.api_keys import Role as ApiRole
from ledger.door.opening import read_keyring
from ledger.events.registry import AccessGranted, AccessWithdrawn, KeyRevoked
from ledger.ids import is_name
from ledger.roles import Binding, RegistrarSide, Role, role_named
from ops.commands.screen import Screen
from ops.database.rights import ISSUING
from ops.errors import MisuseError
from ops.installation import Installation, open_installation
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
        Screen().print(
            f"{origin} is founded; its keys stand in {installation.keys.folder}", soft_wrap=True
        )


@app.command()
def enrol(
    source: Annotated[str, typer.Argument(help="The source's id, e.g. mesa-bj-04.")],
    role: Annotated[str, typer.Option(help="One of the list: table, finance, inspector …")],
    casino: Annotated[
        str | None, typer.Option(help="Where it stands or works; none for the Authority's side.")
    ] = None,
    place: Annotated[
        list[str] | None, typer.Option(help="A place it speaks for; may be repeated.")
    ] = None,
    pool: Annotated[
        list[str] | None, typer.Option(help="A pool it speaks for; may be repeated.")
    ] = None,
    person: Annotated[
        str | None, typer.Option(help="Whose key it is, by pseudonym; else the source's id.")
    ] = None,
    side: Annotated[
        str | None, typer.Option(help="Of a registrar: house or authority, who names him.")
    ] = None,
) -> None:
    """Make a key for a source and enrol it, two registrars agreeing."""
    _check_name("SOURCE", source)
    binding = Binding(
        role=_role("--role", role),
        casino=casino,
        places=tuple(place or ()),
        pools=tuple(pool or ()),
        person=person,
        side=_side(side),
    )
    if binding.person is not None and binding.person_of(source) is None:
        raise MisuseError(f"--person: role {binding.role} is a device's, got {binding.person!r}")
    fault = binding.fault(source)
    if fault is not None:
        raise MisuseError(f"{source}: {fault}")
    with open_installation(Settings()) as installation:
        if installation.store.head(source) is not None:
            raise MisuseError(f"{source} is enrolled already")
        installation.enrol(source, binding)
        Screen().print(
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
        act = KeyRevoked(source=source, key=known.keys[-1].public.hex(), reason=reason)
        answers = installation.send(installation.agreed(act))
        receipt = answers[-1].receipt
        assert receipt is not None
        Screen().print(f"the key of {source} is revoked from position {receipt.position}")


@app.command(name="list")
def list_sources() -> None:
    """Show every source, its role and its key's state."""
    with open_installation(Settings()) as installation:
        table = Table(
            "source", "role", "person", "casino", "places, pools", "key", "since", "state"
        )
        for name, source in sorted(read_keyring(installation.reader).sources.items()):
            key = source.keys[-1]
            ended = "may sign" if key.ended is None else f"revoked at {key.ended}"
            table.add_row(
                name,
                source.role,
                source.person or "",
                source.casino or "",
                " ".join((*(source.places or ()), *(source.pools or ()))),
                f"{key.public.hex()[:16]}…",
                str(key.since),
                ended,
            )
        Screen().print(table)


@app.command()
def api(
    name: Annotated[str, typer.Argument(help="Whose key it is, e.g. insp-ana or mesa-bj-04.")],
    role: Annotated[ApiRole, typer.Option(help="What the key is for.")],
    source: Annotated[
        list[str] | None, typer.Option(help="A source it may submit for; may be repeated.")
    ] = None,
) -> None:
    """Make a key for the HTTP API, two registrars agreeing, and print it: it is shown only once."""
    _check_name("NAME", name)
    sources = source or []
    if (role is ApiRole.SOURCE) != bool(sources):
        raise MisuseError("--source: a key of role source names its sources, any other names none")
    with _issuing() as (installation, keeper):
        for one in sources:
            if installation.store.head(one) is None:
                raise MisuseError(f"--source: {one} is not enrolled; `razao keys enrol` does that")
        if any(key.name == name and key.revoked is None for key in keeper.issued()):
            raise MisuseError(f"an API key named {name} is in use; `razao keys api-revoke` ends it")
        # First the event, then the key: a grant without a key lets nobody in.
        installation.send(installation.agreed(AccessGranted(source=name, role=role.value)))
        key = keeper.issue(name, role, sources)
        Screen(stderr=True).print(
            "keep this key where nobody else sees it; it cannot be shown again", soft_wrap=True
        )
        print(key)


@app.command(name="api-list")
def api_list() -> None:
    """Show every key for the HTTP API ever made; what cannot be shown is the key itself."""
    with _issuing() as (_, keeper):
        table = Table("name", "role", "sources", "begins", "issued", "revoked")
        for key in keeper.issued():
            revoked = "" if key.revoked is None else f"{key.revoked:%Y-%m-%d %H:%M}"
            issued = f"{key.issued:%Y-%m-%d %H:%M}"
            table.add_row(
                key.name, key.role, " ".join(key.sources), f"razao_{key.prefix}_", issued, revoked
            )
        Screen().print(table)


@app.command(name="api-revoke")
def api_revoke(
    name: Annotated[str, typer.Argument(help="Whose key lets nobody in any more.")],
    reason: Annotated[str | None, typer.Option(help="Why, in a word: theft, left …")] = None,
) -> None:
    """Revoke a key for the HTTP API, at once; what was done with it stands."""
    with _issuing() as (installation, keeper):
        try:
            key = keeper.living(name)
        except NoSuchKeyError as error:
            raise MisuseError(str(error)) from None
        # First the key, then the event: nothing waits for two registrars.
        keeper.revoke(name)
        installation.send(
            installation.agreed(AccessWithdrawn(source=name, role=key.role, reason=reason))
        )
        Screen().print(f"the API key of {name} lets nobody in any more")


@contextmanager
def _issuing() -> Generator[tuple[Installation, Keeper]]:
    """Open the installation, and the table of the keys for the HTTP API."""
    with (
        open_installation(Settings(), roles=ISSUING) as installation,
        Keeper(installation.urls.login) as keeper,
    ):
        yield installation, keeper


def _role(option: str, word: str) -> Role:
    try:
        return role_named(word)
    except ValueError as error:
        raise MisuseError(f"{option}: {error}") from None


def _side(word: str | None) -> RegistrarSide | None:
    if word is None or word == "house" or word == "authority":  # noqa: PLR1714 - narrows the type
        return word
    raise MisuseError(f"--side: expected house or authority, got {word!r}")


def _check_name(what: str, value: str) -> None:
    if not is_name(value):
        raise MisuseError(
            f"{what}: expected letters, digits and . _ : -, at most 64, got {value!r}"
        )
