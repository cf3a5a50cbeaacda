-- Stored runs.
--
-- `n` says when a run was stored and stands in its id: milliseconds since 1970, and 12 bits that
-- count within one. So the order of the rows is the order of the list, every index ends in it, and
-- a place in the list is an id. `tail` is the random rest of the id.

-- What a list shows, and what it is narrowed by. Texts are cut to 200 characters.
CREATE TABLE runs (
    n             INTEGER PRIMARY KEY,
    tail          INTEGER NOT NULL,
    code          TEXT NOT NULL,
    widget        TEXT NOT NULL,
    started_at    INTEGER NOT NULL,
    ended_at      INTEGER NOT NULL,
    status        TEXT NOT NULL,
    model         TEXT NOT NULL,
    origin        TEXT NOT NULL,
    path          TEXT NOT NULL,
    level         TEXT NOT NULL,
    question      TEXT NOT NULL,
    answer        TEXT NOT NULL,
    -- A JSON array of names.
    tools         TEXT NOT NULL,
    turns         INTEGER NOT NULL,
    calls         INTEGER NOT NULL,
    asked         INTEGER NOT NULL,
    denied        INTEGER NOT NULL,
    failed        INTEGER NOT NULL,
    redacted      INTEGER NOT NULL,
    input_tokens  INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    error         TEXT,
    -- Whether some call was.
    was_allowed   INTEGER NOT NULL,
    was_asked     INTEGER NOT NULL,
    was_denied    INTEGER NOT NULL,
    -- SHA-256 of the token with which its visitor may delete it.
    delete_hash   BLOB NOT NULL
) STRICT;

CREATE INDEX runs_status ON runs (status);
CREATE INDEX runs_widget ON runs (widget);
CREATE INDEX runs_origin ON runs (origin);
CREATE INDEX runs_model ON runs (model);
CREATE INDEX runs_code ON runs (code);
CREATE INDEX runs_level ON runs (level);
CREATE INDEX runs_allowed ON runs (was_allowed) WHERE was_allowed = 1;
CREATE INDEX runs_asked ON runs (was_asked) WHERE was_asked = 1;
CREATE INDEX runs_denied ON runs (was_denied) WHERE was_denied = 1;

-- The tools that a run called.
CREATE TABLE run_tools (
    tool TEXT NOT NULL,
    n    INTEGER NOT NULL,
    PRIMARY KEY (tool, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_tools_n ON run_tools (n);

-- The run itself: the trace's JSON in zstd, and what was taken out of it by rule. No list reads it.
CREATE TABLE run_bodies (
    n          INTEGER PRIMARY KEY,
    document   BLOB NOT NULL,
    redactions TEXT NOT NULL
) STRICT;

-- Question, answer, tool names and errors, by three characters at a time: any language, any part of
-- a word. What is deleted leaves its index pages at once.
CREATE VIRTUAL TABLE run_words USING fts5 (words, tokenize = 'trigram remove_diacritics 1');
INSERT INTO run_words (run_words, rank) VALUES ('secure-delete', 1);

-- Sums by day (midnight UTC, milliseconds) and widget. They outlive runs that grew old, since they
-- say nothing of anybody; a run that somebody deletes is taken out of them.
CREATE TABLE run_days (
    day           INTEGER NOT NULL,
    widget        TEXT NOT NULL,
    runs          INTEGER NOT NULL,
    answered      INTEGER NOT NULL,
    errors        INTEGER NOT NULL,
    calls         INTEGER NOT NULL,
    asked         INTEGER NOT NULL,
    denied        INTEGER NOT NULL,
    input_tokens  INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    PRIMARY KEY (day, widget)
) STRICT, WITHOUT ROWID;
