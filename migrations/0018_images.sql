-- Images of posts. The id is the beginning of the SHA-256 of the bytes, so that the same image is stored once.
CREATE TABLE images (
  id TEXT PRIMARY KEY,
  extension TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  size INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  created_by TEXT,
  unused_since TEXT,
  bytes BLOB NOT NULL
) STRICT;

-- Without it, the sum of all sizes would be read from the rows, which hold the bytes.
CREATE INDEX images_by_size ON images (size);
