/** Finds a staff member who is named without an introduction, if the line has another name for the guest. */
import { type Line, markAs, type TokenRange } from './tokens.ts'
import { barePhraseAt, type ExtractedFields, type PhraseIndex } from './trade-phrases.ts'
import { isHonorific } from './word-lists.ts'

/** "gội bồ kết, Bao, chị Lan 0912 345 678": the guest is Lan, so Bao is the therapist Quốc Bảo. */
export function extractPerson(
  line: Line,
  people: PhraseIndex,
  { fields }: ExtractedFields,
): Record<string, string> {
  for (let index = 0; index < line.tokens.length; index += 1) {
    const found = barePhraseAt(line, index, people)
    if (!found || fields[found.field] !== undefined) continue
    const from = isHonorific(line, index - 1) ? index - 1 : index
    if (!isAlone(line, { from, to: found.to })) continue
    markAs(line, { from, to: found.to }, 'field')
    return { [found.field]: found.value }
  }
  return {}
}

/** Between signs and parsed parts: "đi cùng chị Mai" is a remark. */
function isAlone(line: Line, { from, to }: TokenRange): boolean {
  const isBoundary = (index: number) => {
    const token = line.tokens[index]
    const part = line.parts[index]
    return !token || (part ? part !== 'note' : token.kind === 'sign')
  }
  return isBoundary(from - 1) && isBoundary(to)
}
