"""The words of exported tables: every column has a head, every closed list its Portuguese."""

from typing import get_args

import pytest

from api.answers.daily import EXPORT
from api.documents.words.columns import NAMES, head_of, words_of
from api.documents.words.reasons import CATEGORIES, POOL_REASONS, REVENUE_REASONS
from projections.base.produced import RevenueReason
from projections.reads.files.exports import EXPORTS, Export
from projections.stages.accounts.tax import CATEGORIES as TAXED
from projections.stages.judging.verdicts import State as VerdictState
from projections.stages.pools.books import accounts
from projections.stages.reviews.reviews import State as CaseState


@pytest.mark.parametrize("export", [*EXPORTS.values(), EXPORT], ids=lambda export: export.name)
def test_every_column_has_a_head_of_its_own_and_words_if_it_is_no_name(export: Export) -> None:
    """A new column is either of names or says what its words are; no two heads are alike."""
    heads = [head_of(export.name, one.name) for one in export.columns]
    assert len(set(heads)) == len(heads)
    for one in export.columns:
        if one.kind == "text":
            known = words_of(export.name, one.name) is not None
            assert known != (one.name in NAMES) or one.name == "subject"


def test_what_the_stages_may_say_has_its_words() -> None:
    """Verdicts, cases, receita and the jackpots' journal: none is left in English."""
    for export, words in (("rounds", VerdictState), ("disputes", CaseState)):
        tell = words_of(export, "state")
        assert tell is not None
        assert not [one for one in get_args(words) if tell(one) == one]
    assert set(get_args(RevenueReason)) == {*REVENUE_REASONS}
    assert {*TAXED} == {*CATEGORIES}
    reasons = {
        getattr(accounts, name)
        for name in (
            *("JACKPOT_BET", "INCREMENT", "VOIDED", "FUNDED", "AWARD", "AWARD_REVERSED", "RESET"),
            *("PAYMENT", "WITHHELD", "ADJUSTMENT", "TRANSFER", "REVERSAL", "DECLARED", "END"),
            *("GIVEN", "COVERED", "CARRY", "LINK"),
        )
    }
    assert reasons == {*POOL_REASONS}
