"""Portugal: Portaria 217/2007 and the IGJ's texts; a casino's own summary (informative only)."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import structs

from projections.replay.games.house_cards.poquer_sem_descarte import (
    CITES_000,
    CITES_003,
    SemDescarteRules,
)
from projections.replay.games.poker.betting.record import CITES_001
from projections.replay.games.poker.poquer_holdem import HoldemRules
from projections.replay.games.poker.poquer_omaha import OmahaRules
from projections.replay.games.poker.poquer_sintetico import SinteticoRules, cites_of_missing_source

POQUER_HOLDEM_2007: Final = HoldemRules(
    places=10,  # n.6
    minimum_players=4,  # n.24
    minimum_players_online=None,  # no online variant
    cagnotte_ppm_max=50_000,  # n.7 a
    minimum_ppm=(200_000, 400_000),  # n.20
    hands_without_bet=5,  # n.89
    rest_hands=2,  # n.13
    suspension_seconds=900,  # n.24
    session_fee_ppm=(50_000, 200_000),  # n.7 b
    session_entry_seconds=1_800,  # n.7 b
    method="camadas",  # n.38, n.49, n.50
    cites=CITES_001,
)
POQUER_OMAHA_2007: Final = OmahaRules(
    places=10,  # n.6
    minimum_players=4,  # n.24
    minimum_players_online=None,  # no online variant
    cagnotte_ppm_max=50_000,  # n.7 a
    minimum_ppm=(200_000, 400_000),  # n.20
    hands_without_bet=5,  # n.89
    rest_hands=2,  # n.13
    suspension_seconds=900,  # n.24
    session_fee_ppm=(50_000, 200_000),  # n.7 b
    session_entry_seconds=1_800,  # n.7 b
    method="camadas",  # n.38, n.49, n.50
    cites=structs.replace(
        CITES_001, own_cards="001 n.77", ranking=("001 n.17", "001 n.18", "001 n.73")
    ),
)
POQUER_SINTETICO_2007: Final = SinteticoRules(  # its subsection is missing: Cape Verde's text
    places=11,  # n.6
    minimum_players=4,  # n.24
    minimum_players_online=None,  # no online variant
    cagnotte_ppm_max=50_000,  # n.7 a
    minimum_ppm=(200_000, 400_000),  # n.20
    rest_hands=2,  # n.13
    suspension_seconds=900,  # n.24
    session_fee_ppm=(50_000, 200_000),  # n.7 b
    session_entry_seconds=1_800,  # n.7 b
    method="camadas",  # n.38, n.49, n.50
    cites=cites_of_missing_source(),
)
POQUER_SEM_DESCARTE_2007: Final = SemDescarteRules(
    three_of_suit=True,  # n.6 j
    seats_maximum=7,  # n.5
    band=25,  # n.14
    band_of_authorisation=True,  # n.14
    pool_base_multiple=10_000,  # n.10
    communication=False,  # n.3, n.8: the IGJ fixes its terms
    online=False,  # no online variant
    cites=CITES_000,
)
POQUER_SEM_DESCARTE_CASINO: Final = SemDescarteRules(
    three_of_suit=False,  # absent: equal hands neither win nor lose
    seats_maximum=7,
    places=7,  # "em cada mesa de jogo há sete casas"
    band=25,  # silent: as the text it sums up
    band_of_authorisation=True,
    pool_base_multiple=10_000,
    communication=False,
    online=False,
    cites=CITES_003,
)

GAMES_2007: Final[Mapping[str, Any]] = {
    "poquer_holdem": POQUER_HOLDEM_2007,
    "poquer_omaha": POQUER_OMAHA_2007,
    "poquer_sem_descarte": POQUER_SEM_DESCARTE_2007,
    "poquer_sintetico": POQUER_SINTETICO_2007,
}
GAMES_CASINO: Final[Mapping[str, Any]] = {
    "poquer_sem_descarte": POQUER_SEM_DESCARTE_CASINO,
}
