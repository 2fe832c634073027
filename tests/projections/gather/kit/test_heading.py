"""What every game's record takes from events: bets as they stood, who sits where, payments."""

from ledger.events.base import Chips, Payload
from ledger.events.jackpots import AwardPaid
from ledger.events.rounds import BetChanged, BetPlaced, BetWithdrawn, RoundOpened, RoundVoided
from ledger.events.seats import PlayerLeft, PlayerSeated
from projections.gather.kit.heading import final_bets, heading
from projections.replay.record import Payment
from tests.helpers.casino import Log
from tests.helpers.each import each

# --- bets as they stood --------------------------------------------------------------------------

BET = BetPlaced(
    bet=1,
    seat=2,
    player="ana",
    chance="pleno",
    selection="7",
    amount=600,
    chips=Chips(count=6, value=100),
    line=False,
)


def bets_after(*said: Payload) -> list[BetPlaced]:
    """Return the bets as they stood after these events."""
    log = Log("mah_jong")
    log.play(RoundOpened(), *said)
    return [bet for _, bet in final_bets(log.closed().events)]


def test_a_change_alters_what_it_names_and_nothing_else() -> None:
    """Each field by itself; who bet, and where, no change can alter."""
    assert bets_after(BET) == [BET]
    chips = Chips(count=12, value=100)
    more = BetChanged(bet=1, chance="cavalo", selection="7-8", amount=1_200, chips=chips, line=True)
    (all_new,) = bets_after(BET, more)
    assert (all_new.seat, all_new.player) == (2, "ana")
    assert (all_new.chance, all_new.selection, all_new.amount) == ("cavalo", "7-8", 1_200)
    assert (all_new.chips, all_new.line) == (chips, True)
    (one,) = bets_after(BET, BetChanged(bet=1, amount=700))
    assert (one.chance, one.selection, one.amount) == ("pleno", "7", 700)
    assert (one.chips, one.line) == (BET.chips, False)
    (other,) = bets_after(BET, BetChanged(bet=1, selection="8"))
    assert (other.chance, other.selection, other.amount) == ("pleno", "8", 600)


def test_what_was_withdrawn_stands_no_more_and_what_never_lay_cannot_change() -> None:
    """A number nobody placed is changed and taken back without effect."""
    second = BetPlaced(bet=3, seat=1, chance="par", amount=100)
    assert bets_after(BET, second, BetWithdrawn(bet=1)) == [second]
    assert bets_after(BET, BetWithdrawn(bet=9), BetChanged(bet=9, amount=5)) == [BET]
    assert bets_after(BET, BetWithdrawn(bet=1), BetChanged(bet=1, amount=5)) == []


def test_a_prize_without_a_seat_is_paid_at_none() -> None:
    """A jackpot's payment names its pool; who voided the round and why is kept."""
    log = Log("mah_jong")
    log.play(
        RoundOpened(mode="shared"),
        AwardPaid(pool="JP", amount=500, means="chips"),
        RoundVoided(cause="avaria", rule="R1", side="operator"),
    )
    fields = heading(log.closed())
    assert fields["payments"] == (Payment(seat=0, amount=500, award="JP"),)
    assert fields["mode"] == "shared"
    assert (fields["void"].cause, fields["void"].rule, fields["void"].side) == (
        "avaria",
        "R1",
        "operator",
    )


# --- who sits where ------------------------------------------------------------------------------


def sits(player: str | None, seat: int = 1) -> PlayerSeated:
    """Return that somebody sat down."""
    return PlayerSeated(seat=seat, player=player)


def goes(player: str | None = None) -> PlayerLeft:
    """Return that somebody left place 1."""
    return PlayerLeft(seat=1, player=player)


THREE = (sits("ana"), sits("rui"), sits("eva"))


@each(
    ("told", "whose"),
    [
        (THREE, None),
        ((*THREE, goes("eva")), None),  # ana and rui are left
        ((*THREE, goes("eva"), goes("ana")), "rui"),
        ((*THREE, goes("eva"), goes("rui")), "ana"),
        ((*THREE, goes("ana"), goes("rui")), "eva"),
        ((*THREE, goes("rui"), goes("eva")), "ana"),
        ((*THREE, goes()), None),  # all of them, as far as anybody can tell
        ((*THREE, goes(), sits("ivo")), "ivo"),
        ((sits("ana"), sits("rui"), sits(None), sits("ivo")), "ivo"),
        ((sits("ana"), sits("ana", 2), sits("rui")), "rui"),  # she had sat down elsewhere
        ((sits("ana"), sits("eva", 2), sits("rui")), None),
        ((sits("ana"), goes("rui")), "ana"),  # who never sat there
        ((sits("ana"), sits("ana")), "ana"),
    ],
)
def test_a_bet_without_a_name_is_of_who_sits_there_alone(
    told: tuple[Payload, ...], whose: str | None
) -> None:
    """Of several at one place, whoever goes, those who are left stay known."""
    log = Log("boule")
    log.place_event(*told)
    log.play(BetPlaced(bet=1, seat=1, chance="vermelho", amount=100))
    assert [bet.player for bet in log.gather().bets] == [whose]
