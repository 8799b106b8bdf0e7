-- What staff have noted about the guest with a phone number: a text for the next visit, and when they were marked
-- as a regular.
-- `last_note` and `last_marked_regular_at` are what the last change has replaced, so that it can be undone.
CREATE TABLE guest_profiles (
  id TEXT PRIMARY KEY,
  phone TEXT NOT NULL UNIQUE,
  note TEXT,
  marked_regular_at BIGINT,
  last_note TEXT,
  last_marked_regular_at BIGINT,
  version INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE INDEX order_guests_by_phone ON order_guests (phone);
CREATE INDEX leads_by_phone ON leads (phone);
