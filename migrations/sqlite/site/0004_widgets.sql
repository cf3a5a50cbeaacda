-- Widgets made in the dashboard; the one called `default` is the configuration's and has no row. Moments are milliseconds
-- since 1970.
CREATE TABLE widgets (
  -- What tags and pages name: public.
  key          TEXT PRIMARY KEY NOT NULL,
  name         TEXT NOT NULL,
  is_on        INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  -- A JSON object: keys of the configuration below `widget`, each with what was set. What is not in it keeps its default.
  settings     TEXT NOT NULL CHECK (json_valid(settings)),
  -- The provider's key, sealed for this widget and the host it was given for, and its last characters.
  provider_key BLOB,
  key_end      TEXT,
  -- Tools that a page declares to the program instead of the browser: a place kept free, and off.
  allow_page_tools INTEGER NOT NULL DEFAULT 0 CHECK (allow_page_tools IN (0, 1)),
  created_at   INTEGER NOT NULL,
  changed_at   INTEGER NOT NULL,
  CHECK ((provider_key IS NULL) = (key_end IS NULL))
) STRICT;

-- Pages that asked and are not on the list, and pages that loaded the tag: the newest few of each widget. They may be of the
-- configuration's widget, so nothing is referenced.
CREATE TABLE widget_refused_origins (
  widget   TEXT NOT NULL,
  origin   TEXT NOT NULL,
  count    INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  last_at  INTEGER NOT NULL,
  PRIMARY KEY (widget, origin)
) STRICT, WITHOUT ROWID;

CREATE TABLE widget_seen_pages (
  widget   TEXT NOT NULL,
  page     TEXT NOT NULL,
  count    INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  last_at  INTEGER NOT NULL,
  PRIMARY KEY (widget, page)
) STRICT, WITHOUT ROWID;
