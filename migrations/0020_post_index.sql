-- Full-text index of published posts for the public search. Never run 'rebuild': it would add drafts.
CREATE VIRTUAL TABLE post_index USING fts5 (
  title, tags, excerpt, content,
  content = 'posts', content_rowid = 'id',
  tokenize = "unicode61 remove_diacritics 2"
);

-- Words of an unpublished post are also removed from the file, not only from the results.
INSERT INTO post_index (post_index, rank) VALUES ('secure-delete', 1);

INSERT INTO post_index (rowid, title, tags, excerpt, content)
  SELECT id, title, tags, excerpt, content FROM posts WHERE status = 'published';

CREATE TRIGGER posts_insert_is_indexed AFTER INSERT ON posts WHEN new.status = 'published'
BEGIN
  INSERT INTO post_index (rowid, title, tags, excerpt, content)
    VALUES (new.id, new.title, new.tags, new.excerpt, new.content);
END;

CREATE TRIGGER posts_update_is_indexed AFTER UPDATE OF title, tags, excerpt, content, status ON posts
BEGIN
  INSERT INTO post_index (post_index, rowid, title, tags, excerpt, content)
    SELECT 'delete', old.id, old.title, old.tags, old.excerpt, old.content WHERE old.status = 'published';
  INSERT INTO post_index (rowid, title, tags, excerpt, content)
    SELECT new.id, new.title, new.tags, new.excerpt, new.content WHERE new.status = 'published';
END;

CREATE TRIGGER posts_delete_is_indexed AFTER DELETE ON posts WHEN old.status = 'published'
BEGIN
  INSERT INTO post_index (post_index, rowid, title, tags, excerpt, content)
    VALUES ('delete', old.id, old.title, old.tags, old.excerpt, old.content);
END;
