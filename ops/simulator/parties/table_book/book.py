"""The book that a table keeps, with every fault that can be made in it."""

from collections.abc import Mapping
from typing import ClassVar

from typing_extensions import override

from ledger.roles import Binding, Role
from ops.simulator.parties.fault import Wrong
from ops.simulator.parties.table_book.course import BookCourse
from ops.simulator.parties.table_book.faults import BOOK, CLOSER_IN_ONE_HAND


class Book(BookCourse):
    """A table's book through the days, on request with faults."""

    WRONGS: ClassVar[Mapping[str, Wrong]] = BOOK
    FAULTS: ClassVar[tuple[str, ...]] = tuple(BOOK)

    @override
    def sources(self) -> dict[str, Binding]:
        chief = Binding(role=Role.SUPERVISOR, person=self.table.counters[0])
        second = {self.second_key: chief} if CLOSER_IN_ONE_HAND in self.planned else {}
        return {**second, **super().sources()}
