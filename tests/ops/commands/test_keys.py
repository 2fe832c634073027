"""``razao keys enrol``: a role of the list, bound as it asks, or misuse that says why."""

from pathlib import Path

from ledger.door.opening import read_keyring
from tests.fixtures.casino import Casino
from tests.fixtures.command import Done, razao


def enrol(casino: Casino, home: Path, *arguments: str) -> Done:
    """Ask for a source's enrolment."""
    return razao(casino.superuser, home, "keys", "enrol", *arguments)


def test_a_table_is_enrolled_with_its_casino_places_and_pools(
    casino: Casino, tmp_path: Path
) -> None:
    """What was asked for stands in the keyring, and in the list of sources."""
    asked = ("mesa", "--role", "table", "--casino", "c-1")
    done = enrol(casino, tmp_path, *asked, "--place", "RA-01", "--place", "RA-02", "--pool", "p")
    assert done.returncode == 0, done
    source = read_keyring(casino.installation.reader).sources["mesa"]
    assert (source.role, source.casino, source.places) == ("table", "c-1", ("RA-01", "RA-02"))
    assert source.pools == ("p",)
    listed = razao(casino.superuser, tmp_path, "keys", "list").stdout
    assert "RA-01" in listed


def test_a_word_outside_the_list_is_misuse(casino: Casino, tmp_path: Path) -> None:
    """Banana is no role: the whole list is told, and what is near a word that is nearly one."""
    done = enrol(casino, tmp_path, "x", "--role", "banana")
    assert done.returncode == 2
    assert "expected one of table, bingo_room, machine" in done.stderr.replace("\n", " ")
    assert "near: supervisor" in enrol(casino, tmp_path, "x", "--role", "superviser").stderr
    assert casino.installation.store.head("x") is None


def test_what_a_role_is_bound_to_must_be_told_and_nothing_else(
    casino: Casino, tmp_path: Path
) -> None:
    """A table without places, an inspector of a casino, a device's person, a side of no list."""
    for arguments, why in (
        (("x", "--role", "table", "--casino", "c"), "expected places, got none"),
        (("x", "--role", "inspector", "--casino", "c"), "expected no casino, got some"),
        (("x", "--role", "witness", "--person", "n-1"), "is a device's"),
        (("x", "--role", "registrar", "--side", "left"), "expected house or authority"),
        (("x", "--role", "registrar"), "expected a side, got none"),
    ):
        done = enrol(casino, tmp_path, *arguments)
        assert (done.returncode, why in done.stderr.replace("\n", " ")) == (2, True), done


def test_a_pair_never_in_one_hand_is_misuse_and_records_nothing(
    casino: Casino, tmp_path: Path
) -> None:
    """Ana deals; the same Ana cannot be an inspector, and the log says nothing of it."""
    person = ("--person", "n-1")
    done = enrol(casino, tmp_path, "ana-banca", "--role", "dealer", "--casino", "c", *person)
    assert done.returncode == 0, done
    last = casino.last
    done = enrol(casino, tmp_path, "ana-insp", "--role", "inspector", *person)
    assert done.returncode == 2
    assert "never in one hand with inspector" in done.stderr.replace("\n", " ")
    assert casino.last in (last, last + 1)  # the tick of a door that closed
