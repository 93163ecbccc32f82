-- The list of messages sorted by sender, all of them or those of one status, a page at a time from any place in it.
CREATE INDEX contacts_by_name ON contacts (name COLLATE NOCASE, id, status);
CREATE INDEX contacts_by_status_and_name ON contacts (status, name COLLATE NOCASE, id);
