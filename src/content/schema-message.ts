/** Carries a message in both languages, and the kind of the field, through zod errors, which have one text each. */
import type { LocalizedText } from '../kernel/locale.ts'

/** What a field contains. It decides which correction is proposed for a wrong value (proposals/). */
export type FieldKind =
  | { kind: 'amount' | 'time' | 'date' | 'weekdays' | 'phone' | 'webAddress' | 'email' }
  | { kind: 'color' | 'degrees' | 'bank' | 'account' | 'holder' | 'yesOrNo' | 'timeOrder' }
  | { kind: 'dateOrder' | 'text' | 'id' }
  /** `words`: other names of the numbers, such as "cay" for 2. */
  | { kind: 'number'; min: number; max: number; step: number; words: MessageValues }
  | { kind: 'choice'; values: readonly string[]; words: MessageValues }
  /** An object: the names of its members. */
  | { kind: 'entry'; names: readonly string[] }

/** What owners write, and what it means. */
export type MessageValues = Readonly<Record<string, string | number>>

/** The message of a content schema; it is never shown: `schema-errors.ts` decodes it. */
export function encodeMessage({ vi, en }: LocalizedText, kind?: FieldKind): string {
  return [vi, en, ...(kind ? [JSON.stringify(kind)] : [])].join('\n')
}

export function decodeMessage(text: string): { hint: LocalizedText; kind: FieldKind | undefined } {
  const [vi = '', en = vi, kind] = text.split('\n')
  return { hint: { vi, en }, kind: kind === undefined ? undefined : JSON.parse(kind) }
}

/** "treatment or package". */
export function formatAlternatives(values: readonly string[]): LocalizedText {
  return { vi: values.join(' hoặc '), en: values.join(' or ') }
}
