-- What a table's wheel, dice or cards gave, counted since its wheel is the one it is.
CREATE TABLE {s}.chance (
    place text PRIMARY KEY,
    first bigint NOT NULL,
    last bigint NOT NULL,
    state text NOT NULL
);
