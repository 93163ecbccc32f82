-- Former addresses on this site, which lead to a path or a post. Sources are lowercase and decoded.
CREATE TABLE redirects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL UNIQUE,
  target TEXT,
  post_id INTEGER REFERENCES posts (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  CHECK ((target IS NULL) <> (post_id IS NULL))
) STRICT;

CREATE INDEX redirects_by_post ON redirects (post_id);

CREATE TRIGGER posts_delete_ends_redirects AFTER DELETE ON posts
BEGIN
  DELETE FROM redirects WHERE post_id = old.id;
END;
