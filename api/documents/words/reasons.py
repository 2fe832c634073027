"""Why the books moved: reasons of the jackpots' journal and of the receita, in words."""

from collections.abc import Mapping
from typing import Final

POOL_REASONS: Final[Mapping[str, str]] = {
    "base": "base",
    "increment": "incrementos",
    "increment voided": "incrementos anulados",
    "award": "prémio pago do acumulado",
    "award reversed": "prémio revertido",
    "reset": "reposição da base",
    "payment": "pagamento de prémio",
    "tax": "imposto retido",
    "adjustment": "ajuste",
    "transfer": "transferência",
    "reversal": "estorno",
    "opening": "saldo declarado na abertura",
    "end of concession": "termo da concessão",
    "charity": "entregue a instituição",
    "cover": "cobertura",
    "carried bet": "aposta transitada",
    "jackpot bet": "aposta no acumulado",
    "inter-casino": "contas entre casinos",
}
"""A reason of the jackpots' journal to its Portuguese; in English it stands as it is."""
CATEGORIES: Final[Mapping[str, tuple[str, str]]] = {
    "mesas": ("Mesas", "Tables"),
    "cagnotte": ("Cagnotte", "Cagnotte"),
    "bingo": ("Bingo", "Bingo"),
    "maquinas": ("Máquinas", "Machines"),
}
REVENUE_REASONS: Final[Mapping[str, tuple[str, str]]] = {
    "round": ("resultado das jogadas", "result of rounds"),
    "quebra": ("quebra entre contagem e jogadas", "count less rounds"),
    "shortage": ("falta que não reduz a base", "shortage that lowers no base"),
    "session": ("cobrado por sessão", "charged by the session"),
    "increment": ("incrementos de jackpots", "jackpot increments"),
    "jackpot": ("prémios pagos por jackpots", "prizes paid by pools"),
    "settlement": ("acertos pagos depois", "settled after the fact"),
    "receita_bruta": ("receita bruta do fecho", "gross revenue at the close"),
}
