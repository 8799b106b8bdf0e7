-- 0 for a request that occupies no place until staff confirm it, because another open booking has the same phone number
-- at that time.
ALTER TABLE bookings ADD COLUMN holds_place INTEGER NOT NULL DEFAULT 1;

-- By whom a booking was requested, for the limits of open requests: one row for each phone number, mailbox, client and
-- network. Deleted a day after the request, or later if it is still pending then.
CREATE TABLE request_counts (
  subject TEXT NOT NULL,
  booking_id TEXT NOT NULL REFERENCES bookings (id),
  at BIGINT NOT NULL,
  PRIMARY KEY (subject, booking_id)
);
CREATE INDEX request_counts_by_booking ON request_counts (booking_id);
CREATE INDEX request_counts_by_time ON request_counts (at);
