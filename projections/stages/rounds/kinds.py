"""Kinds of events: of an open round, of a closed round, of a place between rounds."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Final

from ledger.events import FAMILIES
from ledger.events.bingo import ActaCompleted, BingoSessionClosed
from ledger.events.jackpots import AwardPaid
from ledger.events.registry import ClockTicked
from ledger.events.reviews import Correction, DisputeDecided, GamingDayClosed, SettlementPaid
from ledger.events.rounds import Claim, ClaimDecided, Payout, RoundOpened
from ledger.events.seats import PlayerSessionWarned
from ledger.events.tables import TableOpened
from projections.gather import GATHERINGS
from projections.gather.gathering import GameKinds, Lasting, kinds_of
from projections.gather.kit.player_sessions import SESSIONS

_OF_GAMES: Final = [gathering.kinds for gathering in GATHERINGS.values()]


def _of_any_game(kinds: Callable[[GameKinds], frozenset[str]]) -> frozenset[str]:
    """Return the kinds that any game adds: a source may tell them of any round, or any place."""
    return frozenset[str]().union(*map(kinds, _OF_GAMES))


PLAY: Final = frozenset(
    kind.KIND for family in ("rounds", "outcomes", "seats") for kind in FAMILIES[family]
) | _of_any_game(attrgetter("play"))
"""Told of an open round by its owner alone."""
JUDGED_AGAIN: Final = kinds_of(Payout, AwardPaid, ClaimDecided, *SESSIONS) | _of_any_game(
    attrgetter("judged_again")
)
"""Told of a closed round, which is then judged again."""
AFTER_CLOSE: Final = (
    JUDGED_AGAIN
    | kinds_of(Claim, Correction, PlayerSessionWarned)
    | _of_any_game(attrgetter("after_close"))
)
"""Kinds that may be told of a closed round, reviews besides."""
ENDS_WAITING: Final = kinds_of(ClockTicked, GamingDayClosed, SettlementPaid, DisputeDecided)
"""What rounds that wait with late facts are judged before, as far as may be."""
ENDS_WAITING_THERE: Final = kinds_of(RoundOpened, ActaCompleted, BingoSessionClosed)
"""What those of its place are judged before."""
REVIEWS: Final = frozenset(kind.KIND for kind in FAMILIES["reviews"])
AT_PLACE: Final = (
    frozenset(
        (*(kind.KIND for kind in FAMILIES["seats"]), *(kind.KIND for kind in FAMILIES["tables"]))
    )
    - {TableOpened.KIND, "chips-sold/1", "chips-redeemed/1", "gratuity/1", "fill/1", "credit/1"}
) | _of_any_game(attrgetter("place"))
"""True of a place from round to round; money that moves past it is not."""
LASTING: Final[Mapping[str, Lasting]] = {
    kind: after for kinds in _OF_GAMES for kind, after in kinds.lasting.items()
}
"""Kinds that hold at a place beyond its table's next opening, and how each adds to them or ends."""
