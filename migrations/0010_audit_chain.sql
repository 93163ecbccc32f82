ALTER TABLE audit_entries ADD COLUMN user_id INTEGER;
ALTER TABLE audit_entries ADD COLUMN source TEXT NOT NULL DEFAULT 'web';
ALTER TABLE audit_entries ADD COLUMN hash TEXT;

UPDATE audit_entries SET source = 'command line' WHERE actor = 'command line';
UPDATE audit_entries SET source = 'schedule' WHERE actor = 'daily schedule';

CREATE INDEX audit_entries_unsealed ON audit_entries (id) WHERE hash IS NULL;

-- The last entry deleted because of its age: the hash chain starts there.
CREATE TABLE audit_anchor (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  entry_id INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;

INSERT INTO audit_anchor (id, entry_id, hash) VALUES (1, 0, '');

-- Entries are immutable: only the hash may be added, and only entries up to the anchor may be deleted.
CREATE TRIGGER audit_entries_are_final BEFORE UPDATE ON audit_entries
WHEN old.hash IS NOT NULL OR (old.id, old.at, old.user_id, old.actor, old.source, old.action, old.subject, old.detail, old.address)
  IS NOT (new.id, new.at, new.user_id, new.actor, new.source, new.action, new.subject, new.detail, new.address)
BEGIN
  SELECT RAISE(ABORT, 'audit entries are final');
END;

CREATE TRIGGER audit_entries_stay BEFORE DELETE ON audit_entries
WHEN old.id > (SELECT entry_id FROM audit_anchor)
BEGIN
  SELECT RAISE(ABORT, 'audit entries are final');
END;
