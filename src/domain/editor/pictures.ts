/** The bytes of photos that drafts and publications name by their digest. */
import { digestOfPhoto, type PhotoBytes } from '../../content/edit/write-files.ts'
import { hour } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'

export type StoredPictures = {
  /** Returns the digest. */
  save(bytes: Buffer): Promise<string>
  load(digest: string): Promise<Buffer | undefined>
}

export function createStoredPictures(store: Store, now: () => number): StoredPictures {
  return {
    async save(bytes) {
      const digest = digestOfPhoto(bytes)
      await store.write((sql) => insertPicture(sql, digest, bytes, now()))
      return digest
    },
    load: (digest) => loadPicture(store.read, digest),
  }
}

/** Those that are stored; a text of a file that is no photo is not found. */
export async function loadPictures(
  store: Store,
  texts: readonly (string | null)[],
): Promise<PhotoBytes> {
  const found = new Map<string, Buffer>()
  for (const text of new Set(texts)) {
    const bytes = text?.startsWith('sha256:') ? await loadPicture(store.read, text) : undefined
    if (text !== null && bytes) found.set(text, bytes)
  }
  return found
}

async function loadPicture(sql: Sql, digest: string): Promise<Buffer | undefined> {
  const row = await sql.get<{ bytes: string }>(
    'SELECT bytes FROM content_pictures WHERE digest = ?',
    digest,
  )
  return row && Buffer.from(row.bytes, 'base64')
}

export async function insertPicture(
  sql: Sql,
  digest: string,
  bytes: Buffer,
  now: number,
): Promise<void> {
  await sql.run('DELETE FROM content_pictures WHERE digest = ?', digest)
  await sql.run(
    'INSERT INTO content_pictures (digest, bytes, created_at) VALUES (?, ?, ?)',
    ...[digest, bytes.toString('base64'), now],
  )
}

/** A photo is stored just before its draft. */
const minAgeMs = hour

/** Removes photos that no draft and no publication names. */
export async function removeUnusedPictures(sql: Sql, now: number): Promise<void> {
  await sql.run(
    `DELETE FROM content_pictures WHERE created_at < ?
       AND NOT EXISTS (SELECT 1 FROM content_drafts
         WHERE new_text = content_pictures.digest OR base_text = content_pictures.digest)
       AND NOT EXISTS (SELECT 1 FROM content_publications
         WHERE files LIKE '%' || content_pictures.digest || '%')`,
    now - minAgeMs,
  )
}
