-- Values of parameters: in force from a time, known from the position of their approval.
CREATE TABLE {s}.parameter (
    known bigint NOT NULL,
    scope text NOT NULL,
    name text NOT NULL,
    value text NOT NULL,
    since text NOT NULL
);
-- Acts that need a second person; effective is the position of the approval.
CREATE TABLE {s}.act (
    position bigint PRIMARY KEY,
    effective bigint,
    name text NOT NULL,
    kind text NOT NULL
);
-- indexes
CREATE INDEX parameter_name ON {s}.parameter (name, known);
