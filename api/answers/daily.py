"""The daily record as files: XML by the schema beside this module, and the formats of exports."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from api.documents.document import Source
from ledger.text.amounts import plain_text
from projections.reads.files.exports import Column, Export, Opened
from projections.reads.floor.daily import AMOUNTS, COUNTS, SUMS, DailyRecord, Game

SCHEMA: Final = Path(__file__).with_name("fecho_diario.xsd")
"""What every XML of a daily record is valid by."""
NAMESPACE: Final = "urn:razao:fecho-diario:1"
XML: Final = "application/xml"
_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML 1.0 holds, not even as a reference."""
_NAMES: Final = (
    *("jogadas", "porApurar", "divergentes", "nulas"),
    *("apostas", "pagamentos", "acumulados", "contribuicoes", "comissao", "receita"),
)
"""Of the sums, in their order."""
EXPORT: Final = Export(
    name="daily-record",
    title={"pt": "Fecho diário", "en": "Daily record"},
    table="",
    columns=(
        *(Column(one) for one in ("casino", "category", "game", "currency")),
        *(Column(one, "integer") for one in COUNTS),
        *(Column(one, "money") for one in AMOUNTS),
    ),
    order="",
    filters={},
)
"""The columns of a daily record where it is written as exports are."""


def opened_record(
    records: Sequence[DailyRecord], day: str, source: Source, known: int | None
) -> Opened:
    """Return daily records as an export that is being read: a line for each casino and game."""
    return Opened(
        export=EXPORT,
        filters={"day": day},
        known=known,
        position=source.position,
        link=source.head,
        rows=iter(
            [
                [one.casino, line.category, line.game, line.currency]
                + [getattr(line, name) for name in SUMS]
                for one in records
                for line in one.games
            ]
        ),
        unproved=source.unproved,
    )


def daily_xml(record: DailyRecord, source: Source, events: int) -> bytes:
    """Return a casino's daily record as XML; the same position of the log gives the same bytes."""
    root = ET.Element("fechoDiario", {"xmlns": NAMESPACE, "versao": "1.0"})
    _head(ET.SubElement(root, "cabecalho"), record, source, events)
    for one in record.games:
        told = {"categoria": one.category, "codigo": xml_text(one.game), "moeda": one.currency}
        _sums(ET.SubElement(root, "jogo", told), one)
    for currency in record.currencies:
        _sums(ET.SubElement(root, "total", {"moeda": currency}), record.total(currency))
    closed = {"fechadas": str(record.machines), "porFechar": str(record.machines_open)}
    ET.SubElement(root, "maquinas", closed)
    ET.indent(root)
    return ET.tostring(root, "utf-8", xml_declaration=True) + b"\n"


def xml_text(text: str) -> str:
    """Return a text in which what no XML can hold stands by its code point.

    >>> xml_text("a" + chr(7) + "<b>")
    'a<U+0007><b>'
    """
    return _NO_XML.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)


def _head(head: ET.Element, record: DailyRecord, source: Source, events: int) -> None:
    def tell(name: str, text: str, **others: str) -> None:
        ET.SubElement(head, name, others).text = xml_text(text)

    tell("casino", record.casino)
    for one in source.licensed:
        if one.casino == record.casino:
            if one.operator:
                tell("operador", one.operator)
            if one.licence:
                tell("licenca", one.licence)
    tell("dia", record.day.isoformat())
    if record.closed is None:
        tell("estado", "aberto")
    else:
        tell("estado", "fechado", posicao=str(record.closed), em=record.closed_at)
    tell("eventos", str(events))
    tell("naoProvados", str(source.unproved.count))
    when = {"em": source.at} if source.at else {}
    tell("livro", source.origin, posicao=str(source.position), cabeca=source.head, **when)
    tell("regulamento", source.rulebook)
    tell("programa", source.software)


def _sums(element: ET.Element, one: Game) -> None:
    for name, field in zip(_NAMES, SUMS, strict=True):
        value = getattr(one, field)
        text = plain_text(value, one.currency) if field in AMOUNTS else str(value)
        ET.SubElement(element, name).text = text
