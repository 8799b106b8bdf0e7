/** What signs tokens and links: given, or made once and kept in the book, where all processes find it. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Clock } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import type { Sql, Store } from '../store/sql.ts'

/** As short a secret as may be given. */
export const minSecretLength = 32

/** The file beside the data holds something that nobody should sign with. */
export class SecretTooShort extends UserError {
  constructor(file: string) {
    super(
      `${file} must hold at least ${minSecretLength} characters; restore it, or remove it to have another made (links in mails sent before then no longer work).`,
    )
  }
}

/** The kept one; where there is none yet, what `inherited` finds or a new one. */
export async function loadOrCreateSecret(
  store: Store,
  now: Clock,
  readLegacySecret: () => string | undefined = () => undefined,
): Promise<string> {
  // Almost always it is there: a process that starts need not wait for those that write.
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
 * Books in files once had it in a file beside them: links that were sent then stay good. Nothing
 * where it was never written to its end, because the machine or the disk failed at the first start.
 */
export function readLegacySecretFile(databaseFile: string): string | undefined {
  const file = join(dirname(databaseFile), 'secret')
  const secret = readFileIfExists(file)?.replaceAll('\0', '').trim()
  if (!secret) return undefined
  if (secret.length < minSecretLength) throw new SecretTooShort(file)
  return secret
}

function readFileIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
