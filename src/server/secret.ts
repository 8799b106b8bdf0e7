/** Key that signs tokens and links: set by SECRET, or generated once and stored in the database for all processes. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { minSecretLength } from '../config/setting-parsers.ts'
import type { Clock } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import type { Sql, Store } from '../store/sql.ts'

/** The stored secret; if there is none, the one of an older version or a new one is stored. */
export async function loadOrCreateSecret(
  store: Store,
  now: Clock,
  readLegacySecret: () => string | undefined = () => undefined,
): Promise<string> {
  // Reading first: it almost always exists, and a starting process need not wait for the write queue.
  const known = await readStoredSecret(store.read)
  if (known !== undefined) return known
  return store.write(async (sql) => {
    const stored = await readStoredSecret(sql)
    if (stored !== undefined) return stored
    const secret = readLegacySecret() ?? randomBytes(32).toString('base64url')
    await sql.run(
      "INSERT INTO secrets (name, value, created_at) VALUES ('signing', ?, ?)",
      secret,
      now(),
    )
    return secret
  })
}

async function readStoredSecret(sql: Sql): Promise<string | undefined> {
  const row = await sql.get<{ value: string }>("SELECT value FROM secrets WHERE name = 'signing'")
  return row?.value
}

/**
 * Older versions stored the secret in a file beside the SQLite database. Links that were sent then stay valid.
 * Returns undefined if the file is empty, for example because the disk was full at the first start.
 */
export function readLegacySecretFile(databaseFile: string): string | undefined {
  const file = join(dirname(databaseFile), 'secret')
  const secret = readFileIfExists(file)?.replaceAll('\0', '').trim()
  if (!secret) return undefined
  if (secret.length < minSecretLength) throw new SecretTooShort(file)
  return secret
}

class SecretTooShort extends UserError {
  constructor(file: string) {
    super({
      vi:
        `${file} phải có ít nhất ${minSecretLength} ký tự. Hãy lấy lại tệp cũ, hoặc xoá đi để tạo khoá mới; ` +
        'khi ấy liên kết trong các email đã gửi không còn dùng được.',
      en:
        `${file} must contain at least ${minSecretLength} characters. Restore it, or delete it to generate a new ` +
        'secret; links in emails sent before then no longer work.',
    })
  }
}

function readFileIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
