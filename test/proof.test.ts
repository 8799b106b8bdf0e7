/** The short form of every proof is part of the tests, and docs/proof.md is up to date. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { proofs } from '../proof/all.ts'
import { readPublishedRuns, renderPage } from '../proof/support/publish.ts'

it('every proof has its short form in the tests', () => {
  const folder = join(import.meta.dirname, 'full')
  const tests = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  for (const { name } of proofs) {
    const value = `${name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Proof`
    assert.ok(new RegExp(`proveShortly\\(${value}[,)]`).test(tests), name)
  }
})

it('docs/proof.md shows the results of docs/proof.json', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/proof.md'), 'utf8')
  assert.equal(page, renderPage(readPublishedRuns()))
})
