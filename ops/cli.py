"""``razao``: the command line. Each verb is a module of ``ops.commands``, loaded when asked for.

Exit codes: 0 clean, 1 something was found, 2 misuse, 3 something needed could not be reached, or is
another version's, 4 nothing was found and not all could be looked at.
"""

import errno
import os
import select
import sys
from contextlib import suppress
from importlib import import_module
from typing import Final

import typer

from ops.commands import VERBS
from ops.commands.screen import Screen, styled
from ops.errors import (
    EXIT_FOUND,
    EXIT_MISUSE,
    EXIT_UNREACHABLE,
    MisuseError,
    UnreachableError,
)

_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""What is said of a disk, or of whatever else is written to, that takes no more."""


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
    try:
        _called(app, verb, rest)
    except UnicodeEncodeError as error:
        if error.reason != "surrogates not allowed":
            raise
        # Bytes that are no text, as the shell hands them on; names of files may have them.
        _complain(f"expected text in UTF-8, got {error.object!r}")
        sys.exit(EXIT_MISUSE)
    except MisuseError as error:
        _complain(str(error))
        sys.exit(EXIT_MISUSE)
    except UnreachableError as error:
        _complain(str(error))
        sys.exit(EXIT_UNREACHABLE)
    except OSError as error:
        code = _of_a_file(error)
        if code is None:
            raise
        sys.exit(code)
    except Exception as error:
        code = _of_the_ledger(error)
        if code is None:
            raise
        sys.exit(code)


def _called(app: typer.Typer, verb: str, rest: list[str]) -> None:
    """Call a verb's app; Typer ends in silence at every broken pipe, not at its reader's alone.

    Raises:
        UnreachableError: a connection broke to which something was sent.

    """
    try:
        app(args=rest, prog_name=f"razao {verb}")
    except SystemExit as ending:
        with suppress(BrokenPipeError):
            sys.stdout.flush()
        if not isinstance(ending.__context__, BrokenPipeError) or _reader_gone():
            raise
        raise UnreachableError("the other end closed a connection while it was sent to") from ending


def _reader_gone() -> bool:
    """Tell whether whoever read what this command prints has gone, as ``head`` does."""
    out = select.poll()
    out.register(1, 0)
    return any(event & select.POLLERR for _, event in out.poll(0))


def _of_a_file(error: OSError) -> int | None:
    """Return the exit code of a file that cannot be read or made, which is said; None of all else.

    Whoever names such a file misuses the command; a disk that is full is nobody's argument.
    """
    if error.errno in _FULL:
        name = error.filename2 or error.filename
        _complain(f"{name or 'what was written to'}: {error.strerror}")
        # What still waits to be written would be complained of once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return EXIT_UNREACHABLE
    if error.filename is None:
        return None
    _complain(f"{error.filename2 or error.filename}: {error.strerror}")
    return EXIT_MISUSE


def _of_the_ledger(error: Exception) -> int | None:
    """Return the exit code of a refusal by ledger or database, which is said; None of all else."""
    # A verb that raises none of these need not have loaded what does: stages and rules are slow.
    from psycopg.errors import InsufficientPrivilege  # noqa: PLC0415 - see above

    from ledger.errors import ArchiveAwayError, LedgerError  # noqa: PLC0415 - see above
    from ops.database.migrate import MigrationError  # noqa: PLC0415 - see above
    from projections.base.errors import (  # noqa: PLC0415 - see above
        HaltedError,
        HeldError,
        OutdatedError,
    )

    match error:
        case ArchiveAwayError() | OutdatedError() | HeldError():
            _complain(str(error))
            return EXIT_UNREACHABLE
        case LedgerError() | HaltedError():
            _complain(str(error))
            return EXIT_FOUND
        case InsufficientPrivilege():
            _complain(f"{error.diag.message_primary}: `razao doctor` says which right is lacking")
            return EXIT_UNREACHABLE
        case MigrationError():
            _complain(str(error))
            return EXIT_UNREACHABLE
        case _:
            return None


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
    console.print(
        "Exit: 0 clean, 1 found something, 2 misuse, 3 could not reach what it needs, or that is "
        "another version's, 4 found nothing and could not look at all."
    )


def _complain(message: str) -> None:
    lead, *rest = message.expandtabs(2).splitlines() or [""]
    screen = Screen(stderr=True, soft_wrap=True)
    screen.print(styled(("razao:", "red"), f" {lead}"))
    for line in rest:
        screen.print(line)


if __name__ == "__main__":
    main()
