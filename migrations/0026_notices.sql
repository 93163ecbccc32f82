-- What the operator is to be told of, until it is sent everywhere or too old.
CREATE TABLE notices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT
) STRICT;

-- Where notices are sent to, if anywhere: without a row nothing is written to the table above. Everything up to
-- `sent_up_to` is sent. Whoever sends holds the claim, which lapses.
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
