-- What one person wrote is found by the address, whatever its case.
CREATE INDEX contacts_by_email ON contacts (email COLLATE NOCASE);
