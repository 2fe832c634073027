-- Where the pipeline stopped, and why; every page shows it.
CREATE TABLE {s}.halted (
    position bigint PRIMARY KEY,
    event text NOT NULL,
    stage text NOT NULL,
    error text NOT NULL
);
