-- Lists all posts by title or reading time without reading their contents.
CREATE INDEX posts_by_title ON posts (title COLLATE NOCASE, id, status);
CREATE INDEX posts_by_reading_time ON posts (reading_minutes, id, status);
