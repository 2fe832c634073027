"""Progress on stderr: a bar for a person who watches, nothing when it is piped."""

import sys
from types import TracebackType
from typing import Self

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from ops.commands.screen import Screen


class Progress:
    """One bar a step, in the order in which the steps are met."""

    def __init__(self) -> None:
        """Prepare to draw on stderr."""
        self._bar = Bar(
            TextColumn("{task.description:<18}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=Screen(stderr=True),
            disable=not sys.stderr.isatty(),
        )
        self._tasks: dict[str, object] = {}

    def __enter__(self) -> Self:
        """Begin to draw."""
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the bars as they are."""
        self._bar.stop()

    def step(self, name: str, done: int, total: int) -> None:
        """Show how much of a step is done."""
        if name not in self._tasks:
            self._tasks[name] = self._bar.add_task(name, total=total)
        self._bar.update(self._tasks[name], completed=done, total=total)  # type: ignore[arg-type]
