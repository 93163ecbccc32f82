-- ǣ, ǽ and ǿ were folded to æ and ø instead of ae and o. Their rows are folded again at the next search.
INSERT INTO search_pending (source, row_id)
  SELECT DISTINCT source, row_id FROM search_texts WHERE instr(folded, 'æ') > 0 OR instr(folded, 'ø') > 0;

DELETE FROM search_texts WHERE (source, row_id) IN (SELECT source, row_id FROM search_pending);
