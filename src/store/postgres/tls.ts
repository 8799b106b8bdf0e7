/** How safe a connection is, in the words of PostgreSQL's own clients. */
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { AddressError } from './connection-url-error.ts'

const may = 'write disable, require, verify-ca or verify-full.'

/** Words of others, and why they are not taken here. */
const refused: Record<string, string> = {
  prefer: 'sslmode=prefer, which does without encryption wherever somebody takes it away',
  allow: 'sslmode=allow, which does without encryption wherever it can',
  'no-verify': 'sslmode=no-verify, which is one driver’s own word for require',
}

/** `require` encrypts, `verify-ca` knows who signed, `verify-full` also knows whom it talks to. */
export function security(
  mode = 'disable',
  rootFile: string | undefined = undefined,
): ConnectionOptions | false {
  switch (mode) {
    case 'disable':
      return false
    case 'require':
      // As with PostgreSQL's own clients: whoever names an authority wants it asked.
      return rootFile === undefined ? { rejectUnauthorized: false } : signedBy(rootFile)
    case 'verify-ca':
      return signedBy(rootFile)
    case 'verify-full':
      return rootOf(rootFile)
    default:
      throw new AddressError(`has ${refused[mode] ?? 'an sslmode that is not known'}; ${may}`)
  }
}

function signedBy(rootFile: string | undefined): ConnectionOptions {
  return { ...rootOf(rootFile), checkServerIdentity: () => undefined }
}

function rootOf(file: string | undefined): ConnectionOptions {
  if (file === undefined || file === 'system') return {}
  try {
    return { ca: readFileSync(file, 'utf8') }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new AddressError(`names the sslrootcert ${file}, which cannot be read (${code}).`)
  }
}
