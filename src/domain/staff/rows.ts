/** Row mapper of passkeys. */
import type { Passkey } from './webauthn.ts'

export type PasskeyRow = {
  id: string
  staff_id: string
  public_key: string
  counter: number
  transports: string
  created_at: number
  used_at: number | null
}

export function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: JSON.parse(row.transports) as string[],
  }
}
