-- The ladder: seasons, agents, games, logs, and the frozen tables of seasons.

CREATE TABLE ladder_seasons (
    id          BIGINT PRIMARY KEY,
    -- The game and the rules, e.g. 'jaipur:round'.
    board       TEXT   NOT NULL,
    -- From 1 on each board.
    number      BIGINT NOT NULL,
    -- 'open'; then 'final', when the table is frozen; then 'closed', when the secret is public.
    state       TEXT   NOT NULL,
    -- 64 hexadecimal digits, from which the deals follow.
    secret      TEXT   NOT NULL,
    -- Games of smaller numbers may have begun; no number is used twice.
    reserved    BIGINT NOT NULL,
    -- Games of each group in the final.
    final_games BIGINT NOT NULL,
    -- Seconds since 1970.
    opened      BIGINT NOT NULL,
    frozen      BIGINT,
    UNIQUE (board, number)
);

CREATE TABLE ladder_agents (
    id       BIGINT PRIMARY KEY,
    board    TEXT   NOT NULL,
    name     TEXT   NOT NULL,
    -- The name in small letters, which is unique on the board; missing once the agent has withdrawn.
    name_key TEXT,
    -- How the owner can be reached; may be empty, never public.
    contact  TEXT   NOT NULL,
    -- The SHA-256 of the token; missing for anchors and agents that have withdrawn.
    token    TEXT UNIQUE,
    -- The policy of an anchor; empty for remote agents.
    policy   TEXT   NOT NULL,
    -- 'new', 'active', 'paused' or 'withdrawn'.
    state    TEXT   NOT NULL,
    -- Whether its validation game was played.
    valid    BIGINT NOT NULL,
    -- Why it is paused; may be empty.
    reason   TEXT   NOT NULL,
    created  BIGINT NOT NULL,
    UNIQUE (board, name_key)
);

CREATE TABLE ladder_games (
    season   BIGINT NOT NULL REFERENCES ladder_seasons (id),
    number   BIGINT NOT NULL,
    -- 'validation', 'rated', 'late' or 'final'.
    kind     TEXT   NOT NULL,
    -- The number in the schedule of the final; -1 in other games.
    slot     BIGINT NOT NULL,
    -- Seconds since 1970.
    played   BIGINT NOT NULL,
    -- A line of JSON.
    record   TEXT   NOT NULL,
    plies    BIGINT NOT NULL,
    -- In microseconds.
    duration BIGINT NOT NULL,
    -- 'finished' or 'resigned'.
    stop     TEXT   NOT NULL,
    PRIMARY KEY (season, number)
);

CREATE TABLE ladder_seats (
    season   BIGINT           NOT NULL,
    number   BIGINT           NOT NULL,
    seat     BIGINT           NOT NULL,
    agent    BIGINT           NOT NULL REFERENCES ladder_agents (id),
    score    BIGINT           NOT NULL,
    -- 1 for the winners.
    place    BIGINT           NOT NULL,
    -- The part of the win.
    share    DOUBLE PRECISION NOT NULL,
    faults   BIGINT           NOT NULL,
    -- Time for all answers of the seat, and for the longest, in microseconds.
    thinking BIGINT           NOT NULL,
    longest  BIGINT           NOT NULL,
    PRIMARY KEY (season, number, seat),
    FOREIGN KEY (season, number) REFERENCES ladder_games (season, number)
);

CREATE INDEX ladder_seats_agent ON ladder_seats (agent, season, number);

-- What was exchanged with an agent in its latest games, as lines of JSON.
CREATE TABLE ladder_logs (
    agent  BIGINT NOT NULL REFERENCES ladder_agents (id),
    season BIGINT NOT NULL,
    number BIGINT NOT NULL,
    log    TEXT   NOT NULL,
    PRIMARY KEY (agent, season, number)
);

-- The table of a season when it was frozen, and the results of its final.
CREATE TABLE ladder_standings (
    season      BIGINT           NOT NULL REFERENCES ladder_seasons (id),
    agent       BIGINT           NOT NULL REFERENCES ladder_agents (id),
    -- From 1, by rating.
    place       BIGINT           NOT NULL,
    games       BIGINT           NOT NULL,
    score       DOUBLE PRECISION NOT NULL,
    faults      BIGINT           NOT NULL,
    rating      DOUBLE PRECISION NOT NULL,
    low         DOUBLE PRECISION NOT NULL,
    high        DOUBLE PRECISION NOT NULL,
    -- 1 for agents that play the final.
    finalist    BIGINT           NOT NULL,
    PRIMARY KEY (season, agent)
);
