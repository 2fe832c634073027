-- Versions of the rules that were adopted, each from where it took effect.
CREATE TABLE {s}.adoption (
    position bigint PRIMARY KEY,
    effective bigint NOT NULL,
    rules text NOT NULL,
    matrix text NOT NULL,
    code text,
    since text NOT NULL,
    source text NOT NULL,
    act text
);
