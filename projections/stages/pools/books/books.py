"""The books of the jackpots: pools, journal, awards, records, findings and agenda, put together.

Whoever needs one of them takes that one. Everything a page changes is kept in them until the stage
writes it (``rows``).
"""

from projections.base.event import Event
from projections.base.produced import Produced, Revenue
from projections.stages.pools.books.agenda.agenda import Agenda
from projections.stages.pools.books.as_known import Noted
from projections.stages.pools.books.findings import Findings
from projections.stages.pools.books.journal import Journal
from projections.stages.pools.books.lookups import Lookup
from projections.stages.pools.books.now import Now
from projections.stages.pools.books.pool import AllPools
from projections.stages.pools.books.records import Awards, Records


class Books:
    """The jackpots' books between two writings."""

    def __init__(self, look: Lookup) -> None:
        """Begin with no pool; closed awards, rounds and acts are found through the look-up."""
        self.now = Now()
        self.pools = AllPools()
        self.noted = Noted()
        self.agenda = Agenda()
        self.journal = Journal(look, self.now, self.pools, self.agenda, self.noted)
        self.awards = Awards(look, self.noted)
        self.records = Records(look, self.now, self.noted)
        self.findings = Findings()
        self.revenue: list[Revenue] = []
        """What the event at hand adds to the receita."""

    def begin(self, event: Event, produced: Produced) -> None:
        """Go on to an event."""
        self.now.begin(event, produced)
