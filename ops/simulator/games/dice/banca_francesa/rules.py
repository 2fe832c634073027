"""The prizes of chips on a spot of banca francesa, by the rules' own words (BF R6 to R10)."""

from dataclasses import dataclass
from typing import Final

from typing_extensions import override

from ops.simulator.parties.guests import Laid

WINS: Final = {3: "ases", 5: "pequeno", 6: "pequeno", 7: "pequeno"} | dict.fromkeys(
    (14, 15, 16), "grande"
)
"""R6: the sums that make a spot win; no other decides."""


PAYS: Final = {"ases": 61, "pequeno": 1, "grande": 1}
"""R26: so many times the stake."""


LINED: Final = ("pequeno", "grande")
"""R7: the spots that have a line."""


STEP: Final = 1_000
"""R8: chips on a line count in full multiples of it."""


@dataclass(eq=False)
class OnSpot(Laid):
    """Chips on a spot, or on its line, where half of them plays."""

    line: bool = False
    excess: int = 0
    """Of chips on the line, what exceeds the last full multiple."""

    @property
    @override
    def stake(self) -> int:
        half = self.line and self.chance in LINED
        return (self.amount - self.excess) // 2 if half else self.amount
