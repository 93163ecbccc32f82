-- Where a post was first published; '' for here.
ALTER TABLE posts ADD COLUMN canonical_url TEXT NOT NULL DEFAULT '';
