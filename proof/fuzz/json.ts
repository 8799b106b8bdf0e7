const utf8 = new TextDecoder('utf-8', { fatal: true })

/** `undefined` if the bytes are not JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown
  } catch {
    return undefined
  }
}
