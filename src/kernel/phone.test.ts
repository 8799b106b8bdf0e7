import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parsePhone } from './phone.ts'

it('reads nothing out of nothing, before the first number and after it', () => {
  assert.equal(parsePhone(''), undefined)
  assert.equal(parsePhone('0912 345 678'), '+84912345678')
  assert.equal(parsePhone('+84912345678'), '+84912345678')
  assert.equal(parsePhone(''), undefined)
  assert.equal(parsePhone('091234'), undefined)
})
