/** What signs tokens and links: given, or made once and kept where all processes find it. */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Clock } from './kernel/time.ts'
import type { Store } from './store/sql.ts'

const make = () => randomBytes(32).toString('base64url')

/** As short a secret as may be given. */
export const fewestCharacters = 32

/** The file beside the data holds something that nobody should sign with. */
export class SecretTooShort extends Error {
  constructor(file: string) {
    super(
      `${file} must hold at least ${fewestCharacters} characters; restore it, or remove it to have another made (links in mails sent before then no longer work).`,
    )
  }
}

/** Beside the data: processes that share a file share its folder. */
export async function secretBeside(databaseFile: string, store: Store): Promise<string> {
  const file = join(dirname(databaseFile), 'secret')
  // Of several processes that start at once, the one that may write makes it for all.
  const secret = readSecret(file) ?? (await store.write(async () => readSecret(file) ?? keep(file)))
  if (secret.length < fewestCharacters) throw new SecretTooShort(file)
  return secret
}

/** Nothing where it was never written to its end: the machine or the disk failed at the first start. */
function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replaceAll('\0', '').trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whole and on the disk before it has its name, or not there at all. */
function keep(file: string): string {
  const secret = make()
  const unnamed = `${file}.new`
  writeFileSync(unnamed, secret, { mode: 0o600, flush: true })
  renameSync(unnamed, file)
  syncFolder(dirname(file))
  return secret
}

/** A name is on the disk once its folder is. Where folders cannot be opened, they need not be. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** Among the data: processes on several machines share nothing else. */
export function secretWithin(store: Store, now: Clock): Promise<string> {
  return store.write(async (sql) => {
    await sql.run(
      "INSERT INTO secrets (name, value, created_at) VALUES ('signing', ?, ?) ON CONFLICT DO NOTHING",
      make(),
      now(),
    )
    const kept = await sql.get<{ value: string }>(
      "SELECT value FROM secrets WHERE name = 'signing'",
    )
    if (!kept) throw new Error('the secret was not kept')
    return kept.value
  })
}
