"""Hands that no table could make: every field well typed, and nothing of it fits the rest."""

from typing import TypeVar

from hypothesis import strategies as st

from projections.replay.games.poker.betting.record import (
    NOTED,
    Action,
    Burn,
    Choice,
    Exposed,
    Fee,
    HandRecord,
    Player,
    Shown,
)
from projections.replay.kit.cards import DECK
from projections.replay.record import ErrorNoted, Payment, Void

AnyHand = TypeVar("AnyHand", bound=HandRecord)
WORD = st.sampled_from(
    [
        "desistir",
        "passar",
        "acompanhar",
        "repicar",
        "apostar",
        "pequena_aposta",
        "grande_aposta",
        "valor_reposto",
        "afastado",
        "xyz",
    ]
)
CARD = st.one_of(st.sampled_from([*DECK, "1x", ""]), st.none())
AMOUNT = st.integers(-50, 400)


def wild(record: type[AnyHand]) -> st.SearchStrategy[AnyHand]:
    """Return hands of a game that make no sense."""
    return st.builds(
        record,
        minimum=st.integers(0, 50),
        maximum=st.none() | AMOUNT,
        limit=st.sampled_from(["com_limite", "pote", "sem_limite", None]),
        k=st.integers(-1, 4),
        repiques=st.none() | st.integers(0, 3),
        unit=st.none() | AMOUNT,
        method=st.sampled_from(["camadas", "proporcional", None]),
        cagnotte_ppm=st.integers(0, 90_000),
        cagnotte_maximum=st.none() | AMOUNT,
        cagnotte_taken=st.none() | AMOUNT,
        mao=st.integers(0, 6),
        mao_before=st.none() | st.integers(0, 12),
        mode=st.sampled_from(["physical", "shared", "demo"]),
        means=st.lists(st.sampled_from(["cash", "free_play"]), max_size=2).map(tuple),
        void=st.none()
        | st.builds(
            Void,
            cause=st.sampled_from(["carta_danificada", "avaria"]),
            side=st.sampled_from(["operator", "player", "unknown"]),
        ),
        players=st.lists(
            st.builds(
                Player,
                seat=st.integers(0, 6),
                stack=st.none() | AMOUNT,
                cards=st.lists(CARD, max_size=5).map(tuple),
                absent=st.booleans(),
                entered=st.booleans(),
                owed=st.none() | AMOUNT,
                rested=st.none() | st.integers(0, 4),
                stack_before=st.none() | AMOUNT,
                reposicao=AMOUNT,
                added=AMOUNT,
                hands_without_bet=st.none() | st.integers(0, 9),
            ),
            max_size=6,
        ).map(tuple),
        actions=st.lists(
            st.builds(
                Action,
                seat=st.integers(0, 7),
                action=WORD,
                added=AMOUNT,
                common=st.sampled_from([0, 0, 0, 1, 3, 4, 5, 6]),
                means=st.sampled_from(["", "", "cheque"]),
                lapsed=st.booleans(),
                warned=st.booleans(),
            ),
            max_size=14,
        ).map(tuple),
        board=st.lists(CARD, max_size=6).map(tuple),
        burns=st.lists(st.builds(Burn, card=CARD, common=st.integers(0, 6)), max_size=4).map(tuple),
        shown=st.lists(
            st.builds(
                Shown,
                seat=st.integers(0, 7),
                cards=st.lists(st.sampled_from([*DECK, "1x"]), max_size=3).map(tuple),
            ),
            max_size=2,
        ).map(tuple),
        errors=st.lists(
            st.builds(
                ErrorNoted,
                error=st.sampled_from([*sorted(NOTED), "abafo"]),
                seat=st.none() | st.integers(0, 7),
                cards=st.lists(st.sampled_from([*DECK, "1x"]), max_size=3).map(tuple),
            ),
            max_size=3,
        ).map(tuple),
        dealt=st.lists(st.integers(0, 7), max_size=12).map(tuple),
        exposed=st.lists(
            st.builds(
                Exposed,
                common=st.integers(0, 6),
                cards=st.lists(CARD, max_size=3).map(tuple),
                acts=st.integers(0, 9),
                burned=st.integers(0, 3),
                shuffled=st.booleans(),
            ),
            max_size=2,
        ).map(tuple),
        cave=st.none() | AMOUNT,
        reposicao=st.none() | AMOUNT,
        first=st.booleans(),
        suspended=st.none() | st.integers(-5, 2_000),
        limits_changed=st.booleans(),
        cagnotte_mode=st.sampled_from([None, "hand", "session"]),
        cagnotte_mode_before=st.sampled_from([None, "hand", "session"]),
        session_fee_of=st.sampled_from([None, "maximum", "cave"]),
        fees=st.lists(
            st.builds(
                Fee,
                seat=st.integers(0, 7),
                amount=AMOUNT,
                base=st.none() | AMOUNT,
                late=st.none() | st.integers(-5, 4_000),
            ),
            max_size=2,
        ).map(tuple),
        table_game=st.sampled_from(["", "poquer_holdem", "boule"]),
        mixed=st.lists(st.sampled_from(["poquer_holdem", "poquer_omaha", "x"]), max_size=3).map(
            tuple
        ),
        chosen=st.none()
        | st.builds(Choice, seat=st.integers(0, 7), game=st.sampled_from(["poquer_omaha", "x"])),
        payments=st.lists(
            st.builds(Payment, seat=st.integers(0, 7), amount=AMOUNT), max_size=3
        ).map(tuple),
    )
