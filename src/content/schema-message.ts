/** Carries a message in both languages through zod errors, which have one text each. */
import type { LocalizedText } from '../kernel/locale.ts'

/** The message of a content schema; it is never shown: `schemaErrors` in content-errors.ts decodes it. */
export function encodeMessage({ vi, en }: LocalizedText): string {
  return `${vi}\n${en}`
}

export function decodeMessage(text: string): LocalizedText {
  const [vi = '', en = vi] = text.split('\n')
  return { vi, en }
}

/** "treatment or package". */
export function formatAlternatives(values: readonly string[]): LocalizedText {
  return { vi: values.join(' hoặc '), en: values.join(' or ') }
}
