"""A table's profile, game and records, held against those that are in force for its place."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from projections.authority.options import RULE, Opened
from projections.base.event import TableFault
from projections.base.parameter_book import ParameterBook
from projections.replay.profiles import IN_FORCE
from projections.replay.settlement import Found

PROFILE: Final = "profile"
"""The parameter that admits games of another profile in a house, by scope; else its registration's
profile is in force."""
RECORDS: Final = "registos"
"""The parameter that says which records a place must keep, instead of ``LEAST_RECORDS``."""
_STAKES: Final = ("bets", "payouts")
_DEALT: Final = ("bets", "cards", "payouts")
_DECIDED: Final = ("bets", "cards", "decisions", "payouts")
LEAST_RECORDS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(
        (
            "roleta_americana",
            "roleta_francesa",
            "boule",
            "roda_da_sorte",
            "banca_francesa",
            "craps",
            "cussec",
            "bingo",
        ),
        _STAKES,
    ),
    **dict.fromkeys(
        (
            "bacara_ponto_e_banca",
            "bacara_ponto_e_banca_macau",
            "desafio_ao_casino",
            "poquer_3_cartas",
            "mahjong_pai_kao",
        ),
        _DEALT,
    ),
    **dict.fromkeys(
        (
            "bacara_chemin_de_fer",
            "blackjack",
            "poquer_sem_descarte",
            "stud_poker",
            "poquer_holdem",
            "poquer_omaha",
            "poquer_sintetico",
            "poquer_macau_5_cartas",
        ),
        _DECIDED,
    ),
    "mah_jong": ("cards", "payouts"),
    "maquinas": (),
}
"""By game what a place must record at least, so that replay can say what is due and whether it was
paid; in every profile the same."""


def profile_fault(admitted: str, said: str, position: int) -> TableFault:
    """Return the fault of a table that opens with a profile that is not in force there."""
    found = Found(code=RULE, expected=admitted, recorded=said, facts={"fact": PROFILE})
    return TableFault(found=found, terms=(position,))


def early_fault(profile: str, day: str, position: int) -> TableFault | None:
    """Return the fault of a table that plays by a profile before its day; None where it holds.

    A profile that nobody knows, or whose text names no day, is none of this fault.
    """
    held = IN_FORCE.get(profile)
    if held is None or held.since is None or day >= held.since.isoformat():
        return None
    found = Found(
        code=RULE,
        rule=held.rule,
        expected=held.since.isoformat(),
        recorded=day,
        facts={"fact": "profile_since", "profile": profile},
    )
    return TableFault(found=found, terms=(position,))


def records_fault(
    game: str, kept: Sequence[str], opened: Opened, book: ParameterBook
) -> TableFault | None:
    """Return the fault of a table that records less than its game must; None where it does not."""
    setting = book.setting(RECORDS, opened.scopes, opened.at, opened.position)
    least: Any = LEAST_RECORDS.get(game, ()) if setting is None else setting.value
    if not isinstance(least, list | tuple):
        return None
    missing = sorted({str(one) for one in cast("Sequence[Any]", least)} - set(kept))
    if not missing:
        return None
    terms = {opened.position, *(() if setting is None else (setting.known,))}
    return TableFault(
        found=Found(
            code=RULE,
            expected=" ".join(sorted(map(str, cast("Sequence[Any]", least)))),
            recorded=" ".join(sorted(kept)),
            facts={"fact": "records", "missing": missing},
        ),
        terms=tuple(sorted(terms)),
    )
