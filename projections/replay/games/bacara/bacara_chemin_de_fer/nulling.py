"""The errors that a table noted, and which of them annul the coup.

Rules: CF R76, R102 c, R104 c, d, R115, R117-R119.
"""

from typing import Final

from projections.replay.games.bacara.bacara_chemin_de_fer.record import CheminDeFerRecord, Erro
from projections.replay.games.bacara.bacara_chemin_de_fer.rules import CheminDeFerRules

DISCARDED: Final = "76"
PAGADOR: Final = "pagador"
NULL_RULES: Final = {
    "102c": "CF R102 c, R117",
    "117": "CF R102 c, R117",
    "104c": "CF R104 c, R118",
    "118": "CF R104 c, R118",
    "104d": "CF R104 d, R119",
    "119": "CF R104 d, R119",
    "76": "CF R76, R115",
    "115": "CF R76, R115",
}
"""The grounds on which a coup is annulled."""


def errors_of(record: CheminDeFerRecord) -> dict[str, Erro]:
    """Return the first error of each code, the codes without blanks and ``R``."""
    found: dict[str, Erro] = {}
    for error in record.errors:
        found.setdefault(code_of(error.error), error)
    return found


def code_of(text: str) -> str:
    """Return an error's code as the page writes it.

    >>> code_of("CF R102 c"), code_of("104d")
    ('102c', '104d')
    """
    return text.removeprefix("CF").replace(" ", "").removeprefix("R").lower()


def null_rule(record: CheminDeFerRecord, rules: CheminDeFerRules) -> str:
    """Return the rule that annuls the coup, or nothing (R76, R102 c, R104 c, d, R115, R117-R119).

    Glued cards and errors in passing annul it only where it cannot be rebuilt: so if the table
    annulled it for that, or says that it could not be.
    """
    errors = errors_of(record)
    left = record.cartas_no_sabot
    if left is not None and left < rules.last_coup_cards:
        return NULL_RULES["104d"]
    for code in ("76", "115"):
        error = errors.get(code)
        if error is not None and (code == "115" or error.by == PAGADOR):
            return NULL_RULES[code]
    if ("104d" in errors or "119" in errors) and left is None:
        return NULL_RULES["104d"]
    for code in ("102c", "117", "104c", "118"):
        error = errors.get(code)
        if error is not None and error.reconstituida is False:
            return NULL_RULES[code]
    return _declared(record, errors)


def _declared(record: CheminDeFerRecord, errors: dict[str, Erro]) -> str:
    """Return the ground that the table gave for annulling, unless the facts deny it."""
    void = record.void
    if void is None:
        return ""
    for said in (void.cause, void.rule):
        code = code_of(said)
        if code not in NULL_RULES:
            continue
        rule = NULL_RULES[code]
        noted = [error for name, error in errors.items() if NULL_RULES.get(name) == rule]
        thrown = code == DISCARDED and noted and all(error.by != PAGADOR for error in noted)
        rebuilt = any(error.reconstituida for error in noted)
        enough = code in ("104d", "119") and record.cartas_no_sabot is not None
        if not thrown and not rebuilt and not enough:
            return rule
    return ""
