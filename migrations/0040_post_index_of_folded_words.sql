-- All spellings of a word are one, and parts of words are found in scripts without spaces. SQL can do neither, so the
-- program indexes posts before a search, see src/db/post-index.ts, and refills the index at its next start. Drafts must
-- never be in the index.
DROP TRIGGER posts_insert_is_indexed;
DROP TRIGGER posts_update_is_indexed;
DROP TRIGGER posts_unpublish_is_indexed;
DROP TRIGGER posts_delete_is_indexed;
DROP TABLE post_index;
DELETE FROM post_index_stale;

CREATE VIRTUAL TABLE post_index USING fts5 (
  title, tags, excerpt, content,
  content = '', contentless_delete = 1, prefix = '3',
  tokenize = 'ascii'
);
INSERT INTO post_index (post_index, rank) VALUES ('deletemerge', 0);

-- Published posts that aren't in the index yet. Each change gives a post a new number.
CREATE TABLE post_index_pending (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  post_id INTEGER NOT NULL
) STRICT;

CREATE INDEX post_index_pending_by_post ON post_index_pending (post_id);

CREATE TRIGGER posts_insert_is_indexed AFTER INSERT ON posts WHEN new.status = 'published'
BEGIN
  INSERT INTO post_index_pending (post_id) VALUES (new.id);
END;

CREATE TRIGGER posts_update_is_indexed AFTER UPDATE OF title, tags, excerpt, content, status ON posts
WHEN new.status = 'published'
BEGIN
  DELETE FROM post_index WHERE rowid = new.id;
  DELETE FROM post_index_stale WHERE id = new.id;
  DELETE FROM post_index_pending WHERE post_id = new.id;
  INSERT INTO post_index_pending (post_id) VALUES (new.id);
END;

CREATE TRIGGER posts_unpublish_is_indexed AFTER UPDATE OF status ON posts
WHEN old.status = 'published' AND new.status <> 'published'
BEGIN
  DELETE FROM post_index_pending WHERE post_id = new.id;
  INSERT OR IGNORE INTO post_index_stale (id) VALUES (new.id);
END;

CREATE TRIGGER posts_delete_is_indexed AFTER DELETE ON posts WHEN old.status = 'published'
BEGIN
  DELETE FROM post_index_pending WHERE post_id = old.id;
  INSERT OR IGNORE INTO post_index_stale (id) VALUES (old.id);
END;
