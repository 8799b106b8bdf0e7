-- The start for which the guest has said that they are coming; null if they have not. A move makes it void.
ALTER TABLE bookings ADD COLUMN coming_for BIGINT;
