-- Lists show it without reading the contents. The server fills it in for posts that are there already.
ALTER TABLE posts ADD COLUMN reading_minutes INTEGER;
