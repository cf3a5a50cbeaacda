-- Tools that pages offered to a widget's model, by the page's origin: the newest few of each widget. They may be of the
-- configuration's widget, so nothing is referenced.
CREATE TABLE widget_offered_tools (
  widget  TEXT NOT NULL,
  origin  TEXT NOT NULL,
  tool    TEXT NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (widget, origin, tool)
) STRICT, WITHOUT ROWID;
