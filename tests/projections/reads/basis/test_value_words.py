"""What findings expected and met, in both languages: worked sentences, and every check's words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from projections.reads.basis.value_words import ENGLISH, PORTUGUESE, value_in
from tests.helpers.each import each

ROOT = Path(__file__).parents[4] / "projections"
ENGLISH_WORDS = frozenset(
    re.findall(
        r"\w+",
        "the an and or of is are was were been be by for from with without than that this which "
        "who not yes at on in out to it its one two more less most least all any each other "
        "another before after until when while where open opened closed accepted void paid unpaid "
        "owed told said says signed key round table machine stake prize play player cards count "
        "day days within still back only every first last next wrong missing nothing nobody never",
    )
)
"""Words that no Portuguese sentence of a finding has; ``a`` and ``as`` are in both languages."""
PORTUGUESE_WORDS = frozenset(
    re.findall(
        r"\w+",
        "da do das dos uma que sem sobre entre antes depois foi por para com aposta mesa regra "
        "nenhum nenhuma pela pelo não",
    )
)
"""Words that no English sentence of a finding has; the law's own (``jogada``) are in both."""


@each(
    "said",
    [
        ("fork: 1 submissions in the name of quiosque", "bifurcação: 1 envio em nome de quiosque"),
        ("signed before it was", "assinado antes disso"),
        ("BI-01/2026-11-20/6 opened before", "BI-01/2026-11-20/6 aberta antes"),
        ("account, cash, cheque, transfer", "conta, dinheiro, cheque, transferência"),
        ("6.37 still owed to lar", "6.37 ainda em dívida a lar"),
        ("10, cannot be stopped", "10, não se pode parar"),
        ("RA-01", "RA-01"),
        ("12.50", "12.50"),
        ("", ""),
    ],
)
def test_a_checks_english_reads_in_portuguese(said: tuple[str, str]) -> None:
    """Names, amounts and times stand in both; what is no sentence stays as it is."""
    written, portuguese = said
    assert value_in(written, "pt") == portuguese
    assert value_in(written, "en") == written


@each(
    "said",
    [
        ("conjuntos: 4, pares: 1", "sets: 4, pairs: 1"),
        ("reclamação não admitida", "claim not admitted"),
        ("bola 37", "ball 37"),
        ("nenhuma", "none"),
    ],
)
def test_the_laws_words_read_in_english(said: tuple[str, str]) -> None:
    """Replay writes in the law's words, which stand as they are on Portuguese pages."""
    written, english = said
    assert value_in(written, "en") == english
    assert value_in(written, "pt") == written


def test_every_sentence_has_as_many_values_in_both_languages() -> None:
    """And none stands twice."""
    for table in (ENGLISH, PORTUGUESE):
        assert all(said.count("{}") == other.count("{}") for said, other in table)
        assert len({said for said, _ in table}) == len(table)


def words_of(node: ast.expr) -> Iterator[str]:
    """Yield the sentences that an expression may be, each value written ``x1``."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.JoinedStr(values=values):
            yield "".join(
                str(one.value) if isinstance(one, ast.Constant) else "x1" for one in values
            )
        case ast.IfExp(body=body, orelse=orelse):
            yield from words_of(body)
            yield from words_of(orelse)
        case _:
            return


def sentences() -> Iterator[tuple[str, str]]:
    """Yield what checks write as expected or recorded, with the module that does."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                for given in node.keywords:
                    if given.arg in ("expected", "recorded"):
                        for said in words_of(given.value):
                            yield said, str(path.relative_to(ROOT))


def foreign(text: str, words: frozenset[str]) -> set[str]:
    """Return the words of a text that are of another language."""
    return set(re.findall(r"[a-zà-ú]+", text.lower())) & words


def test_no_check_writes_a_sentence_that_has_no_portuguese() -> None:
    """A new check's English stands in the table before anybody reads it."""
    found = list(sentences())
    assert len(found) > 80
    english = {(said, path) for said, path in found if foreign(value_in(said, "pt"), ENGLISH_WORDS)}
    assert english == set()


@pytest.mark.deep
def test_no_check_writes_a_sentence_that_has_no_english() -> None:
    """The law's words are read in English, too."""
    portuguese = {
        (said, path)
        for said, path in sentences()
        if foreign(value_in(said, "en"), PORTUGUESE_WORDS)
    }
    assert portuguese == set()
