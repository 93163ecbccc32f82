-- Who saved a post last, so that the next editor can be told whose version it is.
ALTER TABLE posts ADD COLUMN updated_by INTEGER REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX posts_by_editor ON posts (updated_by);

-- The version is of what is public: saving a draft every few seconds must not make every page be drawn anew.
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
