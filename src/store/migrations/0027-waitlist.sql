-- A place that staff have offered to a guest. Its cells belong to `offer:<id>` until it is answered or its time is up.
CREATE TABLE place_offers (
  id TEXT PRIMARY KEY,
  -- Whom it is for: `waitlist:<id>`, or later `booking:<id>` for a request with a counter-offer.
  owner TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'accepted', 'declined', 'expired', 'withdrawn', 'released')),
  service_date TEXT NOT NULL,
  date TEXT NOT NULL,
  time TEXT NOT NULL,
  starts_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  -- The resources with their minutes, and what the guest gets (JSON).
  holds TEXT NOT NULL,
  given TEXT NOT NULL,
  -- Until when the guest can accept.
  expires_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE INDEX place_offers_by_owner ON place_offers (owner);
CREATE INDEX place_offers_open ON place_offers (status, expires_at);

-- A guest who waits for a place at a time that is full, or at the door for a table that becomes free.
CREATE TABLE waitlist (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'offered', 'booked', 'left', 'expired')),
  -- Only of guests at the door: the minutes of waiting that the host has named.
  quoted_minutes INTEGER,
  offer_id TEXT NOT NULL,
  -- The service day, and the first and the last start that suit the guest.
  date TEXT NOT NULL,
  starts_from BIGINT NOT NULL,
  starts_until BIGINT NOT NULL,
  party_size INTEGER NOT NULL,
  -- What was asked for beyond that, in the fields of the trade (JSON).
  wish TEXT NOT NULL,
  -- The booking that came of it.
  booking_id TEXT,
  name TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT,
  consent_version TEXT NOT NULL,
  consent_text TEXT NOT NULL,
  consented_at BIGINT NOT NULL,
  client TEXT NOT NULL,
  source TEXT NOT NULL,
  locale TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE INDEX waitlist_open ON waitlist (status, date);
CREATE INDEX waitlist_by_phone ON waitlist (phone);

-- By whom an entry was sent, for the limits: one row for each phone number, mailbox, client and network.
CREATE TABLE waitlist_counts (
  subject TEXT NOT NULL,
  entry_id TEXT NOT NULL REFERENCES waitlist (id),
  at BIGINT NOT NULL,
  PRIMARY KEY (subject, entry_id)
);
CREATE INDEX waitlist_counts_by_entry ON waitlist_counts (entry_id);
CREATE INDEX waitlist_counts_by_time ON waitlist_counts (at);
