# Every check that .ci/run makes, and the small chores.

default: check

# Format, lint, types, import directions, tests.
check: lint types imports suite

lint:
    uv run --group checks ruff format --check .
    uv run --group checks ruff check .

types:
    uv run --group checks basedpyright

imports:
    uv run --group checks lint-imports

# The quickest tier, under a minute: what is pure, the ledger but for its audit (which alters every
# column of every event) and its storms, and a night of one game.
test *args:
    RAZAO_HYPOTHESIS=quick uv run pytest \
        tests/projections/replay tests/projections/gather tests/ledger \
        --ignore=tests/ledger/audit --ignore=tests/ledger/storm tests/ops/simulator/games/wheels/test_boule.py {{args}}

# What the README runs, under five minutes.
suite *args:
    uv run pytest {{args}}

# What only `.ci/run` waits for: whole nights, power cuts, many seeds and examples.
deep *args:
    uv run pytest -m deep {{args}}

# Branches of what is pure that some test takes, with every example; below the floor it fails.
# `.ci/run` runs these tests here, and of the suite the others.
coverage:
    RAZAO_HYPOTHESIS=full uv run --group checks pytest \
        tests/projections/replay tests/projections/gather tests/ledger/signed \
        --cov=projections.replay --cov=projections.gather --cov=ledger.signed \
        --cov-branch --cov-fail-under=98 --cov-report=term:skip-covered

# Rebuild the reference ledgers and compare every table with what it was (`--simulate`: play them again).
same *args:
    uv run python -m tests.same.ledgers {{args}}

# Write down anew what the migrations make, for `razao verify` to compare with.
catalogue:
    uv run python -m tests.ledger.audit.catalogue

# Write anew what the devices' client has of the vocabulary.
devices:
    uv run python -m tests.ops.outside.devices.made

# Put the code into the house's form.
format:
    uv run --group checks ruff format .
    uv run --group checks ruff check --fix .
