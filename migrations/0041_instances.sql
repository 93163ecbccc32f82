-- One row per instance: the number of the last batch of counts it has written, so that a batch whose response was lost
-- isn't counted twice. `day` is when it last wrote one. Instances of earlier releases that are still running use `copies`.
CREATE TABLE instances (
  id TEXT PRIMARY KEY NOT NULL,
  counted INTEGER NOT NULL,
  day TEXT NOT NULL
) STRICT, WITHOUT ROWID;
