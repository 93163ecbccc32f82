-- The list of all posts in its order, without a look at their contents.
CREATE INDEX posts_by_creation ON posts (created_at, status);
