import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createCardNumber, formatCardNumber, parseCardNumber } from './number.ts'

it('a card number is read as typed, dictated or scanned', () => {
  for (const typed of [
    '7K3M-9Q2X-4DT1',
    '7k3m 9q2x 4dt1',
    '7K3M9Q2X4DTl',
    'https://spa.example/en/card/7K3M-9Q2X-4DT1?x=1',
  ])
    assert.equal(parseCardNumber(typed), '7K3M9Q2X4DT1', typed)
  assert.equal(formatCardNumber('7K3M9Q2X4DT1'), '7K3M-9Q2X-4DT1')
  for (const typed of ['', '7K3M-9Q2X-4DT', '7K3M-9Q2X-4DT2', '7K3M-9Q2X-4DTU', 'card/x'])
    assert.equal(parseCardNumber(typed), undefined, typed)
})

it('a card number has 55 random bits, and its check digit detects one wrong and two exchanged characters', () => {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const numbers = new Set(Array.from({ length: 200 }, createCardNumber))
  assert.equal(numbers.size, 200)
  for (const number of [...numbers].slice(0, 20)) {
    assert.equal(parseCardNumber(number), number)
    for (let index = 0; index < number.length; index++) {
      const replace = (character: string) =>
        number.slice(0, index) + character + number.slice(index + 1)
      for (const other of alphabet)
        if (other !== number[index]) assert.equal(parseCardNumber(replace(other)), undefined)
      const exchanged =
        number.slice(0, index) + (number[index + 1] ?? '') + number[index] + number.slice(index + 2)
      if (exchanged !== number && exchanged.length === number.length)
        assert.equal(parseCardNumber(exchanged), undefined)
    }
  }
})
