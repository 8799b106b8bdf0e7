/** A temporary copy of the repository in which faults are made, so that the product itself needs no switch for faults. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Edit } from './fault.ts'

const root = join(import.meta.dirname, '../..')

/** The product, the proofs, and what the proofs use. */
const copied = [
  ...['package.json', 'bin', 'src', 'content', 'proof'],
  ...['test/support', 'docs/deployment.md'],
]

export type Copy = {
  folder: string
  /** Applies the edits, runs the work, and restores the files. */
  runBroken<Result>(edits: readonly Edit[], work: () => Promise<Result>): Promise<Result>
  remove(): void
}

/** One copy serves all faults, one after the other: Node's compile cache knows the files of a folder from its first run. */
export function createCopy(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'letan-broken-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    for (const path of copied) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      cpSync(join(root, path), join(folder, path), { recursive: true })
    }
    symlinkSync(realpathSync(join(root, 'node_modules')), join(folder, 'node_modules'))
  } catch (error) {
    remove()
    throw error
  }
  return {
    folder,
    async runBroken(edits, work) {
      const originals = new Map<string, string>()
      try {
        for (const edit of edits) {
          const file = join(folder, edit.file)
          const text = readFileSync(file, 'utf8')
          if (!originals.has(file)) originals.set(file, text)
          writeFileSync(file, applyEdit(text, edit))
        }
        return await work()
      } finally {
        for (const [file, text] of originals) writeFileSync(file, text)
      }
    },
    remove,
  }
}

export function applyEdit(text: string, { file, from, to }: Edit): string {
  const [before, after, ...more] = text.split(from)
  if (before === undefined || after === undefined || more.length > 0) {
    const times = text.split(from).length - 1
    throw new Error(`A fault replaces a text that occurs ${times} times in ${file}: ${from}`)
  }
  return before + to + after
}
