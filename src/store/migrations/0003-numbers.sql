-- What came in during some days, however long the history is.

CREATE INDEX bookings_by_creation ON bookings (created_at);
CREATE INDEX booking_changes_by_creation ON booking_changes (created_at);
CREATE INDEX orders_by_creation ON orders (created_at);
