"""``razao agent``: the device's own command, ``razao-agent``, where Razão is installed anyway."""

from typing import Final

import typer

from ops.outside.devices.razao_client.command import main as run_agent

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

_PASSED_ON: Final[dict[str, object]] = {
    "allow_extra_args": True,
    "ignore_unknown_options": True,
    "help_option_names": [],
}


@app.command(context_settings=_PASSED_ON)
def agent(context: typer.Context) -> None:
    """Run the device's agent: `init`, `run`, `say`, `status`, `receipts`, `recover`."""
    run_agent(context.args, program="razao agent")
