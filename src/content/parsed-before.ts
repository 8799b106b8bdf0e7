/**
 * What the YAML of a folder says, kept for the next start: to parse it takes as long as a third of one.
 * A text in which a single letter has changed is another text, and is parsed anew.
 */
import { createHash } from 'node:crypto'
import {
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire, getCompileCacheDir } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { day } from '../kernel/time.ts'

type Values = Readonly<Record<string, unknown>>

export type ParsedTextCache = {
  /** What a text says, if it was parsed before and nothing was wrong with it. */
  find(text: string): { value: unknown } | undefined
  /** This is what it says. */
  add(text: string, value: unknown): void
}

/** To be raised when texts are understood in another way. */
const formatVersion = 1

/** Most that was kept so long ago is of folders that nobody opens any more. */
const maxAgeMs = 30 * day

/** What was found in the folder that was read last, until it is kept. */
let last: { folder: string; known: Values; found: Map<string, unknown> } | undefined
let isStored = false

export function loadParsedTexts(folder: string): ParsedTextCache {
  const known = readCacheFile(cachePath(folder))
  const found = new Map<string, unknown>()
  if (!isStored) last = { folder, known, found }
  return {
    find(text) {
      const name = hashText(text)
      if (!Object.hasOwn(known, name)) return undefined
      found.set(name, known[name])
      return { value: known[name] }
    },
    add: (text, value) => found.set(hashText(text), value),
  }
}

/** For the next start. Whatever is in the way: it only takes longer then. */
export function storeParsedTexts(folder: string): void {
  if (last?.folder === folder) writeCacheFile(cachePath(folder), last)
  last = undefined
  isStored = true
}

function writeCacheFile(
  path: string | undefined,
  { known, found }: NonNullable<typeof last>,
): void {
  if (path === undefined) return
  const names = (values: Iterable<string>) => [...values].sort()
  if (isDeepStrictEqual(names(Object.keys(known)), names(found.keys()))) return
  const values = Object.fromEntries([...found].filter(([, value]) => isJsonSafe(value)))
  try {
    const written = `${path}.${process.pid}`
    writeFileSync(written, JSON.stringify(values), { mode: 0o600 })
    renameSync(written, path)
    removeUnused(path)
  } catch {}
}

/** Whether JSON says the same: it knows no infinity. */
function isJsonSafe(value: unknown): boolean {
  return value !== undefined && isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value)
}

function removeUnused(written: string): void {
  const { mtimeMs: now } = statSync(written)
  for (const name of readdirSync(dirname(written)).filter((one) => /^letan-.*\.json/.test(one))) {
    const other = join(dirname(written), name)
    if (statSync(other).mtimeMs < now - maxAgeMs) rmSync(other)
  }
}

function readCacheFile(path: string | undefined): Values {
  try {
    const read: unknown = path === undefined ? {} : JSON.parse(readFileSync(path, 'utf8'))
    return typeof read === 'object' && read !== null ? (read as Values) : {}
  } catch {
    return {}
  }
}

/** Beside Node's own, where only we may write: what stands there is believed. */
function cachePath(folder: string): string | undefined {
  const compiled = getCompileCacheDir()
  if (compiled === undefined || !isOurs(dirname(compiled))) return undefined
  const { version } = createRequire(import.meta.url)('yaml/package.json')
  return join(
    dirname(compiled),
    `letan-${hashText(`${formatVersion} ${version} ${resolve(folder)}`)}.json`,
  )
}

function isOurs(folder: string): boolean {
  try {
    const { uid, mode } = lstatSync(folder)
    return uid === process.getuid?.() && (mode & 0o022) === 0
  } catch {
    return false
  }
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
