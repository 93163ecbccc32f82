-- The form used to search and sort, if it differs from lower(keyword), which handles only A to Z.
ALTER TABLE keywords ADD COLUMN folded TEXT;

ALTER TABLE keyword_uploads ADD COLUMN file_name TEXT;
