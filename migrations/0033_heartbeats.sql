-- How current a replica is: each running copy of the program writes a row of its own, and looks for it on the replica.
CREATE TABLE heartbeats (
  copy TEXT PRIMARY KEY NOT NULL,
  beat INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
