/** Every figure that we publish is tried with every run of the tests, and its page is up to date. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { proofs } from '../proof/all.ts'

it('the short form of every figure is among the tests', () => {
  const tests = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('\n')
  for (const { name } of proofs) {
    const value = `${name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Proof`
    assert.ok(tests.includes(`proveShortly(${value})`), name)
  }
})
