-- One text for SQLite and PostgreSQL: only types that both know by these names.

CREATE TABLE tournaments (
    id         BIGINT PRIMARY KEY,
    name       TEXT   NOT NULL UNIQUE,
    game       TEXT   NOT NULL,
    -- Everything that decides the games, as JSON: resuming needs the same text.
    definition TEXT   NOT NULL,
    -- Games by the schedule.
    planned    BIGINT NOT NULL,
    -- Games that count, once it is over; fewer than planned when a test has stopped it.
    finished   BIGINT,
    -- Seconds since 1970.
    created    BIGINT NOT NULL
);

CREATE TABLE players (
    tournament BIGINT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    -- By the order of the definition, from 0.
    player     BIGINT NOT NULL,
    name       TEXT   NOT NULL,
    PRIMARY KEY (tournament, player)
);

CREATE INDEX players_name ON players (name);

CREATE TABLE games (
    tournament BIGINT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    -- By the schedule, from 0.
    number     BIGINT NOT NULL,
    -- The seed of the deal.
    deal       BIGINT NOT NULL,
    -- Seconds since 1970.
    played     BIGINT NOT NULL,
    -- The record, a line of JSON.
    record     TEXT   NOT NULL,
    PRIMARY KEY (tournament, number)
);

CREATE TABLE seats (
    tournament BIGINT           NOT NULL,
    number     BIGINT           NOT NULL,
    seat       BIGINT           NOT NULL,
    player     BIGINT           NOT NULL,
    score      BIGINT           NOT NULL,
    -- 1 for the winners.
    place      BIGINT           NOT NULL,
    -- The part of the win.
    share      DOUBLE PRECISION NOT NULL,
    faults     BIGINT           NOT NULL,
    PRIMARY KEY (tournament, number, seat),
    FOREIGN KEY (tournament, number) REFERENCES games (tournament, number) ON DELETE CASCADE
);

CREATE TABLE faults (
    tournament BIGINT NOT NULL,
    number     BIGINT NOT NULL,
    -- In the order of the game, from 0.
    fault      BIGINT NOT NULL,
    seat       BIGINT NOT NULL,
    player     BIGINT NOT NULL,
    reason     TEXT   NOT NULL,
    played     TEXT   NOT NULL,
    PRIMARY KEY (tournament, number, fault),
    FOREIGN KEY (tournament, number) REFERENCES games (tournament, number) ON DELETE CASCADE
);

CREATE TABLE ratings (
    tournament BIGINT           NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    -- The rating period, from 0.
    period     BIGINT           NOT NULL,
    player     BIGINT           NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (tournament, period, player)
);
