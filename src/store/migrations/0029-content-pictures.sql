-- Photos that drafts and publications name by their digest, so that an owner can return to an earlier photo.
CREATE TABLE content_pictures (
  digest TEXT PRIMARY KEY,
  -- In base64.
  bytes TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
