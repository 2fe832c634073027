-- What ledger/log.py asks of the database.

-- size: The position of the newest event.
SELECT position FROM ledger.head;

-- leaves: The links of a range as they are stored, and as the server computes them from the envelopes;
-- of those that left for an archive, which a signed checkpoint covers, the links are all there is.
SELECT
    count(*),
    string_agg(link, ''::bytea ORDER BY notification_id),
    string_agg(
        CASE
            WHEN state = ''::bytea AND EXISTS (
                SELECT FROM ledger.dropped WHERE notification_id BETWEEN first AND last
            ) THEN link
            ELSE sha256('\x00'::bytea || state)
        END, ''::bytea ORDER BY notification_id
    )
FROM ledger.events
WHERE notification_id BETWEEN %s AND %s;

-- noted: The newest tile of the order memo and how many bytes it has.
SELECT number, octet_length(links) FROM ledger.tiles ORDER BY number DESC LIMIT 1;

-- write_tile: Notes a tile, or more of it.
SELECT ledger.write_tile(%s, %s);

-- newest_checkpoint: The largest checkpoint that was signed.
SELECT note, subtrees FROM (
    (SELECT size, note, subtrees FROM ledger.checkpoints ORDER BY size DESC LIMIT 1)
    UNION ALL
    (SELECT size, note, subtrees FROM ledger.published WHERE state = 'signed')
) AS signed
ORDER BY size DESC LIMIT 1;

-- published: The newest checkpoint that was signed, or cosigned.
SELECT note, subtrees FROM ledger.published WHERE state = %s;

-- publish: Publishes a checkpoint.
SELECT ledger.publish(%s, %s, %s, %s);

-- newest_stamps: The newest stamps over checkpoints.
SELECT size, authority, note, token FROM ledger.stamps ORDER BY size DESC, authority LIMIT %s;

-- holds_any: Whether one of these kinds stands between two positions.
SELECT EXISTS (
    SELECT FROM ledger.events WHERE notification_id BETWEEN %s AND %s AND topic = ANY(%s)
);

-- keep_stamp: Keeps a stamp.
SELECT ledger.keep_stamp(%s, %s, %s, %s);

-- keep_checkpoint: Keeps a signed note.
SELECT ledger.keep_checkpoint(%s, %s, %s);

-- tile: The first bytes of a tile of the order memo.
SELECT substring(links FOR %s) FROM ledger.tiles WHERE number = %s;

-- tree_tile: The first bytes of a tile above it.
SELECT substring(hashes FOR %s) FROM ledger.tree WHERE level = %s AND number = %s;

-- integrated: The newest tile of a level above the memo, and how many bytes it has.
SELECT number, octet_length(hashes) FROM ledger.tree WHERE level = %s ORDER BY number DESC LIMIT 1;

-- write_tree: Writes a tile above the memo, or more of it.
SELECT ledger.write_tree(%s, %s, %s);
