/** How safe a connection is, in the words of PostgreSQL's own clients. */
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { ConnectionUrlError } from './connection-url-error.ts'

const allowedModes = 'write disable, require, verify-ca or verify-full.'

/** Words of others, and why they are not taken here. */
const unsupportedModes: Record<string, string> = {
  prefer: 'sslmode=prefer, which does without encryption wherever somebody takes it away',
  allow: 'sslmode=allow, which does without encryption wherever it can',
  'no-verify': 'sslmode=no-verify, which is one driver’s own word for require',
}

/** `require` encrypts, `verify-ca` knows who signed, `verify-full` also knows whom it talks to. */
export function tlsOptions(
  mode = 'disable',
  rootFile: string | undefined = undefined,
): ConnectionOptions | false {
  switch (mode) {
    case 'disable':
      return false
    case 'require':
      // As with PostgreSQL's own clients: whoever names an authority wants it asked.
      return rootFile === undefined ? { rejectUnauthorized: false } : verifyCaOptions(rootFile)
    case 'verify-ca':
      return verifyCaOptions(rootFile)
    case 'verify-full':
      return rootCertificateOptions(rootFile)
    default:
      throw new ConnectionUrlError(
        `has ${unsupportedModes[mode] ?? 'an sslmode that is not known'}; ${allowedModes}`,
      )
  }
}

function verifyCaOptions(rootFile: string | undefined): ConnectionOptions {
  return { ...rootCertificateOptions(rootFile), checkServerIdentity: () => undefined }
}

function rootCertificateOptions(file: string | undefined): ConnectionOptions {
  if (file === undefined || file === 'system') return {}
  try {
    return { ca: readFileSync(file, 'utf8') }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConnectionUrlError(`names the sslrootcert ${file}, which cannot be read (${code}).`)
  }
}
