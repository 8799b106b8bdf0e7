-- The price and the surcharge that the guest was shown, as JSON; null for bookings of earlier versions.
ALTER TABLE bookings ADD COLUMN quote TEXT;
