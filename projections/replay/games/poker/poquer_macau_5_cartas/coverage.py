"""How the code stands to every article of the Portaria's regulation."""

from typing import Final

from projections.replay.game import Rule, implemented, not_checkable, watched

COVERAGE: Final[tuple[Rule, ...]] = (
    *implemented("value_of; M5-DECK, RES-IMPOSS", "A1"),
    *watched("M5-DECK; with one hand alone, and into the box, a person sees", "A2"),
    *watched("M5-SEAT", "A3"),
    *implemented("settle; M5-TIE", "A4"),
    *implemented("value_of, comparar", "A5", *(f"A5.{number}" for number in range(1, 11))),
    *watched("M5-CAP, REG-RULE", "A6"),
    *implemented("settle; CREDIT", "A7"),
    *implemented("inicial_devida; M5-COM", "A8"),
    *implemented("settle; M5-COM", "A9"),
    *watched("M5-DECK, BET-MIN, BET-MAX, BET-LATE", "A10 a"),
    *implemented("ordem_de_fala, Lancos.follow; M5-OPEN, M5-DECK", "A10 b"),
    *implemented("Lancos.desistir", "A10 b 1"),
    *implemented("Lancos.aceitar; NB-EQ", "A10 b 2"),
    *implemented("Lancos.elevar; M5-RAISE", "A10 b 3", "A10 b 4"),
    *implemented("ordem_de_fala; M5-OPEN", "A10 c", "A10 c i"),
    *implemented("Lancos.desistir", "A10 c i 1"),
    *implemented("Lancos.passar; M5-RAISE", "A10 c i 2"),
    *implemented("Lancos.elevar", "A10 c i 3"),
    *implemented("ordem_de_fala, Lancos.follow; M5-OPEN, M5-DECK", "A10 c ii"),
    *implemented("Lancos.follow, Lancos.expected; M5-OPEN", "A10 c iii"),
    *watched("M5-DECK", "A10 c iv"),
    *implemented("valor_exibido; M5-OPEN", "A10 c v", "A10 d"),
    *implemented("ordem_de_mostrar: said, and decides nothing; comparar: who wins", "A10 e"),
    *implemented("settle, dividir; NB-SIDE, NB-EQ, M5-CAP", "A11 a"),
    *watched("M5-2MIN", "A11 b"),
    *watched("M5-OPEN, NB-TURN; hints by words and gestures a person sees", "A11 c"),
    *implemented("devolvidas; M5-KEY", "A11 d"),
    *watched("RES-IMPOSS, M5-DECK: what was not put right; VOID-BAD", "A11 e"),
    *not_checkable("agreements between players: a person sees it: COLL", "A11 f"),
)
