-- When an analysis was requested; NULL if none is pending.
ALTER TABLE analyses ADD COLUMN requested_at TEXT;
UPDATE analyses SET requested_at = created_at WHERE status = 'pending';

-- One analysis per URL at a time. Also used to find queued work.
DROP INDEX analyses_pending;
CREATE UNIQUE INDEX analyses_requested ON analyses (url) WHERE requested_at IS NOT NULL;
