-- Every action of staff reads the parties that are there, among all bookings of the last weeks.
CREATE INDEX bookings_seated ON bookings (starts_at) WHERE visit = 'seated';

-- Every screen counts what waits for an answer, among all changes that guests have ever requested.
CREATE INDEX booking_changes_open ON booking_changes (booking_id) WHERE settled_at IS NULL;
