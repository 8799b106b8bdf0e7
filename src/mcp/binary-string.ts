/**
 * UTF-8 bytes in a string, one character for each: such strings are joined and sent without being
 * encoded again, and what is asked for all the time was encoded once.
 */
export type Bytes = string & { readonly of: 'bytes' }

export function toBytes(text: string): Bytes {
  return Buffer.from(text).toString('latin1') as Bytes
}

export function toText(bytes: Bytes): string {
  return Buffer.from(bytes, 'latin1').toString()
}
