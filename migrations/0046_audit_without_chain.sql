-- The audit log is no longer a chain of hashes. Up to which entry it was written to the server's log, and was deleted.
CREATE TABLE audit_progress (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  logged_up_to INTEGER NOT NULL,
  deleted_up_to INTEGER NOT NULL
) STRICT;

INSERT INTO audit_progress (id, logged_up_to, deleted_up_to)
SELECT 1, coalesce((SELECT max(id) FROM audit_entries WHERE hash IS NOT NULL), entry_id), entry_id FROM audit_anchor;

DROP TRIGGER audit_entries_are_final;
DROP TRIGGER audit_entries_stay;
DROP INDEX audit_entries_unsealed;
ALTER TABLE audit_entries DROP COLUMN hash;
DROP TABLE audit_anchor;

CREATE TRIGGER audit_entries_are_final BEFORE UPDATE ON audit_entries
BEGIN
  SELECT RAISE(ABORT, 'audit entries are final');
END;

CREATE TRIGGER audit_entries_stay BEFORE DELETE ON audit_entries
WHEN old.id > (SELECT deleted_up_to FROM audit_progress)
BEGIN
  SELECT RAISE(ABORT, 'audit entries are final');
END;
