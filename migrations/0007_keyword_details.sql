-- What a keyword is found and sorted by, where that is more than lower() of it, which knows A to Z only.
ALTER TABLE keywords ADD COLUMN folded TEXT;

ALTER TABLE keyword_uploads ADD COLUMN file_name TEXT;
