"""Lives of keys by commands: rotated, revoked and enrolled again, the service's among them."""

from pathlib import Path

import msgspec
import pytest

from ledger.door.opening import read_keyring
from ledger.events.registry import Heartbeat, KeyRevoked, SourceEnrolled
from ledger.keys import Source
from ledger.signed.signing import KeySigner
from ledger.signed.sources import SourceChain, prove_possession
from ops.errors import MisuseError
from ops.outside.registrar.custody import open_key, passphrase_from
from ops.outside.registrar.heads import keep_head, newest_head
from tests.fixtures.casino import AT, ORIGIN, Casino
from tests.fixtures.command import Done, razao

END = "2026-12-31T00:00:00.000000Z"


def keys(casino: Casino, *arguments: str, home: Path | None = None) -> Done:
    return razao(casino.superuser, home or casino.installation.home, "keys", *arguments)


def known(casino: Casino, source: str) -> Source:
    return read_keyring(casino.installation.reader).sources[source]


def test_a_rotated_key_keeps_the_end_that_registrars_set(casino: Casino) -> None:
    """A device goes on by a key of its own making, and no longer than it might have before."""
    installation = casino.installation
    signer = installation.keys.make("mesa")
    proof = prove_possession(ORIGIN, "mesa", signer)
    key = signer.public_key.hex()
    act = SourceEnrolled(source="mesa", role="table", key=key, proof=proof, not_after=END)
    installation.send(installation.agreed(act, AT))
    done = keys(casino, "rotate", "mesa")
    assert done.returncode == 0, done
    old, new = known(casino, "mesa").keys
    assert (old.ended, new.not_after) == (new.since, END)
    assert new.public == installation.keys.load("mesa").public_key
    installation.send([installation.chain("mesa").say(Heartbeat(), AT)])


def test_a_revoked_source_is_enrolled_again_under_its_name(casino: Casino) -> None:
    """Its chain goes on; a second enrolment of the living one is misuse."""
    asked = ("enrol", "mesa", "--role", "table", "--casino", "c-1", "--place", "RA-01")
    assert keys(casino, *asked).returncode == 0
    assert "is enrolled already" in keys(casino, *asked).stderr
    assert keys(casino, "revoke", "mesa", "--reason", "roubo").returncode == 0
    again = keys(casino, "revoke", "mesa", "--reason", "roubo")
    assert again.returncode == 2
    assert "--since still says" in again.stderr
    rotated = keys(casino, "rotate", "mesa")
    assert (rotated.returncode, "enrol" in rotated.stderr) == (2, True), rotated
    done = keys(casino, *asked)
    assert done.returncode == 0, done
    first, second = known(casino, "mesa").keys
    assert (first.revoked, second.ended) == (True, None)
    assert second.public == casino.installation.keys.load("mesa").public_key


def test_a_revoked_service_goes_on_by_its_next_key_without_a_restart(casino: Casino) -> None:
    """Its old key says nothing from the revocation on; a door that is open takes the next."""
    door = casino.installation.door
    assert casino.tick().accepted
    assert keys(casino, "revoke", "servico", "--reason", "roubo").returncode == 0
    casino.tick()  # another process spoke meanwhile: the place is taken, then the key is over
    assert casino.tick().outcome == "key-revoked"
    assert not casino.installation.take_service_key()
    assert keys(casino, "enrol", "servico", "--role", "service").returncode == 0
    while casino.tick().outcome == "fork":
        pass
    assert casino.tick().outcome == "key-revoked"
    assert casino.installation.take_service_key()
    assert casino.tick().accepted
    assert door.service is not None
    assert door.service.signer.public_key == known(casino, "servico").keys[-1].public


def test_without_a_service_a_recovery_is_said_by_another_key(casino: Casino) -> None:
    """Whoever is enrolled may say what the sealed key signed."""
    casino.say("mesa", Heartbeat())
    installation = casino.installation
    key = installation.keys.load("servico").public_key.hex()
    installation.send(installation.agreed(KeyRevoked(source="servico", key=key), AT))
    answer = installation.say_by_any(Heartbeat())
    assert answer.receipt is not None
    assert answer.receipt.source != "servico"


def test_a_head_older_than_what_was_signed_here_is_refused(tmp_path: Path) -> None:
    """To go on from there would be a fork, for which the registrar were to answer."""
    chain = SourceChain(ORIGIN, "rui", KeySigner.generate())
    before = f"{chain.seq}:{chain.link.hex()}"
    assert newest_head(tmp_path, ORIGIN, "rui", before).seq == 0
    chain.say(Heartbeat(), AT)
    keep_head(tmp_path, chain)
    now = f"{chain.seq}:{chain.link.hex()}"
    for told in (before, "0", f"1:{'ab' * 32}"):
        with pytest.raises(MisuseError, match="says that rui signed 1:"):
            newest_head(tmp_path, ORIGIN, "rui", told)
    for told in (now, None):
        assert newest_head(tmp_path, ORIGIN, "rui", told).link == chain.link.hex()
    later = newest_head(tmp_path, ORIGIN, "rui", f"7:{'ab' * 32}")
    assert msgspec.to_builtins(later)["seq"] == 7


def test_a_key_that_everybody_can_read_signs_nothing(tmp_path: Path) -> None:
    """It is told how to shut it in; shut in, it opens."""
    path = tmp_path / "rui.key"
    signer = KeySigner.generate()
    signer.save(path)
    path.chmod(0o644)
    with pytest.raises(MisuseError, match="can be read by everybody: chmod 0600"):
        open_key(str(path), passphrase_from())
    path.chmod(0o600)
    assert open_key(str(path), passphrase_from()).public_key == signer.public_key
