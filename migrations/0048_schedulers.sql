-- Who set the time of a scheduled draft; NULL for the command line. It isn't published if they have lost their access.
ALTER TABLE posts ADD COLUMN scheduled_by INTEGER;

UPDATE posts SET scheduled_by = updated_by WHERE publish_at IS NOT NULL;
