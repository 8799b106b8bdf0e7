-- Gift cards and memberships as accounts. The balance is the sum of the entries, and both change in one transaction.
CREATE TABLE cards (
  id TEXT PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('gift_card', 'membership')),
  unit TEXT NOT NULL CHECK (unit IN ('vnd', 'visits')),
  -- The service of a membership, or of a gift card for one.
  offer_id TEXT,
  order_id TEXT UNIQUE REFERENCES orders (id),
  -- What was paid for it, in dong.
  price BIGINT NOT NULL,
  balance BIGINT NOT NULL CHECK (balance >= 0),
  -- The end of the last day.
  valid_until BIGINT NOT NULL,
  locale TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX cards_by_end ON cards (valid_until);

CREATE TABLE card_holders (
  card_id TEXT PRIMARY KEY REFERENCES cards (id),
  name TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT,
  -- The name on a card that was bought for another person.
  recipient TEXT
);
CREATE INDEX card_holders_by_phone ON card_holders (phone);

-- Never changed and never deleted.
CREATE TABLE card_entries (
  id TEXT PRIMARY KEY,
  card_id TEXT NOT NULL REFERENCES cards (id),
  kind TEXT NOT NULL CHECK (kind IN ('issued', 'redeemed', 'given_back', 'adjusted', 'expired')),
  -- Dong or visits; negative if the balance decreases.
  amount BIGINT NOT NULL,
  booking_id TEXT,
  -- The entry that this one gives back: each at most once.
  undoes TEXT UNIQUE,
  -- Why the program made it, and what staff wrote.
  cause TEXT,
  reason TEXT,
  actor TEXT NOT NULL,
  -- The form that made it: each at most once.
  request_key TEXT UNIQUE,
  at BIGINT NOT NULL
);
CREATE INDEX card_entries_by_card ON card_entries (card_id, at);
CREATE INDEX card_entries_by_booking ON card_entries (booking_id);
CREATE INDEX card_entries_by_time ON card_entries (at);

-- The visit of a membership that a booking reserves: used when the visit ends, released when it is cancelled in time.
CREATE TABLE card_visits (
  booking_id TEXT PRIMARY KEY,
  card_id TEXT NOT NULL REFERENCES cards (id),
  state TEXT NOT NULL CHECK (state IN ('reserved', 'used', 'released')),
  -- The entry by which it was used.
  entry_id TEXT,
  updated_at BIGINT NOT NULL
);
CREATE INDEX card_visits_by_card ON card_visits (card_id);
