-- The working hours of a person on one day that staff have set, in place of those of the content.
CREATE TABLE day_shifts (
  date TEXT NOT NULL,
  resource TEXT NOT NULL,
  from_minute INTEGER NOT NULL,
  to_minute INTEGER NOT NULL,
  -- 1 if guests may book all of it themselves; otherwise only the part within the usual hours.
  is_online INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (date, resource)
);
