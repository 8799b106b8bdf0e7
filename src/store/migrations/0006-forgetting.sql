-- Whom we still know by name: whoever is due to be forgotten is found at once, however long the history.
CREATE INDEX booking_guests_known ON booking_guests (booking_id) WHERE name <> '–';
