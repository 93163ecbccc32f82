-- Whoever signed in by passkey has not shown that they know the password. Earlier sessions may have been such.
ALTER TABLE sessions ADD COLUMN is_by_passkey INTEGER NOT NULL DEFAULT 0 CHECK (is_by_passkey IN (0, 1));
UPDATE sessions SET is_by_passkey = 1 WHERE user_id IN (SELECT user_id FROM passkeys);
