-- The list of all posts sorted by title or length, without a look at their contents.
CREATE INDEX posts_by_title ON posts (title COLLATE NOCASE, id, status);
CREATE INDEX posts_by_reading_time ON posts (reading_minutes, id, status);
