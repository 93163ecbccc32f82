-- AUTOINCREMENT never reuses the id of a deleted message, so a stale list can't delete the wrong one.
CREATE TABLE contacts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  subject TEXT NOT NULL,
  message TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'new',
  created_at TEXT NOT NULL
) STRICT;

CREATE INDEX contacts_by_status ON contacts (status);
