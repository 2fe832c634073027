"""``razao ceremony``: the protocol of a ledger's keys, to be read aloud, compared and signed."""

from collections.abc import Iterator
from enum import StrEnum
from hashlib import sha256
from typing import Annotated, Final

import typer
from rich.table import Table

from ledger.door.opening import read_keyring
from ledger.keys import Keyring
from ops.commands.common import print_whole
from ops.commands.screen import Screen
from ops.installation import SERVICE, open_installation
from ops.outside.registrar.requests import fingerprint
from ops.settings import Settings

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


class Language(StrEnum):
    """A language of the protocol."""

    PT = "pt"
    EN = "en"


_WORDS: Final = {
    "title": ("Cerimónia das chaves de {}", "Ceremony of the keys of {}"),
    "agree": (
        "{} de {} registadores acordam{}",
        "{} of {} registrars agree{}",
    ),
    "classes": (
        "; matriz, chaves da Autoridade e registadores querem um da Autoridade",
        "; the matrix, the Authority's keys and registrars need one of the Authority",
    ),
    "sides": (
        "; chaves do lado da Autoridade querem um dos seus",
        "; keys of the Authority's side need one of its own",
    ),
    "matrix": (
        "Matriz de autoridade: versão {}, desde a posição {}",
        "Matrix of authority: version {}, since position {}",
    ),
    "no matrix": (
        "Matriz de autoridade: ainda não vigora. Os registadores acordam nela por ficheiro",
        "Matrix of authority: not in force yet. Registrars agree to it by a file",
    ),
    "columns": (
        ("chave", "papel", "pessoa", "impressão", "desde", "guardada"),
        ("key", "role", "person", "fingerprint", "since", "held"),
    ),
    "log": ("registo", "log"),
    "service": ("serviço", "service"),
    "registrar house": ("registador, da casa", "registrar, of the house"),
    "registrar authority": ("registador, da Autoridade", "registrar, of the Authority"),
    "registrar": ("registador", "registrar"),
    "sealed": ("selada", "sealed"),
    "by service": ("no servidor, credencial do systemd", "on the server, systemd's credential"),
    "by person": ("pela pessoa: ficheiro cifrado ou token", "by the person: encrypted file, token"),
    "by authority": ("em cofre da Autoridade", "in a safe of the Authority"),
    "nobody": (
        "NINGUÉM: façam-na (passo 4)",
        "NOBODY: make one (step 4)",
    ),
    "log 2": ("registo, ML-DSA-44 por SHA-256", "log, ML-DSA-44 by SHA-256"),
    "to sign": ("Assinam os presentes, cada um ao lado da sua impressão:", ("Those present sign, "
                "each beside his fingerprint:")),
}  # fmt: skip

_STEPS: Final = (
    (
        (
            (
                "Cada registador, na sua máquina, faz a chave e entrega o pedido; lê a impressão "
                "em voz alta"
            ),
            (
                "Each registrar, on a machine of his own, makes his key and hands in a request; he "
                "reads the fingerprint aloud"
            ),
        ),
        (
            (
                "razao keys request {name} --origin {origin} --role registrar --side authority "
                "--key {name}.pem --out {name}.json"
            ),
        ),
    ),
    (
        (
            "No servidor funda-se o registo com os pedidos; nenhuma chave de registador lá fica",
            "On the server the ledger is founded with the requests; no registrar's key stays there",
        ),
        (
            (
                "razao keys found {origin} --registrar {name}.json --threshold {threshold} "
                "--out matrix.json"
            ),
        ),
    ),
    (
        (
            "Os registadores acordam na matriz de autoridade, cada um na sua máquina; envia-se",
            "Registrars agree to the matrix of authority, each on his machine; it is sent",
        ),
        (
            (
                "razao keys approve matrix.json --as {name} --key {name}.pem --head 0 "
                "--out matrix-1.json"
            ),
            "razao keys send matrix-2.json",
        ),
    ),
    (
        (
            "A Autoridade sela uma chave de recuperação; os registadores ligam-na ao registo",
            "The Authority seals a recovery key; registrars bind it to the ledger",
        ),
        (
            "razao keys seal --origin {origin} --key seal.pem --out seal.json",
            (
                "razao keys replace --origin {origin} --threshold {threshold} --sealed seal.json "
                "--out change.json"
            ),
        ),
    ),
    (
        (
            "Cada um confere as impressões acima, e guarda as chaves do registo fora da casa",
            "Each compares the fingerprints above, and keeps the log's keys outside of the house",
        ),
        (
            "razao keys list",
            "razao checkpoint --key > log.keys",
            "razao verify --log-key log.keys",
        ),
    ),
    (
        (
            "Depois de um roubo: diz-se desde quando, e a chave seguinte entra",
            "After a theft: it is said since when, and the next key goes on",
        ),
        (
            "razao keys revoke {name} --reason theft --since 1 --out theft.json",
            "razao keys rotate {service}",
            "razao keys replace-log --out log.json",
        ),
    ),
)


@app.command()
def main(
    language: Annotated[
        Language, typer.Option("--lang", help="The language of the protocol.")
    ] = Language.PT,
) -> None:
    """Print who holds which key, how many agree, and how each of it is done and checked."""
    which = 0 if language is Language.PT else 1
    with open_installation(Settings()) as installation:
        keyring = read_keyring(installation.reader)
        screen = Screen(soft_wrap=True)
        for line in facts(keyring, which):
            screen.print(line)
        table = Table(*_WORDS["columns"][which])
        for row in rows(keyring, which):
            table.add_row(*row)
        print_whole(table)
        for line in (*steps(keyring, which), *signatures(keyring, which)):
            screen.print(line)


def _say(which: int, what: str, *values: object) -> str:
    text = _WORDS[what][which]
    assert isinstance(text, str)
    return text.format(*values)


def facts(keyring: Keyring, which: int) -> Iterator[str]:
    """Yield the facts of a ledger's registrars, a line each; ``which`` is 0 in Portuguese."""
    yield _say(which, "title", keyring.origin)
    binds = "classes" if keyring.classes else "sides" if keyring.knows_sides else ""
    more = _say(which, binds) if binds else ""
    yield _say(which, "agree", keyring.threshold, len(keyring.living_registrars()), more)
    if keyring.authority:
        yield _say(which, "matrix", keyring.authority, keyring.authority_since)
    else:
        yield _say(which, "no matrix")


def rows(keyring: Keyring, which: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the keys that others rest on: the log's, the service's, registrars'."""
    since, log = keyring.log_keys[-1]
    server = _say(which, "by service")
    yield "log", _say(which, "log"), "", fingerprint(log.ed25519), str(since), server
    if log.mldsa44 is not None:
        second = fingerprint(sha256(log.mldsa44).digest())
        yield "log", _say(which, "log 2"), "", second, str(since), server
    service = keyring.sources[keyring.service or SERVICE]
    for one in (service, *keyring.living_registrars()):
        key = one.keys[-1]
        role = one.role if one.side is None else f"{one.role} {one.side}"
        ended = "" if key.ended is None else f", {key.ended}: ×"
        yield (
            one.name,
            _say(which, role),
            one.person or "",
            fingerprint(key.public),
            f"{key.since}{ended}",
            server if one is service else _say(which, "by person"),
        )
    sealed = keyring.recovery
    yield (
        "recuperacao",
        _say(which, "sealed"),
        "",
        "" if sealed is None else fingerprint(sealed),
        "",
        _say(which, "nobody" if sealed is None else "by authority"),
    )


def steps(keyring: Keyring, which: int) -> Iterator[str]:
    """Yield the steps of founding and holding keys, each with its commands, as they are typed."""
    registrars = keyring.living_registrars()
    told = {
        "origin": keyring.origin,
        "threshold": keyring.threshold,
        "name": registrars[0].name if registrars else "registo-1",
        "service": keyring.service,
    }
    for number, (words, commands) in enumerate(_STEPS, 1):
        yield f"{number}. {words[which]}."
        yield from (f"   {command.format_map(told)}" for command in commands)


def signatures(keyring: Keyring, which: int) -> Iterator[str]:
    """Yield a line for each registrar to sign on paper, beside his key's fingerprint."""
    yield _say(which, "to sign")
    for one in keyring.living_registrars():
        yield f"   {one.person or one.name}  {fingerprint(one.keys[-1].public)}  {'_' * 30}"
