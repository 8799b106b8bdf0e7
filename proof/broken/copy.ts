/** A temporary copy of the repository with a fault in it, so that the product itself needs no switch for faults. */
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

type BrokenCopy = { folder: string; remove(): void }

export function createBrokenCopy(edits: readonly Edit[]): BrokenCopy {
  const folder = mkdtempSync(join(tmpdir(), 'letan-broken-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    for (const path of copied) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      cpSync(join(root, path), join(folder, path), { recursive: true })
    }
    symlinkSync(realpathSync(join(root, 'node_modules')), join(folder, 'node_modules'))
    for (const edit of edits) {
      const file = join(folder, edit.file)
      writeFileSync(file, applyEdit(readFileSync(file, 'utf8'), edit))
    }
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
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
