-- Covers the counts made for each new message: messages in the last hour, held ones in the last day.
CREATE INDEX contacts_by_time ON contacts (created_at, status);
