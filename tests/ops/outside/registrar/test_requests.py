"""Requests, from hand to hand: registrars agree on machines of their own, without a database."""

import json
from pathlib import Path

import pytest

from ledger.door.opening import read_keyring
from ledger.events.registry import (
    LogKeyReplaced,
    RegistrarProven,
    RegistrarsChanged,
    SourceEnrolled2,
)
from ledger.events.reviews import Approval
from ledger.roles import Role
from ledger.signed.signing import KeySigner
from ledger.signed.sources import SourceChain, prove_possession
from ops.outside.registrar.requests import (
    Request,
    RequestError,
    facts_of,
    fingerprint,
    read_request,
    request_text,
)
from tests.fixtures.casino import AT, ORIGIN, Casino
from tests.fixtures.command import Done, razao

WORD = "uma frase longa"
OTHER = {"key": "00" * 32}


def asking(source: str = "mesa-9") -> Request:
    """Return a request for a table's key."""
    signer = KeySigner.generate()
    act = SourceEnrolled2(
        source=source,
        role=Role.TABLE,
        casino="c-1",
        places=("RA-09",),
        key=signer.public_key.hex(),
        proof=prove_possession(ORIGIN, source, signer),
    )
    return Request(origin=ORIGIN, act=act)


def registrar(name: str) -> SourceChain:
    """Return a registrar who has said nothing yet."""
    return SourceChain(ORIGIN, name, KeySigner.generate())


def test_each_word_follows_the_one_before_and_the_file_keeps_them(tmp_path: Path) -> None:
    """The first says the act, the second approves it by name and link; read back they are equal."""
    asked = asking().agreed(registrar("registo-1"), AT).agreed(registrar("registo-2"), AT)
    (tmp_path / "pedido").write_text(request_text(asked))
    again = read_request(tmp_path / "pedido")
    assert again == asked
    (one, first, link), (two, second, _) = again.named()
    assert (one, two, first.payload) == ("registo-1", "registo-2", asked.act)
    assert second.payload == Approval(target="registo-1:1", link=link.hex())


def test_nobody_agrees_twice_and_nothing_of_another_ledger() -> None:
    """The same registrar again, and a chain of another origin, are refused."""
    asked = asking().agreed(registrar("registo-1"), AT)
    with pytest.raises(RequestError, match="registo-1 has agreed already"):
        asked.agreed(registrar("registo-1"), AT)
    with pytest.raises(RequestError, match="origin: expected 'casb'"):
        asked.agreed(SourceChain("casb", "registo-2", KeySigner.generate()), AT)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda told: told.update(format="outro/1"), "format: expected 'razao-request/1'"),
        (lambda told: told.update(kind="bet-placed/1"), "kind: expected one of"),
        (lambda told: told["payload"].update(source="mesa-8"), "says another act than the file"),
        (lambda told: told.update(words=[], payload=told["payload"] | OTHER), "proved"),
        (lambda told: told.update(origin="casb"), "expected the ledger 'casb'"),
        (lambda told: told["words"][0].update(signature="A" * 86 + "=="), "does not fit"),
        (lambda told: told["words"].append(told["words"][0]), "expected an approval"),
        (lambda told: told.pop("payload"), "expected a request for a key"),
    ],
    ids=["format", "kind", "act", "key", "ledger", "signature", "twice", "nothing"],
)  # fmt: skip
def test_an_altered_file_is_named(tmp_path: Path, change: object, told: str) -> None:
    """Whatever somebody changes on the way, the next to read it says what does not hold."""
    assert callable(change)
    holds = json.loads(request_text(asking().agreed(registrar("registo-1"), AT)))
    change(holds)
    (tmp_path / "pedido").write_text(json.dumps(holds))
    with pytest.raises(RequestError, match=told):
        read_request(tmp_path / "pedido")


NAMES = ["../../x", "mesa\nrole: table", "a\0b", "mesa 9", "\x1b[2Jm"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("where", ["origin", "source", "person", "casino", "place", "removed"])
def test_what_is_no_name_is_refused_wherever_it_stands(
    tmp_path: Path, name: str, where: str
) -> None:
    """A name becomes a file's, and a line that a registrar reads: it is no other word."""
    signer = KeySigner.generate()
    told = {"origin": ORIGIN, "source": "mesa-9", "person": "p", "casino": "c", "place": "RA-09"}
    told |= {"removed": "rui", where: name}
    enrolled = SourceEnrolled2(
        source=told["source"],
        role=Role.TABLE,
        person=told["person"],
        casino=told["casino"],
        places=(told["place"],),
        key=signer.public_key.hex(),
        proof=prove_possession(told["origin"], told["source"], signer),
    )
    changed = RegistrarsChanged(threshold=2, removed=(told["removed"],))
    asked = Request(origin=told["origin"], act=changed if where == "removed" else enrolled)
    (tmp_path / "pedido").write_text(request_text(asked))
    with pytest.raises(RequestError, match="expected a name of letters"):
        read_request(tmp_path / "pedido")
    assert all(line.isprintable() for line in facts_of(asked))


def test_who_agrees_reads_whom_the_authority_names_and_each_key() -> None:
    """Source, person and side of each registrar, and both of the log's keys, are facts."""
    signer = KeySigner.generate()
    one = RegistrarProven(
        source="registo-9",
        person="n-9",
        side="authority",
        key=signer.public_key.hex(),
        proof=prove_possession(ORIGIN, "registo-9", signer),
    )
    facts = facts_of(Request(origin=ORIGIN, act=RegistrarsChanged(threshold=2, named=(one,))))
    assert "registrar: registo-9, n-9, authority" in facts
    first, other = (
        facts_of(
            Request(
                origin=ORIGIN,
                act=LogKeyReplaced(key="00" * 32, mldsa44=half * 1312, proof="00" * 64),
            )
        )
        for half in ("ab", "cd")
    )
    assert first != other


def test_what_is_no_request_is_said_to_be_none(tmp_path: Path) -> None:
    """No file, and a file of something else."""
    with pytest.raises(RequestError, match="No such file"):
        read_request(tmp_path / "nada")
    (tmp_path / "x").write_bytes(b"\xff\x00{")
    with pytest.raises(RequestError, match="expected a request for a key"):
        read_request(tmp_path / "x")


def test_a_table_is_enrolled_by_files_alone(casino: Casino, tmp_path: Path) -> None:
    """Issue 17: it makes its key, two registrars agree without the database, anybody sends it."""
    nowhere = "postgresql://nobody@127.0.0.1:1/none"
    word = tmp_path / "frase"
    word.write_text(WORD + "\n")

    def apart(*arguments: str) -> Done:
        return razao(nowhere, tmp_path / "home", "keys", *arguments)

    asked, one, two = (str(tmp_path / name) for name in ("a", "b", "c"))
    key = str(tmp_path / "mesa.key")
    table = ("--role", "table", "--casino", "c-1", "--place", "RA-09", "--key", key)
    done = apart(
        "request", "mesa-9", "--origin", ORIGIN, *table, "--out", asked,
        "--passphrase-file", str(word),
    )  # fmt: skip
    assert done.returncode == 0, done
    assert b"ENCRYPTED" in Path(key).read_bytes()
    keys = casino.installation.keys
    last = dict(casino.installation.reader.heads())
    for name, (before, after) in {"registo-1": (asked, one), "registo-3": (one, two)}.items():
        seq, link = last[name]
        head = ("--head", f"{seq}:{link.hex()}", "--yes")
        done = apart(
            "approve", before, "--as", name, "--key", str(keys.path(name)), "--out", after, *head
        )
        assert done.returncode == 0, done
        assert "places: RA-09" in done.stderr
    heads = tmp_path / "heads"  # beside the key one may stand, of what he said in other tests
    heads.mkdir()
    lost = (
        "approve", asked, "--as", "registo-2", "--key", str(keys.path("registo-2")), "--yes",
        "--heads", str(heads),
    )  # fmt: skip
    seq, link = last["registo-2"]
    head = f"{seq}:{link.hex()}"
    blind = apart(*lost, "--out", str(tmp_path / "f"))
    assert blind.returncode == 2
    assert "--head is needed" in blind.stderr  # or his first word would be a fork of his chain
    assert not (tmp_path / "f").exists()
    assert apart(*lost, "--head", head, "--out", str(tmp_path / "no" / "x")).returncode == 2
    apart(*lost, "--out", str(tmp_path / "e"))
    (_, word_of_2, _), *_ = read_request(tmp_path / "e").named()
    assert word_of_2.seq == seq + 2  # the word that was lost leaves a gap, and never a fork
    early = razao(casino.superuser, tmp_path, "keys", "send", one)
    assert "1 of 2 have agreed; it waits for more" in early.stdout, early
    sent = razao(casino.superuser, tmp_path, "keys", "send", two)
    assert "source-enrolled/2: in effect" in sent.stdout, sent
    found = read_keyring(casino.installation.reader).sources["mesa-9"]
    assert fingerprint(found.keys[-1].public) in done.stdout
    again = apart(
        "approve", two, "--as", "registo-3", "--key", str(keys.path("registo-3")),
        "--out", str(tmp_path / "d"), "--yes",
    )  # fmt: skip
    assert again.returncode == 2
    assert "registo-3 has agreed already" in again.stderr


def test_a_registrar_goes_on_from_the_list_of_heads(casino: Casino, tmp_path: Path) -> None:
    """No link is copied by hand: `razao keys list --json` tells it, and he sees where he goes on.

    Of registrars who are played here the head stands beside the key, and nothing is to be told.
    """
    installation = casino.installation
    installation.send(installation.agreed(asking("mesa-7").act))
    asked = tmp_path / "asked"
    asked.write_text(request_text(asking("mesa-8")))
    listed = tmp_path / "listed"
    listed.write_text(razao(casino.superuser, tmp_path, "keys", "list", "--json").stdout)
    seq, link = dict(installation.reader.heads())["registo-1"]
    key = installation.keys.path("registo-1")
    for way in (("--heads", str(tmp_path), "--head", str(listed)), ()):
        out = tmp_path / f"out{len(way)}"
        told = razao(
            "", tmp_path, "keys", "approve", str(asked), "--as", "registo-1", "--key", str(key),
            "--out", str(out), "--yes", *way,
        )  # fmt: skip
        assert f"after registo-1:{seq}, link {fingerprint(link)}" in told.stderr, told
        (_, word, _), *_ = read_request(out).named()
        assert (word.seq, word.previous) == (seq + 1, link)
    listed.write_text("nothing")
    wrong = razao(
        "", tmp_path, "keys", "approve", str(asked), "--as", "registo-1", "--key", str(key),
        "--out", str(tmp_path / "x"), "--yes", "--head", str(listed),
    )  # fmt: skip
    assert wrong.returncode == 2
    assert "or the file that `razao keys list --json` wrote" in wrong.stderr


def test_the_sealed_key_is_made_bound_and_broken_by_files(casino: Casino, tmp_path: Path) -> None:
    """Registrars bind it; all lost, it alone names another pair, and the next sealed key."""
    (tmp_path / "frase").write_text(WORD)

    def keys(*arguments: str) -> Done:
        done = razao(casino.superuser, tmp_path / "home", "keys", *arguments)
        assert done.returncode == 0, done
        return done

    word = ("--passphrase-file", str(tmp_path / "frase"))
    ours = ("--origin", ORIGIN)
    for name in ("selo", "selo-2"):
        keys(
            "seal",
            *ours,
            "--key",
            str(tmp_path / f"{name}.pem"),
            "--out",
            str(tmp_path / name),
            *word,
        )
    for name, side in (("nova-1", "authority"), ("nova-2", "house")):
        told = ("--role", "registrar", "--side", side, "--key", str(tmp_path / f"{name}.pem"))
        keys("request", name, *ours, *told, "--out", str(tmp_path / name), *word)
    alone = read_request(tmp_path / "selo").act
    why = casino.door.keyring.change_fault(alone) if isinstance(alone, RegistrarsChanged) else None
    assert why is not None  # or who agreed to it let a single registrar agree alone
    assert why.startswith("1000 are to agree")
    out = str(tmp_path / "muda")
    keys("replace", *ours, "--threshold", "2", "--sealed", str(tmp_path / "selo"), "--out", out)
    act = read_request(Path(out)).act
    casino.installation.send(casino.installation.agreed(act))
    out = str(tmp_path / "recupera")
    keys(
        "recover", *ours, "--threshold", "2", "--key", str(tmp_path / "selo.pem"),
        "--sealed", str(tmp_path / "selo-2"), "--out", out, *word,
        *(part for name in ("nova-1", "nova-2") for part in ("--add", str(tmp_path / name))),
        *(part for name in ("registo-1", "registo-2", "registo-3") for part in ("--remove", name)),
    )  # fmt: skip
    home = casino.installation.home
    sent = razao(casino.superuser, home, "keys", "send", out)
    assert "registrars-recovered/1: in effect" in sent.stdout, sent
    keyring = read_keyring(casino.installation.reader)
    assert keyring.registrars == {"nova-1", "nova-2"}
    again = razao(casino.superuser, home, "keys", "send", out)
    assert again.returncode == 0
    assert read_keyring(casino.installation.reader).registrars == {"nova-1", "nova-2"}
