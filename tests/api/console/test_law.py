"""How a page quotes the law: cut where a part is cited, marked, the good practice named."""

from api.console.language.law import CUT, ground_of, quoted
from projections.replay.rulebook.book import rule_book


def test_a_long_rule_is_cut_to_its_head_and_the_line_that_is_cited() -> None:
    """Of SD R27 g: how it begins, […], the line g; the rule's own page has it whole."""
    (rule, *_more) = ground_of("SD R27 g, R28", "pt").quoted
    text = "".join(part for part, _decides in rule.parts)
    lines = text.split("\n")
    assert lines[0].startswith("Quando o pagador e o jogador tiverem a mesma combinação")
    assert lines[1] == CUT
    assert lines[2].startswith("g) ")
    whole = quoted(rule_book()["SD R27"], "pt", whole=True)
    assert "".join(part for part, _decides in whole.parts) == rule_book()["SD R27"].words


def test_more_rules_than_two_are_named_and_not_quoted() -> None:
    """With the names people say, in the language of the page."""
    found = ground_of("RA R35, R36, R37; RF R27", "en")
    assert [one.name for one in found.quoted] == ["RA R35", "RA R36"]
    assert found.named == (
        ("RA R37", "American roulette, rule 37"),
        ("RF R27", "French roulette, rule 27"),
    )


def test_where_the_law_has_no_rule_the_practice_is_named() -> None:
    """Openly: nothing is quoted, and the source stands there; a law outside the book likewise."""
    found = ground_of("practice: Maryland 36.05.03.25", "pt")
    assert found.quoted == ()
    assert found.practices == ("Maryland 36.05.03.25",)
    assert ground_of("000 n.15; law: DL 422/89, art. 58 (Portugal)", "pt").laws == (
        "DL 422/89, art. 58 (Portugal)",
    )
