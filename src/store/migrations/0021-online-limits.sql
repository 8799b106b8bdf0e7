-- Times at which guests cannot book online because staff have paused it. The message is for guests.
CREATE TABLE online_pauses (
  id TEXT PRIMARY KEY,
  from_at BIGINT NOT NULL,
  until_at BIGINT NOT NULL,
  message_vi TEXT NOT NULL,
  message_en TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

-- Limits of online bookings by interval that staff have set for one day, in place of those of the content.
CREATE TABLE day_paces (
  date TEXT PRIMARY KEY,
  every_minutes INTEGER NOT NULL,
  guests INTEGER,
  bookings INTEGER,
  created_at BIGINT NOT NULL
);
