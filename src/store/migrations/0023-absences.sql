-- A person, table or room that is away. The block with the same id holds all of that time that no booking holds.
CREATE TABLE absences (
  id TEXT PRIMARY KEY,
  resource TEXT NOT NULL,
  starts_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  reason TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  -- When staff took it back; the row stays, so that this can be undone.
  removed_at BIGINT
);

CREATE INDEX absences_by_end ON absences (ends_at);

-- The bookings that an absence concerned, and when staff called the guest.
CREATE TABLE absence_bookings (
  absence_id TEXT NOT NULL,
  booking_id TEXT NOT NULL,
  called_at BIGINT,
  called_by TEXT,
  PRIMARY KEY (absence_id, booking_id)
);
