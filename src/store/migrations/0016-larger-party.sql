-- A guest may also ask to come with more people. A check cannot be changed on both engines, so the table is built again
-- with the same columns.
CREATE TABLE booking_changes_next (
  id TEXT PRIMARY KEY,
  booking_id TEXT NOT NULL REFERENCES bookings (id),
  kind TEXT NOT NULL CHECK (kind IN ('cancel', 'move', 'smaller_party', 'larger_party')),
  date TEXT,
  time TEXT,
  party_size INTEGER,
  note TEXT,
  consent_version TEXT NOT NULL,
  source TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  settled_at BIGINT,
  consent_text TEXT
);

INSERT INTO booking_changes_next (id, booking_id, kind, date, time, party_size, note, consent_version, source, created_at,
  settled_at, consent_text)
SELECT id, booking_id, kind, date, time, party_size, note, consent_version, source, created_at, settled_at, consent_text
FROM booking_changes;

DROP TABLE booking_changes;

ALTER TABLE booking_changes_next RENAME TO booking_changes;

CREATE INDEX booking_changes_by_booking ON booking_changes (booking_id);
CREATE INDEX booking_changes_by_creation ON booking_changes (created_at);
