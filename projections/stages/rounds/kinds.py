"""Which kinds of events are of a round, follow its end, or stand at its place between rounds."""

from typing import Final

from ledger.events import FAMILIES
from ledger.events.jackpots import AwardPaid
from ledger.events.outcomes import CardBurned, CutCardDrawn, DeckCut, DeckShuffled
from ledger.events.reviews import Correction
from ledger.events.rounds import Claim, ClaimDecided, Payout
from ledger.events.seats import PlayerSessionWarned
from ledger.events.tables import TableOpened
from projections.gather import FROM_HAND_TO_HAND, FROM_ROUND_TO_ROUND, FROM_SHOE
from projections.gather.bacara.chemin_de_fer_facts import BANK_ACTS
from projections.gather.bingo import kinds as bingo
from projections.gather.kit.player_sessions import SESSIONS

PLAY: Final = frozenset(
    kind.KIND for family in ("rounds", "outcomes", "seats") for kind in FAMILIES[family]
).union(bingo.PLAY)
"""What only a round's owner may send."""
AFTER_CLOSE: Final = frozenset(
    kind.KIND
    for kind in (Payout, AwardPaid, Claim, ClaimDecided, Correction, *SESSIONS, PlayerSessionWarned)
).union(bingo.AFTER_CLOSE)
"""What may come for a round that is closed; reviews besides."""
JUDGED_AGAIN: Final = bingo.JUDGED_AGAIN.union(
    kind.KIND for kind in (Payout, AwardPaid, ClaimDecided, *SESSIONS)
)
REVIEWS: Final = frozenset(kind.KIND for kind in FAMILIES["reviews"])
OF_PLACE: Final = frozenset(
    (*(kind.KIND for kind in FAMILIES["seats"]), *(kind.KIND for kind in FAMILIES["tables"]))
) - {TableOpened.KIND, "chips-sold/1", "chips-redeemed/1", "gratuity/1", "fill/1", "credit/1"}
"""What stays true of a place from round to round; money that moves past it does not."""
BETWEEN_ROUNDS: Final = frozenset(
    kind.KIND for kind in (DeckShuffled, DeckCut, CardBurned, CutCardDrawn)
)
"""What is done with the cards of a shoe from one round to the next, and so belongs to the place."""
OF_THE_BANK: Final = frozenset(kind.KIND for kind in BANK_ACTS)
"""What is done with a bank that passes from player to player, between rounds as well as in them."""
CARRIED: Final = FROM_SHOE | FROM_HAND_TO_HAND | FROM_ROUND_TO_ROUND.keys()
STANDING: Final = OF_PLACE | BETWEEN_ROUNDS | OF_THE_BANK | bingo.STANDING
