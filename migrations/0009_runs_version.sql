-- The release that ranked the keywords; NULL for runs before it was recorded.
ALTER TABLE analysis_runs ADD COLUMN version TEXT;
