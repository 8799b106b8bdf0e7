/**
 * What the YAML of a folder says, kept for the next start: to parse it takes as long as a third of one.
 * A text in which a single letter has changed is another text, and is parsed anew.
 */
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire, getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { listFiles } from './files.ts'
import { headOf, type ParsedBefore, readYaml, textIn } from './source.ts'

export function parsedBefore(folder: string): ParsedBefore {
  const known = knownAt(placeFor(folder))
  return (text) => {
    const name = nameOf(text)
    return name in known ? { value: known[name] } : undefined
  }
}

/** For the next start. Whatever is in the way: it only takes longer then. */
export function keepParsed(folder: string): void {
  try {
    keepAt(placeFor(folder), textsIn(folder))
  } catch {}
}

function keepAt(place: string | undefined, texts: readonly string[]): void {
  if (place === undefined) return
  const known = knownAt(place)
  const wanted = new Map(texts.map((text) => [nameOf(text), text]))
  if (isDeepStrictEqual(Object.keys(known).sort(), [...wanted.keys()].sort())) return
  const kept = [...wanted].flatMap(([name, text]) => {
    const value = name in known ? known[name] : said(text)
    return value === undefined ? [] : [[name, value]]
  })
  const written = `${place}.${process.pid}`
  writeFileSync(written, JSON.stringify(Object.fromEntries(kept)), { mode: 0o600 })
  renameSync(written, place)
}

/** Nothing where something is wrong with it, or where JSON could not say the same. */
function said(text: string): unknown {
  const { value } = readYaml('', text)
  if (value === undefined) return undefined
  return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value) ? value : undefined
}

function textsIn(folder: string): string[] {
  return listFiles(folder).files.flatMap((file) => {
    if (!/\.(yaml|md)$/.test(file)) return []
    const text = textIn(readFileSync(join(folder, file))) ?? ''
    const yaml = file.endsWith('.md') ? headOf(text)?.yaml : text
    return yaml === undefined ? [] : [yaml]
  })
}

function knownAt(place: string | undefined): Record<string, unknown> {
  try {
    return place === undefined ? {} : JSON.parse(readFileSync(place, 'utf8'))
  } catch {
    return {}
  }
}

/** Beside Node's own, where only we may write: what stands there is believed. */
function placeFor(folder: string): string | undefined {
  const within = getCompileCacheDir()
  if (within === undefined || !isOurs(within)) return undefined
  const { version } = createRequire(import.meta.url)('yaml/package.json')
  return join(within, `letan-${nameOf(`${version} ${folder}`)}.json`)
}

function isOurs(folder: string): boolean {
  const { uid, mode } = statSync(folder, { throwIfNoEntry: false }) ?? {}
  return uid !== undefined && uid === process.getuid?.() && ((mode ?? 0) & 0o022) === 0
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
