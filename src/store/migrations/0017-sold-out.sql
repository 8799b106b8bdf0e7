-- Offers that staff have marked as unavailable: until a time, or without one until staff remove the mark.
CREATE TABLE sold_out_offers (
  offer_id TEXT PRIMARY KEY,
  until_at BIGINT,
  created_at BIGINT NOT NULL
);
