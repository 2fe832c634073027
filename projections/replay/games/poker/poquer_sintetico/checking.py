"""What can be wrong in a hand of póquer sintético, beside its betting; and payments named."""

from collections.abc import Iterator

from msgspec import structs

from projections.replay.games.poker.hand.checks import (
    card_faults,
    due_by_seat,
    name_payment,
    online_faults,
    rake_faults,
)
from projections.replay.games.poker.hand.showdown import decided
from projections.replay.games.poker.hand.table import mao_faults, place_faults, table_faults
from projections.replay.games.poker.poquer_sintetico import ranking
from projections.replay.games.poker.poquer_sintetico.betting import COMMON, SinteticoBetting
from projections.replay.games.poker.poquer_sintetico.record import SinteticoRecord
from projections.replay.games.poker.poquer_sintetico.rules import SinteticoRules
from projections.replay.games.poker.poquer_sintetico.settling import RANKING, settle_by
from projections.replay.games.poker.poquer_sintetico.voiding import NUMBER, ground_of, rule_of
from projections.replay.kit.player_sessions import ground_faults
from projections.replay.record import paid_by_seat
from projections.replay.settlement import Found, Settlement


def verify(
    record: SinteticoRecord, rules: SinteticoRules, settlement: Settlement
) -> tuple[Found, ...]:
    """Return the faults of betting, table, cards, errors, void and cagnotte."""
    found: list[Found] = []
    betting: SinteticoBetting | None = None
    if record.has("decisions"):
        betting = SinteticoBetting(record, rules)
        betting.follow()
        found.extend(betting.found)
    found.extend(seated_faults(record, rules))
    found.extend(place_faults(record, rules))
    if record.has("cards"):
        found.extend(dealt_faults(record, rules))
        found.extend(board_faults(record, rules, betting))
    if record.online:
        found.extend(online_faults(record, rules))
        found.extend(ground_faults(record.sessions, record.mode, rules.cites.ending))
    found.extend(void_faults(record, rules, settlement))
    if record.cagnotte_taken is not None:
        found.extend(rake_faults(record, rules, settlement))
    return tuple(found)


def seated_faults(record: SinteticoRecord, rules: SinteticoRules) -> Iterator[Found]:
    """Find wrong seats, players, limits, caves and the mão out of its way (R8-R15, R47, R48).

    O8 and O9 are not of sintético: a cave may be below the minimum, and a newcomer has the mão.
    """
    table, before = record, record.mao_before
    if before is not None:
        table = structs.replace(record, mao=0, mao_before=None)
    for one in table_faults(table, rules):
        if one.rule != rules.cites.stack_minimum:
            yield one
    if before is not None:
        players = tuple(structs.replace(player, entered=False) for player in record.players)
        yield from mao_faults(structs.replace(record, players=players), rules)


def dealt_faults(record: SinteticoRecord, rules: SinteticoRules) -> Iterator[Found]:
    """Find cards that cannot be (S3); hands of another number of cards are ``void_faults``'."""
    number = rule_of(NUMBER, rules)
    for one in card_faults(record, rules, RANKING, ranking.CARDS):
        if one.rule != number:
            yield one


def board_faults(
    record: SinteticoRecord, rules: SinteticoRules, betting: SinteticoBetting | None
) -> Iterator[Found]:
    """Find common cards missing, or turned after the hand was over; a sixth is ignored (S17)."""
    count = len(record.board)
    reached = max((action.common for action in record.actions), default=0)
    if record.void is not None:
        least, most = reached, max(COMMON, reached)
    elif betting is None:
        least, most = reached, count
    elif betting.in_hand > 1:
        least, most = max(COMMON, reached), count
    else:
        least = most = max(betting.common, reached)
    if count < least or count > max(most, least):
        yield Found(
            code="RES-IMPOSS",
            rule=rules.cites.alone if count > least else rules.cites.turns[1],
            expected=str(least),
            recorded=str(count),
            facts={"board": list(record.board)},
        )


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


# Payments.


def relabel(
    record: SinteticoRecord, rules: SinteticoRules, settlement: Settlement, fault: Found
) -> Found | None:
    """Name a wrong payment: SI-RANK where the pot went by the order of another game (S9, S12).

    Where the order was right but any five of the seven cards counted, S1 is the rule broken.
    """
    named = name_payment(record, rules, settlement, fault)
    if named is None or settlement.void or not settlement.result.get("combinacoes"):
        return named
    paid, due = paid_by_seat(record.payments), due_by_seat(settlement)
    cites = rules.cites
    for values, code, rule in (
        (ranking.values_in_general, "SI-RANK", cites.order),
        (ranking.any_five, "PAY-DIFF", cites.two_and_three),
        (ranking.any_five_in_general, "SI-RANK", f"{cites.order}; {cites.two_and_three}"),
    ):
        misread = due_by_seat(settle_by(record, rules, RANKING._replace(values=values)))
        if misread != due and misread == paid:
            code_ = fault.code if code == "PAY-DIFF" else code
            return structs.replace(fault, code=code_, rule=rule)
    return named
