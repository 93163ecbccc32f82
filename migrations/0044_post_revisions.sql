-- Former texts of posts. `text` is JSON.
CREATE TABLE post_revisions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  post_id INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  saved_at TEXT NOT NULL,
  saved_by INTEGER,
  text TEXT NOT NULL
) STRICT;

CREATE INDEX post_revisions_by_post ON post_revisions (post_id);

CREATE TRIGGER posts_delete_ends_revisions AFTER DELETE ON posts
BEGIN
  DELETE FROM post_revisions WHERE post_id = old.id;
END;
