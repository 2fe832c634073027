"""Faults of the passing of the mão from hand to hand (NB R15, O9)."""

from collections.abc import Iterator

from projections.replay.games.poker.betting.record import HandRecord, HandRules
from projections.replay.settlement import Found


def mao_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find that the mão did not pass to the next who plays (R15), or went to a newcomer (O9).

    Where somebody sat down beside another, either may be who plays: the place may have the mão,
    and may be passed over; that two sit there is a fault of its own (R8).
    """
    before = hand.mao_before or 0
    players = [player for player in hand.players if not player.absent]
    settled = {player.seat for player in players if not player.entered}
    playing = settled or {player.seat for player in players}
    seats = {player.seat for player in hand.players}
    there = [seat for seat in seats if 1 <= seat <= rules.places]
    ring = sorted(there, key=lambda seat: (seat - before - 1) % rules.places)
    due = next((seat for seat in ring if seat in playing), before)
    passed = ring[: ring.index(due) + 1] if due in ring else []
    newcomer = hand.mao not in playing and any(
        player.seat == hand.mao and not player.sharing for player in players
    )
    if hand.mao not in seats or hand.mao not in passed or newcomer:
        yield Found(
            code="NB-BTN",
            rule=rules.cites.newcomer if newcomer else rules.cites.mao,
            seat=hand.mao,
            expected=str(due),
            recorded=str(hand.mao),
        )


def seatless_mao_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find that the mão lies where nobody sits, though nobody tells where it lay before (R15)."""
    yield Found(code="NB-BTN", rule=rules.cites.mao, seat=hand.mao, recorded=str(hand.mao))
