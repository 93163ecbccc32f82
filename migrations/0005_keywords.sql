CREATE TABLE keyword_uploads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  batch TEXT NOT NULL UNIQUE,
  parts INTEGER NOT NULL,
  uploaded_at TEXT NOT NULL,
  completed_at TEXT
) STRICT;

-- AUTOINCREMENT: keyword ids contain the id of their part, so it must never be reused.
CREATE TABLE keyword_parts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  upload_id INTEGER REFERENCES keyword_uploads (id),
  number INTEGER,
  state TEXT NOT NULL CHECK (state IN ('receiving', 'stored', 'discarded')),
  touched_at TEXT NOT NULL,
  keywords INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  duplicates INTEGER NOT NULL DEFAULT 0,
  positions INTEGER NOT NULL DEFAULT 0,
  position_sum REAL NOT NULL DEFAULT 0,
  top_keywords TEXT NOT NULL,
  UNIQUE (upload_id, number),
  CHECK ((state = 'stored') = (upload_id IS NOT NULL AND number IS NOT NULL))
) STRICT;

CREATE TABLE keywords (
  id INTEGER PRIMARY KEY,
  keyword TEXT NOT NULL,
  position REAL,
  search_volume INTEGER,
  traffic REAL
) STRICT;
