-- Who cancelled a booking that staff have cancelled: guest or shop. Null for all other bookings, and for older ones.
ALTER TABLE bookings ADD COLUMN cancelled_by TEXT;
