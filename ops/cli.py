"""``razao``: the command line. Each verb is a module of ``ops.commands``, loaded when asked for.

Exit codes: 0 clean, 1 something was found, 2 misuse, 3 something needed could not be reached.
"""

import sys
from importlib import import_module
from typing import Final, NamedTuple

import typer

from ops.commands.screen import Screen, styled
from ops.errors import (
    EXIT_FOUND,
    EXIT_MISUSE,
    EXIT_UNREACHABLE,
    MisuseError,
    UnreachableError,
)


class Verb(NamedTuple):
    """A command: where it stands and what it is for."""

    module: str
    """Within ``ops.commands``."""
    purpose: str


VERBS: Final = {
    "demo": Verb(
        "playing.demo",
        "From nothing to what was found: an evening of a whole casino, twelve faults among it.",
    ),
    "simulate": Verb(
        "playing.simulate", "A casino's nights from a seed, faults on request, and their score."
    ),
    "import": Verb(
        "playing.import_", "Plays the part of table terminals with real data: signs and sends it."
    ),
    "verify": Verb(
        "log.verify", "Recomputes everything from the stored bytes; names whatever was changed."
    ),
    "prove": Verb(
        "log.prove", "A bundle of events with all that proves them, to be checked offline."
    ),
    "replay": Verb(
        "law.replay", "Settles the rounds of a file of records again, without a ledger."
    ),
    "rebuild": Verb(
        "running.rebuild", "Builds all projections anew beside the old ones, compares, swaps."
    ),
    "rules": Verb("law.rules", "The rules of the law, and how the code stands to each."),
    "findings": Verb("figures.findings", "What is wrong: code, rule, round, expected, recorded."),
    "jackpots": Verb(
        "figures.jackpots",
        "Pools, their days, how a prize came about, where devices part from the ledger.",
    ),
    "machines": Verb(
        "figures.machines",
        "Machines: the twelve contadores by day, tickets, returns, one jogada re-run.",
    ),
    "accounts": Verb(
        "figures.accounts",
        "Tables by day with both results; the tax of a period, declared beside due.",
    ),
    "export": Verb(
        "figures.export", "A whole table as CSV, XLSX or JSON, with filters, count and log head."
    ),
    "acta": Verb(
        "figures.acta", "Bingo's actas: listed, shown, as PDF/A; the gate between jogadas."
    ),
    "checkpoint": Verb("log.checkpoint", "The log's size and root, signed."),
    "witness": Verb("log.witness", "Cosigns, for somebody else, that logs only grow."),
    "watch": Verb("log.watch", "Follows a log from elsewhere; proves what contradicts it."),
    "serve": Verb("running.serve", "The console and the HTTP API."),
    "texts": Verb(
        "log.texts", "What people wrote, erasable: listed with what is due, destroyed, checked."
    ),
    "ceremony": Verb("log.ceremony", "The protocol of founding and of who holds which key."),
    "keys": Verb("log.keys", "Keys and sources: enrolment, revocation, requests by files."),
    "sign": Verb("log.sign", "Signs an act that the console prepared, outside of the browser."),
    "db": Verb("running.db", "The database: url, up, down, status, migrate, shell."),
    "backup": Verb("running.backup", "A backup of the database, read back and verified."),
    "restore": Verb(
        "running.restore", "Brings a backup back; tells what is missing, takes it from a replica."
    ),
    "replica": Verb(
        "running.replica", "A copy on the regulator's own server: publish, follow, status."
    ),
    "doctor": Verb("running.doctor", "What is wrong with this installation, and what to do."),
    "schema": Verb("log.schema", "JSON Schema of every kind of event."),
    "bench": Verb("running.bench", "Measures against the peer and the limit, side by side."),
}
"""In the order of ``razao --help``."""

_WRONG_PATHS: Final = (
    FileExistsError,
    FileNotFoundError,
    IsADirectoryError,
    NotADirectoryError,
    PermissionError,
)
"""What is raised where an option names a file or folder that cannot be read or made."""


def main(arguments: list[str] | None = None) -> None:
    """Run one verb and exit with its code."""
    args = sys.argv[1:] if arguments is None else arguments
    if not args or args[0] in ("--help", "-h", "help"):
        _help()
        sys.exit(0 if args else EXIT_MISUSE)
    if args[0] == "--version":
        from importlib.metadata import version  # noqa: PLC0415 - rarely needed, slow to load

        print(f"razao {version('razao')}")  # noqa: T201 - a command prints
        sys.exit(0)
    verb, rest = args[0], args[1:]
    if verb not in VERBS:
        _complain(f"unknown command {verb!r}; expected one of: {', '.join(VERBS)}")
        sys.exit(EXIT_MISUSE)
    app: typer.Typer = import_module(f"ops.commands.{VERBS[verb].module}").app
    _run(app, verb, rest)


def _run(app: typer.Typer, verb: str, rest: list[str]) -> None:
    """Run a verb's app; say what could not be reached without a traceback."""
    # Loaded after the quick answers: they need none of it.
    from psycopg.errors import InsufficientPrivilege  # noqa: PLC0415 - loaded when asked for

    from ledger.errors import LedgerError  # noqa: PLC0415 - loaded when asked for
    from ops.database.migrate import MigrationError  # noqa: PLC0415 - loaded when asked for
    from projections.base.errors import HaltedError  # noqa: PLC0415 - loaded when asked for

    try:
        app(args=rest, prog_name=f"razao {verb}")
    except UnicodeEncodeError as error:
        if error.reason != "surrogates not allowed":
            raise
        # Bytes that are no text, as the shell hands them on; names of files may have them.
        _complain(f"expected text in UTF-8, got {error.object!r}")
        sys.exit(EXIT_MISUSE)
    except (LedgerError, HaltedError) as error:
        _complain(str(error))
        sys.exit(EXIT_FOUND)
    except MisuseError as error:
        _complain(str(error))
        sys.exit(EXIT_MISUSE)
    except _WRONG_PATHS as error:
        if error.filename is None:
            raise
        _complain(f"{error.filename2 or error.filename}: {error.strerror}")
        sys.exit(EXIT_MISUSE)
    except InsufficientPrivilege as error:
        _complain(f"{error.diag.message_primary}: `razao doctor` says which right is lacking")
        sys.exit(EXIT_UNREACHABLE)
    except (UnreachableError, MigrationError) as error:
        _complain(str(error))
        sys.exit(EXIT_UNREACHABLE)


def _help() -> None:
    console = Screen()
    console.print(
        styled(("razao", "bold"), " — the audit and jackpot ledger of a casino floor"), end="\n\n"
    )
    console.print("Usage: razao COMMAND [OPTIONS]; razao COMMAND --help says more.", end="\n\n")
    width = max(map(len, VERBS))
    for name, verb in VERBS.items():
        console.print(styled("  ", (name.ljust(width), "bold"), f"  {verb.purpose}"))
    console.print()
    console.print("Exit: 0 clean, 1 found something, 2 misuse, 3 could not reach what it needs.")


def _complain(message: str) -> None:
    lead, *rest = message.expandtabs(2).splitlines() or [""]
    screen = Screen(stderr=True, soft_wrap=True)
    screen.print(styled(("razao:", "red"), f" {lead}"))
    for line in rest:
        screen.print(line)


if __name__ == "__main__":
    main()
