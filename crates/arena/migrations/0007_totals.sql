-- Totals of each tournament and player, so that lists need not count games.

-- Games in the store.
ALTER TABLE tournaments ADD COLUMN games       BIGINT NOT NULL DEFAULT 0;
-- When the last of them was stored, in seconds since 1970.
ALTER TABLE tournaments ADD COLUMN last_played BIGINT;
-- Games in the store, counted once for each seat held, and fallback moves.
ALTER TABLE players     ADD COLUMN games       BIGINT NOT NULL DEFAULT 0;
ALTER TABLE players     ADD COLUMN faults      BIGINT NOT NULL DEFAULT 0;

CREATE INDEX seats_player ON seats (tournament, player, number, seat, place);

UPDATE tournaments SET
    games = (SELECT COUNT(*) FROM games WHERE tournament = tournaments.id),
    last_played = (SELECT played FROM games WHERE tournament = tournaments.id ORDER BY number DESC LIMIT 1);

UPDATE players SET
    games = (SELECT COUNT(*) FROM seats
             WHERE seats.tournament = players.tournament AND seats.player = players.player),
    faults = (SELECT CAST(COALESCE(SUM(seats.faults), 0) AS BIGINT) FROM seats
              WHERE seats.tournament = players.tournament AND seats.player = players.player);
