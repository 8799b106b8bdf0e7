/** What an owner should write, in both languages, through schemas that carry one text for each slip. */
import type { Words } from '../kernel/locale.ts'

/** The text for a schema of an owner's file; only `schemaFaults` reads it, and nobody is shown it as it is. */
export function say({ vi, en }: Words): string {
  return `${vi}\n${en}`
}

export function said(text: string): Words {
  const [vi = '', en = vi] = text.split('\n')
  return { vi, en }
}

/** "treatment or package". */
export function either(values: readonly string[]): Words {
  return { vi: values.join(' hoặc '), en: values.join(' or ') }
}
