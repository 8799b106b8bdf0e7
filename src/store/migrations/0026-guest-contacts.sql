-- What guests must know: one row for each action, with the person who has informed the guest. Whether an email about it
-- was sent is a fact of its delivery.
CREATE TABLE guest_contacts (
  -- The id of the event, if the action has one.
  id TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  action TEXT NOT NULL,
  -- The absence, or the start of which a guest is reminded.
  about TEXT,
  at BIGINT NOT NULL,
  -- Afterwards the guest need not know it any more.
  until_at BIGINT NOT NULL,
  -- A later row, which contains the current state.
  replaced_by TEXT,
  -- How the guest was informed: phone, message; or guest if they did it themselves, and none if they see no difference.
  way TEXT,
  informed_at BIGINT,
  informed_by TEXT,
  -- The last attempt that did not reach the guest.
  tried_at BIGINT,
  tried_by TEXT
);

CREATE INDEX guest_contacts_by_subject ON guest_contacts (subject, at);
CREATE INDEX guest_contacts_by_end ON guest_contacts (until_at);

INSERT INTO guest_contacts (id, subject, action, about, at, until_at, way, informed_at, informed_by)
SELECT absence_id || '-' || booking_id, 'booking:' || booking_id, 'absence', absence_id,
  absences.created_at, bookings.ends_at, CASE WHEN called_at IS NULL THEN NULL ELSE 'phone' END,
  called_at, called_by
FROM absence_bookings
JOIN absences ON absences.id = absence_id
JOIN bookings ON bookings.id = booking_id
WHERE absences.removed_at IS NULL;
