"""Faults of a void: a misdeal not voided (NB S16), no ground, the player's own fault (S86)."""

from collections.abc import Iterator

from projections.replay.games.poker.hand.showdown import decided
from projections.replay.games.poker.poquer_sintetico.record import SinteticoRecord
from projections.replay.games.poker.poquer_sintetico.rules import SinteticoRules
from projections.replay.games.poker.poquer_sintetico.settling import RANKING
from projections.replay.games.poker.poquer_sintetico.voiding import ground_of
from projections.replay.settlement import Found, Settlement


def void_faults(
    record: SinteticoRecord, rules: SinteticoRules, settlement: Settlement
) -> Iterator[Found]:
    """Find a misdeal not voided (S16), a void without ground, or for the player's fault (S86)."""
    cites, void = rules.cites, record.void
    ground = ground_of(record, rules)
    if void is None:
        if ground is not None:
            yield Found(
                code="NB-MIS",
                rule=ground.rule,
                seat=ground.seat,
                expected=ground.expected,
                recorded=ground.recorded,
                facts={"error": ground.cause},
            )
        return
    if ground is not None:
        return
    facts = {"cause": void.cause, "side": void.side}
    if not record.online:
        yield Found(code="VOID-BAD", rule=cites.void, recorded=void.rule, facts=facts)
    elif void.side == "player":
        yield Found(code="VOID-NET", rule=cites.stands_online, facts=facts)
    elif not settlement.void and decided(record, rules, RANKING):
        yield Found(code="VOID-BAD", rule=cites.void_online, facts=facts)
