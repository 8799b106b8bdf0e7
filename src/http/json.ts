/** JSON from bytes, or nothing: neither broken text nor brackets so deep that whoever walks them falls. */
export function parseJson(body: Buffer, deepest: number): { value: unknown } | undefined {
  const text = decodeUtf8(body)
  if (text === undefined || depthOf(text) > deepest) return undefined
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function decodeUtf8(body: Buffer): string | undefined {
  try {
    return utf8.decode(body)
  } catch {
    return undefined
  }
}

const [quote, backslash] = [0x22, 0x5c]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** How deep brackets stand within brackets, outside of strings. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0]
  let quoted = false
  for (let place = 0; place < text.length; place++) {
    const sign = text.charCodeAt(place)
    if (quoted) {
      if (sign === backslash) place++
      else if (sign === quote) quoted = false
    } else if (sign === quote) quoted = true
    else if (sign === openArray || sign === openObject) most = Math.max(most, ++depth)
    else if (sign === closeArray || sign === closeObject) depth--
  }
  return most
}
