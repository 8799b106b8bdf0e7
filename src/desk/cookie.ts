/**
 * The cookies of the desk: the session, and a mark of browsers in which a member has signed in. Scripts cannot read
 * them.
 */
import { isLoopback } from '../kernel/loopback.ts'
import { day } from '../kernel/time.ts'

export type Cookies = {
  read(header: string | undefined): string | undefined
  write(token: string): string
  clear: string
  readDevice(header: string | undefined): string | undefined
  writeDevice(token: string): string
}

const maxAgeSeconds = (30 * day) / 1000

/** As long as browsers store a cookie. */
const deviceMaxAgeSeconds = (400 * day) / 1000

/**
 * The prefix `__Host-` binds the cookie to the host. Browsers accept it over TLS and on localhost only, so a
 * desk on plain HTTP in an internal network uses a name without it.
 */
export function createCookies(deskUrl: string): Cookies {
  const { protocol, hostname } = new URL(deskUrl)
  const isSecure = protocol === 'https:' || isLoopback(hostname)
  const name = isSecure ? '__Host-desk' : 'desk'
  const flags = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  const read = (header: string | undefined, cookie: string) =>
    header
      ?.split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(`${cookie}=`))
      ?.slice(cookie.length + 1)
  return {
    read: (header) => read(header, name),
    readDevice: (header) => read(header, `${name}-device`),
    writeDevice: (token) => `${name}-device=${token}; Max-Age=${deviceMaxAgeSeconds}; ${flags}`,
    write: (token) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${flags}`,
    clear: `${name}=; Max-Age=0; ${flags}`,
  }
}
