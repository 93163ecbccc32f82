-- Images of posts. The id is a prefix of the SHA-256 of the bytes, so identical images are stored once.
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

-- Without this index, summing the sizes would read the rows, including the image bytes.
CREATE INDEX images_by_size ON images (size);
