"""Words of a bingo session's acta in both languages; what only the law names stays Portuguese."""

from collections.abc import Mapping
from typing import Final

from api.documents.document import Language

_MODES: Final[Mapping[str, tuple[str, str]]] = {
    "physical": ("presencial", "in the room"),
    "session": ("em linha, por sessões", "online, by sessions"),
    "continuous": ("em linha, contínuo", "online, continuous"),
}
_STATES: Final[Mapping[str, tuple[str, str]]] = {
    "aberta": ("em curso", "under way"),
    "terminada": ("terminada", "ended"),
    "anulada": ("anulada", "annulled"),
    "registada": ("registada", "recorded"),
}
_CODES: Final[Mapping[str, tuple[str, str]]] = {
    "win": ("prémio", "prize"),
    "bet": ("aposta", "stake"),
    "card": ("cartão", "card"),
    "other": ("outra", "other"),
    "anuncio": ("anúncio", "announcement"),
    "erro_de_anuncio": ("erro de anúncio", "wrong announcement"),
    "avaria": ("avaria", "breakdown"),
    "reclamacao": ("reclamação", "complaint"),
    "annulled": ("anulada", "annulled"),
    "rejected": ("improcedente", "rejected"),
    "improcedente": ("improcedente", "rejected"),
    "procedente": ("procedente", "upheld"),
    "extractor": ("extractor", "extractor"),
    "painel": ("painel", "display board"),
    "desordem": ("desordem", "disorder"),
    "falha_de_energia": ("falha de energia", "power failure"),
    "accepted": ("procedente", "upheld"),
    "upheld": ("procedente", "upheld"),
}
"""Words of the vocabulary that are no Portuguese or lack their accents, and what they are."""


def code_word(code: str | None, language: Language) -> str:
    """Return a code of the vocabulary as people read it; nothing where none was said.

    >>> code_word("anuncio", "pt"), code_word("bingo_especial", "en"), code_word(None, "pt")
    ('anúncio', 'bingo especial', '')
    """
    if code is None:
        return ""
    return _one_of(_CODES, code, language).replace("_", " ")


def mode_word(mode: str, language: Language) -> str:
    """Return how a session was played, in words."""
    return _one_of(_MODES, mode, language)


def state_word(state: str, language: Language) -> str:
    """Return how a jogada stands, in words."""
    return _one_of(_STATES, state, language)


def _one_of(words: Mapping[str, tuple[str, str]], code: str, language: Language) -> str:
    return words.get(code, (code, code))[language == "en"]
