-- Tables of `parlour serve`, and the processes that run them.

CREATE TABLE server_processes (
    -- The process, as no other is called.
    holder  TEXT   PRIMARY KEY,
    -- The same for people.
    program TEXT   NOT NULL,
    process BIGINT NOT NULL,
    host    TEXT   NOT NULL,
    -- When it last said that it runs, in milliseconds since 1970.
    seen    BIGINT NOT NULL,
    -- 1 once it has stopped.
    stopped BIGINT NOT NULL
);

CREATE TABLE server_tables (
    id      TEXT   PRIMARY KEY,
    -- The process that runs it, or ran it last. Only that process writes it.
    holder  TEXT   NOT NULL,
    game    TEXT   NOT NULL,
    -- 'live', 'over' or 'abandoned'.
    state   TEXT   NOT NULL,
    -- When something last happened, in milliseconds since 1970.
    updated BIGINT NOT NULL,
    -- When its process was last seen, if that ended before the table; else 0.
    stopped BIGINT NOT NULL,
    -- Deal, actions, seats and hashes of tokens, as JSON.
    data    TEXT   NOT NULL
);

CREATE INDEX server_tables_holder ON server_tables (holder);
CREATE INDEX server_tables_state ON server_tables (state, updated);
