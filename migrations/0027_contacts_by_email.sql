-- Finds one person's messages by email address, ignoring case.
CREATE INDEX contacts_by_email ON contacts (email COLLATE NOCASE);
