/**
 * Parses JSON; undefined for invalid text and for nesting that would overflow the stack of a recursive reader.
 * `duplicateName` is the first name that occurs twice in one object; readers disagree about which of the two counts.
 */
export function parseJson(
  body: Buffer,
  maxDepth: number,
): { value: unknown; duplicateName: string | undefined } | undefined {
  const text = decodeUtf8(body)
  if (text === undefined) return undefined
  const scanned = scanJson(text, maxDepth)
  if (!scanned) return undefined
  try {
    return { value: JSON.parse(text) as unknown, ...scanned }
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

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Undefined if brackets outside of strings are nested more deeply. */
function scanJson(
  text: string,
  maxDepth: number,
): { duplicateName: string | undefined } | undefined {
  /** The names of each open object; undefined for an array. */
  const open: (Set<string> | undefined)[] = []
  let duplicateName: string | undefined
  let last = ''
  for (let index = 0; index < text.length; index++) {
    const charCode = text.charCodeAt(index)
    if (charCode === quote) {
      const end = endOfString(text, index)
      last = text.slice(index, end + 1)
      index = end
    } else if (charCode === colon) {
      const names = open.at(-1)
      const name = last.includes('\\') ? decodeName(last) : last.slice(1, -1)
      if (names?.has(name)) duplicateName ??= name
      names?.add(name)
    } else if (charCode === openArray || charCode === openObject) {
      open.push(charCode === openObject ? new Set() : undefined)
      if (open.length > maxDepth) return undefined
    } else if (charCode === closeArray || charCode === closeObject) open.pop()
  }
  return { duplicateName }
}

/** The index of the quote that ends the string. */
function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text.charCodeAt(index) !== quote)
    index += text.charCodeAt(index) === backslash ? 2 : 1
  return index
}

/** The text may be invalid JSON, which is found out later. */
function decodeName(name: string): string {
  try {
    return JSON.parse(name) as string
  } catch {
    return name
  }
}
