-- Rate-limited attempts, counted across all instances on this database. Keys are keyed hashes of addresses and names.
-- Times are in milliseconds of the database's clock.
CREATE TABLE rate_limits (
  key TEXT PRIMARY KEY NOT NULL,
  count INTEGER NOT NULL,
  free_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX rate_limits_by_expiry ON rate_limits (expires_at);
