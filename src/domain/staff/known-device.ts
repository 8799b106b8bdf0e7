/**
 * A token for browsers in which a member has signed in before. Failed attempts elsewhere do not lock such a browser
 * out: it has its own count of failures.
 */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { StaffContext } from './context.ts'
import { createToken, isEqualConstantTime, keyedHash } from './tokens.ts'

export type KnownDevices = {
  /** To be stored in the browser after a sign-in. It is not secret enough to sign in with. */
  createDeviceToken(name: string): string
}

export function createKnownDevices({ secret }: StaffContext): KnownDevices {
  return {
    createDeviceToken(name) {
      const id = createToken()
      return `${id}.${sign(secret, name, id)}`
    },
  }
}

/** The id of the browser, if someone with this name has signed in there. */
export function readDeviceToken(
  secret: string,
  name: string,
  token: string | undefined,
): string | undefined {
  const [id = '', signature = ''] = token?.split('.') ?? []
  return isEqualConstantTime(signature, sign(secret, name, id)) ? id : undefined
}

function sign(secret: string, name: string, id: string): string {
  return keyedHash(secret, 'known device', `${foldDiacritics(name)} ${id}`)
}
