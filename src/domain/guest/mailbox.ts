/** Email addresses as keys: one key for all spellings of a mailbox, and one for each address. */
import { createHmac } from 'node:crypto'

/**
 * The mailbox that an address most likely reaches, for counting only: without `+tag`, without dots in the local part,
 * in lower case. At some providers two people differ only in a dot; they then share one limit, which harms neither.
 */
export function normalizeMailbox(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const local = email.slice(0, at).toLowerCase()
  const [account = ''] = local.split('+')
  // An address such as "+a@…" has nothing before its tag and counts as written.
  const mailbox = account.replaceAll('.', '') || local
  return `${mailbox}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`
}

/** Key of the limits of a mailbox, so that no address is stored. */
export function hashMailbox(secret: string, email: string): string {
  return hash(secret, `mail ${normalizeMailbox(email)}`)
}

/**
 * Key of a confirmation. It is for the address as written, apart from case: with another tag or dot the address may
 * belong to another person, who has confirmed nothing.
 */
export function hashAddress(secret: string, email: string): string {
  return hash(secret, `confirmed ${email.toLowerCase()}`)
}

function hash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
