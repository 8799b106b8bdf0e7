import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTerms, tokenize, toTerm } from './terms.ts'

describe('a term', () => {
  it('is the same for the forms of an English word', () => {
    for (const forms of [
      ['park', 'parks', 'parked', 'parking'],
      ['cancel', 'cancels', 'cancelled', 'cancelling'],
      ['massage', 'massages', 'massaging'],
      ['service', 'services'],
      ['dish', 'dishes'],
      ['allergy', 'allergies'],
      ['book', 'booking', 'booked'],
    ]) {
      assert.equal(new Set(forms.map(toTerm)).size, 1, forms.map(toTerm).join(' '))
    }
  })

  it('differs for different words', () => {
    for (const [one, other] of [
      ['parking', 'paying'],
      ['spring', 'spr'],
      ['come', 'com'],
      ['coming', 'com'],
      ['bus', 'bu'],
      ['speed', 'spe'],
      ['glass', 'glas'],
    ] as const) {
      assert.notEqual(toTerm(one), toTerm(other), `${one} ${other}`)
    }
  })

  it('does not depend on the vowel that carries the tone mark', () => {
    assert.deepEqual(tokenize('hu\u1ef7 kho\u1ebb'), tokenize('h\u1ee7y kh\u1ecfe'))
    assert.deepEqual(tokenize('Của mùa quý'), ['của', 'mùa', 'quý'])
  })
})

describe('synonyms', () => {
  const terms = createTerms([
    ['parking', 'gửi xe', 'đỗ xe'],
    ['gửi xe', 'bãi xe'],
    ['pet', 'chó'],
  ])
  const synonymsOf = (query: string) => terms.ofQuery(query).map(({ synonym }) => synonym)

  it('are found in every form and language, and groups with a common text are one', () => {
    const [park] = synonymsOf('parked')
    assert.ok(park)
    for (const query of ['parking', 'gửi xe', 'gui xe', 'Đỗ xe', 'bai xe']) {
      assert.deepEqual(synonymsOf(query), [park], query)
    }
    for (const text of ['Where can I park?', 'Bãi xe ở đầu ngõ', 'Xe máy gửi xe ở sân']) {
      assert.ok(terms.ofText(text).includes(park), text)
    }
    assert.ok(!terms.ofText('Xe gửi trong sân').includes(park))
  })

  it('leave the other words of a query as they are', () => {
    assert.deepEqual(
      terms.ofQuery('có chỗ gửi xe không').map(({ words }) => words),
      [['có'], ['chỗ'], ['gửi', 'xe'], ['không']],
    )
  })

  it('need the diacritics of a single word, which without them is often another word', () => {
    assert.notEqual(synonymsOf('chó')[0], undefined)
    assert.deepEqual(synonymsOf('cho hai nguoi'), [undefined, undefined, undefined])
  })
})
