/**
 * Two YAML parsers read content files: js-yaml the valid ones, yaml those with errors. They have to agree on which
 * are valid.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseDocument } from 'yaml'
import { seed } from '../../test/support/seed.ts'
import { parseYaml } from './source.ts'

const content = join(import.meta.dirname, '../../content')
const files = globSync(`${content}/*/**/*.yaml`)

function readWithPositions(text: string): { isValid: boolean; value: unknown } {
  const document = parseDocument(text, { prettyErrors: false })
  const isValid = document.errors.length === 0
  return { isValid, value: isValid ? document.toJS() : undefined }
}

/** What owners type by mistake, and what the two parsers could read differently. */
const pieces = [
  ...[' ', '\n', '\n  ', '\t', '- ', ': ', ':', ' #', '#', ',', '"', "'", '{', '}', '[', ']'],
  ...['&a ', '!', '| ', '>-\n', '%', '@', '`', '? ', '~', '---\n', '<<: ', '\\', '\u00a0', '\r\n'],
  ...['null', 'yes', '01', '0x1', '0o7', '1_000', '1e3', '.5', '1:30', '2026-01-01', '.inf', '+1'],
]

describe('a YAML file', () => {
  it('has the same value as its document with positions', () => {
    assert.ok(files.length > 20)
    for (const file of files) {
      const text = readFileSync(file, 'utf8')
      const { value, errors } = parseYaml(file, text)
      assert.deepEqual(errors, [], file)
      assert.deepEqual(value, readWithPositions(text).value, file)
    }
  })

  it('is valid after a change if its document with positions is, and has the same value', () => {
    const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    const change = fc.record({
      from: fc.nat(lines.length - 1),
      length: fc.integer({ min: 1, max: 8 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      removed: fc.nat(3),
      piece: fc.constantFrom(...pieces, ''),
    })
    fc.assert(
      fc.property(change, ({ from, length, at, removed, piece }) => {
        const text = lines.slice(from, from + length).join('\n')
        const start = Math.floor(at * text.length)
        const changed = text.slice(0, start) + piece + text.slice(start + removed)
        const expected = readWithPositions(changed)
        const { value, errors } = parseYaml('x.yaml', changed)
        // What no schema accepts is read again: a text that is not in entries, or an entry without a name.
        const isEntries = typeof value === 'object' && !JSON.stringify(value).includes('"null":')
        if (errors.length === 0 && !isEntries) return
        assert.equal(errors.length === 0, expected.isValid, changed)
        assert.deepEqual(value, expected.value, changed)
      }),
      { seed, numRuns: 3_000 },
    )
  })

  it('with an alias is reported, as before', () => {
    const { value, errors } = parseYaml('x.yaml', 'a: &name 1\nb: *name\n')
    assert.equal(value, undefined)
    assert.equal(errors[0]?.line, 2)
    assert.deepEqual(parseYaml('x.yaml', 'a: 2 * 3').value, { a: '2 * 3' })
  })
})
