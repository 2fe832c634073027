"""The line of each stake: its prize, and why.

A settlement's explanations are phrases with values, put into words only when somebody reads them:
replay runs over millions of rounds of which people look at few.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct

from ledger.money import Minor
from ledger.text.amounts import plain_text


class Outcome(StrEnum):
    """The fate of a stake; the words of the rules pages."""

    GANHA = "ganha"
    PERDE = "perde"
    NULA = "nula"
    """A push: the stake goes back."""
    DEVOLVIDA = "devolvida"
    """The round or the bet is void: the stake goes back."""
    PENDENTE = "pendente"
    """Undecided; the stake is still on the table."""


class Phrase(Struct, frozen=True, gc=False):
    """One sentence in two languages; ``{name}`` is a value, ``{name:m}`` an amount of money."""

    pt: str
    en: str


class Step(Struct, frozen=True, gc=False):
    """One step of an explanation: a sentence, its values, the rule it applies.

    What its values do not name, the sentence takes from the line, award or commission it explains
    (``{stake:m}``, ``{prize:m}`` …): so a game can make its steps once, not for every line.
    """

    phrase: Phrase
    values: Mapping[str, Any] = {}
    rule: str = ""

    def text(self, language: str = "pt", of: Struct | None = None) -> str:
        """Return the sentence in ``pt`` or ``en``, with its rule's number."""
        said = self.sentence(language, of)
        return f"{said} [{self.rule}]" if self.rule else said

    def sentence(
        self,
        language: str = "pt",
        of: Struct | None = None,
        money: "Callable[[int], str] | None" = None,
    ) -> str:
        """Return the sentence alone, its amounts written as a page writes money."""
        template = self.phrase.en if language == "en" else self.phrase.pt
        return template.format_map(_Values(self.values, of, money or money_text))


class _Values:
    """A step's values, then the fields of the line, award or commission that the step explains."""

    def __init__(
        self, values: Mapping[str, Any], of: Struct | None, money: Callable[[int], str]
    ) -> None:
        self._values = values
        self._of = of
        self._money = money

    def __getitem__(self, key: str) -> "_Shown":
        if self._of is None or key in self._values:
            return _Shown(self._values[key], self._money)
        return _Shown(getattr(self._of, key), self._money)


class _Shown:
    r"""A value that knows the format ``m``, minor units as money, and a language's name with ``%``.

    >>> f"{_Shown(703125, str):pt%}", f"{_Shown(50000, str):en%}"
    ('70,3125\xa0%', '5\xa0%')
    """

    def __init__(self, value: object, money: Callable[[int], str]) -> None:
        self.value = value
        self.money = money

    def __format__(self, spec: str) -> str:
        if spec not in {"m", *_SHARES}:
            return format(self.value, spec)
        assert isinstance(self.value, int)
        return self.money(self.value) if spec == "m" else _share(self.value, _SHARES[spec])


_SHARES: Final[Mapping[str, str]] = {"pt%": ",", "en%": "."}
"""How a share in parts of a million is asked for, and its decimal mark."""


def _share(ppm: int, mark: str) -> str:
    whole, part = divmod(ppm, 10_000)
    return f"{whole}{mark}{part:04}".rstrip("0").rstrip(mark) + "\N{NO-BREAK SPACE}%"


def money_text(units: Minor) -> str:
    """Return minor units as findings hold an amount: two decimals, whatever the currency.

    >>> money_text(-123456)
    '-1234.56'
    """
    return plain_text(units)


class Line(Struct, frozen=True, gc=False):
    """What one bet, or one seat's share in the pots, is worth.

    Quick roads make it by places: they make ten a round, and names cost each a tenth.
    """

    seat: int
    outcome: Outcome
    stake: Minor
    bet: int | None = None
    """The bet's number; None for a seat's result as a whole (pots)."""
    prize: Minor = 0
    """Due beyond the stake, net of commissions (from a pot: all of it that is won)."""
    returned: Minor = 0
    """Due of the stake itself."""
    rules: tuple[str, ...] = ()
    """Rule numbers with their section's code, e.g. ``RA R42``."""
    why: tuple[Step, ...] = ()
    stays: bool = False
    """Whether it lies on the table from round to round as a player's bank: he need not be handed
    it when the round ends, the capital of the next one tells."""

    @property
    def due(self) -> Minor:
        """The amount that must be credited."""
        return self.prize + self.returned


class Pot(Struct, frozen=True, kw_only=True, gc=False):
    """A pot, and who divides it."""

    level: int
    """0 is the main pot, then the side pots upwards."""
    amount: Minor
    eligible: tuple[int, ...]
    winners: tuple[int, ...]
    shares: tuple[Minor, ...]
    """In the order of ``winners``."""


class Increment(Struct, frozen=True, kw_only=True, gc=False):
    """A qualifying stake of a jackpot pool: pools take the share from it exactly."""

    pool: str
    seat: int
    stake: Minor
    bet: int | None = None


class Award(Struct, frozen=True, kw_only=True, gc=False):
    """A jackpot prize due to one winner."""

    pool: str
    seat: int
    combination: str
    amount: Minor
    from_pool: Minor
    from_house: Minor = 0
    full: bool = False
    """Whether the pool is restored to its base after it."""
    bet: int | None = None
    rules: tuple[str, ...] = ()
    why: tuple[Step, ...] = ()


class Commission(Struct, frozen=True, kw_only=True, gc=False):
    """The house's share of a payment (cagnotte and the like); a line's prize is net of it."""

    seat: int
    amount: Minor
    rules: tuple[str, ...] = ()
    why: tuple[Step, ...] = ()


class Found(Struct, frozen=True, kw_only=True, gc=False):
    """A fault that the record shows, before it is tied to events."""

    code: str
    rule: str = ""
    seat: int | None = None
    bet: int | None = None
    expected: str = ""
    recorded: str = ""
    amount: Minor | None = None
    """The money at stake: paid less due, or the excess over a limit."""
    facts: Mapping[str, Any] = {}
    """What else tells this fault from another of the same code in the round."""


OTHERS_OPEN: Final = "premios_por_saber"
"""In a settlement's result: what nobody can read of one player leaves open what others get."""


class Settlement(Struct, frozen=True, kw_only=True, gc=False):
    """The result of a round, as the rules give it."""

    game: str
    round: str
    currency: str
    lines: tuple[Line, ...]
    pots: tuple[Pot, ...] = ()
    increments: tuple[Increment, ...] = ()
    awards: tuple[Award, ...] = ()
    commissions: tuple[Commission, ...] = ()
    void: bool = False
    result: Mapping[str, Any] = {}
    """The outcome in the game's own words: ``{"numero": 17, "cor": "preto"}``."""
    found: tuple[Found, ...] = ()
    """Faults met while settling: impossible facts, bets that cannot be."""
    sums: tuple[tuple[int, ...], ...] = ()
    """Bets of which the rules fix the sum and not each part: payments are compared by it."""


def describe(settlement: Settlement) -> dict[str, Any]:
    """Return the settlement as plain JSON values, with its explanations in both languages."""

    def said(one: Line | Award | Commission) -> dict[str, list[str]]:
        return {lang: [step.text(lang, one) for step in one.why] for lang in ("pt", "en")}

    return {
        "game": settlement.game,
        "round": settlement.round,
        "currency": settlement.currency,
        "void": settlement.void,
        "result": dict(settlement.result),
        "lines": [
            {
                "seat": line.seat,
                "bet": line.bet,
                "outcome": line.outcome.value,
                "stake": line.stake,
                "prize": line.prize,
                "returned": line.returned,
                "due": line.due,
                "rules": list(line.rules),
                "why": said(line),
            }
            for line in settlement.lines
        ],
        "pots": [
            {
                "level": pot.level,
                "amount": pot.amount,
                "eligible": list(pot.eligible),
                "winners": list(pot.winners),
                "shares": list(pot.shares),
            }
            for pot in settlement.pots
        ],
        "increments": [
            {"pool": one.pool, "seat": one.seat, "bet": one.bet, "stake": one.stake}
            for one in settlement.increments
        ],
        "awards": [
            {
                "pool": award.pool,
                "seat": award.seat,
                "bet": award.bet,
                "combination": award.combination,
                "amount": award.amount,
                "from_pool": award.from_pool,
                "from_house": award.from_house,
                "full": award.full,
                "rules": list(award.rules),
                "why": said(award),
            }
            for award in settlement.awards
        ],
        "commissions": [
            {
                "seat": one.seat,
                "amount": one.amount,
                "rules": list(one.rules),
                "why": said(one),
            }
            for one in settlement.commissions
        ],
    }
