"""``razao prove``: events with everything that proves them, for somebody who trusts nobody here."""

from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Final

import typer

from api.documents.document import Attached, Language
from api.documents.proved import PAPERS, proved_paper
from api.documents.source import source_of
from api.services.bundles import (
    WHAT,
    BundleError,
    NothingRecordedError,
    NotSignedError,
    TooManyEventsError,
    bundle_name,
    make_bundle,
)
from ledger.text.near import unknown_text
from ops.commands.figures.papers import (
    LangOption,
    PdfOption,
    language_of,
    paper_signer,
    write_whole,
)
from ops.database.postgres import use_database
from ops.errors import MisuseError
from ops.outside.verifier import program_text
from ops.settings import Settings
from projections.reads.basis.known_subjects import unknown_part
from projections.reads.queries import connect

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

_NAMES = {
    "event": "SOURCE:SEQ",
    "round": "PLACE/DAY/NUMBER",
    "acta": "ROOM SESSION",
    "pool": "POOL DAY",
    "day": "PLACE DAY",
    "dispute": "CASE",
}
_ROUND_PARTS: Final = 3


@app.command()
def main(
    what: Annotated[str, typer.Argument(help="event, round, acta, pool, day or dispute.")],
    name: Annotated[
        list[str],
        typer.Argument(
            help="; ".join(f"{one}: {words}" for one, words in _NAMES.items()),
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(help="The file to write; by default named by what it is about.")
    ] = None,
    pdf: PdfOption = None,
    lang: LangOption = "pt",
) -> None:
    """Write a bundle: checked offline by `razao verify bundle`, or by the one file inside it.

    With --pdf the paper on a round, acta, pool or dispute, and the bundle inside it; signed (PAdES)
    where RAZAO_PAPERS_KEY names a key: `razao verify paper`.
    """
    if what not in WHAT:
        raise MisuseError(unknown_text(what, WHAT))
    asked = " ".join(name)
    parts = [text.count("/") + 1 for text in asked.split()]
    if len(parts) != len(_NAMES[what].split()) or (what == "round" and parts[0] < _ROUND_PARTS):
        raise MisuseError(f"prove {what}: expected {_NAMES[what]}, got {asked!r}")
    language = language_of(lang)
    if pdf is not None and (out is not None or what not in PAPERS):
        raise MisuseError(f"--pdf: expected one of {', '.join(PAPERS)}, and no --out")
    with use_database(Settings()) as urls:
        data = _made(urls.login, what, asked)
        if pdf is not None:
            paper, origin = _paper(urls.login, (what, asked), data, language)
            signer = paper_signer(Settings(), origin)
            write_whole([paper if signer is None else signer.sign(paper)], pdf, "--pdf")
            by = "not signed" if signer is None else f"signed by {signer.fingerprint}"
            typer.echo(f"{pdf}: {what} {asked}, with {bundle_name(what, asked)} inside; {by}")
            return
    path = out or Path(bundle_name(what, asked))
    fresh = path.with_name(f".{path.name}.part")
    fresh.write_bytes(data)
    fresh.replace(path)
    typer.echo(f"{path}: {len(data)} bytes; check it by: razao verify bundle {path}")


def _made(conninfo: str, what: str, asked: str) -> bytes:
    """Return a bundle.

    Raises:
        MisuseError: nothing is recorded of what was asked for, or it is none; the near ones are
            named.

    """
    try:
        return make_bundle(conninfo, what, asked, program_text())
    except (NotSignedError, TooManyEventsError):
        raise
    except NothingRecordedError as error:
        with connect(conninfo) as connection:
            why = unknown_part(connection, what, asked)
        raise MisuseError(str(error) if why is None else f"prove {what}: {why}") from error
    except BundleError as error:
        raise MisuseError(f"prove {what}: {error}") from error


def _paper(
    conninfo: str, about: tuple[str, str], data: bytes, language: Language
) -> tuple[bytes, str]:
    attached = Attached(bundle_name(*about), data)
    with connect(conninfo) as connection:
        origin = connection.execute("SELECT origin FROM ledger.head").fetchone()
        assert origin is not None, "a bundle was made of this ledger"
        source = source_of(connection, str(origin["origin"]), version("razao"))
        paper = proved_paper(connection, conninfo, source, about, attached, language)
        return paper, source.origin
