"""``razao keys request | approve | send | replace | seal | recover``: by files, from hand to hand.

Keys are made where they are used. Who asks for one hands in a request; registrars agree on machines
of their own, which need no database and no network; whoever has the file sends it to the ledger.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import typer

from ledger.events.registry import (
    RecoveryKey,
    RegistrarNamed,
    RegistrarProven,
    RegistrarsChanged,
    RegistrarsRecovered,
    SourceEnrolled2,
)
from ledger.keys import RECOVERY, Keyring, recovery_lines
from ledger.roles import Role
from ledger.signed.canonical import instant
from ledger.signed.segments import recovery_statement
from ledger.signed.sources import prove_possession
from ops.commands.log.options import binding_of, check_name
from ops.commands.screen import Screen
from ops.errors import MisuseError
from ops.installation import Registrars, open_installation
from ops.outside.registrar.custody import make_key, open_key, passphrase_from
from ops.outside.registrar.heads import chain_of, keep_head, newest_head
from ops.outside.registrar.requests import (
    Request,
    RequestError,
    facts_of,
    fingerprint,
    read_request,
    request_text,
)
from ops.settings import Settings

OriginOption = Annotated[str, typer.Option(help="The ledger's name.")]
KeyOption = Annotated[
    str, typer.Option(help="A file, made encrypted if it is not there; or a token, pkcs11:….")
]
OldKeyOption = Annotated[str, typer.Option("--key", help="A file, or a token, pkcs11:….")]
WordOption = Annotated[
    Path | None, typer.Option("--passphrase-file", help="Holds the passphrase of the key's file.")
]
OutOption = Annotated[Path, typer.Option(help="The file that is handed on; never overwritten.")]
FileArgument = Annotated[Path, typer.Argument(help="A request, with or without words of others.")]


_NEVER: Final = 1_000
"""So many must agree by the file of a sealed key alone, that it binds nothing: by 1, whoever agreed
to it would have let a single registrar agree alone from then on."""


def request(
    source: Annotated[str, typer.Argument(help="The source's id, e.g. mesa-bj-04.")],
    origin: OriginOption,
    role: Annotated[str, typer.Option(help="One of the list: table, finance, inspector …")],
    key: KeyOption,
    out: OutOption,
    casino: Annotated[str | None, typer.Option(help="Where it stands or works.")] = None,
    place: Annotated[list[str] | None, typer.Option(help="A place; may be repeated.")] = None,
    pool: Annotated[list[str] | None, typer.Option(help="A pool; may be repeated.")] = None,
    person: Annotated[str | None, typer.Option(help="Whose key it is, by pseudonym.")] = None,
    side: Annotated[str | None, typer.Option(help="Of a registrar: house or authority.")] = None,
    word: WordOption = None,
) -> None:
    """Make a key where it will be used, and a request that registrars enrol it."""
    check_name("SOURCE", source)
    check_name("--origin", origin)
    binding = binding_of(source, role, casino, place, pool, person, side)
    signer = make_key(key, passphrase_from(word, twice=True))
    act = SourceEnrolled2(
        source=source,
        role=binding.role,
        person=binding.person_of(source),
        casino=binding.casino,
        places=binding.places,
        pools=binding.pools,
        side=binding.side,
        key=signer.public_key.hex(),
        proof=prove_possession(origin, source, signer),
    )
    write_request(out, Request(origin=origin, act=act))


def approve(
    file: FileArgument,
    by: Annotated[str, typer.Option("--as", help="Which registrar agrees.")],
    key: OldKeyOption,
    out: OutOption,
    head: Annotated[
        str | None,
        typer.Option(
            help="SEQ:LINK of his newest event, 0, or the list of `razao keys list --json`, where "
            "no file beside the key tells."
        ),
    ] = None,
    heads: Annotated[
        Path | None, typer.Option(help="Folder of that file; by default the key's own.")
    ] = None,
    word: WordOption = None,
    yes: Annotated[bool, typer.Option("--yes", help="Agree without being asked.")] = False,
) -> None:
    """Agree to a request as a registrar, on a machine of his own: no database is asked."""
    check_name("--as", by)
    asked = _read(file)
    console = Screen(stderr=True, soft_wrap=True)
    folder = heads or (Path.cwd() if key.startswith("pkcs11:") else Path(key).parent)
    stands = newest_head(folder, asked.origin, by, head)
    for line in facts_of(asked):
        console.print(line)
    after = f"after {by}:{stands.seq}, link {fingerprint(bytes.fromhex(stands.link))}"
    console.print(f"his word: {after if stands.seq else 'the first'}")
    if not yes and not (sys.stdin.isatty() and typer.confirm("agree?")):
        raise MisuseError(f"{by} has not agreed; --yes agrees where nobody can be asked")
    chain = chain_of(stands, open_key(key, passphrase_from(word)))
    try:
        agreed = asked.agreed(chain, instant(datetime.now(UTC)))
    except RequestError as error:
        raise MisuseError(f"{file}: {error}") from None
    _check_absent(out)
    # First where his chain stands: a word that is lost leaves a gap, a second one is a fork.
    keep_head(folder, chain)
    write_request(out, agreed)


def send(file: FileArgument) -> None:
    """Send the words of registrars to this ledger's door, and say whether they are enough."""
    asked = _read(file)
    with open_installation(Settings()) as installation:
        if asked.origin != installation.origin:
            raise MisuseError(f"{file}: is of {asked.origin}, this ledger is {installation.origin}")
        if isinstance(asked.act, RegistrarsRecovered):
            answers = [installation.say_by_any(asked.act)]
        elif not asked.words:
            raise MisuseError(f"{file}: nobody has agreed yet; `razao keys approve` does")
        else:
            answers = installation.door.submit(asked.words)
        for answer in answers:
            if answer.receipt is None:
                raise MisuseError(f"{file}: {answer.outcome}: {answer.detail}")
        keyring = installation.door.keyring
        name = f"{asked.named()[0][0]}:{asked.named()[0][1].seq}" if asked.words else ""
        count = len(asked.words)
        if name and keyring.waits(name):
            told = f"{count} of {keyring.threshold} have agreed; it waits for more"
        elif keyring.is_done(asked.act):
            told = "in effect"
        else:
            told = "recorded, and without effect: it was not possible when enough had agreed"
        Screen(soft_wrap=True).print(f"{asked.act.KIND}: {told}")


def replace(
    origin: OriginOption,
    threshold: Annotated[int, typer.Option(min=1, help="How many agree from then on.")],
    out: OutOption,
    add: Annotated[
        list[Path] | None, typer.Option(help="A registrar's own request; may be repeated.")
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option(help="Who is registrar no more; may be repeated.")
    ] = None,
    sealed: Annotated[
        Path | None, typer.Option(help="The next sealed key, as `razao keys seal` wrote it.")
    ] = None,
    reason: Annotated[str | None, typer.Option(help="Why, in a word.")] = None,
) -> None:
    """Write a request that changes registrars, how many agree, or the sealed key."""
    act = RegistrarsChanged(
        threshold=threshold,
        named=tuple(_named(origin, one) for one in add or ()),
        removed=tuple(remove or ()),
        recovery=None if sealed is None else _sealed(origin, sealed),
        reason=reason,
    )
    write_request(out, Request(origin=origin, act=act))


def seal(origin: OriginOption, key: KeyOption, out: OutOption, word: WordOption = None) -> None:
    """Make the Authority's sealed key, and its file for ``replace`` or ``recover`` --sealed."""
    check_name("--origin", origin)
    signer = make_key(key, passphrase_from(word, twice=True))
    sealed = RecoveryKey(
        key=signer.public_key.hex(), proof=prove_possession(origin, RECOVERY, signer)
    )
    write_request(
        out, Request(origin=origin, act=RegistrarsChanged(threshold=_NEVER, recovery=sealed))
    )


def recover(
    origin: OriginOption,
    threshold: Annotated[int, typer.Option(min=1, help="How many agree from then on.")],
    key: OldKeyOption,
    sealed: Annotated[Path, typer.Option(help="The next sealed key, by `razao keys seal`.")],
    out: OutOption,
    add: Annotated[
        list[Path] | None, typer.Option(help="A registrar's own request; may be repeated.")
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option(help="Who is registrar no more; may be repeated.")
    ] = None,
    word: WordOption = None,
) -> None:
    """Break the seal: by the Authority's key alone other registrars are named."""
    act = RegistrarsRecovered(
        threshold=threshold,
        named=tuple(_named(origin, one) for one in add or ()),
        removed=tuple(remove or ()),
        recovery=_sealed(origin, sealed),
        signature="0" * 128,
    )
    signer = open_key(key, passphrase_from(word))
    signature = signer.sign(recovery_statement(origin, recovery_lines(act))).hex()
    whole = RegistrarsRecovered(
        threshold=act.threshold,
        named=act.named,
        removed=act.removed,
        recovery=act.recovery,
        signature=signature,
    )
    write_request(out, Request(origin=origin, act=whole))


def founding(
    origin: str, paths: list[Path], threshold: int | None, out: Path | None
) -> Registrars | None:
    """Return the registrars that a ledger is to be founded with, by their requests; None of none.

    Raises:
        MisuseError: they could not agree as the ledger would ask of them.

    """
    if not paths:
        if threshold is not None or out is not None:
            raise MisuseError("--threshold and --out go with --registrar")
        return None
    if threshold is None or out is None:
        raise MisuseError("--registrar: needs --threshold, how many must agree, and --out")
    named = [_named(origin, one, "--registrar") for one in paths]
    persons = {one.person or one.source for one in named}
    for what, count in (
        ("names", len({one.source for one in named})),
        ("keys", len({one.key for one in named})),
        ("persons", len(persons)),
    ):
        if count < len(named):
            raise MisuseError(f"--registrar: expected {len(named)} {what}, got {count}")
    if threshold > len(persons):
        raise MisuseError(f"--threshold: {threshold} are to agree, and there are {len(persons)}")
    if all(one.side != "authority" for one in named):
        raise MisuseError("--registrar: expected one of the side authority, got none")
    _check_absent(out)
    given = (
        RegistrarNamed(source=one.source, key=one.key, side=one.side, person=one.person)
        for one in named
    )
    return Registrars(tuple(given), threshold)


def check_founded(keyring: Keyring, chosen: Registrars) -> None:
    """Refuse to go on with a ledger that was founded before, by others.

    Raises:
        MisuseError: its registrars are not those that were chosen.

    """
    if keyring.registrars != {one.source for one in chosen.named} or any(
        keyring.sources[one.source].keys[0].public.hex() != one.key for one in chosen.named
    ):
        raise MisuseError("this ledger was founded before, with other registrars")


def _named(origin: str, path: Path, option: str = "--add") -> RegistrarProven:
    act = _read(path, origin).act
    if not isinstance(act, SourceEnrolled2) or act.role is not Role.REGISTRAR or act.side is None:
        raise MisuseError(
            f"{option} {path}: expected a request with --role registrar and its --side"
        )
    return RegistrarProven(
        source=act.source, key=act.key, side=act.side, person=act.person, proof=act.proof
    )


def _sealed(origin: str, path: Path) -> RecoveryKey:
    act = _read(path, origin).act
    if not isinstance(act, RegistrarsChanged) or act.recovery is None:
        raise MisuseError(f"--sealed {path}: expected what `razao keys seal` wrote")
    return act.recovery


def _read(path: Path, origin: str | None = None) -> Request:
    try:
        asked = read_request(path)
    except RequestError as error:
        raise MisuseError(str(error)) from None
    if origin is not None and asked.origin != origin:
        raise MisuseError(f"{path}: expected a request to {origin}, got one to {asked.origin}")
    return asked


def _check_absent(path: Path) -> None:
    if path.exists() or path.is_symlink():
        raise MisuseError(f"--out {path}: is there already")


def write_request(path: Path, asked: Request) -> None:
    """Write a request's file, and tell the fingerprints that are compared by voice."""
    _check_absent(path)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(request_text(asked))
    except OSError as error:
        raise MisuseError(f"--out {path}: {error.strerror}") from None
    console = Screen(soft_wrap=True)
    for line in facts_of(asked):
        if line.startswith("key of "):
            console.print(line)
    console.print(f"written: {path}")
