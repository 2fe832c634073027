"""The log over HTTP: what an outsider works out from tiles, and a proof that needs no server."""

from base64 import b64decode

import msgspec
import psycopg

from api.services.api_keys import OF_THE_AUTHORITY, Role
from ledger.signed.canonical import decode, encode
from ledger.signed.chain import link_of
from ledger.signed.checkpoint import open_checkpoint
from ledger.signed.merkle import check_inclusion
from ledger.signed.tiles import Tile, TiledTree, number_path, tiles_of
from tests.api.conftest import Site
from tests.api.console.conftest import cookie_of
from tests.ledger.log.test_log import links


def signed(site: Site) -> tuple[int, bytes]:
    """Return size and root of the checkpoint that the site signs, verified by the log's key."""
    note = site.get("/checkpoint", None).text
    key = site.casino.installation.keys.load("log").public_key
    checkpoint = open_checkpoint(note, key)
    return checkpoint.size, checkpoint.root


def test_an_outsider_works_out_the_signed_root_from_tiles(evening: Site) -> None:
    """Without any key: the tiles of the checkpoint's size give its root, and last for ever."""
    size, root = signed(evening)

    def fetch(tile: Tile) -> bytes:
        answer = evening.get(f"/tile/{tile.path}", None)
        assert answer.status_code == 200, answer.text
        assert "immutable" in answer.headers["Cache-Control"]
        return answer.content

    tree = TiledTree(size, fetch)
    assert tree.root() == root
    leaves = links(evening.casino)
    check_inclusion(leaves[4], 4, size, tree.inclusion(4), root)
    last = [tile for tile in tiles_of(size) if tile.level == 0] or [Tile(0, size // 256 - 1)]
    assert fetch(last[0])[-32:] == leaves[size - 1]


def test_tiles_beyond_the_signed_tree_are_not_there(evening: Site) -> None:
    """A wider tile than the tree has, a next one, another spelling: 404 with the reason."""
    size, _ = signed(evening)
    number, width = size // 256, size % 256
    for path in (
        f"0/{number_path(number)}.p/{width + 1}",
        f"0/{number_path(number + 1)}.p/1",
        "5/000.p/1",
        "0/0",
        "00/000",
    ):
        answer = evening.get(f"/tile/{path}", None)
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found"), path


ADDRESSES_OF_LINKS = ("/tile/0/000.p/5", "/v1/events/mesa-ra/4/proof")


def test_where_links_can_be_guessed_they_are_for_who_sees_all(evening: Site) -> None:
    """In a ledger of the older format: tile, proof and page, role by role; no cache keeps them."""
    signed(evening)
    with psycopg.connect(evening.casino.superuser) as connection:
        connection.execute("UPDATE ledger.head SET blinded = false")
    try:
        for address in ADDRESSES_OF_LINKS:
            told = {role: evening.get(address, role).status_code for role in (None, *Role)}
            assert {role for role, status in told.items() if status == 200} == OF_THE_AUTHORITY
            assert told.pop(None) == 401, address
            assert {*told.values()} == {200, 403}, address
        answer = evening.get("/tile/0/000.p/5", Role.INSPECTOR)
        assert "no-store" in answer.headers["Cache-Control"]
        for role, shown in ((Role.FINANCE, False), (Role.INSPECTOR, True)):
            cookies = {"Cookie": f"razao_session={cookie_of(evening, role)}"}
            page = evening.client.get("/eventos/mesa-ra/4", headers=cookies).text
            assert ("Os resumos, do evento até à raiz" in page) == shown
    finally:
        with psycopg.connect(evening.casino.superuser) as connection:
            connection.execute("UPDATE ledger.head SET blinded = true")


def test_a_guesser_with_all_public_tiles_finds_no_ball(evening: Site) -> None:
    """Who knows all but a ball's number tries every one, unblinded and with blinds of his own."""
    size, _ = signed(evening)
    paths = [Tile(0, number).path for number in range(size // 256)]
    paths += [tile.path for tile in tiles_of(size) if tile.level == 0]
    shown: set[bytes] = set()
    for path in paths:
        data = evening.get(f"/tile/{path}", None).content
        shown.update(data[at : at + 32] for at in range(0, len(data), 32))
    assert len(shown) == size
    with psycopg.connect(evening.casino.superuser) as connection:
        rows = connection.execute(
            "SELECT state FROM ledger.events WHERE topic = 'ball-landed/1' LIMIT 20"
        ).fetchall()
    assert rows
    for (state,) in rows:
        event = decode(state)
        assert link_of(state) in shown
        others = [
            encode(
                msgspec.structs.replace(
                    event,
                    blind=blind,
                    payload=msgspec.structs.replace(event.payload, number=pocket),
                )
            )
            for pocket in range(37)
            for blind in (None, bytes(16), bytes(range(16)))
        ]
        assert not shown & {link_of(one) for one in others}


def test_entries_are_the_envelopes_under_their_tile(evening: Site) -> None:
    """Each behind its length in two bytes; an inspector reads them, nobody else without a key."""
    signed(evening)
    assert evening.get("/tile/entries/000.p/5", None).status_code == 401
    data = evening.get("/tile/entries/000.p/5", Role.INSPECTOR).content
    with psycopg.connect(evening.casino.superuser) as connection:
        rows = connection.execute(
            "SELECT state FROM ledger.events WHERE notification_id <= 5 ORDER BY notification_id"
        ).fetchall()
    assert data == b"".join(len(one).to_bytes(2, "big") + one for (one,) in rows)


def test_a_proof_stands_alone(evening: Site) -> None:
    """C2SP tlog-proof: index, hashes, checkpoint; with the event's link they give the root."""
    size, root = signed(evening)
    with psycopg.connect(evening.casino.superuser) as connection:
        rows = connection.execute(
            "SELECT originator_id, originator_version, notification_id, link FROM ledger.events "
            "WHERE notification_id IN (1, 20, %s)",
            (size,),
        ).fetchall()
    for source, seq, position, link in rows:
        text = evening.get(f"/v1/events/{source}/{seq}/proof", Role.DISPUTE).text
        head, _, note = text.partition("\n\n")
        first, index, *hashes = head.split("\n")
        assert (first, index) == ("c2sp.org/tlog-proof@v1", f"index {position - 1}")
        key = evening.casino.installation.keys.load("log").public_key
        assert open_checkpoint(note, key).root == root
        check_inclusion(link, position - 1, size, [b64decode(one) for one in hashes], root)
    assert evening.get("/v1/events/mesa/999999/proof", Role.DISPUTE).status_code == 404
