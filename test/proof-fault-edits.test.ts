/** Every proof names faults, and each of them can be applied to the current code. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { proofs } from '../proof/all.ts'
import { applyEdit } from '../proof/broken/copy.ts'
import { faultsOf } from '../proof/faults/all.ts'

const root = join(import.meta.dirname, '..')

describe('the faults that a proof must detect', () => {
  for (const { id } of proofs) {
    it(`${id} can be broken as its faults say`, () => {
      for (const { edits } of faultsOf(id).faults) {
        const texts = new Map<string, string>()
        for (const edit of edits) {
          const text = texts.get(edit.file) ?? readFileSync(join(root, edit.file), 'utf8')
          texts.set(edit.file, applyEdit(text, edit))
        }
      }
    })
  }

  it('a fault whose text does not occur exactly once is an error', () => {
    const edit = { file: 'one.ts', from: 'a', to: 'b' }
    assert.equal(applyEdit('xax', edit), 'xbx')
    assert.throws(() => applyEdit('x', edit), /occurs 0 times in one\.ts/)
    assert.throws(() => applyEdit('aa', edit), /occurs 2 times in one\.ts/)
  })
})
