-- Lists messages by sender, all or of one status, with keyset paging.
CREATE INDEX contacts_by_name ON contacts (name COLLATE NOCASE, id, status);
CREATE INDEX contacts_by_status_and_name ON contacts (status, name COLLATE NOCASE, id);
