-- The secrets from which the deals follow, of tournaments without a seed. Published when the last game has ended.

CREATE TABLE secrets (
    tournament BIGINT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    -- The number of the first game that it is for.
    first      BIGINT NOT NULL,
    -- 64 hexadecimal digits.
    secret     TEXT   NOT NULL,
    PRIMARY KEY (tournament, first)
);
