"""The house as a partner behind a player's bank: its share is the table's result, and is taxed.

Póquer de 3 cartas, R17, R19, R20, R29: the banker at place 3 has 10.00, the house stands behind him
with 50.00. Place 1, with three figures, beats the banker; place 6 loses to him. Who wins 30.00 of
the bank takes the banker's 10.00 and 20.00 of the house; the other way round the banker's 10.00
are full first and the house wins 20.00. Commission is 5 % of a prize: 1.50 on 30.00, 0.50 on 10.00.
"""

from typing import Any

import pytest

from ledger.events.base import Payload
from ledger.events.outcomes import CardDealt, DiceRolled, DiceShaken, HandShown
from ledger.events.rounds import (
    BankShared,
    BankTaken,
    BetPlaced,
    Collection,
    Commission,
    Payout,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from ledger.events.tables import CagnotteBoxCounted, DropCounted, TableClosed
from projections.stages.accounts.queries import AccountQueries
from tests.fixtures.casino import DAY, Casino
from tests.projections.stages.accounts.test_accounts import (
    PLACE,
    TABLE,
    WHO,
    Table,
    end_day,
    table_opened,
)

pytestmark = pytest.mark.usefixtures("reckoned_twice")

HANDS = {
    1: ("Kh", "Qs", "Jd"),  # three figures: the best there is
    2: ("Kd", "Ts", "9d"),
    3: ("Qh", "Js", "8d"),  # the banker: eight with two figures
    4: ("Ks", "Qd", "8c"),
    5: ("2h", "3s", "4d"),
    6: ("Jh", "7h", "Ah"),  # eight with one figure: less
    7: ("Tc", "9c", "8h"),
    8: ("5c", "5d", "Td"),
}


def jogada(seat: int, ends: tuple[Payload, ...], house: int = 5_000) -> list[Payload]:
    """Return a jogada in which one place bets 30.00 against the bank."""
    shares = [BankShared(amount=house, role="house")] if house else []
    return [
        RoundOpened(banker=3),
        BankTaken(seat=3, capital=1_000, via="turn"),
        *shares,
        BetPlaced(bet=1, seat=seat, chance="lugar", amount=3_000),
        DiceShaken(times=1),
        DiceRolled(dice=(1, 2, 3, 1), by=3, first=1),
        *(CardDealt(to="seat", seat=one, card=card) for one in HANDS for card in HANDS[one]),
        *(HandShown(seat=one, cards=HANDS[one]) for one in HANDS if one != 3),
        HandShown(of="bank", cards=HANDS[3]),
        *ends,
        RoundClosed(),
    ]


WON = (  # by the player
    Payout(seat=1, bets=(1,), amount=2_850, stake_returned=3_000),
    Commission(seat=1, amount=150, mode="prize"),
)
LOST = (  # by the player
    Collection(amount=3_000, bets=(1,), to=3),
    Payout(seat=0, amount=950, stake_returned=1_000),
    Commission(seat=3, amount=50, mode="prize"),
)
VOID = (
    RoundVoided(cause="numero_errado", rule="P3 R21"),
    Payout(seat=6, bets=(1,), amount=0, stake_returned=3_000),
)


def day(casino: Casino, said: list[Payload], moved: int, fees: int) -> None:
    """Play a day of one jogada, whose tray and slot are counted as the rules have it."""
    table = Table(casino)
    records = ("bets", "cards", "payouts", "results")
    table.signed(table_opened(game="poquer_3_cartas", options={}, records=records))
    for payload in said:
        casino.say(TABLE, payload, round_id=f"{PLACE}/{DAY}/1")
    table.signed(TableClosed(count=500_000 + moved, counted_by=WHO))
    table.say(DropCounted(cash=0))
    table.say(CagnotteBoxCounted(amount=fees))
    end_day(casino)
    casino.project()


@pytest.mark.parametrize(
    ("seat", "ends", "share", "fees"), [(1, WON, -2_000, 150), (6, LOST, 2_000, 50)]
)
def test_the_houses_share_is_the_tables_result(
    casino: Casino, seat: int, ends: tuple[Payload, ...], share: int, fees: int
) -> None:
    """20.00 lost or won, by count and by rounds: no quebra, nothing found, and it is receita."""
    day(casino, jogada(seat, ends), share, fees)
    (row,) = casino.rows("SELECT * FROM {s}.table_day WHERE known_until IS NULL")
    assert (row["by_rounds"], row["resultado"], row["quebra"]) == (share, share, 0)
    assert codes(casino) == []
    with casino.reading() as connection:
        (paper,) = AccountQueries(connection).papers()
    (span,) = paper.spans
    assert span.bases == {"mesas": share, "cagnotte": fees}


def codes(casino: Casino) -> list[Any]:
    rows = casino.rows("SELECT code, recorded FROM {s}.finding WHERE known_until IS NULL")
    return [(row["code"], row["recorded"]) for row in rows]


def test_a_house_that_wins_what_its_tray_has_not_is_found(casino: Casino) -> None:
    """The house's 20.00 never came to the tray: TB-WIN, of the table's own count."""
    day(casino, jogada(6, LOST), 0, 50)
    assert codes(casino) == [("TB-WIN", "0.00")]


def test_without_the_house_the_bank_pays_no_more_than_it_has(casino: Casino) -> None:
    """R17: 10.00 of the 30.00 play, 0.50 is the commission; the table has no result."""
    ends = (
        Payout(seat=1, bets=(1,), amount=950, stake_returned=3_000),
        Commission(seat=1, amount=50, mode="prize"),
    )
    day(casino, jogada(1, ends, house=0), 0, 50)
    assert codes(casino) == []
    rows = casino.rows("SELECT category, amount FROM {s}.revenue")
    assert rows == [{"category": "cagnotte", "amount": 50}]


def test_a_withdrawn_jogada_gives_the_houses_share_back(casino: Casino) -> None:
    """A wrong number dealt (R21): stakes and capital go back, the house's too."""
    said = jogada(6, VOID)
    short = said.index(CardDealt(to="seat", seat=5, card="4d"))
    shown = HandShown(seat=5, cards=HANDS[5])
    day(casino, [one for at, one in enumerate(said) if at != short and one != shown], 0, 0)
    assert codes(casino) == []
    assert casino.rows("SELECT * FROM {s}.revenue") == []
