"""The agent as a terminal meets it, and ``razao-agent`` as its user runs it."""

import json
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest

from ledger.audit.auditor import audit_database
from ops.outside.devices.razao_client.outbox import Outbox
from tests.helpers.each import each
from tests.ops.outside.devices.agents import (
    COMMAND,
    PATIENCE_SECONDS,
    Terminal,
    agent,
    command,
    environment,
    running,
    sent,
)
from tests.ops.outside.devices.conftest import PLACE, Served


def test_a_terminal_says_and_the_house_records(served: Served, folder: Path, source: str) -> None:
    """Plain lines in, each answered when it is kept; mistakes in words; receipts by themselves."""
    beat = {"kind": "heartbeat/1", "payload": {"waiting": 1}, "place": PLACE, "id": "n1"}
    with running(folder):
        terminal = Terminal(folder)
        terminal.send(beat, {"kind": "heartbeat/1", "payload": {"wating": 1}}, beat)
        first, wrong, again = (terminal.answer() for _ in range(3))
        assert (first["kept"], first["event"]) == (True, f"{source}:1")
        assert (wrong["kept"], wrong["code"]) == (False, "malformed")
        assert "parecidos: waiting" in wrong["pt"]
        assert again == {**first, "repeated": True}
        state = sent(terminal)
        assert (state["last"], state["receipt"]["first"], state["troubles"]) == (1, 1, [])
        told = agent(folder, "say", "heartbeat/1", '{"waiting":2}')
        assert json.loads(told.stdout)["event"] == f"{source}:2"
        assert agent(folder, "status").returncode == 0
        second = agent(folder, "run")
        assert second.returncode == 1
        assert "another process holds this outbox" in second.stderr
        assert terminal.ask(beat)["repeated"]
        sent(terminal)
        receipts = [json.loads(one) for one in agent(folder, "receipts").stdout.splitlines()]
        assert [one["first"] for one in receipts] == [1, 2]
        assert terminal.ask({"ask": "receipts", "after": 1})["receipts"] == receipts[1:]
        assert "expected a seq" in terminal.ask({"ask": "receipts", "after": "x"})["en"]
        terminal.close()
    assert served.recorded(source) == 2
    assert not (folder / "outbox.db-wal").exists()


@each(
    ("line", "code", "words"),
    [
        (b"heartbeat", "malformed", "no JSON"),
        (b'{"kind":"heartbeat/1"}', "malformed", "kind and payload are needed"),
        (b'{"kind":"heartbeat/1","payload":{"waiting":1.0}}', "malformed", "whole numbers"),
        (b'{"kind":"heartbeat/1","payload":{"waiting":NaN}}', "malformed", "whole numbers"),
        (b'{"kind":"heartbeat/1","kind":"x/1","payload":{}}', "malformed", "twice"),
        (b'{"kind":"heartbeat/1","payload":{},"who":"me"}', "malformed", "no field 'who'"),
        (b'{"kind":7,"payload":{}}', "malformed", "kind: expected a text"),
        (b'{"kind":"heartbet/1","payload":{}}', "unknown-kind", "near: heartbeat/1"),
        (b"[" * 100_000, "malformed", "no JSON"),
        (
            b'{"kind":"heartbeat/1","id":"d","payload":{"waiting":'
            + b"[" * 900
            + b"]" * 900
            + b"}}",
            "malformed",
            "expected a whole number",
        ),
        (b'{"kind":"\xff","payload":{}}', "malformed", "no JSON"),
        (b'{"ask":"everything"}', "malformed", "status, notes, receipts"),
        (b"x" * 300_000, "oversize", "at most 262144 bytes"),
        (
            b"x" * 393_216 + b'{"kind":"heartbeat/1","payload":{}}',
            "oversize",
            "at most 262144 bytes",
        ),
    ],
)
def test_a_wrong_line_is_answered_in_words(
    terminal: Terminal, line: bytes, code: str, words: str
) -> None:
    """Nothing is kept, the connection stays, and the next line is as good as ever."""
    told = terminal.ask(line)
    assert (told["kept"], told["code"]) == (False, code)
    assert words in told["en"]
    assert told["pt"]
    assert terminal.ask({"ask": "status"})["last"] == 0


@pytest.fixture
def terminal(folder: Path) -> Iterator[Terminal]:
    """Give a terminal of a running agent."""
    with running(folder):
        one = Terminal(folder)
        yield one
        one.close()


def test_it_listens_on_this_machines_own_port(folder: Path, source: str) -> None:
    """For terminals that have no Unix sockets; at no other address of the machine."""
    process = subprocess.Popen(
        [*COMMAND, "run", str(folder), "--tcp", "0"],
        env=environment(folder),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    port = int(process.stderr.readline().rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as terminal:
        terminal.sendall(b'{"kind":"heartbeat/1","payload":{}}\n')
        answer = json.loads(terminal.makefile("rb").readline())
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", port), timeout=PATIENCE_SECONDS)
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE_SECONDS) == 0
    process.stderr.close()
    assert answer["event"] == f"{source}:1"


def test_without_an_agent_the_command_sends_by_itself(
    served: Served, folder: Path, source: str
) -> None:
    """One event to its receipt; and the receipts are those that ``razao verify`` takes."""
    done = agent(folder, "say", "heartbeat/1", '{"waiting":1}', "--place", PLACE)
    kept, receipt = map(json.loads, done.stdout.splitlines())
    assert kept["event"] == f"{source}:1"
    assert receipt["link"] == kept["link"]
    printed = agent(folder, "receipts").stdout
    assert json.loads(printed) == receipt
    assert audit_database(served.casino.conninfo, since=printed).clean
    other = printed.replace(receipt["link"], "0" * 64)
    assert not audit_database(served.casino.conninfo, since=other).clean
    assert served.recorded(source) == 1
    away = agent(folder, "say", "heartbeat/1", "--keep-only")
    assert away.returncode == 0
    told = agent(folder, "status", "--json")
    assert told.returncode == 1  # nothing is sent: no agent runs
    assert json.loads(told.stdout)["waiting"] == 1


def test_a_lost_disk_is_recovered_from_the_house(
    served: Served, folder: Path, source: str, tmp_path: Path
) -> None:
    """Seq and link are the house's, compared with receipts that were kept elsewhere."""
    for number in range(3):
        assert agent(folder, "say", "heartbeat/1", json.dumps({"waiting": number})).returncode == 0
    receipts = tmp_path / "receipts.jsonl"
    receipts.write_text(agent(folder, "receipts").stdout)
    early = tmp_path / "early.db"
    (folder / "outbox.db").rename(early)
    assert "recover" in agent(folder, "say", "heartbeat/1").stderr
    done = agent(folder, "recover", "--receipts", str(receipts))
    assert done.stdout == f"{source}: the chain goes on with seq 4\n"
    assert agent(folder, "say", "heartbeat/1").returncode == 0
    assert served.recorded(source) == 4
    nothing = agent(folder, "recover")
    assert nothing.returncode == 1
    assert "nothing is to be recovered" in nothing.stderr

    # A disk image that was put back: what it said since goes on after what the house has.
    (folder / "outbox.db").unlink()
    early.rename(folder / "outbox.db")
    told = agent(folder, "say", "heartbeat/1", '{"waiting":7}', "--id", "n7")
    assert told.returncode == 1
    assert f"another event at {source}:4" in told.stderr
    again = agent(folder, "recover")
    assert "1 events that waited go on in the new one" in again.stderr
    assert again.stdout == f"{source}: the chain goes on with seq 5\n"
    same = agent(folder, "say", "heartbeat/1", '{"waiting":7}', "--id", "n7")
    assert json.loads(same.stdout.splitlines()[0])["event"] == f"{source}:5"
    assert served.recorded(source) == 5
    assert Outbox.open(folder / "outbox-1.db").seq == 4

    lost = json.loads(receipts.read_text().splitlines()[-1])
    receipts.write_text(json.dumps({**lost, "first": 9}) + "\n")
    contrary = agent(folder, "recover", "--receipts", str(receipts))
    assert contrary.returncode == 1
    assert "keep the receipts" in contrary.stderr


def test_a_key_is_rotated_by_the_command(served: Served, folder: Path, source: str) -> None:
    """The old key stays in the folder; a cut between word and files is healed at the next start."""
    assert agent(folder, "say", "heartbeat/1").returncode == 0
    done = agent(folder, "rotate")
    assert f"{source}:2: from here on" in done.stdout
    assert agent(folder, "say", "heartbeat/1").returncode == 0
    assert served.recorded(source) == 3
    (folder / "key.pem").rename(folder / "key.pem.next")
    (folder / "key-1.pem").rename(folder / "key.pem")
    assert agent(folder, "say", "heartbeat/1").returncode == 0
    assert (folder / "key-1.pem").exists()
    assert served.recorded(source) == 4


@each(
    ("arguments", "code", "words"),
    [
        (("frobnicate", "x"), 2, "invalid choice"),
        (("run",), 2, "required: FOLDER"),
        (("run", "nowhere"), 2, "`razao-agent init` makes"),
        (("say", "nowhere", "heartbeat/1"), 2, "`razao-agent init` makes"),
        (("run", "nowhere", "--tcp", "99999"), 2, "expected 0 to 65535"),
        (("run", "nowhere", "--tcp", "q"), 2, "expected 0 to 65535, got q"),
        (("kinds", "bet-placd/1"), 1, "near: bet-placed/1"),
        (("init", "x", "--origin", "o"), 2, "required"),
    ],
)
def test_wrong_arguments_are_told(
    tmp_path: Path, arguments: tuple[str, ...], code: int, words: str
) -> None:
    """What was expected, and no traceback."""
    with chdir(tmp_path):
        done = command(environment(tmp_path / "x"), *arguments)
    assert done.returncode == code
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_it_speaks_portuguese_first(tmp_path: Path) -> None:
    """English by switch, or where the machine speaks it."""
    assert "O agente de um dispositivo" in command({}, "--help").stdout
    english = {"LANG": "en_GB.UTF-8"}
    assert "A device's agent" in command(english, "--help").stdout
    done = command(english, "--lang", "pt", "run", str(tmp_path))
    assert "faz a pasta" in done.stderr
