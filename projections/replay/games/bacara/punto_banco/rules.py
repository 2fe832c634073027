"""The values and rule numbers of ponto e banca in both its forms, and the deduction of a table.

Rules: Portaria 1/2017, Anexo, Bacará ponto e banca (``PB``) and Ponto e banca/Macau (``PM``), which
have the same numbers up to R25; ``Cites`` has those that differ. The table of prizes is lost from
the law's text: it is a DECISION of the rules page.
"""

from collections.abc import Mapping

from msgspec import Struct

from projections.replay.games.bacara.punto_banco.record import NENHUMA


class Cites(Struct, frozen=True, kw_only=True):
    """The rule numbers that differ between the two games."""

    section: str
    wins: str
    """The higher total wins."""
    pays: str
    """The table of prizes."""
    pairs: str
    deduction: str
    stakes: str
    """The stakes stay the players'."""
    null: str
    announced: str
    """The pagador says the points aloud."""
    close: str = "R22"
    close_online: str = ""
    void_online: str = ""
    """Online: null where the winner cannot be determined; empty where there is no online game."""
    network: str = ""
    """Online: the player's own failure voids nothing."""

    def rule(self, number: str) -> str:
        """Return a rule's number with its section's code."""
        return f"{self.section} {number}"


class PuntoBancoRules(Struct, frozen=True, kw_only=True):
    """The values in which laws may differ."""

    pays: Mapping[str, int]
    """The prize of each chance, in stakes."""
    deductions: Mapping[str, tuple[int, int | None]]
    """Each option: how many per cent of the prize of banca, and with which points only."""
    decks: Mapping[str, int]
    """By ``mesa``, packs in a shoe (R3)."""
    decks_shuffler: int
    """Packs in an automatic shuffler (R15 b)."""
    behind_cut_card: int
    """Cards behind the carta-aviso (R16)."""
    opening_burn: int
    """Cards taken out before the first coup of a shoe (R16)."""
    coup_burn: int
    """Cards taken out before every other coup (R24)."""
    standing: Mapping[str, int]
    """By ``mesa``, how many players may stand at all its boards (R21)."""
    maximum_per_minimum: Mapping[str, int] = {}
    """How many times the minimum a maximum may be (R8); empty where bets are unlimited."""


def deducted(rules: PuntoBancoRules, deducao: str, banca: int | None) -> int:
    """Return how many per cent of banca's prize are deducted; -1 if its points are needed.

    The options are alternatives: where a table has both, the first of the rule counts; a word that
    the rule does not know deducts nothing. Both are findings.
    """
    words = options_of(deducao)
    for word, (percent, points) in rules.deductions.items():
        if word in words:
            if points is not None and banca is None:
                return -1
            return percent if points is None or points == banca else 0
    return 0


def options_of(deducao: str) -> list[str]:
    """Return the deductions that a table applies, ``nenhuma`` left out.

    >>> options_of("5pct+50pct_5"), options_of("nenhuma")
    (['5pct', '50pct_5'], [])
    """
    return [word for word in deducao.split("+") if word not in ("", NENHUMA)]
