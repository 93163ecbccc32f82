-- Stored so that lists needn't read the contents. The server fills it in for existing posts.
ALTER TABLE posts ADD COLUMN reading_minutes INTEGER;
