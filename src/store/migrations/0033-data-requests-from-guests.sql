-- A data request that the guest has sent: over which interface, and when and by whom the person was verified. Until
-- then nothing is shown or erased for it. One that staff have entered has no source.
ALTER TABLE guest_requests ADD COLUMN source TEXT;
ALTER TABLE guest_requests ADD COLUMN verified_at BIGINT;
ALTER TABLE guest_requests ADD COLUMN verified_by TEXT;
