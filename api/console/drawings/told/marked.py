"""Sentences of replay as a page shows them: cards with their suits drawn, amounts, hours.

Everything that is not a card, an amount or a time is escaped as it stands.
"""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Final

from markupsafe import Markup, escape

from api.console.drawings.words import Words
from projections.reads.basis.value_words import value_in
from projections.replay.kit.cards import DECK

CARD: Final = re.compile(r"\b([2-9TJQKA][cdhs])\b")
MONEY: Final = re.compile(r"-?\d+\.\d\d")
INSTANT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
SUIT: Final = (
    '<svg class="suit suit-{suit}" viewBox="0 0 20 20" aria-hidden="true">'
    '<use href="#s-{suit}"/></svg>'
)
Hour = Callable[[datetime], str]


def card(words: Words, text: str | None) -> Markup:
    """Return a card as rank and drawn suit, said in words; empty for none."""
    if text is None:
        return Markup("")
    rank, suit = words.rank(text)
    if not suit:
        return Markup('<abbr title="{}">?</abbr>').format(words.card(text))
    drawn = Markup(SUIT.format(suit=suit))  # noqa: S704 - a suit of the deck
    return Markup(
        '<span class="pc"><span aria-hidden="true">{}{}</span><span class="hidden">{}</span></span>'
    ).format(rank, drawn, words.card(text))


def sentence(words: Words, text: str) -> Markup:
    """Return a sentence with its cards drawn."""
    parts = CARD.split(text)
    return Markup("").join(card(words, part) if part in DECK else escape(part) for part in parts)


def fact(words: Words, hour: Hour, text: str) -> Markup:
    """Return a finding's expected or recorded fact: an amount, an hour, cards, or its words."""
    if not text:
        return Markup("\u2014")
    if MONEY.fullmatch(text):
        return escape(words.money(int(text.replace(".", ""))))
    if INSTANT.fullmatch(text):
        return escape(hour(datetime.fromisoformat(text)))
    return sentence(words, value_in(text, words.language).replace("_", " "))
