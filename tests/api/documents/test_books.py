"""The papers of the books: balanced, whole over many pages, and honest where they are empty."""

import io
from datetime import date, timedelta
from typing import Any

import pytest
from pypdf import PdfReader

from api.documents.accounts.journal import journal_document, owed_document
from api.documents.document import Cell, Document, Grid, Language, Source, letterhead, pdf_of
from api.requests.period import Period
from projections.reads.basis.document_origin import Licensed

HOUSES = (
    Licensed(casino="praia", operator="Operador A", licence="1/2017"),
    Licensed(casino="mindelo", operator="Operador B", licence="2/2017"),
)
SOURCE = Source(
    origin="casa",
    position=88,
    head="ab" * 32,
    software="razao 1",
    at="2026-11-30T22:00:00Z",
    licensed=HOUSES,
)
HOSTILE = "=1+1 #pagebreak() $x$ <script>alert(1)</script> \\ *b* " + "nome" * 30


def line(number: int, **others: Any) -> dict[str, Any]:
    """Return a line of the journal, debit and credit by turns."""
    return {
        "day": date(2026, 11, 1) + timedelta(days=number // 20),
        "casino": "praia",
        "currency": "XTS",
        "journal": "chips",
        "account": "C1" if number % 2 else "C3",
        "debit": 100 if number % 2 else 0,
        "credit": 0 if number % 2 else 100,
        "postings": 1,
        "first": number,
        "last": number,
        **others,
    }


def debt(number: int, **others: Any) -> dict[str, Any]:
    """Return something that is owed."""
    return {
        "kind": "ticket",
        "subject": f"B-{number}",
        "amount": 250,
        "currency": "XTS",
        "since": number,
        **others,
    }


def journal(rows: list[dict[str, Any]], language: Language = "pt") -> Document:
    """Return the journal of these lines."""
    return journal_document(rows, Period(first="2026-11-01", last="2026-11-30"), None, 88, language)


def pages_of(document: Document) -> list[str]:
    """Return the text of each page of a paper."""
    pdf = PdfReader(io.BytesIO(pdf_of(document, SOURCE)))
    return [" ".join(page.extract_text().split()) for page in pdf.pages]


def test_a_journal_whose_debit_is_not_its_credit_says_so_in_red() -> None:
    """Balanced: nothing; a cent too much: that cent, marked."""
    (balanced,) = (one for one in journal([line(1), line(2)]).blocks if isinstance(one, Grid))
    assert balanced.totals[1][4] == "0,00"
    rows = [line(1, debit=101), line(2)]
    (off,) = (one for one in journal(rows).blocks if isinstance(one, Grid))
    assert off.totals[1][4] == Cell("0,01", "wrong")


@pytest.mark.one_in(2)  # it takes seconds to read the papers back
@pytest.mark.parametrize("language", ["pt", "en"])
def test_a_paper_of_five_hundred_lines_is_whole(language: Language) -> None:
    """Its heads stand on every page with lines, its total once and last; pages are counted."""
    debts = owed_document([debt(number) for number in range(500)], 88, language)
    for document, head, line_text in (
        (journal([line(number) for number in range(500)], language), ("Conta", "Account"), "C1"),
        (debts, ("Desde a posição", "Since position"), "B-"),
    ):
        pages = pages_of(document)
        wanted = "Página {} de {}" if language == "pt" else "Page {} of {}"
        assert len(pages) > 5
        for number, text in enumerate(pages, 1):
            assert wanted.format(number, len(pages)) in text
            assert line_text not in text or head[language == "en"] in text
        last = "Total"
        assert [last in text for text in pages].count(True) <= 2
        assert last in pages[-1] or last in pages[-2]
        assert sum(text.count(line_text) for text in pages) >= 250


def test_a_paper_of_nothing_says_that_it_is_nothing() -> None:
    """No table without a line: a sentence stands in its place."""
    (empty,) = pages_of(journal([]))
    assert "Nada se moveu neste período." in empty
    (clear,) = pages_of(owed_document([], 88, "en"))
    assert "Nothing is owed." in clear
    assert "position 88; the link of that event is" in " ".join(clear.split())


def test_hostile_and_long_names_stand_as_they_are() -> None:
    """No name is markup, and one too long goes on in the next line."""
    rows = [debt(1, subject=HOSTILE)]
    text = "".join(pages_of(owed_document(rows, 88, "pt")))
    plain = "".join(text.split()).replace("\u200b", "").replace("\ufffe", "")
    for part in ("#pagebreak()", "<script>alert(1)</script>", "*b*", "nomenomenome"):
        assert part in plain


def test_a_paper_is_headed_by_the_house_whose_figures_it_holds_and_by_no_other() -> None:
    """Of one casino's lines that casino's licence; of two casinos' lines both."""
    (one,) = pages_of(journal([line(1), line(2)]))
    assert "Casino praia · Operador A · licença 1/2017" in one
    assert "Operador B" not in one
    (both,) = pages_of(journal([line(1), line(2), line(3, casino="mindelo")]))
    assert "Operador A" in both
    assert "Operador B" in both
    head = letterhead(SOURCE, "pt", "acta BI-01 s pt", "mindelo")
    assert head["houses"] == ["Casino mindelo · Operador B · licença 2/2017"]
