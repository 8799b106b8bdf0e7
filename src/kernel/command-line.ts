/** How the command line of this installation is called, and shell quoting. */

/** True for a dependency of another package, false for a checkout. */
const isInstalled = import.meta.dirname.includes('node_modules')

export const program = isInstalled ? 'npx letan' : 'npm exec letan --'

/** A path as one argument of a shell command: of cmd and PowerShell on Windows, else of a POSIX shell. */
export function quoteForShell(path: string, system: string = process.platform): string {
  if (system === 'win32') return /^[\p{L}\p{N}\p{M}_./:\\@+-]+$/u.test(path) ? path : `"${path}"`
  return /^[\p{L}\p{N}\p{M}_./:@%+,-]+$/u.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
