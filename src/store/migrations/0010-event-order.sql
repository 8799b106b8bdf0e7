-- The order in which events were committed. The id contains the clock of a process, which may be wrong.
ALTER TABLE outbox ADD COLUMN position BIGINT;

UPDATE outbox SET position = numbered.position
FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS position FROM outbox) AS numbered
WHERE numbered.id = outbox.id;

CREATE UNIQUE INDEX outbox_position ON outbox (position);
