-- What a guest pays before the visit, in dong, and how it stands; nothing where staff did nothing about it.
ALTER TABLE bookings ADD COLUMN deposit BIGINT;
ALTER TABLE bookings ADD COLUMN deposit_state TEXT
  CHECK (deposit_state IN ('asked', 'paid', 'waived', 'returned'));
