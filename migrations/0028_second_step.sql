-- The secret shared with a user's authenticator app, and the period of the last code used.
CREATE TABLE totp_secrets (
  user_id INTEGER PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  is_confirmed INTEGER NOT NULL CHECK (is_confirmed IN (0, 1)),
  last_period INTEGER NOT NULL
) STRICT;

-- Single-use codes to sign in without the app; only their hashes are stored.
CREATE TABLE recovery_codes (
  hash TEXT PRIMARY KEY NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX recovery_codes_by_user ON recovery_codes (user_id);

-- When a user who lacks the required second step can only set one up.
ALTER TABLE users ADD COLUMN second_step_due_at TEXT;

CREATE TRIGGER users_delete_ends_second_step BEFORE DELETE ON users
BEGIN
  DELETE FROM totp_secrets WHERE user_id = old.id;
  DELETE FROM recovery_codes WHERE user_id = old.id;
END;
