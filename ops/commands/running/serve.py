"""``razao serve``: the HTTP API, the projections that follow the log, and the ledger's clock.

Four threads beside the server's own: one folds what is recorded, one lets the clock tick, one signs
checkpoints and asks witnesses, one (the API's) says who read what. If a fold fails, the fold is
tried again now and then, for the cause may be outside (a database that was away, another process
that holds the projections); meanwhile ``/health`` is red and says why.
"""

import contextlib
import ipaddress
import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from importlib.metadata import version
from types import FrameType
from typing import Annotated, Final

import psycopg
import typer
import uvicorn
from starlette.types import ASGIApp
from typing_extensions import override

from api.app import create_app, document_of, end_streams
from api.services.api_keys import Gate
from api.services.checkpoints import Checkpoints
from api.services.deps import Services
from api.services.proofs import Checked
from ledger.errors import BrokenProofError
from ledger.signed.witnesses.policy import Policy, read_policy
from ops.commands.figures.papers import paper_signer
from ops.commands.running.serving.around import look_around
from ops.commands.running.serving.clock import Clock
from ops.commands.running.serving.figures import nobody_says, say_figures
from ops.commands.running.serving.follower import EXCHANGED, Follower
from ops.commands.running.serving.limiting import limits_of, proxies_of
from ops.commands.running.serving.logs import keep_logs
from ops.commands.running.serving.patience import PatientProtocol
from ops.commands.running.serving.place import alone, name_sessions
from ops.commands.running.serving.posting import posting_of
from ops.commands.running.serving.provider import provider_of, told_of
from ops.commands.running.serving.replicated import NO_READINGS, replicated
from ops.commands.screen import Screen
from ops.database.postgres import use_database
from ops.database.replica import is_replica
from ops.database.rights import SERVING, refuse_power
from ops.errors import MisuseError, UnreachableError
from ops.installation import (
    Installation,
    key_faults,
    open_installation,
    plain_keys,
    plain_keys_text,
)
from ops.outside.publishing.publisher import Publisher
from ops.outside.publishing.stamps import Authority, Stamper, read_authorities
from ops.outside.publishing.witnesses import Witnesses
from ops.outside.verifier import program_text
from ops.settings import Form, Settings
from ops.simulator.night.origin import DAY, SIMULATED_ORIGIN, founded_at
from ops.simulator.night.outside import RehearsalClock

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

STANDBY: Final = (
    "another process serves this ledger: this one is its standby, and takes over when it is gone"
)
_STOP_SECONDS_MAX: Final = 10
_LOOK_SECONDS: Final = 0.1
_LOGGER = logging.getLogger(__name__)


@contextlib.contextmanager
def running(
    installation: Installation,
    *,
    ticking: bool = True,
    demonstration: bool = False,
    checked: Checked | None = None,
    policy: Policy | None = None,
    authorities: Sequence[Authority] = (),
    settings: Settings | None = None,
) -> Generator[Services]:
    """Follow the log, tick and publish, as long as the block lasts; give what the app is made of.

    ``policy`` has the witnesses that are asked to cosign, ``authorities`` stamp the time.
    """
    log = installation.log
    checkpoints = Checkpoints(log, witnessed=policy is not None)
    witnesses = None if policy is None else Witnesses(policy, log.consistency)
    stamper = Stamper(log, authorities) if authorities else None
    publisher = Publisher(installation.urls.login, checkpoints, witnesses, stamper)
    say = say_figures(installation) if ticking else nobody_says
    follower = Follower(installation.urls.login, say=say)
    clock = Clock(installation, checkpoints)
    folders = settings or Settings()
    papers = paper_signer(folders, installation.origin)
    provider = provider_of(folders)
    with Gate(installation.urls.login) as gate:
        follower.start()
        if ticking:
            clock.start()
            publisher.start()
        try:
            yield Services(
                door=installation.door,
                checkpoints=checkpoints,
                gate=gate,
                texts=installation.texts,
                conninfo=installation.urls.login,
                origin=installation.origin,
                version=version("razao"),
                verifier=program_text(),
                sign_paper=None if papers is None else papers.sign,
                provider=provider,
                limits=limits_of(folders),
                proxies=proxies_of(folders),
                demonstration=demonstration,
                checked=checked,
                trouble=lambda: follower.trouble() or clock.trouble(),
                exchanging=lambda: follower.trouble() == EXCHANGED and clock.trouble() is None,
                files=installation.home / "files" / installation.origin,
                posting=posting_of(folders, installation.home, installation.origin),
                surroundings=lambda: look_around(folders, clock.age),
                unpublished=publisher.trouble,
            )
        finally:
            if ticking:
                publisher.stop()
                if stamper is not None:
                    stamper.wait()
                clock.stop()
            follower.stop()


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Where to listen; by default only here.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65_535, help="On which port.")] = 8008,
    rehearsal: Annotated[
        bool, typer.Option(help="`razao simulate --url` tells the time; on this machine only.")
    ] = False,
    demonstration: Annotated[
        bool,
        typer.Option(help="Each role of the console without a key; on this machine only."),
    ] = False,
) -> None:
    """Serve console and HTTP API until interrupted; `razao keys api` lets people and devices in."""
    console = Screen(stderr=True)
    # The server ends itself at the first signal, and raises it again when it is done; then what
    # stands around it has to end in order, too.
    signal.signal(signal.SIGTERM, _leave)
    settings = Settings()
    form = settings.log or (Form.JSON if settings.production else Form.TEXT)
    keep_logs(form)
    tell = _teller(console, form)
    name_sessions()
    if rehearsal and (settings.production or not _is_loopback(host)):
        raise MisuseError(
            "--rehearsal: expected this machine's own address and no RAZAO_PRODUCTION"
        )
    if demonstration and (settings.production or not _is_loopback(host)):
        raise MisuseError(
            "--demonstration: expected this machine's own address and no RAZAO_PRODUCTION"
        )
    if settings.owner_url is not None:
        raise MisuseError(
            "RAZAO_OWNER_URL: the service has no use for it, and whoever takes the service over "
            "would own the ledger; only `razao db migrate` and `razao db grant` ask for it"
        )
    with (
        # Opened when it is this process's turn: connections that wait for weeks break.
        use_database(settings) as urls,
        alone(urls.login, lambda: _stand_by(settings, tell)),
        open_installation(
            settings,
            found=SIMULATED_ORIGIN if rehearsal else None,
            at=founded_at(DAY) if rehearsal else None,
            roles=SERVING,
        ) as installation,
        _services(
            _refuse_power(installation, settings),
            settings,
            ticking=not rehearsal,
            demonstration=demonstration,
        ) as services,
    ):
        tell(
            f"razao {services.version} serves {installation.origin} at http://{host}:{port}: "
            "the console; /docs shows the API, `razao keys api NAME --role ROLE` makes a key"
        )
        if services.provider is not None or settings.production:
            tell(told_of(services.provider))
        _tell_of_plain_keys(installation, settings, tell)
        if not _is_loopback(host):
            tell(
                f"{host} is reached from elsewhere, and keys travel as they are: put a server "
                "that speaks TLS before this one",
                logging.WARNING,
            )
        made = create_app(services)
        served: ASGIApp = made
        if rehearsal:
            served = RehearsalClock(served, installation.tick_at)
        listen(served, host, port, leaving=lambda: end_streams(made))


def _stand_by(settings: Settings, tell: Callable[..., None]) -> None:
    """See that this process could serve, and say that it is a standby until it does.

    What it lacks is to be told now, and not in the night in which it has to take over.
    """
    with open_installation(settings, roles=SERVING) as installation:
        if not is_replica(installation.urls.login):
            _refuse_power(installation, settings)
    document_of(version("razao"))  # which takes longest of all that a service begins with
    tell(STANDBY)


@contextlib.contextmanager
def _services(
    installation: Installation, settings: Settings, *, ticking: bool, demonstration: bool
) -> Generator[Services]:
    """Give the app's services: over a house's ledger, or over a replica of one."""
    if not is_replica(installation.urls.login):
        with running(
            installation,
            ticking=ticking,
            demonstration=demonstration,
            policy=_policy(settings),
            authorities=_authorities(settings),
            settings=settings,
        ) as services:
            yield services
        return
    if settings.readings_url is None:
        raise MisuseError(NO_READINGS)
    own_settings = settings.model_copy(update={"database_url": settings.readings_url})
    with (
        open_installation(own_settings, roles=SERVING) as own,
        replicated(installation, _refuse_power(own, settings), settings) as services,
    ):
        yield services


def _refuse_power(installation: Installation, settings: Settings) -> Installation:
    """See that the service could alter no ledger, and in production holds nobody else's keys.

    Raises:
        TooPowerfulError: its login could.
        MisuseError: keys stand beside the service's with which others speak.

    """
    with psycopg.connect(installation.urls.login, autocommit=True) as connection:
        refuse_power(connection)
    if settings.production:
        faults = key_faults(installation.keys)
        if faults:
            raise MisuseError(f"RAZAO_PRODUCTION refuses these keys: {'; '.join(faults)}")
    return installation


def _tell_of_plain_keys(
    installation: Installation, settings: Settings, tell: Callable[..., None]
) -> None:
    """Warn, in production, of keys that stand on a disk for whoever copies them."""
    plain = plain_keys(installation.keys) if settings.production else []
    if plain:
        found, remedy = plain_keys_text(plain)
        tell(f"{found}. {remedy[0].upper()}{remedy[1:]}", logging.WARNING)


def _teller(console: Screen, form: Form) -> Callable[..., None]:
    """Return how the service says something of itself: to a person, or to whoever keeps logs."""

    def tell(text: str, level: int = logging.INFO) -> None:
        if form is Form.JSON:
            _LOGGER.log(level, text)
        else:
            style = "yellow" if level > logging.INFO else None
            console.print(text, style=style, soft_wrap=True)

    return tell


def _policy(settings: Settings) -> Policy | None:
    """Return the policy with the witnesses to be asked; None where there is none.

    Raises:
        MisuseError: the file is no policy.

    """
    if settings.policy is None:
        return None
    try:
        return read_policy(settings.policy.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, BrokenProofError) as error:
        raise MisuseError(f"RAZAO_POLICY {settings.policy}: {error}") from error


def _authorities(settings: Settings) -> list[Authority]:
    """Return the authorities that stamp the time; none where no file names any.

    Raises:
        MisuseError: the file names them in another way.

    """
    path = settings.stamps
    if path is None:
        return []
    try:
        return read_authorities(path)
    except MisuseError as error:
        raise MisuseError(f"RAZAO_STAMPS {path}: {error}") from error


class _Server(uvicorn.Server):
    """A server that ends streams before it waits for answers: theirs end with their readers."""

    leaving: Callable[[], None] | None = None

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.leaving is not None:
            self.leaving()
        await super().shutdown(sockets)


def listen(
    served: ASGIApp,
    host: str,
    port: int,
    ready: Callable[[], None] | None = None,
    leaving: Callable[[], None] | None = None,
) -> None:
    """Serve an app until interrupted; say when it answers, and when it is about to stop."""
    settings = uvicorn.Config(
        served,
        host=host,
        port=port,
        http=PatientProtocol,
        log_config=None,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_STOP_SECONDS_MAX,
    )
    server = _Server(settings)
    server.leaving = leaving
    if ready is not None:
        watch = threading.Thread(target=_when_started, args=(server, ready), daemon=True)
        watch.start()
    server.run()
    if not server.started:
        raise UnreachableError(f"port {port} of {host} is taken: choose another with --port")


def _when_started(server: uvicorn.Server, ready: Callable[[], None]) -> None:
    while not server.started and not server.should_exit:
        time.sleep(_LOOK_SECONDS)
    if server.started:
        ready()


def _leave(_number: int, _frame: FrameType | None) -> None:
    sys.exit(0)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
