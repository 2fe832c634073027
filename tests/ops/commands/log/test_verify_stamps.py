"""``razao verify --stamps``: a stamp of time that its authority did not make is named."""

from pathlib import Path

import psycopg

from ledger.events.registry import Heartbeat
from ledger.signed.checkpoint import read_checkpoint
from ops.outside.publishing.stamps import take_stamp
from tests.fixtures.casino import Casino
from tests.fixtures.command import razao
from tests.fixtures.serving import served
from tests.ops.outside.publishing.test_stamps import Tsa, authority, pem


def test_kept_stamps_are_checked_by_the_certificates_that_are_given(
    casino: Casino, tmp_path: Path
) -> None:
    """Exchanged between two checkpoints, neither is over its own; a stranger's is not judged."""
    tsa = Tsa(tmp_path / "tsa")
    (tmp_path / "hora.pem").write_bytes(pem(tsa.root[0], tsa.own[0]))
    file = tmp_path / "authorities"
    file.write_text("authority hora http://127.0.0.1:1/ hora.pem\n")
    log = casino.installation.log
    sizes, note = list[int](), ""
    with served(tsa.app()) as address:
        for _ in range(2):
            casino.say("mesa", Heartbeat())
            note = log.checkpoint()
            sizes.append(read_checkpoint(note).size)
            token = take_stamp(authority(tsa, f"{address}/"), note)
            log.keep_stamp(sizes[-1], "hora", note, token)
    log.keep_stamp(sizes[-1], "outra", note, b"nobody can judge this")
    home = casino.installation.home

    def verify(*arguments: str) -> tuple[int, str]:
        done = razao(casino.superuser, home, "verify", *arguments)
        return done.returncode, done.stdout

    assert verify("--stamps", str(file))[0] == 0
    with psycopg.connect(casino.superuser) as connection:
        connection.execute("ALTER TABLE ledger.stamps DISABLE TRIGGER ALL")
        connection.execute(
            "UPDATE ledger.stamps AS s SET token = o.token FROM ledger.stamps AS o "
            "WHERE s.authority = 'hora' AND o.authority = 'hora' AND s.size <> o.size"
        )
        connection.execute("ALTER TABLE ledger.stamps ENABLE ALWAYS TRIGGER refuse_change")
    code, told = verify("--stamps", str(file))
    assert code == 1
    for size in sizes:
        assert f"stamp: ledger.stamps, {size} events: hora: no stamp over this checkpoint" in told
    assert "outra" not in told
    assert verify()[0] == 0  # without certificates nobody can say whose a stamp is
