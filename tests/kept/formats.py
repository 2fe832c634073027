"""What a version writes for people outside, kept: two sealed ranges with their manifests, a bundle.

``python -m tests.kept.formats NAME`` plays the night of :mod:`tests.kept.ledgers` and writes
``NAME.formats.tar.xz``; a release's is written with its ledger. None ever changes afterwards.
"""

import io
import json
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import psycopg

from api.services.bundles import make_bundle
from ops.installation import Installation, log_signer
from ops.outside.archive.folder import Archive
from ops.outside.archive.sealing import House, seal
from ops.outside.verifier import program_text
from tests.kept.ledgers import HERE, played

FORMATS: Final = ".formats.tar.xz"
ENDS: Final = (150, 300)
"""The positions up to which the two ranges go, or a little further: no segment is cut."""
BUNDLE: Final = "bundle.zip"
TOLD: Final = "told.json"
"""What was sealed and proved, as it was told then."""
SEALED: Final = "sealed"
_ROUND: Final = """
SELECT place, to_char(day, 'YYYY-MM-DD'), round FROM projections.history
WHERE round IS NOT NULL GROUP BY 1, 2, 3 ORDER BY max(position) LIMIT 1
"""


def keep_formats(installation: Installation, number: str, folder: Path = HERE) -> None:
    """Seal and prove parts of a night that was played and folded; write the file of a version."""
    conninfo = installation.urls.login
    with TemporaryDirectory() as made:
        archive = Archive(str(Path(made) / SEALED))
        signer = log_signer(installation.origin, installation.keys, installation.reader)
        house = House(conninfo, installation.origin, installation.log, signer)
        ranges = [one for one in (seal(house, archive, end) for end in ENDS) if one is not None]
        with psycopg.connect(installation.urls.superuser) as connection:
            ((place, day, round_number),) = connection.execute(_ROUND)
        asked = f"{place}/{day}/{round_number}"
        data = make_bundle(conninfo, "round", asked, program_text())
        told = {
            "log": [one.text for one in signer.keys.keys],
            "ranges": [[one.first, one.last, sealed.root] for one, sealed in ranges],
            "round": asked,
        }
        (Path(made) / BUNDLE).write_bytes(data)
        (Path(made) / TOLD).write_text(json.dumps(told, indent=1))
        with tarfile.open(folder / f"{number}{FORMATS}", "w:xz", preset=9) as tar:
            for name in (BUNDLE, SEALED, TOLD):
                tar.add(Path(made) / name, name, filter=_nobodys)


def _nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member


def kept_formats() -> list[str]:
    """Return of which versions formats are kept."""
    return sorted(path.name.removesuffix(FORMATS) for path in HERE.glob(f"*{FORMATS}"))


def unpack_formats(number: str, into: Path) -> dict[str, Any]:
    """Unpack what is kept of a version; return what was told of it."""
    packed = io.BytesIO((HERE / f"{number}{FORMATS}").read_bytes())
    with tarfile.open(fileobj=packed) as tar:
        tar.extractall(into, filter="data")
    return json.loads((into / TOLD).read_text())


if __name__ == "__main__":
    name = sys.argv[1]
    if name in kept_formats():
        sys.exit(f"{name} is kept already, and what is kept never changes")
    with played() as night:
        keep_formats(night, name)
