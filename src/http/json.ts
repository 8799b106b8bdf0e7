/** JSON from bytes, or nothing: neither broken text nor brackets so deep that whoever walks them falls. */
export function parseJson(body: Buffer, maxDepth: number): { value: unknown } | undefined {
  const text = decodeUtf8(body)
  if (text === undefined || depthOf(text) > maxDepth) return undefined
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
  let [depth, deepest] = [0, 0]
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    const charCode = text.charCodeAt(index)
    if (quoted) {
      if (charCode === backslash) index++
      else if (charCode === quote) quoted = false
    } else if (charCode === quote) quoted = true
    else if (charCode === openArray || charCode === openObject) deepest = Math.max(deepest, ++depth)
    else if (charCode === closeArray || charCode === closeObject) depth--
  }
  return deepest
}
