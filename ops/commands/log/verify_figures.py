"""``razao verify figures``: whether the figures are those that the events give."""

import sys
from datetime import tzinfo
from typing import Annotated, Any, Final

import msgspec
import typer

from ops.commands.figures.papers import LangOption, language_of
from ops.commands.progress import Progress
from ops.commands.screen import Screen, styled
from ops.commands.telling import time_text, zone_of_house
from ops.database.postgres import use_database
from ops.errors import EXIT_FOUND, MisuseError
from ops.settings import Settings
from projections.reads.queries import connect
from projections.running.figures.evidence import Altered, kept_altered
from projections.running.figures.recomputing import (
    Fault,
    Line,
    Recomputed,
    count_again,
    fold_again,
    has_figures,
)

_VALUE_MAX: Final = 60
_WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "relation": "{table}: {detail}",
        "catalogue": "{detail}",
        "rows": "{table}: {stands} rows stand that the events do not give, {lacks} lack",
        "counted": "{table}: its rows are not those that were written",
        "hash": "{table}: the hash that stands beside its rows is another than the events give: "
        "it was altered, or its rows were and have changed since",
        "statement": "{table}: the statement at position {position}, {detail}, says another hash "
        "than the events give",
        "root": "the statement at position {position}, {detail}, says another root than the "
        "events have",
        "events": "the events cannot be folded: {detail}",
        "evidence": "{table}: rows that are kept for ever, and the service stated at position "
        "{position}, are gone or altered",
        "stands": "stands",
        "lacks": "lacks",
        "more": "and {more} more",
        "clean": "clean",
        "faults": "{count} faults",
        "folded": "{tables} tables as the events up to position {position} give them; "
        "{statements} statements agree",
        "counted_clean": "{tables} tables have the rows that were written, up to position "
        "{position}; the events were not folded (without --quick they are)",
        "found": "{tables} tables up to position {position}, {statements} statements compared",
        "others": "{others} statements are of tables of another version, and were not compared",
        "none": "no rebuild found a row altered",
        "kept": "found {found}, tables up to position {position}: {name}",
        "stood": "stood",
        "lacked": "lacked",
    },
    "pt": {
        "relation": "{table}: {detail}",
        "catalogue": "{detail}",
        "rows": "{table}: estão {stands} linhas que os eventos não dão, faltam {lacks}",
        "counted": "{table}: as linhas não são as que foram escritas",
        "hash": "{table}: o resumo guardado ao lado das linhas não é o que os eventos dão: foi "
        "alterado, ou foram-no linhas que mudaram desde então",
        "statement": "{table}: a declaração na posição {position}, {detail}, diz um resumo que os "
        "eventos não dão",
        "root": "a declaração na posição {position}, {detail}, diz uma raiz que não é a dos "
        "eventos",
        "events": "os eventos não se deixam somar: {detail}",
        "evidence": "{table}: linhas guardadas para sempre, que o serviço declarou na posição "
        "{position}, faltam ou foram alteradas",
        "stands": "está",
        "lacks": "falta",
        "more": "e mais {more}",
        "clean": "conferido",
        "faults": "{count} falhas",
        "folded": "{tables} tabelas como os eventos até à posição {position} as dão; "
        "{statements} declarações conferem",
        "counted_clean": "{tables} tabelas têm as linhas que foram escritas, até à posição "
        "{position}; os eventos não foram somados de novo (sem --quick são)",
        "found": "{tables} tabelas até à posição {position}, {statements} declarações comparadas",
        "others": "{others} declarações são de tabelas de outra versão, e não foram comparadas",
        "none": "nenhuma reconstrução encontrou uma linha alterada",
        "kept": "encontrado {found}, tabelas até à posição {position}: {name}",
        "stood": "estava",
        "lacked": "faltava",
    },
}


def figures(
    quick: Annotated[
        bool,
        typer.Option("--quick", help="Count the rows alone; whoever altered hashes too is unseen."),
    ] = False,
    kept: Annotated[
        bool, typer.Option("--kept", help="What rebuilds found altered, and put right.")
    ] = False,
    language: LangOption = "en",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Fold the events again and compare: each table's rows, and what the service stated of them.

    The tables that differ are named with the rows that stand and those that lack; exit 1 if any do.
    It writes a schema beside the live one, takes as long as a rebuild, and removes it.
    """
    words = _WORDS[language_of(language)]
    if quick and kept:
        raise MisuseError("--quick and --kept: expected one of them")
    with use_database(Settings()) as urls:
        if kept:
            with connect(urls.login) as connection:
                rows = kept_altered(connection)
            _tell_kept(rows, words, zone_of_house(urls.login), as_json=as_json)
            return
        found = _recomputed(urls.login, quick=quick)
    if as_json:
        document: dict[str, Any] = {**msgspec.to_builtins(found), "clean": not found.faults}
        sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
    else:
        _tell(found, words)
    raise typer.Exit(EXIT_FOUND if found.faults else 0)


def _recomputed(conninfo: str, *, quick: bool) -> Recomputed:
    """Count or fold.

    Raises:
        MisuseError: there is nothing to be counted.
        OutdatedError: the figures are of another version.

    """
    if not has_figures(conninfo):
        raise MisuseError("this database has no figures yet; `razao rebuild` makes them")
    if quick:
        return count_again(conninfo)
    with Progress() as progress:
        return fold_again(conninfo, progress=lambda done, last: progress.step("fold", done, last))


def _tell(found: Recomputed, words: dict[str, str]) -> None:
    console = Screen(soft_wrap=True)
    for one in found.faults:
        said = "counted" if one.kind == "rows" and not found.folded else one.kind
        console.print(styled(("figures", "bold red"), f"  {_filled(words[said], one)}"))
        for mark, lines in (("stands", one.rows), ("lacks", one.should)):
            for line in lines:
                console.print(f"    {words[mark]}  {_line(line)}")
        more = one.stands + one.lacks - len(one.rows) - len(one.should)
        if more > 0:
            console.print(f"    {words['more'].format(more=more)}")
    if found.others:
        console.print(words["others"].format(others=found.others))
    facts = msgspec.structs.asdict(found)
    if found.faults:
        verdict = (words["faults"].format(count=len(found.faults)), "bold red")
        told = words["found"].format(**facts)
    else:
        verdict = (words["clean"], "bold green")
        told = words["folded" if found.folded else "counted_clean"].format(**facts)
    console.print(styled(verdict, f"  {told}"))


def _filled(text: str, fault: Fault) -> str:
    return text.format(**msgspec.structs.asdict(fault))


def _tell_kept(rows: list[Altered], words: dict[str, str], zone: tzinfo, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.writelines(msgspec.json.encode(row).decode() + "\n" for row in rows)
        return
    console = Screen(soft_wrap=True)
    if not rows:
        console.print(words["none"])
    for row in rows:
        told = words["kept"].format(
            found=time_text(row.found, zone), position=row.position, name=row.name
        )
        console.print(told)
        console.print(f"    {words['stood' if row.stood else 'lacked']}  {_line(row.row)}")


def _line(row: Line) -> str:
    """Return a row's values with their names; long ones are cut, and none are left out."""
    return " ".join(
        f"{name}={value if len(value) <= _VALUE_MAX else value[:_VALUE_MAX] + '…'}"
        for name, value in row.items()
        if value is not None
    )
