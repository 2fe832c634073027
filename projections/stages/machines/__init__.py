"""Gaming machines: the twelve contadores by machine, denomination and day, beside the device's own.

Rules: maquinas.md, contadores.md (MÁQ R6-R40). A jogada itself is
:mod:`projections.replay.games.maquinas`.
"""

from projections.stages.machines.stage import Machines

__all__ = ["Machines"]
