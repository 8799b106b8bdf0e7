-- Transfers to the account of the shop that a service has reported. Neither the account nor the name of the sender has a column.
CREATE TABLE bank_transfers (
  -- The service and its id of the transaction: sepay:92704.
  id TEXT PRIMARY KEY,
  -- In dong.
  amount BIGINT NOT NULL,
  transferred_at BIGINT NOT NULL,
  -- The code of a booking or an order in its text, known or not.
  reference TEXT,
  -- The text of the bank, until the transfer is assigned or dismissed.
  text TEXT,
  state TEXT NOT NULL CHECK (state IN ('open', 'assigned', 'dismissed')),
  -- Why a person decides.
  problem TEXT,
  -- booking:<id> or order:<id>.
  item TEXT,
  -- 1 if this transfer has marked the item as paid.
  marked INTEGER NOT NULL,
  -- Why staff have dismissed it.
  reason TEXT,
  -- Who has assigned or dismissed it, and when.
  settled_by TEXT,
  settled_at BIGINT,
  version INTEGER NOT NULL,
  received_at BIGINT NOT NULL
);

CREATE INDEX bank_transfers_by_state ON bank_transfers (state, received_at);
CREATE INDEX bank_transfers_by_item ON bank_transfers (item);
