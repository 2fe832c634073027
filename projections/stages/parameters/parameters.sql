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
-- indexes
CREATE INDEX parameter_name ON {s}.parameter (name, known);
