/** How the program is called from a terminal, in the folder in which it is installed. */

/** As a package of somebody's, not as a folder of its own. */
export const isInstalled = import.meta.dirname.includes('node_modules')

export const program = isInstalled ? 'npx letan' : 'npm exec letan --'

/** A path as a word of a command line. */
export function quoteForShell(path: string): string {
  return /^[\p{L}\p{N}\p{M}_./:@%+,-]+$/u.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
