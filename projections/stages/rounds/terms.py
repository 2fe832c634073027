"""Terms in force for a table since its opening, and the options that a round is judged by.

Under a matrix of authority a table writes no law (``projections.authority.options``). Openings of
before there was one are judged as they were: what the table said goes before parameters of its game
and of everywhere, and a parameter of the place itself, set since, before the opening.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from ledger.events.tables import TableOpened
from projections.authority.options import Opened, options_in_force
from projections.authority.tables import PROFILE, early_fault, profile_fault, records_fault
from projections.base.event import Event, Table, TableFault, Terms
from projections.base.parameter_book import ParameterBook
from projections.base.produced import Produced
from projections.base.rows import Schema, Writes
from projections.replay.registry import PROFILES
from projections.stages.rounds.rows import Round

EVERYWHERE = "*"


class TermsOfTables:
    """The terms of each opening; of a page until they are written."""

    def __init__(self) -> None:
        """Begin with no opening."""
        self._page: dict[int, Terms] = {}

    def open(self, event: Event, payload: TableOpened, produced: Produced) -> Terms | None:
        """Return the terms of a table that opens here; None where no matrix is in force."""
        if not produced.matrix:
            return None
        scopes = scopes_of(event.place, payload.game, produced.casino)
        admitted = produced.book.value(PROFILE, scopes, event.at, event.position)
        profile = admitted if isinstance(admitted, str) else produced.profile_of(produced.casino)
        terms = self._page[event.position] = Terms(casino=produced.casino, profile=profile)
        return terms

    def answer(self, opening: Event, position: int, schema: Schema | None) -> Terms | None:
        """Note that somebody in charge answers for an opening; return its terms now."""
        terms = self.find(opening.position, schema)
        if terms is None or terms.answered is not None:
            return terms
        terms = msgspec.structs.replace(terms, answered=position)
        self._page[opening.position] = terms
        return terms

    def find(self, opened: int, schema: Schema | None) -> Terms | None:
        """Return the terms of an opening, of this page or as written."""
        known = self._page.get(opened)
        if known is not None or schema is None:
            return known
        row = schema.cursor.execute(
            schema.query("SELECT casino, profile, answered FROM {s}.terms WHERE opened = %s"),
            (opened,),
        ).fetchone()
        return None if row is None else Terms(casino=row[0], profile=row[1], answered=row[2])

    def flush(self, writes: Writes) -> None:
        """Add this page's terms to its writes."""
        writes.replace(
            "terms",
            "opened",
            ("opened", "casino", "profile", "answered"),
            [(opened, one.casino, one.profile, one.answered) for opened, one in self._page.items()],
        )
        self._page.clear()


def scopes_of(place: str | None, game: str | None, casino: str) -> tuple[str, ...]:
    """Return the scopes of parameters for a game at a place, the most special first."""
    return tuple(dict.fromkeys(one for one in (place, game, casino, EVERYWHERE) if one))


def lawful(table: Table, game: str | None) -> Table:
    """Return a table with the profile in force there, where that has the game."""
    terms, opened = table.terms, table.opened
    if terms is None or terms.profile is None or terms.profile == opened.payload.profile:
        return table
    if game not in PROFILES.get(terms.profile, {}):
        return table
    payload = msgspec.structs.replace(opened.payload, profile=terms.profile)
    return msgspec.structs.replace(table, opened=msgspec.structs.replace(opened, payload=payload))


def options_of(
    one: Round, table: Table | None, book: ParameterBook
) -> tuple[Mapping[str, Any], tuple[TableFault, ...]]:
    """Return the options by which a round is judged, and the faults of its table's opening."""
    early = None if table is None else _played_early(one, table)
    if table is None or table.terms is None:
        return _as_told(one, table, book), () if early is None else (early,)
    terms, event = table.terms, table.opened
    payload: TableOpened = event.payload
    answered = terms.answered is not None and terms.answered < one.opened
    opened = Opened(
        at=event.at,
        position=event.position,
        options=payload.options,
        profile=terms.profile or payload.profile,
        scopes=scopes_of(one.place, one.game, terms.casino),
        answered=answered and payload.act is not None,
    )
    options, faults = options_in_force(opened, book, one.events[0].at, one.opened)
    others = [early, records_fault(one.game or "", payload.records, opened, book)]
    if terms.profile is not None and terms.profile != payload.profile:
        others.append(profile_fault(terms.profile, payload.profile, event.position))
    return options, (*faults, *(fault for fault in others if fault is not None))


def _played_early(one: Round, table: Table) -> TableFault | None:
    """Return the fault of a round played before the profile of its table held (Art. 4)."""
    payload: TableOpened = table.opened.payload
    profile = payload.profile if table.terms is None else table.terms.profile or payload.profile
    return early_fault(profile, one.day, table.opened.position)


def _as_told(one: Round, table: Table | None, book: ParameterBook) -> Mapping[str, Any]:
    """Return the options as the opening tells them, known before the round's first event."""
    at, opened = one.events[0].at, one.opened
    general = book.all_in_force([*([one.game] if one.game else []), EVERYWHERE], at, opened)
    own = book.all_in_force([one.place], at, opened)
    options: Mapping[str, Any] = table.opened.payload.options if table is not None else {}
    return {**general, **options, **own}
