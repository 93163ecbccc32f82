-- Ids in feeds used to be derived from the host, the day of publication and the row. '*' stands for the host, which the
-- server fills in from SITE_URL.
ALTER TABLE posts ADD COLUMN feed_id TEXT;
UPDATE posts SET feed_id = 'tag:*,' || substr(coalesce(published_at, created_at), 1, 10) || ':post-' || id
  WHERE status = 'published' OR published_at IS NOT NULL;
CREATE INDEX posts_by_feed_id ON posts (feed_id);
