-- Totals of the ladder, so that its lists need not count games.

-- Games in the store.
ALTER TABLE ladder_seasons ADD COLUMN games BIGINT NOT NULL DEFAULT 0;

-- Games of each agent in a season, whatever their kind; one counts once, also if the agent holds several seats.
CREATE TABLE ladder_agent_games (
    season BIGINT NOT NULL REFERENCES ladder_seasons (id),
    agent  BIGINT NOT NULL REFERENCES ladder_agents (id),
    games  BIGINT NOT NULL,
    PRIMARY KEY (season, agent)
);

-- Rated games of each agent against each other one.
CREATE TABLE ladder_opponents (
    season   BIGINT NOT NULL REFERENCES ladder_seasons (id),
    agent    BIGINT NOT NULL REFERENCES ladder_agents (id),
    opponent BIGINT NOT NULL REFERENCES ladder_agents (id),
    games    BIGINT NOT NULL,
    -- Two for each game in which the agent was placed better, one for each in which both had the same place.
    halves   BIGINT NOT NULL,
    PRIMARY KEY (season, agent, opponent)
);

-- Few games are those of finals.
CREATE INDEX ladder_final_games ON ladder_games (season, kind, number) WHERE kind = 'final';

UPDATE ladder_seasons SET
    games = (SELECT COUNT(*) FROM ladder_games WHERE season = ladder_seasons.id);

INSERT INTO ladder_agent_games (season, agent, games)
    SELECT season, agent, COUNT(DISTINCT number) FROM ladder_seats GROUP BY season, agent;

INSERT INTO ladder_opponents (season, agent, opponent, games, halves)
    SELECT s.season, s.agent, o.agent, COUNT(*),
        SUM(CASE WHEN s.place < o.place THEN 2 WHEN s.place = o.place THEN 1 ELSE 0 END)
    FROM ladder_seats s
    JOIN ladder_games g ON g.season = s.season AND g.number = s.number AND g.kind = 'rated'
    JOIN ladder_seats o ON o.season = s.season AND o.number = s.number AND o.agent <> s.agent
    GROUP BY s.season, s.agent, o.agent;
