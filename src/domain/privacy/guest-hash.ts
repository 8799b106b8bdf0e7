/** A guest in a form that says nothing of him, and is the same each time. */
import { createHmac } from 'node:crypto'

/** Of a phone or an address as it is kept. Keyed: there are too few phones for a plain hash to hide one. */
export function guestHash(secret: string, contact: string): string {
  return createHmac('sha256', secret).update(`erased ${contact}`).digest('base64url').slice(0, 22)
}
