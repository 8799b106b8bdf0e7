/** Changes that no test can notice, with the reason, for docs/proof.md. They count as not noticed nevertheless. */
import type { Mutation } from './mutations.ts'

type Equivalent = { file: string; before: string; text: string; reason: string }

const equivalents: readonly Equivalent[] = []

export function findReason({
  file,
  before,
  text,
}: Pick<Mutation, 'file' | 'text'> & { before: string }): string | undefined {
  const matches = (one: Equivalent) =>
    one.file === file && one.before === before && one.text === text
  return equivalents.find(matches)?.reason
}
