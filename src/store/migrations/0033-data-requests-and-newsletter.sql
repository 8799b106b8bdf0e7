-- A data request that the guest has sent: over which interface, and when and by whom the person was verified. Until
-- then nothing is shown or erased for it. One that staff have entered has no source.
ALTER TABLE guest_requests ADD COLUMN source TEXT;
ALTER TABLE guest_requests ADD COLUMN verified_at BIGINT;
ALTER TABLE guest_requests ADD COLUMN verified_by TEXT;

-- An article that the owner sends to the subscribers of the newsletter, or to the shop as a test.
CREATE TABLE newsletter_sendings (
  id TEXT PRIMARY KEY,
  article TEXT NOT NULL,
  -- Title and text in each language, as they were (JSON).
  texts TEXT NOT NULL,
  is_test INTEGER NOT NULL,
  -- How many emails are in the outbox, the last subscriber among them, and when the next ones follow.
  queued INTEGER NOT NULL,
  queued_up_to TEXT NOT NULL,
  next_at BIGINT NOT NULL,
  created_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  finished_at BIGINT
);
