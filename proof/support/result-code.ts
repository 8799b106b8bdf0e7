/**
 * The code that a published result depends on: the proof itself, and the files of the product that implement its
 * guarantee. A result is valid as long as they are unchanged. `proof/support` is left out: it is shared by all proofs,
 * so each change there would make every result invalid.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import jsTokens from 'js-tokens'
import { faultsOf } from '../faults/all.ts'
import type { Proof } from './proof.ts'

const root = join(import.meta.dirname, '../..')

/** A hash of each file, by its path. */
export type ResultCode = Readonly<Record<string, string>>

export function readResultCode({ id, name }: Pick<Proof, 'id' | 'name'>): ResultCode {
  const files = [
    ...proofFiles(`proof/${name}.ts`),
    ...faultsOf(id).implementedIn.flatMap((path) => filesIn(path)),
  ]
  return Object.fromEntries(
    [...new Set(files)].sort().map((path) => [path, hashCode(path, readText(path))]),
  )
}

/** Files that were added, changed or removed since the result was published. */
export function findChangedFiles(published: ResultCode, current: ResultCode): string[] {
  return [...new Set([...Object.keys(published), ...Object.keys(current)])]
    .filter((path) => published[path] !== current[path])
    .sort()
}

/** The file and those of its own folder that it loads, directly or through others. */
function proofFiles(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found
  found.add(entry)
  const loaded = /(?:from|new URL\()\s*'(\.{1,2}\/[^']+\.ts)'/g
  for (const [, relative = ''] of readText(entry).matchAll(loaded)) {
    const path = normalize(join(entry, '..', relative))
    const isOwn = path.startsWith('proof/') && !/^proof\/(support|faults|broken)\//.test(path)
    if (isOwn) proofFiles(path, found)
  }
  return found
}

function filesIn(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(join(root, file)).isFile() && !file.endsWith('.test.ts'))
}

function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Comments and white space do not count, so that an improved comment needs no new run. */
export function hashCode(path: string, text: string): string {
  const ignored = /Comment$|^(WhiteSpace|LineTerminatorSequence)$/
  const code = /\.[jt]s$/.test(path)
    ? Array.from(jsTokens(text))
        .filter(({ type }) => !ignored.test(type))
        .map(({ value }) => value)
        .join(' ')
    : text
  return createHash('sha256').update(code).digest('hex').slice(0, 12)
}
