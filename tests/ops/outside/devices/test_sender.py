"""What a device's sender does at each answer of a real house."""

import random
from pathlib import Path

import pytest

from ledger.events.registry import KeyRevoked
from ops.outside.devices.razao_client import (
    Device,
    House,
    HouseError,
    Key,
    KeyFileError,
    Outbox,
    Receipt,
    Said,
    Sender,
)
from ops.outside.devices.razao_client.outbox import OutboxError, Waiting
from ops.outside.devices.razao_client.sender import set_aside
from ops.outside.devices.razao_client.vocabulary import Vocabulary
from ops.outside.devices.razao_client.wire import Segment
from tests.fixtures.casino import ORIGIN
from tests.helpers.each import each
from tests.ops.outside.devices.agents import WORD
from tests.ops.outside.devices.conftest import Line, Served


def sender_of(device: Device, house: House, keep: int = 1_000) -> Sender:
    return Sender(device, house, keep=keep, chance=random.Random(7))


def send_all(sender: Sender) -> None:
    """Send until nothing waits, or there is trouble."""
    while sender.device.outbox.waiting_count():
        sender.step()
        if sender.trouble is not None:
            return
    sender.step()


def trouble_of(sender: Sender) -> tuple[str, bool]:
    """Return the code of what keeps events back, and whether a person has to do something."""
    assert sender.trouble is not None
    return sender.trouble.code, sender.trouble.person


def copy_of(device: Device, path: Path) -> Outbox:
    """Return an outbox of the same device that has nothing in it yet."""
    return Outbox.make(path, ORIGIN, device.source, device.key.public)


def receipt_at(one: Waiting, device: Device, position: int) -> Receipt:
    return Receipt(
        origin=ORIGIN,
        source=device.source,
        first=one.first,
        count=one.count,
        link=one.link.hex(),
        position=position,
    )


def test_what_was_kept_gets_its_receipts(served: Served, device: Device, house: House) -> None:
    """Events alone and together, once each and in order; the house tells the newest again."""
    device.say("heartbeat/1", {"waiting": 1})
    opened = Said(kind="bets-opened/1", payload={"seconds": 15}, round="RA-04/2026-11-20/1")
    device.say_together([opened, Said(kind="heartbeat/1", payload={"waiting": 2})])
    device.say("heartbeat/1", {})
    sender = sender_of(device, house)
    send_all(sender)
    assert sender.trouble is None
    assert device.outbox.waiting_count() == 0
    assert served.recorded(device.source) == 4
    assert [(one.first, one.count) for one in device.outbox.receipts()] == [(1, 1), (2, 2), (4, 1)]
    last = device.outbox.last_receipt()
    assert last is not None
    assert house.last(device.source) == last


def test_a_lost_answer_is_healed_by_sending_again(
    served: Served, device: Device, house: House
) -> None:
    """The receipts never came: the same bytes get the same ones, and nothing stands there twice."""
    for number in range(5):
        device.say("heartbeat/1", {"waiting": number})
    answers = house.send([one.line for one in device.waiting(10, 1_000_000)])
    assert {one.outcome for one in answers} == {"recorded"}
    sender = sender_of(device, house)
    send_all(sender)
    assert sender.trouble is None
    assert list(device.outbox.receipts()) == [one.receipt for one in answers]
    assert served.recorded(device.source) == 5
    assert device.outbox.notes() == []


def test_no_network_is_waited_for(served: Served, device: Device, house: House, line: Line) -> None:
    """Nobody answers: the pauses grow, nothing is lost, and it goes on by itself afterwards."""
    device.say("heartbeat/1", {})
    lonely = House(line.url, house.token, timeout=2)
    sender = sender_of(device, lonely)
    pauses = [sender.step() for _ in range(9)]
    assert trouble_of(sender) == ("unreachable", False)
    assert pauses[0] < 1
    assert 30 <= pauses[-1] <= 90
    assert len(set(pauses)) == len(pauses)
    line.up()
    send_all(sender)
    lonely.close()
    assert sender.trouble is None
    assert served.recorded(device.source) == 1


def test_a_house_that_hung_up_meanwhile_is_called_again(
    device: Device, house: House, line: Line
) -> None:
    """As a service does after some seconds of silence: the next event goes all the same."""
    line.up()
    called = House(line.url, house.token)
    sender = sender_of(device, called)
    for number in range(3):
        device.say("heartbeat/1", {"waiting": number})
        sender.step()
        assert sender.trouble is None
        line.cut()
    assert device.outbox.waiting_count() == 0
    called.close()


def test_a_line_that_is_cut_in_the_middle_is_no_loss(
    served: Served, device: Device, house: House, line: Line
) -> None:
    """Of the question or of the answer, wherever: sent again, everything is there once."""
    line.up()
    for size in (10, 300, 900, 1_500, 2_500):
        for number in range(3):
            device.say("heartbeat/1", {"waiting": number})
        cut = House(line.url, house.token, timeout=2)
        sender = sender_of(device, cut)
        sender._compared = True
        line.bytes_left = size
        send_all(sender)
        cut.close()
    send_all(sender_of(device, house))
    assert device.outbox.waiting_count() == 0
    assert served.recorded(device.source) == 15
    assert device.outbox.notes() == []


def test_a_key_that_nobody_enrolled_is_for_a_person(served: Served, device: Device) -> None:
    """It says so, keeps everything, and goes on when the registrars have agreed."""
    device.say("heartbeat/1", {})
    house = House(served.url, served.token(device.source))
    sender = sender_of(device, house)
    sender.step()
    assert trouble_of(sender) == ("unknown-source", True)
    assert sender.trouble is not None
    assert "registadores" in sender.trouble.pt
    served.enrol(device.key, device.source)
    send_all(sender)
    house.close()
    assert sender.trouble is None
    assert served.recorded(device.source) == 1


def test_a_token_that_is_none_is_for_a_person(served: Served, device: Device) -> None:
    """Nothing is thrown away, and nobody is asked more than now and then."""
    device.say("heartbeat/1", {})
    house = House(served.url, "razao_nothing")
    sender = sender_of(device, house)
    pauses = [sender.step() for _ in range(12)]
    house.close()
    assert trouble_of(sender) == ("token", True)
    assert pauses[-1] >= 150
    assert device.outbox.waiting_count() == 1


def test_a_token_of_another_device_is_for_a_person(served: Served, device: Device) -> None:
    """The house tells nothing of the device to whoever is not it."""
    served.enrol(Key.from_seed(bytes(32)), f"{device.source}-other")
    device.say("heartbeat/1", {})
    other = House(served.url, served.token(f"{device.source}-other"))
    sender = sender_of(device, other)
    sender.step()
    assert trouble_of(sender) == ("token", True)
    sender._compared = True
    sender.step()
    other.close()
    assert trouble_of(sender) == ("not-your-source", True)


def test_a_house_that_lost_events_is_told_of_its_receipts(
    served: Served, device: Device, house: House
) -> None:
    """The receipts are evidence; the events go there again, and the log has them."""
    for number in range(3):
        device.say("heartbeat/1", {"waiting": number})
    # Receipts that the house gave before it was restored from an older copy of itself.
    lines = device.waiting(10, 1_000_000)
    device.receive([receipt_at(one, device, 7_000_000 + one.first) for one in lines], 100)
    assert device.outbox.waiting_count() == 0
    sender = sender_of(device, house)
    sender.step()
    send_all(sender)
    assert served.recorded(device.source) == 3
    codes = [one["code"] for one in device.outbox.notes()]
    assert codes == ["receipts-lost", *["receipt-contradicts"] * 3]


def test_a_house_that_lost_what_is_forgotten_here_is_for_a_person(
    device: Device, house: House
) -> None:
    """The bytes are gone: nothing is sent, and the receipts stand in the notes."""
    device.say("heartbeat/1", {})
    device.say("heartbeat/1", {"waiting": 1})
    lines = device.waiting(10, 1_000_000)
    device.receive([receipt_at(one, device, 7_000_000 + one.first) for one in lines], 0)
    device.say("heartbeat/1", {"waiting": 2})
    sender = sender_of(device, house)
    sender.step()
    assert trouble_of(sender) == ("receipts-lost", True)
    assert device.outbox.waiting_count() == 1


def test_an_old_copy_of_the_outbox_sends_nothing(
    served: Served, device: Device, house: House, tmp_path: Path
) -> None:
    """A disk image that was put back would fork its chain: it says so before it sends anything."""
    device.say("heartbeat/1", {})
    device.say("heartbeat/1", {"waiting": 1})
    send_all(sender_of(device, house))
    old = Device(device.key, copy_of(device, tmp_path / "old.db"))
    old.say("heartbeat/1", {"waiting": 9})
    sender = sender_of(old, house)
    sender.step()
    assert trouble_of(sender) == ("outbox-behind", True)
    assert served.recorded(device.source) == 2
    old.outbox.close()


def test_another_event_at_a_seq_is_a_fork(device: Device, house: House, tmp_path: Path) -> None:
    """Two devices of one name: the second stops, and its event stays in its outbox."""
    device.say("heartbeat/1", {})
    twin = Device(device.key, copy_of(device, tmp_path / "twin.db"))
    twin.say("heartbeat/1", {"waiting": 9})
    send_all(sender_of(device, house))
    sender = sender_of(twin, house)
    sender.step()
    assert trouble_of(sender) == ("fork", True)
    assert twin.outbox.waiting_count() == 1
    (note,) = twin.outbox.notes()
    assert note["code"] == "fork"
    twin.outbox.close()


def test_a_fork_that_the_door_finds_is_written_down(
    device: Device, house: House, tmp_path: Path
) -> None:
    """The other's event came between the look and the sending; it is noted once."""
    twin = Device(device.key, copy_of(device, tmp_path / "twin.db"))
    twin.say("heartbeat/1", {"waiting": 9})
    sender = sender_of(twin, house)
    sender._compare()
    device.say("heartbeat/1", {})
    send_all(sender_of(device, house))
    for _ in range(3):
        sender.step()
    assert trouble_of(sender) == ("fork", True)
    (note,) = twin.outbox.notes()
    assert note["code"] == "fork"
    twin.outbox.close()


def test_a_chain_goes_on_after_a_lost_disk(
    served: Served, device: Device, house: House, tmp_path: Path
) -> None:
    """Seq and link come from the house's last receipt."""
    device.say("heartbeat/1", {})
    device.say("heartbeat/1", {"waiting": 1})
    send_all(sender_of(device, house))
    last = house.last(device.source)
    assert last is not None
    new = Outbox.make(
        tmp_path / "new.db",
        ORIGIN,
        device.source,
        device.key.public,
        seq=last.last,
        link=bytes.fromhex(last.link),
    )
    again = Device(device.key, new)
    assert again.say("heartbeat/1", {"waiting": 2}).seq == 3
    sender = sender_of(again, house)
    send_all(sender)
    new.close()
    assert sender.trouble is None
    assert served.recorded(device.source) == 3


def test_a_segment_of_which_the_house_has_a_part_is_cut(
    served: Served, device: Device, house: House
) -> None:
    """The device signed the same events anew, more of them together: the rest goes by itself."""
    device.say("heartbeat/1", {})
    device.say("heartbeat/1", {"waiting": 1})
    first, second = device.waiting(2, 1_000_000)
    house.send([first.line])
    envelopes = [each for one in (first, second) for each in Segment.read(one.line).envelopes]
    outbox = device.outbox
    with outbox._writing():
        outbox._connection.execute("DELETE FROM segment")
        outbox._insert([(1, device._sign(envelopes, 1, bytes(32)))])
    sender = sender_of(device, house)
    sender._compared = True
    sender.step()
    assert trouble_of(sender) == ("overlap", False)
    send_all(sender)
    assert sender.trouble is None
    assert served.recorded(device.source) == 2
    assert [(one.first, one.count) for one in outbox.receipts()] == [(1, 1), (2, 1)]


def test_an_event_that_the_house_refuses_for_ever_is_set_aside(
    served: Served, device: Device, house: House
) -> None:
    """Those after it follow what came before, signed anew; its bytes stay in the notes."""
    device.say("heartbeat/1", {})
    unlearned = Device(device.key, device.outbox, words=Vocabulary({}, {}), unknown_kinds=True)
    unlearned.say("heartbeat/1", {"wating": 3})
    device.say("heartbeat/1", {"waiting": 2}, id="after")
    sender = sender_of(device, house)
    sender.step()
    sender.step()
    assert trouble_of(sender) == ("malformed", True)
    assert sender.trouble is not None
    assert "set-aside" in sender.trouble.en
    with pytest.raises(OutboxError, match="not the first event that waits"):
        set_aside(device, house, 3)
    assert set_aside(device, house, 2) == 1
    send_all(sender)
    assert sender.trouble is None
    assert served.recorded(device.source) == 2
    again = device.say("heartbeat/1", {"waiting": 2}, id="after")
    assert (again.seq, again.repeated) == (2, True)
    (note,) = device.outbox.notes()
    assert note["code"] == "set-aside"
    good = device.say("heartbeat/1", {"waiting": 4})
    with pytest.raises(HouseError, match="the house says recorded"):
        set_aside(device, house, good.seq)
    assert served.recorded(device.source) == 3


def test_a_kind_that_the_house_does_not_know_is_told(device: Device, house: House) -> None:
    """It is recorded, and noted once, however often it is said."""
    newer = Device(device.key, device.outbox, unknown_kinds=True)
    for number in range(3):
        newer.say("never-seen/1", {"number": number})
    sender = sender_of(newer, house)
    send_all(sender)
    assert sender.trouble is None
    (note,) = device.outbox.notes()
    assert "never-seen/1" in note["pt"]


def test_a_key_is_followed_by_another(
    served: Served, device: Device, house: House, tmp_path: Path
) -> None:
    """The old one says so; events of both keys are recorded."""
    device.say("heartbeat/1", {})
    device.rotate(Key.make(tmp_path / "next.pem", WORD))
    device.say("heartbeat/1", {"waiting": 1})
    sender = sender_of(device, house)
    send_all(sender)
    assert sender.trouble is None
    assert served.recorded(device.source) == 3


def test_a_revoked_key_leaves_nothing_behind(
    served: Served, device: Device, house: House, tmp_path: Path
) -> None:
    """What waits is signed by the key that registrars enrol instead; its bytes stay."""
    device.say("heartbeat/1", {})
    send_all(sender_of(device, house))
    revoked = KeyRevoked(source=device.source, key=device.key.public.hex(), reason="lost")
    installation = served.casino.installation
    installation.send(installation.agreed(revoked))
    kept = device.say("heartbeat/1", {"waiting": 1})
    sender = sender_of(device, house)
    sender.step()
    assert trouble_of(sender) == ("key-revoked", True)
    fresh = Key.make(tmp_path / "fresh.pem", WORD)
    again = Device.with_new_key(fresh, device.outbox)
    served.enrol(fresh, device.source)
    sender = sender_of(again, house)
    send_all(sender)
    assert sender.trouble is None
    last = house.last(device.source)
    assert last is not None
    assert last.link == kept.link
    with pytest.raises(KeyFileError, match="goes on with the key"):
        Device(device.key, device.outbox)


def test_a_clock_that_is_astray_is_told(device: Device, house: House) -> None:
    """By the house's answers; a second is none."""
    sender = sender_of(device, house)
    house.last(device.source)
    assert house.ahead is not None
    assert sender.clock_trouble() is None
    house.ahead = -90.4
    trouble = sender.clock_trouble()
    assert trouble is not None
    assert "90 segundos atrasado" in trouble.pt


@each("url", ["http://razao.casino.example", "ftp://localhost", "localhost:80"])
def test_a_token_goes_nowhere_in_clear(url: str) -> None:
    """Plain http is for this machine alone."""
    with pytest.raises(HouseError, match="expected"):
        House(url, "razao_token")
