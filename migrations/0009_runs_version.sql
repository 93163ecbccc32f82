-- Of the program that ranked the keywords; NULL for runs before it was noted.
ALTER TABLE analysis_runs ADD COLUMN version TEXT;
