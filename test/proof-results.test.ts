/** The published results are those of this code. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { proofs } from '../proof/all.ts'
import { readPublishedRuns } from '../proof/support/publish.ts'
import { findChangedFiles, hashCode, readResultCode } from '../proof/support/result-code.ts'

const root = join(import.meta.dirname, '..')
const published = readPublishedRuns()

describe('each published result', () => {
  for (const proof of proofs) {
    const again = `Run npm run prove -- --publish ${proof.id}`
    const run = published[proof.id]

    it(`${proof.id} is one of this code`, () => {
      assert.ok(run, `${proof.id} was never published. ${again}`)
      const changed = findChangedFiles(run.code, readResultCode(proof))
      assert.equal(
        changed.join(', '),
        '',
        `These files have changed since ${proof.id} was published. ${again}`,
      )
    })

    it(`${proof.id} has a commit of the history`, (test) => {
      if (!hasHistory()) return test.skip('SKIPPED: this is not a complete clone')
      assert.ok(run, `${proof.id} was never published. ${again}`)
      const { status } = spawnSync('git', ['merge-base', '--is-ancestor', run.commit, 'HEAD'], {
        cwd: root,
      })
      assert.equal(status, 0, `${run.commit} is not in the history. ${again}`)
    })
  }
})

function hasHistory(): boolean {
  try {
    const args = ['rev-parse', '--is-shallow-repository']
    return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim() === 'false'
  } catch {
    return false
  }
}

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
