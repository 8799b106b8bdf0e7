/** The session cookie. Scripts cannot read it. */
import { day } from '../kernel/time.ts'

export type Cookies = {
  read(header: string | undefined): string | undefined
  write(token: string): string
  clear: string
}

const maxAgeSeconds = (30 * day) / 1000

/**
 * The prefix `__Host-` binds the cookie to the host. Browsers accept it over TLS and on localhost only, so a
 * desk on plain HTTP in an internal network uses a name without it.
 */
export function createCookies(deskUrl: string): Cookies {
  const { protocol, hostname } = new URL(deskUrl)
  const isSecure = protocol === 'https:' || isLoopback(hostname)
  const name = isSecure ? '__Host-desk' : 'desk'
  const flags = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    read: (header) =>
      header
        ?.split(';')
        .map((part) => part.trim())
        .find((part) => part.startsWith(`${name}=`))
        ?.slice(name.length + 1),
    write: (token) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${flags}`,
    clear: `${name}=; Max-Age=0; ${flags}`,
  }
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.[0-9]{1,3}){3}$/.test(hostname)
}
