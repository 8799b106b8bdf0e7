/** The published results are those of this code. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { proofs } from '../proof/all.ts'
import { isInHistory } from '../proof/support/environment.ts'
import { readPublishedRuns } from '../proof/support/publish.ts'
import { findChangedFiles, hashCode, readResultCode } from '../proof/support/result-code.ts'

const published = readPublishedRuns()
const rows = readFileSync(join(import.meta.dirname, '../docs/proof.md'), 'utf8').split('\n')

describe('each published result', () => {
  for (const proof of proofs) {
    it(`${proof.id} is one of this code, or marked as one of earlier code`, () => {
      const again =
        `Publish it again: npm run prove -- --publish ${proof.id}. If that has to wait, mark it as a result of earlier ` +
        'code: npm run prove -- --mark.'
      const run = published[proof.id]
      if (!run) {
        const row = rows.find((one) => one.startsWith(`| ${proof.id} |`))
        assert.ok(row?.endsWith('| not run yet | |'), `${proof.id} was never published. ${again}`)
        return
      }
      const isMarked = rows.some(
        (row) => row.startsWith(`| ${proof.id} |`) && row.endsWith(', earlier code |'),
      )
      const changed = findChangedFiles(run.code, readResultCode(proof))
      const isCurrent = changed.length === 0 && isInHistory(run.commit)
      assert.equal(isMarked, !isCurrent, `Changed: ${changed.join(', ')}. ${again}`)
    })
  }
})

describe('the code of a result', () => {
  it('has the proof, its own modules and the files that implement the guarantee', () => {
    for (const proof of proofs) {
      const files = Object.keys(readResultCode(proof))
      assert.ok(files.includes(`proof/${proof.name}.ts`), proof.id)
      assert.ok(
        files.some((path) => path.startsWith('src/')),
        proof.id,
      )
    }
    const fuzz = Object.keys(readResultCode({ id: 'R9', name: 'fuzz' }))
    assert.ok(fuzz.includes('proof/fuzz/odd-text.ts'))
    const model = Object.keys(readResultCode({ id: 'R2', name: 'overlaps' }))
    assert.ok(model.includes('proof/model/worker.ts'))
  })

  it('is the same after a change of comments, and another one after any other change', () => {
    const text = "/** One. */\nexport const one = 'a' // first\n"
    const hash = hashCode('one.ts', text)
    assert.equal(hashCode('one.ts', "export const one = 'a'"), hash)
    assert.notEqual(hashCode('one.ts', text.replace("'a'", "'b'")), hash)
    assert.deepEqual(findChangedFiles({ one: '1', two: '2' }, { one: '3', three: '3' }), [
      'one',
      'three',
      'two',
    ])
  })
})
