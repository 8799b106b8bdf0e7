/** How the command line of this installation is called, and shell quoting. */

/** True for a dependency of another package, false for a checkout. */
export const isInstalled = import.meta.dirname.includes('node_modules')

export const program = isInstalled ? 'npx letan' : 'npm exec letan --'

/** A path as one argument of a shell command. */
export function quoteForShell(path: string): string {
  return /^[\p{L}\p{N}\p{M}_./:@%+,-]+$/u.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
