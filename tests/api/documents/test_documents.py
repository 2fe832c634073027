"""What stands in the documents: figures worked by hand, two languages, bytes that repeat."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from api.console.language.vocabulary import KINDS
from api.console.language.words import translations
from api.documents.accounts.tables import tables_document
from api.documents.accounts.tax import tax_document
from api.documents.cases.findings import ROWS_MAX, findings_document, too_many
from api.documents.document import (
    Cell,
    Document,
    Fields,
    Grid,
    Language,
    Note,
    Source,
    pdf_of,
)
from api.documents.jackpots import statement_document
from api.documents.prize import prize_document
from api.documents.words.kinds import kind_text
from api.requests.period import Period
from ledger.events.jackpots import Combination, PoolOpened
from projections.reads.jackpots.prize_file import Prize
from projections.stages.accounts.queries import Adjustment, RevenueDay, TaxPaper, TaxSpan
from projections.stages.accounts.tables.queries import TableResult
from projections.stages.accounts.tax import DayRate
from projections.stages.pools.books.award import Paid, Won
from projections.stages.pools.books.pool import Change, Cycle, Pool
from projections.stages.pools.figures import Statement, explain
from projections.stages.pools.queries import Movement

DAY, NEXT = "2026-11-20", "2026-11-21"
MINUS = "\N{MINUS SIGN}"
SPACE = "\N{NO-BREAK SPACE}"
SOURCE = Source(
    origin="razao.test",
    position=88,
    head="ab" * 32,
    software="razao 0.0.test",
    at="2026-11-20T23:59:59.000000Z",
    rulebook="cv-2017@1",
)


def texts(row: Sequence[Cell | str]) -> list[str]:
    """Return what stands in a row."""
    return [cell.text if isinstance(cell, Cell) else cell for cell in row]


def wrong(row: Sequence[Cell | str]) -> list[str]:
    """Return what is marked in a row."""
    return [cell.text for cell in row if isinstance(cell, Cell) and cell.mark == "wrong"]


def grids(document: Document) -> dict[str, Grid]:
    """Return a document's tables by their headings."""
    return {block.title: block for block in document.blocks if isinstance(block, Grid)}


def notes(document: Document) -> list[tuple[str, str]]:
    return [(block.text, block.mark) for block in document.blocks if isinstance(block, Note)]


def column(grid: Grid, name: str) -> list[str]:
    """Return what stands under a head."""
    number = [one.name for one in grid.columns].index(name)
    return [texts(row)[number] for row in grid.rows]


# --- a pool's statement --------------------------------------------------------------------------


def pool(**others: Any) -> Pool:
    terms = PoolOpened(
        pool="p", scope="machines", members=("M-1",), currency="CVE", base=50_000, ppm=5_000
    )
    return Pool(name="p", opened=1, terms=terms, **others)


def day(**others: Any) -> Statement:
    """Return a day: 500.00 put in, two stakes of 100.00 at 0.5 % bring 1.00."""
    given: dict[str, Any] = {
        "pool": "p",
        "day": DAY,
        "opening": 0,
        "base": 50_000,
        "increments": 100,
        "closing": 50_100,
        "shown": 50_100,
        "residue": 0,
        "stakes": 2,
        "staked": 20_000,
        "rates": {"5000": 20_000},
        "first": 3,
        "last": 9,
        **others,
    }
    return Statement(**given)


@pytest.mark.parametrize("language", ["pt", "en"])
def test_a_statement_says_the_terms_that_what_is_booked_comes_from(language: Language) -> None:
    """2 %, since noon 2.5 %; 0.2 % hidden; shown up to 600$00, hit from 500$00 on; two prizes."""
    terms = replace(
        pool().terms,
        ppm=20_000,
        reserve_ppm=2_000,
        ceiling=60_000,
        hit_low=50_000,
        hit_high=60_000,
        combinations=(
            Combination(name="pequeno", fixed=4_000),
            Combination(name="real", ppm=1_000_000, fixed=30_000),
        ),
    )
    since = "2026-11-20T12:00:00.000000Z"
    changes = [Change(name="ppm", value=25_000, since=since, known=5)]
    of = replace(pool(), terms=terms, changes=changes)
    document = statement_document(of, Period(), [day()], [], 7, 9, language, members=of.names)
    (said,) = [dict(block.rows) for block in document.blocks if isinstance(block, Fields)]
    plain = {name: str(text).replace("\u00a0", " ") for name, text in said.items()}
    note = grids(document)["Incrementos" if language == "pt" else "Increments"].note or ""
    if language == "pt":
        assert plain["Taxa"] == "2 %; 2,5 % desde 20-11-2026 11:00:00 (UTC-01:00)"
        assert plain["Taxa oculta (reserva)"] == "0,2 %"
        assert (plain["Tecto à vista"], plain["Sai entre"]) == ("600$00", "500$00 e 600$00")
        assert "reserva (J3)" in note
    else:
        assert plain["Rate"] == "2 %; 2.5 % since 20-11-2026 11:00:00 (UTC-01:00)"
        assert "royal flush 100 % or 300$00" in plain["Combinations"].replace("\u200b", "")
        assert "reserve (J3)" in note
    bare = statement_document(pool(), Period(), [day()], [], 7, 9, language, members=pool().names)
    (fields,) = [dict(block.rows) for block in bare.blocks if isinstance(block, Fields)]
    assert len(fields) == 5, "currency, status, base, rate, who feeds it"


def test_a_statement_adds_up_line_by_line() -> None:
    """Two days; the second has a prize of 501$50 with the base put back, which the foot sums."""
    second = day(
        day=NEXT,
        opening=50_100,
        base=0,
        increments=50,
        wins=-50_150,
        resets=50_000,
        closing=50_000,
        shown=50_000,
        staked=10_050,
        rates={"5000": 10_050},
        residue=250_000,
    )
    document = statement_document(
        pool(), Period(), [day(), second], [], 7, 9, "pt", members=pool().names
    )
    moved = grids(document)["Movimentos por dia de jogo"]
    assert texts(moved.rows[1]) == [
        "21-11-2026", "501$00", "0$00", "0$50",
        f"{MINUS}501$50", "500$00", "0$00", "0$00", "500$00",
    ]  # fmt: skip
    (total,) = moved.totals
    assert texts(total)[1:5] == ["0$00", "500$00", "1$50", f"{MINUS}501$50"]
    assert texts(total)[-1] == "500$00"
    # What never moved has no column; what the law asks for always has one.
    names = [one.name for one in moved.columns]
    assert {"Incrementos", "Transfer.", "Correcções"} < set(names)
    assert not {"Declarado", "Anulados", "Termo"} & set(names)
    fed = grids(document)["Incrementos"]
    assert column(fed, "Taxa") == [f"0,5{SPACE}% de 200$00", f"0,5{SPACE}% de 100$50"]
    assert column(fed, "Taxa × apostas") == ["1$00000000", "0$50250000"]
    assert column(fed, "Fracção por lançar") == ["0,000000", "0,250000"]
    assert (document.events, document.period) == (7, "todos os dias de jogo")


def test_differences_of_display_and_cover_are_marked() -> None:
    """A display that is 4$50 off and a cover that lacks 1$00 stand out; what agrees does not."""
    agreed = day(display=50_100, difference=0, held=50_100, cover=50_100)
    parted = day(day=NEXT, display=50_550, difference=450, held=50_100, cover=50_000)
    document = statement_document(
        pool(), Period(), [agreed, parted], [], 1, 9, "en", members=pool().names
    )
    sides = grids(document)["Display, controller and cover"]
    assert [wrong(row) for row in sides.rows] == [[], ["4$50", f"{MINUS}1$00"]]
    assert column(sides, "Controller") == ["—", "—"]


def test_a_statement_names_the_prizes_of_its_days_only() -> None:
    """A prize of the day after the period is not of it."""
    prizes = [
        Won(
            award=name, pool="p", position=5, at=DAY, day=of, amount=100, parts={"J2": 60}, house=40
        )
        for name, of in (("mine", DAY), ("later", NEXT))
    ]
    document = statement_document(
        pool(), Period(last=DAY), [day()], prizes, 1, 9, "en", members=pool().names
    )
    (row,) = grids(document)["Prizes"].rows
    assert texts(row)[1] == "position 5"
    assert texts(row)[4:9] == ["1$00", "0$60", "0$40", "0$00", "1$00"]
    assert document.command == (
        "razao jackpots statement p --to 2026-11-20 --known 9 --lang en --pdf FILE"
    )


@pytest.mark.parametrize(
    ("status", "language", "said"),
    [("retirado", "pt", "retirado"), ("retirado", "en", "withdrawn"), ("activo", "en", "active")],
)
def test_a_pools_status_is_said_in_the_papers_language(
    status: str, language: Any, said: str
) -> None:
    """The ledger's word is Portuguese, and so is only the Portuguese paper's."""
    document = statement_document(
        pool(status=status), Period(), [], [], 0, 9, language, members=pool(status=status).names
    )
    terms = next(block for block in document.blocks if isinstance(block, Fields))
    assert dict(terms.rows)["Estado" if language == "pt" else "Status"] == said


def test_a_period_without_movement_says_so() -> None:
    """No table of nothing."""
    document = statement_document(
        pool(), Period(first=NEXT), [], [], 0, 9, "pt", members=pool().names
    )
    assert notes(document) == [("Nada se moveu neste período.", "")]


# --- a prize -------------------------------------------------------------------------------------


def prize(journal: int = 50_100, **others: Any) -> Prize:
    """Return a royal that takes all of 501.00, less 10 % tax: 450.90 handed over."""
    won = Won(
        award="T/1#1",
        pool="p",
        position=20,
        at="2026-11-20T22:00:00.000000Z",
        round="T-1/2026-11-20/1",
        place="T-1",
        seat=3,
        combination="real",
        amount=50_100,
        parts={"J2": 100, "J1": 50_000},
        full=True,
        reset=50_000,
        so_far=Cycle(started=4, base=50_000, increments=100, stakes=2, rates={"5000": 20_000}),
        payments=[Paid(event="t:9", amount=50_100, tax=5_010, account="C1", won=50_100)],
    )
    given: dict[str, Any] = {
        "found": explain(won, journal),
        "won": won,
        "currency": "CVE",
        "combination": Combination(name="real", ppm=1_000_000),
        "why": {"pt": ("Tudo: 501.00 [X R1]",), "en": ("All of it: 501.00 [X R1]",)},
        "player": "p-77",
        "start": 50_000,
        "movements": (
            Movement(day=DAY, reason="increment", lines=2, first=8, last=20, amount=100),
        ),
        "events": 3,
        **others,
    }
    return Prize(**given)


def test_a_prize_is_explained_step_by_step() -> None:
    """500.00 of base and 1.00 of 200.00 at 0.5 % are 501.00, by the cycle and by the journal."""
    document = prize_document(prize(), 88, "pt")
    found = grids(document)
    steps = found["Do prémio integral anterior até este"]
    assert column(steps, "Até aqui") == ["500,00"] * 3 + ["501,00"] * 4
    assert texts(steps.totals[0])[-1] == "501,00"
    lines = found["O mesmo, pelo diário"]
    assert column(lines, "Até aqui") == ["500,00", "501,00"]
    assert column(lines, "Posições") == ["4", "8–20"]
    assert ("As partes do ciclo e o diário dão o mesmo saldo.", "right") in notes(document)
    taken = found["O prémio"]
    assert column(taken, "Parte")[:2] == [
        "Tudo: 501,00 [X R1]",
        f"Pelos termos do jackpot: 100{SPACE}% do saldo",
    ]
    assert texts(taken.totals[0]) == ["Prémio", "501,00"]
    (paid,) = found["Pagamentos"].rows
    assert texts(paid)[2:] == ["501,00", "50,10", "450,90"]
    whose = next(block for block in document.blocks if isinstance(block, Fields))
    assert dict(whose.rows)["Vencedor"] == "lugar 3 · pseudónimo p-77"
    assert document.command == "razao jackpots explain 'T/1#1' --known 88 --lang pt --pdf FICHEIRO"


def test_steps_of_a_settlement_that_no_longer_holds_are_told_to_be_those_of_then() -> None:
    """A round judged anew at 90 is said to be so at 88; of one that was not nothing is said."""
    document = prize_document(prize(judged_since=90), 88, "en")
    said = "judged anew at position 90"
    assert said in grids(document)["The prize"].note
    assert said not in grids(prize_document(prize(), 88, "en"))["The prize"].note


def test_a_prize_that_does_not_add_up_says_by_how_much() -> None:
    """The journal gives 500.90, the cycle 501.00."""
    document = prize_document(prize(50_090), 88, "en")
    (said,) = [text for text, mark in notes(document) if mark == "wrong"]
    assert said.endswith("difference 0.10.")


# --- tables and tax ------------------------------------------------------------------------------


def result(**others: Any) -> TableResult:
    """Return the rules' example: 2 400 by count."""
    given: dict[str, Any] = {
        "place": "RA-01",
        "day": DAY,
        "game": "roleta_americana",
        "profile": "cv-2017@1",
        "casino": "*",
        "currency": "CVE",
        "opening": 500_000,
        "fills": 100_000,
        "credits": 50_000,
        "drop": 230_000,
        "closing": 560_000,
        "by_count": 240_000,
        "by_rounds": 240_000,
        "owed": 0,
        "quebra": 0,
        "hold_ppm": 1_043_478,
        "cagnotte": 0,
        "cagnotte_counted": None,
        "settlements": 0,
        "rounds": 4,
        "settled": True,
        "opened": 5,
        "positions": (5, 9),
        **others,
    }
    return TableResult(**given)


def test_count_and_rounds_stand_side_by_side() -> None:
    """A quebra of 10$00 is marked; the foot sums; each currency has its own table."""
    tables = [
        result(),
        result(place="RA-02", by_rounds=239_000, quebra=1_000),
        result(place="M5-01", currency="MOP", cagnotte=500, cagnotte_counted=400),
    ]
    document = tables_document(DAY, None, tables, 12, 88, "pt")
    found = grids(document)
    assert list(found) == [
        "Contagem e jogadas, lado a lado (CVE)",
        "Contagem e jogadas, lado a lado (MOP)",
        "Cagnotte e comissões (MOP)",
    ]
    mine = found["Contagem e jogadas, lado a lado (CVE)"]
    assert [wrong(row) for row in mine.rows] == [[], ["10$00"]]
    assert column(mine, "Hold") == [f"104,34{SPACE}%"] * 2
    assert texts(mine.totals[0])[7:11] == ["4.800$00", "4.790$00", "0$00", "10$00"]
    (slot,) = found["Cagnotte e comissões (MOP)"].rows
    assert wrong(slot) == [f"{MINUS}1,00"]
    assert document.command == (
        "razao accounts tables --day 2026-11-20 --known 88 --lang pt --pdf FICHEIRO"
    )


def test_what_the_cage_settled_since_stands_apart() -> None:
    """22$50 and 1$00 of two tables, none of a third: 23$50 that no count sees."""
    tables = [
        result(settlements=2_250),
        result(place="RA-02"),
        result(place="RA-03", settlements=100),
    ]
    found = grids(tables_document(DAY, None, tables, 12, 88, "pt"))
    grid = found["Acertos pagos depois, na caixa (CVE)"]
    assert [texts(row)[0::2] for row in grid.rows] == [["RA-01", "22$50"], ["RA-03", "1$00"]]
    assert texts(grid.totals[0])[2] == "23$50"


def test_a_table_that_was_not_counted_is_named() -> None:
    """Its figures are dashes, not zeroes."""
    waiting = result(closing=None, drop=None, by_count=None, quebra=None, settled=False)
    document = tables_document(DAY, None, [waiting, result(by_rounds=239_000)], 1, 88, "en")
    grid = grids(document)["Count and rounds, side by side (CVE)"]
    assert texts(grid.rows[0])[5:8] == ["—", "—", "—"]
    # What was counted is compared with the rounds of the same tables only.
    counted, rest = grid.totals
    assert texts(counted)[7:9] == ["2.400$00", "2.390$00"]
    assert texts(rest)[7:9] == ["", "2.400$00"]
    assert ("Not counted yet: RA-01.", "wrong") in notes(document)


def test_a_slot_that_was_not_counted_is_not_in_the_sum_of_those_that_were() -> None:
    """5$00 and 3$00 by the rounds, one slot counted at 4$00: it lacks 1$00, the other stays out."""
    tables = [
        result(place="NB-01", cagnotte=500, cagnotte_counted=400),
        result(place="NB-02", cagnotte=300, cagnotte_counted=None),
    ]
    grid = grids(tables_document(DAY, None, tables, 1, 88, "en"))["Cagnotte and commissions (CVE)"]
    assert [texts(row) for row in grid.totals] == [
        ["Counted", "", "5$00", "4$00", f"{MINUS}1$00"],
        ["Uncounted", "", "3$00", "", ""],
    ]
    assert wrong(grid.totals[0]) == [f"{MINUS}1$00"]


def span(**others: Any) -> TaxSpan:
    given: dict[str, Any] = {
        "first": DAY,
        "last": DAY,
        "tax_name": "imposto_especial",
        "category": None,
        "currency": "CVE",
        "days": (DAY,),
        "bases": {"mesas": 240_000},
        "base": 240_000,
        "rate_ppm": 100_000,
        "rate_known": None,
        "tax": 24_000,
        "shares": {"estado": 12_000, "turismo": 12_000},
        **others,
    }
    rate = DayRate(first=DAY, last=DAY, ppm=given["rate_ppm"], known=given["rate_known"])
    return TaxSpan(**{"rates": (rate,), **given})


def tax_paper(**others: Any) -> TaxPaper:
    entry = {"casino": "*", "day": DAY, "currency": "CVE", "entries": 1, "first": 5, "last": 9}
    given: dict[str, Any] = {
        "casino": "*",
        "profiles": ("cv-2017@1",),
        "currency": "CVE",
        "first": DAY,
        "last": DAY,
        "revenue": (
            RevenueDay(category="maquinas", reason="receita_bruta", amount=-10_000, **entry),
            RevenueDay(category="mesas", reason="round", amount=251_000, **entry),
            RevenueDay(category="mesas", reason="increment", amount=-1_000, **entry),
        ),
        "spans": (span(),),
        "adjustments": (),
        **others,
    }
    return TaxPaper(**given)


def test_the_tax_stands_with_base_parts_and_declaration() -> None:
    """2 510, less 10 and 100, are 2 400; 5$00 of base and 0$01 of tax undeclared are marked."""
    short = span(declared=77, declared_base=239_500, declared_tax=23_999, findings=("TAX-BASE",))
    document = tax_document(
        [tax_paper(spans=(short,))], Period(first=DAY, last=DAY), None, 3, 88, "pt"
    )
    found = grids(document)
    by_day = found["Base por dia e categoria"]
    assert [one.name for one in by_day.columns] == ["Dia", "Mesas", "Máquinas", "Total"]
    assert texts(by_day.totals[0])[1:] == ["2.500$00", f"{MINUS}100$00", "2.400$00"]
    (row,) = found["Devido e declarado"].rows
    assert wrong(row) == [f"{MINUS}5$00", f"{MINUS}0$01", "TAX-BASE"]
    assert texts(row)[9] == "77"
    parts = found["Repartição do imposto"]
    assert texts(parts.totals[0]) == ["Total", "devida", "120$00", "120$00", "240$00"]
    assert ("Ajustes de dias anteriores: nenhum.", "") in notes(document)


def test_adjustments_and_what_changed_since_the_declaration_are_said() -> None:
    """A late payment of 10$00 of the day before, and a base that is no longer what it was."""
    late = Adjustment(
        position=90,
        day=NEXT,
        of_day=DAY,
        category="mesas",
        reason="round",
        amount=-1_000,
        currency="CVE",
        place="RA-01",
        round=None,
    )
    changed = span(declared=77, declared_base=241_000, declared_tax=24_100, base_then=241_000)
    document = tax_document(
        [tax_paper(spans=(changed,), adjustments=(late,))], Period(first=NEXT), None, 3, 88, "en"
    )
    (row,) = grids(document)["Adjustments of earlier days"].rows
    assert texts(row)[:2] == ["21-11-2026", "20-11-2026"]
    assert texts(row)[-1] == f"{MINUS}10$00"
    (said,) = [text for text, mark in notes(document) if mark == "wrong"]
    assert "a base of 2.410$00; now they give 2.400$00" in said


def test_without_a_rate_there_is_no_tax_and_that_is_said() -> None:
    """A dash where a figure would be a guess."""
    bare = span(rate_ppm=None, tax=None, shares={})
    document = tax_document([tax_paper(spans=(bare,))], Period(), None, 3, 88, "en")
    (row,) = grids(document)["Due and declared"].rows
    assert texts(row)[3:5] == ["—", "—"]
    assert [text for text, mark in notes(document) if mark == "wrong"] == [
        "Neither a parameter nor the profile gives the rate: no tax is computed."
    ]


# --- findings ------------------------------------------------------------------------------------


def finding(**others: Any) -> dict[str, Any]:
    return {
        "id": "0123456789ab" * 2,
        "code": "PAY-DIFF",
        "severity": "critical",
        "rule": "RA R42",
        "place": "RA-01",
        "round": "RA-01/2026-11-20/2",
        "seat": 3,
        "bet": 1,
        "expected": "3600.00",
        "recorded": "2600.00",
        "amount": -100_000,
        "currency": "CVE",
        "state": "open",
        "positions": [4, 9],
        "subject": None,
        "known_from": 9,
        **others,
    }


def test_findings_stand_by_code_with_rule_sums_and_proof() -> None:
    """The grave first; the sentence of the code above, and what each line says of its own."""
    rows = [
        finding(code="BET-MIN", severity="ordinary", amount=None, currency=None, positions=[2]),
        finding(),
        finding(id="f" * 24, seat=None, bet=None, positions=[9, 12]),
    ]
    document = findings_document(rows, {"place": "RA"}, "razao findings", "pt")
    found = grids(document)
    assert [title.partition(" ")[0] for title in found] == ["Resumo", "PAY-DIFF", "BET-MIN"]
    assert column(found["Resumo"], "Constatações") == ["2", "1"]
    pay = next(grid for title, grid in found.items() if title.startswith("PAY-DIFF"))
    first = [text.replace("\u200b", "") for text in texts(pay.rows[0])]
    assert first == [
        "RA-01, jogada 2 de 20-11-2026", "lugar 3, aposta 1", "RA R42", "3.600$00",
        "2.600$00", f"{MINUS}1.000$00 CVE", "4, 9", "aberta",
    ]  # fmt: skip
    assert document.events == 4  # 2, 4, 9, 12


def test_below_a_codes_findings_stand_the_words_of_the_law_that_decide() -> None:
    """Of each rule that they cite, once; of good practice, which is no law, nothing."""
    rows = [finding(), finding(id="f" * 24), finding(code="INT-CHAIN", rule="practice: RFC 6962")]
    said = {
        language: [
            row
            for block in findings_document(rows, {}, "razao findings", language).blocks[2:]
            if isinstance(block, Fields)
            for row in block.rows
        ]
        for language in ("pt", "en")
    }
    words = "«o valor da sua aposta, para além dos seguintes prémios»"
    assert said == {
        "pt": [("Roleta americana, regra 42", words)],
        "en": [("American roulette, rule 42", words)],
    }


def test_a_good_practice_and_a_state_are_said_in_the_papers_language() -> None:
    """No word of the program's stands in a Portuguese paper: *boa prática*, *saldada*."""
    row = finding(code="INT-SILENT", rule="MÁQ R25; practice: Louisiana III-2825", state="remedied")
    said: dict[str, str] = {}
    for language in ("pt", "en"):
        found = grids(findings_document([row], {}, "razao findings", language))
        grid = next(grid for title, grid in found.items() if title.startswith("INT-SILENT"))
        rule, state = texts(grid.rows[0])[2].replace("\u200b", ""), texts(grid.rows[0])[7]
        said[language] = f"{rule} / {state}"
        assert rule in str(grid.note)
    assert said == {
        "pt": "MÁQ R25; boa prática: Louisiana III-2825 / saldada",
        "en": "MÁQ R25; good practice: Louisiana III-2825 / remedied",
    }


def test_a_list_too_long_for_a_document_is_refused_and_names_the_export() -> None:
    """Two thousand are printed, one more is not: never cut."""
    assert too_many(ROWS_MAX) is None
    said = too_many(ROWS_MAX + 1) or ""
    assert "2001" in said
    assert "export findings" in said


# --- bytes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["pt", "en"])
def test_the_same_document_gives_the_same_bytes(language: Any) -> None:
    """PDF/A without a clock; another position of the log is another document."""
    document = tax_document([tax_paper()], Period(), None, 3, 88, language)
    first = pdf_of(document, SOURCE)
    assert first == pdf_of(document, SOURCE)
    assert first.startswith(b"%PDF-")
    assert b"pdfaid" in first
    other = Source(origin="razao.test", position=89, head="cd" * 32, software="razao 0.0.test")
    assert pdf_of(document, other) != first


def test_a_name_in_another_script_does_not_stop_a_document() -> None:
    """No font shows it, so it stands by its code points; every other sign is printed as it is."""
    row = finding(place="龍\x01𖅼", round=None, recorded="ção €")
    document = findings_document([row], {"place": "龍"}, "razao findings", "pt")
    assert pdf_of(document, SOURCE).startswith(b"%PDF-")


def test_a_document_of_an_empty_log_can_be_made() -> None:
    """Before the first event there is no head and no time."""
    nothing = Source(origin="razao.test", position=0, head="", software="razao 0.0.test")
    assert pdf_of(findings_document([], {}, "razao findings", "en"), nothing)


def test_papers_call_each_kind_of_event_as_pages_do() -> None:
    """One name for a kind in each language, whoever writes it."""
    for name, english in KINDS.items():
        assert kind_text(f"{name}/1", "en") == english
        assert kind_text(f"{name}/1", "pt") == translations("pt").gettext(english)
