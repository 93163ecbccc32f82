-- One row per running copy of the program: the number of the last batch of counts that it has written, so that a batch
-- whose answer was lost is not counted again. `day` is when it last wrote one.
CREATE TABLE copies (
  id TEXT PRIMARY KEY NOT NULL,
  counted INTEGER NOT NULL,
  day TEXT NOT NULL
) STRICT, WITHOUT ROWID;
