-- A preview link expires with its creator's account.
ALTER TABLE previews ADD COLUMN user_id INTEGER REFERENCES users (id) ON DELETE CASCADE;

CREATE INDEX previews_by_user ON previews (user_id);

CREATE TRIGGER users_deactivation_ends_previews AFTER UPDATE OF is_active ON users
WHEN new.is_active = 0
BEGIN
  DELETE FROM previews WHERE user_id = old.id;
END;

CREATE TRIGGER users_delete_ends_previews BEFORE DELETE ON users
BEGIN
  DELETE FROM previews WHERE user_id = old.id;
END;
