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
    -- The gaming day that the event names.
    claimed text,
    -- Whether its mark stands after the day was closed.
    lasts boolean NOT NULL,
    until bigint,
    ended bigint,
    -- Casinos that closed their day since, of a mark of every house.
    over text[] NOT NULL,
    -- Places that feed a marked pool.
    members text[] NOT NULL,
    -- Where a marked round was closed, and where the next one of its place.
    closed bigint,
    next bigint,
    -- Where the mark is made: at its event, or where a revocation said that it may be a thief's.
    known_from bigint NOT NULL,
    -- Several rounds that waited may be set aside at one position.
    PRIMARY KEY (position, stage, event, scope, subject)
);
CREATE INDEX unfolded_subject ON {s}.unfolded (scope, subject);
