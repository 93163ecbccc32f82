-- Networks and browsers that administrators have signed in from, as keyed hashes.
CREATE TABLE known_clients (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  last_used_at TEXT NOT NULL,
  PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX known_clients_by_use ON known_clients (last_used_at);
