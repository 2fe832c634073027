"""Faults of the staff at the table (RA R2, R34; RF R3, R24, R34)."""

from projections.replay.games.wheels.roulette.checks.ball import launched_at
from projections.replay.games.wheels.roulette.record import Law, RouletteRecord
from projections.replay.kit.bets import hours_over
from projections.replay.settlement import Found


def check_staff(record: RouletteRecord, law: Law, found: list[Found]) -> None:
    """RA R2, R34; RF R3, R24, R34: who must be there; who launches stays an hour at most."""
    lacking = [
        ", ".join(posts)
        for posts, count in law.posts
        if len({shift.person for shift in record.pessoal if shift.role in posts}) < count
    ]
    if lacking:
        found.append(
            Found(
                code="STAFF-MIN",
                rule=law.cites.staff,
                expected=", ".join(lacking),
                recorded=", ".join(sorted({shift.role for shift in record.pessoal})),
            )
        )
    by = record.bola_lancada[-1].by if record.bola_lancada else None
    before = record.anterior.lancada if record.anterior is not None else None
    now = launched_at(record)
    could = [
        shift
        for shift in record.pessoal
        if (shift.person == by if by is not None else shift.role == law.launcher)
    ]
    if by is None and len({shift.person for shift in could}) > 1:
        return  # which of them launched is not recorded
    for shift in could[:1]:
        missed = hours_over(shift.since, now)
        if missed > hours_over(shift.since, before):
            found.append(
                Found(
                    code="STAFF-1H",
                    rule=law.cites.relief,
                    expected=f"<= {shift.since} + {missed} h",
                    recorded=now or "",
                    facts={"person": shift.person, "hours": missed},
                )
            )
