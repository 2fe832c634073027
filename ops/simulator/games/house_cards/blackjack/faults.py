"""What can be done wrongly at a table of blackjack, where it is a matter of one place's cards.

Each fault says what must come and be decided, and what must be found of it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from ops.simulator.games.house_cards.blackjack.table import Rig

Given = Callable[[int], tuple[int, int]]
"""From a stake to the prize and what goes back of it."""


@dataclass(frozen=True)
class Payment:
    """A wrong payment."""

    rig: Rig
    given: Given
    code: str
    kinds: tuple[str, ...] = ("principal",)
    """Of which of the place's stakes."""


@dataclass(frozen=True)
class Play:
    """Something decided or dealt that must not be."""

    rig: Rig
    codes: tuple[tuple[str, dict[str, Any]], ...]
    """Each finding: its code and its facts."""
    staked: Callable[[int], int] | None = None
    """What is laid down to split or double, where it is not what is due."""
    named: bool = field(default=True)
    """Whether the finding names the place."""


def _rig(own: str, bank: str, script: str = "", draws: str = "", **more: Any) -> Rig:
    opened, _, hidden = bank.partition(" ")
    return Rig(
        own=tuple(own.split()),
        opened=opened or None,
        hidden=hidden or None,
        script=tuple(script.split()),
        draws=tuple(draws.split()),
        **more,
    )


WIN: Final = _rig("Ts Kd", "9c 9d", "fica")
LOSE: Final = _rig("Ts 8d", "Tc 9d", "fica")
TIE: Final = _rig("Ts 9d", "Tc 9h", "fica")
NATURAL: Final = _rig("As Kd", "Tc 8d")
SPECIAL: Final = _rig("6h 8h", "9c 9d", "pede", "7h")
INSURED: Final = _rig("Ts 9d", "Ad Kh", "fica")
TIRED: Final = _rig("Ts 6d", "Tc 7d", "desiste")


def _nothing(_: int) -> tuple[int, int]:
    return 0, 0


def _even(stake: int) -> tuple[int, int]:
    return stake, stake


PAYMENTS: Final[dict[str, Payment]] = {
    "unpaid": Payment(WIN, _nothing, "PAY-NONE"),
    "tie-taken": Payment(TIE, _nothing, "PAY-NONE"),
    "special-loser-unpaid": Payment(_rig("6h 8h", "Tc Ad", "pede", "7h"), _nothing, "PAY-NONE"),
    "surrender-nothing-back": Payment(TIRED, _nothing, "PAY-NONE"),
    "insurance-unpaid": Payment(INSURED, _nothing, "PAY-NONE", ("seguro",)),
    "overpaid": Payment(WIN, lambda stake: (2 * stake, stake), "PAY-DIFF"),
    "underpaid": Payment(WIN, lambda stake: (stake // 2, stake), "PAY-DIFF"),
    "loser-paid": Payment(LOSE, _even, "PAY-DIFF"),
    "busted-paid": Payment(_rig("Ts 6d", "Tc 7d", "pede", "Th"), _even, "PAY-DIFF"),
    "tie-paid": Payment(TIE, _even, "BJ-BJ"),
    "natural-paid-even": Payment(NATURAL, _even, "BJ-EVEN"),
    "natural-paid-double": Payment(NATURAL, lambda stake: (2 * stake, stake), "BJ-BJ"),
    "natural-six-to-five": Payment(
        _rig("As Kd", "6c"), lambda stake: (stake * 6 // 5, stake), "BJ-BJ"
    ),
    "natural-tie-paid": Payment(
        _rig("As Kd", "Tc Ad"), lambda stake: (stake * 3 // 2, stake), "BJ-BJ"
    ),
    "split-21-as-natural": Payment(
        _rig("Ts Kd", "9c 9d", "desdobra", "Ah 5c"),
        lambda stake: (stake * 3 // 2, stake),
        "BJ-BJ",
    ),
    "special-not-paid": Payment(SPECIAL, _even, "BJ-678"),
    "special-paid-twice": Payment(
        _rig("7h 7s", "9c 9d", "pede", "7d"), lambda stake: (3 * stake, stake), "BJ-678"
    ),
    "special-to-follower": Payment(
        _rig("6h 8h", "9c 9d", "pede", "7h", followers=1),
        lambda stake: (4 * stake, stake),
        "PAY-DIFF",
        ("complementar",),
    ),
    "surrender-a-third-back": Payment(TIRED, lambda stake: (0, stake // 3), "BJ-SURR"),
    "surrender-all-back": Payment(TIRED, lambda stake: (0, stake), "BJ-SURR"),
    "insurance-paid-even": Payment(INSURED, _even, "BJ-INS", ("seguro",)),
    "insurance-lost-paid": Payment(
        _rig("Ts 9d", "Ad 7h", "fica"), lambda stake: (2 * stake, stake), "BJ-INS", ("seguro",)
    ),
    "doubled-ace-as-eleven": Payment(
        _rig("As 8d", "9c 9d", "duplica", "2c"), _even, "BJ-DOUBLE", ("principal", "duplica")
    ),
}
"""Wrong payments of one place."""

PLAYS: Final[dict[str, Play]] = {
    "stood-on-nine": Play(_rig("5s 4d", "9c 9d", "fica"), (("BJ-STAND", {"fact": "ficou"}),)),
    "drew-on-21": Play(
        _rig("Ts 6d", "9c 9d", "pede pede", "5c 3d"), (("BJ-STAND", {"fact": "pediu"}),)
    ),
    "drew-on-blackjack": Play(
        _rig("As Kd", "Tc 8d", "pede", "5c"), (("BJ-STAND", {"fact": "pediu"}),)
    ),
    "surrendered-against-ace": Play(
        _rig("Ts 6d", "Ad 7d", "desiste"), (("BJ-SURR", {"fact": "as"}),)
    ),
    "surrendered-late": Play(
        _rig("5s 4d", "9c 9d", "pede desiste", "3c"),
        (("BJ-SURR", {"fact": "alterada"}), ("BJ-SURR", {"fact": "cartas"})),
    ),
    "surrender-taken-back": Play(
        _rig("Ts 6d", "Tc 7d", "desiste"), (("BJ-SURR", {"fact": "alterada"}),)
    ),
    "split-unequal": Play(
        _rig("9s Td", "9c 9d", "desdobra fica fica", "Tc 9h"),
        (("BJ-SPLIT", {"fact": "valores"}),),
    ),
    "split-stake-short": Play(
        _rig("8s 8d", "9c 9d", "desdobra fica fica", "Tc Td"),
        (("BJ-SPLIT", {"fact": "valor"}),),
        staked=lambda due: due // 2,
    ),
    "split-aces-drew": Play(
        _rig("As Ad", "9c 9d", "desdobra pede", "5c 2d 9h"), (("BJ-SPLIT", {"fact": "ases"}),)
    ),
    "doubled-on-eight": Play(
        _rig("5s 3d", "9c 9d", "duplica", "Tc"), (("BJ-DOUBLE", {"fact": "pontos"}),)
    ),
    "doubled-short": Play(
        _rig("5s 6d", "9c 9d", "duplica", "Tc"),
        (("BJ-DOUBLE", {"fact": "valor"}),),
        staked=lambda due: due // 2,
    ),
    "doubled-for-two-cards": Play(
        _rig("5s 6d", "9c 9d", "duplica", "2c 5d"), (("BJ-DOUBLE", {"fact": "cartas"}),)
    ),
    "doubled-split-ace": Play(
        _rig("As Ad", "9c 9d", "desdobra duplica", "8c 5d 9h"),
        (("BJ-DOUBLE", {"fact": "outra_vez"}),),
    ),
    "insurance-over-half": Play(INSURED, (("BJ-INS", {"fact": "metade"}),)),
    "insurance-without-ace": Play(
        _rig("Ts 9d", "Tc 8h", "fica"), (("BJ-INS", {"fact": "carta_aberta"}),)
    ),
    "insurance-late": Play(INSURED, (("BJ-INS", {"fact": "tarde"}),)),
    "insurance-early": Play(INSURED, (("BJ-INS", {"fact": "cedo"}),)),
    "other-decides": Play(_rig("Ts 8d", "9c 9d", "fica", followers=1), (("REG-RULE", {}),)),
    "vacant-decided-by-less": Play(_rig("Ts 8d", "9c 9d", "fica"), (("BJ-VACANT", {}),)),
    "bank-drew-on-18": Play(
        _rig("Ts Kd", "Tc 8h", "fica"), (("BJ-DEALER", {"fact": "tirou"}),), named=False
    ),
    "bank-drew-on-soft-17": Play(
        _rig("Ts Kd", "Ac 6h", "fica"), (("BJ-DEALER", {"fact": "tirou"}),), named=False
    ),
    "bank-drew-and-paid": Play(
        _rig("Ts 7d", "Tc 8h", "fica", "Td", alone=True),
        (("BJ-DEALER", {"fact": "tirou"}),),
        named=False,
    ),
    "bank-stood-on-16": Play(
        _rig("Ts 7d", "Tc 6h", "fica"), (("BJ-DEALER", {"fact": "ficou"}),), named=False
    ),
    "bank-stood-on-soft-16": Play(
        _rig("Ts 7d", "Ac 5h", "fica"), (("BJ-DEALER", {"fact": "ficou"}),), named=False
    ),
    "bank-drew-for-nobody": Play(
        _rig("Ts 6d", "9c 5h", "pede", "Td 2c", alone=True), (("BJ-DRAW3", {}),), named=False
    ),
    "bank-card-turned-and-kept": Play(WIN, (("BJ-ORDER", {"fact": "carta_virada"}),), named=False),
    "dealt-out-of-order": Play(Rig(), (("BJ-ORDER", {"fact": "ordem"}),), named=False),
    "drawn-out-of-turn": Play(
        _rig("5s 2d", "9c 9d", "pede", second=("5c", "2h"), second_script=("pede",)),
        (("BJ-ORDER", {"fact": "tiradas"}),),
        named=False,
    ),
}
"""Wrong decisions, deals and draws; what needs more stands in ``blackjack``."""
