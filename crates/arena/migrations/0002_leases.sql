-- Who plays a tournament, so that nobody else plays it at the same time.

CREATE TABLE leases (
    tournament BIGINT PRIMARY KEY REFERENCES tournaments (id) ON DELETE CASCADE,
    -- The process, as no other is called: the machine since its start, the number, when it began.
    holder     TEXT   NOT NULL,
    -- The same for people.
    program    TEXT   NOT NULL,
    process    BIGINT NOT NULL,
    host       TEXT   NOT NULL,
    -- Seconds since 1970; from then on anybody may take it.
    ends       BIGINT NOT NULL
);
