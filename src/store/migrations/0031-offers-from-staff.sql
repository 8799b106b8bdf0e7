-- An offer to a booking: the service, what it costs (JSON), and the preferences of the guest that it does not meet. An offer
-- to an entry of the waitlist has none of them.
ALTER TABLE place_offers ADD COLUMN offer_id TEXT;
ALTER TABLE place_offers ADD COLUMN quote TEXT;
ALTER TABLE place_offers ADD COLUMN overrides TEXT NOT NULL DEFAULT '';
