"""Faults of online play: prizes that wait for a hand, demonstrations (MÁQ R33, R39)."""

from collections.abc import Iterator

from projections.replay.games.maquinas.record import MaquinasRecord
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found, money_text

DEMO = "demo"


def online_faults(record: MaquinasRecord) -> Iterator[Found]:
    """Find prizes of online play that wait for a hand (R33), or of demonstration (R39)."""
    by_hand = record.pam + record.pap_h
    if record.mode == DEMO:
        if record.pa + record.pap_m + by_hand:
            yield Found(
                code="ONL-DEMO",
                rule="MÁQ R39",
                expected="free play",
                recorded=money_text(record.pa + record.pap_m + by_hand),
            )
    elif record.mode != PHYSICAL and by_hand:
        yield Found(
            code="MQ-ONL-PAY",
            rule="MÁQ R33",
            expected="credits or the player's account, at once",
            recorded=f"{money_text(by_hand)} by hand",
            amount=-by_hand,
        )
