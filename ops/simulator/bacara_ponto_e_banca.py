"""Nights at a table of bacará ponto e banca (Portaria 1/2017, Bacará ponto e banca)."""

from typing import Any, ClassVar, Final

from typing_extensions import override

from ops.simulator.punto_banco import MINIMUM, PuntoBanco
from ops.simulator.punto_banco_rules import MAXIMUM_TIMES

MAXIMUM: Final = {tipo: MAXIMUM_TIMES[tipo] * least for tipo, least in MINIMUM.items()}


class BacaraPontoEBanca(PuntoBanco):
    """A table of bacará ponto e banca: every chance has its limits (R8)."""

    GAME: ClassVar[str] = "bacara_ponto_e_banca"
    NULL_RULE: ClassVar[str] = "PB R34"

    @override
    def options(self) -> dict[str, Any]:
        return {
            "minimos": dict(MINIMUM),
            "maximos": dict(MAXIMUM),
            "multiplos": dict.fromkeys(MINIMUM, 5),
        }
