-- The folded text of each row for searches, in pieces; see src/db/search.ts.
CREATE TABLE search_texts (
  source TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  part INTEGER NOT NULL,
  folded TEXT NOT NULL,
  PRIMARY KEY (source, row_id, part)
) STRICT, WITHOUT ROWID;

-- Rows still to be folded. Each change gives a row a new number.
CREATE TABLE search_pending (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL,
  row_id INTEGER NOT NULL
) STRICT;

CREATE INDEX search_pending_by_row ON search_pending (source, row_id);

INSERT INTO search_pending (source, row_id) SELECT 'posts', id FROM posts;
INSERT INTO search_pending (source, row_id) SELECT 'contacts', id FROM contacts;
INSERT INTO search_pending (source, row_id) SELECT 'analyses', id FROM analyses;

CREATE TRIGGER posts_insert_is_searched AFTER INSERT ON posts
BEGIN
  INSERT INTO search_pending (source, row_id) VALUES ('posts', new.id);
END;

CREATE TRIGGER posts_update_is_searched AFTER UPDATE OF title, slug, excerpt, content, tags ON posts
BEGIN
  DELETE FROM search_texts WHERE source = 'posts' AND row_id = new.id;
  DELETE FROM search_pending WHERE source = 'posts' AND row_id = new.id;
  INSERT INTO search_pending (source, row_id) VALUES ('posts', new.id);
END;

CREATE TRIGGER posts_delete_is_not_searched AFTER DELETE ON posts
BEGIN
  DELETE FROM search_texts WHERE source = 'posts' AND row_id = old.id;
  DELETE FROM search_pending WHERE source = 'posts' AND row_id = old.id;
END;

CREATE TRIGGER contacts_insert_is_searched AFTER INSERT ON contacts
BEGIN
  INSERT INTO search_pending (source, row_id) VALUES ('contacts', new.id);
END;

CREATE TRIGGER contacts_update_is_searched AFTER UPDATE OF name, email, subject, message ON contacts
BEGIN
  DELETE FROM search_texts WHERE source = 'contacts' AND row_id = new.id;
  DELETE FROM search_pending WHERE source = 'contacts' AND row_id = new.id;
  INSERT INTO search_pending (source, row_id) VALUES ('contacts', new.id);
END;

CREATE TRIGGER contacts_delete_is_not_searched AFTER DELETE ON contacts
BEGIN
  DELETE FROM search_texts WHERE source = 'contacts' AND row_id = old.id;
  DELETE FROM search_pending WHERE source = 'contacts' AND row_id = old.id;
END;

CREATE TRIGGER analyses_insert_is_searched AFTER INSERT ON analyses
BEGIN
  INSERT INTO search_pending (source, row_id) VALUES ('analyses', new.id);
END;

CREATE TRIGGER analyses_update_is_searched AFTER UPDATE OF url, title ON analyses
BEGIN
  DELETE FROM search_texts WHERE source = 'analyses' AND row_id = new.id;
  DELETE FROM search_pending WHERE source = 'analyses' AND row_id = new.id;
  INSERT INTO search_pending (source, row_id) VALUES ('analyses', new.id);
END;

CREATE TRIGGER analyses_delete_is_not_searched AFTER DELETE ON analyses
BEGIN
  DELETE FROM search_texts WHERE source = 'analyses' AND row_id = old.id;
  DELETE FROM search_pending WHERE source = 'analyses' AND row_id = old.id;
END;

-- The version of the folding rules used for the part's rows, 0 for earlier releases; and its longest keyword.
ALTER TABLE keyword_parts ADD COLUMN folding INTEGER NOT NULL DEFAULT 0;
ALTER TABLE keyword_parts ADD COLUMN longest INTEGER NOT NULL DEFAULT 4000;
