/**
 * What a guest typed and has not sent yet, in a cookie: encrypted, for half an hour, and not readable by scripts. So
 * a page can show it after a redirect, no process and no database stores it, and it is in no URL.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type FormValues, filledEntries, toFormValues } from '../../content/form-values.ts'
import { isLoopback } from '../../kernel/loopback.ts'
import { type Clock, minute } from '../../kernel/time.ts'

const lifetimeMs = 30 * minute

/** Browsers store cookies of up to 4096 bytes, with the name and the attributes. */
const maxCookieBytes = 3800

/** More than a form can have. */
const maxTextBytes = 64 * 1024

const [nonceBytes, tagBytes] = [12, 16]

export type DraftCookie = {
  /** Undefined if there is none, or if it has expired or was not written here. */
  read(cookieHeader: string | undefined): FormValues | undefined
  /** The value of Set-Cookie; undefined if the values are too long for a cookie. */
  write(values: FormValues): string | undefined
}

export function createDraftCookie(secret: string, base: string, now: Clock): DraftCookie {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'draft of a form', 32))
  const { protocol, hostname } = new URL(base)
  const isSecure = protocol === 'https:' || isLoopback(hostname)
  const name = isSecure ? '__Host-draft' : 'draft'
  const flags = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

  const encrypt = (text: string): string => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const encrypted = Buffer.concat([cipher.update(deflateRawSync(text)), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
  }

  const decrypt = (value: string): string => {
    const bytes = Buffer.from(value, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    const compressed = decipher.update(bytes.subarray(nonceBytes + tagBytes))
    const whole = Buffer.concat([compressed, decipher.final()])
    return inflateRawSync(whole, { maxOutputLength: maxTextBytes }).toString()
  }

  return {
    read(cookieHeader) {
      const value = findCookie(cookieHeader, name)
      if (value === undefined) return undefined
      try {
        const [expiresAt = '', text = ''] = splitOnce(decrypt(value))
        if (Number(expiresAt) < now()) return undefined
        return toFormValues(new URLSearchParams(text))
      } catch {
        // Written with another secret, or changed.
        return undefined
      }
    },
    write(values) {
      const text = new URLSearchParams(filledEntries(values)).toString()
      const cookie = `${name}=${encrypt(`${now() + lifetimeMs} ${text}`)}`
      if (cookie.length > maxCookieBytes) return undefined
      return `${cookie}; Max-Age=${lifetimeMs / 1000}; ${flags}`
    },
  }
}

function findCookie(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

function splitOnce(text: string): [string, string] {
  const space = text.indexOf(' ')
  return [text.slice(0, space), text.slice(space + 1)]
}
