-- The daily deals of a server: its secret, and who has played them.

CREATE TABLE server_secrets (
    name   TEXT PRIMARY KEY,
    secret TEXT NOT NULL
);

CREATE TABLE daily_attempts (
    game     TEXT   NOT NULL,
    -- Days since 1970 in UTC.
    day      BIGINT NOT NULL,
    -- The SHA-256 of the visitor's token.
    visitor  TEXT   NOT NULL,
    -- A keyed hash of the network address, another one each day.
    network  TEXT   NOT NULL,
    -- When it began, in milliseconds since 1970.
    begun    BIGINT NOT NULL,
    -- The table at which it is played.
    table_id TEXT   NOT NULL,
    -- The score less the best of the others; NULL unless the game was played to its end.
    margin   BIGINT,
    PRIMARY KEY (game, day, visitor)
);

CREATE UNIQUE INDEX daily_attempts_table ON daily_attempts (table_id);
CREATE INDEX daily_attempts_network ON daily_attempts (game, day, network);
