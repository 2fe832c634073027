"""Faults of the material: players, dice, the pieces of the set and of the wall.

Rules: MJ R3-R5, R46-R48.
"""

from collections.abc import Iterator
from typing import Final

from projections.replay.games.mah_jong.record import COMPRA, MahJongRecord
from projections.replay.games.mah_jong.settling import Acerto
from projections.replay.kit.cards import shown_by
from projections.replay.kit.tiles import WINDS, impossible_tiles, pieces_in
from projections.replay.settlement import Found

FACES: Final = range(1, 7)


def material_faults(done: Acerto) -> Iterator[Found]:
    """Return the faults of players, dice and pieces counted (R3-R5, R46-R48)."""
    record, variant = done.record, done.variant
    cites = variant.cites
    players, (least, most) = record.lugares, variant.players
    if len(set(players)) != len(players) or not least <= len(players) <= most:
        yield Found(
            code="MJ-SET",
            rule=f"MJ {cites.players}",
            expected=str(least) if least == most else f"{least}-{most}",
            recorded=str(len(set(players))),
            facts={"fact": "jogadores"},
        )
    if len(record.dados) > variant.dice:
        yield Found(
            code="MJ-SET",
            rule=f"MJ {cites.dice}",
            expected=str(variant.dice),
            recorded=str(len(record.dados)),
            facts={"fact": "dados"},
        )
    # DECISION: of fewer dice than there are one was not read; a die too many was thrown.
    lacking = 0 < len(record.dados) < variant.dice
    if lacking or any(face not in FACES for face in record.dados):
        yield Found(
            code="RES-IMPOSS",
            recorded=", ".join(map(str, record.dados)),
            facts={"fact": "dados"},
        )
    if record.vento is not None and record.vento not in WINDS:
        yield Found(code="RES-IMPOSS", recorded=record.vento, facts={"fact": "vento"})
    total = pieces_in(variant.stock)
    # Of a wall whose order is not told whole, the pieces that were counted are all there is.
    counts = [record.pedras if record.pedras is not None else len(record.muralha) or None]
    wrong = [count for count in counts if count is not None and count != total]
    if wrong:
        yield Found(
            code="MJ-SET",
            rule=f"MJ {cites.pieces}",
            expected=str(total),
            recorded=str(wrong[0]),
            facts={"fact": "pedras"},
        )


def piece_faults(done: Acerto) -> Iterator[Found]:
    """Return pieces that the set does not have, or not so often, wherever they show."""
    record, stock = done.record, done.variant.stock
    drawn = [one.pedra for one in record.lances if one.tipo == COMPRA]
    wrong = {
        *impossible_tiles(record.muralha, stock),
        *impossible_tiles(drawn, stock),
        *impossible_tiles(_in_sight(done), stock),
        *(tile for tile in _named(record) if tile not in stock),
    }
    for tile in sorted(wrong):
        yield Found(code="RES-IMPOSS", recorded=tile, facts={"fact": "pedra"})


def _named(record: MahJongRecord) -> Iterator[str]:
    """Yield every piece that an act or a hand names."""
    for lance in record.lances:
        if lance.pedra is not None:
            yield lance.pedra
        yield from lance.pedras
    for shown in record.mostradas:
        yield from shown.pedras


def _in_sight(done: Acerto) -> list[str]:
    """Return every piece that is seen at the end, each once."""
    play = done.decided.play
    seen = list(play.discarded)
    for opened in play.opened.values():
        seen += [tile for one in opened for tile in one.pedras]
    declared = {one.seat: one for one in play.declared}
    for seat, tiles in shown_by((one.seat, one.pedras) for one in done.record.mostradas).items():
        if seat not in declared:
            seen += tiles
    taken = 0
    for one in declared.values():
        closed = list(one.closed or ())
        if one.de is not None and one.pedra in closed and taken:
            closed.remove(one.pedra)  # several showed a hand with the one piece
        taken += one.de is not None
        seen += closed
        robbed = one.de is not None and one.discard is None
        of_kong = [set_.pedras for set_ in play.opened.get(one.de or 0, ())]
        if robbed and taken == 1 and (one.pedra,) * 4 in of_kong and one.pedra in seen:
            seen.remove(one.pedra)  # it lies in the k'óng, too
    return seen


def wall_faults(done: Acerto) -> Iterator[Found]:
    """Return the first draw that is not the wall's next piece, where a machine piled it."""
    record = done.record
    if not record.muralha or len(record.muralha) != pieces_in(done.variant.stock):
        return
    draws = [(at, one) for at, one in enumerate(record.lances) if one.tipo == COMPRA]
    front, back = 0, len(record.muralha) - 1
    if done.decided.play.drawn > len(draws):
        front = done.decided.play.drawn - len(draws)
    for at, draw in draws:
        if front > back:
            return
        expected = record.muralha[back if draw.substituicao else front]
        if draw.substituicao:
            back -= 1
        else:
            front += 1
        if draw.pedra is not None and draw.pedra != expected:
            yield Found(
                code="RES-IMPOSS",
                seat=draw.seat,
                expected=expected,
                recorded=draw.pedra,
                facts={"fact": "muralha", "lance": at + 1},
            )
            return
