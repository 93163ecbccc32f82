-- Describes the session to its user, and when they last used their password or passkey.
ALTER TABLE sessions ADD COLUMN proved_at TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN network TEXT NOT NULL DEFAULT '';
UPDATE sessions SET proved_at = created_at;

-- A password chosen by someone else must be changed before anything else.
ALTER TABLE users ADD COLUMN must_change_password INTEGER NOT NULL DEFAULT 0 CHECK (must_change_password IN (0, 1));

-- Sign-ins from browsers new to the user, until the user has seen them.
CREATE TABLE new_browsers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL,
  at TEXT NOT NULL,
  browser TEXT NOT NULL,
  network TEXT NOT NULL
) STRICT;

CREATE INDEX new_browsers_by_user ON new_browsers (user_id);

-- API tokens for programs; only their hashes are stored.
CREATE TABLE personal_tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  permissions TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  last_used_at TEXT
) STRICT;

CREATE INDEX personal_tokens_by_user ON personal_tokens (user_id);

-- Single-use links for users to set their own password; only their hashes are stored.
CREATE TABLE password_links (
  hash TEXT PRIMARY KEY NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX password_links_by_user ON password_links (user_id);

-- A change of role, status or password ends the user's tokens and links, as it ends sessions.
CREATE TRIGGER users_change_ends_access AFTER UPDATE OF role, is_active, password_hash ON users
WHEN old.role <> new.role OR old.is_active <> new.is_active OR old.password_hash <> new.password_hash
BEGIN
  DELETE FROM personal_tokens WHERE user_id = old.id;
  DELETE FROM password_links WHERE user_id = old.id;
END;

CREATE TRIGGER users_delete_ends_access BEFORE DELETE ON users
BEGIN
  DELETE FROM new_browsers WHERE user_id = old.id;
  DELETE FROM personal_tokens WHERE user_id = old.id;
  DELETE FROM password_links WHERE user_id = old.id;
END;
