"""Everything that can go wrong at a bank of machines, scene by scene, by its name.

Each fault is a scene of its own: somebody sits down, the thing happens, it is planted, and what an
honest house would do afterwards is done.
"""

from collections.abc import Mapping
from typing import Final

from ops.simulator.games.maquinas.faults.cash import CASH
from ops.simulator.games.maquinas.faults.counters import COUNTERS
from ops.simulator.games.maquinas.faults.online import ONLINE
from ops.simulator.games.maquinas.faults.prizes import PRIZES
from ops.simulator.games.maquinas.faults.registry import REGISTRY
from ops.simulator.parties.fault import Wrong

SCENES: Final[Mapping[str, Wrong]] = {**CASH, **COUNTERS, **ONLINE, **PRIZES, **REGISTRY}
