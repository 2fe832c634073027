"""The classes of parameters: what the law gives to the authority, and what is the operator's own.

A name's class decides who sets it, who approves it, and whether an option of a table's opening may
say it at all. A parameter on no list is of class A; an option on no list says what the table is.
"""

from typing import Final, Literal

ParameterClass = Literal["A", "Com", "Own", "Ctl", "Dev", "Led"]
"""A approved or fixed by the authority; Com communicated to it; Own the operator's own; Ctl a
control on the operator; Dev a device's profile; Led the ledger's own."""

EVERYWHERE: Final = "*"
AUTORIDADE: Final = "autoridade"
"""From which version of the matrix the ledger is judged; scope ``*``; it can only rise."""
AUTORIDADE_ASSINA: Final = "autoridade_assina"
"""In force, an act's number is not enough: the authority signs by its own key."""

_LISTED: Final[dict[ParameterClass, str]] = {
    "A": """
        imposto_especial_ppm imposto_reparticao contrapartidas base_maquinas base_quebras
        taxa_premio_ppm day_cutoff zone
        maximo_golpe diferenca_maxima diferenca_autorizada minimo_autorizado retorno_minimo_ppm
        meios_de_pagamento multiplo_risco
        acumulado_aposta acumulado_ppm acumulado_base acumulado_combinacoes acumulado_fixos padroes
        reserva_paga_base
        linha_ppm bingo_ppm pesos_adicionais precos duplos_autorizados
        comissao comissao_ppm comissao_bp
        so_contadores prova_retida
    """,
    "Com": "ppm deducao acumulado_comunicado deducao_comunicada fixos_pagos_por",
    "Own": """
        minimos maximos multiplos minimum maximum limit k repiques cave reposicao entry_minimum
        session_fee_of method mixed estardilho pares unidade unidades entrada lance base_leilao
        comissao_inicial minimo minimo_banca aposta_minima maximo_por_jogo unit
        tempo_apostas segundos capital_inicial
    """,
    "Ctl": """
        payout_deadline_seconds dispute_answer_days charity_deadline_days jackpot_deadline_seconds
        checkpoint_hours pool_lateness_seconds pool_memory_seconds display_latency_seconds
        stated_latency_seconds sinal_premio_segundos leitura_contadores_segundos contador_salto_max
        diferenca_recolha_max diferenca_contagem_max quebra_max hold_ppm clock_skew_seconds
        heartbeat_seconds pagamento_segunda_pessoa acaso_resultados acaso_raridade
    """,
    "Dev": "sas_empates sas_cancelados_com_manual denominacao_contabil",
    "Led": f"{AUTORIDADE} {AUTORIDADE_ASSINA}",
}
_CLASS: Final[dict[str, ParameterClass]] = {
    name: of for of, names in _LISTED.items() for name in names.split()
}
POOL_TERMS: Final = frozenset(
    {"base", "ppm", "reserve_ppm", "ceiling", "bet", "combinations", "increment_max"}
)
"""Terms of a pool: of class A for tables and bingo, and communicated for machines."""
POOLS_OF_TABLES: Final = frozenset({"tables", "bingo_room"})
_OWN_PREFIXES: Final = ("cagnotte_", "quebra_")
_CAPITAL: Final = "capital_inicial"
_PORTUGAL: Final = "pt"


def parameter_class(name: str, profile: str | None = None) -> ParameterClass:
    """Return a parameter's class in a house of a profile; of a name on no list it is A.

    >>> parameter_class("minimos"), parameter_class("imposto_especial_ppm"), parameter_class("foo")
    ('Own', 'A', 'A')
    >>> parameter_class("capital_inicial", "pt-2007@1"), parameter_class("capital_inicial")
    ('A', 'Own')
    """
    return option_class(name, profile) or "A"


def term_class(name: str, pool: str | None) -> ParameterClass:
    """Return the class of a parameter in the scope of a pool, which has a scope of its own.

    >>> term_class("base", "tables"), term_class("base", "machines"), term_class("foo", "machines")
    ('A', 'Com', 'A')
    """
    if name not in POOL_TERMS:
        return parameter_class(name)
    return "A" if pool in POOLS_OF_TABLES else "Com"


def option_class(name: str, profile: str | None = None) -> ParameterClass | None:
    """Return the class of an option's name; None of one that says what the table is.

    >>> option_class("cagnotte_ppm"), option_class("duplos_autorizados"), option_class("roda")
    ('Own', 'A', None)
    """
    if name == _CAPITAL and profile is not None and profile.startswith(_PORTUGAL):
        return "A"
    found = _CLASS.get(name)
    return "Own" if found is None and name.startswith(_OWN_PREFIXES) else found
