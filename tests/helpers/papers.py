"""What a paper says, read from the file as a reader's program reads it."""

import io

from pypdf import PdfReader


def said(pdf: bytes) -> str:
    """Return all the text of a PDF, its spaces and line ends as single blanks."""
    pages = PdfReader(io.BytesIO(pdf)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).replace("\u200b", "").split())
