"""A document as data and as PDF/A: the parts common to all documents.

The same document gives the same bytes: nothing in it comes from a clock. It is dated by the last
event it is made of, and says of which log it is and up to where, so that whoever has the log can
make it again. Times are shown with their offset in the zone that the casinos declare (parameter
``zone``), and where they declare none, or several, in ``ZONE``.
"""

import io
import re
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, cast

import msgspec
import segno
import typst
from msgspec import Struct

from api.requests.period import Period
from ledger.text.amounts import exact_text, figure_text, with_amounts
from ledger.text.rounds import with_rounds
from ledger.text.times import day_text, hour_text, moment_text, with_moments
from projections.base.times import zone_named
from projections.reads.basis.document_origin import Licensed
from projections.reads.basis.game_names import combination_in, games_in
from projections.reads.basis.unproved import Unproved
from projections.reads.basis.value_words import value_in
from projections.stages.accounts.tax import EVERYWHERE

Language = Literal["pt", "en"]
FOLDER: Final = Path(__file__).parent
ZONE: Final = "Atlantic/Cape_Verde"
STANDARD: Final = "a-2b"
WITH_FILES: Final = "a-3b"
"""The standard of a paper with a file inside."""
BUNDLE: Final = "bundle.zip"
"""Its name beside the templates."""
SHARES: Final = 100_000_000
"""From here on a bet's number is replay's own, of a share in a prize: nobody laid it."""
WORD_MAX: Final = 22
"""Characters of a word that no column is too narrow for."""
_MINUS: Final = "\N{MINUS SIGN}"
"""A hyphen before a figure is too easily overlooked."""
_UNSHOWN: Final = re.compile(
    r"[^ -~\u00a0-\u00ac\u00ae-\u017f\u0391-\u03a1\u03a3-\u03c9\u0400-\u045f"
    r"\u200b\u2013\u2014\u2018\u2019\u201c\u201d\u2020\u2026\u20ac\u2192\u2212]"
)
"""What is not Latin, Greek or Cyrillic, nor a sign that documents use."""
_GROUPED: Final[Mapping[Language, tuple[str, str]]] = {
    "pt": ("\N{NO-BREAK SPACE}", ","),
    "en": ("\N{NO-BREAK SPACE}", "."),
}
"""What stands between thousands, and before the decimals."""


class Source(Struct, frozen=True, kw_only=True):
    """Of which log a document is, and up to where."""

    origin: str
    position: int
    head: str
    """The link of the event at that position, in hex."""
    software: str
    at: str = ""
    """When that event happened, as its source says."""
    rulebook: str = ""
    """The profiles by which it is judged, with their versions."""
    zone: str = ZONE
    """In which it shows times."""
    unproved: Unproved = Unproved()
    """What of that log is not proved, because authentic events could not be folded."""
    licensed: tuple[Licensed, ...] = ()
    """The casinos of that log, for the head of a paper."""

    @property
    def proof(self) -> str:
        """The text of the QR code."""
        return f"razao:{self.origin}/{self.position}/{self.head}"


# --- what a document is made of -------------------------------------------------------------------


class Cell(Struct, frozen=True):
    """A text in a table, and how it is to be read."""

    text: str
    mark: Literal["", "bold", "wrong", "quiet"] = ""


Rows = list[list[Cell | str]]


class Column(Struct, frozen=True):
    """A column of a table."""

    name: str
    figures: bool = False
    """Set to the right, and never broken."""
    wide: int = 0
    """Its part of the width that is left over; 0: as wide as what stands in it."""


class Attached(Struct, frozen=True):
    """A bundle inside a paper: the name of its file, and its bytes."""

    name: str
    data: bytes

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes, in hex."""
        return sha256(self.data).hexdigest()


class Fields(Struct, frozen=True, tag="fields"):
    """Names and values beside them."""

    rows: Sequence[tuple[str, str]]


class Grid(Struct, frozen=True, kw_only=True, tag="grid"):
    """A table with a heading; its column heads stand on every page that it reaches."""

    title: str = ""
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell | str]]
    totals: Sequence[Sequence[Cell | str]] = ()
    """Rows below a line, in bold."""
    note: str = ""
    """Below it, in small type."""


class Note(Struct, frozen=True, tag="note"):
    """A sentence or more."""

    text: str
    mark: Literal["", "wrong", "right"] = ""


class Heading(Struct, frozen=True, tag="heading"):
    """Begins a part; ``page`` on a new page."""

    text: str
    page: bool = False


Block = Fields | Grid | Note | Heading


class Document(Struct, frozen=True, kw_only=True):
    """A document before it is set."""

    title: str
    subject: str
    """Below the title, and in the head of each page."""
    period: str
    events: int
    """From how many events its figures come."""
    blocks: Sequence[Block]
    command: str
    """What makes it again."""
    wide: bool = False
    """Whether its pages lie on their long side."""
    signed: bool = True
    """Whether people sign it."""
    language: Language = "pt"
    casino: str | None = None
    """Whose it is; None: of all the casinos of its log."""


class Teller:
    """Says a thing in the document's language.

    >>> Teller("en").of("jogada", "round"), Teller("pt").money(1234567).split()
    ('round', ['12', '345,67'])
    """

    def __init__(self, language: Language, zone: str = ZONE, currency: str = "") -> None:
        """Speak a language, show times of a zone, and write amounts of a currency."""
        self.language: Language = language
        self.currency = currency
        found = zone_named(zone)
        assert found is not None, zone
        self._zone = found

    def written_in(self, currency: str) -> "Teller":
        """Return a teller of the same language and zone that writes amounts of a currency.

        >>> Teller("en").written_in("CVE").money(123450)
        '1.234$50'
        """
        other = copy(self)
        other.currency = currency
        return other

    def of(self, pt: str, en: str) -> str:
        """Return the words of the language."""
        return pt if self.language == "pt" else en

    def column(self, pt: str, en: str, *, wide: int = 0) -> Column:
        """Return a column of words, named in the language."""
        return Column(self.of(pt, en), wide=wide)

    def figures(self, pt: str, en: str, *, wide: int = 0) -> Column:
        """Return a column of figures, named in the language."""
        return Column(self.of(pt, en), figures=True, wide=wide)

    def command(self, words: str, position: int) -> str:
        """Return the command that makes the same document again.

        >>> Teller("en").command("accounts tax", 88)
        'razao accounts tax --known 88 --lang en --pdf FILE'
        """
        return f"razao {words} --known {position} --lang {self.language} --pdf {self.file}"

    @property
    def file(self) -> str:
        """The word for a file's name in a command that a paper prints."""
        return self.of("FICHEIRO", "FILE")

    def money(self, units: int | None, nothing: str = "—") -> str:
        r"""Return an amount as people of the language write it.

        >>> Teller("en").money(123456789), Teller("pt").money(5), Teller("pt").money(None)
        ('1\xa0234\xa0567.89', '0,05', '—')
        """
        if units is None:
            return nothing
        return figure_text(units, self.currency, self.language)

    def off(self, amount: int | None) -> Cell | str:
        """Return a difference, marked where there is one."""
        return Cell(self.money(amount), "wrong") if amount else self.money(amount)

    def amounts(self, text: str) -> str:
        r"""Return a text with its amounts as people of the language write them; the rest stays.

        >>> Teller("en").amounts("2 × 1200.50 at 15:27:06.077174Z [STU R21]")
        '2 × 1\xa0200.50 at 15:27:06.077174Z [STU R21]'
        """
        return with_amounts(text, self.money)

    def value(self, text: str) -> str:
        """Return the expected or recorded value of a finding in the paper's words.

        >>> Teller("pt").value("paid at 2026-11-20T15:27:06.077174Z"), Teller("pt").value("12.50")
        ('pago em 20-11-2026 14:27:06,077 (UTC-01:00)', '12,50')
        >>> Teller("pt").value("the record of BI-01/2026-11-20/5 complete first")
        'o registo de BI-01, jogada 5 de 20-11-2026 completo primeiro'
        """
        said = with_moments(
            value_in(text, self.language),
            lambda at: moment_text(at, self._zone, precise=self.language),
        )
        return with_rounds(self.amounts(said), self.round)

    def exact(self, millionths: int) -> str:
        """Return millionths of a minor unit as an amount with all its decimals.

        >>> Teller("pt").exact(60_900_000)
        '0,60900000'
        """
        return exact_text(millionths, self.currency, self.language)

    def count(self, number: int) -> str:
        """Return a whole number with its thousands apart."""
        between, _ = _GROUPED[self.language]
        return f"{number:,}".replace(",", between).replace("-", _MINUS)

    def percent(self, ppm: int | None) -> str:
        """Return a share in parts per million as a percentage, whole.

        >>> [Teller("pt").percent(ppm).split()[0] for ppm in (5_000, 123_456, 0, 1_000_000)]
        ['0,5', '12,3456', '0', '100']
        """
        if ppm is None:
            return "—"
        _, point = _GROUPED[self.language]
        whole, part = divmod(abs(ppm), 10_000)
        said = f"{whole}{point}{part:04d}".rstrip("0").rstrip(point)
        return f"{_MINUS if ppm < 0 else ''}{said}\N{NO-BREAK SPACE}%"

    def hundredths(self, ppm: int | None) -> str:
        """Return a measured share as a percentage with two decimals, cut off: columns of them.

        >>> [Teller("pt").hundredths(ppm).split()[0] for ppm in (-167_299, 136_000, 5, None)]
        ['−16,72', '13,60', '0,00', '—']
        """
        if ppm is None:
            return "—"
        _, point = _GROUPED[self.language]
        whole, part = divmod(abs(ppm) // 100, 100)
        mark = _MINUS if ppm < 0 and whole + part else ""
        return f"{mark}{self.count(whole)}{point}{part:02d}\N{NO-BREAK SPACE}%"

    def time(self, at: str | None) -> str:
        """Return a time in the zone, with its offset."""
        if not at:
            return "—"
        return moment_text(datetime.fromisoformat(at), self._zone)

    def hour(self, at: datetime | None) -> str:
        """Return a time of day in the zone, with its offset; a dash where none is told.

        >>> Teller("pt", "Atlantic/Cape_Verde").hour(datetime(2026, 11, 20, 23, 5, tzinfo=UTC))
        '22:05 (UTC-01:00)'
        """
        return "—" if at is None else hour_text(at, self._zone)

    def day(self, day: str | None) -> str:
        """Return a gaming day as people write it; a dash where none is told.

        >>> Teller("pt").day("2026-11-20"), Teller("en").day(None)
        ('20-11-2026', '—')
        """
        return day_text(date.fromisoformat(day)) if day else "—"

    def bet(self, number: int | None) -> str:
        """Return a bet's number; a dash where none is told, or a share has one of its own.

        >>> Teller("pt").bet(3), Teller("pt").bet(200_000_000), Teller("pt").bet(None)
        ('3', '—', '—')
        """
        return "—" if number is None or number >= SHARES else str(number)

    def seat(self, seat: int | None) -> str:
        """Return a seat's number; a dash where none is told, or nobody sits (bingo)."""
        return str(seat) if seat else "—"

    def round(self, said: str | None) -> str:
        """Return a round as people say it; a dash where none is told.

        >>> Teller("pt").round("RA-01/2026-11-20/12"), Teller("en").round("a hand")
        ('RA-01, jogada 12 de 20-11-2026', 'a hand')
        """
        if not said:
            return "—"
        place, _slash, rest = said.partition("/")
        day, slash, number = rest.partition("/")
        if not (slash and number.isdecimal() and _is_day(day)):
            return broken(said)
        return self.of(
            f"{place}, jogada {number} de {self.day(day)}",
            f"{place}, round {number} of {self.day(day)}",
        )

    def award(self, said: str, place: str | None, position: int) -> str:
        """Return a prize's id as people say it: by its round, else by its place and position.

        >>> Teller("pt").award("SD-01/2026-11-20/20#1", "SD-01", 812)
        'SD-01, jogada 20 de 20-11-2026, n.º 1'
        >>> Teller("en").award("machine-1:2", "M-1", 812)
        'M-1, position 812'
        """
        round_id, mark, number = said.partition("#")
        told = self.round(round_id)
        if not mark or told == broken(round_id):
            where = self.of("posição", "position") + f" {position}"
            return f"{place}, {where}" if place else where
        return f"{told}, {self.of('n.º', 'no.')} {number}"

    def rounds(self, said: Iterable[str]) -> str:
        """Return several rounds in words."""
        return "; ".join(self.round(one) for one in said) or "—"

    def game(self, name: str | None) -> str:
        """Return a game by its name."""
        return games_in(self.language).get(name, broken(name)) if name else "—"

    def combination(self, name: str | None) -> str:
        """Return a combination of cards by its name."""
        return combination_in(self.language, name) if name else "—"

    def period(self, period: Period) -> str:
        """Return the gaming days of a paper."""
        return self.days(period.first, period.last)

    def days(self, first: str | None, last: str | None) -> str:
        """Return a span of gaming days.

        >>> Teller("en").days("2026-11-20", None)
        'from 20-11-2026'
        """
        begin, end = self.day(first), self.day(last)
        if first is not None and first == last:
            return begin
        parts = [
            self.of(f"de {begin}", f"from {begin}") if first else "",
            self.of(f"até {end}", f"to {end}") if last else "",
        ]
        said = " ".join(part for part in parts if part)
        return said or self.of("todos os dias de jogo", "every gaming day")

    def span(self, first: int, last: int) -> str:
        """Return positions from one to another."""
        return str(first) if first == last else f"{first}–{last}"


_is_day: Final = re.compile(r"\d{4}-\d\d-\d\d").fullmatch


def broken(text: str) -> str:
    """Return a text in which a word too long for a column may go on in the next line.

    >>> broken("ok sequencia_de_cor/2026-11-20").replace(chr(0x200B), "|")
    'ok sequencia_|de_|cor/|2026-|11-|20'
    """
    return " ".join(
        "".join(f"{one}\u200b" if one in "/_,:;=-." else one for one in word)
        if len(word) > WORD_MAX
        else word
        for word in text.split(" ")
    )


def shown(text: str) -> str:
    """Return a text in which what the fonts cannot show stands by its code point.

    A standard for archives refuses a document with a character that nobody could read; a name in
    another script must not keep a figure from being printed.

    >>> shown("João 1×2"), shown("p-" + chr(0x9F8D) + chr(7))
    ('João 1×2', 'p-<U+9F8D><U+0007>')
    """
    return _UNSHOWN.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)


def _shown(value: Any) -> Any:
    """Return JSON values in which every text can be shown."""
    match value:
        case str():
            return shown(value)
        case dict():
            return {key: _shown(one) for key, one in cast("dict[str, Any]", value).items()}
        case list() | tuple():
            return [_shown(one) for one in cast("Sequence[Any]", value)]
        case _:
            return value


# --- setting it -----------------------------------------------------------------------------------


def pdf_of(document: Document, source: Source, attached: Attached | None = None) -> bytes:
    """Return a document as PDF/A; with the bundle that proves it, if one is given."""
    tell = Teller(document.language, source.zone)
    data = {
        **msgspec.to_builtins(document),
        **letterhead(source, document.language, document.command, document.casino),
        "about": [
            (tell.of("Período", "Period"), document.period),
            (
                tell.of("Conhecido até", "As known at"),
                tell.of("posição ", "position ")
                + f"{source.position}"
                + (f", {tell.time(source.at)}" if source.at else ""),
            ),
            (
                tell.of("Eventos de origem", "Source events"),
                tell.count(document.events),
            ),
            (tell.of("Cabeça do livro", "Head of the log"), source.head),
            (tell.of("Regulamento", "Rulebook"), source.rulebook or "—"),
            (tell.of("Programa", "Software"), source.software),
            *(
                [(tell.of("Não provado", "Not proved"), not_proved(source.unproved, tell))]
                if source.unproved.count
                else []
            ),
        ],
    }
    return compiled("report.typ", data, source, source.at, attached)


def letterhead(
    source: Source, language: Language, command: str, casino: str | None = None
) -> dict[str, Any]:
    """Return the head of a paper: its casinos with operator and licence, and its number.

    The number is the position up to which the paper is true, and eight characters of the hash of
    what makes it again: the same paper has the same number, and no other one has it.
    """
    tell = Teller(language)
    mark = sha256(f"{source.proof} {command}".encode()).hexdigest()[:8].upper()
    return {
        "houses": [
            " · ".join(
                part
                for part in (
                    f"Casino {one.casino}",
                    one.operator,
                    one.licence and f"{tell.of('licença', 'licence')} {one.licence}",
                )
                if part
            )
            for one in source.licensed
            if casino in (None, one.casino)
        ]
        or [f"Casino {casino}" if casino else ""],
        "number": tell.of("Documento n.º ", "Document no. ") + f"{source.position}-{mark}",
    }


def one_casino(casinos: Iterable[str | None]) -> str | None:
    """Return the casino that all of a paper's figures are of; None where they are of several.

    >>> one_casino(["casino-1", "casino-1"]), one_casino(["casino-1", "casino-2"])
    ('casino-1', None)
    """
    found = set(casinos)
    only = found.pop() if len(found) == 1 else None
    return None if only == EVERYWHERE else only


def not_proved(marks: Unproved, tell: Teller) -> str:
    """Return which events could not be folded, or may be a thief's, and what rests on them."""
    named = ", ".join(dict.fromkeys(one.subject for one in marks.items))
    more = " …" if marks.count > len(marks.items) else ""
    since = tell.of("desde a posição", "since position")
    why = [
        *[tell.of("por lançar", "not folded")] * (marks.count > marks.suspect),
        *[tell.of("assinados por chave suspeita", "signed by a suspect key")] * (marks.suspect > 0),
    ]
    events = tell.of("eventos", "events") + " " + tell.of(" ou ", " or ").join(why)
    return f"{tell.count(marks.count)} {events}, {since} {marks.since}: {named}{more}"


def compiled(
    template: str,
    data: Mapping[str, Any],
    source: Source,
    at: str,
    attached: Attached | None = None,
) -> bytes:
    """Return a template filled with its data, as PDF/A dated by a time.

    A bundle makes it PDF/A-3, in which it is a file; its name and hash stand in the QR code.
    """
    moment = datetime.fromisoformat(at) if at else datetime(1970, 1, 1, tzinfo=UTC)
    proof = source.proof
    if attached is not None:
        proof += f" {attached.name} sha256:{attached.digest}"
    code = io.BytesIO()
    segno.make(proof, error="m").save(code, kind="svg", border=0)
    given = {
        **_shown(data),
        "source": {**msgspec.to_builtins(source), "proof": proof},
        "attached": None if attached is None else [attached.name, attached.digest],
        "date": list(moment.astimezone(UTC).timetuple()[:6]),
    }
    with _root(attached) as root:
        pdf: Any = typst.compile(
            root / template,
            root=root,
            format="pdf",
            sys_inputs={
                "document": msgspec.json.encode(given, order="deterministic").decode(),
                "qr": code.getvalue().decode(),
            },
            pdf_standards=[STANDARD if attached is None else WITH_FILES],
            ignore_system_fonts=True,
            timestamp=int(moment.timestamp()),
        )
    return bytes(pdf)


@contextmanager
def _root(attached: Attached | None) -> Generator[Path]:
    """Give the folder that a template reads from: with the bundle beside it, if there is one."""
    if attached is None:
        yield FOLDER
        return
    with TemporaryDirectory() as folder:
        for path in FOLDER.glob("*.typ"):
            copyfile(path, Path(folder, path.name))
        Path(folder, BUNDLE).write_bytes(attached.data)
        yield Path(folder)
