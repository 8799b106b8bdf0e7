-- Addresses whose owner has pressed the button behind the link in an email, by the keyed hash of the address.
CREATE TABLE confirmed_addresses (
  address TEXT PRIMARY KEY,
  confirmed_at BIGINT NOT NULL
);

-- Emails to addresses that are not confirmed: those of the last hour count toward the budget of the shop.
CREATE TABLE first_emails (
  delivery_id TEXT PRIMARY KEY,
  -- Keyed hash of the mailbox, the same for all of its spellings.
  mailbox TEXT NOT NULL,
  -- When it was last sent; empty while it waits for the budget.
  at BIGINT,
  -- When it first had to wait.
  deferred_at BIGINT
);
CREATE INDEX first_emails_sent ON first_emails (at);
