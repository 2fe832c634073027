"""Faults of the opening: packs, limits, and the jackpot's terms as approved (R2, R8 to R9, R52)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from ops.simulator.games.house_cards.blackjack.faults.rigs import Fault, rigged
from ops.simulator.games.house_cards.blackjack.jogada import PlayedBlackjack
from ops.simulator.games.house_cards.blackjack.rules import CHIP
from ops.simulator.games.house_cards.blackjack.table import Jogada, Rig
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.party import Telling

HIGH: Final = 31
"""A maximum of so many times the minimum, which is one too many."""


def _opened(
    wrong: Callable[[PlayedBlackjack], Mapping[str, Any]],
    code: str,
    found: Callable[[PlayedBlackjack], Mapping[str, Any]],
) -> Fault:
    """Return the fault of wrong options: their finding, and the fields of it."""

    def note(table: PlayedBlackjack, jogada: Jogada) -> Telling:
        table.note(jogada, code, **found(table))
        yield from ()

    return Wrong(reopens=wrong, does={"prepared": note}, instead=rigged(Rig(chip=True)))


def _fact(name: str) -> Callable[[PlayedBlackjack], Mapping[str, Any]]:
    return lambda _: {"facts": {"fact": name}}


def _pool_fact(name: str, **sums: int) -> Callable[[PlayedBlackjack], Mapping[str, Any]]:
    """Return a finding about one term of the pool."""
    return lambda table: {"facts": {"pool": table.pool.terms.pool, "fact": name}, **sums}


def _pool(table: PlayedBlackjack) -> Mapping[str, Any]:
    return {"facts": {"pool": table.pool.terms.pool}}


def _base(table: PlayedBlackjack) -> Mapping[str, Any]:
    base = table.pool.terms.base
    return {**_pool(table), "due": 2 * base, "paid": base}


def _maximum(table: PlayedBlackjack) -> Mapping[str, Any]:
    paid = HIGH * table.minimum
    return {"facts": {"fact": "maximo"}, "due": paid - table.minimum, "paid": paid}


def _unshown(table: PlayedBlackjack) -> Mapping[str, Any]:
    """Open without showing the cards (R9)."""
    table.shows = False
    return {"mostradas": False}


def _shares(table: PlayedBlackjack) -> Mapping[str, Any]:
    """Open with another share of the jackpot than was approved."""
    terms = table.pool.terms.combinations
    shares = {one.name: one.ppm for one in terms if one.ppm is not None}
    return {"acumulado_combinacoes": {**shares, "par_de_damas": 20_000}}


def _sums(table: PlayedBlackjack) -> Mapping[str, Any]:
    """Open with another fixed prize of the jackpot than was approved."""
    terms = table.pool.terms.combinations
    sums = {one.name: one.fixed for one in terms if one.fixed is not None}
    return {"acumulado_fixos": {**sums, "tres_ases": 50_000}}


TABLE: Final[Mapping[str, Fault]] = {
    "wrong-decks": _opened(lambda _: {"baralhos": 5}, "BJ-DECK", _fact("baralhos")),
    "maximum-too-high": _opened(
        lambda table: {"maximos": {"principal": HIGH * table.minimum, "jackpot": CHIP}},
        "BJ-R8",
        _maximum,
    ),
    "eight-places": _opened(lambda _: {"cadeiras": 8}, "BJ-SEATS", lambda _: {}),
    "cards-not-shown": _opened(_unshown, "BJ-SHOE", _fact("exibir")),
}
POOL: Final[Mapping[str, Fault]] = {
    "jackpot-not-communicated": _opened(
        lambda _: {"acumulado_comunicado": False}, "BJ-JP-COMM", _pool
    ),
    "jackpot-bet-not-approved": _opened(
        lambda _: {"acumulado_aposta": 2 * CHIP},
        "BJ-JP-VAL",
        _pool_fact("bet", due=2 * CHIP, paid=CHIP),
    ),
    "jackpot-rate-not-approved": _opened(
        lambda table: {"acumulado_ppm": table.pool.terms.ppm + 1}, "BJ-JP-VAL", _pool_fact("ppm")
    ),
    "jackpot-base-not-approved": _opened(
        lambda table: {"acumulado_base": 2 * table.pool.terms.base}, "BJ-JP-BASE", _base
    ),
    "jackpot-shares-not-approved": _opened(_shares, "BJ-JP-COMB", _pool_fact("combinations")),
    "jackpot-sums-not-approved": _opened(_sums, "BJ-JP-COMB", _pool_fact("fixed")),
}
