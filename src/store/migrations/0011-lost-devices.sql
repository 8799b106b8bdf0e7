-- When the member last proved in this session who they are; without a value, when the session started.
ALTER TABLE sessions ADD COLUMN signed_in_at BIGINT;

-- The session in which the browser was registered. The subscription ends with it, and follows it to a new token. Rows of
-- earlier versions have none and end with any session of the member that is ended.
ALTER TABLE push_subscriptions ADD COLUMN session_hash TEXT
  REFERENCES sessions (hash) ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_hash);

-- What an owner has not seen yet: another person created or used a link for an owner, or made a member an owner.
CREATE TABLE owner_notices (
  id TEXT PRIMARY KEY,
  staff_id TEXT NOT NULL REFERENCES staff (id),
  kind TEXT NOT NULL,
  actor TEXT NOT NULL,
  -- The member that became or becomes an owner; of an invitation, the future one.
  subject TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX owner_notices_by_staff ON owner_notices (staff_id, created_at);
