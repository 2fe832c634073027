"""The classes of parameters, written out by hand from the page of authority."""

import pytest

from projections.authority.parameters import option_class, parameter_class

A = [
    *("imposto_especial_ppm", "day_cutoff", "zone", "maximo_golpe", "minimo_autorizado"),
    *("diferenca_autorizada", "acumulado_ppm", "padroes", "duplos_autorizados", "comissao"),
    *("so_contadores", "prova_retida"),
]
COM = ["ppm", "deducao", "deducao_comunicada", "acumulado_comunicado", "fixos_pagos_por"]
OWN = ["minimos", "maximos", "multiplos", "repiques", "cagnotte_ppm", "cagnotte_maximum", "cave"]
CTL = ["dispute_answer_days", "checkpoint_hours", "quebra_max", "hold_ppm", "clock_skew_seconds"]
DEV = ["sas_empates", "sas_cancelados_com_manual", "denominacao_contabil"]
LED = ["autoridade", "autoridade_assina"]


@pytest.mark.parametrize(
    ("name", "of"),
    [(name, of) for of, names in (("A", A), ("Com", COM), ("Own", OWN)) for name in names]
    + [(name, of) for of, names in (("Ctl", CTL), ("Dev", DEV), ("Led", LED)) for name in names],
)
def test_a_name_is_of_the_class_that_the_page_gives_it(name: str, of: str) -> None:
    """What the law gives to the authority, what is communicated, what is the operator's own."""
    assert (parameter_class(name), option_class(name)) == (of, of)


@pytest.mark.parametrize("name", ["roda", "baralhos", "inventado", "minimos_"])
def test_a_parameter_on_no_list_is_the_authoritys_and_an_option_is_the_tables(name: str) -> None:
    """A new name is no way round an approval; what a table is remains its own word."""
    assert (parameter_class(name), option_class(name)) == ("A", None)


def test_an_initial_capital_is_fixed_by_law_in_portugal_alone() -> None:
    """DL 422/89 fixes it; elsewhere it is the operator's own."""
    assert parameter_class("capital_inicial", "pt-casino@1") == "A"
    assert parameter_class("capital_inicial", "cv-2017@1") == "Own"
    assert parameter_class("capital_inicial") == "Own"
