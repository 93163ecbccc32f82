CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  username TEXT NOT NULL COLLATE NOCASE UNIQUE,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  password_hash TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('super_admin', 'admin', 'moderator')),
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  created_at TEXT NOT NULL,
  last_login TEXT
) STRICT;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  last_used_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE secrets (
  name TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  actor TEXT,
  action TEXT NOT NULL,
  subject TEXT,
  detail TEXT,
  address TEXT
) STRICT;

CREATE INDEX audit_entries_by_time ON audit_entries (at);
CREATE INDEX audit_entries_by_actor ON audit_entries (actor COLLATE NOCASE, action, address);

-- A change of role, status or password ends the user's sessions in the same statement.
CREATE TRIGGER users_change_ends_sessions AFTER UPDATE OF role, is_active, password_hash ON users
WHEN old.role <> new.role OR old.is_active <> new.is_active OR old.password_hash <> new.password_hash
BEGIN
  DELETE FROM sessions WHERE user_id = old.id;
END;

CREATE TRIGGER users_delete_ends_sessions BEFORE DELETE ON users
BEGIN
  DELETE FROM sessions WHERE user_id = old.id;
END;
