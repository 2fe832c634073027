"""Columns of 64 bits hold positions and counts of events; amounts have columns of any size."""

import re
from importlib.resources import files
from typing import Final

from projections import stages

TABLE: Final = re.compile(r"CREATE TABLE \{s\}\.(\w+) \((.*?)\n\);", re.DOTALL)
COLUMN: Final = re.compile(r"^    (\w+) bigint", re.MULTILINE)
POSITIONS: Final = re.findall(
    r"\w+",
    """
    answered closed closing correction decided effective ended first heard heartbeat interdicted
    issued known known_from known_until last late next of opened play position positions read
    session signalled silent since slips table_opened taken through tick until window_since
    withdrawn""",
)
"""Names of events in the ledger, one after another: no ledger has 2^63 of them."""
COUNTS: Final = (
    "act",
    "count",
    "credit",
    "events",
    "number",
    "plays",
    "seq",
    "size",
    "window_plays",
)
"""Of events, or numbers that one event says."""
BOUNDED: Final = {
    "dispute.paid": "a position",
    "due.stake": "of a round whose amounts add to 2^53 at most (replay.left_open.amounts)",
    "due.due": "the same",
    "due.paid": "the same",
    "due.aside": "the same",
    "history.amount": "of one event",
    "stated_figures.as_of": "a position",
    "machine_day.denomination": "of one event",
    "meter_reading.denomination": "of one event",
    "ticket.amount": "of one event",
}
"""Amounts that are no sums, or whose sums are bounded before they come to a row."""
RATES: Final = re.compile(r"(\w+_)?ppm")
"""Told by one event, or bounded where they are reckoned (machines.measures.returns)."""


def narrow() -> set[str]:
    """Return each column of 64 bits of all stages, by its table."""
    texts = [
        path.read_text("utf-8")
        for folder in files(stages).iterdir()
        if folder.is_dir()
        for path in folder.iterdir()
        if path.name.endswith(".sql")
    ]
    return {
        f"{table}.{column}"
        for text in texts
        for table, body in TABLE.findall(text)
        for column in COLUMN.findall(body)
    }


def test_no_sum_of_amounts_stands_in_64_bits() -> None:
    """A thousand amounts of 2^53 pass a bigint, and COPY would halt the house: sums are numeric."""
    columns = narrow()
    assert len(columns) > len(POSITIONS)
    assert BOUNDED.keys() <= columns
    assert {
        one
        for one in columns - BOUNDED.keys()
        if not RATES.fullmatch(name := one.partition(".")[2]) and name not in (*POSITIONS, *COUNTS)
    } == set()
