import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parsePhone } from './phone.ts'

it('returns undefined for an empty or incomplete number, before and after a valid one', () => {
  assert.equal(parsePhone(''), undefined)
  assert.equal(parsePhone('0912 345 678'), '+84912345678')
  assert.equal(parsePhone('+84912345678'), '+84912345678')
  assert.equal(parsePhone(''), undefined)
  assert.equal(parsePhone('091234'), undefined)
})
