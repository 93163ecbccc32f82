-- Indexing or deleting a long post took up to a second. The program fills the index at its next start, see
-- src/db/post-index.ts, because a libSQL server has ten seconds for a migration. Drafts must never be in the index.
DROP TRIGGER posts_insert_is_indexed;
DROP TRIGGER posts_update_is_indexed;
DROP TRIGGER posts_delete_is_indexed;
DROP TABLE post_index;

-- Deleted words stay in the index until merges remove them. 'secure-delete' would remove them at once, but takes 40 µs
-- for each. Without the prefixes, a search for three letters would read the posts of every word that starts with them.
CREATE VIRTUAL TABLE post_index USING fts5 (
  title, tags, excerpt, content,
  content = '', prefix = '3',
  tokenize = "unicode61 remove_diacritics 2"
);

CREATE TRIGGER posts_insert_is_indexed AFTER INSERT ON posts WHEN new.status = 'published'
BEGIN
  INSERT INTO post_index (rowid, title, tags, excerpt, content)
    VALUES (new.id, new.title, new.tags, new.excerpt, substr(new.content, 1, 50000));
END;

CREATE TRIGGER posts_update_is_indexed AFTER UPDATE OF title, tags, excerpt, content, status ON posts
BEGIN
  INSERT INTO post_index (post_index, rowid, title, tags, excerpt, content)
    SELECT 'delete', old.id, old.title, old.tags, old.excerpt, substr(old.content, 1, 50000)
    WHERE EXISTS (SELECT 1 FROM post_index WHERE rowid = old.id);
  INSERT INTO post_index (rowid, title, tags, excerpt, content)
    SELECT new.id, new.title, new.tags, new.excerpt, substr(new.content, 1, 50000) WHERE new.status = 'published';
END;

CREATE TRIGGER posts_delete_is_indexed AFTER DELETE ON posts
BEGIN
  INSERT INTO post_index (post_index, rowid, title, tags, excerpt, content)
    SELECT 'delete', old.id, old.title, old.tags, old.excerpt, substr(old.content, 1, 50000)
    WHERE EXISTS (SELECT 1 FROM post_index WHERE rowid = old.id);
END;
