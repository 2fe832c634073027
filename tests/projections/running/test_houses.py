"""What houses may see is said of a set of projections while others look after its tables."""

import psycopg
import pytest

from projections.base.store import connect
from projections.running.houses import POLICIES, confine
from tests.fixtures.casino import Casino

pytestmark = pytest.mark.recorded

WATCH = """
CREATE TABLE public.seen (locked bigint);
CREATE FUNCTION public.look() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
INSERT INTO public.seen SELECT count(DISTINCT relation) FROM pg_locks
WHERE pid = pg_backend_pid() AND mode = 'AccessExclusiveLock' AND relation IN (
    SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'projections'::regnamespace);
END $$;
CREATE EVENT TRIGGER look ON ddl_command_end WHEN TAG IN ('REVOKE') EXECUTE FUNCTION public.look();
GRANT INSERT ON public.seen TO PUBLIC
"""


def test_every_table_is_locked_before_a_right_changes(casino: Casino) -> None:
    """Else whoever vacuums a new table waits for its row, and the rebuild for his table: both end.

    PostgreSQL lets nobody write what it knows of a table while another changes its rights.
    """
    casino.project()
    with psycopg.connect(casino.superuser, autocommit=True) as superuser:
        superuser.execute(WATCH)
        with connect(casino.conninfo) as connection, connection.transaction():
            confine(connection, "projections")
        rows = superuser.execute("SELECT locked FROM public.seen").fetchall()
    assert rows
    assert all(locked >= len(POLICIES) for (locked,) in rows)
