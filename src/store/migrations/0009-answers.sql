-- What a guest answered to the questions of the trade: one row for each answered question, with a JSON list of ids.
CREATE TABLE booking_answers (
  booking_id TEXT NOT NULL REFERENCES bookings (id),
  question TEXT NOT NULL,
  answer TEXT NOT NULL,
  -- 1 for allergies and health data, which are deleted first.
  sensitive INTEGER NOT NULL,
  PRIMARY KEY (booking_id, question)
);

-- 1 if staff must speak with the guest before the visit.
ALTER TABLE bookings ADD COLUMN needs_attention INTEGER NOT NULL DEFAULT 0;
CREATE INDEX bookings_needing_attention ON bookings (starts_at) WHERE needs_attention = 1;

-- The old table stays for the previous version, which may still run during a rolling restart.
INSERT INTO booking_answers (booking_id, question, answer, sensitive)
SELECT booking_id, CASE WHEN code LIKE 'BAN%' THEN 'allergens' ELSE 'health' END, marks, 1
FROM booking_health JOIN bookings ON bookings.id = booking_id WHERE marks <> '[]';

UPDATE bookings SET needs_attention = 1
WHERE id IN (SELECT booking_id FROM booking_health WHERE booking_health.needs_attention = 1);
