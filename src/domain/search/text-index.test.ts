import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTextIndex, type IndexQuery } from './text-index.ts'

const texts = [
  ['grilled fish', 'with dill'],
  ['fish soup', 'sour and hot, with fish'],
  ['noodles', 'with fish sauce'],
  ['parking', ''],
]
const { has, search } = createTextIndex(
  texts.map((fields) => fields.map((text) => text.match(/[a-z]+/g) ?? [])),
  [4, 1],
)

/** The documents, the best match first. */
const find = (query: IndexQuery) =>
  search(query)
    .sort((one, other) => other.score - one.score)
    .map(({ document }) => document)

describe('a text index', () => {
  it('finds a term, first where a field with a higher boost or several fields have it', () => {
    assert.deepEqual(find({ term: 'fish' }), [1, 0, 2])
    assert.deepEqual(find({ term: 'meat' }), [])
    assert.ok(has('fish') && !has('fis'))
  })

  it('finds documents with all or any of the terms, and says which', () => {
    const both = [{ term: 'fish' }, { term: 'dill' }]
    assert.deepEqual(find({ all: both }), [0])
    assert.deepEqual(find({ any: both }), [0, 1, 2])
    assert.deepEqual(
      search({ any: both }).map(({ terms }) => terms),
      [['fish', 'dill'], ['fish'], ['fish']],
    )
    const nested = { any: [{ term: 'parking' }, { all: [{ term: 'fish' }, { term: 'hot' }] }] }
    assert.deepEqual(
      search(nested).map(({ document, terms }) => [document, terms]),
      [
        [1, ['fish', 'hot']],
        [3, ['parking']],
      ],
    )
  })

  it('finds longer terms and similar ones only if the query allows them', () => {
    assert.deepEqual(find({ term: 'nood' }), [])
    assert.deepEqual(find({ term: 'nood', prefix: true }), [2])
    assert.deepEqual(find({ term: 'parkign' }), [])
    assert.deepEqual(find({ term: 'parkign', maxEdits: 2 }), [3])
    assert.deepEqual(find({ term: 'parkign', maxEdits: 1 }), [])
  })

  it('reads queries with more terms than a number has bits', () => {
    const many = Array.from({ length: 70 }, (_, index) => ({ term: `unknown${index}` }))
    const [match, ...others] = search({ any: [...many, { term: 'dill' }, { term: 'grilled' }] })
    assert.deepEqual(others, [])
    assert.deepEqual(match?.terms, ['dill', 'grilled'])
  })
})
