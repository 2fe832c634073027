"""Until when a claim is heard: BJ R38, CF R102 k, BI R47, and every other game's no term at all."""

from typing import Any

from ledger.events.outcomes import DiceRolled
from ledger.events.rounds import RoundClosed
from projections.base.event import ClosedRound, Event
from projections.reads.disputes.window import admissibility, window_of
from projections.replay.games.bacara.bacara_chemin_de_fer.record import CheminDeFerRecord
from projections.replay.games.bingo.record import BingoRecord
from projections.replay.games.house_cards.blackjack.record import BlackjackRecord
from projections.replay.kit.bets import Moment
from projections.replay.kit.shoe import Shoe
from projections.replay.record import Record
from projections.replay.registry import decode_record, game_of
from tests.fixtures.casino import DAY, minute
from tests.helpers.each import each
from tests.projections.replay.every_game.hostile_records import HONEST

SHUFFLER = Shoe(decks=6, shuffler=True)


def event(seq: int, payload: Any = None, source: str = "mesa") -> Event:
    """Return an event of the round's owner, so many minutes in."""
    said = payload or DiceRolled(dice=(1, 2))
    return Event(100 + seq, source, seq, said.KIND, minute(seq), DAY, "M", f"M/{DAY}/1", said)


def closed(record: Record) -> ClosedRound:
    """Return a round of thirty events that ended with its close at number 30."""
    events = [*(event(seq) for seq in range(1, 30)), event(30, RoundClosed())]
    return ClosedRound(
        round=f"M/{DAY}/1",
        place="M",
        day=DAY,
        number=1,
        game=None,
        table=None,
        events=events,
        record=record,
        opened=101,
        closed=130,
    )


def heard(record: Record, opened: str | None = minute(50), *claims: Event) -> tuple[str, str]:
    """Return how a claim came, and by which rule."""
    told = admissibility(closed(record), claims, opened)
    return told.came, told.rule


def test_at_a_shuffler_a_claim_is_heard_until_its_cards_are_in_it() -> None:
    """BJ R38: the cards went in at 22:20; at 22:19 a claim is in time, at 22:21 it is late."""
    record = BlackjackRecord(sabot=SHUFFLER, no_baralhador=Moment(at=minute(20), seq=20))
    assert heard(record, minute(19)) == ("in time", "BJ R38")
    assert heard(record, minute(21)) == ("late", "BJ R38")
    assert admissibility(closed(record), (), minute(21)).until == minute(20)


def test_a_claim_at_the_table_counts_from_then() -> None:
    """A case of the next hour is about a claim that the table itself recorded before the cards."""
    record = BlackjackRecord(sabot=SHUFFLER, no_baralhador=Moment(at=minute(20), seq=20))
    assert heard(record, minute(55), event(18)) == ("in time", "BJ R38")
    assert heard(record, minute(55), event(22)) == ("late", "BJ R38")


def test_the_chain_goes_before_the_clock() -> None:
    """At one and the same time the owner's own number says what came first."""
    end = Moment(at=minute(20), seq=20)
    record = BlackjackRecord(sabot=SHUFFLER, no_baralhador=end)
    at_once = Event(119, "mesa", 19, "claim/1", minute(20), DAY, "M", None, None)
    assert heard(record, minute(55), at_once) == ("in time", "BJ R38")


def test_what_the_record_does_not_tell_makes_nobody_late() -> None:
    """Nobody recorded when the cards went in, or when the claim was made: it cannot be told."""
    unknown = BlackjackRecord(sabot=SHUFFLER)
    known = BlackjackRecord(sabot=SHUFFLER, no_baralhador=Moment(at=minute(20), seq=20))
    assert heard(unknown) == ("unknown", "BJ R38")
    assert heard(known, None) == ("unknown", "BJ R38")


@each("sabot", [None, Shoe(decks=6)])
def test_without_a_shuffler_no_rule_of_blackjack_sets_a_term(sabot: Shoe | None) -> None:
    """R38 speaks of the shuffler and of nothing else; an unknown shoe closes nothing."""
    record = BlackjackRecord(sabot=sabot, no_baralhador=Moment(at=minute(20), seq=20))
    assert heard(record) == ("free", "")


def test_the_bankers_errors_are_claimed_until_the_coup_is_concluded() -> None:
    """CF R102 k: bets settled and cards discarded at 22:25."""
    record = CheminDeFerRecord(banqueiro=1, cagnotte_bp=0, concluido=Moment(at=minute(25), seq=25))
    assert heard(record, minute(24)) == ("in time", "CF R102 k")
    assert heard(record, minute(26)) == ("late", "CF R102 k")


def test_a_line_that_nobody_called_is_claimed_until_the_jogada_ends() -> None:
    """BI R47: the jogada was closed at 22:30."""
    assert heard(BingoRecord(variante=90), minute(29)) == ("in time", "BI R47")
    assert heard(BingoRecord(variante=90), minute(31)) == ("late", "BI R47")


WINDOWED = {"blackjack", "bacara_chemin_de_fer", "bingo"}


OTHERS = [record for line in HONEST if game_of(record := decode_record(line)).name not in WINDOWED]


@each("record", OTHERS, ids=lambda record: type(record).__name__)
def test_every_other_game_has_no_term(record: Record) -> None:
    """No rule of its chapter ends the time for a claim: none is ever called late."""
    assert window_of(closed(record)) is None
    assert heard(record) == ("free", "")
