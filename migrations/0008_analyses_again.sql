-- Since when someone waits for it to be analyzed, for the first time or again; NULL when nobody does.
ALTER TABLE analyses ADD COLUMN requested_at TEXT;
UPDATE analyses SET requested_at = created_at WHERE status = 'pending';

-- One address is analyzed once at a time; it is also how work that waits is found.
DROP INDEX analyses_pending;
CREATE UNIQUE INDEX analyses_requested ON analyses (url) WHERE requested_at IS NOT NULL;
