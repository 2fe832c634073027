"""States that filters may name are those that the stages write."""

from itertools import product

from projections.reads.basis.known_names import STATES
from projections.stages.judging.verdicts import state_of


def test_the_states_of_rounds_are_all_those_that_a_judged_round_can_be_in() -> None:
    """Of every way in which a round may stand, and no other: nobody need look through the rows."""
    made = {
        state_of(
            agrees=agrees,
            unpaid=unpaid,
            compared=compared,
            void=void,
            proved=proved,
            pending=pending,
        )
        for agrees, unpaid, compared, void, proved, pending in product((True, False), repeat=6)
    }
    assert STATES["rounds"].fixed == made
    assert not STATES["rounds"].told


def test_a_case_of_which_a_party_appealed_is_found_by_its_state() -> None:
    """``appealed`` is what the stage writes; ``reopened`` is said of findings, and of no case."""
    assert STATES["disputes"].fixed == {"open", "answered", "decided", "appealed"}
    assert not STATES["disputes"].told
    assert "reopened" in STATES["findings"].fixed
