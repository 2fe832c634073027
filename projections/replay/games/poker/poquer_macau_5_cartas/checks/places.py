"""Faults of places: too few or too many players, one at two places, one who moved (M5 A3)."""

from collections import Counter
from collections.abc import Iterator

from projections.replay.games.poker.poquer_macau_5_cartas.record import MacauRecord
from projections.replay.games.poker.poquer_macau_5_cartas.rules import MacauRules
from projections.replay.settlement import Found


def place_faults(record: MacauRecord, rules: MacauRules) -> Iterator[Found]:
    """Find too few or too many players, a player at two places, a player who moved (A3)."""
    least, most = rules.lugares
    seats = [jogador.seat for jogador in record.jogadores]
    if not least <= len(seats) <= most:
        yield Found(
            code="M5-SEAT", rule="M5 A3", expected=f"{least}..{most}", recorded=str(len(seats))
        )
    for seat, count in Counter(seats).items():
        if count > 1 or not 1 <= seat <= most:
            yield Found(
                code="M5-SEAT", rule="M5 A3", seat=seat, expected=f"1..{most}", recorded=str(seat)
            )
    players: dict[str, list[int]] = {}
    for jogador in record.jogadores:
        if jogador.player:
            players.setdefault(jogador.player, []).append(jogador.seat)
    for held in players.values():
        if len(held) > 1:
            yield Found(
                code="M5-SEAT",
                rule="M5 A3",
                seat=held[-1],
                expected="1",
                recorded=str(len(held)),
                facts={"places": held},
            )
    for move in record.mudancas:
        yield Found(
            code="M5-SEAT",
            rule="M5 A3",
            seat=move.para,
            expected=str(move.de),
            recorded=str(move.para),
            facts={"moved": True},
        )
