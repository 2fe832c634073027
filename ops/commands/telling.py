"""How commands write amounts and times for people: money with its currency, hours with their zone.

Files and JSON hold whole minor units and instants instead: programs read them.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, tzinfo
from typing import Any, Final

from psycopg import Connection, errors

from ledger.text.amounts import MINUS, UNKNOWN, Style, amount_text, with_amounts
from ledger.text.times import day_text, moment_text, with_moments
from projections.base.times import zone_named
from projections.reads.basis.document_origin import origin_at
from projections.reads.basis.game_names import games_in
from projections.reads.basis.value_words import value_in
from projections.reads.queries import connect

_SPACE: Final = "\u00a0"


def money_text(units: int | None, currency: str, style: Style = "en") -> str:
    """Write an amount with its currency, with the spaces and the minus of a keyboard.

    >>> money_text(123450, "EUR"), money_text(-5, "MOP"), money_text(None, "EUR")
    ('1 234.50 EUR', '-0.05 MOP', '—')
    >>> money_text(123450, "CVE"), money_text(123450, "XTS", "pt")
    ('1.234$50 CVE', '1 234,50 XTS')
    """
    text = amount_text(units, currency or UNKNOWN, style)
    return text.replace(_SPACE, " ").replace(MINUS, "-")


def style_of(language: str) -> Style:
    """Return how amounts are written in a language.

    >>> style_of("en"), style_of("pt")
    ('en', 'pt')
    """
    return "en" if language == "en" else "pt"


def game_word(game: str | None, language: str = "en") -> str:
    """Return a game's name in a language; of an unknown game what it was called.

    >>> game_word("roleta_americana"), game_word("roleta_americana", "pt"), game_word(None)
    ('American roulette', 'Roleta americana', '')
    """
    return games_in(language).get(game, game) if game else ""


def figures_of(currency: str, *amounts: int | None, style: Style = "en") -> list[str]:
    """Write amounts beside a column that names their currency.

    >>> figures_of("CVE", 123450, None), figures_of("EUR", -123450)
    (['1.234$50', '—'], ['-1 234.50'])
    """
    end = f" {currency or UNKNOWN}"
    return [money_text(one, currency, style).removesuffix(end) for one in amounts]


def totals_of(amounts: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Add the amounts of each currency.

    >>> totals_of([("MOP", 5), ("EUR", 2), ("MOP", -5)])
    {'MOP': 0, 'EUR': 2}
    """
    totals: dict[str, int] = {}
    for currency, amount in amounts:
        totals[currency] = totals.get(currency, 0) + amount
    return totals


def sums_text(amounts: Mapping[str, int], style: Style = "en") -> str:
    """Write amounts of several currencies, which nobody adds.

    >>> sums_text({"EUR": 500, "MOP": 250}), sums_text({})
    ('5.00 EUR + 2.50 MOP', '—')
    """
    return " + ".join(money_text(units, one, style) for one, units in amounts.items()) or UNKNOWN


def zone_in(connection: Connection[Any]) -> tzinfo:
    """Return the zone of the ledger's casinos; UTC where they declare none, or several."""
    name = origin_at(connection).zone
    return (None if name is None else zone_named(name)) or UTC


def zone_of_house(conninfo: str) -> tzinfo:
    """Return the zone of a database's casinos; UTC also where nothing is projected yet."""
    with connect(conninfo) as connection:
        try:
            return zone_in(connection)
        except (errors.InvalidSchemaName, errors.UndefinedTable, errors.UndefinedColumn):
            return UTC


def day_word(day: str | date | None, nothing: str = UNKNOWN) -> str:
    """Write a gaming day as people read it.

    >>> day_word("2026-11-20"), day_word(date(2028, 2, 29)), day_word(None, "")
    ('20-11-2026', '29-02-2028', '')
    """
    if day is None:
        return nothing
    return day_text(date.fromisoformat(day) if isinstance(day, str) else day)


def time_text(at: str | datetime | None, zone: tzinfo, nothing: str = UNKNOWN) -> str:
    """Write an event's time by a zone's clocks, which it names.

    >>> time_text("2026-11-20T17:17:25.000000Z", UTC), time_text(None, UTC, "never")
    ('20-11-2026 17:17:25 (UTC+00:00)', 'never')
    """
    if at is None:
        return nothing
    return moment_text(datetime.fromisoformat(at) if isinstance(at, str) else at, zone)


def value_text(text: str, currency: str, zone: tzinfo, style: Style = "en") -> str:
    """Write the expected or recorded value of a finding: amounts with their currency, local times.

    Without a currency its amounts stay as they are: nothing says what they count.

    >>> value_text("50.00", "MOP", UTC), value_text("2026-11-20T15:50:38.401141Z", "MOP", UTC)
    ('50.00 MOP', '20-11-2026 15:50:38.401 (UTC+00:00)')
    """
    said = with_moments(value_in(text, style), lambda at: moment_text(at, zone, precise=style))
    if not currency:
        return said
    return with_amounts(said, lambda units: money_text(units, currency, style))
