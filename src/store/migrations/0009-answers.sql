-- What a guest answered to the questions of the trade: one row for each answered question, with a JSON list of ids.
CREATE TABLE booking_answers (
  booking_id TEXT NOT NULL REFERENCES bookings (id),
  question TEXT NOT NULL,
  answer TEXT NOT NULL,
  -- 1 for allergies and health data, which are deleted first.
  sensitive INTEGER NOT NULL,
  PRIMARY KEY (booking_id, question)
);

-- 1 if staff must speak with the guest before the visit. Not `needs_attention`: the previous version reads that name
-- from booking_health without its table, so a second column with the name would be ambiguous.
ALTER TABLE bookings ADD COLUMN call_first INTEGER NOT NULL DEFAULT 0;
CREATE INDEX bookings_to_call_first ON bookings (starts_at) WHERE call_first = 1;

-- The old table stays for the previous version, which may still run during a rolling restart.
INSERT INTO booking_answers (booking_id, question, answer, sensitive)
SELECT booking_id, CASE WHEN code LIKE 'BAN%' THEN 'allergens' ELSE 'health' END, marks, 1
FROM booking_health JOIN bookings ON bookings.id = booking_id WHERE marks <> '[]';

UPDATE bookings SET call_first = 1
WHERE id IN (SELECT booking_id FROM booking_health WHERE needs_attention = 1);
