-- Public keys for signing in without a password. Nothing here is secret.
CREATE TABLE passkeys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  device_type TEXT NOT NULL,
  is_backed_up INTEGER NOT NULL CHECK (is_backed_up IN (0, 1)),
  rp_id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT
) STRICT;

CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Challenges already answered by a passkey, until they expire: each can be answered only once.
CREATE TABLE used_challenges (
  id TEXT PRIMARY KEY NOT NULL,
  passkey_id INTEGER NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER users_delete_ends_passkeys BEFORE DELETE ON users
BEGIN
  DELETE FROM passkeys WHERE user_id = old.id;
END;
