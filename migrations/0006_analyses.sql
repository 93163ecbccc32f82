-- AUTOINCREMENT never reuses the id of a deleted analysis, so a stale list can't delete the wrong one.
CREATE TABLE analyses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL,
  domain TEXT NOT NULL,
  title TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
  total_keywords INTEGER NOT NULL DEFAULT 0,
  total_headings INTEGER NOT NULL DEFAULT 0,
  word_count INTEGER NOT NULL DEFAULT 0,
  auto_update INTEGER NOT NULL,
  next_update_scheduled TEXT,
  error_message TEXT,
  meta_description TEXT,
  created_at TEXT NOT NULL,
  analyzed_at TEXT,
  failures_in_a_row INTEGER NOT NULL DEFAULT 0,
  claim TEXT,
  claimed_until TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Last, because they are long and rarely read.
  details TEXT,
  text TEXT,
  CHECK (auto_update = (next_update_scheduled IS NOT NULL)),
  CHECK (auto_update = 0 OR status = 'completed'),
  CHECK ((claim IS NULL) = (claimed_until IS NULL))
) STRICT;

-- One analysis per URL at a time. Also used to find queued work.
CREATE UNIQUE INDEX analyses_pending ON analyses (url) WHERE status = 'pending';
CREATE INDEX analyses_by_next_update ON analyses (next_update_scheduled);
CREATE INDEX analyses_by_status ON analyses (status, total_keywords);

CREATE TABLE analysis_keywords (
  id INTEGER PRIMARY KEY,
  analysis_id INTEGER NOT NULL REFERENCES analyses (id) ON DELETE CASCADE,
  rank INTEGER NOT NULL,
  keyword TEXT NOT NULL,
  frequency INTEGER NOT NULL,
  context TEXT NOT NULL,
  relevance_score REAL NOT NULL,
  UNIQUE (analysis_id, rank)
) STRICT;

CREATE TABLE analysis_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  analysis_id INTEGER NOT NULL REFERENCES analyses (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('completed', 'failed')),
  total_keywords INTEGER NOT NULL,
  total_headings INTEGER NOT NULL,
  word_count INTEGER NOT NULL,
  response_milliseconds INTEGER,
  error_message TEXT,
  keywords TEXT NOT NULL
) STRICT;

CREATE INDEX analysis_runs_by_analysis ON analysis_runs (analysis_id);

CREATE TRIGGER analyses_delete_takes_all BEFORE DELETE ON analyses
BEGIN
  DELETE FROM analysis_keywords WHERE analysis_id = old.id;
  DELETE FROM analysis_runs WHERE analysis_id = old.id;
END;
