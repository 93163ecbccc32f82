CREATE TABLE posts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE,
  excerpt TEXT NOT NULL,
  content TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
  tags TEXT NOT NULL,
  meta_title TEXT NOT NULL,
  meta_description TEXT NOT NULL,
  published_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE INDEX posts_by_status ON posts (status, published_at);

-- Earlier slugs of published posts; they redirect to the current one.
CREATE TABLE former_slugs (
  slug TEXT PRIMARY KEY NOT NULL,
  post_id INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX former_slugs_by_post ON former_slugs (post_id);

-- Preview links to unpublished posts, stored as hashes so a leaked database grants no access.
CREATE TABLE previews (
  token_hash TEXT PRIMARY KEY NOT NULL,
  post_id INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX previews_by_post ON previews (post_id);

-- Incremented by every change to what public pages show, so that all instances on this database notice it.
CREATE TABLE content_version (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL
) STRICT;

INSERT INTO content_version (id, version) VALUES (1, 1);

CREATE TRIGGER posts_insert_counts AFTER INSERT ON posts
BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER posts_update_counts AFTER UPDATE ON posts
BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER posts_delete_counts AFTER DELETE ON posts
BEGIN
  DELETE FROM former_slugs WHERE post_id = old.id;
  DELETE FROM previews WHERE post_id = old.id;
  UPDATE content_version SET version = version + 1;
END;

CREATE TABLE prompts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  system_prompt TEXT NOT NULL,
  user_prompt_template TEXT NOT NULL,
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  created_at TEXT NOT NULL
) STRICT;
