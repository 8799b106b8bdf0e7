/**
 * UTF-8 bytes in a string, one character for each: such strings are joined and sent without being
 * encoded again, and what is asked for all the time was encoded once.
 */
export type BinaryString = string & { readonly of: 'bytes' }

export function toBinaryString(text: string): BinaryString {
  return Buffer.from(text).toString('latin1') as BinaryString
}

export function fromBinaryString(bytes: BinaryString): string {
  return Buffer.from(bytes, 'latin1').toString()
}
