/** TLS options of an `sslmode`, with the meanings of libpq. */
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import type { LocalizedText } from '../../kernel/locale.ts'
import { ConnectionUrlError } from './connection-url-error.ts'

const allowedModes: LocalizedText = {
  vi: 'hãy dùng disable, require, verify-ca hoặc verify-full.',
  en: 'use disable, require, verify-ca or verify-full.',
}

/** Modes of other clients, and why they are rejected. */
const unsupportedModes: Record<string, LocalizedText> = {
  prefer: {
    vi: 'sslmode=prefer, có thể chuyển sang kết nối không mã hoá',
    en: 'sslmode=prefer, which falls back to an unencrypted connection',
  },
  allow: {
    vi: 'sslmode=allow, thử kết nối không mã hoá trước',
    en: 'sslmode=allow, which uses an unencrypted connection first',
  },
  'no-verify': {
    vi: 'sslmode=no-verify, chỉ một trình điều khiển hiểu và có nghĩa là require',
    en: 'sslmode=no-verify, which only one driver knows and which means require',
  },
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
      throw unsupportedMode(unsupportedModes[mode] ?? unknownMode)
  }
}

const unknownMode: LocalizedText = { vi: 'sslmode lạ', en: 'an unknown sslmode' }

function unsupportedMode({ vi, en }: LocalizedText): ConnectionUrlError {
  return new ConnectionUrlError({
    vi: `có ${vi}; ${allowedModes.vi}`,
    en: `has ${en}; ${allowedModes.en}`,
  })
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
    throw new ConnectionUrlError({
      vi: `ghi sslrootcert ${file}, nhưng không đọc được tệp ấy (${code}).`,
      en: `names the sslrootcert ${file}, which cannot be read (${code}).`,
    })
  }
}
