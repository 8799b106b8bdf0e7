/** Files with a wrong extension: editors add .txt, and some write .yml. */

/** The correct name of a file with a wrong extension. */
function correctName(file: string): string {
  return file
    .replace(/\.(ya?ml|md)\.txt$/i, '.$1')
    .replace(/\.ya?ml$/i, '.yaml')
    .replace(/\.md$/i, '.md')
}

/** The misnamed files among some files, by their correct name. */
export function findMisnamedFiles(files: readonly string[]): ReadonlyMap<string, string> {
  const there = new Set(files)
  const named = files.map((file) => [correctName(file), file] as const)
  return new Map(named.filter(([right, file]) => right !== file && !there.has(right)))
}
