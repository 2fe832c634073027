"""Every rule of the law has one name, one row, its words, and an account of how it is kept."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import projections
from projections.replay.codes import CODES
from projections.replay.registry import GAMES
from projections.replay.rulebook.book import chapters, rule_book
from projections.replay.rulebook.citation import cited, rules_cited
from projections.replay.rulebook.table import accounts_of, counted, rule_table

ROOT = Path(str(projections.__file__)).parent
CITING = re.compile(rf"(?:{'|'.join(map(re.escape, chapters()))}) (?!n\.$|R$|has )\S")
"""How a text begins that names a rule; a beginning such as ``SI R`` is completed elsewhere."""
QUOTED = re.compile(rf"""["'](?:{"|".join(map(re.escape, chapters()))}) """)
"""How such a text stands in a file; most files have none, and need not be parsed."""
MARK = 6
"""Letters of the shortest mark: ``prévia`` would say something, ``de`` nothing."""
LAW = 1279
"""Rules of the five sources: 983 of the annex and 54 of the Portaria, and those of the others."""


def citations() -> Iterator[tuple[str, str]]:
    """Yield the texts of the code that name rules, each with its module; no docstring is one."""
    for path, source in sorted((one, one.read_text("utf-8")) for one in ROOT.rglob("*.py")):
        if not QUOTED.search(source):
            continue
        left_out = set[int]()
        texts: list[ast.Constant] = []
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Constant(value=str()):
                    texts.append(node)
                case ast.Expr():
                    left_out.add(id(node.value))
                case ast.JoinedStr():
                    left_out.update(map(id, node.values))
                case _:
                    pass
        for node in texts:
            text = str(node.value)
            if id(node) not in left_out and CITING.match(text):
                yield str(path.relative_to(ROOT)), text


def test_every_rule_of_the_law_has_its_row_and_its_account() -> None:
    """One row each; a rule of which no game and no general account speaks would be forgotten."""
    table = rule_table()
    assert list(table) == list(rule_book())
    assert [name for name, row in table.items() if not row.accounts] == []
    of_law = [row for row in table.values() if not row.rule.chapter.ours]
    assert len(of_law) == LAW
    assert sum(counts.total() for counts in counted().values()) == len(table)


def test_a_game_accounts_for_rules_of_the_book_only() -> None:
    """Under the rule's one name: hold'em, Omaha and sintético speak of the same NB R4."""
    book = rule_book()
    for game in GAMES.values():
        names = [name for name, _rule in accounts_of(game)]
        assert [name for name in names if name not in book] == [], game.name
        assert len(names) == len(set(names)), game.name
    (account,) = rule_table()["NB R4"].accounts
    assert account.games == ("poquer_holdem", "poquer_omaha", "poquer_sintetico")


def test_every_rule_that_the_code_cites_is_in_the_book() -> None:
    """In records, checks, settlements and accounts of every stage."""
    found = list(citations())
    assert len(found) > 1500
    unknown = {text: cited(text).unknown for _module, text in found}
    assert {text: names for text, names in unknown.items() if names} == {}


def test_every_code_cites_the_law_or_names_the_practice_it_follows() -> None:
    """A rule of the book, or openly none and whose good practice; never a placeholder."""
    for code in CODES.values():
        said = cited(code.rule)
        assert said.unknown == (), (code.code, said.unknown)
        assert said.rules or said.practices, code.code
        assert all(len(source) > 3 for source in (*said.practices, *said.laws)), code.code


def test_a_citation_names_parts_ranges_and_whole_articles() -> None:
    """Worked by hand."""
    assert cited("RA R21 a-c, R26; CF R13-14").rules == ("RA R21", "RA R26", "CF R13", "CF R14")
    assert cited("NB R48 e, h").rules == ("NB R48",)
    assert cited("M5 A10 b, c ii, c iv").rules == ("M5 A10 b", "M5 A10 c ii", "M5 A10 c iv")
    assert cited("PK III.4, IV.26").rules == ("PK III.4", "PK IV.26")
    assert cited("CR R20 2.3").rules == ("CR R20",)
    assert cited("Art. 2").rules == ("Art. 2 n.1", "Art. 2 n.2", "Art. 2 n.3")
    assert cited("BI R61 g; practice: Maryland 36.05.03.25").practices == ("Maryland 36.05.03.25",)
    assert cited("000 n.15; law: DL 422/89, art. 58").laws == ("DL 422/89, art. 58",)
    assert cited("003").laws == ("Póquer sem descarte, resumo de um casino",)
    assert cited("RA R16 sometimes, R99").unknown == ("RA R16 sometimes", "R99")


def test_words_are_the_laws_and_marks_come_in_pairs() -> None:
    """No rule without words; what decides stands between two marks."""
    for rule in rule_book().values():
        assert rule.words.strip(), rule.name
        assert rule.marked.count("**") % 2 == 0, rule.name
        assert "\ufffd" not in rule.marked, rule.name
        assert not re.search(r"[ \t]$|\*\*\*", rule.marked, re.MULTILINE), rule.name


def test_what_decides_is_marked_in_every_rule_that_a_code_cites() -> None:
    """Each mark is a part of the rule's own sentences, within one paragraph, and says something."""
    book = rule_book()
    names = {name for code in CODES.values() for name in cited(code.rule).rules}
    assert len(names) > 700
    for name in sorted(names):
        marks = book[name].decisive
        assert marks, name
        for mark in marks:
            assert mark in book[name].words, (name, mark)
            assert "\n" not in mark, (name, mark)
            assert mark == mark.strip(), (name, mark)
            assert len(mark) >= MARK, (name, mark)


def test_words_are_found_by_the_rules_number() -> None:
    """Of four sources, as they are printed."""
    (rule,) = rules_cited("RA R35")
    assert "procede a novo lançamento" in rule.words
    assert rule.spoken("pt") == "Roleta americana, regra 35"
    (rule,) = rules_cited("001 n.29")
    assert rule.words.startswith("A mão é dada no início do jogo ao primeiro jogador")
    (rule,) = rules_cited("Art. 3 VII")
    assert rule.words.startswith("“Base de arranque”, valor inicial suportado")
    (rule,) = rules_cited("M5 A9")
    assert rule.words.startswith("A Casa cobrará uma comissão de 4% sobre o valor do bolo")


def test_what_an_event_carries_is_not_said_to_be_seen_by_persons_only() -> None:
    """Fields that tell a breach are read, and their rules watched; what no event tells is said."""
    for rules in ("NB R7, R9, R11, R13; 001 n.4, n.11-12, n.26", "CF R53-55, R57", "RA R25, R27"):
        for name in cited(rules).rules:
            assert rule_table()[name].status == "watched", name
    assert rule_table()["SI R2"].status == rule_table()["001 n.6"].status == "watched"
    for name in cited("NB R10, R12; CF R56; 001 n.25, n.27").rules:
        assert rule_table()[name].status == "not-checkable", name


def test_no_rule_waits_to_be_judged() -> None:
    """What an event tells is judged; what none tells is said to be a person's to see."""
    assert [name for name, rule in rule_table().items() if rule.status == "missing"] == []
