-- A user who signed in by passkey hasn't proved they know the password. Earlier sessions may have used a passkey.
ALTER TABLE sessions ADD COLUMN is_by_passkey INTEGER NOT NULL DEFAULT 0 CHECK (is_by_passkey IN (0, 1));
UPDATE sessions SET is_by_passkey = 1 WHERE user_id IN (SELECT user_id FROM passkeys);
