-- Totals by day: adding up a day's rows gets slower as rows accumulate.
CREATE TABLE daily_totals (
  day TEXT NOT NULL,
  name TEXT NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (day, name)
) STRICT, WITHOUT ROWID;

INSERT INTO daily_totals (day, name, total) SELECT day, name, sum(count) FROM daily_counts GROUP BY day, name;

CREATE TRIGGER daily_counts_insert AFTER INSERT ON daily_counts BEGIN
  INSERT INTO daily_totals (day, name, total) VALUES (new.day, new.name, new.count)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER daily_counts_update AFTER UPDATE OF count ON daily_counts BEGIN
  UPDATE daily_totals SET total = total + new.count - old.count WHERE day = new.day AND name = new.name;
END;

CREATE TRIGGER daily_counts_delete AFTER DELETE ON daily_counts BEGIN
  UPDATE daily_totals SET total = total - old.count WHERE day = old.day AND name = old.name;
END;
