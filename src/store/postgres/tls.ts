/** TLS options of an `sslmode`, with the meanings of libpq. */
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { ConnectionUrlError } from './connection-url-error.ts'

const allowedModes = 'use disable, require, verify-ca or verify-full.'

/** Modes of other clients, and why they are rejected. */
const unsupportedModes: Record<string, string> = {
  prefer: 'sslmode=prefer, which falls back to an unencrypted connection',
  allow: 'sslmode=allow, which uses an unencrypted connection first',
  'no-verify': 'sslmode=no-verify, which only one driver knows and which means require',
}

/** `require` encrypts, `verify-ca` also checks the authority, `verify-full` also checks the host name. */
export function tlsOptions(
  mode = 'disable',
  rootFile: string | undefined = undefined,
): ConnectionOptions | false {
  switch (mode) {
    case 'disable':
      return false
    case 'require':
      // As in libpq: with sslrootcert, `require` checks the authority.
      return rootFile === undefined ? { rejectUnauthorized: false } : verifyCaOptions(rootFile)
    case 'verify-ca':
      return verifyCaOptions(rootFile)
    case 'verify-full':
      return rootCertificateOptions(rootFile)
    default:
      throw new ConnectionUrlError(
        `has ${unsupportedModes[mode] ?? 'an unknown sslmode'}; ${allowedModes}`,
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
