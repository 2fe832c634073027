"""Runs the examples of the README and of docstrings as tests, and keeps compiled code."""

import os
import sys
from pathlib import Path

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

HERE = Path(__file__).parent
COMPILED = HERE / ".pytest_cache" / "compiled"

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser()],
    patterns=["README.md"],
    # What a device installs by itself: the walk of a stranger runs each block of it.
    excludes=["ops/outside/devices/README.md"],
).pytest()

if sys.dont_write_bytecode:
    # Without compiled files each worker takes 15 seconds to compile the tests and all that they
    # import, and each program they start some seconds more: they stand in pytest's own folder.
    sys.pycache_prefix = str(COMPILED)
    sys.dont_write_bytecode = False
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_xdist_auto_num_workers() -> int:
    """Have a worker more than cores: of a test's time a part is waiting, mostly for databases.

    What `just test` runs waits for nothing, and each worker takes seconds to collect it.
    """
    cores = os.cpu_count() or 1
    return cores if os.environ.get("RAZAO_HYPOTHESIS") == "quick" else cores + 1


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Pass by the modules whose docstrings hold no example: six in seven."""
    if collection_path.suffix != ".py" or HERE / "tests" in collection_path.parents:
        return None
    return ">>> " not in collection_path.read_text(encoding="utf-8") or None
