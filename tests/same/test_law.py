"""The number of the rules rises with whatever gives the same events another figure."""

import tomllib
from hashlib import sha256
from pathlib import Path

from projections.law.version import law_version

HERE = Path(__file__).parent


def test_other_digests_are_another_number_of_the_rules() -> None:
    """Whoever writes other reference digests raises ``RULES``, or says here why no figure moved.

    A new table, or a table's new shape, moves no figure: then only the hash is written anew.
    """
    told = tomllib.loads((HERE / "law.toml").read_text(encoding="utf-8"))
    digests = sha256((HERE / "digests.toml").read_bytes()).hexdigest()
    assert (told["law"], told["digests"]) == (law_version().mark, digests), digests
