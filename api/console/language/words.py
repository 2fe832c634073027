"""The console's two languages: messages are English in the code, Portuguese in the catalogue.

The catalogue is text (``locale/pt``, a file a subject) and compiled when it is first asked for, so
there is no step between editing it and seeing it.
"""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final, Literal

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

Language = Literal["pt", "en"]
LANGUAGES: Final[tuple[Language, ...]] = ("pt", "en")
DEFAULT: Final[Language] = "pt"
CATALOGUE: Final = Path(__file__).parents[1] / "locale" / "pt"


def mark(message: str) -> str:
    """Mark a message for the catalogue; it is translated where it is shown.

    >>> mark("Findings")
    'Findings'
    """
    return message


def catalogue(language: Language) -> Catalog:
    """Return the catalogue of a language, its files read as one."""
    whole = Catalog(locale=language)
    for path in sorted(CATALOGUE.glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=language):
                if message.id:
                    whole[message.id] = message
    return whole


@cache
def translations(language: Language) -> NullTranslations:
    """Return the messages of a language."""
    if language == "en":
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, catalogue(language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def language_of(said: str | None) -> Language:
    """Return the language of a cookie; Portuguese unless it says otherwise.

    >>> language_of("en"), language_of(None), language_of("xx")
    ('en', 'pt', 'pt')
    """
    return "en" if said == "en" else DEFAULT
