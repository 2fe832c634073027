"""A table's jackpot bet that never was, beside a transfer: by the devices' times, and once.

A bet of 1.00 adds 0.70 to p and 0.10 to q, both with a base of 10,000.00; another 10,000.00 come
into p from r. A transfer moves when 300 seconds are over. jackpots.md: "only if no award or
transfer came between; else the operator bears it".
"""

import pytest
from msgspec.structs import replace

from ledger.events.base import Payload
from ledger.events.jackpots import AwardPaid, JackpotWon, PoolTransferred
from ledger.events.rounds import BetPlaced
from ledger.events.tables import TableOpened
from projections.base.event import Event
from tests.projections.stages.pools.hall import Hall
from tests.projections.stages.pools.intake.test_rounds import FLUSH, PSD, TABLE, Mesa


def _is_jackpot_bet(event: Event) -> bool:
    return isinstance(event.payload, BetPlaced) and event.payload.chance == "acumulado"


class Floor(Hall):
    """A hall with a jackpot table, another table's pool r, and a clock that ticks."""

    def __init__(self) -> None:
        super().__init__()
        self.tick(1)
        self.mesa = Mesa(self)
        terms = {"scope": "tables", "game": PSD, "bet": 100, "base": 1_000_000, "ppm": 700_000}
        self.open("r", "T-9", **terms, combinations=TABLE)

    def lay(self) -> Event:
        """Play a round with a jackpot bet; return the bet."""
        self.mesa.play()
        return [event for event in self.log if _is_jackpot_bet(event)][-1]

    def order(self, at: int | None = None, into: str = "p") -> None:
        """Let all of r go to p, approved at once, at a second or now."""
        at = len(self.log) + 1 if at is None else at
        moved = PoolTransferred(
            transfer="o-1",
            side="both",
            pool="r",
            to=into,
            base=1_000_000,
            accumulated=0,
            reason="estrategia",
        )
        order = self.say(moved, source="financas", seconds=at)
        self.say(self.approval(order), source="direccao", seconds=at)

    def never_was(self, bet: Event, now: Payload | None = None) -> None:
        """Withdraw a bet, or let it be what it was."""
        self.correct(bet, now)


@pytest.fixture
def floor() -> Floor:
    return Floor()


@pytest.mark.parametrize("moved", ["before", "between", "after"])
def test_a_table_s_bet_that_was_withdrawn_by_mistake_counts_once(floor: Floor, moved: str) -> None:
    """0.70 laid, 10,000.00 come in, the bet withdrawn and not after all: p has 0.70 once.

    Whether the transfer moves before it is withdrawn, between the two or after both: the bet is in
    p, and receita is lower by 0.80 of both levels.
    """
    bet = floor.lay()
    floor.order()
    if moved == "before":
        floor.tick(900)
    floor.never_was(bet)
    if moved == "between":
        floor.tick(900)
    floor.never_was(bet, bet.payload)
    floor.tick(1_000)
    assert (floor.pool("p").shown, floor.pool("q").shown) == (2_000_070, 1_000_010)
    assert (floor.pool("p").staked, floor.pool("q").staked) == (100, 100)
    assert floor.total("increment") == -80
    assert floor.pool("p").holds("C3") + floor.pool("q").holds("C3") == -100


@pytest.mark.parametrize("first", ["order", "withdrawn"])
def test_a_bet_from_before_a_transfer_stays(floor: Floor, first: str) -> None:
    """Withdrawn after 10,000.00 came in: p keeps its 0.70, q gives its 0.10 back."""
    bet = floor.lay()
    floor.order()
    if first == "order":
        floor.tick(900)
    floor.never_was(bet)
    floor.tick(1_000)
    assert (floor.pool("p").shown, floor.pool("q").shown) == (2_000_070, 1_000_000)
    assert floor.total("increment") == -70


@pytest.mark.parametrize("first", ["order", "withdrawn"])
def test_a_bet_from_after_a_transfer_comes_back(floor: Floor, first: str) -> None:
    """10,000.00 came in before the round closed: no transfer between, 0.70 and 0.10 go back."""
    floor.order()
    bet = floor.lay()
    if first == "order":
        floor.tick(900)
    floor.never_was(bet)
    floor.tick(1_000)
    assert (floor.pool("p").shown, floor.pool("q").shown) == (2_000_000, 1_000_000)
    assert floor.total("increment") == 0


@pytest.mark.parametrize("first", ["order", "prize"])
def test_a_transfer_does_not_hide_a_table_s_prize_of_after_it(floor: Floor, first: str) -> None:
    """10,000.00 in at 40; then 0.70 laid, and a flush of 5.00 paid out; the bet withdrawn.

    The flush came between, whenever the transfer moves: 20,000.00 + twice 0.70 - 5.00.
    """
    floor.order()
    if first == "order":
        floor.tick(900)
    bet = floor.lay()
    floor.mesa.play(cards=FLUSH)
    if first == "prize":
        floor.tick(900)
    floor.never_was(bet)
    floor.tick(1_000)
    assert floor.pool("p").shown == 2_000_000 + 140 - 500


# --- rounds that nobody may judge ----------------------------------------------------------------


@pytest.mark.parametrize("paid", ["chips", None])
def test_a_round_of_a_game_that_its_profile_has_not_is_no_pool_s(
    floor: Floor, paid: str | None
) -> None:
    """0.70 and 0.10 laid and a flush of 5.00 won, paid or not; then the table was another's.

    Nothing of the round is in the books; when the opening is corrected back, all of it is again.
    """
    was = floor.held("p"), floor.held("q")
    prize = (AwardPaid(pool="p", seat=1, bet=2, amount=500, means=paid),) if paid else ()
    floor.mesa.play(*prize, JackpotWon(pool="p", seat=1, amount=501), cards=FLUSH)
    booked = floor.held("p"), floor.held("q")
    codes, earned = floor.codes(), (floor.total("increment"), floor.total("jackpot"))
    assert earned == (-80, 500 if paid else 0)
    assert "JP-WINBASIS" in codes
    opened = next(event for event in floor.log if isinstance(event.payload, TableOpened))
    floor.correct(opened, replace(opened.payload, profile="mo-1985@1"))
    assert (floor.held("p"), floor.held("q")) == was
    assert (floor.total("increment"), floor.total("jackpot")) == (0, 0)
    assert "JP-WINBASIS" not in floor.codes()
    assert floor.pool("p").generation == 0
    floor.correct(opened, opened.payload)
    assert (floor.held("p"), floor.held("q")) == booked
    assert (floor.total("increment"), floor.total("jackpot")) == earned
    assert floor.codes() == codes


def test_a_prize_that_never_was_is_the_pool_s_again_and_no_receita(floor: Floor) -> None:
    """A flush of 5.00 paid in chips, its bet withdrawn: the table bears the 5.00, and no pool."""
    paid = AwardPaid(pool="p", seat=1, bet=2, amount=500, means="chips")
    floor.mesa.play(paid, cards=FLUSH)
    assert floor.total("jackpot") == 500
    bet = next(event for event in floor.log if _is_jackpot_bet(event))
    floor.never_was(bet)
    assert (floor.pool("p").shown, floor.held("p")["P2"]) == (1_000_000, -500)
    assert (floor.total("jackpot"), floor.total("increment")) == (0, 0)
    floor.never_was(bet, bet.payload)
    assert (floor.total("jackpot"), floor.total("increment")) == (500, -80)
