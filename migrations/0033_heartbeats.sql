-- Measures replica lag: each instance writes its own row and looks for it on the replica.
CREATE TABLE heartbeats (
  copy TEXT PRIMARY KEY NOT NULL,
  beat INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
