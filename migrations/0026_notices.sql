-- Notices for the operator, until they are sent to every channel or too old.
CREATE TABLE notices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT
) STRICT;

-- Configured channels: without one, no notices are recorded. Notices up to `sent_up_to` have been sent. The instance
-- that is sending holds the claim, which expires.
CREATE TABLE notice_channels (
  channel TEXT PRIMARY KEY NOT NULL,
  sent_up_to INTEGER NOT NULL,
  next_at TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  last_sent_at TEXT,
  last_failed_at TEXT,
  last_failure TEXT,
  claim TEXT,
  claimed_until TEXT,
  CHECK ((claim IS NULL) = (claimed_until IS NULL))
) STRICT, WITHOUT ROWID;
