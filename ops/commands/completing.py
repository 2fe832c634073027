"""``razao completion``: what a shell needs to complete commands, options and their choices."""

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Annotated, Any, Final, Literal, get_args, get_origin

import typer
import typer.main

from ops.commands import VERBS

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, no_args_is_help=True)
_BASH: Final = """_razao() {
    local IFS=$'\\n'
    COMPREPLY=($(razao completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _razao razao
"""
_ZSH: Final = f"autoload -U +X bashcompinit && bashcompinit\n{_BASH}"
_FISH: Final = """complete -c razao -a '(razao completion words -- \
(commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
"""
_is_plain: Final = re.compile(r"[A-Za-z0-9._-]+").fullmatch


@app.callback()
def completion() -> None:
    """Print the lines by which a shell completes razao: eval "$(razao completion bash)"."""


@app.command()
def bash() -> None:
    """Print the lines for bash; in ~/.bashrc: eval "$(razao completion bash)"."""
    typer.echo(_BASH, nl=False)


@app.command()
def zsh() -> None:
    """Print the lines for zsh; in ~/.zshrc, after compinit: eval "$(razao completion zsh)"."""
    typer.echo(_ZSH, nl=False)


@app.command()
def fish() -> None:
    """Print the lines for fish; in its config: razao completion fish | source."""
    typer.echo(_FISH, nl=False)


@app.command(context_settings={"ignore_unknown_options": True})
def words(
    given: Annotated[
        list[str] | None, typer.Argument(help="The words so far, the unfinished one last.")
    ] = None,
) -> None:
    """Print the words that may stand where the last one does, a line each."""
    for one in candidates(given or [""]):
        typer.echo(one)


def candidates(given: Sequence[str]) -> list[str]:
    """Return the words that a line of words may go on with, the last one unfinished.

    A name that a shell would read as anything but one word is never offered.
    """
    *before, begun = given
    if not before:
        return [verb for verb in VERBS if verb.startswith(begun)]
    if before[0] not in VERBS:
        return []
    module = import_module(f"ops.commands.{VERBS[before[0]].module}")
    command = _reached(typer.main.get_command(module.app), before[1:])
    found = [one for one in _offered(command, before[-1]) if _is_plain(one)]
    return sorted({one for one in found if one.startswith(begun)})


def _reached(command: Any, words_before: Sequence[str]) -> Any:
    """Return the command within commands that the words lead to."""
    for word in words_before:
        within = getattr(command, "commands", {})
        command = within.get(word, command)
    return command


def _offered(command: Any, last: str) -> Iterator[str]:
    option = next((one for one in command.params if last in one.opts), None)
    if option is not None and not option.is_flag:
        yield from _choices(option)
        return
    yield from getattr(command, "commands", ())
    for one in command.params:
        options = [name for name in one.opts if name.startswith("--")]
        yield from options or _choices(one)


def _choices(parameter: Any) -> tuple[str, ...]:
    """Return the closed words of a parameter; none where it takes any."""
    told = parameter.type_descriptor.annotation
    return get_args(told) if get_origin(told) is Literal else ()
