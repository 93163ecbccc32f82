-- Who is signed in, in words that the user recognizes; and when they last gave their password or passkey.
ALTER TABLE sessions ADD COLUMN proved_at TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN network TEXT NOT NULL DEFAULT '';
UPDATE sessions SET proved_at = created_at;

-- A password that someone else typed for this user is to be replaced before anything else is done.
ALTER TABLE users ADD COLUMN must_change_password INTEGER NOT NULL DEFAULT 0 CHECK (must_change_password IN (0, 1));

-- Sign-ins from a browser that the user had not used before, until the user has seen them.
CREATE TABLE new_browsers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL,
  at TEXT NOT NULL,
  browser TEXT NOT NULL,
  network TEXT NOT NULL
) STRICT;

CREATE INDEX new_browsers_by_user ON new_browsers (user_id);

-- What a program calls the API with; only the hash of each token is kept.
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

-- Links by which users set a password of their own, once; only the hash of each is kept.
CREATE TABLE password_links (
  hash TEXT PRIMARY KEY NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX password_links_by_user ON password_links (user_id);

-- Whoever loses a role, an account or a password loses tokens and links with it, as sessions end.
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
