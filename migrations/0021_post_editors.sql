-- Who saved the post last, shown to the next editor in a conflict.
ALTER TABLE posts ADD COLUMN updated_by INTEGER REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX posts_by_editor ON posts (updated_by);

-- Counts only public changes: autosaving a draft must not invalidate every page.
DROP TRIGGER posts_insert_counts;
CREATE TRIGGER posts_insert_counts AFTER INSERT ON posts WHEN new.status = 'published'
BEGIN
  UPDATE content_version SET version = version + 1;
END;

DROP TRIGGER posts_update_counts;
CREATE TRIGGER posts_update_counts AFTER UPDATE ON posts WHEN old.status = 'published' OR new.status = 'published'
BEGIN
  UPDATE content_version SET version = version + 1;
END;
