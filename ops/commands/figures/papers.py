"""How commands write documents: the options that ask for one, and the file, whole or not at all."""

from collections.abc import Iterable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import psycopg
import typer

from api.documents.document import Document, Language, Source, pdf_of
from api.documents.source import source_of
from ops.commands.screen import Screen
from ops.errors import MisuseError
from ops.installation import Installation
from ops.outside.publishing.papers import PaperSigner
from ops.outside.registrar.custody import open_key, passphrase_from
from ops.settings import Settings
from projections.reads.basis.as_known import Moment, NotKnownError, moment_of

PdfOption = Annotated[
    Path | None, typer.Option("--pdf", help="Write it as PDF/A into this file instead.")
]


def moment(text: str) -> Moment:
    """Return the position, time or day that an option names.

    Raises:
        BadParameter: it names none.

    """
    try:
        return moment_of(text)
    except NotKnownError as error:
        raise typer.BadParameter(f"{error}, got {text!r}") from None


KnownOption = Annotated[
    Moment | None,
    typer.Option(
        "--known",
        parser=moment,
        metavar="MOMENT",
        help="As it was known at this position of the log, before this time, or when this day "
        "ended.",
    ),
]
LangOption = Annotated[str, typer.Option("--lang", help="Language: pt or en.")]


def language_of(text: str) -> Language:
    """Return a language that documents speak.

    Raises:
        MisuseError: if they do not speak it.

    """
    match text:
        case "pt" | "en":
            return text
        case _:
            raise MisuseError(f"--lang: expected pt or en, got {text!r}")


def source(
    installation: Installation, connection: psycopg.Connection[Any], known: int | None = None
) -> Source:
    """Return the origin of a document in the installation's log."""
    return source_of(connection, installation.origin, version("razao"), known)


def paper_signer(settings: Settings, origin: str) -> PaperSigner | None:
    """Return the signer of papers that the settings name; None where they name no key.

    Raises:
        MisuseError: the key or its certificate cannot be used.

    """
    if settings.papers_key is None:
        return None
    try:
        key = open_key(settings.papers_key, passphrase_from())
        path = settings.papers_certificate
        return PaperSigner(key, origin, None if path is None else path.read_bytes())
    except (MisuseError, OSError) as error:
        raise MisuseError(f"RAZAO_PAPERS_KEY: {error}") from error


def write_document(document: Document, of: Source, out: Path) -> None:
    """Set a document into a file, and say so.

    Raises:
        MisuseError: the file cannot be written.

    """
    write_whole([pdf_of(document, of)], out, "--pdf")
    Screen(stderr=True, soft_wrap=True).print(f"{out}: {document.title}, {document.subject}")


def write_whole(pieces: Iterable[bytes], out: Path, option: str = "--out") -> None:
    """Write a file whole or not at all.

    Raises:
        MisuseError: it cannot be written.

    """
    if out.is_dir():
        raise MisuseError(f"{option} {out}: Is a directory")
    half = out.with_name(f".{out.name}.part")
    try:
        with half.open("wb") as file:
            file.writelines(pieces)
        half.replace(out)
    except OSError as error:
        raise MisuseError(f"{option} {out}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            half.unlink(missing_ok=True)
