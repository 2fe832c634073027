"""Everything that can go wrong at a bank of machines, scene by scene, by its name.

Each fault is a scene of its own: somebody sits down, the thing happens, it is planted, and what an
honest house would do afterwards is done.
"""

from ops.simulator.games.maquinas.faults import cash as maquinas_faltas_caixa
from ops.simulator.games.maquinas.faults import counters as maquinas_faltas_contadores
from ops.simulator.games.maquinas.faults import online as maquinas_faltas_online
from ops.simulator.games.maquinas.faults import prizes as maquinas_faltas_premios
from ops.simulator.games.maquinas.faults import registry as maquinas_faltas_registo
from ops.simulator.games.maquinas.faults.scenes import FAULTY

SCENES = (
    maquinas_faltas_registo,
    maquinas_faltas_premios,
    maquinas_faltas_caixa,
    maquinas_faltas_contadores,
    maquinas_faltas_online,
)
"""The modules whose scenes fill the list."""

__all__ = ["FAULTY", "SCENES"]
