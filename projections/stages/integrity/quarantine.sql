-- Events that a stage could not fold, and what is not proved because of them.
CREATE TABLE {s}.unfolded (
    position bigint NOT NULL,
    stage text NOT NULL,
    error text NOT NULL,
    event text NOT NULL,
    kind text NOT NULL,
    scope text NOT NULL,
    subject text NOT NULL,
    casino text NOT NULL,
    -- The accounting day whose figures lack it.
    day text NOT NULL,
    until bigint,
    ended bigint,
    PRIMARY KEY (position, stage)
);
CREATE INDEX unfolded_subject ON {s}.unfolded (scope, subject);
