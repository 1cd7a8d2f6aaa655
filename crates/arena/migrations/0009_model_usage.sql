-- What the language models of endpoints used, for each seat of a game that one played.

CREATE TABLE model_usage (
    tournament    BIGINT NOT NULL,
    number        BIGINT NOT NULL,
    seat          BIGINT NOT NULL,
    player        BIGINT NOT NULL,
    -- Requests for a completion, and those whose answer said how many tokens it took.
    requests      BIGINT NOT NULL,
    metered       BIGINT NOT NULL,
    -- Answers that were no legal action and were asked again.
    retries       BIGINT NOT NULL,
    input_tokens  BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    PRIMARY KEY (tournament, number, seat),
    FOREIGN KEY (tournament, number) REFERENCES games (tournament, number) ON DELETE CASCADE
);
