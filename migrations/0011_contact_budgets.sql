-- Each message counts those of the last hour, or the held-back ones of the last day, from this index alone.
CREATE INDEX contacts_by_time ON contacts (created_at, status);
