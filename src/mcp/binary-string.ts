/**
 * UTF-8 bytes in a latin-1 string, one character for each byte. Such strings are joined and sent without being encoded
 * again, so that lists that never change are encoded once.
 */
export type BinaryString = string & { readonly of: 'bytes' }

export function toBinaryString(text: string): BinaryString {
  return Buffer.from(text).toString('latin1') as BinaryString
}

export function fromBinaryString(bytes: BinaryString): string {
  return Buffer.from(bytes, 'latin1').toString()
}
