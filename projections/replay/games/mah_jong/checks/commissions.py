"""Faults of the commission: other than by the approved table (MJ R31, R69)."""

from typing import Final

from projections.replay.games.mah_jong.settling import Acerto
from projections.replay.settlement import Found, money_text

PREMIO: Final = "prize"


def commission_faults(done: Acerto) -> list[Found]:
    """Return the fault of a commission that is not the table's (R31, R69)."""
    if done.money is None and (done.decided.judged or done.decided.open):
        return []
    due = done.money.comissao if done.money is not None else 0
    taken = sum(one.valor for one in done.record.comissoes)
    recorded = done.record.comissoes or done.record.has("commissions")
    modes = [one.mode for one in done.record.comissoes if one.mode not in (None, PREMIO)]
    if not recorded or (taken == due and not modes):
        return []
    won = done.decided.winner
    return [
        Found(
            code="MJ-COM",
            rule=f"MJ {done.variant.cites.commission}",
            seat=None if won is None else won.declared.seat,
            expected=money_text(due),
            recorded=money_text(taken),
            amount=taken - due,
            facts={"modes": modes} if modes else {},
        )
    ]
