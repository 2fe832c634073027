-- Reports that people saved: an export or a month's papers, of days told by the day on which they are
-- made, by whom, and when they are made by themselves.

CREATE TABLE work.report (
    id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
    -- Whose it is, and by what he comes in; his role and casinos are asked whenever it is made.
    name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    comes text COLLATE "C" NOT NULL CHECK (comes IN ('key', 'provider', 'demonstration')),
    title text COLLATE "C" NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
    asked_for jsonb NOT NULL CHECK (pg_column_size(asked_for) <= 8000),
    span text COLLATE "C" NOT NULL,
    every text COLLATE "C" NOT NULL CHECK (every IN ('never', 'daily', 'weekly', 'monthly')),
    hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
    weekday smallint NOT NULL CHECK (weekday BETWEEN 1 AND 7),
    monthday smallint NOT NULL CHECK (monthday BETWEEN 1 AND 28),
    saved timestamptz NOT NULL,
    -- When it is made next by itself; NULL: never.
    due timestamptz CHECK ((due IS NULL) = (every = 'never')),
    -- Asked for at once, by a command.
    wanted timestamptz,
    -- When it was last made, or should have been, and what became of that.
    ran timestamptz,
    told text COLLATE "C" NOT NULL DEFAULT '' CHECK (told IN ('', 'made', 'full', 'no-right')),
    UNIQUE (name, comes, title)
);
CREATE INDEX report_due ON work.report (due) WHERE due IS NOT NULL;
ALTER TABLE work.report OWNER TO razao_owner;
REVOKE ALL ON work.report FROM PUBLIC;
GRANT SELECT, INSERT, DELETE ON work.report TO razao_worker;
GRANT UPDATE (asked_for, span, every, hour, weekday, monthday, saved, due, wanted, ran, told)
ON work.report TO razao_worker;

-- A file of a saved report, and of which hour: the same hour makes one file.
ALTER TABLE work.job ADD COLUMN report text COLLATE "C" CHECK (report ~ '^[0-9a-f]{16}$');
ALTER TABLE work.job ADD COLUMN due timestamptz CHECK ((due IS NULL) = (report IS NULL));
ALTER TABLE work.job ADD CONSTRAINT job_once_an_hour UNIQUE (report, due);
GRANT INSERT (report, due) ON work.job TO razao_worker;
