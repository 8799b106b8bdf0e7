/** Carries a message in both languages through zod errors, which have one text each. */
import type { LocalizedText } from '../kernel/locale.ts'

/** The message of a content schema; only `schemaErrors` in content-errors.ts decodes it, so it is never shown as it is. */
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
