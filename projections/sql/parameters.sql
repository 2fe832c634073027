-- Values of parameters: in force from a time, known from the position of their approval until that
-- of their correction's; act is the event that set it.
CREATE TABLE {s}.parameter (
    known bigint NOT NULL,
    scope text NOT NULL,
    name text NOT NULL,
    value text NOT NULL,
    since text NOT NULL,
    until bigint,
    act text NOT NULL
);
-- Acts that need a second person; effective is the position of the approval. A parameter that was
-- corrected before it was approved has the payload that stands instead, or the word null.
CREATE TABLE {s}.act (
    position bigint PRIMARY KEY,
    effective bigint,
    name text NOT NULL,
    kind text NOT NULL,
    corrected text
);
-- indexes
CREATE INDEX parameter_name ON {s}.parameter (name, known);
