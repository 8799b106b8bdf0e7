-- The desk: who works there, what they closed, and whom the news must reach.

-- Somebody who answers requests. Revoked, never deleted: the history names them.
CREATE TABLE staff (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- The name as it is typed in a hurry, by which they sign in.
  folded TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'host')),
  -- argon2id, with its parameters; absent for who signs in by passkey alone.
  password TEXT,
  locale TEXT NOT NULL,
  -- Counted up to make the address of the calendar feed another.
  feed INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  revoked_at BIGINT
);

CREATE UNIQUE INDEX staff_by_name ON staff (folded) WHERE revoked_at IS NULL;

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  staff_id TEXT NOT NULL REFERENCES staff (id),
  public_key TEXT NOT NULL,
  counter BIGINT NOT NULL,
  transports TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT
);

CREATE INDEX passkeys_by_staff ON passkeys (staff_id);

-- Links that let somebody in once, by the hash of what stands in them.
CREATE TABLE staff_links (
  hash TEXT PRIMARY KEY,
  -- Whom it lets in again; nobody where it makes a new account.
  staff_id TEXT REFERENCES staff (id),
  role TEXT NOT NULL,
  made_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  lapses_at BIGINT NOT NULL,
  used_at BIGINT
);

CREATE TABLE sessions (
  hash TEXT PRIMARY KEY,
  staff_id TEXT NOT NULL REFERENCES staff (id),
  device TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  lapses_at BIGINT NOT NULL
);

CREATE INDEX sessions_by_staff ON sessions (staff_id);

-- What a passkey must sign, until it has or it lapses.
CREATE TABLE challenges (
  challenge TEXT PRIMARY KEY,
  lapses_at BIGINT NOT NULL
);

-- Failed attempts to get in, by keyed hashes of the address and of the name.
CREATE TABLE failures (
  id TEXT PRIMARY KEY,
  who TEXT NOT NULL,
  at BIGINT NOT NULL
);

CREATE INDEX failures_by_who ON failures (who, at);

-- Browsers that staff asked to be told in.
CREATE TABLE push_subscriptions (
  id TEXT PRIMARY KEY,
  staff_id TEXT NOT NULL REFERENCES staff (id),
  endpoint TEXT NOT NULL UNIQUE,
  -- The keys that the browser gave: p256dh and auth.
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

-- Days that staff closed, beside those in the content.
CREATE TABLE closed_days (
  date TEXT PRIMARY KEY,
  reason_vi TEXT NOT NULL,
  reason_en TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

-- One piece of news to one place by one channel.
CREATE TABLE deliveries (
  id TEXT PRIMARY KEY,
  news_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  -- Where the channel sends it: a chat, an address of ours, a browser. Never a guest's address.
  target TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- dropped: there was nothing to tell any more.
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'dead', 'dropped')),
  tries INTEGER NOT NULL,
  due_at BIGINT NOT NULL,
  -- Until when a process that took it may be sending it.
  claimed_until BIGINT NOT NULL,
  -- Why the last try failed, in a few words.
  fault TEXT,
  -- When the link in it was used to act.
  acted_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE INDEX deliveries_due ON deliveries (state, due_at);
CREATE INDEX deliveries_by_news ON deliveries (news_id);
CREATE INDEX deliveries_in_order ON deliveries (subject, channel, target, id);

ALTER TABLE leads ADD COLUMN handled_at BIGINT;
ALTER TABLE leads ADD COLUMN handled_by TEXT;

-- The name without marks, to search by.
ALTER TABLE booking_guests ADD COLUMN folded TEXT;

-- What staff tell one another of the guest; he never sees it.
ALTER TABLE booking_guests ADD COLUMN desk_note TEXT;
