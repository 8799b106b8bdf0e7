/** What an owner should write, in both languages, through schemas that carry one text for each slip. */
import type { LocalizedText } from '../kernel/locale.ts'

/** The text for a schema of an owner's file; only `schemaFaults` reads it, and nobody is shown it as it is. */
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
