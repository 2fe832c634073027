"""Faults of caves: too small, changed in the hand, not restored (NB R14, R47, R48, O5, O8)."""

from collections.abc import Iterator

from projections.replay.games.poker.betting.record import HandRecord, HandRules, Player
from projections.replay.settlement import Found, money_text


def cave_faults(hand: HandRecord, rules: HandRules, player: Player) -> Iterator[Found]:
    """Find a cave below the minimum (O8), a newcomer's that is not the average (R14)."""
    if player.stack is None or player.absent:
        return
    cites = rules.cites
    if player.stack < hand.minimum:
        yield Found(
            code="NB-CAVE",
            rule=cites.stack_minimum,
            seat=player.seat,
            expected=money_text(hand.minimum),
            recorded=money_text(player.stack),
            amount=hand.minimum - player.stack,
        )
    if not player.entered:
        return
    before = [other.stack for other in hand.players if not other.entered]
    known = [stack for stack in before if stack is not None]
    if not known or len(known) != len(before):
        return
    due = max(sum(known) // len(known), hand.entry_minimum or 0)
    if player.stack != due:
        yield Found(
            code="NB-CAVE",
            rule=cites.entry,
            seat=player.seat,
            expected=money_text(due),
            recorded=money_text(player.stack),
            amount=player.stack - due,
        )


def away_faults(hand: HandRecord, rules: HandRules, player: Player) -> Iterator[Found]:
    """Find chips added in the hand (R48 e), a cave not restored (R48 h), too long a rest (R47)."""
    cites = rules.cites
    if player.reposicao and hand.reposicao is not None:
        yield from reposicao_faults(hand, rules, player)
    if player.added:
        yield Found(
            code="NB-CAVE",
            rule=cites.chips_added,
            seat=player.seat,
            expected=money_text(0),
            recorded=money_text(player.added),
            amount=player.added,
            facts={"added": player.added},
        )
    before, stack = player.stack_before, player.stack
    if before is not None and stack is not None and stack < before and not player.absent:
        yield Found(
            code="NB-CAVE",
            rule=cites.returning,
            seat=player.seat,
            expected=money_text(before),
            recorded=money_text(stack),
            amount=stack - before,
            facts={"before": before},
        )
    if player.absent and not hand.online and (player.rested or 0) >= rules.rest_hands:
        yield Found(
            code="NB-REST",
            rule=cites.rest,
            seat=player.seat,
            expected=str(rules.rest_hands),
            recorded=str((player.rested or 0) + 1),
        )


def reposicao_faults(hand: HandRecord, rules: HandRules, player: Player) -> Iterator[Found]:
    """Find a reposição of another value than the operator fixed (O5)."""
    value = hand.reposicao or 0
    if value <= 0 or player.reposicao % value or player.reposicao < 0:
        yield Found(
            code="NB-CAVE",
            rule=rules.cites.cave,
            seat=player.seat,
            expected=money_text(value),
            recorded=money_text(player.reposicao),
            facts={"reposicao": player.reposicao},
        )


def initial_faults(hand: HandRecord, rules: HandRules) -> Iterator[Found]:
    """Find another cave in the partida's first hand than the operator fixed (O5)."""
    due = hand.cave or 0
    for player in hand.players:
        if player.stack is not None and player.stack != due and not player.absent:
            yield Found(
                code="NB-CAVE",
                rule=rules.cites.cave,
                seat=player.seat,
                expected=money_text(due),
                recorded=money_text(player.stack),
                amount=player.stack - due,
                facts={"first": True},
            )
