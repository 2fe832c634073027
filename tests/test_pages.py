"""The pages beside the code, and its rooms: short where they promise it, naming what is there."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from typer.main import get_command

from ops.cli import VERBS
from projections.running.pipeline import all_stages
from tests.helpers.each import each

ROOT = Path(__file__).parents[1]
PACKAGES = ("ledger", "projections", "api", "ops")
ARCHITECTURE = ROOT / "ARCHITECTURE.md"
DECISIONS = [
    page for package in PACKAGES for page in sorted((ROOT / package).rglob("DECISIONS.md"))
]
PAGES = [*sorted(ROOT.glob("*.md")), *DECISIONS]
COMPOUND = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
OF_THE_LAW = {"fixos_pagos_por", "marcacao_reconstituida"}
"""Words of the rules that docstrings explain and no code spells."""
PARTS = ("Decision.", "Why.", "Otherwise.", "Held by")
SIBLINGS_MAX = 13
"""About a dozen names are taken in at one look; the stages of the pipeline, the longest row that is
one subject, have thirteen rooms."""
GOLDEN = ROOT / "ledger" / "events" / "catalogue" / "golden"
MIGRATIONS = ROOT / "ledger" / "store" / "sql" / "migrations"
"""Two rooms of what was released: nothing in them is ever moved or taken away."""
"""An envelope a file: data, which nobody looks through."""


@cache
def text_of(page: Path) -> str:
    return page.read_text()


@cache
def functions_of(module: Path) -> frozenset[str]:
    return frozenset(re.findall(r"^ *def (\w+)\(", text_of(module), re.MULTILINE))


def code_in(page: Path) -> list[str]:
    """Return what a page sets between single backticks, blocks of code left out."""
    return re.findall(
        r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text_of(page), flags=re.DOTALL | re.MULTILINE)
    )


def is_there(names: list[str]) -> bool:
    """Tell whether dotted names lead to a package, a module, or a name in one."""
    path = ROOT
    for number, name in enumerate(names):
        path /= name
        if path.is_dir():
            continue
        module, rest = path.with_suffix(".py"), names[number + 1 :]
        if not module.is_file():
            module, rest = path.with_name("__init__.py"), names[number:]
        return module.is_file() and (
            not rest or re.search(rf"\b{rest[0]}\b", text_of(module)) is not None
        )
    return True


def siblings_in(folder: Path) -> list[str]:
    """Return the files and folders that a folder shows; what only an old checkout left is none."""
    return sorted(
        path.name
        for path in folder.iterdir()
        if path.name not in {"__init__.py", "__pycache__"}
        and not path.name.startswith(".")
        and (path.is_file() or any(siblings_in(path)) or (path / "__init__.py").exists())
    )


def crowded(root: Path) -> list[str]:
    """Return the folders, from the root down, that show too many names, each with them."""
    rooms = [root, *(path for path in root.rglob("*") if path.is_dir())]
    kept = {GOLDEN, MIGRATIONS}
    shown = {
        room: siblings_in(room) for room in rooms if room.name != "__pycache__" and room not in kept
    }
    return [f"{at}: {names}" for at, names in shown.items() if len(names) > SIBLINGS_MAX]


def test_no_folder_shows_more_than_a_row_of_names() -> None:
    """Released rooms apart: who looks for a file reads a short row of names on each floor."""
    found = [told for top in (*PACKAGES, "tests") for told in crowded(ROOT / top)]
    assert found == [], "\n".join(found)


def test_a_folder_of_fourteen_is_told(tmp_path: Path) -> None:
    """Thirteen beside ``__init__.py``, compiled files and an empty folder are a row; no more."""
    for name in ("__init__.py", *(f"{number}.py" for number in range(13))):
        (tmp_path / name).touch()
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "left" / "__pycache__").mkdir(parents=True)
    assert crowded(tmp_path) == []
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "table.sql").touch()
    assert len(crowded(tmp_path)) == 1


def test_the_architecture_is_one_page() -> None:
    """Under 900 words: who is new reads it whole; decisions stand on pages of their own."""
    assert len(text_of(ARCHITECTURE).split()) < 900


def test_the_flow_names_the_stages_in_their_order() -> None:
    """The line of stages in the picture is the pipeline's own."""
    drawn = next(line for line in text_of(ARCHITECTURE).splitlines() if "parameters→floor" in line)
    assert drawn.split("→")[0].strip() == "authority"
    assert [name.strip() for name in drawn.split("→")] == [stage.name for stage in all_stages()]


def test_every_path_that_a_page_names_exists() -> None:
    """Paths between backticks and the targets of links, from the root or beside the page."""
    missing: list[str] = []
    for page in PAGES:
        linked = re.findall(r"\]\(([^)#:]+)\)", text_of(page))
        named = [
            word.split("::")[0]
            for word in code_in(page)
            if re.fullmatch(
                r"(ledger|projections|api|ops|tests)/[\w/.-]+(::\w+)?|[\w.]+\.(md|py)", word
            )
        ]
        missing += [
            f"{page.relative_to(ROOT)}: {path}"
            for path in (*named, *linked)
            if not (ROOT / path).exists() and not (page.parent / path).exists()
        ]
    assert missing == []


def test_every_module_that_the_flow_names_exists() -> None:
    """What the picture writes with dots is a module or a package."""
    named = re.findall(r"\b(?:api|ops|ledger|projections)(?:\.\w+)+", text_of(ARCHITECTURE))
    migrations = "".join(
        text_of(page) for page in sorted((ROOT / "ledger/store/sql").rglob("*.sql"))
    )
    functions = set(re.findall(r"CREATE FUNCTION (ledger\.\w+)", migrations))
    assert set(named) & functions
    for name in set(named) - functions:
        path = ROOT.joinpath(*name.split("."))
        assert path.is_dir() or path.with_suffix(".py").is_file(), name


def test_every_test_that_a_page_names_exists() -> None:
    """A decision that says which test holds it may be believed."""
    missing: list[str] = []
    for page in PAGES:
        for word in code_in(page):
            path, _, name = word.partition("::")
            if name and name not in functions_of(ROOT / path):
                missing.append(f"{page.relative_to(ROOT)}: {word}")
    assert missing == []


def test_each_of_the_23_faults_of_a_store_names_the_tests_that_inject_it() -> None:
    """A row of the design's table without a test is told; that each is there, by the test above."""
    row = re.compile(r"^\| (\d+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
    rows: list[tuple[str, str, str]] = row.findall(text_of(ROOT / "SECURITY.md"))
    assert [int(number) for number, _, _ in rows] == list(range(1, 24))
    assert [fault for _, fault, tests in rows if "::test_" not in tests] == []


def test_every_decision_says_why_and_what_holds_it() -> None:
    """What was decided, why, what breaks otherwise, and the test: in this order, one of each."""
    for page in DECISIONS:
        _, *decisions = re.split(r"^## ", text_of(page), flags=re.MULTILINE)
        assert decisions, page
        for decision in decisions:
            at = [decision.find(f"**{part}") for part in PARTS]
            assert at[0] >= 0, f"{page.relative_to(ROOT)}: {decision.splitlines()[0]}"
            assert all(first < second for first, second in pairwise(at)), decision.splitlines()[0]
            named = (
                "`tests/" in decision
                or "no test yet" in decision.lower()
                or "razao bench" in decision
            )
            assert named, f"{page.relative_to(ROOT)}: {decision.splitlines()[0]}"


def commands_in(page: Path) -> list[str]:
    """Return what a page says after ``razao``, between backticks or at the head of a line."""
    tour = re.findall(r"^razao (.+?)(?:  .*)?$", text_of(page), re.MULTILINE)
    return [*tour, *re.findall(r"`[^`\n]*?\brazao ([a-z][^`\n]*)`", text_of(page))]


def command_faults(said: str) -> Iterator[str]:
    """Yield what of a command is not there: its verb, its verb's own verb, its options."""
    first, *words = [re.split(r"[|=,]", word)[0] for word in said.split()]
    if first not in VERBS:
        yield first
        return
    command: Any = get_command(import_module(f"ops.commands.{VERBS[first].module}").app)
    options = set(command_options(command))
    verbs = getattr(command, "commands", {})
    for word in words:
        if word.startswith("--") and word not in options:
            yield word
        elif verbs and re.fullmatch(r"[a-z][a-z-]*", word):
            if word not in verbs:
                yield word
                return
            options |= set(command_options(verbs[word]))
            verbs = getattr(verbs[word], "commands", {})


def command_options(command: Any) -> list[str]:
    """Return the options of a command, each as it is written."""
    options = [one for parameter in command.params for one in parameter.opts]
    return ["--help", *options, *(one for p in command.params for one in p.secondary_opts)]


def test_every_command_of_the_pages_exists() -> None:
    """Verb, the second word where it has verbs of its own, and every option."""
    for page in (ROOT / "README.md", ROOT / "README.pt.md"):
        assert len(commands_in(page)) > len(VERBS) // 2, page.name
    missing = [
        f"{page.relative_to(ROOT)}: razao {said}: {fault}"
        for page in PAGES
        for said in commands_in(page)
        for fault in command_faults(said)
    ]
    assert missing == [], "\n".join(missing)


@each(
    ("said", "wrong"),
    [
        ("undo", "undo"),
        ("rules covered", "covered"),
        ("findings --jsn", "--jsn"),
        ("simulate score --seed 7 --planted 3", "--planted"),
    ],
)
def test_a_command_that_is_not_there_is_told(said: str, wrong: str) -> None:
    """A verb, a verb's verb, an option: none of them passes misspelt."""
    assert [*command_faults(said)] == [wrong]


def test_every_file_that_a_page_names_by_its_end_exists() -> None:
    """`parties/fault.py`: the last names of some file's path, wherever it stands."""
    files = [
        f"/{path.relative_to(ROOT)}"
        for package in (*PACKAGES, "tests")
        for path in (ROOT / package).rglob("*.*")
    ]
    missing = [
        f"{page.relative_to(ROOT)}: {word}"
        for page in PAGES
        for word in code_in(page)
        if re.fullmatch(r"[\w-]+(/[\w.-]+)*\.(py|sql|toml|json|typ|html|css|js|note)", word)
        and not any(file.endswith(f"/{word}") for file in files)
        and not (ROOT / word).exists()
    ]
    assert missing == [], "\n".join(missing)


def test_the_portuguese_page_and_the_english_name_each_other() -> None:
    """Who opens one of them finds the other at its head."""
    assert "(README.pt.md)" in text_of(ROOT / "README.md")[:200]
    assert "(README.md)" in text_of(ROOT / "README.pt.md")[:200]


def test_every_page_of_decisions_is_found_from_the_first() -> None:
    """ARCHITECTURE links them all."""
    linked = set(re.findall(r"\]\(([^)#:]+)\)", text_of(ARCHITECTURE)))
    assert {str(page.relative_to(ROOT)) for page in DECISIONS} <= linked


def test_every_name_that_docstrings_quote_is_somewhere_in_the_code() -> None:
    """A module or field that was renamed is called by its new name in prose, too."""
    sources = {
        path: text_of(path)
        for package in (*PACKAGES, "tests")
        for path in (ROOT / package).rglob("*")
        if path.suffix in {".py", ".sql", ".typ", ".toml"} and path != Path(__file__)
    }
    names = {part for path in sources for part in (*path.parts, path.stem)} | OF_THE_LAW
    quoted = re.compile(r"``[^`\n]+``")
    for text in sources.values():
        names.update(COMPOUND.findall(quoted.sub("", text)))
    gone = {
        f"{path.relative_to(ROOT)}: {word}"
        for path, text in sources.items()
        for quote in quoted.findall(text)
        for word in COMPOUND.findall(quote)
        if word not in names
    }
    assert gone == set()


def test_every_module_that_docstrings_quote_with_dots_exists() -> None:
    """From the package's name on; what follows a module's name is a name in it."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for quote in re.findall(r"``((?:projections|api|ops)(?:\.\w+)+)``", text_of(path)):
                assert is_there(quote.split(".")), f"{path.relative_to(ROOT)}: {quote}"


def test_every_exception_from_the_linter_says_why() -> None:
    """A rule is left where it makes a line worse, and the line says how."""
    mark = "# no" + "qa"
    bare = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for package in (*PACKAGES, "tests")
        for path in (ROOT / package).rglob("*.py")
        for line in text_of(path).splitlines()
        if mark in line and not re.search(mark + r": [A-Z0-9, ]+ - \S", line)
    ]
    assert bare == []


def test_the_pictures_of_the_pages_are_there_and_small() -> None:
    """Each has words for who does not see it, and together they weigh at most 300 kB."""
    told = {
        path: words
        for page in sorted(ROOT.glob("*.md"))
        for words, path in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", text_of(page))
    }
    assert len(told) > 2
    assert all(len(words) > 20 for words in told.values())
    assert sum((ROOT / path).stat().st_size for path in told) <= 300_000


def test_a_walk_asks_for_its_browser_before_it_takes_from_another_walk() -> None:
    """Where there is none, all of them are skipped with a word, and none fails to be collected."""
    walks = [*(ROOT / "tests/api/console/walks").glob("test_*.py")]
    assert len(walks) > 5
    for path in walks:
        text = path.read_text(encoding="utf-8")
        others = text.find("from tests.api.console.walks")
        assert others < 0 or text.index("importorskip(") < others, path
