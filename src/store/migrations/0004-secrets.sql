-- What every process must know alike and nobody chose: made once, by whoever starts first.
CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
