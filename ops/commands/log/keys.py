"""``razao keys``: found a ledger, enrol sources, revoke keys, show who may sign."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.table import Table

from api.errors import NoSuchKeyError
from api.services.api_keys import Keeper, new_key
from api.services.api_keys import Role as ApiRole
from ledger.door.opening import read_keyring
from ledger.events.registry import AccessGranted2, AccessWithdrawn, KeyRevoked
from ledger.keys import Source
from ledger.signed.canonical import instant
from ops.commands.common import print_whole
from ops.commands.forms import (
    FormOption,
    JsonOption,
    fields_of,
    form_of,
    write_plain,
    write_rows,
)
from ops.commands.log import registrars
from ops.commands.log.options import binding_of, check_name
from ops.commands.log.registrars import write_request
from ops.commands.screen import Screen
from ops.commands.telling import time_text, zone_of_house
from ops.database.rights import ISSUING
from ops.errors import MisuseError
from ops.installation import Installation, open_installation
from ops.outside.registrar.requests import Request, fingerprint
from ops.settings import Settings
from projections.authority.parameters import EVERYWHERE
from projections.reads.basis.scope import EVERY_CASINO, Scope, casinos_registered
from projections.reads.queries import connect

_PLACES_SHOWN: Final = 3

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, help="Keys and sources.")
for _verb in (
    registrars.request,
    registrars.approve,
    registrars.send,
    registrars.replace,
    registrars.seal,
    registrars.recover,
):
    app.command()(_verb)


@app.command()
def found(
    origin: Annotated[str, typer.Argument(help="The ledger's name, e.g. cv.casino-praia.")],
    registrar: Annotated[
        list[Path] | None,
        typer.Option(help="A registrar's own request; may be repeated. Else keys are made here."),
    ] = None,
    threshold: Annotated[
        int | None, typer.Option(min=1, help="How many of these registrars must agree.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="With --registrar: the request by which they let the matrix hold."),
    ] = None,
) -> None:
    """Found the ledger of this database: service and log get their keys here.

    Registrars hand in requests, and no key of theirs is here; without any it is a demonstration,
    whose registrars get theirs here, too.
    """
    check_name("ORIGIN", origin)
    chosen = registrars.founding(origin, registrar or [], threshold, out)
    with open_installation(Settings(), found=origin, registrars=chosen) as installation:
        if installation.origin != origin:
            raise MisuseError(f"this database holds the ledger {installation.origin} already")
        if chosen is not None and out is not None:
            registrars.check_founded(read_keyring(installation.reader), chosen)
            Screen().print(
                f"{origin} is founded; the service's and the log's keys stand in "
                f"{installation.keys.folder}. No matrix judges it until registrars agree to {out}",
                soft_wrap=True,
            )
            write_request(out, Request(origin=origin, act=installation.holding_authority()))
            return
        Screen().print(
            f"{origin} is founded; its keys stand in {installation.keys.folder}, "
            f"its registrars' in {installation.keys.apart}",
            soft_wrap=True,
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
    check_name("SOURCE", source)
    binding = binding_of(source, role, casino, place, pool, person, side)
    with open_installation(Settings()) as installation:
        known = installation.door.keyring.sources.get(source)
        if known is not None and known.is_living:
            raise MisuseError(f"{source} is enrolled already")
        if known is None:
            installation.enrol(source, binding)
        else:
            installation.enrol_again(source, binding, known)
        Screen().print(
            f"{source} is enrolled; its key: {installation.keys.path(source)}", soft_wrap=True
        )


@app.command()
def revoke(
    source: Annotated[str, typer.Argument(help="Whose key is no longer trusted.")],
    reason: Annotated[str, typer.Option(help="Why, in a word: theft, loss, retired …")],
    since: Annotated[
        int | None, typer.Option(min=1, help="The first position that is suspect, after a theft.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Write a request that registrars agree to, instead of agreeing here."),
    ] = None,
) -> None:
    """Revoke a source's key, registrars agreeing; what it signed before stands."""
    with open_installation(Settings()) as installation:
        known = read_keyring(installation.reader).sources.get(source)
        if known is None:
            raise MisuseError(f"{source} is not enrolled")
        if known.keys[-1].ended is not None and since is None:
            raise MisuseError(
                f"the key of {source} was revoked at {known.keys[-1].ended}; --since still says "
                "from where it is suspect"
            )
        last = installation.reader.last_position()
        if since is not None and since > last:
            raise MisuseError(f"--since {since}: the ledger has {last} events")
        act = KeyRevoked(source=source, key=known.keys[-1].public.hex(), since=since, reason=reason)
        if out is not None:
            write_request(out, Request(origin=installation.origin, act=act))
            return
        answers = installation.send(installation.agreed(act))
        receipt = answers[-1].receipt
        assert receipt is not None
        Screen().print(f"the key of {source} is revoked from position {receipt.position}")


@app.command()
def rotate(
    source: Annotated[str, typer.Argument(help="Whose key is followed by another.")],
) -> None:
    """Go on with a new key, signed by the old and by the new; the old file is overwritten."""
    with open_installation(Settings()) as installation:
        known = installation.door.keyring.sources.get(source)
        if known is None:
            raise MisuseError(f"{source} is not enrolled")
        if not known.is_living:
            raise MisuseError(f"the key of {source} was revoked: `razao keys enrol` gives the next")
        signer = installation.rotate(source, len(known.keys) + 1)
        Screen().print(f"{source} goes on with the key {fingerprint(signer.public_key)}")


@app.command(name="replace-log")
def replace_log(
    out: Annotated[
        Path | None,
        typer.Option(help="Write a request that registrars agree to, instead of agreeing here."),
    ] = None,
) -> None:
    """Make the log's next keys here, by which checkpoints are signed once registrars agreed."""
    with open_installation(Settings()) as installation:
        act = installation.next_log_keys()
        if out is not None:
            write_request(out, Request(origin=installation.origin, act=act))
            return
        fault = installation.door.keyring.log_key_fault(act)
        if fault is not None:
            raise MisuseError(f"the log cannot have these keys: {fault}")
        answers = installation.send(installation.agreed(act))
        receipt = answers[-1].receipt
        assert receipt is not None
        Screen(soft_wrap=True).print(
            f"from position {receipt.position} checkpoints are signed by the key "
            f"{fingerprint(bytes.fromhex(act.key))}; witnesses and watches take them once their "
            "policy names it too: `razao checkpoint --key`"
        )


@app.command(name="list")
def list_sources(form: FormOption = "table", as_json: JsonOption = False) -> None:
    """Show every source, its role and its key's state."""
    form = form_of(form, as_json)
    with open_installation(Settings()) as installation:
        heads = installation.reader.heads()
        rows = [
            _source_row(name, source, heads[name])
            for name, source in sorted(read_keyring(installation.reader).sources.items())
        ]
    if form != "table":
        write_plain(rows, form, "sources")
        return
    table = Table(
        "source", "role", "person", "casino", "places, pools", "key", "since", "state", "head"
    )
    for row in rows:
        registrar = row["role"] == "registrar"
        table.add_row(
            row["source"],
            f"{row['role']} ({row['side']})" if row["side"] else row["role"],
            row["person"] or "",
            row["casino"] or "",
            _few(*row["places"], *row["pools"]),
            row["fingerprint"],
            str(row["since"]),
            "may sign" if row["ended"] is None else f"{row['state']} at {row['ended']}",
            f"{row['seq']}:{row['link']}" if registrar else str(row["seq"]),
        )
    print_whole(table)


def _source_row(name: str, source: Source, head: tuple[int, bytes]) -> dict[str, Any]:
    key, (seq, link) = source.keys[-1], head
    living = "living" if key.ended is None else "ended"
    return {
        "source": name,
        "role": source.role,
        "side": source.side,
        "person": source.person,
        "casino": source.casino,
        "places": list(source.places or ()),
        "pools": list(source.pools or ()),
        "key": key.public.hex(),
        "fingerprint": fingerprint(key.public),
        "since": key.since,
        "state": "revoked" if key.revoked else living,
        "ended": key.ended,
        "seq": seq,
        "link": link.hex(),
    }


def _few(*names: str) -> str:
    """Write the first of a source's places and pools, and how many more: a hall has hundreds."""
    more = len(names) - _PLACES_SHOWN
    return " ".join(names[:_PLACES_SHOWN]) + (f" and {more} more" if more > 0 else "")


@app.command()
def api(
    name: Annotated[str, typer.Argument(help="Whose key it is, e.g. insp-ana or mesa-bj-04.")],
    role: Annotated[ApiRole, typer.Option(help="What the key is for.")],
    source: Annotated[
        list[str] | None, typer.Option(help="A source it may submit for; may be repeated.")
    ] = None,
    casino: Annotated[
        list[str] | None,
        typer.Option(help="A casino of which it may read; may be repeated. '*': every one."),
    ] = None,
    days: Annotated[
        int | None,
        typer.Option(min=1, max=3_660, help="After how many days it ends; else never."),
    ] = None,
) -> None:
    """Make a key for the HTTP API, two registrars agreeing, and print it: it is shown only once."""
    check_name("NAME", name)
    sources = source or []
    if role is ApiRole.SOURCE and casino:
        raise MisuseError("--casino: a key of role source reads nothing, so it is of no casino")
    if (role is ApiRole.SOURCE) != bool(sources):
        raise MisuseError("--source: a key of role source names its sources, any other names none")
    with _issuing() as (installation, keeper):
        for one in sources:
            if installation.store.head(one) is None:
                raise MisuseError(f"--source: {one} is not enrolled; `razao keys enrol` does that")
        scope = _scope_of(installation, role, casino or [])
        if any(key.name == name and key.revoked is None for key in keeper.issued()):
            raise MisuseError(f"an API key named {name} is in use; `razao keys api-revoke` ends it")
        # First the event, then the key: a grant without a key lets nobody in.
        made = new_key()
        ends = None if days is None else made.made + timedelta(days=days)
        grant = AccessGranted2(
            source=name,
            role=role.value,
            until=None if ends is None else instant(ends),
            prefix=made.prefix,
            hash=made.hash.hex(),
            made=instant(made.made),
            sources=tuple(sources),
            casinos=() if scope.casinos is None else tuple(sorted(scope.casinos)),
        )
        installation.send(installation.agreed(grant))
        key = keeper.issue(name, role, sources, scope=scope, expires=ends, key=made)
        Screen(stderr=True).print(
            "keep this key where nobody else sees it; it cannot be shown again", soft_wrap=True
        )
        print(key)


@app.command(name="api-list")
def api_list(form: FormOption = "table", as_json: JsonOption = False) -> None:
    """Show every key for the HTTP API ever made; what cannot be shown is the key itself."""
    form = form_of(form, as_json)
    now = datetime.now(UTC)
    with _issuing() as (installation, keeper):
        keys, zone = keeper.issued(), zone_of_house(installation.urls.login)
    write_rows(
        [{**fields_of(key), "state": key.state(now)} for key in keys] if form != "table" else keys,
        form,
        ("name", "role", "casinos", "sources", "begins", "issued", "ends", "last used", "state"),
        lambda key: (
            key.name,
            key.role,
            "" if key.role == ApiRole.SOURCE else " ".join(key.casinos or ["*"]),
            " ".join(key.sources),
            f"razao_{key.prefix}_",
            *(time_text(at, zone, "") for at in (key.issued, key.expires, key.used)),
            key.state(now),
        ),
        text=range(9),
        nothing="no key was ever made",
    )


def _scope_of(installation: Installation, role: ApiRole, casinos: Sequence[str]) -> Scope:
    """Return the casinos that a key is for; where the ledger has several, they are named.

    Raises:
        MisuseError: a name is no casino, or none is named where there are several.

    """
    with connect(installation.urls.login) as connection:
        known = casinos_registered(connection)
    there = f"there are: {', '.join(known) or 'none yet'}"
    if EVERYWHERE in casinos:
        if len(casinos) > 1:
            raise MisuseError(f"--casino: '{EVERYWHERE}' is every casino, so none stands beside it")
        return EVERY_CASINO
    for one in casinos:
        if one not in known:
            raise MisuseError(f"--casino: {one} is not registered; {there}")
    if not casinos and len(known) > 1 and role is not ApiRole.SOURCE:
        raise MisuseError(
            f"--casino: expected whose figures this key reads, or '{EVERYWHERE}' as the "
            f"Authority's do; {there}"
        )
    return Scope(frozenset(casinos)) if casinos else EVERY_CASINO


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
