"""The QR code of a paper, read as a telephone reads it: from the page as it is printed."""

import io
from hashlib import sha256

import pytest
from pypdf import PdfReader

from api.documents.document import Attached, Document, Language, Note, Source, pdf_of
from ops.outside.verifier.whole import check_bundle
from tests.api.conftest import Site
from tests.fixtures.casino import DAY

pypdfium2 = pytest.importorskip("pypdfium2", reason="needs the group `browser`")
zxingcpp = pytest.importorskip("zxingcpp", reason="needs the group `browser`")
pytestmark = pytest.mark.deep

PRINTED = 150 / 72
"""A page at 150 dots an inch."""


def codes(pdf: bytes) -> list[str]:
    """Return what the codes on a paper's pages say."""
    pages = [page.render(scale=PRINTED).to_pil() for page in pypdfium2.PdfDocument(pdf)]
    return [one.text for page in pages for one in zxingcpp.read_barcodes(page)]


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_a_paper_s_code_names_the_bundle_inside_it(evening: Site, lang: str) -> None:
    """The bundle's log, and its name and hash, which are those of the file inside."""
    pdf = evening.get(f"/v1/bundles/round/RA-01/{DAY}/1/pdf?lang={lang}").content
    ((name, (data,)),) = PdfReader(io.BytesIO(pdf)).attachments.items()
    (said,) = codes(pdf)
    proof, named, digest = said.split(" ")
    assert (named, digest) == (name, f"sha256:{sha256(data).hexdigest()}")
    assert check_bundle(data).faults == []
    assert proof.startswith(f"razao:{check_bundle(data).origin}/")


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_the_longest_reference_is_still_read(lang: Language) -> None:
    """An origin and a name of a hundred characters each; a paper without a bundle has its log's."""
    source = Source(origin="casa/" + "x" * 95, position=10**12, head="ab" * 32, software="razao")
    document = Document(
        title="Jogada",
        subject="RA-01",
        period="",
        events=1,
        blocks=[Note("—")],
        command="razao",
        language=lang,
    )
    attached = Attached("round-" + "y" * 90 + ".zip", b"PK")
    assert codes(pdf_of(document, source, attached)) == [
        f"{source.proof} {attached.name} sha256:{attached.digest}"
    ]
    assert codes(pdf_of(document, source)) == [source.proof]
