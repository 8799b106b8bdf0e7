-- The rules that staff have set aside for the place and the time of a booking, separated by commas, and the minutes of
-- a stay that staff have agreed with the guest.
ALTER TABLE bookings ADD COLUMN overrides TEXT NOT NULL DEFAULT '';
ALTER TABLE bookings ADD COLUMN stay_minutes INTEGER;

-- A table, chair or bed that is there from one service day to another. The row stays, so that past bookings keep its name.
CREATE TABLE extra_places (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  seats INTEGER NOT NULL,
  first_date TEXT NOT NULL,
  last_date TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE INDEX extra_places_by_last_date ON extra_places (last_date);
