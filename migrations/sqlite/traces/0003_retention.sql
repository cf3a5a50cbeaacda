-- How long runs are kept, where an owner said so in the dashboard: at most one row. NULL is no bound.
CREATE TABLE run_retention (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    days INTEGER,
    runs INTEGER
) STRICT;
