-- Visitors so far by day: counting their rows gets slower as rows accumulate.
CREATE TABLE visitor_totals (
  day TEXT NOT NULL PRIMARY KEY,
  total INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO visitor_totals (day, total) SELECT day, count(*) FROM visitors GROUP BY day;

CREATE TRIGGER visitors_count AFTER INSERT ON visitors BEGIN
  INSERT INTO visitor_totals (day, total) VALUES (new.day, 1)
  ON CONFLICT DO UPDATE SET total = total + 1;
END;
