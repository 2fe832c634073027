# Every check that .ci/run makes, and the small chores.

default: check

# Format, lint, types, import directions, tests.
check: lint types imports test

lint:
    uv run --group checks ruff format --check .
    uv run --group checks ruff check .

types:
    uv run --group checks basedpyright

imports:
    uv run --group checks lint-imports

test *args:
    uv run pytest {{args}}

# Rebuild three simulated ledgers and compare every table with what it was (`--simulate`: play them again).
same *args:
    uv run python -m tests.same.ledgers {{args}}

# Put the code into the house's form.
format:
    uv run --group checks ruff format .
    uv run --group checks ruff check --fix .
