-- When the schedule publishes a draft.
ALTER TABLE posts ADD COLUMN publish_at TEXT;

CREATE INDEX posts_by_publish_at ON posts (publish_at) WHERE publish_at IS NOT NULL;
