"""Whether a jogada had to be annulled, and whether its annulment takes effect.

An annulment that the law forbids takes no effect where the outcome stands; where there is none,
nothing but the price can be given, and it goes back all the same.

Rules: BI R55, R57, R98, R99; rules/bingo.md 0 and 7, rules/online.md.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from projections.replay.games.bingo.draw import Extracao, affects
from projections.replay.games.bingo.facts import Bola, Retoma, Suspensao
from projections.replay.games.bingo.record import BingoRecord
from projections.replay.games.bingo.rules import BingoRules
from projections.replay.games.bingo.sale import Jogo
from projections.replay.kit.bets import Placed, instant
from projections.replay.record import PHYSICAL
from projections.replay.settlement import Found

ANNOUNCED: Final = frozenset({"anuncio", "erro_de_anuncio"})
"""Errors noted that are ones of announcing numbers (R57)."""


class Anulacao(Struct, frozen=True, kw_only=True, gc=False):
    """The fate of sales, prizes and increments when a jogada is annulled."""

    takes_effect: bool = False
    waits: bool = False
    """Online: the player's side failed, so the jogada is not null, and its outcome is not there."""
    found: tuple[Found, ...] = ()


def annulment(record: BingoRecord, rules: BingoRules, jogo: Jogo, drawn: Extracao) -> Anulacao:
    """Return whether a jogada is void, and what is wrong with that."""
    main = drawn.ganhos.get(jogo.formas.principal)
    stands = main is not None and not main.incerto
    if record.mode != PHYSICAL:
        return _online(record, stands=stands)
    if record.void is None:
        return Anulacao(found=tuple(_missed(record, rules, jogo, drawn)))
    found = _ground(record, rules, jogo, drawn, stands=stands)
    return Anulacao(
        takes_effect=found is None or not stands, found=() if found is None else (found,)
    )


def _online(record: BingoRecord, *, stands: bool) -> Anulacao:
    """R98, R99: void only if the operator's system failed and the winner cannot be determined."""
    void = record.void
    if void is None:
        return Anulacao()
    if void.side == "player":
        fault = Found(code="VOID-NET", rule="BI R99", recorded=void.cause)
        return Anulacao(waits=not stands, found=(fault,))
    if stands:
        fault = Found(code="VOID-BAD", rule="BI R98", expected="jogada válida", recorded=void.cause)
        return Anulacao(found=(fault,))
    return Anulacao(takes_effect=True)


def _ground(
    record: BingoRecord, rules: BingoRules, jogo: Jogo, drawn: Extracao, *, stands: bool
) -> Found | None:
    """Return the fault of an annulment in the room; None if the annulment had a ground."""
    assert record.void is not None
    cause = record.void.cause
    noted = any(error.error in ANNOUNCED for error in record.errors)
    if noted or (drawn.misannounced and (not stands or affects(jogo, drawn))):
        return None
    stopped, _ = suspensions(record)[-1] if suspensions(record) else (None, None)
    if stopped is not None and drawn.bolas:
        return Found(code="BI-SUSP", rule="BI R55", expected="extracção manual", recorded=cause)
    if stopped is not None and not _went_on(record, stopped):
        seconds = elapsed(stopped, record.anulada)
        if seconds is None or seconds >= rules.suspension_seconds:
            return None
        expected = f"{rules.suspension_seconds} s"
        return Found(code="VOID-BAD", rule="BI R55", expected=expected, recorded=f"{seconds:.0f} s")
    if not record.has("announcements") and not stands:
        return None  # what was said aloud nobody recorded
    return Found(code="VOID-BAD", rule="BI R55, R57", expected="jogada válida", recorded=cause)


def _missed(record: BingoRecord, rules: BingoRules, jogo: Jogo, drawn: Extracao) -> Iterator[Found]:
    """Find grounds that were there although nobody annulled."""
    if affects(jogo, drawn):
        yield Found(
            code="BI-ANNUL",
            rule="BI R57",
            expected="anulação e devolução",
            recorded="jogada terminada",
            amount=jogo.total,
        )
    for stopped, drawn_before in suspensions(record):
        if drawn_before:
            return
        seconds = elapsed(stopped, _went_on(record, stopped) or record.fechada)
        if seconds is not None and seconds > rules.suspension_seconds:
            yield Found(
                code="BI-SUSP",
                rule="BI R55",
                expected="devolução passados 15 minutos",
                recorded=f"{seconds:.0f} s",
                amount=jogo.total,
            )
            return


def suspensions(record: BingoRecord) -> list[tuple[Suspensao, bool]]:
    """Return the stops for a failure, and whether each came after the first ball."""
    drawn = False
    found: list[tuple[Suspensao, bool]] = []
    for act in record.actos:
        if isinstance(act, Bola):
            drawn = True
        elif isinstance(act, Suspensao):
            found.append((act, drawn))
    return found


def _went_on(record: BingoRecord, stopped: Suspensao) -> Placed | None:
    """Return when play went on; None where it did not."""
    at = next(index for index, act in enumerate(record.actos) if act is stopped)
    return next((act for act in record.actos[at:] if isinstance(act, Retoma | Bola)), None)


def elapsed(first: Placed | None, second: Placed | None) -> float | None:
    """Return the seconds between two facts; None where one has no time."""
    if first is None or second is None:
        return None
    one, other = instant(first.at), instant(second.at)
    return None if one is None or other is None else (other - one).total_seconds()
