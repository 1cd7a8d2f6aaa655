-- Length and times of games. Missing in games that an earlier version has stored.

-- The number of actions.
ALTER TABLE games ADD COLUMN plies BIGINT;
-- From the deal to the result, in microseconds.
ALTER TABLE games ADD COLUMN duration BIGINT;
-- Why it stopped: 'finished' or 'resigned'.
ALTER TABLE games ADD COLUMN stop TEXT;
-- Time for all answers of the seat, and for the longest, in microseconds.
ALTER TABLE seats ADD COLUMN thinking BIGINT;
ALTER TABLE seats ADD COLUMN longest BIGINT;
