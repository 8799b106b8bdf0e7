-- Times are milliseconds since 1970; days and hours as guests say them are text, Vietnam time.

-- A booking request and what became of it. Nothing here says who the guest is.
CREATE TABLE bookings (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'cancelled')),
  -- Why it was cancelled: unanswered, declined, by_staff.
  reason TEXT,
  -- What happened at the visit: seated, finished, no_show.
  visit TEXT,
  offer_id TEXT NOT NULL,
  date TEXT NOT NULL,
  time TEXT NOT NULL,
  starts_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  party_size INTEGER NOT NULL,
  -- What was asked for and given beyond that, in the words of the trade (JSON).
  wish TEXT NOT NULL,
  given TEXT NOT NULL,
  source TEXT NOT NULL,
  locale TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE INDEX bookings_by_start ON bookings (starts_at);
CREATE INDEX bookings_waiting ON bookings (status, starts_at);

-- Who the guest is, apart from the schedule.
CREATE TABLE booking_guests (
  booking_id TEXT PRIMARY KEY REFERENCES bookings (id),
  name TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT,
  note TEXT,
  -- What staff wrote when they declined or cancelled.
  staff_note TEXT,
  consent_version TEXT NOT NULL,
  consent_text TEXT NOT NULL,
  consented_at BIGINT NOT NULL,
  client TEXT NOT NULL
);

CREATE INDEX booking_guests_by_phone ON booking_guests (phone);

-- Allergies and health boxes, apart from both, so that they can go first.
CREATE TABLE booking_health (
  booking_id TEXT PRIMARY KEY REFERENCES bookings (id),
  marks TEXT NOT NULL,
  -- 1 if staff must speak with the guest because of them.
  needs_attention INTEGER NOT NULL
);

-- What is held: a resource for a quarter of an hour, by one holder. This key is the promise.
CREATE TABLE cells (
  cell BIGINT NOT NULL,
  resource TEXT NOT NULL,
  holder TEXT NOT NULL,
  PRIMARY KEY (cell, resource),
  -- A part of a quarter hour would collide with nothing.
  CHECK (cell = CAST(cell AS BIGINT))
);

CREATE INDEX cells_by_holder ON cells (holder);

-- A table or a room that staff keep free.
CREATE TABLE blocks (
  id TEXT PRIMARY KEY,
  resource TEXT NOT NULL,
  starts_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  reason TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

-- A guest's wish to cancel or to change, until staff have acted on it.
CREATE TABLE booking_changes (
  id TEXT PRIMARY KEY,
  booking_id TEXT NOT NULL REFERENCES bookings (id),
  kind TEXT NOT NULL CHECK (kind IN ('cancel', 'move', 'smaller_party')),
  date TEXT,
  time TEXT,
  party_size INTEGER,
  note TEXT,
  consent_version TEXT NOT NULL,
  source TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  settled_at BIGINT
);

CREATE INDEX booking_changes_by_booking ON booking_changes (booking_id);

CREATE TABLE leads (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT,
  message TEXT,
  preferred_time TEXT,
  consent_version TEXT NOT NULL,
  consent_text TEXT NOT NULL,
  client TEXT NOT NULL,
  source TEXT NOT NULL,
  locale TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE subscribers (
  email TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT,
  locale TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('asked', 'confirmed')),
  consent_version TEXT NOT NULL,
  consent_text TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

-- When an address was last written to, by its keyed hash, so that leaving does not reset it.
CREATE TABLE mails (
  address TEXT PRIMARY KEY,
  at BIGINT NOT NULL
);

-- Gift cards and memberships, paid by bank transfer.
CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending_payment', 'paid', 'sent', 'cancelled')),
  total BIGINT NOT NULL,
  -- What was ordered, without who gives it to whom (JSON).
  item TEXT NOT NULL,
  source TEXT NOT NULL,
  locale TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE TABLE order_guests (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  name TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT,
  recipient TEXT,
  message TEXT,
  consent_version TEXT NOT NULL,
  consent_text TEXT NOT NULL,
  consented_at BIGINT NOT NULL,
  client TEXT NOT NULL
);

-- Who did what and when. Nothing here says who a guest is.
CREATE TABLE audit (
  id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  facts TEXT NOT NULL
);

CREATE INDEX audit_by_subject ON audit (subject, at);

-- News to be told, written in the transaction that made it true.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  facts TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  told_at BIGINT
);

CREATE INDEX outbox_waiting ON outbox (told_at, created_at);

-- Answers to be given again to the same request with the same key.
CREATE TABLE answers (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  digest TEXT NOT NULL,
  status INTEGER NOT NULL,
  location TEXT,
  locale TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (scope, key)
);

CREATE INDEX answers_by_age ON answers (created_at);

-- One row for each write that counts, by the keyed hash of the caller's address.
CREATE TABLE writes (
  id TEXT PRIMARY KEY,
  client TEXT NOT NULL,
  at BIGINT NOT NULL
);

CREATE INDEX writes_by_client ON writes (client, at);

-- Form tokens that were used, until they would have lapsed anyway.
CREATE TABLE form_tokens (
  id TEXT PRIMARY KEY,
  lapses_at BIGINT NOT NULL
);
