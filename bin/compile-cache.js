// Nearly half of loading was looking for files. Those that are named to the letter need none of it.
import { lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { enableCompileCache, registerHooks, stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Packages of many small files, all of which name each other so. */
const exactPackages = [
  { within: '/node_modules/zod/', format: 'module', by: 'import' },
  { within: '/node_modules/libphonenumber-js/build/', format: 'commonjs', by: 'require' },
  { within: '/node_modules/yaml/', format: 'commonjs', by: 'require' },
]

/** Node takes no TypeScript from there, where npm puts what it installs. */
const isInstalled = import.meta.dirname.includes('node_modules')

if (isInstalled) {
  // It says so once for every process, and there is nothing that an owner could do about it.
  const { emitWarning } = process
  process.emitWarning = (warning, ...more) =>
    String(warning).includes('stripTypeScriptTypes') || emitWarning(warning, ...more)
}

// Where NODE_COMPILE_CACHE is set, Node has begun with it by itself.
if (!process.env.NODE_COMPILE_CACHE) enableCompileCacheIn(join(tmpdir(), `letan-${userId()}`))

registerHooks({
  resolve(specifier, context, nextResolve) {
    const format = formatOf(specifier, context)
    if (format === undefined) return nextResolve(specifier, context)
    const { href: url } = new URL(withEnglishLocaleOnly(specifier), context.parentURL)
    return { url, format, shortCircuit: true }
  },

  load(url, context, nextLoad) {
    if (context.format !== 'module-typescript') return nextLoad(url, context)
    const source = readFileSync(fileURLToPath(url), 'utf8')
    return isInstalled
      ? {
          format: 'module',
          source: stripTypeScriptTypes(source, { sourceUrl: url }),
          shortCircuit: true,
        }
      : { format: 'module-typescript', source, shortCircuit: true }
  },
})

/** What is kept is believed, so nobody else may write there. Without it a start only takes longer. */
function enableCompileCacheIn(folder) {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch {
    // It is there already, or cannot be: the next look tells.
  }
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  const isOurs = stats?.isDirectory() && (stats.uid === userId() || userId() === 'own')
  if (isOurs && (stats.mode & 0o022) === 0) enableCompileCache(folder)
}

/** Windows has no such numbers, and a folder for each user. */
function userId() {
  return process.getuid?.() ?? 'own'
}

/** Zod brings its messages in fifty languages, a file each; what we say to people is in our own words. */
function withEnglishLocaleOnly(specifier) {
  return specifier === '../locales/index.js' ? '../locales/en.js' : specifier
}

function formatOf(specifier, { parentURL = '', conditions }) {
  if (!specifier.startsWith('.')) return undefined
  // Nobody else's files are named so.
  if (specifier.endsWith('.ts')) return 'module-typescript'
  if (!specifier.endsWith('.js')) return undefined
  const match = exactPackages.find(({ within }) => parentURL.includes(within))
  return match && conditions.includes(match.by) ? match.format : undefined
}
