/** Files whose names end otherwise than they should: editors add .txt, and some write .yml. */

/** What a file should be called, where it is called almost so. */
function correctName(file: string): string {
  return file
    .replace(/\.(ya?ml|md)\.txt$/i, '.$1')
    .replace(/\.ya?ml$/i, '.yaml')
    .replace(/\.md$/i, '.md')
}

/** Of some files those that are called almost right, by what they should be called. */
export function findMisnamedFiles(files: readonly string[]): ReadonlyMap<string, string> {
  const there = new Set(files)
  const named = files.map((file) => [correctName(file), file] as const)
  return new Map(named.filter(([right, file]) => right !== file && !there.has(right)))
}
