-- One row for each day on which something was ever held, by its first quarter hour: a text that is
-- another whenever something is held or let go on it, so that whoever has read a day once need not
-- read it again. Of the days before this, the empty text says that nobody may rely on it.
CREATE TABLE held_days (
  day BIGINT PRIMARY KEY,
  version TEXT NOT NULL
);

INSERT INTO held_days (day, version)
SELECT DISTINCT cell - (cell + 28) % 96, '' FROM cells;

-- A morning is also the night of the day before.
INSERT INTO held_days (day, version)
SELECT DISTINCT cell - (cell + 28) % 96 - 96, '' FROM cells WHERE (cell + 28) % 96 < 48
ON CONFLICT DO NOTHING;
