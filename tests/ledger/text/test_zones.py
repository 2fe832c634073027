"""Times by the clocks of a zone, at a calendar's ends, too: a device's clock may say any."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_pages_and_papers_ask_zones_by_one_function() -> None:
    """``in_zone`` knows the calendar's ends; ``astimezone`` of another zone than UTC raises."""
    wrong = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for top in ("api", "projections/reads", "ops/commands")
        for path in sorted((ROOT / top).rglob("*.py"))
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"\.astimezone\((?!UTC\))", line)
    ]
    assert wrong == []
