/** Files with an almost correct name: editors add .txt, some write .yml, Tags.yaml or about.vn.md. */
import { countEdits, toSlug } from './proposals/closest-word.ts'

/** The correct name of a file with a wrong extension, language or capital letters. */
function correctName(file: string): string {
  const named = file
    .replace(/\.(ya?ml|md)\.txt$/i, '.$1')
    .replace(/\.ya?ml$/i, '.yaml')
    .replace(/\.md$/i, '.md')
    .replace(/\.(vn|vie|viet|VI)\.md$/, '.vi.md')
    .replace(/\.(eng|us|uk|gb|EN)\.md$/, '.en.md')
  // Names in folders are chosen by the owner.
  const [, base] = /^([^/]+)\.yaml$/.exec(named) ?? []
  return base === undefined ? named : `${toSlug(base)}.yaml`
}

/** The misnamed files among some files, by their correct name. `expected` are the names of single files. */
export function findMisnamedFiles(
  files: readonly string[],
  expected: readonly string[],
): ReadonlyMap<string, string> {
  const there = new Set(files)
  const named = files.map((file) => [correctName(file), file] as const)
  const misnamed = new Map(named.filter(([right, file]) => right !== file && !there.has(right)))
  const unknown = files.filter((file) => /^[^/]+\.yaml$/.test(file) && !expected.includes(file))
  for (const right of expected) {
    if (there.has(right) || misnamed.has(right)) continue
    const similar = unknown.find((file) => countEdits(file, right) <= 2)
    if (similar !== undefined) misnamed.set(right, similar)
  }
  return misnamed
}
