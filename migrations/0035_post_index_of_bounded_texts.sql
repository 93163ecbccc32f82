-- Indexing or deleting a long post took up to a second. The program fills the index at its next start, see
-- src/db/post-index.ts, because a libSQL server has ten seconds for a migration. Drafts must never be in the index.
DROP TRIGGER posts_insert_is_indexed;
DROP TRIGGER posts_update_is_indexed;
DROP TRIGGER posts_delete_is_indexed;
DROP TABLE post_index;

-- The program erases deleted words in the background, a few posts at a time. 'secure-delete' would erase them at once,
-- but takes 40 µs for each. Without the prefixes, a search for three letters would read the posts of every word that
-- starts with them.
CREATE VIRTUAL TABLE post_index USING fts5 (
  title, tags, excerpt, content,
  content = '', contentless_delete = 1, prefix = '3',
  tokenize = "unicode61 remove_diacritics 2"
);

-- Otherwise a change of one post could merge a large part of the index.
INSERT INTO post_index (post_index, rank) VALUES ('deletemerge', 0);

-- Deleted or unpublished posts that are still in the index. Searches ignore them.
CREATE TABLE post_index_stale (
  id INTEGER PRIMARY KEY
) STRICT;

CREATE TRIGGER posts_insert_is_indexed AFTER INSERT ON posts WHEN new.status = 'published'
BEGIN
  INSERT INTO post_index (rowid, title, tags, excerpt, content)
    VALUES (new.id, new.title, new.tags, new.excerpt, substr(new.content, 1, 50000));
END;

CREATE TRIGGER posts_update_is_indexed AFTER UPDATE OF title, tags, excerpt, content, status ON posts
WHEN new.status = 'published'
BEGIN
  DELETE FROM post_index WHERE rowid = new.id;
  DELETE FROM post_index_stale WHERE id = new.id;
  INSERT INTO post_index (rowid, title, tags, excerpt, content)
    VALUES (new.id, new.title, new.tags, new.excerpt, substr(new.content, 1, 50000));
END;

CREATE TRIGGER posts_unpublish_is_indexed AFTER UPDATE OF status ON posts
WHEN old.status = 'published' AND new.status <> 'published'
BEGIN
  INSERT OR IGNORE INTO post_index_stale (id) VALUES (new.id);
END;

CREATE TRIGGER posts_delete_is_indexed AFTER DELETE ON posts WHEN old.status = 'published'
BEGIN
  INSERT OR IGNORE INTO post_index_stale (id) VALUES (old.id);
END;
