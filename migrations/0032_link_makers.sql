-- A password link expires when its creator loses their rights.
ALTER TABLE password_links ADD COLUMN made_by INTEGER REFERENCES users (id) ON DELETE CASCADE;

CREATE INDEX password_links_by_maker ON password_links (made_by);

CREATE TRIGGER users_change_ends_made_links AFTER UPDATE OF role, is_active, password_hash ON users
WHEN old.role <> new.role OR old.is_active <> new.is_active OR old.password_hash <> new.password_hash
BEGIN
  DELETE FROM password_links WHERE made_by = old.id;
END;

CREATE TRIGGER users_delete_ends_made_links BEFORE DELETE ON users
BEGIN
  DELETE FROM password_links WHERE made_by = old.id;
END;
