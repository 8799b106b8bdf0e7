-- Every action of staff reads the parties that are there, among all bookings of the last weeks.
CREATE INDEX bookings_seated ON bookings (starts_at) WHERE visit = 'seated';
