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
ACCOUNTS: Final[Mapping[str, tuple[str, str]]] = {
    "J1": ("base", "base"),
    "J2": ("incrementos acumulados", "accumulated increments"),
    "J3": ("reserva", "reserve"),
    "J4": ("excedente", "overflow"),
    "J5": ("fracção por atribuir", "fraction not yet attributed"),
    "J6": ("ganhos por pagar", "won, to be paid"),
    "J7": ("em trânsito entre acumulados", "in transit between jackpots"),
    "J8": ("apostas transportadas", "carried bets"),
    "J9": ("devido a instituições", "owed to charities"),
    "J10": ("imposto retido", "tax withheld"),
    "J11": ("devido entre casinos", "owed between casinos"),
    "C1": ("dinheiro", "cash"),
    "C2": ("depósitos cativos", "captive deposits"),
    "C3": ("fichas", "chips"),
    "P1": ("receita de jogo", "gaming revenue"),
    "P2": ("prémios da casa", "prizes of the house"),
    "P3": ("custo do arranque", "cost of the base"),
    "P4": ("diferenças", "differences"),
    "O1": ("abertura", "opening"),
    "O2": ("passado a outro acumulado", "passed to another jackpot"),
}
"""The accounts of the books by their code (regulatory.md 3.2)."""
JOURNALS: Final[Mapping[str, tuple[str, str]]] = {
    "chips": ("fichas", "chips"),
    "jackpots": ("acumulados", "jackpots"),
    "results": ("resultados", "results"),
    "settlements": ("acertos", "settlements"),
}
DEBTS: Final[Mapping[str, tuple[str, str]]] = {
    "jackpot base": ("base de acumulado", "base of a jackpot"),
    "jackpot accumulated": ("incrementos de acumulado", "increments of a jackpot"),
    "jackpot reserve": ("reserva de acumulado", "reserve of a jackpot"),
    "jackpot overflow": ("excedente de acumulado", "overflow of a jackpot"),
    "jackpot won": ("prémio ganho por pagar", "prize won, to be paid"),
    "jackpot in transit": ("em trânsito entre acumulados", "in transit between jackpots"),
    "carried bets": ("apostas transportadas", "carried bets"),
    "tax withheld": ("imposto retido", "tax withheld"),
    "charity": ("devido a instituições", "owed to charities"),
    "ticket": ("bilhete em circulação", "ticket in circulation"),
    "decided dispute": ("reclamação decidida por pagar", "decided dispute, to be paid"),
}
"""What the house owes, kind by kind."""


def account_words(account: str) -> tuple[str, str]:
    """Return an account's name in both languages, with the part that its code names.

    >>> account_words("P1:mesas"), account_words("C2:casa")[0]
    (('receita de jogo, Mesas', 'gaming revenue, Tables'), 'depósitos cativos, casa')
    """
    code, _, part = account.partition(":")
    pt, en = ACCOUNTS.get(code, (code, code))
    if not part:
        return pt, en
    of = CATEGORIES.get(part, (part, part))
    return f"{pt}, {of[0]}", f"{en}, {of[1]}"
