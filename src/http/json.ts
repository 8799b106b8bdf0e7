/** Parses JSON; undefined for invalid text and for nesting that would overflow the stack of a recursive reader. */
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

/** The first name that occurs twice in one object of valid JSON; readers disagree about which of the two counts. */
export function findDuplicateName(text: string): string | undefined {
  /** The names of each open object; undefined for an array. */
  const open: (Set<string> | undefined)[] = []
  for (const { 0: token, 1: name } of text.matchAll(jsonTokens)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (name !== undefined) {
      const decoded = JSON.parse(name) as string
      const names = open.at(-1)
      if (names?.has(decoded)) return decoded
      names?.add(decoded)
    }
  }
  return undefined
}

/** Brackets and strings; a string before a colon is a name. */
const jsonTokens = /[{}[\]]|("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"/g

const [quote, backslash] = [0x22, 0x5c]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The deepest nesting of brackets outside of strings. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  let isInString = false
  for (let index = 0; index < text.length; index++) {
    const charCode = text.charCodeAt(index)
    if (isInString) {
      if (charCode === backslash) index++
      else if (charCode === quote) isInString = false
    } else if (charCode === quote) isInString = true
    else if (charCode === openArray || charCode === openObject) deepest = Math.max(deepest, ++depth)
    else if (charCode === closeArray || charCode === closeObject) depth--
  }
  return deepest
}
