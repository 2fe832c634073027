"""Every fault of blackjack/21, in the order in which a plan draws from them."""

from collections.abc import Mapping
from typing import Final

from ops.simulator.games.house_cards.blackjack.faults import (
    bets,
    jackpot,
    openings,
    payments,
    plays,
    shoe,
)
from ops.simulator.games.house_cards.blackjack.faults.rigs import Fault

FAULTS: Final[Mapping[str, Fault]] = {
    **jackpot.WINNER,
    **payments.PAYMENTS,
    **plays.PLAYS,
    **payments.ELSEWHERE,
    **openings.TABLE,
    **bets.BETS,
    **shoe.SHOES,
    **plays.CLAIMS,
    **openings.POOL,
    **jackpot.CHIPS,
    **jackpot.JACKPOTS,
}
