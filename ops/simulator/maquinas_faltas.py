"""What can go wrong at a bank of machines, and what must then be found."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ops.simulator.maquinas import Maquinas
    from ops.simulator.party import Telling

Fault = Callable[["Maquinas", str], "Telling"]
FAULTY: Final[dict[str, Fault]] = {}
