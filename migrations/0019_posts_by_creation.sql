-- Lists all posts in order without reading their contents.
CREATE INDEX posts_by_creation ON posts (created_at, status);
