-- When and by whom the text of a post was saved; null until the next save. Changes of other columns don't count.
ALTER TABLE posts ADD COLUMN text_saved_at TEXT;
ALTER TABLE posts ADD COLUMN text_saved_by INTEGER;
