-- Full and half width, vowel marks, invisible characters and decomposed letters are folded, too, and pieces of long texts
-- overlap more. Their rows are folded again at the next search.
INSERT INTO search_pending (source, row_id)
  SELECT DISTINCT source, row_id FROM search_texts WHERE part > 0 OR length(folded) <> octet_length(folded);

DELETE FROM search_texts WHERE (source, row_id) IN (SELECT source, row_id FROM search_pending);
