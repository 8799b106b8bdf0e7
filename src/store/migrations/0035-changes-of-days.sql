-- The last changes of the cells of a day, so that a process that knows an earlier version need not read all cells.
ALTER TABLE held_days ADD COLUMN changes TEXT NOT NULL DEFAULT '';
