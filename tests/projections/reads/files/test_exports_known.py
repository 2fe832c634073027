"""Files of jackpots, bingo and machines as they were known at a position of the log (F71)."""

from typing import Any

import pytest

from projections.reads.files.exports import EXPORTS, opened
from tests.fixtures.casino import DAY, Casino
from tests.projections.stages.actas.bingo_hall import Hall
from tests.projections.stages.pools.books.test_as_known import Evening


def rows_of(
    casino: Casino, name: str, known: int | None = None, **filters: str | int
) -> list[dict[str, Any]]:
    """Return an export's rows by column."""
    export = EXPORTS[name]
    columns = [one.name for one in export.columns]
    with casino.reading() as connection, opened(connection, export, filters, known) as read:
        return [dict(zip(columns, row, strict=True)) for row in read.rows]


def test_statements_of_jackpots_as_they_were_known(casino: Casino) -> None:
    """The prize takes 501.00, 500.00 is put back; 0.77 comes and goes, cover falls to 400.00."""
    evening = Evening(casino)
    names = ("increments", "wins", "resets", "corrections", "closing", "display", "cover")
    found = [
        [tuple(row[name] for name in names) for row in rows_of(casino, "pool-statements", known)]
        for known in (1, evening.before, evening.at_prize, evening.closed, evening.adjusted)
    ]
    moved = (100, -50_100, 50_000, 0, 50_000, 50_000)
    assert found == [
        [],
        [(50, 0, 0, 0, 50_050, None, None)],
        [(100, -50_100, 50_000, 0, 50_000, None, None)],
        [(*moved, 60_000)],
        [(*moved, 60_000), (0, 0, 0, 77, 50_077, None, None)],
    ]
    assert [
        row["closing"]
        for row in rows_of(casino, "pool-statements", evening.adjusted, day="2026-11-21")
    ] == [50_077]
    assert rows_of(casino, "pool-statements", evening.adjusted, pool="q") == []
    last = {"known": evening.last, "to": DAY}
    assert len(rows_of(casino, "pool-statements", **last)) == 1


def test_prizes_of_jackpots_as_they_were_known(casino: Casino) -> None:
    """501.00 is won, then paid; before the prize there was none."""
    evening = Evening(casino)
    assert rows_of(casino, "jackpot-awards", evening.before) == []
    (then,) = rows_of(casino, "jackpot-awards", evening.at_prize)
    (now,) = rows_of(casino, "jackpot-awards")
    assert (then["standing"], then["paid"], then["owed"]) == ("won", 0, 50_100)
    assert (now["standing"], now["paid"], now["owed"]) == ("paid", 50_100, 0)
    assert rows_of(casino, "jackpot-awards", evening.at_prize, **{"from": "2026-11-21"}) == []


@pytest.mark.parametrize("name", ["pool-statements", "jackpot-awards"])
def test_what_is_known_at_the_last_position_is_what_is_known_now(casino: Casino, name: str) -> None:
    """Two roads to the same figures: what the stage keeps, and the journal up to a position."""
    evening = Evening(casino)
    now = rows_of(casino, name)
    assert now
    assert rows_of(casino, name, evening.last) == now


def test_a_jogada_s_row_says_its_session_and_where_it_began_and_ended(casino: Casino) -> None:
    """Its events stand between the positions of its opening and its closing."""
    hall = Hall(casino)
    before = casino.last
    hall.begin()
    hall.sell()
    hall.draw()
    hall.pay()
    casino.project()
    (row,) = rows_of(casino, "actas")
    assert (row["session"], row["opened"], row["closed"]) == ("S-1", before + 1, None)
    hall.end()
    ended = casino.last
    hall.record()
    casino.project()
    (row,) = rows_of(casino, "actas")
    assert (row["opened"], row["closed"]) == (before + 1, ended)
    (row,) = rows_of(casino, "actas", ended - 1)
    assert row["closed"] is None


def test_sessions_of_bingo_as_they_were_known(casino: Casino) -> None:
    """Two jogadas, the second after the position: the session is open then, with one."""
    hall = Hall(casino)
    nothing = 1
    hall.jogada()
    then = casino.last
    hall.jogada(last=True)
    hall.close()
    casino.project()
    assert rows_of(casino, "bingo-sessions", nothing) == []
    (was,) = rows_of(casino, "bingo-sessions", then)
    (now,) = rows_of(casino, "bingo-sessions")
    assert (was["jogadas"], was["ended"], was["closed"]) == (1, None, None)
    assert (now["jogadas"], now["closed"]) == (2, casino.last)
    assert now["ended"] is not None


def test_every_file_is_had_as_known_or_says_where_the_figure_of_then_is() -> None:
    """``known`` is taken, or there is a sentence that names a file or command that takes it."""
    for export in EXPORTS.values():
        assert export.takes_known != bool(export.instead), export.name
        said = [name for name, one in EXPORTS.items() if one.takes_known and name in export.instead]
        assert export.takes_known or said, export.name
