/** Keyed hash of a guest's phone or email. */
import { createHmac } from 'node:crypto'

/** Takes the normalized contact. Keyed, because all phone numbers could be tried against a plain hash. */
export function guestHash(secret: string, contact: string): string {
  return createHmac('sha256', secret).update(`erased ${contact}`).digest('base64url').slice(0, 22)
}
