-- The shop whose rows the database contains, in one row, so that another shop does not use it by mistake.
CREATE TABLE shop_identity (
  id TEXT PRIMARY KEY,
  trade TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
