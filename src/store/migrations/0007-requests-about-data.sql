-- What guests ask about their own data, and what was handed out or erased for them.

-- One for each time that something was. Nothing here says of whom.
CREATE TABLE receipts (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('export', 'erase')),
  actor TEXT NOT NULL,
  -- How much of what (JSON).
  counts TEXT NOT NULL,
  -- What was left, as it may be another's.
  elsewhere INTEGER NOT NULL,
  at BIGINT NOT NULL,
  -- When the files of the book were written anew after an erasure.
  scrubbed_at BIGINT
);

CREATE INDEX receipts_by_time ON receipts (at);

-- Whose a receipt is, by keyed hashes of his phones and addresses: who asks again with one is found.
CREATE TABLE receipt_guests (
  digest TEXT NOT NULL,
  receipt_id TEXT NOT NULL REFERENCES receipts (id),
  PRIMARY KEY (digest, receipt_id)
);

-- The register of what guests asked for. Days are text, Vietnam time.
CREATE TABLE guest_requests (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('see', 'correct', 'erase', 'withdraw', 'other')),
  way TEXT NOT NULL CHECK (way IN ('phone', 'message', 'in_person', 'letter')),
  -- A phone or a mail address, and what else says who it was; empty once he is erased.
  contact TEXT NOT NULL,
  name TEXT,
  note TEXT,
  came_on TEXT NOT NULL,
  -- Until when he must have heard from us, and until when it must be done.
  reply_by TEXT NOT NULL,
  due_on TEXT NOT NULL,
  replied_at BIGINT,
  done_at BIGINT,
  done_by TEXT,
  receipt_id TEXT REFERENCES receipts (id),
  version INTEGER NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE INDEX guest_requests_by_contact ON guest_requests (contact);
CREATE INDEX guest_requests_open ON guest_requests (due_on) WHERE done_at IS NULL;

-- The words that were agreed to with a wish for a change, as with every other request.
ALTER TABLE booking_changes ADD COLUMN consent_text TEXT;
