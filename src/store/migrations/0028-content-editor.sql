-- Changes of content files that an owner has not published yet. A file that does not exist has no text.
CREATE TABLE content_drafts (
  member_id TEXT NOT NULL,
  file TEXT NOT NULL,
  -- The text that the changes began with.
  base_text TEXT,
  new_text TEXT,
  changed_at BIGINT NOT NULL,
  PRIMARY KEY (member_id, file)
);

-- The last publications, with the texts before and after each, so that an owner can return to one of them.
CREATE TABLE content_publications (
  id TEXT PRIMARY KEY,
  published_at BIGINT NOT NULL,
  actor TEXT NOT NULL,
  changes TEXT NOT NULL,
  files TEXT NOT NULL,
  -- Null while the files are being written.
  written_at BIGINT
);

CREATE INDEX content_publications_by_time ON content_publications (published_at);
