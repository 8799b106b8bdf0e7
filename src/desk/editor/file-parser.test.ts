import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFileParser } from './file-parser.ts'

describe('file parser', () => {
  it('returns the same value for the same text of a file', () => {
    const parseFile = createFileParser()
    assert.equal(parseFile('a.yaml', 'id: tea'), parseFile('a.yaml', 'id: tea'))
    assert.deepEqual(parseFile('a.yaml', 'id: tea'), { id: 'tea' })
  })

  it('returns the new value after the text has changed, and the first one after it was changed back', () => {
    const parseFile = createFileParser()
    const ids = ['id: tea', 'id: rice', 'id: tea'].map((text) => parseFile('a.yaml', text))
    assert.deepEqual(ids, [{ id: 'tea' }, { id: 'rice' }, { id: 'tea' }])
    assert.deepEqual(parseFile('b.yaml', 'id: soup'), { id: 'soup' })
  })

  it('returns an empty object for a missing, an empty and an invalid file', () => {
    const parseFile = createFileParser()
    for (const text of [null, undefined, '', '# nothing', 'a: [1'])
      assert.deepEqual(parseFile('a.yaml', text), {})
  })

  it('protects values, which all requests share, from changes', () => {
    const { items } = createFileParser()('a.yaml', 'items: [{ id: tea }]') as { items: object[] }
    assert.throws(() => items.push({}), TypeError)
    assert.throws(() => Object.assign(items[0] as object, { id: 'rice' }), TypeError)
  })
})
